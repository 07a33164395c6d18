//! The kernels of the core dialects, one family per file.
//!
//! A kernel is one function with `#[kernel]`, listed here; everything else is derived from its
//! definition. `README.md` says how to add one.

pub mod arithmetic;
pub mod assertion;
pub mod cast;
pub mod chain;
pub mod comparison;
pub mod constant;
pub mod control;
pub mod device;
pub mod number;
pub mod print;
pub mod string;
pub mod tensor_type;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use tfrt_host::kernel::{Catalogue, Chain, KernelList, TypeDef};

tfrt_host::kernels! {
    LISTED = [
        arithmetic::add,
        arithmetic::add_s,
        arithmetic::and_i1,
        arithmetic::clamp,
        arithmetic::div,
        arithmetic::float::div,
        arithmetic::max,
        arithmetic::minimum,
        arithmetic::minus,
        arithmetic::mul,
        arithmetic::mul_s,
        arithmetic::multiply,
        assertion::assert,
        cast::cast_f32_to_i64,
        cast::cast_f64_to_i64,
        cast::cast_i64_to_f32,
        cast::cast_i64_to_f64,
        chain::alias_value,
        chain::merge_chains,
        chain::new_chain,
        comparison::equal,
        comparison::lessequal,
        constant::constant,
        constant::constant_complex128,
        constant::constant_complex64,
        constant::constant_s,
        control::branch::call,
        control::branch::case,
        control::branch::cond,
        control::branch::r#if,
        control::branch::r#try,
        control::conditional::r#while,
        control::counted::repeat_i32,
        control::once::once,
        control::parallel::parallel_call_i32,
        control::parallel::parallel_for_i32,
        device::get_device,
        print::print_complex128,
        print::print_complex64,
        print::print_f16,
        print::print_f32,
        print::print_f64,
        print::print_i1,
        print::print_i32,
        print::print_i64,
        string::string_append,
        string::string_constant,
        string::string_equal,
        string::string_print,
    ]
}

/// The types of the core dialects, with the scalars.
pub const TYPES: &[TypeDef] = &[
    TypeDef::of::<Chain>("tfrt_host::kernel::Chain"),
    TypeDef::of::<bool>("bool"),
    TypeDef::of::<i8>("i8"),
    TypeDef::of::<i16>("i16"),
    TypeDef::of::<i32>("i32"),
    TypeDef::of::<i64>("i64"),
    TypeDef::of::<u8>("u8"),
    TypeDef::of::<u16>("u16"),
    TypeDef::of::<u32>("u32"),
    TypeDef::of::<u64>("u64"),
    TypeDef::of::<f32>("f32"),
    TypeDef::of::<f64>("f64"),
    TypeDef::of::<device::DeviceRef>("tfrt_kernels::device::DeviceRef"),
    TypeDef::of::<number::Bf16>("tfrt_kernels::number::Bf16"),
    TypeDef::of::<number::Complex128>("tfrt_kernels::number::Complex128"),
    TypeDef::of::<number::Complex64>("tfrt_kernels::number::Complex64"),
    TypeDef::of::<number::F16>("tfrt_kernels::number::F16"),
    TypeDef::of::<string::HostString>("tfrt_kernels::string::HostString"),
    TypeDef::of::<tensor_type::TensorType>("tfrt_kernels::tensor_type::TensorType"),
];

/// The kernels and types of the core dialects.
pub static CORE: KernelList = LISTED.with_types(TYPES);

/// A catalogue of everything in [`CORE`].
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue::new().with(&CORE)
}
