//! The passes in their order, and all of them together.
//!
//! Every pass but `fuse` and `winograd` keeps what the model computes, bit by bit, for all inputs that it takes
//! afterwards.

use crate::bind::{bind, with_shapes};
use crate::clean::clean;
use crate::fold::fold;
use crate::fuse::fuse;
use crate::infer::infer;
use crate::lower::lower;
use crate::options::{FoldLimits, Form, Math, Options};
use crate::plan::{Packed, plan};
use crate::winograd::winograd;
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
pub const PASSES: [Pass; 8] = [
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
        run: |module, options| match options.math {
            Math::Exact => Ok(module.clone()),
            Math::Default | Math::Fast => fuse(module),
        },
    },
    Pass {
        name: "winograd",
        summary: "Let convolutions of 3 by 3 that are large enough be computed by Winograd's algorithms",
        run: |module, options| match options.math {
            Math::Exact => Ok(module.clone()),
            Math::Default => winograd(module, 2),
            Math::Fast => winograd(module, 4),
        },
    },
    Pass { name: "lower", summary: "Give each op its kernel", run: |module, _| lower(module) },
    Pass {
        name: "plan",
        summary: "Let ops work in one memory, where each value has its place",
        run: |module, options| match options.form {
            Form::Planned => plan(module, &Packed::of(module)),
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
    Prepared::new(graph, options)?.program(options.form)
}

/// The last pass whose result does not depend on sizes that a run may bind.
const LAST_OF_ALL_SIZES: &str = "winograd";

/// An op graph after those passes that all programs of a model have in common, whatever their sizes: programs of any
/// sizes are made of it, and for inputs of certain shapes. Their results have the same bits.
///
/// ```
/// # use tfrt_compiler::{source::Source, syntax};
/// use tfrt_model::{Form, Options, Prepared};
///
/// let text = r#"
///     func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
///       %y = nn.relu %x : tensor<?x3xf32>
///       %z = nn.add %y, %y : tensor<?x3xf32>
///       tfrt.return %z : tensor<?x3xf32>
///     }"#;
/// let source = Source::new("m.mlir", text.to_owned());
/// let (graph, _) = syntax::parse(&source, tfrt_model::ops(), Default::default());
/// let said = |errors: Vec<tfrt_compiler::source::Diagnostic>| errors[0].message.clone();
/// let prepared = Prepared::new(&graph, &Options::default()).map_err(said)?;
/// assert!(tfrt_model::entry(&prepared.program(Form::Planned).map_err(said)?).is_none());
/// let two_rows = prepared.program_for(&[&[2, 3]], Form::Planned).map_err(said)?;
/// assert!(tfrt_model::entry(&two_rows).is_some());
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Prepared {
    graph: Module,
    limits: FoldLimits,
    packed: Packed,
}

impl Prepared {
    /// Runs the passes whose results do not depend on sizes that are still open: those up to `winograd`.
    ///
    /// # Errors
    /// Bindings that the model contradicts; an op that must fail.
    pub fn new(graph: &Module, options: &Options) -> Result<Self, Vec<Diagnostic>> {
        let mut graph = graph.clone();
        for pass in &PASSES {
            graph = (pass.run)(&graph, options)?;
            if pass.name == LAST_OF_ALL_SIZES {
                break;
            }
        }
        let packed = Packed::of(&graph);
        Ok(Self { graph, limits: options.fold, packed })
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Module {
        &self.graph
    }

    /// The program for inputs of all sizes.
    ///
    /// # Errors
    /// An op whose kernels do not take its operands.
    pub fn program(&self, form: Form) -> Result<Module, Vec<Diagnostic>> {
        self.end(&self.graph, form)
    }

    /// The program for inputs of these shapes, in their order. Of an input that is no tensor, or has any rank, the
    /// shape says nothing.
    ///
    /// # Errors
    /// As [`program`](Self::program); or an op must fail on such inputs.
    pub fn program_for(&self, shapes: &[&[i64]], form: Form) -> Result<Module, Vec<Diagnostic>> {
        let graph = with_shapes(&self.graph, shapes)?;
        let graph = clean(&fold(&infer(&graph)?, self.limits)?)?;
        self.end(&graph, form)
    }

    fn end(&self, graph: &Module, form: Form) -> Result<Module, Vec<Diagnostic>> {
        let program = lower(graph)?;
        match form {
            Form::Planned => plan(&program, &self.packed),
            Form::Values => Ok(program),
        }
    }
}
