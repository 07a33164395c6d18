//! The kernels of the core dialects, one family a file.
//!
//! A kernel is one function under `#[kernel]`, listed in its family's `KERNELS`; whatever else
//! knows of it reads the definition. `README.md` says how to add one.

pub mod arithmetic;
pub mod cast;
pub mod chain;
pub mod comparison;
pub mod constant;
pub mod control;
pub mod declared;
pub mod device;
pub mod number;
pub mod print;
pub mod string;
pub mod tensor;
pub mod tensor_type;
pub mod test;
pub mod tutorial;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use tfrt_host::kernel::{Catalogue, Chain, KernelDef, KernelType, NativeDef, TypeDef};

const FAMILIES: [&[KernelDef]; 13] = [
    arithmetic::KERNELS,
    cast::KERNELS,
    chain::KERNELS,
    comparison::KERNELS,
    constant::KERNELS,
    control::KERNELS,
    device::KERNELS,
    print::KERNELS,
    string::KERNELS,
    tensor::KERNELS,
    tensor_type::KERNELS,
    test::KERNELS,
    tutorial::KERNELS,
];

const COUNT: usize = {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

static SORTED: [KernelDef; COUNT] = sorted();

/// Every kernel of the core dialects, by name.
pub const KERNELS: &[KernelDef] = &SORTED;

/// The types of the core dialects, with the scalars.
pub const TYPES: &[TypeDef] = &[
    ty::<Chain>("tfrt_host::kernel::Chain"),
    ty::<bool>("bool"),
    ty::<i8>("i8"),
    ty::<i16>("i16"),
    ty::<i32>("i32"),
    ty::<i64>("i64"),
    ty::<u8>("u8"),
    ty::<u16>("u16"),
    ty::<u32>("u32"),
    ty::<u64>("u64"),
    ty::<f32>("f32"),
    ty::<f64>("f64"),
    ty::<device::Device>("tfrt_kernels::device::Device"),
    ty::<number::Bf16>("tfrt_kernels::number::Bf16"),
    ty::<number::Complex128>("tfrt_kernels::number::Complex128"),
    ty::<number::Complex64>("tfrt_kernels::number::Complex64"),
    ty::<number::F16>("tfrt_kernels::number::F16"),
    ty::<string::HostString>("tfrt_kernels::string::HostString"),
    ty::<tensor::DenseHostTensor>("tfrt_kernels::tensor::DenseHostTensor"),
    ty::<tensor_type::TensorType>("tfrt_kernels::tensor_type::TensorType"),
    ty::<test::atomic::AtomicInt>("tfrt_kernels::test::atomic::AtomicInt"),
    ty::<test::traced::TestResource>("tfrt_kernels::test::traced::TestResource"),
    ty::<test::traced::TracedInt>("tfrt_kernels::test::traced::TracedInt"),
    ty::<tutorial::Coordinate>("tfrt_kernels::tutorial::Coordinate"),
];

/// The native functions of the test dialect, by name.
pub const NATIVES: &[NativeDef] = test::native::NATIVES;

/// The kernels, declared ops, types and native functions of the core dialects.
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue::new()
        .with_kernels(KERNELS)
        .with_declared(declared::OPS)
        .with_types(TYPES)
        .with_natives(NATIVES)
}

const fn ty<T: KernelType>(rust: &'static str) -> TypeDef {
    TypeDef { name: T::NAME, rust, scalar: T::SCALAR }
}

/// All families, by insertion into a sorted array: families are nearly in order already.
const fn sorted() -> [KernelDef; COUNT] {
    let mut kernels = [FAMILIES[0][0]; COUNT];
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut index = 0;
        while index < FAMILIES[family].len() {
            let kernel = FAMILIES[family][index];
            let mut place = count;
            while place > 0 && precedes(kernel.name, kernels[place - 1].name) {
                kernels[place] = kernels[place - 1];
                place -= 1;
            }
            kernels[place] = kernel;
            count += 1;
            index += 1;
        }
        family += 1;
    }
    kernels
}

/// `a < b`, at compile time.
const fn precedes(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() {
        if a[index] != b[index] {
            return a[index] < b[index];
        }
        index += 1;
    }
    a.len() < b.len()
}
