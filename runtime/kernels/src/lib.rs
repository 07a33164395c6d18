//! The kernels of the core dialects, one family per file.
//!
//! A kernel is one function with `#[kernel]`, listed in its family's `KERNELS`; everything else is
//! derived from its definition. `README.md` says how to add one.

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

use tfrt_host::kernel::{Catalogue, Chain, KernelDef, KernelList, TypeDef};

const FAMILIES: [&[KernelDef]; 10] = [
    arithmetic::KERNELS,
    assertion::KERNELS,
    cast::KERNELS,
    chain::KERNELS,
    comparison::KERNELS,
    constant::KERNELS,
    control::KERNELS,
    device::KERNELS,
    print::KERNELS,
    string::KERNELS,
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
pub const CORE: KernelList = KernelList::new(KERNELS).with_types(TYPES);

/// A catalogue of everything in [`CORE`].
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue::new().with(&CORE)
}

/// All families, sorted by insertion: families are almost sorted already.
const fn sorted() -> [KernelDef; COUNT] {
    let mut kernels = [FAMILIES[0][0]; COUNT];
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut index = 0;
        while index < FAMILIES[family].len() {
            let kernel = FAMILIES[family][index];
            let mut place = count;
            while place > 0 && precedes(kernel.op.name, kernels[place - 1].op.name) {
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
