//! The kernels of tensors: dialects `ts`, `tfrt_dht`, `tfrt_sht`, `coo`, `eigen` and `btf`, a dialect
//! per file or folder; and those of `sync`, for functions whose ops run in order.
//!
//! Kernels that write do so in place; chains order them. See `tfrt_tensor` for what happens in
//! programs without such chains.

pub mod btf;
pub mod coo;
pub mod cost;
pub mod dht;
pub mod eigen;
mod elementwise;
mod literal;
mod parallel;
pub mod sht;
pub mod sync;
pub mod ts;
mod view;

#[cfg(test)]
#[path = "../../kernels/src/testing.rs"]
#[expect(dead_code, reason = "other crates' tests use the rest")]
mod testing;
#[cfg(test)]
mod tests;

pub use elementwise::{Elements, each, expect_one_shape};
pub use literal::{Literal, Numbers, Strings};
pub use parallel::rows;
pub use view::{View, sizes};

tfrt_host::kernels! {
    /// The kernels and types of tensors.
    pub TENSOR = [
        type tfrt_tensor::FixedRankShape<1> = "!ts.fixed_rank_shape.1",
        type tfrt_tensor::FixedRankShape<2> = "!ts.fixed_rank_shape.2",
        type tfrt_tensor::FixedRankShape<3> = "!ts.fixed_rank_shape.3",
        type tfrt_tensor::HostBuffer = "!ht.host_buffer",
        type tfrt_tensor::PartialTensorShape = "!ts.partial_shape",
        type tfrt_tensor::MutableTensor = "!tfrt_tensor.tensor",
        type tfrt_tensor::TensorShape = "!ts.shape",
        coo::convert_coo_to_dht,
        coo::convert_dht_to_coo,
        coo::coo_equal,
        dht::allocate_buffer,
        dht::create_uninitialized_tensor,
        dht::create_uninitialized_tensor_generic,
        dht::create_uninitialized_tensor_rank_5,
        dht::fill_tensor_with_constant,
        dht::fill_tensor_with_constant_complex,
        dht::fill_tensor_with_constant_generic,
        dht::get_buffer,
        dht::get_buffer_slice,
        dht::get_tensor_shape,
        dht::make_tensor,
        dht::make_tensor_generic,
        dht::no_op_ht,
        dht::print_buffer,
        dht::print_tensor,
        dht::print_tensor_shape,
        dht::set_tensor_with_constant_values,
        dht::set_tensor_with_constant_values_complex,
        dht::set_tensor_with_constant_values_generic,
        dht::set_tensor_with_values,
        dht::tensor_allclose,
        dht::tensor_allclose_within,
        dht::tensor_equal,
        dht::tensor_equal_generic,
        eigen::batch_norm::batch_norm_f32,
        eigen::batch_norm::batch_norm_grad_f32,
        eigen::convolution::conv2d_batch_norm_f32,
        eigen::convolution::conv2d_batch_norm_relu_f32,
        eigen::convolution::conv2d_bias_f32,
        eigen::convolution::conv2d_f32,
        eigen::gradient::conv2d_grad_filter_f32,
        eigen::gradient::conv2d_grad_input_f32,
        eigen::pooling::max_pooling_2d_f32,
        eigen::pooling::zero_padding_f32,
        eigen::product::matmul,
        eigen::product::softmax_f32,
        sht::create_tensor,
        sync::allocate_buffer,
        sync::build_partial_shape,
        sync::build_shape,
        sync::create_dense_tensor,
        sync::create_dense_tensor_complex,
        sync::create_from_scalar,
        sync::create_from_scalar_complex,
        sync::create_string_tensor,
        sync::create_uninitialized_string_tensor,
        sync::create_uninitialized_tensor,
        sync::create_uninitialized_tensor_generic,
        sync::create_uninitialized_tensor_rank_5,
        sync::get_buffer_slice,
        sync::get_tensor_shape,
        sync::make_tensor,
        sync::make_tensor_generic,
        sync::print_tensor,
        sync::set_tensor_with_constant_values,
        sync::set_tensor_with_constant_values_complex,
        sync::set_tensor_with_constant_values_generic,
        sync::to_partial_shape,
        ts::as_fixed_rank_shape,
        ts::build_partial_shape,
        ts::build_shape,
        ts::build_unranked_partial_shape,
        ts::equal_shape,
        ts::get_dimension,
        ts::get_num_elements,
        ts::print_fixed_rank_shape,
        ts::print_partial_shape,
        ts::print_shape,
        ts::to_partial_shape,
        ts::to_shape,
    ]
}

tfrt_host::kernels! {
    /// The kernels that read tensors from files. A program that uses them can read any binary tensor
    /// file that the process can read.
    pub BTF = [btf::read_coo_tensor, btf::read_dense_tensor]
}

/// The core kernels and those of both lists.
#[cfg(test)]
fn catalogue() -> tfrt_host::kernel::Catalogue {
    tfrt_kernels::catalogue().with(&TENSOR).with(&BTF)
}
