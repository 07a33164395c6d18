//! Sequences of tensors, and values that may be missing.

use super::super::call::{Call, Lowered, flag, int};
use super::super::types::{Form, form, optional_of, sequence_of};
use super::control::{Iteration, Loop, collected_elements};
use tfrt_bef::Blob;
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::Type;

type Made = Result<Value, Reported>;

impl Call<'_, '_, '_, '_> {
    /// An operand that is a sequence, with the element type of its tensors.
    fn sequence(&mut self, position: usize) -> Result<(Value, Type), Reported> {
        let value = self.operand(position)?;
        match form(&self.type_of(value)) {
            Form::Sequence(element) => Ok((value, element)),
            _ => {
                let found = self.type_of(value);
                Err(self.report(format!("operand #{position} is no sequence but '{found}'")))
            }
        }
    }

    /// A position or a number, if it is given.
    fn position(&mut self, operand: usize) -> Result<Option<Value>, Reported> {
        match self.optional(operand)? {
            Some(position) => self.cast(position, &Type::new("i64")).map(Some),
            None => Ok(None),
        }
    }

    /// A sequence of that element type without tensors.
    fn empty(&mut self, element: &Type) -> Made {
        self.op("nn.sequence").types([sequence_of(element)]).result()
    }

    /// A tensor of a sequence.
    fn tensor_at(&mut self, sequence: Value, element: &Type, position: Value) -> Made {
        let ty = Type::unranked_tensor(element);
        self.op("nn.sequence_at").operands([sequence, position]).types([ty]).result()
    }

    /// The number of tensors of a sequence.
    fn length(&mut self, sequence: Value) -> Made {
        let ty = Type::tensor(&Type::new("i64"), &[]);
        self.op("nn.sequence_length").operands([sequence]).types([ty]).result()
    }

    /// The value, which is one of an optional type, as it is without.
    pub(crate) fn unwrapped(&mut self, value: Value, inner: &Type) -> Made {
        let op = match form(inner) {
            Form::Sequence(_) => "nn.optional_sequence",
            _ => "nn.optional_tensor",
        };
        self.op(op).operands([value]).types([inner.clone()]).result()
    }

    /// The value as one of an optional type.
    pub(crate) fn wrapped(&mut self, value: Value) -> Made {
        let ty = self.type_of(value);
        let op = match form(&ty) {
            Form::Tensor(_) => "nn.optional_of_tensor",
            Form::Sequence(_) => "nn.optional_of_sequence",
            _ => return Err(self.report(format!("no optional value has the type '{ty}'"))),
        };
        self.op(op).operands([value]).types([optional_of(&ty)]).result()
    }
}

/// `SequenceConstruct`.
pub(crate) fn construct(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let tensors = call.operands()?;
    let Some(&first) = tensors.first() else {
        return Err(call.report("a sequence needs a tensor, or SequenceEmpty"));
    };
    let ty = sequence_of(&call.element(first)?);
    Ok(vec![call.op("nn.sequence").operands(tensors).types([ty]).result()?])
}

/// `SequenceEmpty`.
pub(crate) fn empty(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let element = call.element_of("dtype")?.unwrap_or_else(|| Type::new("f32"));
    Ok(vec![call.empty(&element)?])
}

/// `SequenceAt`.
pub(crate) fn at(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (sequence, element) = call.sequence(0)?;
    let Some(position) = call.position(1)? else {
        return Err(call.report("SequenceAt has no operand #1"));
    };
    Ok(vec![call.tensor_at(sequence, &element, position)?])
}

/// `SequenceInsert`.
pub(crate) fn insert(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let ((sequence, element), tensor) = (call.sequence(0)?, call.operand(1)?);
    let position = call.position(2)?;
    let inserted =
        call.op("nn.sequence_insert").operands([sequence, tensor].into_iter().chain(position));
    Ok(vec![inserted.types([sequence_of(&element)]).result()?])
}

/// `SequenceErase`.
pub(crate) fn erase(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (sequence, element) = call.sequence(0)?;
    let position = call.position(1)?;
    let erased = call.op("nn.sequence_erase").operands([sequence].into_iter().chain(position));
    Ok(vec![erased.types([sequence_of(&element)]).result()?])
}

/// `SequenceLength`.
pub(crate) fn length(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (sequence, _) = call.sequence(0)?;
    Ok(vec![call.length(sequence)?])
}

/// `SplitToSequence`.
pub(crate) fn split(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let tensor = call.operand(0)?;
    let sizes = call.position(1)?;
    let axis = call.int("axis")?.unwrap_or(0);
    // Of parts that are given, the dimension stays.
    let keep = call.flag("keepdims", true)? || sizes.is_some();
    let ty = sequence_of(&call.element(tensor)?);
    let parts = call.op("nn.sequence_split").operands([tensor].into_iter().chain(sizes));
    let parts = parts.attribute("axis", int(axis)).attribute("keepdims", flag(keep));
    Ok(vec![parts.types([ty]).result()?])
}

/// `ConcatFromSequence`.
pub(crate) fn concatenate(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (sequence, element) = call.sequence(0)?;
    let Some(axis) = call.int("axis")? else {
        return Err(call.report("the attribute 'axis' is missing"));
    };
    let new = call.flag("new_axis", false)?;
    let all = call.op("nn.sequence_concatenate").operands([sequence]);
    let all = all.attribute("axis", int(axis)).attribute("new_axis", flag(new));
    Ok(vec![all.types([Type::unranked_tensor(&element)]).result()?])
}

/// `SequenceMap`: a loop over the first sequence, whose body takes a tensor of each sequence and the other
/// operands as they are.
pub(crate) fn map(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let body = call.graph("body")?;
    let (first, _) = call.sequence(0)?;
    let operands = call.operands()?;
    if body.input.len() != operands.len() {
        return Err(call.report("the body of a SequenceMap has other inputs than the node"));
    }
    let forms: Vec<Form> = operands.iter().map(|&it| form(&call.type_of(it))).collect();
    let argument = |(&operand, form): (&Value, &Form)| match form {
        Form::Sequence(element) => Type::unranked_tensor(element),
        _ => call.type_of(operand),
    };
    let arguments: Vec<Type> = operands.iter().zip(&forms).map(argument).collect();
    let elements = collected_elements(call, body, 0, &arguments)?;
    let types: Vec<Type> = elements.iter().map(sequence_of).collect();
    let limit = call.length(first)?;
    let start = call.scalar("i1", vec![1])?;
    let values = elements.iter().map(|element| call.empty(element)).collect::<Result<_, _>>()?;
    let all = Loop { limit: Some(limit), start, values, types, collected: 0 };
    all.build(call, &[], |call, number, values| {
        let mut arguments = Vec::new();
        for (&operand, form) in operands.iter().zip(&forms) {
            arguments.push(match form {
                Form::Sequence(element) => call.tensor_at(operand, element, number)?,
                _ => operand,
            });
        }
        let results = call.subgraph(body, &arguments)?;
        let mut next = Vec::new();
        for ((result, &before), element) in results.into_iter().zip(values).zip(&elements) {
            let inserted = call.op("nn.sequence_insert").operands([before, result]);
            next.push(inserted.types([sequence_of(element)]).result()?);
        }
        Ok(Iteration { more: None, values: next, collected: Vec::new() })
    })
}

/// `Optional`.
pub(crate) fn optional(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    if let Some(value) = call.optional(0)? {
        return Ok(vec![call.wrapped(value)?]);
    }
    let inner = call.value_type("type")?;
    Ok(vec![call.op("nn.optional_none").types([optional_of(&inner)]).result()?])
}

/// `OptionalHasElement`. From version 18 on its operand may also be a tensor or a sequence, which is
/// present, or left out, which is absent.
pub(crate) fn has_element(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let known = match call.optional(0)? {
        None => false,
        Some(value) if matches!(form(&call.type_of(value)), Form::Optional(_)) => {
            let truth = Type::tensor(&Type::new("i1"), &[]);
            let has = call.op("nn.optional_has_value").operands([value]);
            return Ok(vec![has.types([truth]).result()?]);
        }
        Some(_) => true,
    };
    Ok(vec![call.dense(Type::new("i1"), Vec::new(), Blob::from(vec![u8::from(known)]))?])
}

/// `OptionalGetElement`. From version 18 on, a tensor or a sequence is its own value.
pub(crate) fn get_element(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let value = call.operand(0)?;
    match form(&call.type_of(value)) {
        Form::Optional(inner) => Ok(vec![call.unwrapped(value, &inner)?]),
        _ => Ok(vec![value]),
    }
}
