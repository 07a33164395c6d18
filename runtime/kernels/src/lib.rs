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

use number::{Complex, bf16, f16};
use tfrt_bef::element_types;
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

macro_rules! types {
    (
        []
        numbers { $($(#[$doc:meta])*
            $dtype:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:tt, $rust:ident;)* }
        pairs { $($(#[$pair_doc:meta])*
            $pair:ident = $pair_id:literal, $pair_mlir:literal, $pair_name:literal,
            $pair_size:literal, Complex<$part:ident>;)* }
        $($others:tt)*
    ) => {
        /// The types of the core dialects, with the scalars.
        pub const TYPES: &[TypeDef] = &[
            TypeDef::of::<Chain>("tfrt_host::kernel::Chain"),
            $(TypeDef::of::<$rust>(types!(path $kind $size $rust)),)*
            $(TypeDef::of::<Complex<$part>>(concat!(
                "tfrt_kernels::number::Complex<",
                stringify!($part),
                ">"
            )),)*
            TypeDef::of::<device::DeviceRef>("tfrt_kernels::device::DeviceRef"),
            TypeDef::of::<string::HostString>("tfrt_kernels::string::HostString"),
            TypeDef::of::<tensor_type::TensorType>("tfrt_kernels::tensor_type::TensorType"),
        ];
    };
    // Rust has no stable type for the others.
    (path Float 2 $rust:ident) => { concat!("tfrt_kernels::number::", stringify!($rust)) };
    (path $kind:ident $size:tt $rust:ident) => { stringify!($rust) };
}

element_types!(types []);

/// The kernels and types of the core dialects.
pub static CORE: KernelList = LISTED.with_types(TYPES);

/// A catalogue of everything in [`CORE`].
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue::new().with(&CORE)
}
