//! The passes in their order, and all of them together.
//!
//! Every pass but `fuse` keeps what the model computes, bit by bit, for all inputs that it takes afterwards.

use crate::bind::bind;
use crate::clean::clean;
use crate::fold::fold;
use crate::fuse::fuse;
use crate::infer::infer;
use crate::lower::lower;
use crate::options::{Form, Options};
use crate::plan::plan;
use tfrt_compiler::graph::Module;
use tfrt_compiler::source::Diagnostic;

/// A pass over op graphs.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The name by which users run it.
    pub name: &'static str,
    /// What it does, in a sentence without its end.
    pub summary: &'static str,
    /// Makes a new graph of one.
    pub run: fn(&Module, &Options) -> Result<Module, Vec<Diagnostic>>,
}

/// The passes, in the order in which [`compile`] runs them. The results of the last two are programs of kernels.
pub const PASSES: [Pass; 7] = [
    Pass {
        name: "bind",
        summary: "Give sizes that the model leaves open numbers",
        run: |module, options| bind(module, &options.bindings),
    },
    Pass {
        name: "infer",
        summary: "Infer the types of all values anew",
        run: |module, _| infer(module),
    },
    Pass {
        name: "fold",
        summary: "Compute what follows from constants, within limits",
        run: |module, options| fold(module, options.fold),
    },
    Pass {
        name: "clean",
        summary: "Remove ops that do nothing, merge equal ones, drop unused ones",
        run: |module, _| clean(module),
    },
    Pass {
        name: "fuse",
        summary: "Let convolutions take in sums and products by constants, and batch normalization",
        run: |module, _| fuse(module),
    },
    Pass { name: "lower", summary: "Give each op its kernel", run: |module, _| lower(module) },
    Pass {
        name: "plan",
        summary: "Let ops work in one memory, where each value has its place",
        run: |module, options| match options.form {
            Form::Planned => plan(module),
            Form::Values => Ok(module.clone()),
        },
    },
];

/// The program of kernels that an op graph is, by all passes.
///
/// ```
/// # use tfrt_compiler::{source::Source, syntax};
/// use tfrt_model::{Binding, Options, compile};
///
/// let text = r#"
///     func.func @main(%x: tensor<?x3xf32> {model.dimensions = ["batch", ""]}) -> tensor<?x3xf32> {
///       %y = nn.add %x, %x : tensor<?x3xf32>
///       tfrt.return %y : tensor<?x3xf32>
///     }"#;
/// let source = Source::new("m.mlir", text.to_owned());
/// let (graph, _) = syntax::parse(&source, tfrt_model::ops(), Default::default());
/// let bindings = vec![Binding { name: "batch".to_owned(), size: 2 }];
/// let program = compile(&graph, &Options { bindings, ..Options::default() });
/// let main = program.map_err(|errors| errors[0].message.clone())?;
/// let main = main.function("main").ok_or("it is there")?;
/// assert_eq!(main.results[0].as_str(), "tensor<2x3xf32>");
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// Bindings that the model contradicts; an op that must fail, or whose kernels do not take its operands.
pub fn compile(graph: &Module, options: &Options) -> Result<Module, Vec<Diagnostic>> {
    let mut passes = PASSES.iter();
    let first = passes.next().map(|pass| (pass.run)(graph, options));
    passes.fold(first.unwrap_or_else(|| Ok(graph.clone())), |graph, pass| {
        (pass.run)(&graph?, options)
    })
}
