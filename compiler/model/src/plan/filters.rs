//! The filters of convolutions, and the matrices of products, in the order in which kernels read them.

use super::CONVOLUTION;
use crate::attributes::with_window;
use crate::fold::{CONSTANT, Elements, dense, tensor};
use crate::rewrite::Old;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::{Attribute, Module, Type};
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::kernel::{Blob, Dense};
use tfrt_model_kernels::arena::{self, Algorithm};
use tfrt_tensor::Tensor;

/// The packed filters and matrices of a model, which all programs of it share: how they are packed depends on the sizes
/// of images only as far as these choose the algorithm.
///
/// Thread-safe.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    /// Where the elements of the model's constants are. They stay there, so their places are theirs alone.
    constants: HashSet<usize>,
    known: Mutex<HashMap<Key, Blob>>,
}

/// Where filters are, their sizes, and how they are read.
type Key = (usize, Vec<i64>, Option<How>);

/// How a convolution reads its filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct How {
    group: i64,
    /// The algorithm of Winograd by which it is computed.
    winograd: Option<i64>,
}

impl How {
    /// As the kernel has it.
    pub(super) fn algorithm(self) -> Algorithm {
        Algorithm::winograd(self.winograd)
    }

    /// That of an op, if it is a convolution.
    pub(super) fn of(old: &Old<'_>) -> Option<Self> {
        let shape = |at: usize| tensor(old.operands.get(at)?).map(|(_, shape)| shape);
        let (images, filters) = (shape(0)?, shape(1)?);
        if *old.op.name != *CONVOLUTION {
            return None;
        }
        with_window(&old.op.attributes, filters.get(2..)?, |window, (group, most)| {
            let winograd = match most {
                Some(most) => arena::winograd([images, filters], (group, most), window).ok()?,
                None => None,
            };
            Some(Self { group, winograd })
        })
    }
}

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
        let how = How::of(old);
        let key = (constant.data.as_ptr().addr(), constant.shape.clone(), how);
        let is_shared = self.constants.contains(&key.0);
        // Held while they are packed: others may want the same ones.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(packed) = known.get(&key).filter(|_| is_shared) {
            return Some(packed.clone());
        }
        let system: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
        let weights = Tensor::of_constant(constant, &system).ok()?;
        let weights = weights.elements::<f32>().ok()?;
        let packed = match how {
            None => arena::pack_matrix(constant.shape[..].try_into().ok()?, weights).ok()?,
            Some(How { group, winograd }) => {
                let (_, images) = tensor(&old.operands[0])?;
                with_window(&old.op.attributes, constant.shape.get(2..)?, |window, _| {
                    let how = (group, winograd);
                    arena::pack([images, &constant.shape], weights, how, window).ok()
                })?
            }
        };
        let packed = Blob::new(Elements(Tensor::from_vec(&[packed.len()], packed).ok()?));
        if is_shared {
            known.insert(key, packed.clone());
        }
        Some(packed)
    }
}
