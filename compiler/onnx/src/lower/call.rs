//! A node that is being lowered: what rules ask of it, and the ops that they add.

use super::types::{Form, element, form, value_type};
use super::{Importer, Known};
use crate::DataType;
use crate::model::{AttributeValue, Graph, Node, ValueInfo};
use tfrt_bef::Blob;
#[cfg(doc)]
use tfrt_compiler::builder::FunctionBuilder;
use tfrt_compiler::builder::{Closure, OpBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Type, TypeKind};

/// A node that is being lowered.
pub(super) struct Call<'i, 'm, 'a, 'f> {
    importer: &'i mut Importer<'m, 'a, 'f>,
    node: &'f Node<'f>,
}

/// The values that a node's results are.
pub(super) type Lowered = Result<Vec<Value>, Reported>;

impl<'m, 'a, 'f> Call<'_, 'm, 'a, 'f> {
    /// A node of a graph that is being lowered.
    pub(super) fn new<'i>(
        importer: &'i mut Importer<'m, 'a, 'f>,
        node: &'f Node<'f>,
    ) -> Call<'i, 'm, 'a, 'f> {
        Call { importer, node }
    }

    /// Reports what is wrong with the node.
    pub(super) fn report(&mut self, message: impl Into<String>) -> Reported {
        self.importer.function.report(message)
    }

    /// The version of ONNX's operators that the node means.
    pub(super) fn opset(&self) -> i64 {
        self.importer.opset()
    }

    /// How many operands are given.
    pub(super) fn operand_count(&mut self) -> usize {
        let given =
            |name: &&str| !name.is_empty() && !matches!(self.importer.known(name), Known::Absent);
        self.node.input.iter().rposition(given).map_or(0, |last| last.saturating_add(1))
    }

    /// How many results are named.
    pub(super) fn result_count(&self) -> usize {
        self.node.output.len()
    }

    /// An operand that must be there.
    pub(super) fn operand(&mut self, position: usize) -> Result<Value, Reported> {
        match self.optional(position)? {
            Some(value) => Ok(value),
            None => {
                let name = self.node.op_type;
                Err(self.report(format!("{name} has no operand #{position}")))
            }
        }
    }

    /// An operand that may be left out.
    pub(super) fn optional(&mut self, position: usize) -> Result<Option<Value>, Reported> {
        match self.node.input.get(position) {
            None | Some(&"") => Ok(None),
            Some(name) => match self.importer.known(name) {
                Known::Absent => Ok(None),
                Known::Value(value) => Ok(Some(value)),
                Known::Failed(reported) => Err(reported),
            },
        }
    }

    /// All operands.
    pub(super) fn operands(&mut self) -> Lowered {
        (0..self.operand_count()).map(|position| self.operand(position)).collect()
    }

    fn attribute(&self, name: &str) -> Option<&'f AttributeValue<'f>> {
        let found = self.node.attribute.iter().find(|it| it.name == name)?;
        self.importer.resolved(&found.value)
    }

    /// Whether the attribute is given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    fn wrong_kind(&mut self, name: &str, expected: &str) -> Reported {
        self.report(format!("attribute '{name}' is no {expected}"))
    }

    /// An integer.
    pub(super) fn int(&mut self, name: &str) -> Result<Option<i64>, Reported> {
        match self.attribute(name) {
            None => Ok(None),
            Some(AttributeValue::Int(value)) => Ok(Some(*value)),
            Some(_) => Err(self.wrong_kind(name, "integer")),
        }
    }

    /// A truth value, which is an integer in files.
    pub(super) fn flag(&mut self, name: &str, usual: bool) -> Result<bool, Reported> {
        Ok(self.int(name)?.map_or(usual, |value| value != 0))
    }

    /// A number.
    pub(super) fn float(&mut self, name: &str) -> Result<Option<f32>, Reported> {
        match self.attribute(name) {
            None => Ok(None),
            Some(AttributeValue::Float(value)) => Ok(Some(*value)),
            Some(_) => Err(self.wrong_kind(name, "number")),
        }
    }

    /// A list of integers.
    pub(super) fn ints(&mut self, name: &str) -> Result<Option<Vec<i64>>, Reported> {
        match self.attribute(name) {
            None => Ok(None),
            Some(AttributeValue::Ints(values)) => Ok(Some(values.clone())),
            Some(_) => Err(self.wrong_kind(name, "list of integers")),
        }
    }

    /// A list of numbers.
    pub(super) fn floats(&mut self, name: &str) -> Result<Option<Vec<f32>>, Reported> {
        match self.attribute(name) {
            None => Ok(None),
            Some(AttributeValue::Floats(values)) => Ok(Some(values.clone())),
            Some(_) => Err(self.wrong_kind(name, "list of numbers")),
        }
    }

    /// A text.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<&'f str>, Reported> {
        match self.attribute(name) {
            None => Ok(None),
            Some(AttributeValue::String(bytes)) => match std::str::from_utf8(bytes) {
                Ok(text) => Ok(Some(text)),
                Err(_) => Err(self.wrong_kind(name, "text")),
            },
            Some(_) => Err(self.wrong_kind(name, "text")),
        }
    }

    /// A list of texts.
    pub(super) fn texts(&mut self, name: &str) -> Result<Option<Vec<&'f str>>, Reported> {
        match self.attribute(name) {
            None => Ok(None),
            Some(AttributeValue::Strings(all)) => {
                let all: Result<Vec<&str>, _> =
                    all.iter().map(|bytes| std::str::from_utf8(bytes)).collect();
                all.map(Some).map_err(|_| self.wrong_kind(name, "list of texts"))
            }
            Some(_) => Err(self.wrong_kind(name, "list of texts")),
        }
    }

    /// An element type, which is a number in files; 0 is none.
    pub(super) fn element_of(&mut self, name: &str) -> Result<Option<Type>, Reported> {
        let Some(number) = self.int(name)?.filter(|&number| number != 0) else { return Ok(None) };
        let known = i32::try_from(number).ok().and_then(DataType::from_number);
        let shown = known.map_or_else(|| number.to_string(), |known| known.to_string());
        match known.and_then(element) {
            Some(element) => Ok(Some(element)),
            None => Err(self.report(format!("elements of type {shown} are not supported"))),
        }
    }

    /// A graph.
    pub(super) fn graph(&mut self, name: &str) -> Result<&'f Graph<'f>, Reported> {
        match self.attribute(name) {
            Some(AttributeValue::Graph(graph)) => Ok(graph),
            Some(_) => Err(self.wrong_kind(name, "graph")),
            None => Err(self.report(format!("the attribute '{name}' is missing"))),
        }
    }

    /// Lowers a graph inside this one, whose inputs are these values; its outputs.
    pub(super) fn subgraph(&mut self, graph: &'f Graph<'f>, arguments: &[Value]) -> Lowered {
        self.importer.subgraph(graph, arguments)
    }

    /// The type that a graph says that one of its values has, if it says one.
    pub(super) fn declared(&self, info: &ValueInfo<'_>) -> Option<Type> {
        value_type(&info.ty.as_ref()?.kind).ok()
    }

    /// A type.
    pub(super) fn value_type(&mut self, name: &str) -> Result<Type, Reported> {
        match self.attribute(name) {
            Some(AttributeValue::Type(ty)) => value_type(&ty.kind).map_err(|what| {
                self.report(format!("attribute '{name}' has {what}, which is not supported"))
            }),
            Some(_) => Err(self.wrong_kind(name, "type")),
            None => Err(self.report(format!("the attribute '{name}' is missing"))),
        }
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: Value) -> Type {
        self.importer.function.type_of(value).clone()
    }

    /// Adds an argument of the region or function that was begun last.
    pub(super) fn argument(&mut self, ty: Type) -> Value {
        self.importer.function.argument(ty, None)
    }

    /// Begins a region: see [`FunctionBuilder::begin_region`].
    pub(super) fn begin_region(&mut self) {
        self.importer.function.begin_region();
    }

    /// Begins a function: see [`FunctionBuilder::begin_function`].
    pub(super) fn begin_function(&mut self, what: &str) {
        self.importer.function.begin_function(what);
    }

    /// Ends what was begun last: see [`FunctionBuilder::end`].
    pub(super) fn end(&mut self, results: &[Value]) -> Result<Closure, Reported> {
        self.importer.function.end(results)
    }

    /// Ends the body of a loop: see [`FunctionBuilder::end_loop`].
    pub(super) fn end_loop(&mut self, next: &[Value], more: Value) -> Result<Closure, Reported> {
        self.importer.function.end_loop(next, more)
    }

    /// Leaves what was begun last: see [`FunctionBuilder::abandon`].
    pub(super) fn abandon(&mut self) {
        self.importer.function.abandon();
    }

    /// A tensor as a constant.
    pub(super) fn tensor(&mut self, name: &str) -> Result<Option<Value>, Reported> {
        match self.attribute(name) {
            None => Ok(None),
            Some(AttributeValue::Tensor(tensor)) => self.importer.constant(tensor).map(Some),
            Some(_) => Err(self.wrong_kind(name, "tensor")),
        }
    }

    /// The sizes of a tensor, if its rank is known; those that are not are negative.
    pub(super) fn shape(&self, value: Value) -> Option<Vec<i64>> {
        match self.importer.function.type_of(value).kind() {
            TypeKind::Shaped { shape, .. } => Some(shape.to_vec()),
            _ => None,
        }
    }

    /// The rank of a tensor, which must be known.
    pub(super) fn rank(&mut self, value: Value) -> Result<usize, Reported> {
        match self.shape(value) {
            Some(shape) => Ok(shape.len()),
            None => {
                let name = self.node.op_type;
                Err(self.report(format!("{name} of a tensor of unknown rank is not supported")))
            }
        }
    }

    /// An axis of a tensor of that rank, counted from the first.
    pub(super) fn checked_axis(&mut self, axis: i64, rank: i64) -> Result<i64, Reported> {
        let from_start = if axis < 0 { axis.saturating_add(rank) } else { axis };
        if (0..rank).contains(&from_start) {
            return Ok(from_start);
        }
        Err(self.report(format!("axis {axis} is no dimension of a tensor of rank {rank}")))
    }

    /// The element type of a tensor.
    pub(super) fn element(&self, value: Value) -> Type {
        let ty = self.importer.function.type_of(value);
        match form(ty) {
            Form::Tensor(element) => element,
            _ => ty.clone(),
        }
    }

    /// Whether an operand is a constant truth value, and false.
    pub(super) fn is_false(&mut self, position: usize) -> Result<bool, Reported> {
        let value = self.operand(position)?;
        let constant = self.importer.function.constant_of(value, "value");
        Ok(matches!(constant, Some(Attribute::Dense { data, .. }) if data.bytes() == [0]))
    }

    /// A constant tensor.
    pub(super) fn dense(
        &mut self,
        element: Type,
        shape: Vec<i64>,
        data: Blob,
    ) -> Result<Value, Reported> {
        self.importer.dense(element, shape, data)
    }

    /// A constant list of integers.
    pub(super) fn list(&mut self, numbers: &[i64]) -> Result<Value, Reported> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let length = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
        self.importer.dense(Type::new("i64"), vec![length], Blob::from(bytes))
    }

    /// Begins an op.
    pub(super) fn op(&mut self, name: &str) -> OpBuilder<'_, 'm, 'a> {
        self.importer.function.op(name)
    }

    /// An op of these operands without attributes, with one result.
    pub(super) fn simple(
        &mut self,
        name: &str,
        operands: impl IntoIterator<Item = Value>,
    ) -> Result<Value, Reported> {
        self.op(name).operands(operands).result()
    }
}

/// Sizes of 1, but for that of one axis.
pub(super) fn ones_but(rank: i64, axis: i64, size: i64) -> Vec<i64> {
    (0..rank).map(|at| if at == axis { size } else { 1 }).collect()
}

/// A size over another, of which one is at least 1, rounded up.
pub(super) fn rounded_up(size: i64, over: i64) -> i64 {
    let over = over.max(1);
    size.div_euclid(over).saturating_add(i64::from(size.rem_euclid(over) != 0))
}

/// An attribute that is an integer.
pub(super) fn int(value: i64) -> Attribute {
    Attribute::Integer { value: value.into(), ty: Type::new("i64") }
}

/// An attribute that is a truth value.
pub(super) fn flag(value: bool) -> Attribute {
    Attribute::Integer { value: value.into(), ty: Type::new("i1") }
}

/// An attribute that is a number.
pub(super) fn float(value: f32) -> Attribute {
    Attribute::Float { bits: value.to_bits().into(), ty: Type::new("f32") }
}

/// An attribute that is a text.
pub(super) fn text(value: &str) -> Attribute {
    Attribute::String(value.as_bytes().into())
}

/// An attribute that is a list of integers.
pub(super) fn ints(values: &[i64]) -> Attribute {
    Attribute::Array(values.iter().copied().map(int).collect())
}
