//! What the rules of types ([`tfrt_op::Infer`]) say of an op of the graph.

use crate::graph::{Attribute, Attributes, Body, Type, TypeKind, ValueDef, ValueId, is_stored};
use tfrt_host::kernel::Catalogue;
use tfrt_op::shapes::MAX_RANK;
use tfrt_op::{Directive, OpDef, OpTypes, is_type_family};

/// The attribute that has a tensor's sizes.
pub(crate) const SHAPE: &str = "shape";

/// The types of an op's operands, and their elements where they are constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operands {
    /// Their types.
    pub(crate) types: Vec<Type>,
    /// The elements of those that are constant lists; none behind the end.
    pub(crate) values: Vec<Option<Vec<i64>>>,
}

impl Operands {
    /// Operands of these types.
    pub(crate) fn new(types: Vec<Type>) -> Self {
        Self { types, values: Vec::new() }
    }

    /// With the elements of those of an op in a body, if the op's rule asks for them.
    pub(crate) fn with_values(
        mut self,
        def: &OpDef,
        operands: &[ValueId],
        body: &Body,
        catalogue: &Catalogue,
    ) -> Self {
        if def.infer.is_some_and(|infer| infer.asks_values()) {
            let value = |&operand: &ValueId| {
                let ValueDef::Result { op, .. } = body.value(operand).def else { return None };
                let op = body.op(op);
                constant_list(catalogue.op(&op.name)?, &op.attributes)
            };
            self.values = operands.iter().map(value).collect();
        }
        self
    }
}

/// The elements of a list that an op makes from an attribute.
pub(crate) fn constant_list(def: &OpDef, attributes: &Attributes) -> Option<Vec<i64>> {
    def.infer.filter(|infer| infer.is_constant())?;
    let Attribute::Dense { element, shape, data, splat, .. } = attribute(def, attributes, "value")?
    else {
        return None;
    };
    let [length] = shape[..] else { return None };
    // Longer lists are no sizes, places or axes.
    let length = usize::try_from(length).ok().filter(|&length| length <= MAX_RANK)?;
    let (elements, rest) = data.as_chunks::<8>();
    let mut elements = elements.iter().map(|&bytes| i64::from_le_bytes(bytes));
    let is_list = element.as_str() == "i64" && rest.is_empty();
    let list: Vec<i64> = if *splat { vec![elements.next()?; length] } else { elements.collect() };
    (is_list && list.len() == length).then_some(list)
}

/// The types of an op's results, as exact as they can be known: see [`OpDef::infer_types`].
///
/// # Errors
/// Why the op must fail, or which written type says more than is inferred.
pub(crate) fn results(
    def: &OpDef,
    attributes: &Attributes,
    operands: &Operands,
    written: &[Type],
) -> Result<Vec<Type>, String> {
    with_types(def, attributes, operands, |types| def.infer_types(types, written))
}

/// What is wrong with an op by the words of its format that say types, or by a function of its own.
pub(crate) fn check(def: &OpDef, attributes: &Attributes, operands: &Operands) -> Option<String> {
    for element in def.traits.assembly.iter().flat_map(|assembly| assembly.elements()) {
        let Directive::Word { name, table, types } = element else { continue };
        for operand in types.iter().filter(|operand| !operand.is_empty()) {
            let position = def.operands().position(|param| param.name == *operand);
            let found = position.and_then(|position| operands.types.get(position))?;
            let [number] = numbers(attribute(def, attributes, name)?)?[..] else { continue };
            let says = i32::try_from(number).ok().and_then(|number| table.says(number));
            if says != Some(found.as_str()) {
                return Some(format!("{operand}'s type doesn't match {name}"));
            }
        }
    }
    let check = def.traits.check?;
    with_types(def, attributes, operands, check).map(str::to_owned)
}

/// The types of an op's results where none are written: those that the op carries, or that its rule or
/// its definition says, else those that are expected.
///
/// # Errors
/// The op must fail, or nothing says the type of a result.
pub(crate) fn open_results(
    def: &OpDef,
    attributes: &Attributes,
    operands: &Operands,
    expected: Option<&[Type]>,
) -> Result<Vec<Type>, String> {
    if let Some(carries) = def.traits.carries {
        return Ok(carries.of(&operands.types).to_vec());
    }
    if def.variadic_results {
        return Err("has results of any types, and none are given".to_owned());
    }
    let inferred = match def.infer {
        Some(infer) => {
            with_types(def, attributes, operands, |types| infer.results_as(types, expected))?
        }
        None => Vec::new(),
    };
    let mut types = inferred.into_iter();
    let all = def.results.iter().enumerate().map(|(index, result)| {
        let declared = || (!is_type_family(result.ty)).then(|| Type::new(result.ty));
        let open =
            || format!("result #{index} can have any type of '{}', and none is given", result.ty);
        let expected = || expected.and_then(|types| types.get(index)).cloned();
        types.next().or_else(declared).or_else(expected).ok_or_else(open)
    });
    all.collect()
}

/// Which of the definitions that an op stands for takes the operands: see [`Infer::member`].
///
/// [`Infer::member`]: tfrt_op::Infer::member
pub(crate) fn member(
    def: &OpDef,
    attributes: &Attributes,
    operands: &Operands,
    expected: Option<&[Type]>,
) -> Result<usize, String> {
    def.infer.map_or(Ok(0), |infer| {
        with_types(def, attributes, operands, |types| infer.member(types, expected))
    })
}

/// The types of an op's results by the rule of its types; `None` if it has none, or must fail.
pub(crate) fn inferred(
    def: &OpDef,
    attributes: &Attributes,
    operands: &Operands,
) -> Option<Vec<Type>> {
    let infer = def.infer?;
    with_types(def, attributes, operands, |types| infer.results(types)).ok()
}

/// Whether an op with operands of these types fails only for want of memory, by the rule of its types.
pub(crate) fn never_fails(def: &OpDef, attributes: &Attributes, operands: &Operands) -> bool {
    def.infer.is_some_and(|infer| {
        with_types(def, attributes, operands, |types| infer.never_fails(types))
    })
}

/// The types of the results of an op without operands, if its definition leaves them open and its
/// attributes say them.
pub(crate) fn said_by_attributes(def: &OpDef, attributes: &Attributes) -> Option<Vec<Type>> {
    let open = def.results.iter().all(|result| is_type_family(result.ty));
    let infer = def.infer.filter(|_| open && def.operands().count() == 0)?;
    let types =
        with_types(def, attributes, &Operands::default(), |types| infer.results(types)).ok()?;
    (types.len() == def.results.len()).then_some(types)
}

/// The sizes that the attribute `shape` of an op with this result has. `None` if its rule takes none, or
/// no rank is known.
pub(crate) fn shape_of<'a>(def: &OpDef, result: &'a Type) -> Option<&'a [i64]> {
    match result.kind() {
        TypeKind::Shaped { shape, .. } if def.infer.is_some_and(|infer| infer.takes_shape()) => {
            Some(shape)
        }
        _ => None,
    }
}

/// The attribute `shape` of an op with this result, in a text that leaves it out.
pub(crate) fn implied_shape(def: &OpDef, result: &Type) -> Option<(&'static str, Attribute)> {
    let ty = Type::new("i64");
    let size = |&size: &i64| Attribute::Integer { value: size.into(), ty: ty.clone() };
    let sizes = shape_of(def, result)?.iter().map(size).collect();
    Some((SHAPE, Attribute::Array(sizes)))
}

/// Whether an attribute is the one that the type of the result implies.
pub(crate) fn is_implied(def: &OpDef, result: &Type, name: &str, value: &Attribute) -> bool {
    name == SHAPE
        && shape_of(def, result).is_some_and(|shape| {
            let same = |(&found, &known): (&i64, &i64)| found.max(-1) == known;
            numbers(value).is_some_and(|found| {
                found.len() == shape.len() && found.iter().zip(shape).all(same)
            })
        })
}

/// Calls a function with what rules ask of an op.
fn with_types<R>(
    def: &OpDef,
    attributes: &Attributes,
    operands: &Operands,
    run: impl FnOnce(&OpTypes<'_>) -> R,
) -> R {
    let numbers: Vec<(&str, Vec<i64>)> = def
        .attributes()
        .into_iter()
        .filter_map(|param| Some((param.name, numbers(attribute(def, attributes, param.name)?)?)))
        .collect();
    let of_value = attribute(def, attributes, "value").and_then(|value| match value {
        Attribute::Dense { ty, .. } => Some(ty),
        Attribute::Resource(resource) => Some(&resource.ty),
        _ => None,
    });
    let value = of_value.or_else(|| match attribute(def, attributes, "to")? {
        Attribute::Type(ty) => Some(ty),
        _ => None,
    });
    let Operands { types, values } = operands;
    run(&OpTypes { operands: types, values, numbers: &numbers, value })
}

/// The attribute that the kernel receives as that parameter: by name in text, by position where BEF has
/// no names.
fn attribute<'a>(def: &OpDef, attributes: &'a Attributes, name: &str) -> Option<&'a Attribute> {
    let by_position = || {
        let position = def.attributes().iter().position(|param| param.name == name)?;
        let mut stored = attributes.iter().filter(|(name, _)| is_stored(name));
        stored.nth(position).map(|(_, attribute)| attribute)
    };
    attributes.get(name).or_else(by_position)
}

/// The integers of an attribute: those of an array, or the one that it is.
fn numbers(attribute: &Attribute) -> Option<Vec<i64>> {
    let number = |attribute: &Attribute| match attribute {
        Attribute::Integer { value, .. } => i64::try_from(*value).ok(),
        _ => None,
    };
    match attribute {
        Attribute::Array(elements) => elements.iter().map(number).collect(),
        one => Some(vec![number(one)?]),
    }
}
