//! Kernels that compute on several threads: the context is their [`Workers`].

use super::ExecCtx;
use crate::error::{Error, ErrorCode, KernelError};
use crate::queue::fork_join;
use tfrt_numeric::{Ended, Piece, Workers};

/// The threads of the run's queue, until the run has ended.
impl Workers for ExecCtx<'_> {
    fn count(&self) -> usize {
        self.request.queue().parallelism()
    }

    fn run(&self, pieces: &mut [Piece<'_>]) {
        fork_join(&**self.request.queue(), pieces);
    }

    fn ended(&self) -> bool {
        self.request.cancelled().is_some()
    }
}

impl ExecCtx<'_> {
    /// What a kernel returns that has stopped because its run has ended: the run's error, which is not
    /// reported again.
    #[cold]
    #[must_use]
    pub fn end_of_run(&self, _: Ended) -> KernelError {
        let end = self.request.cancelled().cloned();
        let unknown = || Error::new(ErrorCode::Cancelled, "cancelled");
        KernelError::of_ended_run(end.unwrap_or_else(unknown))
    }
}
