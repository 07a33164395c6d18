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
    /// What the program is made of.
    pub form: Form,
}

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

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = FORMS.iter().find(|(_, form)| form == self).map(|(name, _)| *name);
        f.write_str(name.unwrap_or_default())
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = FORMS.iter().find(|(name, _)| *name == text).map(|(_, form)| *form);
        form.ok_or_else(|| format!("'{text}' is no form: values or planned"))
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
