//! Builds programs: what a front end needs that makes a [`Module`] of something else than this
//! project's text, such as another dialect of MLIR or a model's file.
//!
//! A [`ModuleBuilder`] makes functions one after the other and keeps what is wrong, so that one run
//! reports every problem with its place. In a [`FunctionBuilder`], an op is named and takes values; the
//! catalogue's definition says the rest: the types of its results, the attribute that repeats a
//! tensor's shape, which attributes and regions hold the functions that it calls.
//!
//! The program's regions and functions are isolated: they take what they use as arguments. A front end
//! need not know: a [`Value`] may be used wherever it is visible. A region or function that uses a
//! value from around it *captures* it: the value becomes an argument of all that is between, and an
//! operand of the ops that own or call these. Constants are made again in each region instead.
//!
//! ```
//! use tfrt_compiler::builder::{ModuleBuilder, Reported};
//! use tfrt_compiler::graph::{Attribute, Type};
//!
//! /// @main: the sum of the elements of `[1.5, 1.5] + (positive ? [1.5, 1.5] : [3.0, 3.0])`.
//! fn main_function(module: &mut ModuleBuilder<'_>) -> Result<(), Reported> {
//!     let mut main = module.function("main");
//!     let positive = main.argument(Type::new("i1"), None);
//!     let element = Attribute::Float { bits: 1.5_f32.to_bits().into(), ty: Type::new("f32") };
//!     let element = main.op("tfrt.constant.f32").attribute("value", element).constant()?;
//!     let shape = Type::new("tensor<2xf32>");
//!     let x = main.op("tensor.splat.f32").operands([element]).types([shape]).result()?;
//!
//!     // Both regions capture %x.
//!     main.begin_region();
//!     let same = main.end(&[x])?;
//!     main.begin_region();
//!     let twice = main.op("arith.addf.tensor.f32").operands([x, x]).result()?;
//!     let twice = main.end(&[twice])?;
//!     let chosen = main.op("tfrt.if").operands([positive]).callees([same, twice]).result()?;
//!
//!     let sum = main.op("arith.addf.tensor.f32").operands([x, chosen]).result()?;
//!     assert_eq!(main.type_of(sum).as_str(), "tensor<2xf32>");
//!     let mut elements = Vec::new();
//!     for index in 0..2 {
//!         let index = Attribute::Integer { value: index, ty: Type::new("i64") };
//!         let index = main.op("tfrt.constant.i64").attribute("value", index).constant()?;
//!         elements.push(main.op("tensor.extract.f32").operands([sum, index]).result()?);
//!     }
//!     let total = main.op("arith.addf.f32").operands(elements).result()?;
//!     main.finish(&[total])
//! }
//!
//! # use tfrt_exec::{LoadOptions, Program};
//! # use tfrt_host::kernel::Value;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let catalogue = tfrt_test_kernels::catalogue();
//! let mut module = ModuleBuilder::new(&catalogue, "an example");
//! // What is wrong is in the module's problems.
//! let _ = main_function(&mut module);
//! # let shown = |errors: Vec<tfrt_compiler::source::Diagnostic>| errors[0].message.clone();
//! let module = module.finish().map_err(shown)?;
//!
//! // From here on it is a program like any other.
//! let program = tfrt_compiler::verified(module, &catalogue, None, &Default::default());
//! let bytes = tfrt_compiler::bef::emit_loadable(&program.map_err(shown)?).map_err(shown)?;
//! let program = Program::load(&bytes, &catalogue, &LoadOptions::default())?;
//! let main = program.function("main").ok_or("@main was built")?;
//! let host = tfrt_host::context::Host::builder().build()?;
//! let mut results = [Value::Empty];
//! main.call(&host.context(), 0, &mut [Value::new(false)], &mut results);
//! if let Value::Ref(total) = &results[0] {
//!     host.await_all(std::slice::from_ref(total));
//! }
//! assert_eq!(results[0].get::<f32>().as_deref(), Some(&9.0));
//! # Ok(())
//! # }
//! ```

// tidy: one unit. An op is built in a function, and a function builds ops of its own.

mod function;
mod op;
mod problems;

pub use function::{Closure, FunctionBuilder, Value};
pub use op::OpBuilder;
pub use problems::{Problems, Reported, shown};

use crate::graph::{Function, Item, Module, Op};
use crate::source::{Diagnostic, Span};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tfrt_host::error::Location;
use tfrt_host::kernel::Catalogue;

/// What something was made from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The location that the program keeps, for errors of its runs.
    pub location: Location,
    /// The place in the source's text, for errors of the program; empty if it is no text.
    pub span: Span,
}

impl Origin {
    /// What has a location and no place in a text.
    #[must_use]
    pub fn new(location: Location) -> Self {
        Self { location, span: Span::default() }
    }
}

impl From<&Op> for Origin {
    fn from(op: &Op) -> Self {
        Self { location: op.location.clone(), span: op.span }
    }
}

impl From<&Function> for Origin {
    fn from(function: &Function) -> Self {
        Self { location: function.location.clone(), span: function.span }
    }
}

/// A module in progress, and what is wrong with it.
#[derive(Debug)]
pub struct ModuleBuilder<'a> {
    catalogue: &'a Catalogue,
    problems: Problems,
    /// The names of ops, each in memory once.
    names: HashMap<Box<str>, Arc<str>>,
    /// The names that functions have, or will have.
    symbols: HashSet<String>,
    items: Vec<Item>,
}

impl<'a> ModuleBuilder<'a> {
    /// An empty module of ops of that catalogue. `source` is what locations call the text that
    /// [spans](Origin::span) are of.
    #[must_use]
    pub fn new(catalogue: &'a Catalogue, source: &str) -> Self {
        Self {
            catalogue,
            problems: Problems::new(source),
            names: HashMap::new(),
            symbols: HashSet::new(),
            items: Vec::new(),
        }
    }

    /// The catalogue.
    #[must_use]
    pub fn catalogue(&self) -> &'a Catalogue {
        self.catalogue
    }

    /// The problems so far.
    pub fn problems(&mut self) -> &mut Problems {
        &mut self.problems
    }

    /// A symbol that no function has yet, most like `name`. Names of functions that will be built are
    /// taken with it beforehand, so that none that is made of a region has one of them.
    pub fn symbol(&mut self, name: impl Into<String>) -> String {
        let mut name = name.into();
        while !self.symbols.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Begins a public function of that name, which takes the name.
    pub fn function(&mut self, name: impl Into<String>) -> FunctionBuilder<'_, 'a> {
        let name = name.into();
        self.symbols.insert(name.clone());
        FunctionBuilder::new(self, name)
    }

    /// Adds a function that is not built here, such as the declaration of a native one.
    pub fn add(&mut self, function: Function) {
        self.symbols.insert(function.name.clone());
        self.items.push(Item::Function(function));
    }

    /// The name of an op, which other ops of that name share.
    fn name(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let shared: Arc<str> = Arc::from(name);
        self.names.insert(name.into(), Arc::clone(&shared));
        shared
    }

    /// The module of the functions that were finished, to be [verified](crate::verified).
    ///
    /// # Errors
    /// Its problems, in the order of their places.
    pub fn finish(self) -> Result<Module, Vec<Diagnostic>> {
        if self.problems.is_empty() {
            return Ok(Module { items: self.items, ..Module::default() });
        }
        Err(self.problems.into_diagnostics())
    }
}
