//! `tfrt import`: makes a program of MLIR's upstream dialects or of a model, or lists what can be imported.

use crate::failure::Failure;
use crate::input::Input;
use crate::onnx::{self, Choices};
use crate::{output, program, resources, translate};
use serde_json::json;
use std::fmt::Write;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use tfrt_bef::Blob;
use tfrt_compiler::bef::{self, EmitOptions};
use tfrt_compiler::graph::Module;
use tfrt_compiler::syntax::PrintOptions;
use tfrt_compiler::verify::{self, Verified};
use tfrt_host::kernel::Catalogue;
use tfrt_import::ImportedOp;
use tfrt_model::Weights;

/// What `import` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// An ONNX model; or MLIR text in the generic form, as `mlir-opt --mlir-print-op-generic` prints it; in any form, and
    /// with branches between blocks, or bytecode, if the MLIR helper `tfrt-mlir` is installed; `-` or
    /// nothing is standard input.
    #[arg(conflicts_with = "ops")]
    file: Option<String>,
    /// Where the program goes: BEF if the name ends in .bef, else text; `-` is standard output. The large
    /// constants of a model go to a file of that name with the extension .weights, which the program needs
    /// beside it; on standard output they are in the program.
    #[arg(short, long, default_value = "-", conflicts_with = "ops")]
    output: String,
    /// Passes that the MLIR helper runs first: `cse`, `lift-cf-to-scf`, `symbol-dce`, `inline`. Without
    /// this, it lifts branches between blocks.
    #[arg(long, value_name = "PASSES", value_delimiter = ',', conflicts_with = "ops")]
    mlir_passes: Vec<String>,
    #[command(flatten)]
    choices: Choices,
    /// List the ops that can be imported: all, or those whose names begin so.
    #[arg(long, value_name = "FAMILY", num_args = 0..=1, default_missing_value = "")]
    ops: Option<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    if let Some(family) = &arguments.ops {
        return list(family, catalogue, json);
    }
    let input = Input::read(arguments.file.as_deref())?;
    if let Input::Bef { name, .. } = &input {
        return Err(Failure::unusable(format!("{name}: a BEF file, not text")));
    }
    arguments.choices.only_of_models(&input)?;
    let verified = match &input {
        Input::Model { bytes, .. } => {
            let options = arguments.choices.options();
            let module = onnx::program(bytes, resources::folder(&input), &options);
            let module = module.map_err(|list| program::diagnosed(&input, &list))?;
            match &*arguments.output {
                "-" => verify::verify(module, catalogue)
                    .map_err(|list| program::diagnosed(&input, &list))?,
                to => model_with_weights(&input, (module, bytes), to, catalogue)?,
            }
        }
        _ => {
            let options = program::importing().passes(&arguments.mlir_passes);
            program::verified_with(&input, catalogue, &options)?
        }
    };
    let bytes = if arguments.output.ends_with(".bef") {
        bef::emit(&verified, &EmitOptions::default())
            .map_err(|list| program::diagnosed(&input, &list))?
    } else {
        // Locations say where the program came from.
        let options = PrintOptions { locations: true, ..PrintOptions::default() };
        translate::print(verified.module(), catalogue, options).into_bytes()
    };
    translate::write(&input, &arguments.output, bytes, json)
}

/// The program of a model, whose large constants are written to a file beside it.
fn model_with_weights(
    input: &Input,
    (mut module, bytes): (Module, &Blob),
    to: &str,
    catalogue: &Catalogue,
) -> Result<Verified, Failure> {
    let weights = Weights::take(&mut module);
    let path = Path::new(to).with_extension("weights");
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| Failure::unusable(format!("{to} is no name of a file")))?;
    let file = (weights.bytes() > 0).then(|| weights.into_file(&mut module, name, bytes));
    let verified = verify::verify(module, catalogue);
    let verified = verified.map_err(|list| program::diagnosed(input, &list))?;
    if let Some(file) = file {
        let written = File::create(&path).and_then(|out| file.write(&mut BufWriter::new(out)));
        written.map_err(|error| {
            Failure::unusable(format!("cannot write {}: {error}", path.display()))
        })?;
    }
    Ok(verified)
}

/// The table of ops.
fn list(family: &str, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let mut ops = tfrt_import::ops(catalogue);
    ops.retain(|op| op.name.starts_with(family));
    if ops.is_empty() {
        let message = format!("no op that can be imported has a name that begins with {family}");
        return Err(Failure::unusable(message));
    }
    if json {
        let ops = ops.iter().map(|ImportedOp { name, becomes, types, tensors, note }| {
            json!({
                "name": name, "becomes": becomes, "types": types, "tensors": tensors, "note": note
            })
        });
        output::json(&json!({ "ops": ops.collect::<Vec<_>>() }));
        return Ok(());
    }
    let mut text = String::new();
    for ImportedOp { name, becomes, types, tensors, note } in &ops {
        let _ = write!(text, "{name}");
        if !becomes.is_empty() && becomes != name {
            let _ = write!(text, " -> {becomes}");
        }
        if !types.is_empty() {
            let _ = write!(text, " : {}", types.join(", "));
        }
        if tensors == types && !types.is_empty() {
            text.push_str("; tensors of these");
        } else if !tensors.is_empty() {
            let _ = write!(text, "; tensors of {}", tensors.join(", "));
        }
        if !note.is_empty() {
            let _ = write!(text, " ({note})");
        }
        text.push('\n');
    }
    output::print(&text);
    Ok(())
}
