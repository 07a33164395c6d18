//! Passes that make programs for CUDA devices of dialects of MLIR: kernels of `gpu`, regions of
//! `async` and memory of `memref` become ops of `tfrt_gpu` on a stream, ordered by chains. Names,
//! options and messages are the original's.
//!
//! A pass takes a module that was checked and gives one that can be checked again. What it finds nothing to
//! do with stays as it is; casts between types of both worlds stand where two passes meet, and
//! [`PASSES`] has one that ends them all.

mod async_to_tfrt;
mod async_values;
mod casts;
mod entry_point;
mod functions;
mod gpu;
mod hoist;
mod names;
mod ops;
mod options;
mod rewrite;
mod wrap;

pub use ops::{DECLARED, UPSTREAM};

use tfrt_compiler::graph::{Item, Module, is_compiled};
use tfrt_compiler::source::Diagnostic;
use tfrt_compiler::verify::{Checked, check};
use tfrt_host::kernel::Catalogue;

/// A pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The name by which users run it.
    pub name: &'static str,
    /// What it does, in a sentence without its end.
    pub summary: &'static str,
    /// The form of its options; empty if it has none.
    pub options: &'static str,
    run: Run,
}

/// How a pass runs.
#[derive(Clone, Copy, Debug)]
enum Run {
    /// On a module and each module in it.
    Module(fn(&mut Module, &Context<'_>) -> Result<(), Vec<Diagnostic>>),
    /// One after the other.
    Pipeline(&'static [&'static str]),
}

/// What passes are given besides a module.
#[derive(Clone, Copy, Debug)]
struct Context<'a> {
    catalogue: &'a Catalogue,
    options: &'a str,
}

/// The passes, by name. [`DECLARED`], [`UPSTREAM`] and `tfrt_gpu`'s list have the ops that they read and write.
pub const PASSES: [Pass; 9] = [
    Pass {
        name: "async-tfrt-streamify",
        summary: "Make a chain and an event of each token that asynchronous regions pass on",
        options: "",
        run: Run::Module(async_values::run),
    },
    Pass {
        name: "async-to-tfrt",
        summary: "Make tasks of asynchronous regions",
        options: "",
        run: Run::Module(async_to_tfrt::run),
    },
    Pass {
        name: "cast-tfrt-streamify",
        summary: "Record events and make constants where casts say so, and end all casts",
        options: "",
        run: Run::Module(casts::run),
    },
    Pass {
        name: "func-tfrt-streamify",
        summary: "Give functions that wait for a device a chain and a stream",
        options: "",
        run: Run::Module(functions::run),
    },
    Pass {
        name: "gpu-tfrt-hoisting",
        summary: "Make each library's handle once, in a function of its own",
        options: "",
        run: Run::Module(hoist::run),
    },
    Pass {
        name: "gpu-tfrt-streamify",
        summary: "Make kernels of tfrt_gpu of the dialects gpu and memref",
        options: "",
        run: Run::Module(gpu::run),
    },
    Pass {
        name: "gpu-to-tfrt-gpu",
        summary: "Run all passes from gpu, async and memref to kernels of tfrt_gpu",
        options: "",
        run: Run::Pipeline(&[
            "func-tfrt-streamify",
            "async-tfrt-streamify",
            "gpu-tfrt-streamify",
            "cast-tfrt-streamify",
            "async-to-tfrt",
            "gpu-tfrt-hoisting",
        ]),
    },
    Pass {
        name: "tfrt-set-entry-point",
        summary: "Say which function runs a program, and the sizes of its buffers",
        options: "platform=CUDA|ROCm function_name=NAME buffer_sizes=N,...",
        run: Run::Module(entry_point::run),
    },
    Pass {
        name: "tfrt-streamify-ops",
        summary: "Wrap rows of the named ops in tfrt_gpu.streamify",
        options: "ops=NAME,...",
        run: Run::Module(wrap::run),
    },
];

/// The pass of that name.
#[must_use]
pub fn pass(name: &str) -> Option<&'static Pass> {
    static ALL: [Pass; 9] = PASSES;
    ALL.iter().find(|pass| pass.name == name)
}

impl Pass {
    /// Runs the pass with options of the form that it has.
    ///
    /// # Errors
    /// The pass cannot do what it should, or its options are wrong; what a pipeline gives to its next pass is
    /// no valid module.
    pub fn run(&self, program: Checked, options: &str) -> Result<Module, Vec<Diagnostic>> {
        match self.run {
            Run::Module(run) => {
                let (mut module, catalogue) = program.into_parts();
                run(&mut module, &Context { catalogue: &catalogue, options })?;
                Ok(module)
            }
            Run::Pipeline(names) => {
                let (mut module, catalogue) = program.into_parts();
                for pass in names.iter().filter_map(|name| pass(name)) {
                    module = pass.run(check(module, &catalogue)?, "")?;
                }
                Ok(module)
            }
        }
    }
}

/// Runs a pass on a module and on each module in it but those of another compiler; modules nest no deeper
/// than the verifier lets them.
fn in_modules(
    module: &mut Module,
    run: &mut dyn FnMut(&mut Module) -> Result<(), Vec<Diagnostic>>,
) -> Result<(), Vec<Diagnostic>> {
    if is_compiled(module) {
        return Ok(());
    }
    run(module)?;
    for item in &mut module.items {
        if let Item::Module(nested) = item {
            in_modules(nested, run)?;
        }
    }
    Ok(())
}
