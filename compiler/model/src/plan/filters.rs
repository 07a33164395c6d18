//! The filters of convolutions, and the matrices of products, in the order in which kernels read them.

use super::{MATMUL, with_window};
use crate::attributes::integers;
use crate::fold::{CONSTANT, Elements, dense, tensor};
use crate::rewrite::Old;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Module, Type};
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::kernel::{Blob, Dense};
use tfrt_model_kernels::arena;
use tfrt_tensor::Tensor;

/// The packed filters and matrices of a model, which all programs of it share: how they are packed does not
/// depend on the sizes of images.
///
/// Thread-safe.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    /// Where the elements of the model's constants are. They stay there, so their places are theirs alone.
    constants: HashSet<usize>,
    known: Mutex<HashMap<Key, Blob>>,
}

/// Where filters are, their sizes, and in how many groups they are; a matrix is in none.
type Key = (usize, Vec<i64>, Option<i64>);

impl Packed {
    /// None yet, for programs that are made of that module and live no longer.
    pub(crate) fn of(module: &Module) -> Self {
        let bodies = module.functions().filter_map(|function| function.body.as_ref());
        let constants = bodies.flat_map(|body| {
            let ops = body.preorder().into_iter().map(|id| body.op(id));
            let constants = ops.filter(|op| *op.name == *CONSTANT);
            constants.filter_map(|op| match op.attributes.get("value")? {
                Attribute::Dense { splat: true, .. } => None,
                value => dense(value).map(|dense| dense.data.as_ptr().addr()),
            })
        });
        Self { constants: constants.collect(), known: Mutex::default() }
    }

    /// The packed filters of a convolution, or the packed matrix of a product.
    pub(super) fn packed(
        &self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        filters: Value,
    ) -> Result<Attribute, Reported> {
        let dense = function.constant_of(filters, "value").and_then(dense);
        let Some(data) = dense.and_then(|dense| self.data(old, &dense)) else {
            return Err(function.report("filters or a matrix cannot be packed"));
        };
        let element = Type::new("f32");
        let shape = vec![i64::try_from(data.len() / size_of::<f32>()).unwrap_or(i64::MAX)];
        let ty = Type::tensor(&element, &shape);
        Ok(Attribute::Dense { ty, element, shape, data, splat: false })
    }

    fn data(&self, old: &Old<'_>, constant: &Dense) -> Option<Blob> {
        let is_matrix = *old.op.name == *MATMUL;
        let group = integers(&old.op.attributes, "group").unwrap_or_default().first().copied();
        let key = (constant.data.as_ptr().addr(), constant.shape.clone(), group);
        let is_shared = self.constants.contains(&key.0);
        // Held while they are packed: others may want the same ones.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(packed) = known.get(&key).filter(|_| is_shared) {
            return Some(packed.clone());
        }
        let system: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
        let weights = Tensor::of_constant(constant, &system).ok()?;
        let weights = weights.elements::<f32>().ok()?;
        let packed = if is_matrix {
            arena::pack_matrix(constant.shape[..].try_into().ok()?, weights).ok()?
        } else {
            let (_, images) = tensor(&old.operands[0])?;
            with_window(&old.op.attributes, constant.shape.get(2..)?, |window, group| {
                arena::pack([images, &constant.shape], weights, group, window).ok()
            })?
        };
        let packed = Blob::new(Elements(Tensor::from_vec(&[packed.len()], packed).ok()?));
        if is_shared {
            known.insert(key, packed.clone());
        }
        Some(packed)
    }
}
