//! The schema of an op: its parameters and results.

use crate::attr::{AttributeDecoder, AttributeTarget, Decoded, FromAttribute};
use crate::error::KernelError;
use std::mem::needs_drop;
use tfrt_bef::Attribute;

/// When a kernel's results are available.
///
/// ```
/// use tfrt_op::{OpDef, Outcome, ResultDef};
///
/// const ROOT: OpDef = OpDef::new("my.root").with_results(&[
///     ResultDef::new("f32", Outcome::Ready),
///     ResultDef::new("f32", Outcome::Fallible),
/// ]);
/// assert_eq!(ROOT.outcome, Outcome::Fallible);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Always a value when the kernel returns.
    Ready,
    /// A value or an error when the kernel returns.
    Fallible,
    /// A value or an error, possibly after the kernel has returned.
    Later,
}

impl Outcome {
    /// The weaker of both.
    #[must_use]
    pub const fn weaker(self, other: Self) -> Self {
        if self as u8 >= other as u8 { self } else { other }
    }

    /// The weakest of all results.
    #[must_use]
    pub const fn weakest(results: &[ResultDef]) -> Self {
        let mut outcome = Self::Ready;
        let mut index = 0;
        while index < results.len() {
            outcome = outcome.weaker(results[index].outcome);
            index += 1;
        }
        outcome
    }
}

/// What a parameter of a kernel function receives.
///
/// ```
/// use tfrt_op::{ParamDef, ParamKind};
///
/// assert_eq!(ParamDef::attribute::<u32>("index", 0).kind, ParamKind::Attribute { index: 0 });
/// assert!(ParamKind::Borrow.is_operand() && !ParamKind::Context.is_operand());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// The next operand, by value: parameter type `T`.
    Value,
    /// The next operand, borrowed: parameter type `&T`.
    Borrow,
    /// The next operand as a counted reference: parameter type `AsyncRef<T>`.
    Async,
    /// The next operand, of any type: parameter type `&Value`.
    Any,
    /// All remaining operands: parameter type `&[Value]`, or `&mut [Value]` to take them. At most
    /// one, after all other operands.
    Variadic,
    /// An attribute: parameter type `Attr<T>`. Attributes are matched by position in the
    /// alphabetical order of their names, as BEF stores them; `index` is that position. Optional
    /// ones sort after all others.
    Attribute {
        /// Position among the kernel's attributes.
        index: usize,
    },
    /// All attributes, of any names, sorted by name: parameter type `&[Attribute]`.
    Attributes,
    /// A function attribute or region: parameter type `&Function`; `index` counts functions.
    Function {
        /// Position among the kernel's functions.
        index: usize,
    },
    /// All functions: parameter type `&[Function]`.
    Functions,
    /// The context of the call: parameter type `ExecCtx<'_>`.
    Context,
    /// The slots of the results: parameter type `Results<'_>`.
    Results,
    /// The number of the op's results: parameter type `ResultCount`.
    ResultCount,
}

impl ParamKind {
    /// Whether it receives the next operand, or all remaining ones of one type.
    #[must_use]
    pub const fn is_operand(self) -> bool {
        matches!(self, Self::Value | Self::Borrow | Self::Async | Self::Any)
    }
}

/// Whether an attribute fits a parameter; the error names what was found and what was expected.
pub type AttributeCheck = fn(&Attribute) -> Result<(), KernelError>;

/// One parameter of a kernel function. Made by [`ParamDef::new`].
///
/// ```
/// use tfrt_op::{ParamDef, ParamKind};
///
/// const X: ParamDef = ParamDef::new("x", ParamKind::Value, "f32");
/// const BY: ParamDef = ParamDef::attribute::<f32>("by", 0);
/// assert_eq!((X.name, X.ty), ("x", "f32"));
/// assert!(BY.check.is_some() && !BY.optional);
/// assert!(X.optional().optional);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ParamDef {
    /// The Rust parameter's name; for an attribute, the attribute's name.
    pub name: &'static str,
    /// The kind of parameter.
    pub kind: ParamKind,
    /// The MLIR type of an operand (`i32`, `!tfrt.chain`), or of an attribute (`i32`, `string`,
    /// `array of i32`, `any`). Empty for the other kinds.
    pub ty: &'static str,
    /// For an attribute: checks that it can be decoded as the parameter's type.
    pub check: Option<AttributeCheck>,
    /// An attribute or an operand that an op may omit.
    pub optional: bool,
    /// For an attribute that is borrowed or whose type owns memory: decodes it, once per op.
    pub decode: Option<AttributeDecoder>,
    /// It is an attribute that the kernel borrows.
    pub borrowed: bool,
    /// It receives all remaining operands, each of the type `ty`.
    pub variadic: bool,
}

impl ParamDef {
    /// A parameter of that Rust name, kind and MLIR type.
    #[must_use]
    pub const fn new(name: &'static str, kind: ParamKind, ty: &'static str) -> Self {
        let (check, decode) = (None, None);
        Self { name, kind, ty, check, optional: false, variadic: false, decode, borrowed: false }
    }

    /// An attribute that is decoded as a `T`, at that position.
    #[must_use]
    pub const fn attribute<T: FromAttribute>(name: &'static str, index: usize) -> Self {
        Self {
            name,
            kind: ParamKind::Attribute { index },
            ty: T::KIND,
            check: Some(T::check),
            optional: T::OPTIONAL,
            variadic: false,
            decode: if needs_drop::<T>() { Some(Decoded::new::<T>) } else { None },
            borrowed: false,
        }
    }

    /// An attribute that is borrowed as a `B`, at that position.
    #[must_use]
    pub const fn borrowed_attribute<B: ?Sized + AttributeTarget>(
        name: &'static str,
        index: usize,
    ) -> Self {
        let decode: Option<AttributeDecoder> = Some(Decoded::new::<B::Owned>);
        Self { decode, borrowed: true, ..Self::attribute::<B::Owned>(name, index) }
    }

    /// Makes an operand optional: parameter type `Option<T>`, `Option<&T>` or
    /// `Option<AsyncRef<T>>`.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Makes an operand variadic: parameter type `Vec<T>`, `&[&T]` or `Vec<AsyncRef<T>>`.
    #[must_use]
    pub const fn variadic(self) -> Self {
        Self { variadic: true, ..self }
    }

    /// Whether it receives operands: the next one or, if it is variadic, all that remain.
    #[must_use]
    pub const fn is_operand(&self) -> bool {
        self.kind.is_operand()
    }

    /// Sets [`check`](Self::check).
    #[must_use]
    pub const fn with_check(self, check: AttributeCheck) -> Self {
        Self { check: Some(check), ..self }
    }
}

/// One result of a kernel. Made by [`ResultDef::new`].
///
/// ```
/// use tfrt_op::{Outcome, ResultDef};
///
/// let root = ResultDef::new("f64", Outcome::Fallible);
/// assert_eq!((root.ty, root.outcome), ("f64", Outcome::Fallible));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ResultDef {
    /// The MLIR type.
    pub ty: &'static str,
    /// When this result is available. A kernel whose whole return is a `Result` is fallible in each
    /// result; a tuple may mix.
    pub outcome: Outcome,
}

impl ResultDef {
    /// A result of that MLIR type and outcome.
    #[must_use]
    pub const fn new(ty: &'static str, outcome: Outcome) -> Self {
        Self { ty, outcome }
    }
}
