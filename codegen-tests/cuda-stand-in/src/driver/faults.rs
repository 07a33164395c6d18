//! Failures that tests ask for.

use crate::driver::code::Code;
use crate::driver::{CURRENT, State};

#[derive(Debug, Default)]
pub(crate) struct Faults {
    /// Calls since the test last asked, that can fail.
    pub(crate) calls: u64,
    /// Which of them fail, and how.
    pub(crate) at: Vec<(u64, Code)>,
    /// The launch after so many more fails so, while it runs.
    pub(crate) launch: Option<(u64, Code)>,
}

/// Calls that are not counted, and that no test lets fail.
const NEVER: [&str; 4] =
    ["cuGetErrorName", "cuGetErrorString", "cuDriverGetVersion", "cuCtxGetCurrent"];

impl State {
    /// Counts a call, and says how it is to fail.
    pub(crate) fn inject(&mut self, name: &str) -> Option<Code> {
        if NEVER.contains(&name) {
            return None;
        }
        self.faults.calls += 1;
        let calls = self.faults.calls;
        let (_, code) = *self.faults.at.iter().find(|(at, _)| *at == calls)?;
        if code.is_fatal()
            && let Ok(context) = self.objects.context_mut(CURRENT.get())
        {
            context.poisoned = Some(code);
        }
        Some(code)
    }

    /// How the next launch is to fail.
    pub(crate) fn inject_launch(&mut self) -> Option<Code> {
        let (left, code) = self.faults.launch?;
        match left.checked_sub(1) {
            Some(left) => {
                self.faults.launch = Some((left, code));
                None
            }
            None => {
                self.faults.launch = None;
                Some(code)
            }
        }
    }
}
