//! What an op does with its result.

use crate::output::invalid;
use std::fmt;
use std::str::FromStr;
use tfrt_bef::Attribute;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::FromAttribute;
use tfrt_numeric::Activation;

/// The attribute `then` of an op, what becomes of each element of its result: `relu`, as `nn.relu` has it;
/// `clip(0, 6)`, the `nn.max` of it and the first number, and the `nn.min` of that and the second; `none`, it stays, which
/// is said where another attribute follows.
///
/// ```
/// use tfrt_model_kernels::arena::Then;
/// let then = Then::clip(0.0, 6.0).ok_or("these are bounds")?;
/// assert_eq!("clip(0, 6)".parse(), Ok(then));
/// assert_eq!((then.to_string(), Then::clip(-0.0, 6.0)), ("clip(0, 6)".to_owned(), None));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Then(pub(super) Activation<f32>);

impl Then {
    /// It stays.
    pub const NONE: Self = Self(Activation::None);

    /// As `nn.relu`.
    pub const RELU: Self = Self(Activation::Relu);

    /// As `nn.max` of the first bound and `nn.min` of the second, which are numbers. The first is not -0, and the
    /// second not 0: there is no such op.
    #[must_use]
    pub fn clip(least: f32, greatest: f32) -> Option<Self> {
        let is_negative_zero = least == 0.0 && least.is_sign_negative();
        let fits = !least.is_nan() && !greatest.is_nan() && !is_negative_zero && greatest != 0.0;
        fits.then_some(Self(Activation::Clip(least, greatest)))
    }

    /// The first bound, if the second is none.
    #[must_use]
    pub fn least(self) -> Option<f32> {
        match self.0 {
            Activation::Clip(least, f32::INFINITY) => Some(least),
            _ => None,
        }
    }
}

impl FromStr for Then {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => return Ok(Self::NONE),
            "relu" => return Ok(Self::RELU),
            _ => {}
        }
        let bounds = text.strip_prefix("clip(").and_then(|text| text.strip_suffix(')'));
        let bounds = bounds.and_then(|bounds| bounds.split_once(','));
        let number = |text: &str| text.trim().parse::<f32>().ok();
        let clip = bounds.and_then(|(a, b)| Self::clip(number(a)?, number(b)?));
        clip.ok_or_else(|| "expected none, relu, or clip(0, 6) of two bounds".to_owned())
    }
}

impl fmt::Display for Then {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Activation::None => f.write_str("none"),
            Activation::Relu => f.write_str("relu"),
            Activation::Clip(least, greatest) => write!(f, "clip({least}, {greatest})"),
        }
    }
}

impl FromAttribute for Then {
    const KIND: &'static str = "activation";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let Attribute::String(text) = attribute else { return Err(Self::wrong_kind(attribute)) };
        let text = std::str::from_utf8(text).map_err(|_| invalid("is no text".to_owned()))?;
        text.parse().map_err(|expected| invalid(format!("is '{text}', {expected}")))
    }
}
