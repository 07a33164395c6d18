//! A stand-in with a context, and what must hold when a test is done with it.

use cuda_stand_in::StandIn;
use std::thread;
use std::time::{Duration, Instant};
use tfrt_cuda::{Context, Device, Driver};

/// A copy of the stand-in and a context on its first device.
pub(crate) fn open() -> (StandIn, Context) {
    let stand_in = StandIn::new().unwrap();
    let context = context_of(&stand_in);
    (stand_in, context)
}

/// A context on its first device.
pub(crate) fn context_of(stand_in: &StandIn) -> Context {
    let driver = Driver::open_at(stand_in.path()).unwrap();
    Device::of(&driver, 0).unwrap().context().unwrap()
}

/// The same, whose work is done by whoever waits, in an order of the seed's choice.
pub(crate) fn stepped(seed: u64) -> (StandIn, Context) {
    let (stand_in, context) = open();
    stand_in.control(&format!("stepped {seed}"));
    (stand_in, context)
}

/// Nothing is left on the device, and nothing was done that a card would not report.
pub(crate) fn assert_clean(stand_in: &StandIn, context: Context) {
    let _ = context.quiesce();
    assert_eq!(context.failed_drops(), 0);
    drop(context);
    assert_eq!(left(stand_in), Vec::new());
    assert_eq!(stand_in.reports(), Vec::<String>::new());
}

/// The objects that are left, after a while for the thread of completions to let go.
pub(crate) fn left(stand_in: &StandIn) -> Vec<(String, u64)> {
    let begin = Instant::now();
    loop {
        let left = stand_in.objects();
        if left.is_empty() || begin.elapsed() > Duration::from_secs(5) {
            return left.into_iter().collect();
        }
        thread::sleep(Duration::from_millis(1));
    }
}
