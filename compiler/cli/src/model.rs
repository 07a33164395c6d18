//! Models that a command runs: their inputs and outputs by name, values in files, and how results are
//! compared with those of others.

mod bench;
mod compare;
mod diff;
mod hash;
mod profile;
mod run;
mod values;

use crate::failure::Failure;
pub(crate) use bench::bench;
pub(crate) use compare::{Tolerance, different};
pub(crate) use diff::{DiffArguments, diff};
pub(crate) use run::{Inputs, RunArguments, run};
pub(crate) use values::value_of;

/// Refuses flags that a model does not have, each with whether it is given.
///
/// # Errors
/// One is given, or several.
pub(crate) fn only_of_programs(flags: &[(&str, bool)]) -> Result<(), Failure> {
    let given = flags.iter().filter(|(_, given)| *given).map(|(flag, _)| *flag);
    let given: Vec<&str> = given.collect();
    if given.is_empty() {
        return Ok(());
    }
    let (flags, are) = (given.join(", "), if given.len() == 1 { "is" } else { "are" });
    Err(Failure::unusable(format!(
        "{flags} {are} of programs: a model has one function, takes --input and computes in --threads"
    )))
}
