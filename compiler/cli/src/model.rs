//! Models that a command runs: their inputs and outputs by name, values in files, and how results are
//! compared with those of others.

mod bench;
mod compare;
mod diff;
mod hash;
mod run;
mod values;

pub(crate) use bench::bench;
pub(crate) use compare::{Tolerance, different};
pub(crate) use diff::{DiffArguments, diff};
pub(crate) use run::{Inputs, RunArguments, run};
pub(crate) use values::value_of;
