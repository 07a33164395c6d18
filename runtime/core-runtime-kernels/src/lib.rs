//! The kernels of graphs that call ops one by one: the dialects `corert` and, for functions whose ops run in order,
//! `corert_sync`.
//!
//! They bind the Core Runtime to values of programs; what becomes of a call is said in `tfrt_core_runtime`. A handler
//! of the CPU has the ops that the host was built with (`Host::builder().with(ops)`, of type
//! [`Ops`](tfrt_core_runtime::Ops)).

pub mod attributes;
pub mod control;
pub mod devices;
pub mod execute;
pub mod handlers;
mod site;
pub mod sync;
pub mod tensors;

pub use site::{FunctionAttributes, OpSite};

tfrt_host::kernels! {
    /// The kernels and types of the Core Runtime.
    pub CORERT = [
        type attributes::SharedAttributes = "!corert.opattrs",
        type tfrt_core_runtime::CoreRuntimeOp = "!corert.op",
        type tfrt_core_runtime::OpHandlerRef = "!corert.ophandler",
        type tfrt_core_runtime::TensorHandle = "!corert.tensorhandle",
        attributes::create_op_attrs,
        attributes::op_attrs_set,
        attributes::op_attrs_set_aggregate,
        attributes::op_attrs_set_array,
        attributes::op_attrs_set_dense,
        attributes::op_attrs_set_dtype,
        attributes::op_attrs_set_shape,
        attributes::op_attrs_set_str,
        control::cond,
        control::r#while,
        devices::get_dst_tensor_type,
        devices::transfer,
        devices::transfer_inferred,
        execute::execute_crt_op,
        execute::executeop,
        execute::executeop_seq,
        execute::make_composite_op,
        handlers::create_cpu_op_handler,
        handlers::create_cpu_op_handler_with_ordinal,
        handlers::create_logging_op_handler,
        handlers::create_null_op_handler,
        handlers::get_op_handler,
        handlers::register_op_handler,
        sync::create_dense_tensor,
        sync::executeop,
        sync::get_op_handler,
        sync::print_tensorhandle,
        sync::register_op_handler,
        tensors::const_dense_tensor,
        tensors::const_string_tensor,
        tensors::create_dense_tensor,
        tensors::ht_to_tensorhandle,
        tensors::print_tensorhandle,
        tensors::tensorhandle_to_ht,
        tensors::tensorhandle_to_int32,
        tensors::tensorhandle_to_shape,
    ]
}
