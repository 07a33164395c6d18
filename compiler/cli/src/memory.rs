//! The memory of a model's runs: `show --as memory`, and `check --budget`.

use crate::failure::Failure;
use crate::input::Input;
use crate::onnx::{self, Choices};
use crate::{output, program, resources};
use serde_json::json;
use std::fmt::Write;
use tfrt_compiler::graph::Module;
use tfrt_host::kernel::Catalogue;
use tfrt_model::{MemoryPlan, PlacedValue, RunTensor};

/// Where the values of a program lie, as a table.
///
/// # Errors
/// Its memory is not planned.
pub(crate) fn show(program: &Module) -> Result<String, Failure> {
    let plan = planned(program)?;
    let mut text = format!(
        "memory of a run: {} bytes; one allocation for each value: {} bytes\n",
        plan.bytes,
        plan.bytes_of_values()
    );
    let _ = writeln!(text, "{:>12}{:>12}{:>7}{:>7}  value", "from", "bytes", "op", "last");
    for PlacedValue { place, kernel, is_scratch, lives: (first, last), .. } in &plan.values {
        let bytes = place.bytes.clone().unwrap_or_default();
        let what = if *is_scratch { "scratch of " } else { "" };
        let (from, size) = (bytes.start, bytes.len());
        let place = place.to_string();
        let ty = place.split('@').next().unwrap_or_default();
        let _ = writeln!(text, "{from:>12}{size:>12}{first:>7}{last:>7}  {ty} {what}{kernel}");
    }
    if !plan.tensors.is_empty() {
        text.push_str("allocated by each run besides:\n");
    }
    for RunTensor { kernel, ty, bytes, .. } in &plan.tensors {
        let bytes = bytes.map_or_else(|| "any size".to_owned(), |bytes| format!("{bytes} bytes"));
        let _ = writeln!(text, "  {ty} {kernel}: {bytes}");
    }
    Ok(text)
}

/// The most memory that a run of a model has, by parts.
///
/// # Errors
/// It is no model, or its memory is not planned.
pub(crate) fn budget(
    file: &str,
    choices: &Choices,
    catalogue: &Catalogue,
    json: bool,
) -> Result<(), Failure> {
    let input = Input::read(Some(file))?;
    choices.only_of_models(&input)?;
    let program = match &input {
        Input::Model { bytes, .. } => {
            onnx::program(bytes, resources::folder(&input), &choices.options())
                .map_err(|list| program::diagnosed(&input, &list))?
        }
        _ => program::verified(&input, catalogue)?.into_module(),
    };
    let plan = planned(&program)?;
    let open: Vec<&RunTensor> = plan.tensors.iter().filter(|it| it.bytes.is_none()).collect();
    let tensors = plan.most() - plan.bytes;
    if json {
        output::json(&json!({
            "file": input.name(),
            "weights": plan.constants,
            "memory_of_a_run": plan.bytes,
            "tensors_of_a_run": tensors,
            "peak_of_a_run": open.is_empty().then_some(plan.most()),
            "of_any_size": open.iter().map(|it| it.ty.to_string()).collect::<Vec<_>>(),
        }));
        return Ok(());
    }
    let mut text = String::new();
    let mut line = |what: &str, bytes: u64| {
        let _ = writeln!(text, "{what:<24}{bytes:>16} bytes");
    };
    line("weights", plan.constants);
    line("memory of a run", plan.bytes as u64);
    line("tensors of a run", tensors as u64);
    line("most of a run", plan.most() as u64);
    for RunTensor { kernel, ty, .. } in open {
        let _ = writeln!(text, "and besides, of any size: {ty} {kernel}");
    }
    output::print(&text);
    Ok(())
}

/// The plan of a program.
///
/// # Errors
/// There is none, and why.
fn planned(program: &Module) -> Result<MemoryPlan, Failure> {
    MemoryPlan::of(program).ok_or_else(|| {
        let face = tfrt_model::face(program);
        let (inputs, _) = face.unwrap_or_default();
        let symbols = tfrt_model::symbols(&inputs);
        let why = match symbols[..] {
            [] => "its values are tensors of any size, or nothing of it has a kernel of `arena`"
                .to_owned(),
            _ => format!("`--bind` gives sizes that are open a number: {}", symbols.join(", ")),
        };
        Failure::unusable(format!("the memory of a run is not planned: {why}"))
    })
}
