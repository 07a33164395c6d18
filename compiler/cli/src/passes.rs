//! The passes over op graphs, as commands name them, and the op graph of an input.

use crate::failure::Failure;
use crate::input::Input;
use crate::{onnx, program, resources};
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::Diagnostic;
use tfrt_import::Caller;
use tfrt_model::{Options, PASSES};

/// The op graph of an input, before any pass: a model's, or that of a text or BEF, whose ops are those of op
/// graphs.
///
/// # Errors
/// A file that is no BEF ends the command; what else is wrong is listed.
pub(crate) fn op_graph(input: &Input) -> Result<Result<Module, Vec<Diagnostic>>, Failure> {
    let ops = tfrt_model::ops();
    Ok(match input {
        Input::Model { bytes, .. } => onnx::graph(bytes, resources::folder(input)),
        Input::Text(source) => {
            let resolver = resources::resolver(input);
            let graph = tfrt_compiler::front_end_with(source, ops, resolver.as_deref());
            graph
                .map(|graph| graph.into_module())
                .map_err(|errors| tfrt_import::explained(source, ops, errors, Caller::Reader))
        }
        Input::Bef { .. } => tfrt_compiler::verify::verify(program::module(input, ops)?, ops)
            .map(|graph| graph.into_module()),
    })
}

/// An op graph after all passes up to this one.
///
/// # Errors
/// What a pass finds wrong.
pub(crate) fn up_to(
    name: &str,
    graph: Module,
    options: &Options,
) -> Result<Module, Vec<Diagnostic>> {
    let last = PASSES.iter().position(|pass| pass.name == name);
    let passes = &PASSES[..last.map_or(0, |last| last + 1)];
    passes.iter().try_fold(graph, |graph, pass| (pass.run)(&graph, options))
}
