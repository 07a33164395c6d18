//! Sets of ops.

use crate::op::OpKernel;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Ops of a module: `OpList::new(&[ADD, PRINT])`.
///
/// ```
/// use tfrt_core_runtime::{OpList, op};
/// use tfrt_tensor::MutableTensor;
///
/// /// Its argument.
/// #[op("my.same", pure)]
/// fn same(x: MutableTensor) -> MutableTensor {
///     x
/// }
///
/// static MY: OpList = OpList::new(&[SAME]);
/// assert_eq!(MY.ops()[0].name, "my.same");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OpList(&'static [OpKernel]);

impl OpList {
    /// A list of ops.
    #[must_use]
    pub const fn new(ops: &'static [OpKernel]) -> Self {
        Self(ops)
    }

    /// The ops.
    #[must_use]
    pub const fn ops(&self) -> &'static [OpKernel] {
        self.0
    }
}

/// Ops by name, cheap to clone. Kernels that make handlers take those that the host was built with:
/// `Host::builder().with(Ops::new().with(&MY))`.
///
/// ```
/// use tfrt_core_runtime::Ops;
/// assert!(Ops::new().get("tf.AddV2").is_none());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ops(Arc<BTreeMap<&'static str, &'static OpKernel>>);

impl Ops {
    /// No ops.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a list; a later op of a name replaces an earlier one.
    #[must_use]
    pub fn with(mut self, list: &OpList) -> Self {
        Arc::make_mut(&mut self.0).extend(list.0.iter().map(|op| (op.name, op)));
        self
    }

    /// The op of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static OpKernel> {
        self.0.get(name).copied()
    }

    /// All ops, by name.
    pub fn iter(&self) -> impl Iterator<Item = &'static OpKernel> + '_ {
        self.0.values().copied()
    }
}
