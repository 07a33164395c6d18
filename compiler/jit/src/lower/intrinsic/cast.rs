//! Casts between integers and floats.

use super::super::emit::Emit;
use super::super::scalar_type;
use super::integer::{has_sign, width};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use tfrt_host::kernel::{Intrinsic, ScalarType};

impl Emit<'_, '_, '_> {
    /// The result of a cast. `None`, and nothing is emitted, if it is something else.
    pub(super) fn cast(
        &mut self,
        intrinsic: Intrinsic,
        (from, a): (ScalarType, Value),
        to: ScalarType,
    ) -> Option<Value> {
        let (from_ty, to_ty) = (scalar_type(from), scalar_type(to));
        let integers = !from.is_float() && !to.is_float();
        Some(match intrinsic {
            Intrinsic::SExtend if integers && has_sign(from) && width(from) < width(to) => {
                let a = self.signed(from, a);
                self.widened(a, to_ty, true)
            }
            Intrinsic::ZExtend if integers && width(from) < width(to) => {
                self.widened(a, to_ty, false)
            }
            Intrinsic::Truncate if integers && width(to) < width(from) => {
                let low = if from_ty == to_ty { a } else { self.b.ins().ireduce(to_ty, a) };
                self.wrapped(to, low)
            }
            Intrinsic::Bitcast if from.bytes() == to.bytes() => {
                if from_ty == to_ty {
                    return Some(a);
                }
                self.b.ins().bitcast(to_ty, MemFlagsData::new(), a)
            }
            Intrinsic::FPromote if (from_ty, to_ty) == (types::F32, types::F64) => {
                self.b.ins().fpromote(to_ty, a)
            }
            Intrinsic::FDemote if (from_ty, to_ty) == (types::F64, types::F32) => {
                self.b.ins().fdemote(to_ty, a)
            }
            Intrinsic::IntToFloat if has_sign(from) && to_ty.is_float() => {
                // The processor converts from 32 and 64 bits.
                let a = self.signed(from, a);
                let wide = if from_ty == types::I64 { types::I64 } else { types::I32 };
                let a = self.widened(a, wide, true);
                self.b.ins().fcvt_from_sint(to_ty, a)
            }
            Intrinsic::UIntToFloat if from_ty == types::I64 && to_ty.is_float() => {
                self.b.ins().fcvt_from_uint(to_ty, a)
            }
            Intrinsic::UIntToFloat if !from.is_float() && to_ty.is_float() => {
                // With a bit more, none is the sign.
                let a = self.widened(a, types::I64, false);
                self.b.ins().fcvt_from_sint(to_ty, a)
            }
            Intrinsic::FloatToInt if from_ty.is_float() && has_sign(to) => {
                let wide = if to_ty == types::I64 { types::I64 } else { types::I32 };
                let integer = self.b.ins().fcvt_to_sint_sat(wide, a);
                if wide == to_ty {
                    return Some(integer);
                }
                let most = (1_i64 << (width(to) - 1)) - 1;
                let integer = self.limited(integer, most, IntCC::SignedGreaterThan);
                let integer = self.limited(integer, !most, IntCC::SignedLessThan);
                let low = self.b.ins().ireduce(to_ty, integer);
                self.wrapped(to, low)
            }
            Intrinsic::FloatToUInt if from_ty.is_float() && !to.is_float() => {
                let wide = if to_ty == types::I64 { types::I64 } else { types::I32 };
                let integer = self.b.ins().fcvt_to_uint_sat(wide, a);
                if wide == to_ty {
                    return Some(integer);
                }
                let most = (1_i64 << width(to)) - 1;
                let integer = self.limited(integer, most, IntCC::UnsignedGreaterThan);
                self.b.ins().ireduce(to_ty, integer)
            }
            _ => return None,
        })
    }

    /// An integer of at least its width.
    fn widened(&mut self, value: Value, ty: Type, signed: bool) -> Value {
        let from = self.b.func.dfg.value_type(value);
        match (from == ty, signed) {
            (true, _) => value,
            (_, true) => self.b.ins().sextend(ty, value),
            (_, false) => self.b.ins().uextend(ty, value),
        }
    }

    /// The limit if the condition of the value and it holds, else the value: of 32 bits.
    fn limited(&mut self, value: Value, limit: i64, beyond: IntCC) -> Value {
        let limit = self.known(types::I32, limit);
        let beyond = self.b.ins().icmp(beyond, value, limit);
        self.b.ins().select(beyond, limit, value)
    }
}
