//! Elements that are moved for nothing: transposes, and ops that change a shape and no element's place.

use super::{Clean, Made};
use crate::attributes::{integers, list};
use crate::fold::list_of;
use crate::rewrite::Old;
use std::sync::Arc;
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Attributes, Type, TypeKind};
use tfrt_op::shapes;

const TRANSPOSE: &str = "nn.transpose";
const RESHAPE: &str = "nn.reshape";

/// The ops whose result has the elements of the first operand, in their order.
const RESHAPES: [&str; 4] = [RESHAPE, "nn.flatten", "nn.squeeze", "nn.unsqueeze"];

/// How many changes of shape before one are looked at, which bounds the time that a long row of them takes.
const LOOKED_BACK: usize = 8;

/// The ops whose result is the first operand if it has its shape: they repeat what they take.
const REPEATS: [&str; 2] = ["nn.broadcast", "nn.tile"];

impl Clean {
    /// The value that an op which moves elements comes to, if that is simpler.
    pub(super) fn moved(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Value>, Reported> {
        let name = &*old.op.name;
        if name == TRANSPOSE {
            return self.transposed(function, old, operands);
        }
        let reshapes = RESHAPES.contains(&name);
        if !reshapes && !REPEATS.contains(&name) && name != "nn.slice" {
            return Ok(None);
        }
        let added = function.op(name).operands(operands.iter().copied());
        let added = added.attributes(&old.op.attributes).expected(old.types.iter().cloned());
        let Ok([to]) =
            added.inferred().map(<[Type; 1]>::try_from).unwrap_or_else(|_| Err(Vec::new()))
        else {
            return Ok(None);
        };
        let from = operands[0];
        if reshapes {
            return self.reshaped(function, old, operands, &to);
        }
        let forwards = name != "nn.slice" || steps_forwards(function, operands);
        let same = sizes(&to).is_some() && function.type_of(from) == &to && forwards;
        Ok(same.then_some(from))
    }

    fn transposed(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Value>, Reported> {
        let (&[mut from], Some(mut order)) = (operands, order(&old.op.attributes)) else {
            return Ok(None);
        };
        let own = order.len();
        let mut one = false;
        while let Some(Made { name, attributes, operands }) = self.made.get(&from)
            && &**name == TRANSPOSE
            && let (&[before], Some(first)) = (&operands[..], self::order(attributes))
            && let Some(both) = composed(&first, &order)
        {
            (from, order, one) = (before, both, true);
        }
        let ranked = matches!(function.type_of(from).kind(),
            TypeKind::Shaped { shape, .. } if shape.len() == own);
        if !ranked {
            return Ok(None);
        }
        if order.iter().zip(0..).all(|(&dimension, place)| dimension == place) {
            return Ok(Some(from));
        }
        if !one {
            return Ok(None);
        }
        let mut attributes = Attributes::new();
        attributes.insert("perm", list(&order));
        self.add(function, TRANSPOSE, attributes, vec![from]).map(Some)
    }

    /// A change of shape to that type: the tensor that has it already, or one change in the place of several.
    fn reshaped(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
        to: &Type,
    ) -> Result<Option<Value>, Reported> {
        let name = &*old.op.name;
        if !never_fails(function, name, operands) && sizes(to).is_none() {
            return Ok(None);
        }
        let mut from = operands[0];
        let mut several = false;
        for _ in 0..LOOKED_BACK {
            if function.type_of(from) == to && is_one_shape(to) {
                return Ok(Some(from));
            }
            match self.made.get(&from) {
                Some(Made { name, operands, .. })
                    if RESHAPES.contains(&&**name) && never_fails(function, name, operands) =>
                {
                    (from, several) = (operands[0], true);
                }
                _ => break,
            }
        }
        let Some(sizes) = sizes(to).filter(|_| several) else { return Ok(None) };
        let length = i64::try_from(sizes.len()).unwrap_or(i64::MAX);
        let list = list_of(function, &(vec![length], sizes.to_vec()))?;
        let mut attributes = Attributes::new();
        let truth = Attribute::Integer { value: 1, ty: Type::new("i1") };
        attributes.insert("allowzero", truth);
        self.add(function, RESHAPE, attributes, vec![from, list]).map(Some)
    }

    fn add(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        name: &str,
        attributes: Attributes,
        operands: Vec<Value>,
    ) -> Result<Value, Reported> {
        let op = function.op(name).operands(operands.iter().copied()).attributes(&attributes);
        let result = op.result()?;
        self.note(&Arc::from(name), &attributes, &operands, &[result]);
        Ok(result)
    }
}

/// The sizes of a tensor, if all are known.
fn sizes(ty: &Type) -> Option<&[i64]> {
    match ty.kind() {
        TypeKind::Shaped { shape, .. } if shape.iter().all(|&size| size >= 0) => Some(shape),
        _ => None,
    }
}

/// Whether tensors of this type that have as many elements have one shape: at most one size is unknown, and no
/// other is 0.
fn is_one_shape(ty: &Type) -> bool {
    let TypeKind::Shaped { shape, .. } = ty.kind() else { return false };
    let unknown = shape.iter().filter(|&&size| size < 0).count();
    unknown == 0 || unknown == 1 && !shape.contains(&0)
}

/// Whether a change of shape succeeds with whatever tensors of the types of its operands, whose types the rule
/// allows.
fn never_fails(function: &FunctionBuilder<'_, '_>, name: &str, operands: &[Value]) -> bool {
    let from = function.type_of(operands[0]);
    let TypeKind::Shaped { shape, .. } = from.kind() else { return false };
    let list = operands.get(1).and_then(|&list| numbers(function, list));
    match (name, list) {
        ("nn.flatten", _) | ("nn.unsqueeze", Some(_)) => true,
        ("nn.squeeze", Some(axes)) => {
            let axes = shapes::dimensions(shape, &axes).unwrap_or_default();
            axes.iter().all(|&axis| shape.get(axis) == Some(&1))
        }
        // Where all sizes are known the rule of types has compared them.
        (_, Some(_)) => sizes(from).is_some(),
        ("nn.squeeze", None) => operands.len() == 1 && sizes(from).is_some(),
        _ => false,
    }
}

/// Whether a slice goes forwards by steps of 1.
fn steps_forwards(function: &FunctionBuilder<'_, '_>, operands: &[Value]) -> bool {
    let steps = operands.get(4).map(|&steps| numbers(function, steps));
    steps.is_none_or(|steps| steps.is_some_and(|steps| steps.iter().all(|&step| step == 1)))
}

/// The attribute `perm`.
fn order(attributes: &Attributes) -> Option<Vec<i64>> {
    integers(attributes, "perm")
}

/// The order of dimensions after both.
fn composed(first: &[i64], second: &[i64]) -> Option<Vec<i64>> {
    let place = |&place: &i64| first.get(usize::try_from(place).ok()?).copied();
    second.iter().map(place).collect::<Option<Vec<i64>>>().filter(|it| it.len() == first.len())
}

/// The elements of a constant of `i64`.
fn numbers(function: &FunctionBuilder<'_, '_>, value: Value) -> Option<Vec<i64>> {
    let Attribute::Dense { element, data, splat, shape, .. } =
        function.constant_of(value, "value")?
    else {
        return None;
    };
    let (elements, rest) = data.as_chunks::<8>();
    let is_list = element.as_str() == "i64" && rest.is_empty() && shape.len() == 1;
    let elements: Vec<i64> = elements.iter().map(|&bytes| i64::from_le_bytes(bytes)).collect();
    match (splat, &elements[..]) {
        _ if !is_list => None,
        (true, &[one]) => {
            let length = usize::try_from(*shape.first()?).ok()?;
            (length <= shapes::MAX_RANK).then(|| vec![one; length])
        }
        _ => Some(elements),
    }
}
