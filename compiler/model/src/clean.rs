//! The pass `clean`: removes ops that do nothing, computes once what is computed twice, and drops what nobody
//! uses. Every value that is left has the bits that it had.
//!
//! * What does nothing: casts to the type that a tensor has; transposes, and changes of shape, that are none or
//!   that another one takes back; additions of 0 to integers, and the like. Of floats none of these: `x + 0` is
//!   0 where `x` is -0.
//! * Two transposes become one, and so do changes of shape.
//! * Of two ops with the same name, attributes and operands the first is kept, if the op is pure. If it fails,
//!   its error says the first one's place.
//! * An op is dropped if it is pure and has no use, also if it would fail.
//!
//! An op that may fail is removed only where it cannot, by the types of its operands.

mod moves;
pub(crate) mod unused;

use crate::ops::ops;
use crate::rewrite::{CAST, Old, Rules, again, rewrite};
use std::collections::HashMap;
use std::sync::Arc;
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Attributes, Body, Module, RegionId, Type, TypeKind};
use tfrt_compiler::source::Diagnostic;
use tfrt_op::is_no_more_exact;

/// The graph without what it can do without.
pub(crate) fn clean(module: &Module) -> Result<Module, Vec<Diagnostic>> {
    let mut module = rewrite(module, &mut Clean::default())?;
    unused::drop(&mut module);
    Ok(module)
}

/// The values of the function that is being built, by the ops that made them.
#[derive(Default)]
struct Clean {
    /// How values were made.
    made: HashMap<Value, Made>,
    /// The results of what has been computed.
    seen: HashMap<Computed, Vec<Value>>,
}

/// The op that a value is a result of.
struct Made {
    name: Arc<str>,
    attributes: Attributes,
    operands: Vec<Value>,
}

/// Everything that determines the results of an op.
#[derive(PartialEq, Eq, Hash)]
struct Computed {
    /// Only there the results are visible.
    region: RegionId,
    name: Arc<str>,
    attributes: Attributes,
    operands: Vec<Value>,
    types: Vec<Type>,
}

/// The bytes of a constant up to which it is compared with others.
const COMPARED: usize = 1 << 16;

impl Rules for Clean {
    fn function(&mut self, _: &str) {
        *self = Self::default();
    }

    fn op(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported> {
        if !old.is_silent() {
            return Ok(None);
        }
        let operands: Vec<Value> =
            operands.iter().map(|&value| self.before_casts(function, value)).collect();
        if let Some(computed) = computed(old, &operands)
            && let Some(results) = self.seen.get(&computed)
        {
            return Ok(Some(results.clone()));
        }
        let results = match self.simpler(function, old, &operands)? {
            Some(value) => vec![value],
            None => {
                let results = again(function, old, &old.op.name, &operands, Vec::new())?;
                self.note(&old.op.name, &old.op.attributes, &operands, &results);
                results
            }
        };
        if let Some(computed) = computed(old, &operands) {
            self.seen.insert(computed, results.clone());
        }
        Ok(Some(results))
    }
}

impl Clean {
    /// Keeps how the results of an op were made.
    fn note(&mut self, name: &Arc<str>, attributes: &Attributes, from: &[Value], to: &[Value]) {
        if let [result] = to {
            let (name, attributes) = (Arc::clone(name), attributes.clone());
            self.made.insert(*result, Made { name, attributes, operands: from.to_vec() });
        }
    }

    /// A value before it was cast to less exact types.
    fn before_casts(&self, function: &FunctionBuilder<'_, '_>, mut value: Value) -> Value {
        while let Some(made) = self.made.get(&value)
            && made.name.starts_with(CAST)
            && let &[from] = &made.operands[..]
            && is_no_more_exact(function.type_of(value), function.type_of(from))
        {
            value = from;
        }
        value
    }

    /// A value that an op's only result equals.
    fn simpler(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Value>, Reported> {
        let (&[_], &[operand, ..]) = (old.types, operands) else { return Ok(None) };
        let name = &*old.op.name;
        let same = match name {
            "nn.cast" => element(function, operand) == old.op.attributes.get("to").and_then(ty),
            _ if name.starts_with(CAST) => function.type_of(operand) == &old.types[0],
            "nn.concatenate" => operands.len() == 1,
            _ => does_nothing(function, name, operands),
        };
        if same {
            return Ok(Some(operand));
        }
        self.moved(function, old, operands)
    }
}

/// What determines the results of an op, unless it would take long to compare.
fn computed(old: &Old<'_>, operands: &[Value]) -> Option<Computed> {
    let large = |attribute: &Attribute| match attribute {
        Attribute::Dense { data, .. } => data.len() > COMPARED,
        // Its name says what it is.
        _ => false,
    };
    let name = Arc::clone(&old.op.name);
    let constant = ops().op(&name).and_then(|def| def.infer).is_some_and(|it| it.is_constant());
    let small = !old.op.attributes.iter().any(|(_, attribute)| large(attribute));
    small.then(|| Computed {
        // Each region makes constants for itself.
        region: if constant { Body::ROOT } else { old.region },
        name,
        attributes: old.op.attributes.clone(),
        operands: operands.to_vec(),
        types: old.types.to_vec(),
    })
}

/// Whether an op on integers changes nothing, because one of its operands is 0 or 1.
fn does_nothing(function: &FunctionBuilder<'_, '_>, name: &str, operands: &[Value]) -> bool {
    let &[a, b] = operands else { return false };
    let neutral = match name {
        "nn.add" | "nn.sub" => 0,
        "nn.mul" | "nn.div" => 1,
        _ => return false,
    };
    is_all(function, b, neutral) && is_no_larger(function, b, a)
}

/// Whether a value is a constant of integers, all of that number.
fn is_all(function: &FunctionBuilder<'_, '_>, value: Value, number: u8) -> bool {
    let Some(Attribute::Dense { element, shape, data, .. }) = function.constant_of(value, "value")
    else {
        return false;
    };
    let Some((_, width)) = tfrt_op::integer(element.as_str()) else { return false };
    let Some(size) = width.parse::<usize>().ok().filter(|&bits| bits >= 8).map(|bits| bits / 8)
    else {
        return false;
    };
    let is_number = |bytes: &[u8]| {
        bytes
            .split_first()
            .is_some_and(|(&low, high)| low == number && high.iter().all(|&it| it == 0))
    };
    // An empty constant makes the result empty.
    !shape.contains(&0) && data.len().is_multiple_of(size) && data.chunks_exact(size).all(is_number)
}

/// Whether a tensor that is broadcast with another has no influence on the shape.
fn is_no_larger(function: &FunctionBuilder<'_, '_>, small: Value, large: Value) -> bool {
    let (TypeKind::Shaped { shape: small, .. }, TypeKind::Shaped { shape: large, .. }) =
        (function.type_of(small).kind(), function.type_of(large).kind())
    else {
        return false;
    };
    let pairs = small.iter().rev().zip(large.iter().rev());
    small.len() <= large.len() && pairs.into_iter().all(|(&a, &b)| a == 1 || a == b && a >= 0)
}

/// The element type of a tensor.
fn element(function: &FunctionBuilder<'_, '_>, value: Value) -> Option<Type> {
    match function.type_of(value).kind() {
        TypeKind::Shaped { element, .. } | TypeKind::Unranked { element } => Some(element.clone()),
        _ => None,
    }
}

/// The type that an attribute is.
fn ty(attribute: &Attribute) -> Option<Type> {
    match attribute {
        Attribute::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}
