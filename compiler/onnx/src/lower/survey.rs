//! What a model needs that is not supported, all of it at once: everything in the model is looked at before
//! anything is lowered, also what is inside of graphs in nodes and of functions.
//!
//! How large a model is once its functions stand in place of their calls is known then, too.

use super::{Importer, Opsets, address, domain, table};
use crate::model::{AttributeValue, Function, Graph, Model, Node};
use crate::tensor::{SparseTensor, Tensor};
use std::collections::{BTreeSet, HashMap};
use tfrt_compiler::builder::{Origin, Reported};
use tfrt_host::error::Location;

/// How deep graphs and functions may be in each other. Lowering takes stack for each.
const DEPTH: usize = 48;

/// Nodes with those of the graphs and functions inside, and how deep these are in each other.
#[derive(Clone, Copy, Default)]
struct Extent {
    nodes: usize,
    depth: usize,
}

impl Extent {
    fn add(&mut self, inner: Extent) {
        self.nodes = self.nodes.saturating_add(inner.nodes);
        self.depth = self.depth.max(inner.depth.saturating_add(1));
    }
}

/// A function that has been looked at.
enum Seen {
    /// Not to its end: a call is one of itself.
    Begun,
    Whole(Extent),
}

/// The search for what is not supported in a model.
struct Survey<'s, 'm, 'a, 'f> {
    importer: &'s mut Importer<'m, 'a, 'f>,
    functions: HashMap<usize, Seen>,
    /// The function whose nodes these are.
    within: Option<&'f Function<'f>>,
    /// Operators that models of a version before the first supported one have in a meaning of their own, with
    /// that version.
    older: BTreeSet<(i64, &'f str)>,
    /// Problems that forbid to lower anything.
    fatal: Result<(), Reported>,
}

impl<'f> Importer<'_, '_, 'f> {
    /// Reports everything that is not supported, and keeps which nodes and tensors these are.
    ///
    /// # Errors
    /// Nothing can be lowered: the versions of the operators are not supported, or graphs and functions
    /// are too deep in each other, in a circle, or too large.
    pub(super) fn survey(
        &mut self,
        model: &'f Model<'f>,
        twice: &[&Function<'_>],
    ) -> Result<(), Reported> {
        let nodes = self.limits.nodes;
        let mut survey = Survey {
            importer: self,
            functions: HashMap::new(),
            within: None,
            older: BTreeSet::new(),
            fatal: Ok(()),
        };
        for function in twice {
            survey.fatal(format!("function {} is defined twice", function.name));
        }
        survey.opsets(&model.opset_import);
        let extent = survey.graph(&model.graph, &model.opset_import, 0);
        survey.too_old();
        if survey.fatal.is_ok() && extent.depth > DEPTH {
            survey.too_deep();
        }
        if extent.nodes > nodes {
            survey.fatal(format!(
                "with its functions in place of their calls, the model has more than {nodes} nodes"
            ));
        }
        survey.fatal
    }
}

impl<'f> Survey<'_, '_, '_, 'f> {
    fn report(&mut self, message: String) -> Reported {
        self.importer.function.set_origin(Origin::new(Location::Unknown));
        self.importer.function.report(message)
    }

    fn fatal(&mut self, message: String) {
        self.fatal = Err(self.report(message));
    }

    fn too_deep(&mut self) {
        self.fatal(format!("graphs and functions are more than {DEPTH} deep in each other"));
    }

    /// Says once for all that operators have another meaning in the model's version.
    fn too_old(&mut self) {
        let older = std::mem::take(&mut self.older);
        let Some(&(version, _)) = older.first() else { return };
        let names: BTreeSet<&str> = older.iter().map(|(_, name)| *name).collect();
        let names: Vec<&str> = names.into_iter().collect();
        self.fatal(format!(
            "version {version} of {} is not supported: {}, and these have changed since: {}",
            table::ONNX,
            supported(),
            names.join(", ")
        ));
    }

    /// The versions that a model or a function means.
    fn opsets(&mut self, opsets: Opsets<'f>) {
        if let Some(version) = super::version(opsets, table::ONNX)
            && unknown(version)
        {
            let message = format!(
                "version {version} of {} is not supported{}: {}",
                table::ONNX,
                self.place(),
                supported()
            );
            self.fatal(message);
        }
    }

    /// Where the nodes are, if they are in a function.
    fn place(&self) -> String {
        self.within.map_or_else(String::new, |it| format!(" in function {}", it.name))
    }

    fn graph(&mut self, graph: &'f Graph<'f>, opsets: Opsets<'f>, depth: usize) -> Extent {
        for tensor in &graph.initializer {
            self.tensor(tensor, None);
        }
        for tensor in &graph.sparse_initializer {
            let reported = self.sparse(tensor);
            self.importer.refused.insert(address(tensor), reported);
        }
        self.nodes(&graph.node, opsets, depth)
    }

    fn nodes(&mut self, nodes: &'f [Node<'f>], opsets: Opsets<'f>, depth: usize) -> Extent {
        let mut extent = Extent::default();
        if depth > DEPTH {
            self.too_deep();
            return extent;
        }
        for node in nodes {
            extent.nodes = extent.nodes.saturating_add(1);
            for attribute in &node.attribute {
                match &attribute.value {
                    AttributeValue::Tensor(tensor) => self.tensor(tensor, Some(node)),
                    AttributeValue::SparseTensor(tensor) => {
                        let reported = self.sparse(tensor);
                        self.importer.refused.insert(address(node), reported);
                    }
                    AttributeValue::Graph(graph) => {
                        extent.add(self.graph(graph, opsets, depth.saturating_add(1)));
                    }
                    // No operator that is supported has attributes of other kinds with nodes or
                    // tensors in them.
                    _ => {}
                }
            }
            // A program keeps it as the location of the node's ops, and BEF ends texts with such a byte.
            if super::origin(node).contains('\0') {
                let what = "a name with a zero byte is not supported";
                let reported = self.report(format!("{}{}: {what}", shown(node), self.place()));
                self.importer.refused.insert(address(node), reported);
            }
            match self.importer.functions.called(node) {
                Some(function) => extent.add(self.function(function, depth.saturating_add(1))),
                None => self.operator(node, opsets),
            }
        }
        extent
    }

    fn function(&mut self, function: &'f Function<'f>, depth: usize) -> Extent {
        match self.functions.get(&address(function)) {
            Some(Seen::Whole(extent)) => return *extent,
            Some(Seen::Begun) => {
                self.fatal(format!("function {} calls itself", function.name));
                return Extent::default();
            }
            None => {}
        }
        self.functions.insert(address(function), Seen::Begun);
        let outer = self.within.replace(function);
        self.opsets(&function.opset_import);
        for attribute in &function.attribute_proto {
            if let AttributeValue::Tensor(tensor) = &attribute.value {
                self.tensor(tensor, None);
            }
        }
        let extent = self.nodes(&function.node, &function.opset_import, depth);
        self.within = outer;
        self.functions.insert(address(function), Seen::Whole(extent));
        extent
    }

    /// A node that calls no function: is its operator there?
    fn operator(&mut self, node: &Node<'f>, opsets: Opsets<'f>) {
        let (domain, name) = (domain(node.domain), node.op_type);
        let found = table::operator(domain, name);
        let version = super::version(opsets, domain);
        let what = match (found, version) {
            // Said once for all.
            (_, Some(version)) if domain == table::ONNX && unknown(version) => return,
            (Some(found), Some(version))
                if domain == table::ONNX
                    && version < *table::OPSETS.start()
                    && !found.has(version) =>
            {
                self.older.insert((version, name));
                return;
            }
            (_, None) => format!(
                "operator {name} of {domain} is not supported: no version of {domain} is given"
            ),
            (None, Some(version)) => {
                format!("operator {name} of {domain}, version {version}, is not supported")
            }
            (Some(found), Some(version)) if !found.has(version) => format!(
                "operator {name} of {domain}, version {version}, is not supported: it is in {}",
                found.versions()
            ),
            _ => return,
        };
        let message = format!("{}{}: {what}", shown(node), self.place());
        let reported = self.report(message);
        self.importer.refused.insert(address(node), reported);
    }

    /// A tensor, of a node if it is an attribute's.
    fn tensor(&mut self, tensor: &'f Tensor<'f>, node: Option<&Node<'_>>) {
        if let Err(what) = self.importer.constants.of(tensor) {
            let node = node.map(|node| format!("{}: ", shown(node))).unwrap_or_default();
            let reported = self.report(format!("{node}{what}"));
            self.importer.refused.insert(address(tensor), reported);
        }
    }

    fn sparse(&mut self, tensor: &SparseTensor<'_>) -> Reported {
        let name = tensor.values.as_ref().map_or("", |values| values.name);
        self.report(format!("tensor '{name}' is sparse, which is not supported"))
    }
}

/// Which versions of ONNX's own operators are.
fn supported() -> String {
    format!("versions {} to {} are", table::OPSETS.start(), table::OPSETS.end())
}

/// Whether no operator of ONNX's own is known in that version.
fn unknown(version: i64) -> bool {
    !(1..=*table::OPSETS.end()).contains(&version)
}

/// A node, for a message.
fn shown(node: &Node<'_>) -> String {
    match (node.name, node.output.first()) {
        ("", Some(output)) => format!("the node of '{output}'"),
        (name, _) => format!("node '{name}'"),
    }
}
