//! The kernels of the dialects `tfrt_test`, `vt` and `tfrt_tutorial`: they complete late, fail,
//! count, leak, sleep and read files. For tests and the tool. A program of a stranger must not get
//! them.

pub mod asynchronous;
pub mod atomic;
pub mod benchmark;
pub mod context;
mod declared;
pub mod failure;
pub mod fake;
pub mod forward;
pub mod handles;
pub mod host;
pub mod native;
pub mod ops;
pub mod place;
pub mod string;
pub mod synchronous;
pub mod tensor;
pub mod traced;
pub mod tutorial;
pub mod value;
pub mod variadic;

#[cfg(test)]
#[path = "../../kernels/src/testing.rs"]
mod testing;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;
use tfrt_core_runtime::Ops;
use tfrt_host::kernel::{Catalogue, KernelList};

tfrt_host::kernels! {
    /// The kernels, types and native functions of the test dialects.
    pub TEST = [
        asynchronous::async_add_i32,
        asynchronous::async_constant_i1,
        asynchronous::async_constant_i32,
        asynchronous::async_zero,
        asynchronous::async_copy_2_i32,
        asynchronous::async_copy_i32,
        asynchronous::async_copy_with_delay_i32,
        asynchronous::async_copy_with_delay_i64,
        asynchronous::blocking_usleep,
        asynchronous::copy_with_delay_i32,
        asynchronous::copy_with_delay_i64,
        asynchronous::do_async,
        asynchronous::usleep,
        atomic::atomic_add_i32,
        atomic::atomic_create_i32,
        atomic::atomic_get_i32,
        atomic::atomic_inc_i32,
        benchmark::benchmark,
        benchmark::sync_benchmark,
        context::get_request_context_data_i32,
        context::sum_array_attr_i32,
        context::sum_array_attr_i64,
        failure::cancel,
        failure::error_chain,
        failure::error_s,
        failure::fail,
        failure::fail_s,
        failure::partial_fail,
        failure::report_error_async,
        failure::report_error_concrete_async,
        failure::report_error_indirect_async,
        forward::count3_i32,
        forward::count3_i64,
        forward::as_chain,
        forward::flat,
        forward::get_uniqueness,
        forward::identity,
        forward::make_indirect,
        forward::multi_arg_result,
        forward::print_bool,
        forward::print_hello,
        forward::sum,
        forward::test_cost,
        handles::corert_op_attrs_freeze,
        handles::corert_op_attrs_print,
        handles::corert_op_attrs_ref_print,
        handles::error_tensorhandle,
        host::logging,
        host::memory_leak_one_int32,
        host::quiesce,
        host::read_string_from_file,
        place::get_thread_id,
        place::print_debug_info,
        place::unique_loc,
        place::use_sample_shared_context,
        string::append_string,
        string::format_string,
        string::get_string,
        string::get_string_sync,
        string::print_string,
        string::string_equal,
        synchronous::invoke_sync_function_i32_i32_i32,
        synchronous::invoke_sync_function_i32_i32_i32_i32,
        synchronous::sync_function_runner_i32_i32_i32,
        synchronous::sync_function_runner_i32_i32_i32_i32,
        synchronous::sync_sum,
        synchronous::sync_sum2,
        synchronous::sync_sum_attributes,
        tensor::const_dense_attr,
        tensor::sync::matmul,
        tensor::sync_const_dense_attr,
        tensor::get_static_tensor_type,
        tensor::print_tensor_type,
        tensor::elementwise::add,
        tensor::elementwise::add_inplace,
        tensor::elementwise::cast_i32_to_f32,
        tensor::elementwise::equal,
        tensor::elementwise::equal_inplace,
        tensor::elementwise::gradient_descent_f32,
        tensor::elementwise::relu,
        tensor::elementwise::relu_grad_inplace,
        tensor::elementwise::relu_inplace,
        tensor::elementwise::softmax_inplace_f32,
        tensor::elementwise::subtract_inplace_f32,
        tensor::network::broadcast_2d_f32,
        tensor::network::flatten_f32,
        tensor::network::global_average_pooling_f32,
        tensor::network::matmul,
        tensor::network::max_pooling_2d_f32,
        tensor::network::mean_axis_zero_f32,
        tensor::network::tensor_transpose_f32,
        tensor::network::zero_padding_f32,
        tensor::reduction::argmax,
        tensor::reduction::broadcast,
        tensor::reduction::reduce_mean,
        tensor::reduction::slice_inplace,
        traced::allocate_resource,
        traced::deallocate_resource,
        traced::share_to_two,
        traced::add,
        traced::constant,
        traced::print,
        tutorial::create_coordinate,
        tutorial::print_coordinate,
        value::async_value_get,
        value::async_value_ref,
        variadic::sum_i32,
        variadic::count_i32,
        variadic::join,
        variadic::scale_i32,
        variadic::count_from_i32,
        variadic::words,
        type handles::FrozenAttributes = "!corert.opattrsref",
        type atomic::AtomicInt = "!test.atomic.i32",
        type traced::TestResource = "!tfrt.test.resource",
        type traced::TracedInt = "!vt.value",
        type tutorial::Coordinate = "!tfrt_tutorial.coordinate",
        native native::add = "native_add",
        native native::async_add = "native_async_add",
        native native::async_sink = "native_async_sink",
        native native::error = "native_error",
        native native::sink = "native_sink",
    ]
}

/// Ops of tensors that can be written but have no kernel: see
/// [`KernelList::with_declared`].
pub const DECLARED: KernelList = KernelList::new(&[]).with_declared(declared::OPS);

/// Every list, by the name under which projects use it. [`CORE`](tfrt_kernels::CORE) is always there; the last two are
/// for the tool and for tests.
pub const LISTS: [(&str, KernelList); 11] = [
    ("core", tfrt_kernels::CORE),
    ("tfrt::CORERT", tfrt_core_runtime_kernels::CORERT),
    ("tfrt::GPU", tfrt_gpu::GPU),
    ("tfrt::GPU_OPS", tfrt_gpu_ops::GPU_OPS),
    ("tfrt::MLIR", tfrt_mlir_kernels::MLIR),
    ("tfrt::NN", tfrt_model_kernels::NN),
    ("tfrt::TENSOR", tfrt_tensor_kernels::TENSOR),
    ("tfrt::BTF", tfrt_tensor_kernels::BTF),
    ("tfrt::TF_SYNC", tfrt_tf_ops::TF_SYNC),
    ("tests", TEST),
    ("declared", DECLARED),
];

/// A catalogue of every list.
#[must_use]
pub fn catalogue() -> Catalogue {
    LISTS.iter().fold(Catalogue::new(), |catalogue, (_, list)| catalogue.with(list))
}

/// The ops that hosts of the tool and of tests have.
#[must_use]
pub fn core_ops() -> Ops {
    // Tests build a host for each run.
    static ALL: LazyLock<Ops> = LazyLock::new(|| Ops::new().with(&ops::OPS).with(&tfrt_tf_ops::TF));
    ALL.clone()
}
