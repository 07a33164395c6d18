//! A list of kernels that tests take from another crate.

use tfrt::{KernelType, kernel};

/// A type that programs of other crates use.
#[derive(Debug)]
pub struct Seed(pub i32);

impl KernelType for Seed {
    const NAME: &'static str = "!listed.seed";
}

/// Makes a seed.
#[kernel("listed.seed")]
pub fn seed(x: i32) -> Seed {
    Seed(x)
}

/// A kernel for each type.
#[kernel("listed.more.{T}", pure, T = [i32, i64])]
pub fn more<T: From<i32> + std::ops::Add<Output = T>>(x: T) -> T {
    x + T::from(1)
}

/// A module of its own, beside the list's.
pub mod inner {
    use tfrt::{AsyncRef, kernel};

    /// What grows from a seed.
    #[kernel("listed.grow", task)]
    pub fn grow(seed: AsyncRef<super::Seed>) -> i32 {
        match seed.get() {
            Some(Ok(seed)) => seed.0 + 1,
            _ => 0,
        }
    }
}

tfrt::kernels! {
    /// Seeds.
    pub SEEDS = [seed, more, inner::grow, type Seed = "!listed.seed"]
}
