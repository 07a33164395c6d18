//! Lowers intrinsic kernels to Cranelift instructions, by the numeric contract.

mod cast;
mod float;
mod integer;

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

/// The operands, without chains after them.
type Inputs = SmallVec<[(ScalarType, Value); 4]>;
/// One word for each result.
type Words = SmallVec<[Value; 4]>;

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
        let reps: SmallVec<[Rep; 4]> = join.forms.iter().map(|form| form.rep).collect();
        if intrinsic == Intrinsic::Chain && reps.iter().all(|&rep| rep == Rep::Unit) {
            return Ok(Some(reps.iter().map(|&rep| Held::ready(rep, None)).collect()));
        }
        let (Some(inputs), Some(results)) = (scalars(operands), all_scalars(&reps)) else {
            return Ok(None);
        };
        if let Some(place) = intrinsic.fails_only_if_zero() {
            let divided = division(intrinsic, &inputs, &results);
            let (true, Some(&(scalar, divisor))) = (divided, inputs.get(place)) else {
                return Ok(None);
            };
            if !proved {
                let zero = self.is_zero(scalar, divisor);
                let next = self.branch_cold(zero);
                // The kernel reports its own error.
                let forms: Vec<Form> =
                    reps.iter().map(|&rep| Form::new(rep, Class::Fallible)).collect();
                let held = self.kernel(function, step, operands, &forms)?;
                self.pass_results(join, held)?;
                self.b.switch_to_block(next);
            }
        }
        let words = self.words(intrinsic, &inputs, &results);
        let held = |words: Words| {
            reps.iter().zip(words).map(|(&rep, word)| Held::ready(rep, Some(word))).collect()
        };
        Ok(words.map(held))
    }

    /// The results; divisors are not zero. `None`, and nothing is emitted, if the kernel is something
    /// else: it is called.
    fn words(
        &mut self,
        intrinsic: Intrinsic,
        inputs: &[(ScalarType, Value)],
        results: &[ScalarType],
    ) -> Option<Words> {
        if let (Intrinsic::Select, &[(ScalarType::I1, condition), a, b], &[result]) =
            (intrinsic, inputs, results)
        {
            let same = a.0 == result && b.0 == result;
            return same.then(|| smallvec![self.b.ins().select(condition, a.1, b.1)]);
        }
        if let Some(words) = self.integers(intrinsic, inputs, results) {
            return Some(words);
        }
        let &[result] = results else { return None };
        let word = self.floats(intrinsic, inputs, result).or_else(|| match *inputs {
            [input] => {
                let word = self.one_integer(intrinsic, input, result);
                word.or_else(|| self.cast(intrinsic, input, result))
            }
            _ => None,
        });
        word.map(|word| smallvec![word])
    }

    fn is_zero(&mut self, scalar: ScalarType, value: Value) -> Value {
        let ty = scalar_type(scalar);
        if ty.is_float() {
            let zero = self.float_bits(ty, 0);
            self.b.ins().fcmp(FloatCC::Equal, value, zero)
        } else {
            self.b.ins().icmp_imm_s(IntCC::Equal, value, 0)
        }
    }

    /// A known scalar.
    pub(super) fn constant(&mut self, scalar: Scalar) -> Held {
        let rep = Rep::of(Some(scalar.ty));
        let word = word_type(rep).map(|ty| {
            if ty.is_float() {
                return self.float_bits(ty, scalar.bits);
            }
            let value = sign_extend(scalar.bits, ty.bits());
            let word = self.int(ty, scalar.bits.cast_signed());
            self.constants.insert(word, value);
            word
        });
        Held::ready(rep, word)
    }

    /// A float by its bits.
    fn float_bits(&mut self, ty: Type, bits: u64) -> Value {
        if ty == types::F32 {
            #[expect(clippy::cast_possible_truncation, reason = "an f32 is its low 32 bits")]
            self.b.ins().f32const(Ieee32::with_bits(bits as u32))
        } else {
            self.b.ins().f64const(Ieee64::with_bits(bits))
        }
    }
}

/// Whether a division is one that is lowered.
fn division(intrinsic: Intrinsic, inputs: &[(ScalarType, Value)], results: &[ScalarType]) -> bool {
    let &[(a, _), (b, _)] = inputs else { return false };
    let same = a == b && results.iter().all(|&result| result == a);
    let count = if intrinsic == Intrinsic::IDiv { 2 } else { 1 };
    let fits = match intrinsic {
        Intrinsic::FDiv => scalar_type(a).is_float(),
        Intrinsic::UDiv | Intrinsic::URem | Intrinsic::UDivCeil => !a.is_float(),
        _ => integer::has_sign(a),
    };
    same && fits && results.len() == count
}

/// The operands, if they are scalars and perhaps chains after them.
fn scalars(operands: &[Operand]) -> Option<Inputs> {
    let mut inputs = Inputs::new();
    let mut operands = operands.iter().map(|operand| (operand.held.form.rep, operand.held.word));
    for (rep, word) in operands.by_ref() {
        match (rep, word) {
            (Rep::Scalar(scalar), Some(word)) => inputs.push((scalar, word)),
            (Rep::Unit, _) => break,
            _ => return None,
        }
    }
    operands.all(|(rep, _)| rep == Rep::Unit).then_some(inputs)
}

fn all_scalars(reps: &[Rep]) -> Option<SmallVec<[ScalarType; 4]>> {
    let scalar = |&rep: &Rep| match rep {
        Rep::Scalar(scalar) => Some(scalar),
        _ => None,
    };
    reps.iter().map(scalar).collect()
}

fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width;
    (bits << shift).cast_signed() >> shift
}
