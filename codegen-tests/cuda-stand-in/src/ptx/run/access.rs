//! Loads, stores and atomic operations of a thread, by state space.

use super::super::fault::FaultKind;
use super::super::instruction::{Atomic, Change, Order};
use super::super::shadow::{Earlier, Shadow, Touch};
use super::super::types::{Space, mask};
use super::super::windows;
use super::{Environment, slot};

/// What a thread touches of its own and of its block.
pub(super) struct Spaces<'a> {
    pub(super) environment: &'a Environment<'a>,
    pub(super) shared: &'a mut [u8],
    pub(super) shadow: &'a mut Shadow,
    pub(super) local: &'a mut [u8],
    pub(super) warp: u8,
    pub(super) thread: u16,
    /// Accesses until the thread is preempted.
    pub(super) fuel: u32,
    pub(super) accesses: u64,
}

/// Why an access is refused.
pub(super) enum Refused {
    Plain(FaultKind, String),
    /// The other access, whose thread the caller names.
    Race(u64, Earlier),
}

/// Where an access is: a space and an address in it.
fn place(space: Space, address: u64) -> (Space, u64) {
    match space {
        Space::Generic => {
            let space = windows::of(address);
            (space, address.wrapping_sub(windows::start(space)))
        }
        // Addresses of these spaces have 32 bits.
        Space::Shared | Space::Local | Space::Param => (space, address & 0xFFFF_FFFF),
        Space::Global | Space::Constant => (space, address),
    }
}

/// Bytes of memory that is the interpreter's own.
fn within(length: usize, address: u64, size: usize) -> Option<usize> {
    let start = usize::try_from(address).ok()?;
    start.checked_add(size).filter(|&end| end <= length).map(|_| start)
}

impl Spaces<'_> {
    /// Counts an access; true where the thread is preempted behind it.
    #[inline]
    pub(super) fn burn(&mut self) -> bool {
        self.accesses += 1;
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel == 0
    }

    fn aligned(address: u64, size: usize) -> Result<(), Refused> {
        // A size is a power of two.
        if address & (size as u64 - 1) == 0 {
            return Ok(());
        }
        Err(Refused::Plain(
            FaultKind::Misaligned,
            format!("address {address:#x} is no multiple of {size}"),
        ))
    }

    fn outside(&self, space: Space, address: u64, size: usize) -> Refused {
        let (kind, what, length) = match space {
            Space::Shared => (FaultKind::SharedBounds, "shared memory", self.shared.len()),
            Space::Param => {
                (FaultKind::LocalBounds, "the parameters", self.environment.params.len())
            }
            _ => (FaultKind::LocalBounds, "local memory", self.local.len()),
        };
        Refused::Plain(kind, format!("{size} bytes at {address:#x} of {what}, which has {length}"))
    }

    fn touch(
        &mut self,
        at: usize,
        size: usize,
        writes: bool,
        order: Order,
        line: u32,
    ) -> Result<(), Refused> {
        let touch = Touch {
            warp: self.warp,
            thread: self.thread,
            line,
            writes,
            strong: order != Order::Plain,
            acquires: matches!(order, Order::Acquire | Order::AcquireRelease),
            releases: matches!(order, Order::Release | Order::AcquireRelease),
        };
        // Both are within shared memory.
        self.shadow
            .touch(at as u32, size as u32, &touch)
            .map_err(|earlier| Refused::Race(at as u64, earlier))
    }

    #[inline]
    pub(super) fn load(
        &mut self,
        space: Space,
        address: u64,
        bytes: &mut [u8],
        order: Order,
        line: u32,
    ) -> Result<(), Refused> {
        let size = bytes.len();
        Self::aligned(address, size)?;
        let (space, address) = place(space, address);
        let own: &[u8] = match space {
            Space::Global | Space::Constant | Space::Generic => {
                return self
                    .environment
                    .memory
                    .load(address, bytes)
                    .map_err(|message| Refused::Plain(FaultKind::Address, message));
            }
            Space::Shared => {
                let Some(start) = within(self.shared.len(), address, size) else {
                    return Err(self.outside(space, address, size));
                };
                self.touch(start, size, false, order, line)?;
                self.shared
            }
            Space::Local => self.local,
            Space::Param => &self.environment.params,
        };
        match within(own.len(), address, size) {
            Some(start) => {
                copy(bytes, &own[start..start + size]);
                Ok(())
            }
            None => Err(self.outside(space, address, size)),
        }
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        space: Space,
        address: u64,
        bytes: &[u8],
        order: Order,
        line: u32,
    ) -> Result<(), Refused> {
        let size = bytes.len();
        Self::aligned(address, size)?;
        let (space, address) = place(space, address);
        let length = match space {
            Space::Global | Space::Constant | Space::Generic => {
                return self
                    .environment
                    .memory
                    .store(address, bytes)
                    .map_err(|message| Refused::Plain(FaultKind::Address, message));
            }
            Space::Shared => self.shared.len(),
            Space::Local => self.local.len(),
            Space::Param => {
                return Err(Refused::Plain(
                    FaultKind::Address,
                    "a store to the parameters".to_owned(),
                ));
            }
        };
        let Some(start) = within(length, address, size) else {
            return Err(self.outside(space, address, size));
        };
        if space == Space::Shared {
            self.touch(start, size, true, order, line)?;
            copy(&mut self.shared[start..start + size], bytes);
        } else {
            self.local[start..start + size].copy_from_slice(bytes);
        }
        Ok(())
    }

    /// Returns the old value.
    pub(super) fn atomic(
        &mut self,
        atomic: &Atomic,
        slots: &[u64],
        line: u32,
    ) -> Result<u64, Refused> {
        let address = slots[atomic.base as usize].wrapping_add(atomic.offset.cast_unsigned());
        let (b, c) = (slot(slots, atomic.b), slot(slots, atomic.c));
        let size = usize::from(atomic.size);
        let bits = mask(size as u32);
        Self::aligned(address, size)?;
        let mut change = |old: u64| match atomic.change {
            Change::Two(f) => f(old, b) & bits,
            Change::Swap => {
                if old == b {
                    c
                } else {
                    old
                }
            }
            Change::Exchange => b,
            Change::Increment => {
                if old >= b {
                    0
                } else {
                    old + 1
                }
            }
            Change::Decrement => {
                if old == 0 || old > b {
                    b
                } else {
                    old - 1
                }
            }
        };
        let (space, address) = place(atomic.space, address);
        let own = match space {
            Space::Shared => {
                let Some(start) = within(self.shared.len(), address, size) else {
                    return Err(self.outside(space, address, size));
                };
                // A comparison that fails only reads, and hands nothing over.
                let old = number(&self.shared[start..start + size]);
                let writes = !matches!(atomic.change, Change::Swap) || old == b;
                self.touch(start, size, writes, atomic.order, line)?;
                &mut self.shared[start..start + size]
            }
            Space::Local => {
                let Some(start) = within(self.local.len(), address, size) else {
                    return Err(self.outside(space, address, size));
                };
                &mut self.local[start..start + size]
            }
            Space::Param => {
                return Err(Refused::Plain(
                    FaultKind::Address,
                    "an atomic operation on the parameters".to_owned(),
                ));
            }
            Space::Global | Space::Constant | Space::Generic => {
                return self
                    .environment
                    .memory
                    .atomic(address, size, &mut change)
                    .map_err(|message| Refused::Plain(FaultKind::Address, message));
            }
        };
        let old = number(own);
        own.copy_from_slice(&change(old).to_le_bytes()[..size]);
        Ok(old)
    }
}

/// Copies bytes; those of words, which are the most frequent, without a call.
#[inline]
fn copy(to: &mut [u8], from: &[u8]) {
    if let (Ok(to), Ok(from)) = (<&mut [u8; 4]>::try_from(&mut *to), <&[u8; 4]>::try_from(from)) {
        *to = *from;
    } else {
        to.copy_from_slice(from);
    }
}

/// A little-endian number of at most eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
