//! What a call of an op's kernel costs.

/// The estimated time of one call, in nanoseconds.
///
/// ```
/// use tfrt_op::Cost;
///
/// assert!(Cost::OfOperands.may_reach(1_000_000));
/// assert!(!Cost::Fixed(7).may_reach(1_000_000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The same for each call. 0 if it is unknown, or too cheap to run on another thread.
    Fixed(u64),
    /// It depends on the operands; the kernel has a function that says how.
    OfOperands,
}

impl Cost {
    /// Whether some call may take so long.
    #[must_use]
    pub const fn may_reach(self, time: u64) -> bool {
        match self {
            Self::Fixed(cost) => cost >= time,
            Self::OfOperands => true,
        }
    }
}
