//! Functions of a model's own, whose nodes stand in place of each node that calls one: attributes that refer
//! to the function's are those of the call, and names are the function's own.

use super::{Importer, Known, Opsets};
use crate::model::{Attribute, AttributeValue, Function, Model, Node};
use std::collections::HashMap;
use tfrt_compiler::builder::{Reported, Value};

/// The functions of a model, by what nodes call them.
pub(super) struct Functions<'f>(HashMap<[&'f str; 3], &'f Function<'f>>);

impl<'f> Functions<'f> {
    /// Those of a model, and those that are there twice.
    pub(super) fn of(model: &'f Model<'f>) -> (Self, Vec<&'f Function<'f>>) {
        let (mut all, mut twice) = (HashMap::new(), Vec::new());
        for function in &model.functions {
            let key = [super::domain(function.domain), function.name, function.overload];
            if all.insert(key, function).is_some() {
                twice.push(function);
            }
        }
        (Self(all), twice)
    }

    /// The one that a node calls. It comes before an operator of that name.
    pub(super) fn called(&self, node: &Node<'_>) -> Option<&'f Function<'f>> {
        self.0.get(&[super::domain(node.domain), node.op_type, node.overload]).copied()
    }
}

/// The attributes of a call, by name. One that has neither a value nor a default is not there.
pub(super) type Bindings<'f> = HashMap<&'f str, &'f AttributeValue<'f>>;

/// What is different inside a function.
#[derive(Default)]
pub(super) struct Frame<'f> {
    /// The values of the graph and of those around it, by name.
    pub(super) scopes: Vec<HashMap<&'f str, Known>>,
    pub(super) bindings: Bindings<'f>,
    pub(super) opsets: Opsets<'f>,
}

impl<'f> Importer<'_, '_, 'f> {
    /// The value of an attribute, which may be that of an attribute of the function around the node.
    pub(super) fn resolved(&self, value: &'f AttributeValue<'f>) -> Option<&'f AttributeValue<'f>> {
        match value {
            AttributeValue::Reference { name, .. } => self.frame.bindings.get(name).copied(),
            value => Some(value),
        }
    }

    /// Lowers the nodes of a function in place of a node that calls it; the function's results.
    pub(super) fn inlined(
        &mut self,
        node: &'f Node<'f>,
        function: &'f Function<'f>,
    ) -> Result<Vec<Value>, Reported> {
        let name = function.name;
        if node.input.len() > function.input.len() {
            let (has, given) = (function.input.len(), node.input.len());
            let message = format!("function {name} has {has} inputs, and {given} are given");
            return Err(self.function.report(message));
        }
        let bindings = self.bindings(node, function)?;
        let mut scope = HashMap::new();
        for (at, &input) in function.input.iter().enumerate() {
            let known = match node.input.get(at) {
                None | Some(&"") => Known::Absent,
                Some(given) => self.known(given),
            };
            scope.insert(input, known);
        }
        let inner = Frame { scopes: vec![scope], bindings, opsets: &function.opset_import };
        let outer = std::mem::replace(&mut self.frame, inner);
        let results = self.body(&function.node).and_then(|()| {
            let results = function.output.iter().map(|output| self.value(output));
            results.collect::<Result<Vec<Value>, Reported>>()
        });
        self.frame = outer;
        self.at(node);
        results
    }

    fn bindings(
        &mut self,
        node: &'f Node<'f>,
        function: &'f Function<'f>,
    ) -> Result<Bindings<'f>, Reported> {
        let name = function.name;
        let mut bindings = Bindings::new();
        for Attribute { name, value, .. } in &function.attribute_proto {
            bindings.insert(name, value);
        }
        for attribute in &node.attribute {
            let known = function.attribute.contains(&attribute.name)
                || function.attribute_proto.iter().any(|it| it.name == attribute.name);
            if !known {
                let message = format!("function {name} has no attribute '{}'", attribute.name);
                return Err(self.function.report(message));
            }
            // Else it is what the caller was not given either.
            if let Some(value) = self.resolved(&attribute.value) {
                bindings.insert(attribute.name, value);
            }
        }
        let graph = |value: &&AttributeValue<'_>| {
            matches!(value, AttributeValue::Graph(_) | AttributeValue::Graphs(_))
        };
        if bindings.values().any(graph) {
            // Its names would be those of the caller.
            let message = format!("a graph as an attribute of function {name} is not supported");
            return Err(self.function.report(message));
        }
        Ok(bindings)
    }
}
