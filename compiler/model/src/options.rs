//! What a user of models can choose.

/// How a model becomes a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Sizes that the model leaves open.
    pub bindings: Vec<Binding>,
    /// How much is computed beforehand.
    pub fold: FoldLimits,
}

/// A size that the model leaves open, and its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// A symbol, or an input and the number of one of its dimensions: `x.0`.
    pub name: String,
    /// The number.
    pub size: i64,
}

/// How much of a model is computed when it becomes a program. What is beyond stays to be computed by each run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldLimits {
    /// The operations of all kernels that are called, as far as their costs tell: about one for each element
    /// that one reads or writes, and for each product.
    pub operations: u64,
    /// The bytes of one constant that is made.
    pub bytes: usize,
}

impl FoldLimits {
    /// Those of macros, which run unoptimised in the compiler of their user.
    pub const IN_MACROS: Self = Self { operations: 1_000_000, bytes: 1 << 20 };
}

impl Default for FoldLimits {
    /// Those of programs that load a model: a second or less.
    fn default() -> Self {
        Self { operations: 200_000_000, bytes: 16 << 20 }
    }
}
