//! What a model needs that is not there, all of it at once: everything in the model is looked at before
//! anything is lowered, also what is inside of graphs in nodes and of functions.

use super::{Importer, table};
use crate::limits::MAX_NESTING;
use crate::model::{AttributeValue, Graph, Model, Node};
use crate::tensor::{SparseTensor, Tensor};
use tfrt_compiler::builder::Reported;

/// Whether everything is supported; what is not has been reported.
type Found = Result<(), Reported>;

impl Importer<'_, '_, '_> {
    /// Reports everything that is not supported.
    pub(super) fn survey(&mut self, model: &Model<'_>) -> Found {
        let mut found = self.survey_graph(&model.graph, 0);
        for function in &model.functions {
            for node in &function.node {
                found = self.survey_node(node, 0).and(found);
            }
        }
        found
    }

    fn survey_graph(&mut self, graph: &Graph<'_>, depth: usize) -> Found {
        if depth > MAX_NESTING {
            return Err(self.function.report("graphs are nested too deep in each other"));
        }
        let mut found = Ok(());
        for tensor in &graph.initializer {
            found = self.survey_tensor(tensor).and(found);
        }
        for tensor in &graph.sparse_initializer {
            found = Err(self.sparse(tensor));
        }
        for node in &graph.node {
            found = self.survey_node(node, depth).and(found);
        }
        found
    }

    fn survey_node(&mut self, node: &Node<'_>, depth: usize) -> Found {
        self.at(node);
        let mut found = Ok(());
        if table::operator(node.domain, node.op_type).is_none() {
            let domain = if node.domain.is_empty() { table::ONNX } else { node.domain };
            let (name, version) = (node.op_type, self.opset);
            let message =
                format!("operator {name} of {domain}, version {version}, is not supported");
            found = Err(self.function.report(message));
        }
        for attribute in &node.attribute {
            let part = match &attribute.value {
                AttributeValue::Tensor(tensor) => self.survey_tensor(tensor),
                AttributeValue::SparseTensor(tensor) => Err(self.sparse(tensor)),
                AttributeValue::Graph(graph) => self.survey_graph(graph, depth + 1),
                // No operator that is supported has attributes of other kinds with tensors in them.
                _ => Ok(()),
            };
            found = part.and(found);
        }
        found
    }

    fn survey_tensor(&mut self, tensor: &Tensor<'_>) -> Found {
        match self.constants.of(tensor) {
            Ok(_) => Ok(()),
            Err(what) => Err(self.function.report(what)),
        }
    }

    fn sparse(&mut self, tensor: &SparseTensor<'_>) -> Reported {
        let name = tensor.values.as_ref().map_or("", |values| values.name);
        self.function.report(format!("tensor '{name}' is sparse, which is not supported"))
    }
}
