//! [`Place`]: where an activation waits, had before it is known whether it must.

#![expect(unsafe_code, reason = "a place is filled piece by piece, and outlives what was in it")]

use super::start::{Away, Frame, Position, Running};
use crate::context::RequestContext;
use std::fmt;
use std::mem::MaybeUninit;

/// Memory in which an activation with a frame `F` can wait: of one that has waited, and has ended
/// ([`Frame::vacate`]).
pub struct Place<F>(Box<MaybeUninit<Away<F>>>);

impl<F: Frame> Place<F> {
    /// Ends an activation.
    #[inline(always)]
    pub(super) fn vacated(away: Box<Away<F>>) -> Self {
        // SAFETY: what is something can be taken for what may be nothing: it is not dropped by the box.
        let mut place = Self(unsafe { Box::from_raw(Box::into_raw(away).cast()) });
        // SAFETY: it is there, and nobody looks at it again.
        unsafe { place.0.assume_init_drop() };
        place
    }

    /// Makes a frame here, of which nothing has run.
    #[inline(always)]
    pub(super) fn occupy(mut self, make: impl FnOnce() -> F) -> Occupied<F> {
        let away = self.0.as_mut_ptr();
        // SAFETY: the place is ours, and nothing is in it.
        unsafe {
            (&raw mut (*away).activation).write(Running { frame: make(), next: Position::at(1) });
        }
        Occupied(self)
    }
}

impl<F> fmt::Debug for Place<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Place")
    }
}

/// A place with an activation that does not wait yet: all of [`Away`] but the request is there. It must
/// be left one way or the other: dropped, it does not drop the frame.
#[must_use]
pub(super) struct Occupied<F>(Place<F>);

impl<F: Frame> Occupied<F> {
    #[inline(always)]
    pub(super) fn frame(&mut self) -> &mut F {
        let away = self.0.0.as_mut_ptr();
        // SAFETY: the frame is there, and borrowed as the place is.
        unsafe { &mut (*away).activation.frame }
    }

    /// It waits here.
    #[inline(always)]
    pub(super) fn wait(self, request: RequestContext) -> Box<Away<F>> {
        let away = Box::into_raw(self.0.0).cast::<Away<F>>();
        // SAFETY: what was missing is written, and the box is whole.
        unsafe {
            (&raw mut (*away).request).write(request);
            Box::from_raw(away)
        }
    }

    /// It need not wait: the frame, and the place for another.
    pub(super) fn leave(self) -> (F, Place<F>) {
        // SAFETY: the frame is there, and moved out as the place becomes empty.
        let frame = unsafe { (&raw const (*self.0.0.as_ptr()).activation.frame).read() };
        (frame, self.0)
    }
}
