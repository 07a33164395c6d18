//! What a kernel does besides computing its results, as its definition states it.

use std::fmt;
use std::ops::BitOr;

/// A set of effects. `#[kernel(…, effects(files, prints))]` states a kernel's; a `pure` kernel has
/// none. The statement is its author's and is not checked.
///
/// What every kernel may do is no effect: allocate memory for its results, run tasks, and read the
/// data of its run. Nor is what a function does that a kernel calls: its ops have kernels of their
/// own.
///
/// ```
/// use tfrt_op::Effects;
///
/// const LOGS: Effects = Effects::FILES.and(Effects::PRINTS);
/// assert_eq!(LOGS.to_string(), "files, prints");
/// assert_eq!(Effects::named("prints"), Some(Effects::PRINTS));
/// assert!(LOGS.contains(Effects::PRINTS) && !LOGS.contains(Effects::HOST));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effects(u16);

impl Effects {
    /// No effect.
    pub const NONE: Self = Self(0);
    /// It reads or writes files, or reaches outside the process in another way.
    pub const FILES: Self = Self(1);
    /// It keeps a thread while it does not compute: it sleeps or waits for something outside.
    pub const BLOCKS: Self = Self(1 << 1);
    /// It writes to the output of the host or of the process.
    pub const PRINTS: Self = Self(1 << 2);
    /// It keeps memory that is not freed with its results and its run.
    pub const LEAKS: Self = Self(1 << 3);
    /// It acts on the host or on its whole run: it cancels the run, waits until all work is done, or
    /// keeps something in the host that later runs see.
    pub const HOST: Self = Self(1 << 4);
    /// It writes elements of its operands in place. That concerns the program's own values only:
    /// every catalogue allows it. Who reads the operand
    /// afterwards needs the kernel's chain, so tools warn where nobody uses that of a kernel that can
    /// fail.
    pub const WRITES: Self = Self(1 << 5);
    /// It observes how many references to its operands there are. That differs between engines, since
    /// compiled ones hold scalars unboxed; the executor boxes them in a program with such a kernel.
    pub const COUNTS: Self = Self(1 << 6);
    /// It runs code on a device, which the program brings with it and which can write anywhere on the device: a
    /// program with such kernels is trusted code. No catalogue of this project's defaults has one.
    pub const DEVICE: Self = Self(1 << 7);
    /// All effects.
    pub const ALL: Self = Self((1 << NAMES.len()) - 1);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the other's effects are all in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The effect of that name, as in `#[kernel(…, effects(…))]`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let bit = NAMES.iter().position(|known| *known == name)?;
        Some(Self(1 << bit))
    }

    /// The names of the effects, as in `#[kernel(…, effects(…))]`.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let each = NAMES.into_iter().enumerate();
        each.filter(move |(bit, _)| self.0 & (1 << bit) != 0).map(|(_, name)| name)
    }
}

/// The name of each bit.
const NAMES: [&str; 8] =
    ["files", "blocks", "prints", "leaks", "host", "writes", "counts", "device"];

impl BitOr for Effects {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.and(other)
    }
}

impl fmt::Display for Effects {
    /// The names, or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        for (index, name) in self.names().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}
