//! Elements of other types.

use super::DeviceCode;
use super::launch::{File, Kernel, args, over};
use super::operand::{Operand, invalid};
use tfrt_cuda::Stream;
use tfrt_host::error::KernelError;
use tfrt_tensor::DType;

/// The types, in the order of their numbers in `cast.cu`.
const TYPES: [DType; 12] = [
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
    DType::F32,
    DType::F64,
];

impl DeviceCode {
    /// The elements in the result's type: integers wrap, floats become the nearest value, ties to even, or toward zero and
    /// at the end of an integer's range; NaN becomes 0. What is not zero is true. With `truncate`, bits of a float that
    /// a narrower one has not are zeroed first.
    ///
    /// # Errors
    /// `device code has no cast from complex64 to f32`; another shape of the result; the driver's.
    pub fn cast(
        &self,
        stream: &Stream,
        x: Operand<'_>,
        truncate: bool,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        out.expect(out.dtype, x.shape)?;
        let number = |dtype: DType| {
            TYPES.iter().position(|it| *it == dtype).and_then(|it| u32::try_from(it).ok())
        };
        let (Some(from), Some(to)) = (number(x.dtype), number(out.dtype)) else {
            let [from, to] = [x, out].map(|it| it.dtype.tensor_name());
            return Err(invalid(format!("device code has no cast from {from} to {to}")));
        };
        if out.count == 0 {
            return Ok(());
        }
        let lost = fraction(x.dtype)
            .zip(fraction(out.dtype))
            .map_or(0, |(from, to)| u32::saturating_sub(from, to));
        let kept = if truncate { u64::MAX << lost } else { u64::MAX };
        let kernel = Kernel { file: File::Cast, name: "cast", suffix: None };
        let args = args![x, out, out.count as u64, from, to, kept];
        self.0.launch(stream, kernel, over(out.count), &args)
    }
}

/// The bits of a float's fraction.
fn fraction(dtype: DType) -> Option<u32> {
    match dtype {
        DType::F16 => Some(10),
        DType::F32 => Some(23),
        DType::F64 => Some(52),
        _ => None,
    }
}
