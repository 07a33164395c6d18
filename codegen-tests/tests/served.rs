//! Models in files under load: many threads at a time, and runs that are cancelled, with how long it takes until
//! they have ended. Run by hand, optimised:
//!
//! `TFRT_MODELS=FILE:FILE cargo test --release -p tfrt-codegen-tests --test served -- --ignored --nocapture`

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tfrt::alloc::ProfiledAllocator;
use tfrt::{Engine, ErrorCode, Host, Model, Port, RequestContext, Tensor, live_count};
use tfrt_compiler::graph::TypeKind;

/// The files that the environment names, and how many runs there are of each on each engine.
fn asked() -> (Vec<String>, usize) {
    let files = std::env::var("TFRT_MODELS").expect("TFRT_MODELS names files");
    let runs = std::env::var("TFRT_RUNS").ok().and_then(|runs| runs.parse().ok());
    (files.split(':').map(str::to_owned).collect(), runs.unwrap_or(10_000))
}

/// An input of a port: sizes that nobody knows are 1, numbers are small.
fn input(port: &Port) -> Tensor {
    let TypeKind::Shaped { shape, element } = port.ty.kind() else {
        panic!("{port}: this test makes no such input");
    };
    let sizes: Vec<usize> = shape.iter().map(|&size| usize::try_from(size).unwrap_or(1)).collect();
    let count = sizes.iter().product();
    let tensor = match element.to_string().as_str() {
        "f32" => {
            let elements = (0..count).map(|index| ((index * 37 % 101) as f32 - 50.0) / 40.0);
            Tensor::from_vec(&sizes, elements.collect())
        }
        "i64" => Tensor::from_vec(&sizes, vec![1_i64; count]),
        "i32" => Tensor::from_vec(&sizes, vec![1_i32; count]),
        _ => panic!("{port}: this test makes no such input"),
    };
    tensor.expect("sizes fit")
}

/// A model with inputs.
struct Served {
    model: Model,
    inputs: Vec<(String, Tensor)>,
}

impl Served {
    fn run(&self, ctx: &RequestContext) -> Result<Vec<Vec<u8>>, ErrorCode> {
        let inputs: Vec<(&str, &Tensor)> =
            self.inputs.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
        let outputs = self.model.run(ctx, &inputs).map_err(|error| error.code())?;
        Ok(outputs.iter().map(|(_, tensor)| tensor.bytes().to_vec()).collect())
    }
}

#[test]
#[ignore = "run by hand, with models"]
fn models_serve_many_threads_and_can_be_cancelled() {
    let (files, runs) = asked();
    let counted = Arc::new(ProfiledAllocator::new());
    let host = Host::builder().threads(2).allocator(Arc::clone(&counted) as _);
    let host = host.diagnostics(|_| ()).build().expect("a host");
    for file in files {
        let mut expected: Option<Vec<Vec<u8>>> = None;
        for engine in [Engine::Executor, Engine::Jit] {
            let model = Model::builder().engine(engine).load(Path::new(&file));
            let model = model.unwrap_or_else(|error| panic!("{file}: {error}"));
            let inputs = model.inputs().iter().map(|port| (port.name.clone(), input(port)));
            let served = Served { inputs: inputs.collect(), model };
            let start = Instant::now();
            let answer = served.run(&host.context()).expect("it runs");
            let whole = start.elapsed();
            assert_eq!(expected.get_or_insert_with(|| answer.clone()), &answer);
            host.quiesce();
            let before = (live_count(), counted.leaks());

            let start = Instant::now();
            thread::scope(|scope| {
                for _ in 0..8 {
                    scope.spawn(|| {
                        for _ in 0..runs / 8 {
                            assert!(served.run(&host.context()).is_ok_and(|it| it == answer));
                        }
                    });
                }
            });
            let all = start.elapsed();
            host.quiesce();
            assert_eq!((live_count(), counted.leaks()), before, "{file} on {engine:?}");
            println!(
                "{file} on {engine:?}: a run takes {whole:.1?}; {} runs on 8 threads and 2 workers \
                 in {all:.1?}, equal answers, nothing is left",
                runs / 8 * 8
            );

            let mut late: Vec<Duration> = Vec::new();
            for round in 0..runs as u32 / 10 {
                let point = whole * (round * 37 % 100) / 100;
                let ctx = host.context();
                let (outcome, took) = thread::scope(|scope| {
                    let run = scope.spawn(|| served.run(&ctx));
                    thread::sleep(point);
                    ctx.cancel();
                    let cancelled = Instant::now();
                    let outcome = run.join().expect("it does not panic");
                    (outcome, cancelled.elapsed())
                });
                match outcome {
                    Ok(found) => assert!(found == answer, "{file} on {engine:?}"),
                    Err(code) => {
                        assert_eq!(code, ErrorCode::Cancelled);
                        late.push(took);
                    }
                }
            }
            host.quiesce();
            assert_eq!((live_count(), counted.leaks()), before, "{file} on {engine:?}");
            late.sort();
            if let (Some(middle), Some(most)) = (late.get(late.len() / 2), late.last()) {
                println!(
                    "    {} of {} cancelled: ended {middle:.1?} later in the median, {most:.1?} at most",
                    late.len(),
                    runs / 10
                );
            }
        }
    }
}
