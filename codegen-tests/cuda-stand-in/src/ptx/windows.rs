//! The addresses of the state spaces among generic addresses. Uses nothing. No address of a host or of a device of the
//! driver is that high.

use super::types::Space;

/// Where parameters of an entry are.
pub(super) const PARAM: u64 = 0x00FD_0000_0000_0000;
/// Where shared memory is.
pub(super) const SHARED: u64 = 0x00FE_0000_0000_0000;
/// Where a thread's local memory is.
pub(super) const LOCAL: u64 = 0x00FF_0000_0000_0000;

/// Where functions are, by their index. No space: nothing is read or written there.
pub(super) const FUNCTIONS: u64 = 0x00FC_0000_0000_0000;

/// The distance between two windows.
const LENGTH: u64 = 1 << 48;

/// Where a space starts. Global and constant memory are generic addresses themselves.
pub(super) fn start(space: Space) -> u64 {
    match space {
        Space::Param => PARAM,
        Space::Shared => SHARED,
        Space::Local => LOCAL,
        Space::Generic | Space::Global | Space::Constant => 0,
    }
}

/// The space of a generic address.
pub(super) fn of(address: u64) -> Space {
    match address {
        PARAM.. if address - PARAM < LENGTH => Space::Param,
        SHARED.. if address - SHARED < LENGTH => Space::Shared,
        LOCAL.. if address - LOCAL < LENGTH => Space::Local,
        _ => Space::Global,
    }
}
