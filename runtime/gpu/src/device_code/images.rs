//! Images: pools, and normalization by channels.

use super::DeviceCode;
use super::launch::{FLOATS, File, Kernel, args, over};
use super::operand::{Operand, invalid, small};
use smallvec::SmallVec;
use tfrt_cuda::{Arg, Stream};
use tfrt_host::error::KernelError;
use tfrt_tensor::DType;

/// A window that slides over the rows and columns of images.
///
/// ```
/// use tfrt_gpu::device_code::Window;
/// let every_second = Window { strides: [2, 2], ..Window::of([3, 3], true) };
/// assert_eq!(every_second.padding, [[0, 0]; 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Images are `[N, H, W, C]`; else `[N, C, H, W]`.
    pub channels_last: bool,
    /// Its rows and columns.
    pub size: [usize; 2],
    /// From one window to the next.
    pub strides: [usize; 2],
    /// From one place of a window to the next.
    pub dilations: [usize; 2],
    /// What is before and behind the rows, and the columns.
    pub padding: [[usize; 2]; 2],
}

impl Window {
    /// A window of so many rows and columns, which moves by one, without padding.
    #[must_use]
    pub fn of(size: [usize; 2], channels_last: bool) -> Self {
        Self { channels_last, size, strides: [1; 2], dilations: [1; 2], padding: [[0; 2]; 2] }
    }

    /// The images, channels, rows and columns of a shape.
    pub(super) fn images(&self, x: Operand<'_>) -> Result<[usize; 4], KernelError> {
        let sizes = <[usize; 4]>::try_from(x.sizes());
        let [n, a, b, c] = sizes
            .map_err(|_| invalid(format!("images {:?}, expected four dimensions", x.shape)))?;
        Ok(if self.channels_last { [n, c, a, b] } else { [n, a, b, c] })
    }

    /// What kernels get of it, for windows that are so many in each direction. No sum of these overflows there.
    pub(super) fn numbers(&self, windows: [usize; 2]) -> Result<[u32; 8], KernelError> {
        for (at, count) in windows.into_iter().enumerate() {
            let reach = |count: usize, step: usize| count.saturating_mul(step);
            let reach = reach(count, self.strides[at])
                .saturating_add(reach(self.size[at], self.dilations[at]));
            let all = reach.saturating_add(self.padding[at][0]).saturating_add(self.padding[at][1]);
            small(all)?;
            if self.strides[at] == 0 || self.dilations[at] == 0 {
                return Err(invalid("windows or their places are not apart"));
            }
        }
        let [[rows, columns], strides, dilations] = [self.size, self.strides, self.dilations];
        let all = [
            rows,
            columns,
            strides[0],
            strides[1],
            dilations[0],
            dilations[1],
            self.padding[0][0],
            self.padding[1][0],
        ];
        let mut numbers = [0; 8];
        for (number, of) in numbers.iter_mut().zip(all) {
            *number = small(of)?;
        }
        Ok(numbers)
    }
}

/// What images are normalized by.
///
/// ```
/// # use tfrt_gpu::device_code::{Normalization, Operand};
/// /// By the statistics and factors of channels, and nothing else.
/// fn plain<'a>([scale, offset, mean, variance]: [Operand<'a>; 4]) -> Normalization<'a> {
///     let epsilon = 1e-3;
///     Normalization { scale, offset, mean, variance, epsilon, side: None, relu: false }
/// }
/// # let _ = plain;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normalization<'a> {
    /// A factor for each channel.
    pub scale: Operand<'a>,
    /// What is added for each channel.
    pub offset: Operand<'a>,
    /// The mean of each channel.
    pub mean: Operand<'a>,
    /// The variance of each channel.
    pub variance: Operand<'a>,
    /// What is added to each variance.
    pub epsilon: f32,
    /// A tensor of the images' shape that is added then.
    pub side: Option<Operand<'a>>,
    /// Whether what is less than zero becomes zero then.
    pub relu: bool,
}

impl DeviceCode {
    /// The greatest element of each window, without those of the padding: of zeros the first, NaN if there is one, minus
    /// infinity if there is none. There are as many windows as the result has elements.
    ///
    /// # Errors
    /// Another type, number of images or channels of the result; elements that are no floats; the driver's.
    pub fn max_pool(
        &self,
        stream: &Stream,
        window: &Window,
        x: Operand<'_>,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        self.pool(stream, "max_pool", None, window, x, out)
    }

    /// The mean of each window, summed row by row and divided once. With `padded`, elements of the padding count, as
    /// zeros. There are as many windows as the result has elements.
    ///
    /// # Errors
    /// Another type, number of images or channels of the result; elements that are no floats; the driver's.
    pub fn average_pool(
        &self,
        stream: &Stream,
        window: &Window,
        padded: bool,
        x: Operand<'_>,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        self.pool(stream, "average_pool", Some(padded), window, x, out)
    }

    fn pool(
        &self,
        stream: &Stream,
        name: &'static str,
        padded: Option<bool>,
        window: &Window,
        x: Operand<'_>,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        let ([images, channels, height, width], [results, all, rows, columns]) =
            (window.images(x)?, window.images(out)?);
        if x.dtype != out.dtype || images != results || channels != all {
            let [from, to] = [x, out].map(|it| format!("{} {:?}", it.dtype.name(), it.shape));
            return Err(invalid(format!("no pool of {from} is {to}")));
        }
        let kernel = Kernel::of(File::Images, name, x.dtype, &FLOATS)?;
        let numbers = window.numbers([rows, columns])?;
        if out.count == 0 {
            return Ok(());
        }
        x.small()?;
        let mut sizes = SmallVec::<[u32; 6]>::new();
        for size in [usize::from(window.channels_last), channels, height, width, rows, columns] {
            sizes.push(small(size)?);
        }
        let behind = [small(window.padding[0][1])?, small(window.padding[1][1])?];
        let padded = padded.map(u32::from);
        let args = args![x, out, out.small()?; sizes; numbers; behind; padded];
        self.0.launch(stream, kernel, over(out.count), &args)
    }

    /// Images normalized by parameters of their channels: `(x - mean) / sqrt(variance + epsilon) * scale + offset`, then
    /// the side input, then the activation. The parameters of images of `f16` are of `f32`. The result may be over the
    /// images.
    ///
    /// # Errors
    /// Other types or shapes; elements that are no floats; the driver's.
    pub fn batch_norm(
        &self,
        stream: &Stream,
        normalization: &Normalization<'_>,
        channels_last: bool,
        x: Operand<'_>,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        let [_, channels, height, width] = Window::of([1, 1], channels_last).images(x)?;
        let Normalization { scale, offset, mean, variance, epsilon, side, relu } = *normalization;
        let dtype = if x.dtype == DType::F16 { DType::F32 } else { x.dtype };
        let shape = [i64::try_from(channels).unwrap_or(i64::MAX)];
        for parameter in [scale, offset, mean, variance] {
            parameter.expect(dtype, &shape)?;
        }
        for tensor in side.into_iter().chain([out]) {
            tensor.expect(x.dtype, x.shape)?;
        }
        let kernel = Kernel::of(File::Images, "batch_norm", x.dtype, &FLOATS)?;
        if out.count == 0 {
            return Ok(());
        }
        let inner = if channels_last { 1 } else { small(height * width)? };
        let epsilon =
            if dtype == DType::F64 { Arg::from(f64::from(epsilon)) } else { Arg::from(epsilon) };
        let (count, channels) = (out.small()?, small(channels)?);
        let flags = [u32::from(side.is_some()), u32::from(relu)];
        let side = side.unwrap_or(x);
        let args = args![x, scale, offset, mean, variance, side, out, count, channels, inner, epsilon; flags];
        self.0.launch(stream, kernel, over(out.count), &args)
    }
}
