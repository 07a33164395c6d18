//! Normalization by means and variances that are known.

use crate::float::Real;

/// Normalization by estimated means and variances.
///
/// ```
/// use tfrt_numeric::Normalization;
/// let normalization = Normalization { epsilon: 0.0 };
/// assert_eq!(normalization.of(5.0, [10.0, 1.0, 1.0, 4.0]), 21.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normalization<T> {
    /// What is added to each variance.
    pub epsilon: T,
}

impl<T: Real> Normalization<T> {
    /// The element normalized with the parameters of its channel, which are scale, offset, mean and variance:
    /// `(x - mean) / sqrt(variance + epsilon) * scale + offset`.
    #[must_use]
    #[inline]
    pub fn of(self, x: T, [scale, offset, mean, variance]: [T; 4]) -> T {
        (x - mean) / (variance + self.epsilon).root() * scale + offset
    }
}
