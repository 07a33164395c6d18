//! Threads that share streams use buffers, views, downloads, short-lived streams and code at random, and drop handles at
//! any moment: what they read is what a model says, and nothing is freed while it is used.
//!
//! `TFRT_OPERATIONS` says how many operations there are in all, `TFRT_FIRST` the first seed.
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(unsafe_code, reason = "launches kernels")]

mod support;

use cuda_stand_in::StandIn;
use std::sync::Mutex;
use std::thread;
use support::{assert_clean, open, stepped};
use tfrt_cuda::{Buffer, Context, DeviceFunction, Download, Event, Grid, Stream};

/// `saxpy(float a, const float *x, float *y, int n)`: y += a x.
const SAXPY: &str = include_str!("../../../codegen-tests/cuda-stand-in/tests/ptx/saxpy.ptx");

const THREADS: u64 = 8;
const STREAMS: usize = 3;
/// Buffers of a thread, and downloads that it has not waited for.
const MOST: usize = 6;

/// A generator of pseudo-random numbers (Vigna's SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }

    fn element(&mut self) -> f32 {
        f32::from(u16::try_from(self.below(1000)).unwrap())
    }

    /// One of them, taken out.
    fn take<T>(&mut self, all: &mut Vec<T>) -> Option<T> {
        let index = self.below(all.len().max(1));
        (index < all.len()).then(|| all.swap_remove(index))
    }
}

/// A buffer, what is in it, and the stream that was given something to do with it last.
struct Numbers {
    buffer: Buffer,
    model: Vec<f32>,
    last: usize,
}

/// What the threads share.
struct Shared<'a> {
    context: &'a Context,
    streams: &'a [Stream; STREAMS],
    function: DeviceFunction,
    /// Buffers that a thread has given away.
    pool: Mutex<Vec<Numbers>>,
}

impl Shared<'_> {
    /// What the second stream does from now on comes after what the first was given.
    fn order(&self, first: &Stream, second: &Stream) {
        let event = Event::new(self.context).unwrap();
        first.record(&event).unwrap();
        second.wait(&event).unwrap();
    }

    /// Lets a stream use a buffer.
    fn bring(&self, numbers: &mut Numbers, stream: usize) -> &Stream {
        if numbers.last != stream {
            self.order(&self.streams[numbers.last], &self.streams[stream]);
            numbers.last = stream;
        }
        &self.streams[stream]
    }

    fn saxpy(&self, function: &DeviceFunction, x: &mut Numbers, y: &mut Numbers, stream: usize) {
        let count = x.model.len().min(y.model.len());
        self.bring(x, stream);
        let stream = self.bring(y, stream);
        let n = i32::try_from(count).unwrap();
        let args = (0.5_f32, &x.buffer, &y.buffer, n);
        // SAFETY: it reads and writes so many elements; the stand-in checks every access.
        unsafe { stream.launch(function, Grid::over(count, 32), args) }.unwrap();
        let inputs = x.model.iter().zip(&mut y.model);
        inputs.for_each(|(x, y)| *y = 0.5_f32.mul_add(*x, *y));
    }

    /// What one thread does.
    fn work(&self, seed: u64, operations: usize) {
        let mut random = Random(seed);
        let mut all: Vec<Numbers> = Vec::new();
        let mut pending: Vec<(Download<f32>, Vec<f32>)> = Vec::new();
        for _ in 0..operations {
            let stream = random.below(STREAMS);
            let Some(mut numbers) = random.take(&mut all).filter(|_| all.len() < MOST) else {
                let count = 1 + random.below(64);
                let model: Vec<f32> = (0..count).map(|_| random.element()).collect();
                let buffer = self.streams[stream].upload(&model).unwrap();
                all.push(Numbers { buffer, model, last: stream });
                continue;
            };
            match random.below(12) {
                0 => continue,
                1 => {
                    let value = random.element();
                    let stream = self.bring(&mut numbers, stream);
                    stream.set_words(&numbers.buffer, value.to_bits()).unwrap();
                    numbers.model.fill(value);
                }
                2 | 3 => {
                    if let Some(mut to) = random.take(&mut all) {
                        let count = numbers.model.len().min(to.model.len());
                        self.bring(&mut to, stream);
                        let stream = self.bring(&mut numbers, stream);
                        let view = |of: &Buffer| of.view(0, 4 * count).unwrap();
                        stream.copy(&view(&to.buffer), &view(&numbers.buffer)).unwrap();
                        to.model[..count].copy_from_slice(&numbers.model[..count]);
                        all.push(to);
                    }
                }
                4 | 5 => {
                    if let Some(mut y) = random.take(&mut all) {
                        self.saxpy(&self.function, &mut numbers, &mut y, stream);
                        all.push(y);
                    }
                }
                6 => {
                    // The code goes while the stream runs it.
                    if let Some(mut y) = random.take(&mut all) {
                        let module = self.context.load(SAXPY).unwrap();
                        let function = module.function("saxpy").unwrap();
                        self.saxpy(&function, &mut numbers, &mut y, stream);
                        all.push(y);
                    }
                }
                7 => {
                    let stream = self.bring(&mut numbers, stream);
                    let download = stream.download(&numbers.buffer).unwrap();
                    pending.push((download, numbers.model.clone()));
                    if pending.len() > MOST {
                        let (download, model) = random.take(&mut pending).unwrap();
                        assert_eq!(download.wait().unwrap(), model);
                    }
                }
                8 => {
                    // Nobody reads it.
                    drop(random.take(&mut pending));
                }
                9 => {
                    // The memory stays while there is a part of it.
                    let from = random.below(numbers.model.len());
                    let size = 4 * (numbers.model.len() - from);
                    numbers.buffer = numbers.buffer.view(4 * from, size).unwrap();
                    numbers.model.drain(..from);
                }
                10 => {
                    // The stream goes while it has something to do. There may be too many that have.
                    if let Ok(other) = self.context.stream() {
                        let value = random.element();
                        self.order(&self.streams[numbers.last], &other);
                        other.set_words(&numbers.buffer, value.to_bits()).unwrap();
                        self.order(&other, &self.streams[stream]);
                        numbers.model.fill(value);
                        numbers.last = stream;
                    }
                }
                _ => {
                    let mut pool = self.pool.lock().unwrap();
                    let other = random.take(&mut pool);
                    pool.push(numbers);
                    drop(pool);
                    all.extend(other);
                    continue;
                }
            }
            all.push(numbers);
        }
        for (download, model) in pending {
            assert_eq!(download.wait().unwrap(), model);
        }
    }
}

/// What all threads do, until nothing is left.
fn run(stand_in: &StandIn, context: Context, seed: u64, operations: usize) {
    let streams = std::array::from_fn(|_| context.stream().unwrap());
    let function = context.load(SAXPY).unwrap().function("saxpy").unwrap();
    let shared = Shared { context: &context, streams: &streams, function, pool: Mutex::default() };
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let shared = &shared;
            let operations = operations / usize::try_from(THREADS).unwrap();
            scope.spawn(move || shared.work(seed * THREADS + thread, operations));
        }
    });
    drop(shared);
    drop(streams);
    assert_clean(stand_in, context);
}

fn setting(name: &str) -> Option<usize> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// Operations of one run.
const OF_A_RUN: usize = 2_000;

#[test]
fn threads_that_drop_handles_at_any_moment_read_what_they_wrote() {
    let runs = setting("TFRT_OPERATIONS").map_or(4, |operations| operations.div_ceil(OF_A_RUN));
    let first = setting("TFRT_FIRST").unwrap_or(0) as u64;
    for seed in first..first + runs as u64 {
        // Of two runs, in one a thread that waits does the work of streams, in an order that the seed chooses; in the
        // other each stream has a thread. Of four, in two it is known late what is done.
        let (stand_in, context) = if seed % 2 == 0 { stepped(seed) } else { open() };
        if seed % 4 > 1 {
            stand_in.control(&format!("late {seed}"));
        }
        run(&stand_in, context, seed, OF_A_RUN);
    }
}
