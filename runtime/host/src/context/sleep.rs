//! Blocking a thread for a time, with early return when the run is cancelled.

use super::{NEVER, RequestContext, Signal};
use crate::error::Error;
use crate::sync::atomic::Ordering;
use std::sync::Arc;
use std::task::Waker;
use std::thread;
use std::time::{Duration, Instant};

impl RequestContext {
    /// Blocks the calling thread for that time, or until the run is cancelled or past its deadline.
    /// For blocking kernels, inside [`ExecCtx::spawn_blocking`](super::ExecCtx::spawn_blocking);
    /// runs no queued work meanwhile.
    ///
    /// # Errors
    /// The run is cancelled.
    pub fn sleep(&self, time: Duration) -> Result<(), Error> {
        let begin = Instant::now();
        let signal = Signal::new();
        // Registers first, then checks, as in `await_all`.
        let entry = self.0.waiting.add(Waker::from(Arc::clone(&signal)).into());
        let cause = loop {
            if let Some(cause) = self.cancelled() {
                break Some(cause.clone());
            }
            let left = time.saturating_sub(begin.elapsed());
            if left.is_zero() {
                break None;
            }
            thread::park_timeout(left.min(self.until_deadline()));
        };
        self.0.waiting.remove(entry);
        cause.map_or(Ok(()), Err)
    }

    /// Without a timer thread, nothing wakes sleepers at the deadline.
    fn until_deadline(&self) -> Duration {
        match self.0.deadline.load(Ordering::Relaxed) {
            NEVER => Duration::MAX,
            deadline => {
                let now = self.0.host.timer().time(Duration::ZERO);
                Duration::from_nanos(deadline.saturating_sub(now))
            }
        }
    }
}
