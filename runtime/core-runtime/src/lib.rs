//! The Core Runtime: ops, called one by one.
//!
//! A caller names an op and gets handles of its results at once ([`TensorHandle`]): metadata may be known before the
//! data. An op is a function with `#[op]` ([`OpKernel`]); a handler finds ops by name ([`OpHandler`]) and makes a
//! [`CoreRuntimeOp`] that is called as often as one likes. Graphs call ops by kernels of the dialect `corert`, Rust
//! by the same functions.
//!
//! What becomes of a call whose arguments are late, or errors, is a table in the source of `dispatch`.
//!
//! ```
//! use smallvec::smallvec;
//! use std::sync::Arc;
//! use tfrt_core_runtime::{
//!     Attributes, DeviceOpHandler, MetadataCall, OpAttrs, OpHandler, OpHandlerRef, OpInvocation, OpList, Ops,
//!     ResultMetadata, TensorHandle, op,
//! };
//! use tfrt_host::context::{ExecCtx, Host, Site, SiteRef};
//! use tfrt_host::error::{KernelError, Location};
//! use tfrt_tensor::{DenseHostTensor, TensorError, TensorShape};
//!
//! /// The metadata of the argument.
//! fn same(call: &MetadataCall<'_>) -> Result<ResultMetadata, KernelError> {
//!     Ok(call.arguments[0].clone().into())
//! }
//!
//! /// Twice its argument.
//! #[op("my.double", pure, infer = same)]
//! fn double(x: &DenseHostTensor) -> Result<DenseHostTensor, TensorError> {
//!     let doubled = x.to_vec::<f32>()?.iter().map(|x| 2.0 * x).collect();
//!     DenseHostTensor::from_vec(x.shape().clone(), doubled)
//! }
//!
//! static MY: OpList = OpList::new(&[DOUBLE]);
//! static SITE: Site = Site::new("my.double", Location::Unknown);
//!
//! let host = Host::builder().build()?;
//! let cpu = host.devices().get("CPU:0").expect("the host is one");
//! let handler = DeviceOpHandler::new("cpu", cpu, Ops::new().with(&MY), OpHandlerRef::null());
//! let op = handler.make_op("my.double")?;
//! let x = DenseHostTensor::from_vec(TensorShape::new(&[2])?, vec![1.0_f32, 2.0])?;
//! let results = op.call(OpInvocation {
//!     context: ExecCtx { request: &host.context(), site: SiteRef::Static(&SITE), depth: 0 },
//!     arguments: smallvec![TensorHandle::new(x.into())],
//!     attributes: Attributes::Own(&OpAttrs::new()),
//!     results: 1,
//!     chain: None,
//! });
//! let text = "DenseHostTensor dtype = f32, shape = [2], values = [2.000000e+00, 4.000000e+00]";
//! assert_eq!(results[0].to_string(), text);
//! # Ok::<(), KernelError>(())
//! ```

// The examples of `#[op]`, and the code that it makes, name this crate.
extern crate self as tfrt_core_runtime;

mod attrs;
mod composite;
mod convert;
mod dispatch;
mod eager;
mod handle;
mod handler;
mod logging;
mod op;
mod ops;
mod runtime;

pub use attrs::{FromOpAttr, IntoOpAttr, OpAttrType, OpAttrs, OpAttrsRef};
pub use composite::composite;
pub use convert::{Conversion, ConversionRow};
pub use dispatch::{Arguments, Attributes, Handles, OpInvocation};
pub use eager::{Awaited, Eager, EagerOp, Handle, IntoArgument, OpChain};
pub use handle::TensorHandle;
pub use handler::{CoreRuntimeOp, DeviceOpHandler, OpHandler, OpHandlerRef, execute, new_chain};
pub use logging::LoggingOpHandler;
pub use op::{
    HostTensor, Kinds, MetadataCall, MetadataFunction, NumericTensor, OpArgument, OpEntry, OpFrame,
    OpKernel, OpOutput, ResultMetadata, ScalarOrDense, StringOrDense, TensorOf,
};
pub use ops::{OpList, Ops};
pub use runtime::CoreRuntime;
pub use tfrt_host::kernel::Attr;
pub use tfrt_kernel_macro::op;
#[doc(hidden)]
pub use tfrt_kernel_macro::op_for_tfrt;

/// What the code that `#[op]` makes uses.
#[doc(hidden)]
pub mod __private {
    pub use crate::eager::call;
    pub use tfrt_host;
}
