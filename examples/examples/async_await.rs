//! Asynchronous work in a host program: an `async fn` as a kernel, results that are awaited one by
//! one, and cancellation.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tfrt::{Host, kernel};

/// A sensor that answers after a while: any Rust future can be a kernel's result.
#[kernel("my.read")]
pub async fn read_sensor(id: i32) -> i32 {
    Delay::new(Duration::from_millis(20)).await;
    id * 100
}

tfrt::kernels! { SENSORS = [read_sensor] }

tfrt::tfrt_graph! {
    pub mod graph;
    kernels = [SENSORS];

    func.func @readings(%a: i32, %b: i32) -> (i32, i32, i32) {
        %x = "my.read"(%a) : (i32) -> i32
        %y = "my.read"(%b) : (i32) -> i32
        %sum = tfrt.add.i32 %x, %y
        %ids = tfrt.add.i32 %a, %b
        tfrt.return %ids, %x, %sum : i32, i32, i32
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let host = Host::builder().threads(2).build()?;
    let request = host.context();

    // `ids` depends on nothing that waits: it is an ordinary i32, there at once.
    let (ids, first, sum) = graph::readings(&request, 1, 2);
    println!("asked sensors {ids}");
    let (first, sum) = host.block_on(async { (first.await, sum.await) });
    println!("first reading {}, sum {}", first?, sum?);

    // A cancelled run resolves too: with an error.
    let request = host.context();
    let (_, _, sum) = graph::readings(&request, 3, 4);
    request.cancel();
    match host.block_on(sum) {
        Ok(sum) => println!("the sum was there before the cancellation: {sum}"),
        Err(error) => println!("cancelled: {error}"),
    }
    host.quiesce();
    Ok(())
}

/// A timer on a thread of its own, as small as a timer can be.
struct Delay(Arc<Mutex<(bool, Option<Waker>)>>);

impl Delay {
    fn new(after: Duration) -> Self {
        let state: Arc<Mutex<(bool, Option<Waker>)>> = Arc::default();
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            std::thread::sleep(after);
            let mut state = shared.lock().expect("nobody panics with this lock held");
            state.0 = true;
            if let Some(waker) = state.1.take() {
                waker.wake();
            }
        });
        Self(state)
    }
}

impl Future for Delay {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.0.lock().expect("nobody panics with this lock held");
        if state.0 {
            return Poll::Ready(());
        }
        state.1 = Some(context.waker().clone());
        Poll::Pending
    }
}
