//! Arithmetic on floats and comparisons of floats.

use super::super::emit::Emit;
use super::super::scalar_type;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use tfrt_host::kernel::{Intrinsic, ScalarType};

impl Emit<'_, '_, '_> {
    /// The result of an operation on floats. `None`, and nothing is emitted, if it is something else.
    pub(super) fn floats(
        &mut self,
        intrinsic: Intrinsic,
        inputs: &[(ScalarType, Value)],
        result: ScalarType,
    ) -> Option<Value> {
        let &(scalar, a) = inputs.first()?;
        if !scalar_type(scalar).is_float() || inputs.iter().any(|input| input.0 != scalar) {
            return None;
        }
        match *inputs {
            [_] if result == scalar => self.one_float(intrinsic, a),
            [_, (_, b)] if result == scalar => self.two_floats(intrinsic, a, b),
            [_, (_, b), (_, c)]
                if intrinsic == Intrinsic::Fma && result == scalar && self.has("has_fma") =>
            {
                Some(self.b.ins().fma(a, b, c))
            }
            [_, (_, b)] if result == ScalarType::I1 => {
                Some(self.b.ins().fcmp(comparison(intrinsic)?, a, b))
            }
            _ => None,
        }
    }

    /// Whether the processor has the instructions of a flag for x86-64. Without them, code would call
    /// a library; other processors have them.
    fn has(&self, flag: &str) -> bool {
        let flags = self.low.isa.isa_flags();
        self.low.isa.name() != "x64"
            || flags.iter().any(|it| it.name == flag && it.as_bool() == Some(true))
    }

    fn one_float(&mut self, intrinsic: Intrinsic, a: Value) -> Option<Value> {
        Some(match intrinsic {
            Intrinsic::FNeg => self.b.ins().fneg(a),
            Intrinsic::FAbs => self.b.ins().fabs(a),
            Intrinsic::Sqrt => self.b.ins().sqrt(a),
            Intrinsic::Ceil if self.has("has_sse41") => self.b.ins().ceil(a),
            Intrinsic::Floor if self.has("has_sse41") => self.b.ins().floor(a),
            Intrinsic::Trunc if self.has("has_sse41") => self.b.ins().trunc(a),
            Intrinsic::RoundEven if self.has("has_sse41") => self.b.ins().nearest(a),
            _ => return None,
        })
    }

    fn two_floats(&mut self, intrinsic: Intrinsic, a: Value, b: Value) -> Option<Value> {
        Some(match intrinsic {
            Intrinsic::FAdd => self.b.ins().fadd(a, b),
            Intrinsic::FSub => self.b.ins().fsub(a, b),
            Intrinsic::FMul => self.b.ins().fmul(a, b),
            Intrinsic::FDiv | Intrinsic::FQuotient => self.b.ins().fdiv(a, b),
            Intrinsic::FMin => {
                let less = self.b.ins().fcmp(FloatCC::LessThan, b, a);
                self.b.ins().select(less, b, a)
            }
            Intrinsic::CopySign => self.b.ins().fcopysign(a, b),
            Intrinsic::FMaximum => self.b.ins().fmax(a, b),
            Intrinsic::FMinimum => self.b.ins().fmin(a, b),
            Intrinsic::FMaxNum | Intrinsic::FMinNum => {
                let both = if intrinsic == Intrinsic::FMaxNum {
                    self.b.ins().fmax(a, b)
                } else {
                    self.b.ins().fmin(a, b)
                };
                let no_a = self.b.ins().fcmp(FloatCC::Unordered, a, a);
                let no_b = self.b.ins().fcmp(FloatCC::Unordered, b, b);
                let without_b = self.b.ins().select(no_b, a, both);
                self.b.ins().select(no_a, b, without_b)
            }
            _ => return None,
        })
    }
}

/// The condition of a comparison.
fn comparison(intrinsic: Intrinsic) -> Option<FloatCC> {
    Some(match intrinsic {
        Intrinsic::FOeq => FloatCC::Equal,
        Intrinsic::FOgt => FloatCC::GreaterThan,
        Intrinsic::FOge => FloatCC::GreaterThanOrEqual,
        Intrinsic::FOlt => FloatCC::LessThan,
        Intrinsic::FOle => FloatCC::LessThanOrEqual,
        Intrinsic::FOne => FloatCC::OrderedNotEqual,
        Intrinsic::FOrd => FloatCC::Ordered,
        Intrinsic::FUeq => FloatCC::UnorderedOrEqual,
        Intrinsic::FUgt => FloatCC::UnorderedOrGreaterThan,
        Intrinsic::FUge => FloatCC::UnorderedOrGreaterThanOrEqual,
        Intrinsic::FUlt => FloatCC::UnorderedOrLessThan,
        Intrinsic::FUle => FloatCC::UnorderedOrLessThanOrEqual,
        Intrinsic::FUne => FloatCC::NotEqual,
        Intrinsic::FUno => FloatCC::Unordered,
        _ => return None,
    })
}
