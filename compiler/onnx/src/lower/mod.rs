//! Models become op graphs: each node is lowered by the rule of its operator, from the one [table] of
//! operators.
//!
//! The graph's inputs become arguments of `@main`, its outputs the results; initializers become constants,
//! which each region makes for itself. Values keep their names, ops the names of their nodes as location.

mod call;
mod constants;
mod functions;
mod operators;
mod options;
mod survey;
mod table;
mod types;

pub use options::ImportOptions;
pub use table::{OPERATORS, OPSETS, Operator};

use crate::decode::decode;
use crate::external::ExternalFiles;
use crate::limits::Limits;
use crate::model::{Graph, Model, Node, OperatorSet, ValueInfo};
use crate::types::TypeKind;
use call::Call;
use constants::{Constant, Constants};
use functions::{Bindings, Frame, Functions};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tfrt_bef::Blob;
use tfrt_compiler::builder::{FunctionBuilder, ModuleBuilder, Origin, Reported, Value};
use tfrt_compiler::graph::{Attribute, Attributes, Module, SIGNATURE_ATTRIBUTE, Type};
use tfrt_compiler::source::{Diagnostic, Span};
use tfrt_host::error::Location;
use tfrt_model::{INPUTS, MAIN, OUTPUTS, Options};
use types::{dimensions, value_type};

/// The op graph of a model, which was decoded from the bytes of `file`. Constants are parts of these, or of
/// what was read from other files, where the model has their elements as they are in memory.
///
/// # Errors
/// Everything that the model needs and that is not supported, each with its node: operators, types; tensors
/// whose elements do not fit their shape, or cannot be read. Else what is wrong with the first node that is:
/// operands that are not there or do not fit, attributes.
pub fn import(
    model: &Model<'_>,
    file: &Blob,
    options: &ImportOptions<'_>,
) -> Result<Module, Vec<Diagnostic>> {
    let mut module = ModuleBuilder::new(tfrt_model::ops(), "the model");
    module.symbol(MAIN);
    let function = module.function(MAIN);
    let files = ExternalFiles::new(options.files, &options.limits);
    let (functions, twice) = Functions::of(model);
    let frame = Frame {
        scopes: vec![HashMap::new()],
        bindings: Bindings::new(),
        opsets: &model.opset_import,
    };
    let mut importer = Importer {
        function,
        frame,
        functions,
        refused: HashMap::new(),
        constants: Constants::new(file, &options.limits, files),
        limits: &options.limits,
        lowered: 0,
        every_value: options.every_value,
    };
    // What is wrong is among the module's problems.
    let _ = importer.survey(model, &twice).and_then(|()| importer.main(&model.graph));
    module.finish()
}

/// The program of kernels that the model in a file is, by all passes.
///
/// # Errors
/// As [`read`] and [`tfrt_model::compile`].
pub fn compile(
    file: &Blob,
    importing: &ImportOptions<'_>,
    options: &Options,
) -> Result<Module, Vec<Diagnostic>> {
    tfrt_model::compile(&read(file, importing)?, options)
}

/// The op graph of the model in a file: decoded and imported.
///
/// # Errors
/// As [`import`]; or the file is damaged.
pub fn read(file: &Blob, options: &ImportOptions<'_>) -> Result<Module, Vec<Diagnostic>> {
    let model = decode(file, &options.limits)
        .map_err(|error| vec![Diagnostic::error(Span::default(), error.to_string())])?;
    import(&model, file, options)
}

/// The sets of operators that nodes mean.
type Opsets<'f> = &'f [OperatorSet<'f>];

/// The version of a domain's operators.
fn version(opsets: Opsets<'_>, of: &str) -> Option<i64> {
    opsets.iter().find(|set| domain(set.domain) == of).map(|set| set.version)
}

/// The domain by its name: ONNX's own may be left out.
fn domain(written: &str) -> &str {
    if written.is_empty() { table::ONNX } else { written }
}

/// What tells parts of a model apart while it is there.
fn address<T>(part: &T) -> usize {
    std::ptr::from_ref(part).addr()
}

/// What a name stands for.
#[derive(Clone, Copy)]
enum Known {
    Value(Value),
    /// An input of a function that the call leaves out.
    Absent,
    /// What was to make it is refused.
    Failed(Reported),
}

/// A model that is being lowered.
struct Importer<'m, 'a, 'f> {
    function: FunctionBuilder<'m, 'a>,
    frame: Frame<'f>,
    functions: Functions<'f>,
    /// The nodes and tensors that are refused, by [address].
    refused: HashMap<usize, Reported>,
    constants: Constants<'f>,
    limits: &'f Limits,
    /// Nodes that have been lowered. Some bodies are lowered twice: once for the types of their results.
    lowered: usize,
    /// Whether all results of the nodes of the model's graph shall be outputs.
    every_value: bool,
}

impl<'f> Importer<'_, '_, 'f> {
    /// The version of ONNX's own operators that the nodes mean.
    fn opset(&self) -> i64 {
        version(self.frame.opsets, table::ONNX).unwrap_or(*OPSETS.start())
    }

    /// Ops from here on come from that node.
    fn at(&mut self, node: &Node<'_>) {
        let name = origin(node).to_owned().into();
        let location = Location::Name { name, child: Box::new(Location::Unknown) };
        self.function.set_origin(Origin::new(location));
    }

    fn main(mut self, graph: &'f Graph<'f>) -> Result<(), Reported> {
        let constants: HashSet<&str> = graph.initializer.iter().map(|it| it.name).collect();
        let inputs = graph.input.iter().filter(|input| !constants.contains(&input.name));
        let inputs: Vec<&ValueInfo<'f>> = inputs.collect();
        let mut arguments = Vec::new();
        let mut outcome = Ok(());
        for input in &inputs {
            match self.type_of(input) {
                Ok(ty) => {
                    arguments.push(dimensions(input, &ty));
                    let value = self.function.argument(ty, Some(plain(input.name)));
                    self.define(input.name, value);
                }
                Err(reported) => {
                    self.set(input.name, Known::Failed(reported));
                    outcome = Err(reported);
                }
            }
        }
        self.nodes(graph).and(outcome)?;
        let outputs: Vec<&str> = if self.every_value {
            let results = graph.node.iter().flat_map(|node| &node.output);
            results.copied().filter(|name| !name.is_empty()).collect()
        } else {
            graph.output.iter().map(|output| output.name).collect()
        };
        let results: Result<Vec<Value>, Reported> =
            outputs.iter().map(|name| self.value(name)).collect();
        let results = results?;
        let names = |all: &mut dyn Iterator<Item = &str>| {
            Attribute::Array(all.map(|name| Attribute::String(name.as_bytes().into())).collect())
        };
        let mut attributes = Attributes::new();
        attributes.insert(INPUTS, names(&mut inputs.iter().map(|input| input.name)));
        attributes.insert(OUTPUTS, names(&mut outputs.iter().copied()));
        // Whatever becomes of the graph, Rust calls it by the same type.
        attributes.insert(SIGNATURE_ATTRIBUTE, Attribute::String(b"fallible"[..].into()));
        if arguments.iter().all(Attributes::is_empty) {
            arguments.clear();
        }
        self.function.set_attributes(attributes, arguments, Vec::new());
        self.function.finish(&results)
    }

    /// The constants and the nodes of a graph, in the innermost scope.
    fn nodes(&mut self, graph: &'f Graph<'f>) -> Result<(), Reported> {
        let mut outcome = Ok(());
        for tensor in &graph.initializer {
            match self.constant(tensor) {
                Ok(value) => self.define(tensor.name, value),
                Err(reported) => {
                    self.set(tensor.name, Known::Failed(reported));
                    outcome = Err(reported);
                }
            }
        }
        for tensor in &graph.sparse_initializer {
            let name = tensor.values.as_ref().map_or("", |values| values.name);
            if let Some(&reported) = self.refused.get(&address(tensor)) {
                self.set(name, Known::Failed(reported));
                outcome = Err(reported);
            }
        }
        self.body(&graph.node).and(outcome)
    }

    /// The nodes of a graph or of a function, in the innermost scope. Behind one that is refused the others
    /// are still looked at; what depends on it says nothing more.
    fn body(&mut self, nodes: &'f [Node<'f>]) -> Result<(), Reported> {
        let mut outcome = Ok(());
        for node in nodes {
            self.at(node);
            if let Err(reported) = self.node(node) {
                for &name in &node.output {
                    self.set(name, Known::Failed(reported));
                }
                outcome = Err(reported);
            }
        }
        outcome
    }

    /// Lowers a node by the rule of its operator, or as the function that it calls, and names its results.
    fn node(&mut self, node: &'f Node<'f>) -> Result<(), Reported> {
        if let Some(&reported) = self.refused.get(&address(node)) {
            return Err(reported);
        }
        let most = self.limits.nodes;
        if self.lowered == most {
            return Err(self.function.report(format!("more than {most} nodes are lowered")));
        }
        self.lowered = self.lowered.saturating_add(1);
        let results = match self.functions.called(node) {
            Some(function) => self.inlined(node, function)?,
            None => match table::operator(domain(node.domain), node.op_type) {
                Some(operator) => (operator.lower)(&mut Call::new(self, node))?,
                None => {
                    return Err(self.function.report(format!("unknown operator {}", node.op_type)));
                }
            },
        };
        for (&name, value) in node.output.iter().zip(&results) {
            self.define(name, *value);
        }
        let used = node.output.iter().rposition(|name| !name.is_empty());
        let wanted = used.map_or(0, |last| last.saturating_add(1));
        if wanted > results.len() {
            let (name, has) = (node.op_type, results.len());
            let message = format!("{name} has {has} results here, and {wanted} are used");
            return Err(self.function.report(message));
        }
        Ok(())
    }

    fn define(&mut self, name: &'f str, value: Value) {
        if !name.is_empty() {
            self.function.set_name(value, &plain(name));
            self.set(name, Known::Value(value));
        }
    }

    fn set(&mut self, name: &'f str, known: Known) {
        if let Some(scope) = self.frame.scopes.last_mut().filter(|_| !name.is_empty()) {
            scope.insert(name, known);
        }
    }

    /// What a name stands for.
    fn known(&mut self, name: &str) -> Known {
        let found = self.frame.scopes.iter().rev().find_map(|scope| scope.get(name)).copied();
        found.unwrap_or_else(|| {
            Known::Failed(self.function.report(format!("there is no value '{name}'")))
        })
    }

    /// The value of that name.
    fn value(&mut self, name: &str) -> Result<Value, Reported> {
        match self.known(name) {
            Known::Value(value) => Ok(value),
            Known::Absent => Err(self.function.report(format!("the input '{name}' is left out"))),
            Known::Failed(reported) => Err(reported),
        }
    }

    /// The type of an input.
    fn type_of(&mut self, info: &ValueInfo<'_>) -> Result<Type, Reported> {
        let missing = TypeKind::Missing;
        let kind = info.ty.as_ref().map_or(&missing, |ty| &ty.kind);
        value_type(kind).map_err(|what| {
            let message = format!("input '{}' has {what}, which is not supported", info.name);
            self.function.report(message)
        })
    }

    /// Lowers a graph inside another, whose inputs are these values; its outputs.
    fn subgraph(
        &mut self,
        graph: &'f Graph<'f>,
        arguments: &[Value],
    ) -> Result<Vec<Value>, Reported> {
        self.frame.scopes.push(HashMap::new());
        for (input, &value) in graph.input.iter().zip(arguments) {
            self.define(input.name, value);
        }
        let made = self
            .nodes(graph)
            .and_then(|()| graph.output.iter().map(|output| self.value(output.name)).collect());
        self.frame.scopes.pop();
        made
    }

    /// A tensor of the model as a constant.
    fn constant(&mut self, tensor: &'f crate::Tensor<'f>) -> Result<Value, Reported> {
        if let Some(&reported) = self.refused.get(&address(tensor)) {
            return Err(reported);
        }
        match self.constants.of(tensor) {
            Ok(Constant { element, shape, data }) => self.dense(element, shape, data),
            Err(what) => Err(self.function.report(what)),
        }
    }

    /// A constant tensor.
    fn dense(&mut self, element: Type, shape: Vec<i64>, data: Blob) -> Result<Value, Reported> {
        let ty = Type::tensor(&element, &shape);
        let value = Attribute::Dense { ty, element, shape, data, splat: false };
        self.function.op("arith.constant.tensor").attribute("value", value).constant()
    }
}

/// What the ops of a node are made from: its name, or that of its first result.
fn origin<'f>(node: &Node<'f>) -> &'f str {
    if node.name.is_empty() { node.output.first().copied().unwrap_or_default() } else { node.name }
}

/// A name in the characters of names in text.
fn plain(name: &str) -> Arc<str> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
    let plain = name.chars().map(|c| if allowed(c) { c } else { '_' });
    let plain: String = plain.collect();
    // A number alone is the name of a value that has none.
    let number = plain.starts_with(|c: char| c.is_ascii_digit());
    if number { format!("_{plain}").into() } else { plain.into() }
}
