//! Streams, events, captures.

use super::{functions, put};
use crate::driver::DRIVER;
use crate::driver::capture::Mode;
use crate::driver::code::Code;
use crate::driver::stream::{Event as EventState, Recorded};
use std::ffi::c_uint;

type Context = u64;
type Stream = u64;
type Event = u64;
type Graph = u64;

functions! {
    fn cuStreamCreate(stream: *mut Stream, _flags: c_uint) |state| {
        let context = state.current()?;
        let handle = state.create_stream(context, false)?;
        // SAFETY: the caller's.
        unsafe { put(stream, handle) }
    }

    fn cuStreamDestroy_v2(stream: Stream) |state| {
        let number = state.stream(stream)?;
        state.destroy_stream(number)
    }

    fn cuStreamGetCtx(stream: Stream, context: *mut Context) |state| {
        let number = state.stream(stream)?;
        let found = state.stream_of(number)?.context;
        // SAFETY: the caller's.
        unsafe { put(context, found) }
    }

    fn cuStreamQuery(stream: Stream) |state| {
        let number = state.stream(stream)?;
        state.not_in_capture(number)?;
        // A stepped stream has no thread: without this, a loop of queries would not end.
        DRIVER.step(state);
        let now = state.now(number)?;
        state.stream(stream)?;
        if !state.is_done(now.point) {
            return Err(Code::NOT_READY);
        }
        state.seen(&now);
        Ok(())
    }

    fn cuStreamSynchronize(stream: Stream) |state| {
        let number = state.stream(stream)?;
        state.not_in_capture(number)?;
        let context = state.stream_of(number)?.context;
        let now = state.now(number)?;
        DRIVER.wait(state, |state| {
            state.usable(context)?;
            Ok(state.is_done(now.point))
        })?;
        state.seen(&now);
        Ok(())
    }

    fn cuStreamWaitEvent(stream: Stream, event: Event, _flags: c_uint) |state| {
        let number = state.stream(stream)?;
        state.wait_event(number, event)
    }

    fn cuStreamBeginCapture_v2(stream: Stream, mode: c_uint) |state| {
        let number = state.stream(stream)?;
        let mode = match mode {
            0 => Mode::Global,
            1 => Mode::ThreadLocal,
            2 => Mode::Relaxed,
            _ => return Err(Code::INVALID_VALUE),
        };
        state.begin_capture(number, mode)
    }

    fn cuStreamEndCapture(stream: Stream, graph: *mut Graph) |state| {
        let number = state.stream(stream)?;
        // SAFETY: the caller's.
        unsafe { put(graph, 0)? };
        let handle = state.end_capture(number)?;
        // SAFETY: the caller's.
        unsafe { put(graph, handle) }
    }

    fn cuStreamIsCapturing(stream: Stream, status: *mut c_uint) |state| {
        let number = state.stream(stream)?;
        let found = state.capture_status(number)?;
        // SAFETY: the caller's.
        unsafe { put(status, found) }
    }

    fn cuEventCreate(event: *mut Event, _flags: c_uint) |state| {
        let context = state.current()?;
        let handle = state.objects.make();
        state.objects.events.insert(handle, EventState { context, recorded: Recorded::Never });
        // SAFETY: the caller's.
        unsafe { put(event, handle) }
    }

    fn cuEventDestroy_v2(event: Event) |state| {
        state.objects.events.remove(&event).map(|_| ()).ok_or(Code::INVALID_HANDLE)
    }

    fn cuEventRecord(event: Event, stream: Stream) |state| {
        let number = state.stream(stream)?;
        state.record(event, number)
    }

    fn cuEventQuery(event: Event) |state| {
        DRIVER.step(state);
        if !state.is_passed(event)? || state.is_late(event)? {
            return Err(Code::NOT_READY);
        }
        state.seen_event(event);
        Ok(())
    }

    fn cuEventSynchronize(event: Event) |state| {
        DRIVER.wait(state, |state| state.is_passed(event))?;
        state.seen_event(event);
        Ok(())
    }
}
