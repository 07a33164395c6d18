//! `tfrt diff MODEL --against F.npz`: which node is the first whose result differs from another runtime's.

use super::compare::difference;
use super::run::{Inputs, Within};
use super::values;
use crate::engine::EngineName;
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use serde_json::json;

/// What `diff` takes for models.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Models")]
pub(crate) struct DiffArguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Values of the model, by name, as another runtime has computed them from the same inputs, which are in
    /// the file too where no other flag gives them.
    #[arg(long, value_name = "FILE.npz")]
    against: Option<String>,
    #[command(flatten)]
    within: Within,
}

impl DiffArguments {
    /// Whether anything is said that only models have.
    pub(crate) fn are_given(&self) -> bool {
        self.inputs.are_given() || self.against.is_some()
    }
}

/// Compares the results of a model's nodes, in order, and names the first that differs.
pub(crate) fn diff(input: &Input, arguments: &DiffArguments, json: bool) -> Result<(), Failure> {
    let Some(path) = &arguments.against else {
        let message = "a model is compared with what another runtime computed: --against FILE.npz";
        return Err(Failure::unusable(message));
    };
    let theirs = values::archive(path)?;
    let ready = arguments.inputs.load(input, EngineName::Executor, true)?;
    let ours = arguments.inputs.run_with(&ready, &theirs)?;
    let mut compared = 0;
    for (name, found) in ours.iter() {
        let Some(expected) = theirs.get(name) else { continue };
        compared += 1;
        let Some(what) = difference(found, expected, arguments.within.tolerance()) else {
            continue;
        };
        if json {
            let first = json!({ "value": name, "difference": what });
            output::json(&json!({ "equal": false, "compared": compared, "first": first }));
            return Err(Failure::failed());
        }
        return Err(Failure::check(format!(
            "'{name}' is the first value that differs, after {} that are equal: {what}\n",
            compared - 1
        )));
    }
    if compared == 0 {
        return Err(Failure::unusable(format!("{path} has no value of the model by its name")));
    }
    if json {
        output::json(&json!({ "equal": true, "compared": compared, "first": null }));
    } else {
        output::print(&format!("{compared} values are equal within the tolerances\n"));
    }
    Ok(())
}
