//! Lowers intrinsic kernels to Cranelift instructions, by the numeric contract.

use super::emit::{Emit, Held};
use super::join::Join;
use super::step::Operand;
use super::{scalar_type, word_type};
use crate::CompileError;
use crate::abi::{Form, Rep};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use smallvec::{SmallVec, smallvec};
use tfrt_compiler::plan::{Class, FnPlan, Scalar, Step};
use tfrt_host::kernel::{Intrinsic, KernelDef, ScalarType};

impl<'a> Emit<'_, 'a, '_> {
    /// The step as instructions, if its kernel is an intrinsic for these types: its results, with
    /// the operands still owned by the step. `None`: call the kernel.
    pub(super) fn intrinsic(
        &mut self,
        function: &FnPlan,
        step: &'a Step,
        (kernel, proved): (&KernelDef, bool),
        operands: &[Operand],
        join: &mut Join,
    ) -> Result<Option<Vec<Held>>, CompileError> {
        let Some(intrinsic) = kernel.intrinsic else { return Ok(None) };
        let results: SmallVec<[Rep; 4]> = join.forms.iter().map(|form| form.rep).collect();
        let inputs: SmallVec<[(Rep, Option<Value>); 4]> =
            operands.iter().map(|operand| (operand.held.form.rep, operand.held.word)).collect();
        let words: SmallVec<[Option<Value>; 4]> = match intrinsic {
            Intrinsic::Chain if results.iter().all(|&rep| rep == Rep::Unit) => {
                smallvec![None; results.len()]
            }
            Intrinsic::IDiv | Intrinsic::FDiv => {
                let Some((a, b, ty)) = binary(&inputs, &results) else { return Ok(None) };
                let float = intrinsic == Intrinsic::FDiv;
                if float != ty.is_float() || (float && results.len() != 1) {
                    return Ok(None);
                }
                if !float && (!is_signed(results[0]) || results.len() != 2) {
                    return Ok(None);
                }
                if !proved {
                    let zero = if float {
                        let zero = self.float(ty, 0);
                        self.b.ins().fcmp(FloatCC::Equal, b, zero)
                    } else {
                        self.b.ins().icmp_imm_s(IntCC::Equal, b, 0)
                    };
                    let next = self.branch_cold(zero);
                    // The kernel reports its own error.
                    let forms: Vec<Form> =
                        results.iter().map(|&rep| Form::new(rep, Class::Fallible)).collect();
                    let held = self.kernel(function, step, operands, &forms)?;
                    self.leave(join, held)?;
                    self.b.switch_to_block(next);
                }
                if float {
                    smallvec![Some(self.b.ins().fdiv(a, b))]
                } else {
                    let (quotient, remainder) = self.divide(a, b, ty);
                    smallvec![Some(quotient), Some(remainder)]
                }
            }
            // A constant of another type is created by its kernel.
            Intrinsic::Constant => return Ok(None),
            _ => {
                let &[result] = &*results else { return Ok(None) };
                match self.arithmetic(intrinsic, &inputs, result) {
                    Some(word) => smallvec![Some(word)],
                    None => return Ok(None),
                }
            }
        };
        let held = results.iter().zip(words).map(|(&rep, word)| Held::ready(rep, word));
        Ok(Some(held.collect()))
    }

    /// A known scalar.
    pub(super) fn constant(&mut self, scalar: Scalar) -> Held {
        let rep = Rep::of(Some(scalar.ty));
        let word = word_type(rep).map(|ty| {
            if ty.is_float() {
                return self.float(ty, scalar.bits);
            }
            let value = sign_extend(scalar.bits, ty.bits());
            let word = self.int(ty, scalar.bits.cast_signed());
            self.constants.insert(word, value);
            word
        });
        Held::ready(rep, word)
    }

    /// A float by its bits.
    fn float(&mut self, ty: Type, bits: u64) -> Value {
        if ty == types::F32 {
            #[expect(clippy::cast_possible_truncation, reason = "an f32 is its low 32 bits")]
            self.b.ins().f32const(Ieee32::with_bits(bits as u32))
        } else {
            self.b.ins().f64const(Ieee64::with_bits(bits))
        }
    }

    /// Quotient and remainder by a divisor that is not zero; MIN / -1 is (MIN, 0).
    fn divide(&mut self, a: Value, b: Value, ty: Type) -> (Value, Value) {
        let quotient = match self.constants.get(&b) {
            Some(-1) => self.b.ins().ineg(a),
            Some(0) | None => {
                // The processor traps on MIN / -1, so -1 is handled separately.
                let minus_one = self.b.ins().icmp_imm_s(IntCC::Equal, b, -1);
                let one = self.int(ty, 1);
                let divisor = self.b.ins().select(minus_one, one, b);
                let negated = self.b.ins().ineg(a);
                let quotient = self.b.ins().sdiv(a, divisor);
                self.b.ins().select(minus_one, negated, quotient)
            }
            Some(_) => self.b.ins().sdiv(a, b),
        };
        let product = self.b.ins().imul(quotient, b);
        let remainder = self.b.ins().isub(a, product);
        (quotient, remainder)
    }

    /// One result out of one or two operands, without failure. `None`, and nothing is emitted, if
    /// the kernel is something else.
    pub(super) fn arithmetic(
        &mut self,
        intrinsic: Intrinsic,
        inputs: &[(Rep, Option<Value>)],
        result: Rep,
    ) -> Option<Value> {
        let to = word_type(result)?;
        match intrinsic {
            Intrinsic::IntToFloat | Intrinsic::FloatToInt => {
                let &(from, Some(a)) = inputs.first()? else { return None };
                return match (intrinsic, from, result) {
                    (Intrinsic::IntToFloat, from, _) if is_wide(from) && to.is_float() => {
                        Some(self.b.ins().fcvt_from_sint(to, a))
                    }
                    (Intrinsic::FloatToInt, Rep::Scalar(ScalarType::F32 | ScalarType::F64), _)
                        if is_wide(result) =>
                    {
                        Some(self.b.ins().fcvt_to_sint_sat(to, a))
                    }
                    _ => None,
                };
            }
            Intrinsic::ILe | Intrinsic::IEq => {
                let (a, b, _) = binary(inputs, &[inputs.first()?.0])?;
                let comparable = match intrinsic {
                    Intrinsic::ILe => is_signed(inputs[0].0),
                    _ => !word_type(inputs[0].0)?.is_float(),
                };
                if !comparable || result != Rep::Scalar(ScalarType::I1) {
                    return None;
                }
                let condition = match intrinsic {
                    Intrinsic::ILe => IntCC::SignedLessThanOrEqual,
                    _ => IntCC::Equal,
                };
                return Some(self.b.ins().icmp(condition, a, b));
            }
            _ => {}
        }
        let (a, b, ty) = binary(inputs, &[result])?;
        let ins = self.b.ins();
        Some(match intrinsic {
            Intrinsic::IMul if ty.is_int() => ins.imul(a, b),
            Intrinsic::IAdd if ty.is_int() => ins.iadd(a, b),
            Intrinsic::ISub if ty.is_int() => ins.isub(a, b),
            Intrinsic::And if ty.is_int() => ins.band(a, b),
            Intrinsic::FAdd if ty.is_float() => ins.fadd(a, b),
            Intrinsic::FMul if ty.is_float() => ins.fmul(a, b),
            Intrinsic::FMin if ty.is_float() => {
                let less = ins.fcmp(FloatCC::LessThan, b, a);
                self.b.ins().select(less, b, a)
            }
            _ => return None,
        })
    }
}

/// Two operands of the first result's scalar type. Chains after them do not matter.
fn binary(inputs: &[(Rep, Option<Value>)], results: &[Rep]) -> Option<(Value, Value, Type)> {
    let &[(a_rep, Some(a)), (b_rep, Some(b)), ref rest @ ..] = inputs else { return None };
    let (&rep, others) = results.split_first()?;
    let Rep::Scalar(scalar) = rep else { return None };
    let same = a_rep == rep && b_rep == rep && others.iter().all(|&other| other == rep);
    let chains = rest.iter().all(|&(rep, _)| rep == Rep::Unit);
    (same && chains).then_some((a, b, scalar_type(scalar)))
}

fn is_signed(rep: Rep) -> bool {
    use ScalarType::{I8, I16, I32, I64};
    matches!(rep, Rep::Scalar(I8 | I16 | I32 | I64))
}

/// Conversions between integers and floats exist for these.
fn is_wide(rep: Rep) -> bool {
    matches!(rep, Rep::Scalar(ScalarType::I32 | ScalarType::I64))
}

fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width;
    (bits << shift).cast_signed() >> shift
}
