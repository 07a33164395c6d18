//! The vendor's libraries beside the driver, each loaded when it is first asked for.
//!
//! A library is a table of functions, as the driver is one. Enumerations are numbers here, because a program brings
//! any, and cudarc's are closed: a number that the library does not know is its error, and no undefined value of ours.
//!
//! # What is checked
//!
//! The libraries do not know how long a buffer is. So what a call reads and writes on the device is compared with the
//! sizes of its buffers first ([`extent`]), and the functions of handles are safe.
//!
//! # Streams
//!
//! A handle works for one stream at a time: its lock is held while it is given the stream and the call. Handles that
//! take part in a [capture](crate::Graph::capture) are held by the graph.

pub(crate) mod blas;
pub(crate) mod ccl;
pub(crate) mod dnn;
pub(crate) mod extent;
pub(crate) mod fft;
pub(crate) mod lt;
pub(crate) mod rtc;
pub(crate) mod solver;

use crate::call::Call;
use crate::capture::Kept;
use crate::context::Context;
use crate::error::CudaError;
use crate::libraries::Library;
use crate::raw::{Handle, StreamHandle};
use parking_lot::Mutex;
use std::ffi::c_void;
use std::sync::Arc;

/// What a library knows an object by.
pub(crate) type Object = Handle<c_void>;

/// What a handle's type has that is made by a call and destroyed by another; and, where a third sets its stream, how it
/// is given calls.
macro_rules! handle {
    ($handle:ident of $table:ident: $create:ident, $destroy:ident) => {
        impl $handle {
            /// A handle for a context. It may wait for all that the context does.
            ///
            /// # Errors
            /// There is no such library; the library's.
            pub fn new(context: &crate::context::Context) -> Result<Self, CudaError> {
                let create = |table: &$table| {
                    let mut handle = std::ptr::null_mut();
                    call!(table.$create(&raw mut handle)).map(|()| crate::raw::Handle::of(handle))
                };
                let destroy = |table: &$table, handle: crate::library::Object| {
                    call!(table.$destroy(handle.place()))
                };
                crate::library::Bound::new(context, create, destroy).map(Self)
            }

            /// The context.
            #[must_use]
            pub fn context(&self) -> &crate::context::Context {
                self.0.context()
            }
        }

        impl std::fmt::Debug for $handle {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut shown = f.debug_struct(stringify!($handle));
                shown.field("context", self.context()).finish_non_exhaustive()
            }
        }
    };
    ($handle:ident of $table:ident: $create:ident, $destroy:ident, $set_stream:ident) => {
        crate::library::handle!($handle of $table: $create, $destroy);

        impl $handle {
            /// Gives a call of the library.
            fn on(
                &self,
                call: crate::call::Call<'_>,
                give: impl FnOnce(&$table, *mut c_void) -> Result<(), CudaError>,
            ) -> Result<(), CudaError> {
                let set = |table: &$table,
                           handle: crate::library::Object,
                           stream: crate::raw::StreamHandle| {
                    call!(table.$set_stream(handle.place(), stream.place()))
                };
                self.0.on(call, set, |table, handle, _| give(table, handle.place()))
            }
        }
    };
}
use handle;

/// A handle of a library for a context.
pub(crate) struct Bound<L: Library> {
    context: Context,
    table: Arc<L>,
    object: Mutex<Object>,
    destroy: fn(&L, Object) -> Result<(), CudaError>,
}

impl<L: Library> Bound<L> {
    /// A handle that a call of the library makes, when no capture is open: it may wait for the whole context.
    pub(crate) fn new(
        context: &Context,
        create: impl FnOnce(&L) -> Result<Object, CudaError>,
        destroy: fn(&L, Object) -> Result<(), CudaError>,
    ) -> Result<Arc<Self>, CudaError> {
        let table = context.device().driver().library::<L>()?;
        let object = context.core().call_alone(|_| create(&table))?;
        Ok(Self::of(context, table, object, destroy))
    }

    /// The same, by a call that waits for others like it.
    pub(crate) fn in_parallel(
        context: &Context,
        create: impl FnOnce(&L) -> Result<Object, CudaError>,
        destroy: fn(&L, Object) -> Result<(), CudaError>,
    ) -> Result<Arc<Self>, CudaError> {
        let table = context.device().driver().library::<L>()?;
        let object = context.call(|_| create(&table))?;
        Ok(Self::of(context, table, object, destroy))
    }

    fn of(
        context: &Context,
        table: Arc<L>,
        object: Object,
        destroy: fn(&L, Object) -> Result<(), CudaError>,
    ) -> Arc<Self> {
        let (context, object) = (context.clone(), Mutex::new(object));
        Arc::new(Self { context, table, object, destroy })
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    pub(crate) fn table(&self) -> &L {
        &self.table
    }

    /// A call that gives no stream anything.
    pub(crate) fn ask(
        &self,
        call: impl FnOnce(&L, Object) -> Result<(), CudaError>,
    ) -> Result<(), CudaError> {
        let object = self.object.lock();
        self.context.call(|_| call(&self.table, *object))
    }

    /// Gives a call of the library, which the handle is set to.
    pub(crate) fn on(
        self: &Arc<Self>,
        call: Call<'_>,
        set: fn(&L, Object, StreamHandle) -> Result<(), CudaError>,
        give: impl FnOnce(&L, Object, StreamHandle) -> Result<(), CudaError>,
    ) -> Result<(), CudaError> {
        let stream = call.stream();
        stream.check_context(&self.context, L::NAME)?;
        if let Some(recording) = stream.recording() {
            let keep = || Ok(Held(Arc::clone(self)));
            recording.hold(|holding| holding.keep(Arc::as_ptr(self).addr(), keep))?;
        }
        let object = self.object.lock();
        call.give(|_, handle| {
            set(&self.table, *object, handle)?;
            give(&self.table, *object, handle)
        })
    }
}

impl<L: Library> Drop for Bound<L> {
    fn drop(&mut self) {
        let (table, object, destroy) =
            (Arc::clone(&self.table), *self.object.get_mut(), self.destroy);
        self.context.core().call_alone_in_drop(move |_| destroy(&table, object));
    }
}

/// A handle that a graph holds.
struct Held<L: Library>(Arc<Bound<L>>);

impl<L: Library> Kept for Held<L> {
    fn note_use(&self, _bits: u64) {
        // Its calls have been recorded: the graph's nodes do not need the handle's stream.
        let _ = &self.0;
    }
}
