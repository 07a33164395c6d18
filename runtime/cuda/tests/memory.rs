//! Memory: what goes there comes back, and is freed in the order of streams.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use support::{assert_clean, open, stepped};
use tfrt_cuda::{Allocator, Buffer, Context, CudaError, ErrorClass, Event, Stream};

#[test]
fn elements_come_back() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    let numbers: Vec<u32> = (0..100_000).collect();
    let there = stream.upload(&numbers).unwrap();
    let copy = context.allocator().unwrap().allocate(&stream, there.size()).unwrap();
    stream.copy(&copy, &there).unwrap();
    stream.set_words(&copy.view(4, 8).unwrap(), 7).unwrap();
    stream.set_bytes(&copy.view(12, 1).unwrap(), 0xff).unwrap();
    let back = stream.download::<u32>(&copy).unwrap().wait().unwrap();
    assert_eq!(back[..5], [0, 7, 7, 0xff, 4]);
    assert_eq!(back[5..], numbers[5..]);
    assert_eq!(stream.download::<u32>(&there).unwrap().wait().unwrap(), numbers);
    // Nothing is a buffer, too.
    let nothing = stream.upload::<u64>(&[]).unwrap();
    assert!(stream.download::<u64>(&nothing).unwrap().wait().unwrap().is_empty());
    drop((stream, there, copy, nothing));
    assert_clean(&stand_in, context);
}

#[test]
fn wrong_sizes_and_contexts_are_refused() {
    let (stand_in, context) = open();
    let other = context.device().create_context().unwrap();
    let (stream, foreign) = (context.stream().unwrap(), other.stream().unwrap());
    let buffer = stream.upload(&[1_u8, 2, 3]).unwrap();
    let refused = |result: Result<(), CudaError>| {
        let error = result.unwrap_err();
        assert_eq!(error.class(), ErrorClass::Refused);
        error.to_string()
    };
    let small = buffer.view(1, 1).unwrap();
    assert_eq!(
        refused(stream.copy(&small, &buffer)),
        "Buffer sizes don't match: 1 (dst size) vs 3 (src size)"
    );
    assert_eq!(
        refused(small.view(1, 1).map(drop)),
        "buffer size (1) is smaller than offset (1) plus size (1)"
    );
    assert!(buffer.view(usize::MAX, 2).is_err());
    let message = "the buffer is of another context than the stream";
    assert_eq!(refused(foreign.set_bytes(&buffer, 0)), message);
    let event = Event::new(&other).unwrap();
    assert_eq!(refused(stream.record(&event)), "the event is of another context than the stream");
    drop((event, foreign, other, stream, buffer, small));
    assert_clean(&stand_in, context);
}

#[test]
fn a_limit_is_kept_and_memory_that_is_freed_is_found_again() {
    let (stand_in, context) = open();
    stand_in.control("memory 1000000");
    let stream = context.stream().unwrap();
    let limited = Allocator::new(&context, Some(1000)).unwrap();
    let kept = limited.allocate(&stream, 600).unwrap();
    let error = limited.allocate(&stream, 401).unwrap_err();
    assert_eq!(error.to_string(), "401 bytes exceed the allocator's limit: 600 in use of 1000");
    drop(kept);
    let usage = limited.usage();
    assert_eq!((usage.in_use, usage.peak, usage.count), (0, 600, 1));

    let allocator = context.allocator().unwrap();
    let large = allocator.allocate(&stream, 900_000).unwrap();
    let error = allocator.allocate(&stream, 900_000).unwrap_err();
    assert!(
        error.to_string().starts_with("no memory on the device for 900000 bytes; 900000 in use"),
        "{error}"
    );
    // It is free when the stream has come so far, for which the allocation waits.
    drop(large);
    drop(allocator.allocate(&stream, 900_000).unwrap());
    drop((stream, limited, allocator));
    assert_clean(&stand_in, context);
}

/// A buffer of one stream with 64 numbers, and one of another, which waits for the first.
fn crossing(context: &Context, number: u64) -> ([Stream; 2], [Buffer; 2]) {
    let [home, other] = std::array::from_fn(|_| context.stream().unwrap());
    let event = Event::new(context).unwrap();
    let buffer = home.upload(&[number; 64]).unwrap();
    home.record(&event).unwrap();
    other.wait(&event).unwrap();
    let copy = context.allocator().unwrap().allocate(&other, buffer.size()).unwrap();
    ([home, other], [buffer, copy])
}

/// The last handle goes while another stream still uses the memory: the stand-in reports what is freed too early.
#[test]
fn memory_that_crossed_streams_is_freed_after_them() {
    for seed in 0..50 {
        let (stand_in, context) = stepped(seed);
        let ([home, other], [buffer, copy]) = crossing(&context, seed);
        other.copy(&copy, &buffer).unwrap();
        drop(buffer);
        let back = other.download::<u64>(&copy).unwrap();
        drop((copy, home));
        assert_eq!(back.wait().unwrap(), [seed; 64]);
        drop(other);
        assert_clean(&stand_in, context);
    }
}

/// Any call fails of those that free memory which another stream still uses: it is freed after that, or not at all.
#[test]
fn memory_that_cannot_be_freed_in_order_stays() {
    let mut stayed = 0;
    for (seed, n) in (0..8).flat_map(|seed| (1..10).map(move |n| (seed, n))) {
        let (stand_in, context) = stepped(seed);
        let ([home, other], [buffer, copy]) = crossing(&context, seed);
        let _ = context.quiesce();
        other.copy(&copy, &buffer).unwrap();
        stand_in.control("fail");
        stand_in.control(&format!("fail {n} 1"));
        let in_use = || context.allocator().unwrap().usage().in_use;
        let (before, size) = (in_use(), buffer.size() as u64);
        drop(buffer);
        stand_in.control("fail");
        stayed += u32::from(in_use() == before);
        assert!(in_use() == before - size || in_use() == before && context.failed_drops() > 0);
        assert_eq!(other.download::<u64>(&copy).unwrap().wait().unwrap(), [seed; 64]);
        assert!(home.is_idle().is_ok());
        assert_eq!(stand_in.reports(), Vec::<String>::new(), "call {n}");
    }
    assert!(stayed > 0, "some calls free nothing");
}

/// The stand-in sees what this crate cannot: a stream that uses memory without waiting for it.
#[test]
fn streams_that_nothing_orders_are_reported() {
    let (stand_in, context) = stepped(1);
    let (home, other) = (context.stream().unwrap(), context.stream().unwrap());
    let buffer = home.upload(&[1_u32; 4]).unwrap();
    other.set_words(&buffer, 2).unwrap();
    let _ = home.download::<u32>(&buffer).unwrap().wait();
    let _ = other.download::<u32>(&buffer).unwrap().wait();
    // Which of both is seen depends on what the streams have done by then.
    let said = |report: &String| {
        report.contains("does not wait for") || report.contains("nothing orders them")
    };
    let reports = stand_in.reports();
    assert!(reports.iter().any(said), "{reports:?}");
}

/// Memory of the host that the device reaches is used again when streams have come so far.
#[test]
fn pinned_memory_is_read_and_kept() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    let there = stream.upload(&[7_u32, 8, 9]).unwrap();
    let pinned = context.allocate_host(12).unwrap();
    stream.copy(&pinned, &there).unwrap();
    let (send, told) = std::sync::mpsc::channel();
    stream.when_passed(move |it| send.send(it).unwrap()).unwrap();
    told.recv().unwrap().unwrap();
    let mut bytes = [0; 4];
    pinned.load(8, &mut bytes).unwrap();
    assert_eq!(u32::from_le_bytes(bytes), 9);
    let error = pinned.load(9, &mut bytes).unwrap_err();
    assert_eq!(error.to_string(), "buffer size (12) is smaller than offset (9) plus size (4)");
    let error = there.load(0, &mut bytes).unwrap_err();
    assert_eq!(error.to_string(), "the buffer is in memory that the host does not reach");
    let address = pinned.address();
    stream.set_bytes(&pinned, 1).unwrap();
    drop(pinned);
    let _ = context.quiesce();
    // A block of at most four times the size is used again.
    let small = context.allocate_host(3).unwrap();
    assert_eq!(small.address(), address);
    assert_ne!(context.allocate_host(2).unwrap().address(), address);
    drop((stream, there, small));
    assert_clean(&stand_in, context);
}

#[test]
fn a_context_has_so_many_streams_and_gives_them_back() {
    let (stand_in, context) = open();
    let streams: Vec<_> = (0..64).map(|_| context.stream().unwrap()).collect();
    let error = context.stream().unwrap_err();
    assert_eq!(error.to_string(), "a context has at most 64 streams");
    drop(streams);
    // What they were given may not be known to be done yet.
    let stream = || {
        loop {
            if let Ok(stream) = context.stream() {
                return stream;
            }
        }
    };
    let again: Vec<_> = (0..64).map(|_| stream()).collect();
    drop(again);
    assert_clean(&stand_in, context);
}

/// What was given to the device is done, though nobody has a handle any more.
#[test]
fn what_waits_keeps_its_context() {
    let (stand_in, context) = open();
    let (send, told) = std::sync::mpsc::channel();
    let stream = context.stream().unwrap();
    let buffer = stream.upload(&[1_u8; 1000]).unwrap();
    let arrive = move |result: Result<Vec<u8>, CudaError>| send.send(result).unwrap();
    stream.copy_to_host(&buffer, vec![0; 1000], arrive).unwrap();
    drop((stream, buffer, context));
    assert_eq!(told.recv().unwrap().unwrap(), [1; 1000]);
    assert_eq!(stand_in.reports(), Vec::<String>::new());
}

/// Code is unloaded when streams are done with its globals, also those that are gone.
#[test]
fn what_streams_use_of_a_module_is_unloaded_after_them() {
    const CODE: &str = ".version 8.0\n.target sm_80\n.address_size 64\n\
                        .visible .global .align 4 .b32 numbers[3] = {3, 5, 8};\n";
    for seed in 0..50 {
        let (stand_in, context) = stepped(seed);
        let streams = [context.stream().unwrap(), context.stream().unwrap()];
        let numbers = context.load(CODE).unwrap().global("numbers").unwrap();
        let [first, second] = streams.map(|stream| stream.download::<i32>(&numbers).unwrap());
        drop(numbers);
        assert_eq!(first.wait().unwrap(), [3, 5, 8]);
        assert_eq!(second.wait().unwrap(), [3, 5, 8]);
        assert_clean(&stand_in, context);
    }
}

/// A function of a caller that panics ends nothing else.
#[test]
fn a_panic_of_what_is_told_harms_nobody() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    stream.when_passed(|_| panic!("of the test")).unwrap();
    let buffer = stream.upload(&[5_u8]).unwrap();
    assert_eq!(stream.download::<u8>(&buffer).unwrap().wait().unwrap(), [5]);
    drop((stream, buffer));
    assert_clean(&stand_in, context);
}

/// An event that has passed tells only after copies that it orders have arrived.
#[test]
fn what_an_event_orders_has_arrived() {
    for seed in 0..50 {
        let (stand_in, context) = stepped(seed);
        let stream = context.stream().unwrap();
        let event = Event::new(&context).unwrap();
        let buffer = stream.upload(&[3_u8; 100]).unwrap();
        let arrived = Arc::new(AtomicBool::new(false));
        let (send, told) = std::sync::mpsc::channel();
        let there = Arc::clone(&arrived);
        let arrive = move |_: Result<Vec<u8>, CudaError>| there.store(true, Ordering::SeqCst);
        stream.copy_to_host(&buffer, vec![0; 100], arrive).unwrap();
        stream.record(&event).unwrap();
        while seed % 2 == 0 && !event.is_passed().unwrap() {}
        event.when_passed(move |_| send.send(arrived.load(Ordering::SeqCst)).unwrap()).unwrap();
        assert!(told.recv().unwrap());
        drop((stream, event, buffer));
        assert_clean(&stand_in, context);
    }
}

/// A host that ends waits for a device at most as long as it is told.
#[test]
fn a_wait_for_a_device_may_end_before_it() {
    let (stand_in, context) = stepped(1);
    let activity = context.activity();
    assert!(activity.quiesce_for(Duration::ZERO));
    assert_eq!(activity.quiesce(), 0);
    drop(context);
    assert_eq!(support::left(&stand_in), []);
    assert!(activity.is_over());
}
