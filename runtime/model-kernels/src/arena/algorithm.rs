//! How a convolution is computed.

use crate::output::invalid;
use std::fmt;
use std::str::FromStr;
use tfrt_bef::Attribute;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::FromAttribute;

/// The attribute `algorithm` of `arena.conv`: `direct`, as sums; `F(2,3)` or `F(4,3)`, by that algorithm of Winograd, as
/// `nn.conv` has it with `winograd` 2 or 4.
///
/// ```
/// use tfrt_model_kernels::arena::Algorithm;
/// assert_eq!("F(2,3)".parse(), Ok(Algorithm::winograd(Some(2))));
/// assert_eq!(Algorithm::winograd(None).to_string(), "direct");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Algorithm(pub(super) Option<i64>);

impl Algorithm {
    /// That of Winograd with so many outputs of a tile along each side, 2 or 4; none: as sums.
    #[must_use]
    pub fn winograd(outputs: Option<i64>) -> Self {
        Self(outputs)
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "direct" => Ok(Self(None)),
            "F(2,3)" => Ok(Self(Some(2))),
            "F(4,3)" => Ok(Self(Some(4))),
            _ => Err("expected direct, F(2,3) or F(4,3)".to_owned()),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("direct"),
            Some(outputs) => write!(f, "F({outputs},3)"),
        }
    }
}

impl FromAttribute for Algorithm {
    const KIND: &'static str = "algorithm";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let Attribute::String(text) = attribute else { return Err(Self::wrong_kind(attribute)) };
        let text = std::str::from_utf8(text).map_err(|_| invalid("is no text".to_owned()))?;
        text.parse().map_err(|expected| invalid(format!("is '{text}', {expected}")))
    }
}
