//! What a user of models can choose.

use std::fmt;
use std::str::FromStr;

/// How a model becomes a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Sizes that the model leaves open.
    pub bindings: Vec<Binding>,
    /// How much is computed beforehand.
    pub fold: FoldLimits,
    /// Whether results may have other last bits than the model's ops give.
    pub math: Math,
    /// What the program is made of.
    pub form: Form,
}

/// How sums are arranged. Each mode has bits of its own, the same on every engine, processor and number of threads.
///
/// ```
/// use tfrt_model::Math;
/// assert_eq!("exact".parse(), Ok(Math::Exact));
/// assert_eq!(Math::default().to_string(), "default");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Math {
    /// As the model says it, op by op.
    Exact,
    /// Ops may become one whose result is rounded less often: convolutions take in sums and products by constants. Large
    /// ones of windows of 3 by 3 are computed by Winograd's algorithm F(2,3), whose errors are about as small.
    #[default]
    Default,
    /// As [`Default`](Self::Default); what is less accurate than the model's ops is for this mode only: Winograd's
    /// algorithm F(4,3), for convolutions whose results are at least 28 by 28.
    Fast,
}

/// The modes by their names.
const MATHS: [(&str, Math); 3] =
    [("exact", Math::Exact), ("default", Math::Default), ("fast", Math::Fast)];

/// What the program of a model is made of. Results have the same bits.
///
/// ```
/// use tfrt_model::Form;
/// assert_eq!("values".parse(), Ok(Form::Values));
/// assert_eq!(Form::default().to_string(), "planned");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Kernels on tensors: each result is a new one, of any size.
    Values,
    /// Kernels on one memory that each run takes, as far as sizes are known before a run; on tensors elsewhere.
    #[default]
    Planned,
}

/// The forms by their names.
const FORMS: [(&str, Form); 2] = [("values", Form::Values), ("planned", Form::Planned)];

/// The name of a choice.
fn name_of<T: PartialEq>(names: &[(&'static str, T)], choice: &T) -> &'static str {
    names.iter().find(|(_, other)| other == choice).map_or("", |(name, _)| *name)
}

/// The choice that has a name.
fn named<T: Copy>(names: &[(&str, T)], text: &str) -> Result<T, String> {
    let found = names.iter().find(|(name, _)| *name == text).map(|(_, choice)| *choice);
    found.ok_or_else(|| {
        let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        format!("'{text}' is none of {}", known.join(", "))
    })
}

impl fmt::Display for Math {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(&MATHS, self))
    }
}

impl FromStr for Math {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        named(&MATHS, text)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(&FORMS, self))
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        named(&FORMS, text)
    }
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
