//! A replay allocates no memory of the host.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../codegen-tests/benches/support/counted.rs"]
mod counted;
mod support;

use support::{assert_clean, stepped};
use tfrt_cuda::{CudaError, Event, Graph};

#[global_allocator]
static ALLOCATOR: counted::Counted = counted::Counted;

#[test]
fn a_replay_allocates_nothing() {
    let (stand_in, context) = stepped(1);
    let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
    let (x, y) = (stream.upload(&[1_u32; 8]).unwrap(), stream.upload(&[2_u32; 8]).unwrap());
    let before = counted::allocations();
    let graph = Graph::capture(&context, |stream| {
        stream.copy(&y, &x)?;
        stream.set_words(&x, 3)?;
        Ok::<_, CudaError>(())
    });
    let graph = graph.unwrap();
    assert!(counted::allocations() > before, "allocations are counted");
    let event = Event::new(&context).unwrap();
    for (stream, next) in [(&stream, &other), (&other, &stream), (&stream, &other)] {
        let before = counted::allocations();
        stream.launch_graph(&graph).unwrap();
        assert_eq!(counted::allocations() - before, 0);
        stream.record(&event).unwrap();
        next.wait(&event).unwrap();
    }
    assert_eq!(other.download::<u32>(&y).unwrap().wait().unwrap(), [3; 8]);
    drop((stream, other, x, y, graph, event));
    assert_clean(&stand_in, context);
}
