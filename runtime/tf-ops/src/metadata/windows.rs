//! Ops whose windows slide over images: convolutions and pools.

use super::attribute::list;
use super::{Inferred, one};
use tfrt_core_runtime::{MetadataCall, OpAttrs};
use tfrt_host::error::KernelError;
use tfrt_numeric::{Axis, Padding};
use tfrt_tensor::TensorShape;

/// Those of `tf.Conv2D`: images, and filters whose last two dimensions are input and output channels.
///
/// # Errors
/// `Input and filter must have same rank.`, `Unknown padding type X`, `Missing 'explicit_paddings' attribute`, `Wrong
/// 'explicit_paddings' attribute length`, `Stride must be > 0, but got 0`, `Dilation must be > 0, but got 0`, `Computed
/// output size would be negative: …`; a list of another length.
pub fn conv2d(call: &MetadataCall<'_>) -> Inferred {
    let [images, filter] = [0, 1].map(|index| &call.arguments[index]);
    let windows = Sliding::of(call.attributes)?.convolution(&images.shape, &filter.shape)?;
    one(images.dtype, windows.shape)
}

/// Those of `tf.MaxPool`.
///
/// # Errors
/// As [`conv2d`]; `Expected ksize 'NC' elements to be 1`; a window without places.
pub fn max_pool(call: &MetadataCall<'_>) -> Inferred {
    let images = &call.arguments[0];
    let sizes = list(call.attributes, "ksize")?;
    one(images.dtype, Sliding::of(call.attributes)?.pool(&images.shape, sizes)?.shape)
}

/// How windows slide: the attributes of an op.
///
/// ```
/// use tfrt_tensor::TensorShape;
/// use tfrt_tf_ops::metadata::windows::Sliding;
///
/// let sliding = Sliding {
///     padding: "SAME",
///     explicit_paddings: None,
///     strides: None,
///     dilations: None,
///     data_format: None,
/// };
/// let (images, filter) = (TensorShape::new(&[1, 8, 8, 3])?, TensorShape::new(&[3, 3, 3, 16])?);
/// let windows = sliding.convolution(&images, &filter)?;
/// assert_eq!(windows.shape.dimensions(), [1, 8, 8, 16]);
/// # Ok::<(), tfrt_host::error::KernelError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sliding<'a> {
    /// `VALID`, `SAME` or `EXPLICIT`.
    pub padding: &'a str,
    /// Before and after each dimension.
    pub explicit_paddings: Option<&'a [i64]>,
    /// For each dimension.
    pub strides: Option<&'a [i64]>,
    /// For each dimension.
    pub dilations: Option<&'a [i64]>,
    /// `NHWC`, which is the default, or `NCHW`.
    pub data_format: Option<&'a str>,
}

/// The windows of an op along rows, columns and further dimensions. Made by [`Sliding`].
///
/// ```
/// # use tfrt_tf_ops::metadata::windows::Windows;
/// /// How many places each window has.
/// fn places(windows: &Windows) -> usize {
///     windows.axes.iter().map(|axis| axis.window).product()
/// }
/// # let _ = places;
/// ```
#[derive(Debug)]
pub struct Windows {
    /// Those of rows, columns and so on.
    pub axes: Vec<Axis>,
    /// The shape of the result.
    pub shape: TensorShape,
}

/// Whether the data format says that channels are the second dimension; they are the last one otherwise.
pub fn channels_first(data_format: Option<&str>) -> bool {
    let start = data_format.and_then(|format| format.get(..2));
    start.is_some_and(|start| start.eq_ignore_ascii_case("nc"))
}

impl<'a> Sliding<'a> {
    fn of(attributes: &'a OpAttrs) -> Result<Self, KernelError> {
        Ok(Self {
            padding: attributes.get("padding").ok_or("missing 'padding' attribute")?,
            explicit_paddings: list(attributes, "explicit_paddings")?,
            strides: list(attributes, "strides")?,
            dilations: list(attributes, "dilations")?,
            data_format: attributes.get("data_format"),
        })
    }

    /// The windows of a convolution.
    ///
    /// # Errors
    /// As [`conv2d`].
    pub fn convolution(
        &self,
        images: &TensorShape,
        filter: &TensorShape,
    ) -> Result<Windows, KernelError> {
        if images.rank() != filter.rank() {
            return Err("Input and filter must have same rank.".into());
        }
        let [sizes @ .., _, outputs] = filter.dimensions() else { return Err(too_few(filter)) };
        self.windows(images, &self.spatial(images)?, sizes, Some(*outputs))
    }

    /// The windows of a pool, of the sizes of the attribute `ksize`.
    ///
    /// # Errors
    /// As [`max_pool`].
    pub fn pool(
        &self,
        images: &TensorShape,
        ksize: Option<&[i64]>,
    ) -> Result<Windows, KernelError> {
        let spatial = self.spatial(images)?;
        let sizes = spatial.numbers(ksize, "ksize")?;
        let others = [0, spatial.channels].map(|at| ksize?.get(at).copied());
        let all = ksize.is_some_and(|ksize| ksize.len() == images.rank());
        if all && others != [Some(1); 2] {
            return Err("Expected ksize 'NC' elements to be 1".into());
        }
        if let Some(size) = sizes.iter().find(|&&size| size <= 0) {
            return Err(format!("ksize should be > 0, but got {size}").into());
        }
        self.windows(images, &spatial, &sizes, None)
    }

    fn spatial(&self, images: &TensorShape) -> Result<Spatial, KernelError> {
        let rank = images.rank();
        let count =
            rank.checked_sub(2).filter(|count| *count > 0).ok_or_else(|| too_few(images))?;
        let first_channels = channels_first(self.data_format);
        let (first, channels) = if first_channels { (2, 1) } else { (1, rank - 1) };
        Ok(Spatial { rank, first, count, channels })
    }

    /// `window`: its size along each dimension. `outputs`: the channels of the result, unless they are those of the
    /// images.
    fn windows(
        &self,
        images: &TensorShape,
        spatial: &Spatial,
        window: &[i64],
        outputs: Option<i64>,
    ) -> Result<Windows, KernelError> {
        let strides = spatial.numbers(self.strides, "strides")?;
        let dilations = spatial.numbers(self.dilations, "dilations")?;
        let paddings = self.paddings(spatial.count)?;
        let mut sizes = images.dimensions().to_vec();
        let mut axes = Vec::with_capacity(window.len());
        for (at, &window) in window.iter().enumerate() {
            let size = &mut sizes[spatial.first + at];
            let axis = Axis::new(*size, window, strides[at], dilations[at], paddings[at])?;
            *size = i64::try_from(axis.output).unwrap_or(i64::MAX);
            axes.push(axis);
        }
        if let Some(outputs) = outputs {
            sizes[spatial.channels] = outputs;
        }
        Ok(Windows { axes, shape: TensorShape::new(&sizes)? })
    }

    /// The padding along each dimension.
    fn paddings(&self, count: usize) -> Result<Vec<Padding>, KernelError> {
        let name = self.padding;
        let padding = Padding::parse(name).ok_or_else(|| format!("Unknown padding type {name}"))?;
        if !matches!(padding, Padding::Explicit(_)) {
            return Ok(vec![padding; count]);
        }
        let sides = self.explicit_paddings.ok_or("Missing 'explicit_paddings' attribute")?;
        if sides.len() != 2 * count {
            return Err("Wrong 'explicit_paddings' attribute length".into());
        }
        Ok(sides.as_chunks().0.iter().map(|&sides| Padding::Explicit(sides)).collect())
    }
}

fn too_few(shape: &TensorShape) -> KernelError {
    format!("shape {shape} has no dimensions that a window slides over").into()
}

/// Which dimensions of images windows slide over.
struct Spatial {
    rank: usize,
    /// The first of them.
    first: usize,
    count: usize,
    /// The dimension of the channels.
    channels: usize,
}

impl Spatial {
    /// A number for each, of a list of one, of those that are meant, or of all; 1 if there is none.
    fn numbers(&self, list: Option<&[i64]>, name: &str) -> Result<Vec<i64>, KernelError> {
        match list {
            None => Ok(vec![1; self.count]),
            Some(&[number]) => Ok(vec![number; self.count]),
            Some(numbers) if numbers.len() == self.count => Ok(numbers.to_vec()),
            Some(numbers) if numbers.len() == self.rank => {
                Ok(numbers[self.first..][..self.count].to_vec())
            }
            Some(_) => Err(format!("Wrong '{name}' attribute length").into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Attributes, attributes, infer};
    use super::*;
    use tfrt_tensor::DType;

    fn convolved(images: &[i64], filter: &[i64], given: &Attributes) -> Result<String, String> {
        infer(conv2d, &[(DType::F32, images), (DType::F32, filter)], given)
    }

    fn pooled(images: &[i64], given: &Attributes) -> Result<String, String> {
        infer(max_pool, &[(DType::F32, images)], given)
    }

    fn padding(name: &str) -> Attributes {
        attributes().with("padding", name)
    }

    #[test]
    fn outputs_follow_from_padding_strides_and_dilations() {
        let (images, filter) = (&[2, 9, 7, 3][..], &[3, 2, 3, 5][..]);
        let shape = |given: &Attributes| convolved(images, filter, given);
        assert_eq!(shape(&padding("VALID")).as_deref(), Ok("f32 [2, 7, 6, 5]"));
        assert_eq!(shape(&padding("same")).as_deref(), Ok("f32 [2, 9, 7, 5]"));
        for strides in [&[1_i64, 2, 3, 1][..], &[2, 3]] {
            let given = padding("Same").with("strides", strides);
            assert_eq!(shape(&given).as_deref(), Ok("f32 [2, 5, 3, 5]"));
        }
        let given = padding("VALID").with("strides", [2_i64]).with("dilations", [1_i64, 3, 4, 1]);
        assert_eq!(shape(&given).as_deref(), Ok("f32 [2, 2, 2, 5]"));
        let given = padding("Explicit").with("explicit_paddings", [1_i64, 2, 0, 4]);
        assert_eq!(shape(&given).as_deref(), Ok("f32 [2, 10, 10, 5]"));
        let first = padding("VALID").with("data_format", "NCHW").with("strides", [1_i64, 1, 2, 1]);
        assert_eq!(convolved(&[2, 3, 9, 7], filter, &first).as_deref(), Ok("f32 [2, 5, 4, 6]"));
        let volume = convolved(&[1, 4, 4, 4, 2], &[2, 2, 2, 2, 6], &padding("VALID"));
        assert_eq!(volume.as_deref(), Ok("f32 [1, 3, 3, 3, 6]"));
    }

    #[test]
    fn what_is_no_convolution_is_refused() {
        let (images, filter) = (&[2, 9, 7, 3][..], &[3, 2, 3, 5][..]);
        let message = |given: &Attributes| convolved(images, filter, given).unwrap_err();
        let rank = "Input and filter must have same rank.";
        assert_eq!(convolved(images, &[3, 3, 5], &padding("SAME")).unwrap_err(), rank);
        assert_eq!(message(&padding("none")), "Unknown padding type none");
        assert_eq!(message(&attributes()), "missing 'padding' attribute");
        let missing = "Missing 'explicit_paddings' attribute";
        assert_eq!(message(&padding("EXPLICIT")), missing);
        let given = padding("EXPLICIT").with("explicit_paddings", [1_i64; 8]);
        assert_eq!(message(&given), "Wrong 'explicit_paddings' attribute length");
        let given = padding("EXPLICIT").with("explicit_paddings", [1_i64, 1, i64::MAX, 1]);
        assert_eq!(message(&given), format!("padding of {} and 1 around 7 places", i64::MAX));
        for name in ["strides", "dilations"] {
            let given = padding("SAME").with(name, [1_i64, 1, 1]);
            assert_eq!(message(&given), format!("Wrong '{name}' attribute length"));
            let given = padding("SAME").with(name, 1_i64);
            assert_eq!(message(&given), format!("'{name}' attribute should be an array of i64"));
        }
        let given = padding("SAME").with("strides", [0_i64]);
        assert_eq!(message(&given), "Stride must be > 0, but got 0");
        let given = padding("SAME").with("dilations", [i64::MIN]);
        assert_eq!(message(&given), format!("Dilation must be > 0, but got {}", i64::MIN));
        let given = padding("VALID").with("dilations", [9_i64]);
        let negative = "Computed output size would be negative: -9 (input_size: 9, filter_size: 3, \
                        stride: 1, dilation: 9)";
        assert_eq!(message(&given), negative);
        for sizes in [&[][..], &[2], &[2, 3]] {
            let message = convolved(sizes, sizes, &padding("SAME")).unwrap_err();
            assert!(message.ends_with("has no dimensions that a window slides over"));
            assert!(pooled(sizes, &padding("SAME")).is_err());
        }
    }

    #[test]
    fn pools_keep_channels() {
        let images = &[2, 9, 7, 3];
        let given = padding("VALID").with("ksize", [1_i64, 3, 2, 1]).with("strides", [2_i64]);
        assert_eq!(pooled(images, &given).as_deref(), Ok("f32 [2, 4, 3, 3]"));
        let given = padding("SAME").with("ksize", [3_i64]);
        assert_eq!(pooled(images, &given).as_deref(), Ok("f32 [2, 9, 7, 3]"));
        assert_eq!(pooled(images, &padding("VALID")).as_deref(), Ok("f32 [2, 9, 7, 3]"));
        let first = padding("VALID").with("data_format", "nchw").with("ksize", [1_i64, 1, 3, 2]);
        assert_eq!(pooled(&[2, 3, 9, 7], &first).as_deref(), Ok("f32 [2, 3, 7, 6]"));
        for ksize in [[2_i64, 3, 2, 1], [1, 3, 2, 4], [-1, 3, 2, -1]] {
            let given = padding("VALID").with("ksize", ksize);
            assert_eq!(pooled(images, &given).unwrap_err(), "Expected ksize 'NC' elements to be 1");
        }
        let given = padding("VALID").with("ksize", [0_i64, 2]);
        assert_eq!(pooled(images, &given).unwrap_err(), "ksize should be > 0, but got 0");
        let given = padding("VALID").with("ksize", [1_i64, 2, 2]);
        assert_eq!(pooled(images, &given).unwrap_err(), "Wrong 'ksize' attribute length");
    }
}
