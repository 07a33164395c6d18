//! Models: the same bits on every engine, for any number of threads, from each form of the program; many
//! threads at a time; cancelled runs; what callers get wrong.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};
use tfrt::alloc::ProfiledAllocator;
use tfrt::{
    Blob, BufferMut, Engine, ErrorCode, Folder, Form, Host, InstructionSet, LoadOptions, Math,
    Model, Program, RequestContext, Tensor, Value, live_count,
};
use tfrt_codegen_tests::models::{MODELS, images, normalized, perceptron, sizes, tiles};
use tfrt_model::{Options, Weights};
use tfrt_onnx::ImportOptions;

mod compiled {
    tfrt::include_graphs!("models");
}

/// The same for inputs of three rows.
mod bound {
    tfrt::include_graphs!("bound_models");
}

/// The seed that the build script has given.
const SEED: u64 = 38;

/// Tests that count the values of the process run alone.
static TURN: RwLock<()> = RwLock::new(());

fn beside_others() -> RwLockReadGuard<'static, ()> {
    TURN.read().unwrap_or_else(PoisonError::into_inner)
}

fn alone() -> RwLockWriteGuard<'static, ()> {
    TURN.write().unwrap_or_else(PoisonError::into_inner)
}

const ENGINES: [Engine; 2] = [Engine::Executor, Engine::Jit];

/// An input of so many rows, each a function of its index.
fn input(name: &str, rows: usize) -> Tensor {
    let row: &[usize] = if name == "perceptron" { &[24] } else { &[3, 16, 16] };
    let shape: Vec<usize> = std::iter::once(rows).chain(row.iter().copied()).collect();
    let count: usize = shape.iter().product();
    let elements = (0..count).map(|index| ((index * 37 % 101) as f32 - 50.0) / 40.0);
    Tensor::from_vec(&shape, elements.collect()).expect("sizes fit")
}

fn host(queue: &str) -> Host {
    Host::builder().work_queue(queue).diagnostics(|_| ()).build().expect("a queue")
}

fn load(engine: Engine, file: &[u8]) -> Model {
    Model::builder().engine(engine).from_bytes(file).expect("the model is supported")
}

fn run(model: &Model, ctx: &RequestContext, x: &Tensor) -> Vec<u8> {
    model.run(ctx, &[("x", x)]).expect("it runs")["y"].bytes().to_vec()
}

#[test]
fn every_engine_gives_the_same_bits() {
    let _turn = beside_others();
    for (name, make) in MODELS {
        let file = make(SEED);
        let x = input(name, 3);
        let expected = run(&load(Engine::Executor, &file), &host("s").context(), &x);
        for queue in ["s", "mstd:1", "mstd:2", "mstd:8"] {
            let host = host(queue);
            for engine in ENGINES {
                let found = run(&load(engine, &file), &host.context(), &x);
                assert_eq!(found, expected, "{name} on {engine:?} with {queue}");
            }
            let ctx = host.context();
            let generated = match name {
                "perceptron" => [compiled::perceptron::main, bound::perceptron::main],
                "images" => [compiled::images::main, bound::images::main],
                "normalized" => [compiled::normalized::main, bound::normalized::main],
                "tiles" => [compiled::tiles::main, bound::tiles::main],
                _ => [compiled::sizes::main, bound::sizes::main],
            };
            for main in generated {
                let found = main(&ctx, x.clone()).expect("it runs");
                assert_eq!(found.bytes(), expected, "{name} as Rust with {queue}");
            }
        }
    }
}

/// The bytes of this process's memory that are there.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.expect("a number of pages") * 4096
}

#[test]
fn programs_for_certain_sizes_give_the_same_bits() {
    let _turn = beside_others();
    for (name, make) in MODELS {
        let file = make(SEED);
        let open = Model::builder().plans(0).from_bytes(&*file).expect("it is supported");
        let expected: Vec<Vec<u8>> =
            (0..6).map(|rows| run(&open, &host("s").context(), &input(name, rows))).collect();
        for engine in ENGINES {
            let builder = Model::builder().engine(engine).plans(2);
            let model = builder.from_bytes(&*file).expect("it is supported");
            for queue in ["s", "mstd:3"] {
                let host = host(queue);
                // More sizes than plans, some of them again; no rows is a size, too.
                for rows in [1, 2, 1, 5, 4, 1, 0, 3, 3] {
                    let found = run(&model, &host.context(), &input(name, rows));
                    assert_eq!(found, expected[rows], "{name}, {rows} rows on {engine:?}");
                }
                model.trim();
            }
            // Several threads want the same program, and others, at a time.
            let (host, model, expected) = (&host("mstd:2"), &model, &expected);
            thread::scope(|scope| {
                for first in 0..6 {
                    scope.spawn(move || {
                        for rows in (first..first + 6).map(|rows| rows % 6) {
                            let found = run(model, &host.context(), &input(name, rows));
                            assert_eq!(found, expected[rows], "{name}, {rows} rows");
                        }
                    });
                }
            });
        }
    }
}

/// A row of a batch has the bits that it has alone, in each mode.
#[test]
fn each_row_of_a_batch_has_its_own_bits() {
    let _turn = beside_others();
    let (host, most) = (host("mstd:2"), 16);
    let batches: &[usize] =
        if cfg!(debug_assertions) { &[2, 7, 16] } else { &[2, 3, 4, 7, 13, 16] };
    for math in [Math::Exact, Math::Default, Math::Fast] {
        for (name, make) in MODELS {
            let model =
                Model::builder().math(math).from_bytes(make(SEED)).expect("it is supported");
            let elements = input(name, most);
            let elements = elements.elements::<f32>().expect("it has such");
            let row = elements.len() / most;
            let alone = |at: usize| {
                let sizes: &[usize] = if name == "perceptron" { &[1, 24] } else { &[1, 3, 16, 16] };
                let x = elements[at * row..(at + 1) * row].to_vec();
                let x = Tensor::from_vec(sizes, x).expect("sizes fit");
                run(&model, &host.context(), &x)
            };
            let alone: Vec<Vec<u8>> = (0..most).map(alone).collect();
            for &batch in batches {
                let found = run(&model, &host.context(), &input(name, batch));
                assert_eq!(found, alone[..batch].concat(), "{name}, {batch} rows, {math}");
            }
        }
    }
}

/// What a run allocates is one memory, and what it returns.
#[test]
fn runs_of_certain_sizes_are_planned() {
    let _turn = beside_others();
    let file = images(SEED);
    let [open, planned] = [0, 1].map(|plans| {
        let model = Model::builder().plans(plans).from_bytes(&*file).expect("it is supported");
        let counted = Arc::new(ProfiledAllocator::new());
        let allocator = Arc::<ProfiledAllocator>::clone(&counted);
        let host = Host::builder().work_queue("s").allocator(allocator).build().expect("a queue");
        run(&model, &host.context(), &input("images", 3));
        counted.counts().total_blocks
    });
    assert!(
        planned * 2 < open,
        "{planned} allocations of a planned run, {open} of one that is not"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_number_of_sizes() {
    let _turn = alone();
    let model = load(Engine::Executor, &images(SEED));
    let host = host("s");
    let runs = |sizes: std::ops::Range<usize>| {
        for rows in sizes {
            run(&model, &host.context(), &input("images", rows));
        }
    };
    let sizes = if cfg!(debug_assertions) { 60 } else { 1_000 };
    // The largest first: its memory, and what programs take that are kept.
    run(&model, &host.context(), &input("images", sizes));
    runs(1..20);
    let before = resident();
    runs(20..sizes);
    let grown = resident().saturating_sub(before);
    assert!(grown <= 8 << 20, "{grown} bytes for {} sizes more", sizes - 20);
}

/// What a model comes to in each mode, which is the same in each form.
fn in_modes(file: &[u8]) -> [Vec<f32>; 3] {
    let x = input("images", 2);
    [Math::Exact, Math::Default, Math::Fast].map(|math| {
        let forms = [Form::Values, Form::Planned].map(|form| {
            let builder = Model::builder().math(math).form(form);
            run(&builder.from_bytes(file).expect("it is supported"), &host("s").context(), &x)
        });
        assert_eq!(forms[0], forms[1], "{math}: forms differ");
        let elements = forms[0].chunks_exact(4);
        elements.map(|it| f32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect()
    })
}

/// They are those of the process: a model may ask for them, but not for others.
#[test]
fn a_model_asks_for_instructions() {
    let _turn = beside_others();
    let (chosen, file) = (InstructionSet::chosen(), perceptron(SEED));
    let load = |set| Model::builder().instructions(set).from_bytes(&*file);
    load(chosen).expect("they are chosen");
    for other in InstructionSet::supported().filter(|&set| set != chosen) {
        let expected =
            format!("this process uses {chosen} instructions already, and cannot use {other}");
        assert_eq!(load(other).map(|_| ()).unwrap_err().to_string(), expected);
    }
}

/// `exact` is what the model says op by op; the other modes may round less often, and have other algorithms.
#[test]
fn modes_choose_the_last_bits() {
    let _turn = beside_others();
    let [exact, default, fast] = in_modes(&normalized(SEED));
    assert_ne!(exact, default, "a normalization is folded into a convolution");
    assert_eq!(default, fast);

    let [exact, default, fast] = in_modes(&tiles(SEED));
    let largest = exact.iter().fold(0.0_f32, |all, x| all.max(x.abs()));
    for (found, of) in [(&default, "F(2,3)"), (&fast, "F(4,3)")] {
        assert_ne!(&exact, found, "{of} has bits of its own");
        let far = exact.iter().zip(found).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(far <= largest * 1e-5, "{of}: {far} of {largest}");
    }
    assert_ne!(default, fast);
}

/// A convolution is as large as the images of a run are, whenever that is known.
#[test]
fn sizes_of_a_run_choose_algorithms() {
    let _turn = beside_others();
    let (host, file) = (host("mstd:2"), tiles(SEED));
    for math in [Math::Exact, Math::Default, Math::Fast] {
        let builder = || Model::builder().math(math);
        let open = builder().plans(0).from_bytes(&*file).expect("it is supported");
        let planned = builder().plans(3).from_bytes(&*file).expect("it is supported");
        // Of results that are too small, of those that are large enough for F(2,3), and for F(4,3), and again.
        for (height, width) in [(1, 1), (1, 2), (2, 9), (15, 16), (16, 17), (1, 1), (16, 17)] {
            let count = 3 * height * width;
            let elements = (0..count).map(|index| (index * 29 % 67) as f32 / 50.0 - 0.5);
            let x = Tensor::from_vec(&[1, 3, height, width], elements.collect()).expect("fits");
            let known = builder().bind("batch", 1).bind("height", height as i64);
            let known = known.bind("width", width as i64).from_bytes(&file);
            let expected = run(&open, &host.context(), &x);
            for model in [&planned, &known.expect("it is supported")] {
                let found = run(model, &host.context(), &x);
                assert_eq!(found, expected, "{math}, {height} x {width}");
            }
        }
    }
}

/// A folder that is removed with the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tfrt-models-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn text_and_bef_with_weights_beside_them_give_the_same_bits() {
    let _turn = beside_others();
    let folder = Temporary::new("forms");
    let host = host("s");
    for (name, make) in MODELS {
        let file = Blob::from(make(SEED));
        let x = input(name, 2);
        let expected = run(&load(Engine::Executor, &file), &host.context(), &x);

        let module = tfrt_onnx::compile(&file, &ImportOptions::new(), &Options::default());
        let mut module = module.expect("it is supported");
        let weights = Weights::take(&mut module);
        let weights = weights.into_file(&mut module, "m.weights", &file);
        let mut bytes = Vec::new();
        weights.write(&mut bytes).expect("memory takes it");
        std::fs::write(folder.0.join("m.weights"), &bytes).expect("written");
        let catalogue = tfrt_test_kernels::catalogue();
        let verified = tfrt_compiler::verify::verify(module, &catalogue).expect("it is right");
        let options = tfrt_compiler::syntax::PrintOptions::default();
        let text = tfrt_compiler::syntax::print(verified.module(), &catalogue, options);
        std::fs::write(folder.0.join("m.mlir"), &text).expect("written");
        let bef = tfrt_compiler::bef::emit_loadable(&verified).expect("it is right");
        assert!(text.len() < 10_000 && bef.len() < 10_000, "constants are outside");

        let path = folder.0.join("m.mlir");
        for engine in ENGINES {
            let model = Model::builder().engine(engine).load(&path).expect("it is a model");
            assert_eq!(model.inputs()[0].name, "x");
            assert_eq!(run(&model, &host.context(), &x), expected, "{name} on {engine:?}");

            let files = LoadOptions::default().with_resolver(Arc::new(Folder::new(&folder.0)));
            let program = Program::load_with(bef.clone(), &catalogue, &files).expect("it loads");
            let main = program.compile(engine).expect("it compiles").dynamic("main").expect("main");
            let mut results = [Value::Empty];
            main.call(&host.context(), 0, &mut [Value::new(x.clone())], &mut results);
            host.await_all(&results.iter().map(|it| it.clone().into_ref()).collect::<Vec<_>>());
            assert_eq!(results[0].get::<Tensor>().expect("a tensor").bytes(), expected);
        }

        // Another byte of a weight is noticed.
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        std::fs::write(folder.0.join("m.weights"), &bytes).expect("written");
        let error = Model::load(&path).expect_err("the hash is another").to_string();
        assert!(error.contains("have another hash"), "{error}");
        let layout = bytes.windows(17).position(|it| it == b"\"tfrt.layout\":\"1\"").expect("said");
        bytes[layout + 15] = b'2';
        std::fs::write(folder.0.join("m.weights"), &bytes).expect("written");
        let error = Model::load(&path).expect_err("the layout is another").to_string();
        assert!(error.contains("its layout is 2, not 1"), "{error}");
    }
}

#[test]
fn other_weights_give_another_answer_beside_the_first_model() {
    let _turn = beside_others();
    let host = host("mstd:2");
    let x = input("perceptron", 1);
    let file = perceptron(SEED);
    let model = Model::from_bytes(&file).expect("it is supported");
    let expected = run(&model, &host.context(), &x);
    // The exponent of a weight: the elements of `w1` are the file's largest part.
    let mut changed = file.clone();
    let weights =
        file.windows(4).position(|it| it == b"\x4a\x80\x18\x0a" || it == b"\x4a\x80\x18\x0b");
    let at = weights.unwrap_or(file.len() / 2) + 200;
    changed[at] ^= 0x20;
    let other = Model::from_bytes(&changed).expect("only a weight is another");
    assert_ne!(run(&other, &host.context(), &x), expected);
    thread::scope(|scope| {
        for model in [&model, &other] {
            let (host, x) = (&host, &x);
            scope.spawn(move || {
                let first = run(model, &host.context(), x);
                for _ in 0..200 {
                    assert_eq!(run(model, &host.context(), x), first);
                }
            });
        }
    });
}

#[test]
fn windows_follow_from_the_sizes_of_a_runs_images() {
    let _turn = beside_others();
    let host = host("s");
    let file = sizes(SEED);
    for engine in ENGINES {
        let open = load(engine, &file);
        let mut answers = Vec::new();
        for (height, width) in [(13, 16), (14, 19), (17, 15), (20, 21)] {
            let count = 3 * height * width;
            let elements = (0..count).map(|index| (index * 29 % 67) as f32 / 50.0);
            let x = Tensor::from_vec(&[1, 3, height, width], elements.collect()).expect("fits");
            // With sizes that are known, all of it is found when the model is loaded.
            let known = Model::builder().engine(engine);
            let known = known.bind("height", height as i64).bind("width", width as i64);
            let known = known.from_bytes(&file).expect("it is supported");
            let answer = run(&open, &host.context(), &x);
            assert_eq!(answer, run(&known, &host.context(), &x), "{height} x {width}");
            answers.push(answer);
        }
        answers.dedup();
        assert_eq!(answers.len(), 4);
    }
}

/// Of a row, whatever else is in the batch.
#[test]
fn a_row_has_the_same_bits_alone() {
    let _turn = beside_others();
    let host = host("mstd:2");
    for (name, make) in MODELS {
        let model = Model::from_bytes(make(SEED)).expect("it is supported");
        let batch = input(name, 5);
        let all = run(&model, &host.context(), &batch);
        let (row, answer) = (batch.bytes().len() / 5, all.len() / 5);
        let single = batch.shape().dimensions()[1..].to_vec();
        for index in 0..5 {
            let bytes = &batch.bytes()[index * row..][..row];
            let elements =
                bytes.chunks_exact(4).map(|it| f32::from_le_bytes([it[0], it[1], it[2], it[3]]));
            let shape: Vec<usize> =
                std::iter::once(1).chain(single.iter().map(|&size| size as usize)).collect();
            let alone = Tensor::from_vec(&shape, elements.collect()).expect("sizes fit");
            let found = run(&model, &host.context(), &alone);
            assert_eq!(found, &all[index * answer..][..answer], "{name}, row {index}");
        }
    }
}

#[test]
fn eight_threads_share_a_model() {
    let _turn = alone();
    let counted = Arc::new(ProfiledAllocator::new());
    let host = Host::builder().threads(2).allocator(Arc::clone(&counted) as _).build();
    let host = host.expect("a host");
    for (name, make, runs) in
        [("perceptron", perceptron as fn(u64) -> Vec<u8>, 1250), ("images", images, 40)]
    {
        for engine in ENGINES {
            let model = load(engine, &make(SEED));
            let x = input(name, 1);
            let expected = run(&model, &host.context(), &x);
            host.quiesce();
            let (values, memory) = (live_count(), counted.leaks());
            thread::scope(|scope| {
                for _ in 0..8 {
                    scope.spawn(|| {
                        for _ in 0..runs {
                            assert_eq!(run(&model, &host.context(), &x), expected);
                        }
                    });
                }
            });
            host.quiesce();
            assert_eq!((live_count(), counted.leaks()), (values, memory), "{name} on {engine:?}");
        }
    }
}

#[test]
fn cancelled_runs_resolve_and_leak_nothing() {
    let _turn = alone();
    let counted = Arc::new(ProfiledAllocator::new());
    let host = Host::builder().threads(2).allocator(Arc::clone(&counted) as _);
    let host = host.diagnostics(|_| ()).build().expect("a host");
    for engine in ENGINES {
        let model = load(engine, &images(SEED));
        let x = input("images", 2);
        let expected = run(&model, &host.context(), &x);
        let start = Instant::now();
        run(&model, &host.context(), &x);
        let whole = start.elapsed();
        host.quiesce();
        let (values, memory) = (live_count(), counted.leaks());
        let ended = AtomicUsize::new(0);
        for round in 0..500_u32 {
            // Points in the run, and after it.
            let point = whole * (round * 37 % 120) / 100;
            let ctx = host.context();
            let outcome = thread::scope(|scope| {
                let run = scope.spawn(|| model.run(&ctx, &[("x", &x)]));
                thread::sleep(point);
                ctx.cancel();
                run.join().expect("it does not panic")
            });
            match outcome {
                Ok(outputs) => assert_eq!(outputs["y"].bytes(), expected),
                Err(error) => {
                    assert_eq!(error.code(), ErrorCode::Cancelled);
                    ended.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        assert!(ended.into_inner() > 50, "runs were cancelled");
        host.quiesce();
        assert_eq!((live_count(), counted.leaks()), (values, memory), "on {engine:?}");
    }
}

#[test]
fn outputs_go_into_buffers_of_the_caller() {
    let _turn = beside_others();
    let host = host("mstd:2");
    let model = Model::from_bytes(perceptron(SEED)).expect("it is supported");
    let x = input("perceptron", 2);
    let expected = run(&model, &host.context(), &x);
    let mut y = [0.0_f32; 20];
    model
        .run_into(&host.context(), &[("x", &x)], &mut [("y", BufferMut::from(&mut y))])
        .expect("runs");
    assert_eq!(bytes(&y), expected);

    let mut short = [7.0_f32; 19];
    let mut outputs = [("y", BufferMut::from(&mut short))];
    let error = model.run_into(&host.context(), &[("x", &x)], &mut outputs).expect_err("too short");
    let message = "output 'y' is f32 [2, 10]; its buffer: 19 elements of type f32";
    assert_eq!((error.code(), error.message()), (ErrorCode::InvalidArgument, message));
    assert_eq!(short, [7.0; 19]);
    let mut ctx = host.context();
    ctx.cancel();
    let mut outputs = [("y", BufferMut::from(&mut y))];
    let error = model.run_into(&ctx, &[("x", &x)], &mut outputs).expect_err("cancelled");
    assert_eq!(error.code(), ErrorCode::Cancelled);
    ctx = host.context();
    for (name, message) in
        [("z", "there is no output 'z', only 'y'"), ("y", "output 'y' is named twice")]
    {
        let (mut one, mut two) = ([0.0_f32; 20], [0.0_f32; 20]);
        let mut outputs = [(name, BufferMut::from(&mut one)), (name, BufferMut::from(&mut two))];
        let error = model.run_into(&ctx, &[("x", &x)], &mut outputs).expect_err("wrong names");
        assert_eq!(error.message(), message);
    }
}

fn bytes(elements: &[f32]) -> Vec<u8> {
    elements.iter().flat_map(|element| element.to_le_bytes()).collect()
}

#[test]
fn a_started_run_is_a_future() {
    let _turn = beside_others();
    let host = host("mstd:1");
    let model = Model::from_bytes(images(SEED)).expect("it is supported");
    let x = input("images", 1);
    let expected = run(&model, &host.context(), &x);
    let started = model.start(&host.context(), [("x", x.clone())]);
    assert_eq!(host.block_on(started).expect("it runs")["y"].bytes(), expected);
    let late = host.context().with_deadline(Duration::ZERO);
    let error = host.block_on(model.start(&late, [("x", x)])).expect_err("too late");
    assert_eq!(error.code(), ErrorCode::DeadlineExceeded);
}

#[test]
fn what_a_run_allocates_is_measured_and_can_be_its_limit() {
    let _turn = beside_others();
    let host = host("s");
    for (name, make) in MODELS {
        for engine in ENGINES {
            let model = load(engine, &make(SEED));
            let [one, many] = [1, 10].map(|rows| input(name, rows));
            let [least, most] =
                [&one, &many].map(|x| model.peak_memory(&host, &[("x", x)]).expect("it runs"));
            assert!(most > least && least > 100, "{name}: {least}, {most}");
            let run = |limit: usize| {
                let ctx = host.request().memory_limit(limit).build();
                model.run(&ctx, &[("x", &many)])
            };
            run(most).expect("that is enough");
            let error = run(most - 1).expect_err("it needs more");
            assert_eq!(error.code(), ErrorCode::ResourceExhausted, "{name} on {engine:?}");
            assert!(model.peak_memory(&host, &[]).is_err());
        }
    }
}

#[test]
fn wrong_inputs_are_all_named() {
    let _turn = beside_others();
    let host = host("s");
    let model = Model::from_bytes(perceptron(SEED)).expect("it is supported");
    assert_eq!(model.symbols(), ["batch"]);
    assert_eq!(model.inputs()[0].to_string(), "x: f32 [batch, 24]");
    assert_eq!(model.outputs()[0].to_string(), "y: f32 [?, 10]");
    let x = input("perceptron", 1);
    let wrong = Tensor::from_vec(&[1, 23], vec![0.0_f32; 23]).expect("sizes fit");
    let doubles = Tensor::from_vec(&[1, 24], vec![0.0_f64; 24]).expect("sizes fit");
    let cases: [(&[(&str, &Tensor)], &str); 4] = [
        (&[("z", &x)], "input 'x' is missing: x: f32 [batch, 24]; there is no input 'z', only 'x'"),
        (&[("x", &wrong)], "input 'x' is f32 [1, 23], expected x: f32 [batch, 24]"),
        (&[("x", &doubles)], "input 'x' is f64 [1, 24], expected x: f32 [batch, 24]"),
        (&[("x", &x), ("x", &x)], "input 'x' is given twice"),
    ];
    for (inputs, message) in cases {
        let error = model.run(&host.context(), inputs).expect_err(message);
        assert_eq!((error.code(), error.message()), (ErrorCode::InvalidArgument, message));
        let all: Vec<&str> = message.split("; ").collect();
        assert_eq!(model.check(inputs).expect_err(message).problems(), all);
    }
}

#[test]
fn sizes_are_bound_before_a_model_is_loaded() {
    let _turn = beside_others();
    let host = host("s");
    let file = perceptron(SEED);
    let bound = Model::builder().bind("batch", 2).from_bytes(&file).expect("it has that symbol");
    assert_eq!(bound.outputs()[0].to_string(), "y: f32 [2, 10]");
    let free = Model::from_bytes(&file).expect("it is supported");
    let x = input("perceptron", 2);
    assert_eq!(run(&bound, &host.context(), &x), run(&free, &host.context(), &x));
    let error = bound.run(&host.context(), &[("x", &input("perceptron", 3))]).expect_err("three");
    assert_eq!(error.message(), "input 'x' is f32 [3, 24], expected x: f32 [2, 24]");
    let error =
        Model::builder().bind("bach", 2).bind("x.1", 7).from_bytes(&file).expect_err("both");
    assert_eq!(error.problems().len(), 2, "{error}");
}

#[test]
fn every_value_can_be_seen() {
    let _turn = beside_others();
    let host = host("s");
    let (file, x) = (images(SEED), input("images", 1));
    let mut seen: Option<BTreeMap<String, Vec<u8>>> = None;
    for engine in ENGINES {
        let model = Model::builder().engine(engine).every_value(true).from_bytes(&file);
        let model = model.expect("it is supported");
        let names: Vec<&str> = model.outputs().iter().map(|port| port.name.as_str()).collect();
        assert_eq!(
            names,
            ["conv:1", "r1", "p1", "c2.out", "sum", "r2", "mean", "flat", "logits", "y"]
        );
        let outputs = model.run(&host.context(), &[("x", &x)]).expect("it runs");
        let values: BTreeMap<String, Vec<u8>> =
            outputs.iter().map(|(name, value)| (name.to_owned(), value.bytes().to_vec())).collect();
        let plain = run(&load(engine, &file), &host.context(), &x);
        assert_eq!(values["y"], plain);
        assert_eq!(*seen.get_or_insert_with(|| values.clone()), values);
    }
}
