//! Attributes as kernels receive them.

use crate::error::{ErrorCode, KernelError};
use half::{bf16, f16};
use std::any::Any;
use std::borrow::Borrow;
use std::sync::Arc;
use tfrt_bef::{Attribute, AttributeType, DType, DTypeKind, Dense, element_types};

/// An attribute parameter of a kernel function, decoded once for each op: `Attr<&T>` borrows it,
/// `Attr<T>` is a copy. (Types that own no memory are read from the bits at each call.)
///
/// ```
/// use tfrt_op::Attr;
///
/// /// The function of a kernel with an operand and an attribute.
/// fn scale(x: f32, by: Attr<f32>) -> f32 {
///     x * by.0
/// }
/// assert_eq!(scale(2.0, Attr(1.5)), 3.0); // in a test of the kernel
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attr<T>(pub T);

/// A Rust type that an attribute can be read as.
///
/// ```
/// # use tfrt_op::error::KernelError;
/// # use tfrt_op::{Attribute, FromAttribute};
/// /// A rounding mode, written as a word.
/// #[derive(Clone, Debug, PartialEq)]
/// pub enum Rounding {
///     Up,
///     Down,
/// }
///
/// impl FromAttribute for Rounding {
///     const KIND: &'static str = "rounding";
///
///     fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
///         match String::from_attribute(attribute)?.as_str() {
///             "up" => Ok(Self::Up),
///             "down" => Ok(Self::Down),
///             other => Err(format!("no rounding mode: '{other}'").into()),
///         }
///     }
/// }
/// let up = Rounding::from_attribute(&Attribute::String(b"up".to_vec()));
/// assert_eq!(up.ok(), Some(Rounding::Up));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from an attribute",
    label = "not an attribute type",
    note = "attributes are `bool`, integers, `f32`, `f64`, `String`, `Vec<u8>`, `Vec<i32>`, \
            `Vec<i64>`, `Vec<f32>`, `Dense`, `DType`, an `Option` of one of these, or `Attribute` \
            for any"
)]
pub trait FromAttribute: Clone + Send + Sync + Sized + 'static {
    /// The kind in messages: `i32`, `string`, `array of i32`.
    const KIND: &'static str;
    /// Whether an op may omit the attribute.
    const OPTIONAL: bool = false;
    /// Decodes it. An integer type accepts any integer attribute whose value fits.
    ///
    /// # Errors
    /// The attribute is of another kind, or does not fit; the message names both types.
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError>;

    /// Whether it can be decoded. Loading a program checks every attribute, so a type with large
    /// values should override this and not decode.
    ///
    /// # Errors
    /// As [`from_attribute`](Self::from_attribute).
    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        Self::from_attribute(attribute).map(drop)
    }

    /// The error of an attribute of another kind: `is 'i32', expected 'string'`.
    #[cold]
    #[must_use]
    fn wrong_kind(attribute: &Attribute) -> KernelError {
        let (found, expected) = (attribute.attribute_type(), Self::KIND);
        invalid(format!("is '{found}', expected '{expected}'"))
    }

    /// The value for an op that omits an optional attribute.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }
}

/// An optional attribute. Its name sorts after the required ones of the kernel, because BEF has
/// positions and no names.
impl<T: FromAttribute> FromAttribute for Option<T> {
    const KIND: &'static str = T::KIND;
    const OPTIONAL: bool = true;
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        T::from_attribute(attribute).map(Some)
    }
    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        T::check(attribute)
    }
    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// An attribute of an op in the form that its kernel takes. Made by
/// [`OpDef::bind`](crate::OpDef::bind).
///
/// ```
/// use tfrt_op::{Attribute, DType, OpAttribute, OpDef, ParamDef};
///
/// const PRINT: OpDef = OpDef::new("my.print").with_params(&[
///     ParamDef::attribute::<i32>("count", 0),
///     ParamDef::borrowed_attribute::<str>("text", 1),
/// ]);
/// let count = Attribute::Scalar { dtype: DType::I32, bits: 2 };
/// let bound = PRINT.bind([count, Attribute::String(b"ab".to_vec())]);
/// assert!(matches!(bound[..], [OpAttribute::Plain(_), OpAttribute::Decoded(_)]));
/// ```
#[derive(Clone, Debug)]
pub enum OpAttribute {
    /// Undecoded: the kernel reads it at each call.
    Plain(Attribute),
    /// Decoded once; the kernel borrows or copies it.
    Decoded(Decoded),
    /// All attributes of an op whose kernel takes any attributes.
    All(Arc<[Attribute]>),
}

/// A decoded attribute.
///
/// ```
/// use tfrt_op::{Attribute, DType, Decoded, Numbers};
///
/// let numbers = Attribute::Array(Numbers::new(DType::I32, [1, 2, 3]));
/// let decoded = Decoded::new::<Vec<i32>>(&numbers)?;
/// assert_eq!(decoded.get::<Vec<i32>>(), Some(&vec![1, 2, 3]));
/// # Ok::<(), tfrt_op::error::KernelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decoded(Arc<dyn Any + Send + Sync>);

/// Decodes an attribute, once for all calls of an op.
pub type AttributeDecoder = fn(&Attribute) -> Result<Decoded, KernelError>;

impl Decoded {
    /// Decodes an attribute as a `T`.
    ///
    /// # Errors
    /// It cannot be decoded as a `T`.
    pub fn new<T: FromAttribute>(attribute: &Attribute) -> Result<Self, KernelError> {
        T::from_attribute(attribute).map(|value| Self(Arc::new(value)))
    }

    /// The `T`, if it was decoded as one.
    #[inline]
    #[must_use]
    pub fn get<T: FromAttribute>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

/// A type that kernels borrow from an attribute, `Attr<&T>`: `str`, `[i32]`, any that can be
/// decoded and cloned.
///
/// ```
/// use tfrt_op::{Attr, ParamDef};
///
/// fn sum(numbers: Attr<&[i32]>) -> i32 {
///     numbers.0.iter().copied().fold(0, i32::wrapping_add)
/// }
/// assert_eq!(sum(Attr(&[1, 2])), 3);
/// // It is decoded as a `Vec<i32>`.
/// assert_eq!(ParamDef::borrowed_attribute::<[i32]>("numbers", 0).ty, "array of i32");
/// ```
pub trait AttributeTarget: ToOwned<Owned: FromAttribute> + 'static {}

impl<B: ?Sized + ToOwned<Owned: FromAttribute> + 'static> AttributeTarget for B {}

impl OpAttribute {
    /// The bytes of the allocation that shares the decoded attribute, without what it points to.
    /// Zero if there is none.
    #[must_use]
    pub fn shared_size(&self) -> usize {
        const COUNTS: usize = 2 * size_of::<usize>();
        match self {
            Self::Plain(_) => 0,
            Self::Decoded(decoded) => COUNTS + size_of_val(&*decoded.0),
            Self::All(all) => COUNTS + size_of_val(&**all),
        }
    }

    /// The undecoded attribute, if it is one.
    #[must_use]
    pub fn plain(&self) -> Option<&Attribute> {
        match self {
            Self::Plain(attribute) => Some(attribute),
            Self::Decoded(_) | Self::All(_) => None,
        }
    }

    /// The attribute as a `T`: read, or a copy of what was decoded.
    ///
    /// # Errors
    /// It cannot be decoded as a `T`.
    #[inline]
    pub fn read<T: FromAttribute>(&self) -> Result<T, KernelError> {
        match self {
            Self::Plain(attribute) => T::from_attribute(attribute),
            Self::Decoded(decoded) => decoded.get().cloned().ok_or_else(not_bound),
            Self::All(_) => Err(not_bound()),
        }
    }

    /// Borrows the decoded attribute.
    ///
    /// # Errors
    /// It could not be decoded to a `B`.
    #[inline]
    pub fn borrow<B: ?Sized + AttributeTarget>(&self) -> Result<&B, KernelError> {
        match self {
            Self::Decoded(decoded) => {
                decoded.get::<B::Owned>().map(Borrow::borrow).ok_or_else(not_bound)
            }
            Self::Plain(attribute) => {
                Err(B::Owned::check(attribute).err().unwrap_or_else(not_bound))
            }
            Self::All(_) => Err(not_bound()),
        }
    }
}

#[cold]
fn not_bound() -> KernelError {
    KernelError::from("was made ready for another kernel")
}

/// The BEF type assumed for an attribute of that [kind](FromAttribute::KIND) in a file without
/// attribute types; `None` for kinds that have several encodings.
#[must_use]
pub fn attribute_type(kind: &str) -> Option<AttributeType> {
    let scalar = |name: &str| DType::from_mlir(name).filter(|dtype| dtype.is_number());
    match kind {
        "string" => Some(AttributeType::String),
        "type" => Some(AttributeType::Type),
        "dense" => Some(AttributeType::Dense),
        "shape" => Some(AttributeType::Shape),
        "aggregate" | "array of string" | "array of pairs" => Some(AttributeType::Aggregate),
        _ => match kind.strip_prefix("array of ") {
            Some(element) => scalar(element).map(AttributeType::Array),
            None => scalar(kind).map(AttributeType::Scalar),
        },
    }
}

impl FromAttribute for Attribute {
    const KIND: &'static str = "any";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        Ok(attribute.clone())
    }
    fn check(_: &Attribute) -> Result<(), KernelError> {
        Ok(())
    }
}

/// Numbers: integers and truth values from any integer that fits, a float from one of its own type.
macro_rules! numbers {
    (
        []
        numbers { $($(#[$doc:meta])*
            $dtype:ident = $id:literal, $mlir:literal, $name:literal,
            $kind:ident, $size:literal, $rust:ident;)* }
        $($others:tt)*
    ) => {$(
        impl FromAttribute for $rust {
            const KIND: &'static str = $mlir;
            fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
                match attribute {
                    Attribute::Scalar { dtype, bits } => numbers!($kind $dtype, *dtype, *bits),
                    _ => None,
                }
                .unwrap_or_else(|| Err(Self::wrong_kind(attribute)))
            }
        }
    )*};
    (Float $expected:ident, $dtype:expr, $bits:expr) => {
        ($dtype == DType::$expected).then(|| Ok(Self::from_le_bytes(low($bits))))
    };
    (Bool $expected:ident, $dtype:expr, $bits:expr) => {
        integer($dtype, $bits).map(|value| match value {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(does_not_fit(value, $dtype, Self::KIND)),
        })
    };
    ($kind:ident $expected:ident, $dtype:expr, $bits:expr) => {
        integer($dtype, $bits).map(|value| {
            Self::try_from(value).map_err(|_| does_not_fit(value, $dtype, Self::KIND))
        })
    };
}

element_types!(numbers []);

impl FromAttribute for String {
    const KIND: &'static str = "string";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        text(attribute).map(str::to_owned)
    }
    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        text(attribute).map(drop)
    }
}

fn text(attribute: &Attribute) -> Result<&str, KernelError> {
    let Attribute::String(bytes) = attribute else {
        return Err(String::wrong_kind(attribute));
    };
    std::str::from_utf8(bytes).map_err(|_| invalid("is not UTF-8 text"))
}

/// The type that a type attribute holds.
impl FromAttribute for DType {
    const KIND: &'static str = "type";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Type(dtype) => Ok(*dtype),
            _ => Err(Self::wrong_kind(attribute)),
        }
    }
}

/// A dense attribute; its elements are shared.
impl FromAttribute for Dense {
    const KIND: &'static str = "dense";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Dense(dense) => Ok((**dense).clone()),
            _ => Err(Self::wrong_kind(attribute)),
        }
    }
}

/// The bytes of a string, of any encoding.
impl FromAttribute for Vec<u8> {
    const KIND: &'static str = "string";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::String(bytes) => Ok(bytes.clone()),
            _ => Err(Self::wrong_kind(attribute)),
        }
    }
    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        match attribute {
            Attribute::String(_) => Ok(()),
            _ => Err(Self::wrong_kind(attribute)),
        }
    }
}

macro_rules! arrays {
    ($($rust:ty, $kind:literal;)*) => {$(
        impl FromAttribute for Vec<$rust> {
            const KIND: &'static str = $kind;
            fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
                let mut values = Vec::new();
                each::<Self, $rust>(attribute, |value| values.push(value))?;
                Ok(values)
            }
            fn check(attribute: &Attribute) -> Result<(), KernelError> {
                each::<Self, $rust>(attribute, |_| ())
            }
        }
    )*};
}

/// Decodes the elements of an `A`.
fn each<A: FromAttribute, T: FromAttribute>(
    attribute: &Attribute,
    mut take: impl FnMut(T),
) -> Result<(), KernelError> {
    match attribute {
        Attribute::EmptyArray => Ok(()),
        Attribute::Array(numbers) => {
            let scalar = |bits| Attribute::Scalar { dtype: numbers.dtype(), bits };
            let mut values = numbers.iter().map(|bits| T::from_attribute(&scalar(bits)));
            values.try_for_each(|value| value.map(&mut take)).map_err(|_| A::wrong_kind(attribute))
        }
        _ => Err(A::wrong_kind(attribute)),
    }
}

arrays! {
    i32, "array of i32";
    i64, "array of i64";
    f32, "array of f32";
}

/// The value of an integer attribute by its width and signedness.
fn integer(dtype: DType, bits: u64) -> Option<i128> {
    let unused = u64::BITS.saturating_sub(8 * u32::try_from(dtype.size()?).ok()?);
    let high = bits << unused;
    match dtype.kind() {
        DTypeKind::Signed => Some(i128::from(high.cast_signed() >> unused)),
        DTypeKind::Bool | DTypeKind::Unsigned => Some(i128::from(high >> unused)),
        DTypeKind::Float | DTypeKind::Complex | DTypeKind::Other => None,
    }
}

/// The low bytes of a word, lowest first.
fn low<const N: usize>(bits: u64) -> [u8; N] {
    let word = bits.to_le_bytes();
    std::array::from_fn(|at| word.get(at).copied().unwrap_or(0))
}

#[cold]
fn does_not_fit(value: i128, dtype: DType, expected: &str) -> KernelError {
    invalid(format!("is {value} : {dtype}, which does not fit in '{expected}'"))
}

#[cold]
fn invalid(message: impl Into<crate::error::Text>) -> KernelError {
    KernelError::new(ErrorCode::InvalidArgument, message)
}
