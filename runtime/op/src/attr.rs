//! Attributes as kernels receive them.

use crate::error::{ErrorCode, KernelError};
use std::any::Any;
use std::borrow::Borrow;
use std::sync::Arc;
use tfrt_bef::{Attribute, AttributeType, DType, Dense};

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
    const SCALARS: [DType; 13] = [
        DType::I1,
        DType::I8,
        DType::I16,
        DType::I32,
        DType::I64,
        DType::Ui8,
        DType::Ui16,
        DType::Ui32,
        DType::Ui64,
        DType::F16,
        DType::Bf16,
        DType::F32,
        DType::F64,
    ];
    let scalar = |name: &str| SCALARS.into_iter().find(|dtype| dtype.name() == name);
    match kind {
        "string" => Some(AttributeType::String),
        "type" => Some(AttributeType::Type),
        "dense" => Some(AttributeType::Dense),
        "array of string" => Some(AttributeType::Aggregate),
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

impl FromAttribute for bool {
    const KIND: &'static str = "i1";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Scalar { dtype, bits } => match integer(*dtype, *bits) {
                Some(0) => Ok(false),
                Some(1) => Ok(true),
                Some(value) => Err(does_not_fit(value, *dtype, Self::KIND)),
                None => Err(wrong_kind(attribute, Self::KIND)),
            },
            _ => Err(wrong_kind(attribute, Self::KIND)),
        }
    }
}

macro_rules! integers {
    ($($rust:ty, $kind:literal;)*) => {$(
        impl FromAttribute for $rust {
            const KIND: &'static str = $kind;
            fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
                let Attribute::Scalar { dtype, bits } = attribute else {
                    return Err(wrong_kind(attribute, $kind));
                };
                let Some(value) = integer(*dtype, *bits) else {
                    return Err(wrong_kind(attribute, $kind));
                };
                Self::try_from(value).map_err(|_| does_not_fit(value, *dtype, $kind))
            }
        }
    )*};
}

integers! {
    i8, "i8";
    i16, "i16";
    i32, "i32";
    i64, "i64";
    u8, "ui8";
    u16, "ui16";
    u32, "ui32";
    u64, "ui64";
}

impl FromAttribute for f32 {
    const KIND: &'static str = "f32";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Scalar { dtype: DType::F32, bits } => Ok(f32::from_bits(low_word(*bits))),
            _ => Err(wrong_kind(attribute, Self::KIND)),
        }
    }
}

impl FromAttribute for f64 {
    const KIND: &'static str = "f64";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Scalar { dtype: DType::F64, bits } => Ok(f64::from_bits(*bits)),
            _ => Err(wrong_kind(attribute, Self::KIND)),
        }
    }
}

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
        return Err(wrong_kind(attribute, String::KIND));
    };
    std::str::from_utf8(bytes).map_err(|_| invalid("is not UTF-8 text"))
}

/// The type that a type attribute holds.
impl FromAttribute for DType {
    const KIND: &'static str = "type";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Type(dtype) => Ok(*dtype),
            _ => Err(wrong_kind(attribute, Self::KIND)),
        }
    }
}

/// A dense attribute; its elements are shared.
impl FromAttribute for Dense {
    const KIND: &'static str = "dense";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::Dense(dense) => Ok((**dense).clone()),
            _ => Err(wrong_kind(attribute, Self::KIND)),
        }
    }
}

/// The bytes of a string, of any encoding.
impl FromAttribute for Vec<u8> {
    const KIND: &'static str = "string";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        match attribute {
            Attribute::String(bytes) => Ok(bytes.clone()),
            _ => Err(wrong_kind(attribute, Self::KIND)),
        }
    }
    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        match attribute {
            Attribute::String(_) => Ok(()),
            _ => Err(wrong_kind(attribute, Self::KIND)),
        }
    }
}

macro_rules! arrays {
    ($($rust:ty, $kind:literal;)*) => {$(
        impl FromAttribute for Vec<$rust> {
            const KIND: &'static str = $kind;
            fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
                let mut values = Vec::new();
                each(attribute, $kind, |value: $rust| values.push(value))?;
                Ok(values)
            }
            fn check(attribute: &Attribute) -> Result<(), KernelError> {
                each(attribute, $kind, |_: $rust| ())
            }
        }
    )*};
}

/// Decodes the elements of an array.
fn each<T: FromAttribute>(
    attribute: &Attribute,
    kind: &str,
    mut take: impl FnMut(T),
) -> Result<(), KernelError> {
    match attribute {
        Attribute::EmptyArray => Ok(()),
        Attribute::Array(numbers) => {
            let scalar = |bits| Attribute::Scalar { dtype: numbers.dtype(), bits };
            let mut values = numbers.iter().map(|bits| T::from_attribute(&scalar(bits)));
            values
                .try_for_each(|value| value.map(&mut take))
                .map_err(|_| wrong_kind(attribute, kind))
        }
        _ => Err(wrong_kind(attribute, kind)),
    }
}

arrays! {
    i32, "array of i32";
    i64, "array of i64";
    f32, "array of f32";
}

/// The value of an integer attribute by its width and signedness.
fn integer(dtype: DType, bits: u64) -> Option<i128> {
    let low = bits.to_le_bytes();
    Some(match dtype {
        DType::I1 | DType::Ui8 => i128::from(low[0]),
        DType::I8 => i128::from(i8::from_le_bytes([low[0]])),
        DType::I16 => i128::from(i16::from_le_bytes([low[0], low[1]])),
        DType::Ui16 => i128::from(u16::from_le_bytes([low[0], low[1]])),
        DType::I32 => i128::from(i32::from_le_bytes([low[0], low[1], low[2], low[3]])),
        DType::Ui32 => i128::from(low_word(bits)),
        DType::I64 => i128::from(i64::from_le_bytes(low)),
        DType::Ui64 => i128::from(bits),
        _ => return None,
    })
}

fn low_word(bits: u64) -> u32 {
    let low = bits.to_le_bytes();
    u32::from_le_bytes([low[0], low[1], low[2], low[3]])
}

#[cold]
fn wrong_kind(attribute: &Attribute, expected: &str) -> KernelError {
    invalid(format!("is '{}', expected '{expected}'", attribute.attribute_type()))
}

#[cold]
fn does_not_fit(value: i128, dtype: DType, expected: &str) -> KernelError {
    invalid(format!("is {value} : {dtype}, which does not fit in '{expected}'"))
}

#[cold]
fn invalid(message: impl Into<crate::error::Text>) -> KernelError {
    KernelError::new(ErrorCode::InvalidArgument, message)
}
