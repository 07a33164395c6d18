//! Types in which a caller gives an argument of a function.

use super::{KernelType, Value};
use crate::value::{AsyncRef, MaybeDone};

/// A type of arguments: a value by itself, or one that may not be available yet, as [`AsyncRef<T>`] or
/// [`MaybeDone<T>`]. The function starts at once and what needs the argument waits for it. `tfrt` adds
/// `Shared<T>` and `Later<T>`.
///
/// ```
/// use tfrt_host::kernel::ArgumentValue;
/// use tfrt_host::value::AsyncRef;
///
/// let (promise, number) = AsyncRef::<i32>::pending();
/// let value = number.into_value();
/// promise.set(7);
/// assert_eq!(value.get::<i32>().as_deref(), Some(&7));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of arguments",
    label = "neither a `KernelType` nor `Shared<T>`, `AsyncRef<T>`, `MaybeDone<T>` or `Later<T>`",
    note = "a type becomes one by naming its MLIR type: \
            `impl KernelType for {Self} {{ const NAME: &'static str = \"!my.type\"; }}`"
)]
pub trait ArgumentValue: Sized {
    /// The type in the program.
    type Content: KernelType;
    /// Whether it is always there, as the bits of an unboxed scalar.
    const UNBOXED: bool = false;

    /// Converts into a dynamic value.
    fn into_value(self) -> Value;

    /// The bits, if it is [unboxed](Self::UNBOXED); else zero.
    fn to_bits(&self) -> u64 {
        0
    }
}

impl<T: KernelType> ArgumentValue for T {
    type Content = T;
    const UNBOXED: bool = T::SCALAR.is_some();

    fn into_value(self) -> Value {
        Value::new(self)
    }

    #[inline]
    fn to_bits(&self) -> u64 {
        KernelType::to_bits(self)
    }
}

impl<T: KernelType> ArgumentValue for AsyncRef<T> {
    type Content = T;

    fn into_value(self) -> Value {
        Value::Ref(self.into_any())
    }
}

impl<T: KernelType> ArgumentValue for MaybeDone<T> {
    type Content = T;

    fn into_value(self) -> Value {
        MaybeDone::into_value(self)
    }
}
