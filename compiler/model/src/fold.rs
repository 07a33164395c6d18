//! The pass `fold`: computes what follows from constants alone, by calling the kernels, so that the bits are
//! those of a run. The shape of a tensor whose sizes are known is a constant too; with it, the sizes that
//! models compute from shapes become numbers, and types exact.
//!
//! What would pass the [limits](crate::FoldLimits) stays an op, and so does what fails: it fails when it runs.

use crate::lower::kernel;
use crate::ops::ops;
use crate::options::FoldLimits;
use crate::rewrite::{Old, Rules, rewrite};
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::evaluate::Evaluator;
use tfrt_compiler::graph::{Attribute, Module, ResourceRef, Type, TypeKind};
use tfrt_compiler::source::Diagnostic;
use tfrt_host::kernel::{Blob, DType, Dense, KernelDef, Value as HostValue};
use tfrt_op::shapes::part_of_shape;
use tfrt_tensor::Tensor;

/// The op that a constant is.
pub(crate) const CONSTANT: &str = "arith.constant.tensor";

/// About how many operations take a nanosecond, by the costs of kernels.
const PER_NANOSECOND: u64 = 8;

/// Ops that stay, because the sizes of their operands and results do not bound their time, nor do the costs of
/// their kernels.
const UNBOUNDED: [&str; 7] = [
    "nn.deform_conv",
    "nn.det",
    "nn.dft",
    "nn.einsum",
    "nn.non_max_suppression",
    "nn.resize",
    "nn.roi_align",
];

/// The graph with constants for what follows from constants.
pub(crate) fn fold(module: &Module, limits: FoldLimits) -> Result<Module, Vec<Diagnostic>> {
    // Room for a kernel that widens its operands, and what a tensor takes besides its elements.
    let memory = limits.bytes.saturating_mul(4).saturating_add(1 << 16);
    let Some(evaluator) = Evaluator::new(Some(memory)) else { return Ok(module.clone()) };
    rewrite(module, &mut Fold { evaluator, limits })
}

struct Fold {
    evaluator: Evaluator,
    /// What may still be computed.
    limits: FoldLimits,
}

impl Rules for Fold {
    fn op(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported> {
        if let Some(list) = of_shape(function, old, operands) {
            return list_of(function, &list).map(|value| Some(vec![value]));
        }
        let Some(dense) = self.computed(function, old, operands)? else { return Ok(None) };
        let made = dense.into_iter().map(|dense| constant(function, dense));
        made.collect::<Result<Vec<Value>, Reported>>().map(Some)
    }
}

impl Fold {
    /// What an op comes to, if its operands are constants.
    fn computed(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Vec<Attribute>>, Reported> {
        let known = operands.iter().map(|&operand| function.constant_of(operand, "value").cloned());
        let Some(known) = known.collect::<Option<Vec<Attribute>>>().filter(|all| !all.is_empty())
        else {
            return Ok(None);
        };
        if !old.is_silent() || UNBOUNDED.contains(&&*old.op.name) {
            return Ok(None);
        }
        let name = kernel(function, old, operands)?.unwrap_or(&old.op.name);
        let Some(kernel) = ops().kernel(name) else { return Ok(None) };
        if !Evaluator::takes(kernel, operands.len(), old.types.len()) {
            return Ok(None);
        }
        let op = function.op(&old.op.name).operands(operands.iter().copied());
        let op = op.attributes(&old.op.attributes).expected(old.types.iter().cloned());
        let Ok(types) = op.inferred() else { return Ok(None) };
        Ok(self.call(kernel, old, &known, &types))
    }

    /// The results of a kernel as constants; `None` if it fails, or is too much.
    fn call(
        &mut self,
        kernel: &KernelDef,
        old: &Old<'_>,
        operands: &[Attribute],
        types: &[Type],
    ) -> Option<Vec<Attribute>> {
        let mut elements = 0_u64;
        for operand in operands {
            let Attribute::Dense { shape, .. } = operand else { return None };
            elements = elements.checked_add(count(shape)?)?;
        }
        for ty in types {
            let Some((dtype, shape)) = tensor(ty) else { continue };
            let all = count(shape)?;
            let bytes = all.checked_mul(dtype.size()? as u64)?;
            elements = elements.checked_add(all)?;
            usize::try_from(bytes).ok().filter(|&bytes| bytes <= self.limits.bytes)?;
        }
        self.limits.operations.checked_sub(elements)?;
        let mut values = Vec::new();
        for operand in operands {
            let tensor = Tensor::of_constant(&dense(operand)?, self.evaluator.allocator()).ok()?;
            values.push(HostValue::new(tensor));
        }
        let cost = kernel.cost_of(&values).checked_mul(PER_NANOSECOND)?;
        let operations = self.limits.operations.checked_sub(cost.checked_add(elements)?)?;
        let attributes = Evaluator::attributes(&old.op.attributes)?;
        let results = self.evaluator.call(kernel, attributes, &mut values, old.types.len());
        // Also if it fails. What its type did not tell counts afterwards; the limit of memory bounds it.
        self.limits.operations = operations;
        for (result, _) in results.iter().zip(types).filter(|(_, ty)| tensor(ty).is_none()) {
            let made = result.get::<Tensor>().map_or(0, |it| it.bytes().len() as u64);
            self.limits.operations = self.limits.operations.saturating_sub(made);
        }
        results.iter().map(|result| self.attribute(result)).collect()
    }

    fn attribute(&self, result: &HostValue) -> Option<Attribute> {
        let tensor = Tensor::clone(&*result.get::<Tensor>()?);
        if tensor.bytes().len() > self.limits.bytes {
            return None;
        }
        let (element, shape) =
            (Type::new(tensor.dtype().mlir()), tensor.shape().dimensions().to_vec());
        let ty = Type::tensor(&element, &shape);
        let data = Blob::new(Elements(tensor));
        Some(Attribute::Dense { ty, element, shape, data, splat: false })
    }
}

/// The bytes of a tensor, which it shares.
pub(crate) struct Elements(pub(crate) Tensor);

impl AsRef<[u8]> for Elements {
    fn as_ref(&self) -> &[u8] {
        self.0.bytes()
    }
}

/// A constant.
fn constant(function: &mut FunctionBuilder<'_, '_>, dense: Attribute) -> Result<Value, Reported> {
    function.op(CONSTANT).attribute("value", dense).constant()
}

/// A list of numbers, or a number, as a constant of `i64`.
pub(crate) fn list_of(
    function: &mut FunctionBuilder<'_, '_>,
    (shape, numbers): &(Vec<i64>, Vec<i64>),
) -> Result<Value, Reported> {
    let element = Type::new("i64");
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let (ty, shape) = (Type::tensor(&element, shape), shape.clone());
    let data = Blob::from(bytes);
    constant(function, Attribute::Dense { ty, element, shape, data, splat: false })
}

/// What an op says of the sizes of its operand, with the shape that it has, if they are known.
fn of_shape(
    function: &FunctionBuilder<'_, '_>,
    old: &Old<'_>,
    operands: &[Value],
) -> Option<(Vec<i64>, Vec<i64>)> {
    let [operand] = operands else { return None };
    let TypeKind::Shaped { shape, .. } = function.type_of(*operand).kind() else { return None };
    match &*old.op.name {
        "nn.shape" => {
            let number = |name: &str| match old.op.attributes.get(name)? {
                Attribute::Integer { value, .. } => i64::try_from(*value).ok(),
                _ => None,
            };
            let part = part_of_shape(shape.len(), number("start")?, number("end")?);
            let sizes = shape.get(part)?.to_vec();
            let length = i64::try_from(sizes.len()).ok()?;
            sizes.iter().all(|&size| size >= 0).then_some((vec![length], sizes))
        }
        "nn.size" => {
            let all = i64::try_from(count(shape)?).ok()?;
            Some((Vec::new(), vec![all]))
        }
        _ => None,
    }
}

/// The elements of a constant tensor, each written out.
pub(crate) fn dense(attribute: &Attribute) -> Option<Dense> {
    if let Attribute::Resource(ResourceRef { ty, data, .. }) = attribute {
        let (dtype, shape) = tensor(ty)?;
        return Some(Dense { dtype, shape: shape.to_vec(), data: data.clone()? });
    }
    let Attribute::Dense { element, shape, data, splat, .. } = attribute else { return None };
    let dtype = DType::from_mlir(element.as_str())?;
    let data = if *splat {
        Blob::from(data.repeat(usize::try_from(count(shape)?).ok()?))
    } else {
        data.clone()
    };
    Some(Dense { dtype, shape: shape.clone(), data })
}

/// The number of elements of a shape, if all its sizes are known.
fn count(shape: &[i64]) -> Option<u64> {
    shape.iter().try_fold(1_u64, |all, &size| all.checked_mul(u64::try_from(size).ok()?))
}

/// The element type and the sizes of a tensor, if all are known.
pub(crate) fn tensor(ty: &Type) -> Option<(DType, &[i64])> {
    let TypeKind::Shaped { shape, element } = ty.kind() else { return None };
    let known = shape.iter().all(|&size| size >= 0);
    known.then(|| DType::from_mlir(element.as_str()).map(|dtype| (dtype, shape))).flatten()
}
