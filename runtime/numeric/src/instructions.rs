//! Which of the processor's instructions a function is compiled for.
#![expect(
    unsafe_code,
    reason = "calls functions that are compiled for instructions of some processors"
)]

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

/// Instructions that a [`Body`] is compiled for. Results do not depend on them.
///
/// ```
/// use tfrt_numeric::InstructionSet;
/// assert!(InstructionSet::supported().any(|set| set == InstructionSet::Scalar));
/// assert!(InstructionSet::supported().any(|set| set == InstructionSet::chosen()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstructionSet {
    /// What every processor of the target has.
    Scalar,
    /// AVX2 and FMA of x86-64.
    Avx2,
    /// AVX-512 of x86-64: its parts F, BW, DQ and VL.
    Avx512,
}

const ALL: [InstructionSet; 3] =
    [InstructionSet::Scalar, InstructionSet::Avx2, InstructionSet::Avx512];

/// The variable of the environment that chooses.
const VARIABLE: &str = "TFRT_INSTRUCTIONS";

static CHOSEN: OnceLock<InstructionSet> = OnceLock::new();

impl InstructionSet {
    /// Those that this processor has, from the narrowest on.
    pub fn supported() -> impl Iterator<Item = Self> {
        ALL.into_iter().filter(|set| set.is_supported())
    }

    /// What functions use: the widest that the processor has, or what the environment says by
    /// `TFRT_INSTRUCTIONS`, `scalar`, `avx2` or `avx512`, if the processor has it. It is chosen once.
    #[must_use]
    pub fn chosen() -> Self {
        *CHOSEN.get_or_init(|| {
            let wanted = std::env::var(VARIABLE).ok().and_then(|text| text.parse().ok());
            let widest = Self::supported().last().unwrap_or(Self::Scalar);
            wanted.filter(|set: &Self| set.is_supported()).unwrap_or(widest)
        })
    }

    /// Makes a set the chosen one for the rest of the process. `false` if the processor does not have it, or
    /// another was chosen before.
    #[must_use]
    pub fn choose(self) -> bool {
        self.is_supported() && *CHOSEN.get_or_init(|| self) == self
    }

    /// How many operations a fused multiplication and addition is worth: where it is no instruction, a
    /// function computes it.
    pub(crate) fn fused_work(self) -> usize {
        let is_instruction =
            self != Self::Scalar || cfg!(any(target_feature = "fma", target_arch = "aarch64"));
        if is_instruction { 1 } else { 16 }
    }

    fn is_supported(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("fma")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Runs a body that is compiled for this set, or for every processor if this one does not have it.
    #[inline]
    pub fn run<B: Body>(self, body: B) -> B::Output {
        #[cfg(target_arch = "x86_64")]
        if self.is_supported() {
            match self {
                Self::Scalar => {}
                // SAFETY: the processor has these instructions.
                Self::Avx2 => return unsafe { avx2(body) },
                // SAFETY: as above.
                Self::Avx512 => return unsafe { avx512(body) },
            }
        }
        body.run::<4>()
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

impl FromStr for InstructionSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = ALL.into_iter().find(|set| set.to_string() == text);
        found.ok_or_else(|| format!("'{text}' is no instruction set: scalar, avx2 or avx512"))
    }
}

/// A function that is compiled for each instruction set. Its `run` is `#[inline(always)]`, and so is
/// what it calls, as far as that shall be compiled for them.
///
/// ```
/// use tfrt_numeric::{Body, InstructionSet};
///
/// struct Sum<'a>(&'a [i32]);
///
/// impl Body for Sum<'_> {
///     type Output = i32;
///     #[inline(always)]
///     fn run<const LANES: usize>(self) -> i32 {
///         self.0.iter().fold(0, |sum, x| sum.wrapping_add(*x))
///     }
/// }
///
/// for set in InstructionSet::supported() {
///     assert_eq!(set.run(Sum(&[1, 2, 3])), 6);
/// }
/// ```
pub trait Body {
    /// What it returns.
    type Output;
    /// The function. `LANES`: numbers of 32 bits that a register holds.
    fn run<const LANES: usize>(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2<B: Body>(body: B) -> B::Output {
    body.run::<8>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn avx512<B: Body>(body: B) -> B::Output {
    body.run::<16>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for set in ALL {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        assert!("sse".parse::<InstructionSet>().is_err());
    }
}
