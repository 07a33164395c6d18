//! Random programs of upstream dialects on engines: what `main` is called with, and whether a run comes
//! to what their evaluator says.

use crate::Run;
use crate::random::Scalar;
use crate::upstream::evaluate::Expected;
use crate::upstream::{Function, Program, Ty};

/// The function that is called.
fn main(program: &Program) -> &Function {
    program.functions.last().expect("every program has a main")
}

/// An input as the arguments of `main`.
#[must_use]
pub fn arguments(program: &Program, input: &[u64]) -> Vec<Scalar> {
    let main = main(program);
    let params = input.iter().zip(&main.block.params);
    params.map(|(&bits, &param)| argument(bits, main.types[param])).collect()
}

fn argument(bits: u64, ty: Ty) -> Scalar {
    match ty {
        Ty::Int(1) => Scalar::I1(bits & 1 == 1),
        Ty::Int(8) => Scalar::I8(bits as i8),
        Ty::Int(16) => Scalar::I16(bits as i16),
        Ty::Int(32) => Scalar::I32(bits as i32),
        Ty::Int(_) | Ty::Index => Scalar::I64(bits as i64),
        Ty::F32 => Scalar::F32(f32::from_bits(bits as u32)),
        Ty::F64 => Scalar::F64(f64::from_bits(bits)),
        Ty::Tensor(..) => unreachable!("main takes scalars"),
    }
}

/// What differs between what was expected of `main` and what a run came to.
#[must_use]
pub fn check(program: &Program, expected: &Expected, run: &Run) -> Option<String> {
    if run.leaked != 0 {
        return Some(format!("{} values are left alive", run.leaked));
    }
    let (types, results) = (&main(program).results, &run.outcome.results);
    for (at, (value, &ty)) in expected.results.iter().zip(types).enumerate() {
        let found = &results[at];
        let is_error = found.contains("' in ");
        let shown = value.bits.map(|bits| expected.shown(bits, ty));
        let same = match &shown {
            Some(shown) => found == shown || value.inexact && is_error,
            None => is_error,
        };
        if !same {
            let expected = shown.unwrap_or("an error".to_owned());
            return Some(format!("result {at} is {found}, expected {expected}"));
        }
    }
    None
}
