//! The places of small frames whose activations have ended. All these frames are of one type, so that
//! who starts one can have a place for it before it is known whether it must wait: it is made where it
//! stays, and its memory goes from one activation to the next.

#![expect(unsafe_code, reason = "what is done with a thread's places is done in place")]

use super::{JitFrame, Small};
use std::cell::Cell;
use std::ptr;
use tfrt_host::frame::Place;

/// As many as a thread keeps: 9 KB.
const KEPT: usize = 64;

/// The first so many are places, the others nothing.
struct Places {
    count: Cell<usize>,
    of: [Cell<Option<Place<JitFrame<Small>>>>; KEPT],
}

thread_local! {
    static PLACES: Places = const {
        Places { count: Cell::new(0), of: [const { Cell::new(None) }; KEPT] }
    };
}

/// Those of this thread, unless it ends. All that is done under `with` is to find them: what is done
/// with them is then done where this is called.
///
/// # Safety
/// They are used before anything else is done.
#[inline(always)]
unsafe fn at_hand<'a>() -> Option<&'a Places> {
    let places = PLACES.try_with(ptr::from_ref).ok()?;
    // SAFETY: the thread has not ended, nor does it before they are used.
    Some(unsafe { &*places })
}

/// One that this thread has.
#[inline(always)]
pub(super) fn take() -> Option<Place<JitFrame<Small>>> {
    // SAFETY: used here.
    let Places { count, of } = unsafe { at_hand() }?;
    let last = count.get().wrapping_sub(1);
    let place = of.get(last)?.take();
    count.set(last);
    place
}

/// Keeps one for the thread, if it has not enough of them and goes on.
#[inline(always)]
pub(super) fn keep(place: Place<JitFrame<Small>>) {
    // SAFETY: used here.
    if let Some(Places { count, of }) = unsafe { at_hand() }
        && let Some(next) = of.get(count.get())
    {
        next.set(Some(place));
        count.set(count.get() + 1);
    }
}
