//! What a call of a kernel costs.

use super::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The estimated time of one call, in nanoseconds.
///
/// ```
/// use tfrt_host::kernel::{Cost, Value};
///
/// /// Adds the numbers below a bound.
/// #[tfrt_host::kernel("my.sum_below", pure, cost = u64::from(*bound) / 2)]
/// fn sum_below(bound: u32) -> u64 {
///     (0..u64::from(bound)).sum()
/// }
/// assert!(SUM_BELOW.cost.may_reach(1_000_000));
/// assert_eq!(SUM_BELOW.cost.of(&[Value::new(1_000_u32)]), 500);
/// assert_eq!(Cost::Fixed(7).of(&[]), 7);
/// # let _ = sum_below;
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Cost {
    /// The same for each call. 0 if it is unknown, or too cheap to run on another thread.
    Fixed(u64),
    /// A function of the operands, which are available and no errors: of their shapes, say. It is
    /// asked before each call that may run on another thread, so it must be cheap.
    OfOperands(fn(&[Value]) -> u64),
}

impl Cost {
    /// The time of a call with these operands; 0 if the function panics or an operand is no value of
    /// its type.
    #[must_use]
    pub fn of(&self, operands: &[Value]) -> u64 {
        match self {
            Self::Fixed(cost) => *cost,
            Self::OfOperands(cost) => {
                catch_unwind(AssertUnwindSafe(|| cost(operands))).unwrap_or(0)
            }
        }
    }

    /// Whether some call may take so long.
    #[must_use]
    pub const fn may_reach(&self, time: u64) -> bool {
        match self {
            Self::Fixed(cost) => *cost >= time,
            Self::OfOperands(_) => true,
        }
    }
}
