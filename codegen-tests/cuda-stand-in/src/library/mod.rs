//! The libraries beside the driver, as plain loops: what their calls give streams to do.
//!
//! Sums are of 64 bits, and are rounded to the type of the elements when they are whole.

pub(crate) mod blas;
pub(crate) mod ccl;
pub(crate) mod dnn;
pub(crate) mod fft;
pub(crate) mod lt;
pub(crate) mod numbers;
pub(crate) mod solver;

use crate::driver::State;
use crate::driver::code::{Code, Result};
use crate::driver::memory::View;
use crate::driver::work::{Failure, Op};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What is done with the memory.
type Run = dyn Fn(&View) -> std::result::Result<(), String> + Send + Sync;

/// Work that a library gives a stream.
pub(crate) struct Call {
    /// What it is called in the log.
    pub(crate) name: &'static str,
    run: Box<Run>,
    /// Whether it can begin, if it waits for others.
    ready: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl Call {
    pub(crate) fn op(
        name: &'static str,
        run: impl Fn(&View) -> std::result::Result<(), String> + Send + Sync + 'static,
    ) -> Op {
        Op::Library(Arc::new(Self { name, run: Box::new(run), ready: None }))
    }

    /// The same, that waits.
    pub(crate) fn op_when(
        name: &'static str,
        ready: impl Fn() -> bool + Send + Sync + 'static,
        run: impl Fn(&View) -> std::result::Result<(), String> + Send + Sync + 'static,
    ) -> Op {
        Op::Library(Arc::new(Self { name, run: Box::new(run), ready: Some(Box::new(ready)) }))
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.ready.as_ref().is_none_or(|ready| ready())
    }

    pub(crate) fn run(&self, view: &View) -> std::result::Result<(), Failure> {
        (self.run)(view).map_err(|message| Failure { code: Code::ILLEGAL_ADDRESS, message })
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What the libraries know.
#[derive(Debug, Default)]
pub(crate) struct Libraries {
    /// The stream of each handle, or of each plan by its number.
    pub(crate) handles: BTreeMap<u64, u64>,
    pub(crate) plans: BTreeMap<u64, Arc<fft::Plan>>,
    pub(crate) descriptors: BTreeMap<u64, dnn::Descriptor>,
    pub(crate) products: BTreeMap<u64, lt::Object>,
    pub(crate) peers: BTreeMap<u64, ccl::Peer>,
    pub(crate) cliques: BTreeMap<u64, Arc<ccl::Clique>>,
}

impl State {
    /// A new handle, whose stream is the default one.
    pub(crate) fn library_handle(&mut self) -> Result<u64> {
        self.current()?;
        self.unsafe_in_capture()?;
        let handle = self.objects.make();
        self.objects.libraries.handles.insert(handle, 0);
        Ok(handle)
    }

    /// Gives the stream of a handle something. The error is the library's.
    pub(crate) fn give(&mut self, handle: u64, wrong: Code, op: Op) -> Result<()> {
        let stream = *self.objects.libraries.handles.get(&handle).ok_or(wrong)?;
        let number = self.stream(stream)?;
        self.submit(number, op)
    }
}
