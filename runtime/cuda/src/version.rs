//! Versions of CUDA.

use std::fmt;

/// A version of CUDA: `12.4`.
///
/// ```
/// use tfrt_cuda::Version;
/// assert_eq!(Version::of_code(12_040).to_string(), "12.4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The number before the point.
    pub major: u32,
    /// The number after it.
    pub minor: u32,
}

impl Version {
    /// A version as the driver tells it: 12040.
    #[must_use]
    pub const fn of_code(code: u32) -> Self {
        Self { major: code / 1000, minor: code % 1000 / 10 }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
