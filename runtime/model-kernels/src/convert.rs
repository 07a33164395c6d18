//! Elements of other types, by what all of them are on the way: an integer or a double.

use crate::output::{elements, elements_mut, filled};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::DType;
use tfrt_numeric::{Ended, Float};
use tfrt_tensor::{Element, I1, Tensor};

/// Elements that are converted at a time.
const BLOCK: usize = 64;

/// A number of any element type, without loss.
#[derive(Clone, Copy)]
enum Wide {
    Integer(i128),
    Float(f64),
}

/// An element type that others are converted to and from.
trait Convert: Element {
    fn widen(self) -> Wide;
    fn narrow(wide: Wide) -> Self;
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Convert for $integer {
            fn widen(self) -> Wide {
                Wide::Integer(self.into())
            }
            fn narrow(wide: Wide) -> Self {
                match wide {
                    Wide::Integer(value) => value as Self,
                    Wide::Float(value) => value as Self,
                }
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

impl Convert for I1 {
    fn widen(self) -> Wide {
        Wide::Integer(bool::from(self).into())
    }
    fn narrow(wide: Wide) -> Self {
        Self::from(match wide {
            Wide::Integer(value) => value != 0,
            Wide::Float(value) => value != 0.0,
        })
    }
}

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Convert for $float {
            fn widen(self) -> Wide {
                Wide::Float(self.into())
            }
            fn narrow(wide: Wide) -> Self {
                match wide {
                    Wide::Integer(value) => value as Self,
                    Wide::Float(value) => value as Self,
                }
            }
        }
    )*};
}

floats! { f32 f64 }

macro_rules! halves {
    ($($half:ty)*) => {$(
        impl Convert for $half {
            fn widen(self) -> Wide {
                Wide::Float(self.to_f64())
            }
            fn narrow(wide: Wide) -> Self {
                Self::nearest(match wide {
                    Wide::Integer(value) => odd(value),
                    Wide::Float(value) => value,
                })
            }
        }
    )*};
}

halves! { f16 bf16 }

/// A double that rounds to fewer bits as the integer does: if it is not exact, its last bit is set.
fn odd(value: i128) -> f64 {
    let near = value as f64;
    let back = near as i128;
    if back == value {
        return near;
    }
    // The double below in size, whose last bit is set.
    let below = if back.abs() > value.abs() { near.to_bits() - 1 } else { near.to_bits() };
    f64::from_bits(below | 1)
}

/// Widens some elements of a tensor's bytes, from a place on.
type Load = fn(&[u8], usize, &mut [Wide]) -> Result<(), KernelError>;

/// Sets some elements, from a place on.
type Store = fn(&mut [u8], usize, &[Wide]) -> Result<(), KernelError>;

fn load<T: Convert>(from: &[u8], at: usize, to: &mut [Wide]) -> Result<(), KernelError> {
    let from = &elements::<T>(from)?[at..][..to.len()];
    to.iter_mut().zip(from).for_each(|(wide, element)| *wide = element.widen());
    Ok(())
}

fn store<T: Convert>(to: &mut [u8], at: usize, from: &[Wide]) -> Result<(), KernelError> {
    let to = &mut elements_mut::<T>(to)?[at..][..from.len()];
    to.iter_mut().zip(from).for_each(|(element, wide)| *element = T::narrow(*wide));
    Ok(())
}

/// How elements of a type are read and written; `None` of those that are no numbers.
fn functions(dtype: DType) -> Option<(Load, Store)> {
    macro_rules! of {
        ($($name:ident: $element:ty;)*) => {
            match dtype {
                $(DType::$name => Some((load::<$element> as Load, store::<$element> as Store)),)*
                _ => None,
            }
        };
    }
    of! {
        I1: I1; I8: i8; I16: i16; I32: i32; I64: i64; Ui8: u8; Ui16: u16; Ui32: u32; Ui64: u64;
        F16: f16; Bf16: bf16; F32: f32; F64: f64;
    }
}

/// How elements of one type become such of another.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    load: Load,
    store: Store,
    /// The sizes of both.
    sizes: [usize; 2],
}

/// How elements of the first type become such of the second.
///
/// # Errors
/// Elements that are no numbers.
pub(crate) fn conversion([from, to]: [DType; 2]) -> Result<Conversion, KernelError> {
    let of = |dtype: DType| {
        let found = functions(dtype).zip(dtype.size());
        found.ok_or_else(|| {
            KernelError::from(format!("elements of type {} are not cast", dtype.name()))
        })
    };
    let (((load, _), from), ((_, store), to)) = (of(from)?, of(to)?);
    Ok(Conversion { load, store, sizes: [from, to] })
}

impl Conversion {
    /// Sets elements to what becomes of others.
    ///
    /// # Errors
    /// The run has ended.
    pub(crate) fn run(
        &self,
        ctx: ExecCtx<'_>,
        from: &[u8],
        to: &mut [u8],
    ) -> Result<(), KernelError> {
        let count = (from.len() / self.sizes[0]).min(to.len() / self.sizes[1]);
        let mut block = [Wide::Integer(0); BLOCK];
        for at in (0..count).step_by(BLOCK) {
            let part = &mut block[..(count - at).min(BLOCK)];
            (self.load)(from, at, part)?;
            (self.store)(to, at, part)?;
            if at.is_multiple_of(BLOCK << 10) && ctx.request.cancelled().is_some() {
                return Err(ctx.end_of_run(Ended));
            }
        }
        Ok(())
    }
}

/// The tensor with elements of another type.
///
/// # Errors
/// Elements that are no numbers; `Cannot allocate tensor`; the run has ended.
pub(crate) fn converted(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    to: DType,
) -> Result<Tensor, KernelError> {
    if tensor.dtype() == to {
        return Ok(tensor.clone());
    }
    let conversion = conversion([tensor.dtype(), to])?;
    let shape = tensor.shape().dimensions();
    filled(ctx, to, shape, &mut |bytes| conversion.run(ctx, tensor.bytes(), bytes))
}
