//! Programs whose memory is planned give the bits that those on tensors give: random networks, on every engine, for
//! any number of threads, run after run. And programs that lie about memory get errors.
//!
//! `TFRT_SEEDS` says how many networks, `TFRT_FIRST` the first seed.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;
use std::sync::{Arc, LazyLock};
use tfrt::{Compiled, Engine, Host, Program, Tensor, Value};
use tfrt_codegen_tests::networks::{Network, network};
use tfrt_compiler::graph::{Attribute, Module};
use tfrt_compiler::{bef, verify};
use tfrt_host::alloc::ProfiledAllocator;
use tfrt_host::kernel::Catalogue;
use tfrt_model::{Form, Math, Options};
use tfrt_numeric::InstructionSet;

/// Networks, if the environment does not say.
const SEEDS: u64 = if cfg!(debug_assertions) { 60 } else { 2_000 };

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(tfrt_test_kernels::catalogue);

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

fn host(threads: usize) -> Host {
    let builder = Host::builder().diagnostics(|_| {});
    let builder = if threads == 1 { builder.work_queue("s") } else { builder.threads(threads) };
    builder.build().unwrap()
}

fn compiled(module: Module) -> Program {
    let verified = verify::verify(module, &CATALOGUE);
    let verified = verified.map_err(|errors| errors[0].message.clone()).unwrap();
    let file = bef::emit_loadable(&verified);
    let file = file.map_err(|errors| errors[0].message.clone()).unwrap();
    Program::load(file, &CATALOGUE).unwrap()
}

fn in_form(network: &Network, form: Form) -> Module {
    in_mode(network, form, Math::Default)
}

fn in_mode(network: &Network, form: Form, math: Math) -> Module {
    let options = Options { form, math, ..Options::default() };
    let module = tfrt_model::compile(&network.module, &options);
    module.map_err(|errors| errors[0].message.clone()).unwrap()
}

/// The shapes and bits of the results. Of what is no number only that.
fn run(program: &Compiled, host: &Host, input: &Tensor) -> Vec<(Vec<i64>, Vec<u32>)> {
    let main = program.dynamic("main").unwrap();
    let mut results = vec![Value::Empty; main.signature().results.len()];
    main.call(&host.context(), 0, &mut [Value::new(input.clone())], &mut results);
    host.quiesce();
    let bits = |number: &f32| if number.is_nan() { u32::MAX } else { number.to_bits() };
    let result = |value: &Value| {
        let tensor = value.get::<Tensor>().unwrap_or_else(|| panic!("{:?}", value.error()));
        let elements = tensor.elements::<f32>().unwrap().iter().map(bits).collect();
        (tensor.shape().dimensions().to_vec(), elements)
    };
    results.iter().map(result).collect()
}

#[test]
fn planned_networks_have_the_bits_of_those_on_tensors() {
    let (seeds, first) = (setting("TFRT_SEEDS", SEEDS), setting("TFRT_FIRST", 0));
    let hosts = [1, 2, 3, 8].map(host);
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let (mut kept, mut chains) = (0, 0);
    let mut algorithms: BTreeMap<String, usize> = BTreeMap::new();
    let mut steps_of_groups = BTreeSet::new();
    for seed in first..first + seeds {
        let network = network(seed);
        let math = [Math::Default, Math::Fast][usize::from(seed % 2 == 1)];
        let values = compiled(in_mode(&network, Form::Values, math));
        let values = values.compile(Engine::Executor).unwrap();
        let expected = run(&values, &hosts[0], &network.input);
        let planned = in_mode(&network, Form::Planned, math);
        for body in planned.functions().filter_map(|function| function.body.as_ref()) {
            for id in body.preorder() {
                let name = &*body.op(id).name;
                kept += usize::from(name.starts_with("nn.") || name.starts_with("math."));
                *used.entry(name.to_owned()).or_default() += 1;
                let attribute = |name| match body.op(id).attributes.get(name) {
                    Some(Attribute::String(text)) => String::from_utf8_lossy(text).into_owned(),
                    _ => "none".to_owned(),
                };
                chains += usize::from(attribute("then") != "none");
                let of = attribute("of");
                let steps = of.split("; ").filter_map(|step| step.split(' ').next());
                steps_of_groups.extend(steps.map(|operation| format!("arena.{operation}.f32")));
                *algorithms.entry(attribute("algorithm")).or_default() += 1;
            }
        }
        let planned = compiled(planned);
        for engine in [Engine::Executor, Engine::Jit] {
            let planned = planned.compile(engine).unwrap();
            // The second run of a program takes the memory of the first.
            for host in &hosts {
                let found = run(&planned, host, &network.input);
                assert!(found == expected, "seed {seed} on {engine:?} differs");
            }
        }
    }
    println!("{seeds} networks of {used:?}, convolutions by {algorithms:?}");
    if seeds >= SEEDS {
        for kernel in tfrt::NN.names().filter(|name| name.starts_with("arena.")) {
            let is_there = used.contains_key(kernel) || steps_of_groups.contains(kernel);
            assert!(is_there, "no network has {kernel}");
        }
        assert!(kept * 20 < used.values().sum(), "{kept} ops are not planned");
        let all = ["direct", "F(2,3)", "F(4,3)"];
        assert!(all.iter().all(|name| algorithms.contains_key(*name)), "{algorithms:?}");
        assert!(chains * 4 > usize::try_from(seeds).unwrap(), "{chains} activations in chains");
    }
}

/// Networks for each set of instructions.
const HASHED: u64 = if cfg!(debug_assertions) { 15 } else { 300 };

/// The name of the test that prints the hash of networks.
const PRINT: &str = "arena::print_the_hash_of_networks";

#[test]
#[ignore = "networks_have_one_hash_for_all_instructions runs it"]
fn print_the_hash_of_networks() {
    let mut hasher = DefaultHasher::new();
    for seed in 0..HASHED {
        let network = network(seed);
        let planned = compiled(in_mode(&network, Form::Planned, Math::Default));
        for (engine, threads) in [(Engine::Executor, 1), (Engine::Jit, 3)] {
            let planned = planned.compile(engine).unwrap();
            run(&planned, &host(threads), &network.input).hash(&mut hasher);
        }
    }
    println!("hash {:x} by {}", hasher.finish(), InstructionSet::chosen());
}

#[test]
fn networks_have_one_hash_for_all_instructions() {
    let hashes: BTreeMap<String, String> = InstructionSet::supported()
        .map(|set| {
            let output = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", PRINT, "--ignored", "--nocapture"])
                .env("TFRT_INSTRUCTIONS", set.to_string())
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().find_map(|line| line.split_once("hash "));
            let (_, hash) = line.unwrap_or_else(|| panic!("{set}: {text}"));
            let (hash, by) = hash.split_once(" by ").unwrap();
            assert_eq!(by, set.to_string());
            (set.to_string(), hash.to_owned())
        })
        .collect();
    assert!(hashes.contains_key("scalar"), "{hashes:?}");
    let first = hashes.values().next();
    assert!(hashes.values().all(|hash| Some(hash) == first), "{hashes:?}");
}

/// What a program on the memory of a run says.
fn error_of(text: &str, engine: Engine) -> String {
    let bytes = tfrt::mlir_to_bef("lies.mlir", text, &CATALOGUE);
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(error) => return format!("{error:?}"),
    };
    let program = match Program::load(bytes, &CATALOGUE) {
        Ok(program) => program,
        Err(error) => return error.to_string(),
    };
    let program = program.compile(engine).unwrap();
    let host = host(2);
    let main = program.dynamic("main").unwrap();
    let x = Tensor::from_vec(&[4], vec![1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let mut results = vec![Value::Empty; main.signature().results.len()];
    main.call(&host.context(), 0, &mut [Value::new(x)], &mut results);
    host.quiesce();
    match results.iter().find_map(Value::error) {
        Some(error) => error.message().to_owned(),
        None => "no error".to_owned(),
    }
}

#[test]
fn programs_that_lie_about_memory_get_errors() {
    let relu = |operands: &str, places: &str| {
        format!(
            "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
               %run, %c = arena.begin {{bytes = 256 : i64}}
               %d = arena.relu.f32 %run, %c, %x {{places = \"f32[4] -> f32[4]@0\"}}
                 : !arena.run, !tfrt.chain, tensor<4xf32>
               %e = arena.relu.f32 %run, %d{operands} {{places = \"{places}\"}}
                 : !arena.run, !tfrt.chain{}
               %y, %f = arena.load %run, %e {{places = \"f32[4]@64\"}} : tensor<4xf32>, !tfrt.chain
               tfrt.return %y : tensor<4xf32>
             }}",
            if operands.is_empty() { "" } else { ", tensor<4xf32>" }
        )
    };
    let memory = |places: &str| relu("", places);
    for (text, expected) in [
        (memory("f32[4]@0 -> f32[4]@64"), "no error"),
        (memory("f32[4]@64 -> f32[4]@64"), "f32[4]@64 is read, and was not written before"),
        (memory("f32[4]@128 -> f32[4]@64"), "f32[4]@128 is read, and was not written before"),
        (memory("f32[4]@0 -> f32[4]@0"), "f32[4]@0 is read, and overlaps what is written"),
        (memory("f32[4]@0 -> f32[4]@256"), "f32[4]@256 is beyond the 256 bytes of the run"),
        (memory("f32[4]@1024 -> f32[4]@64"), "f32[4]@1024 is beyond the 256 bytes of the run"),
        (memory("f32[4]@0 -> f32[4]@128"), "f32[4]@64 is read, and was not written before"),
        (memory("f32[4]@0 -> f32[5]@64"), "its result has shape [4], and is written to f32[5]@64"),
        (memory("i32[4]@0 -> f32[4]@64"), "i32[4]@0 has another element type than f32"),
        (memory("f32[4]@0 -> f64[4]@64"), "f64[4]@64 has another element type than f32"),
        (memory("f32[4]@0"), "it writes nothing"),
        (memory("f32[4]@0, f32[4]@0 -> f32[4]@64"), "it has 2 operands, expected 1"),
        (memory("f32[4] -> f32[4]@64"), "f32[4] has no memory, and there is no tensor for it"),
        (relu(", %x", "f32[4]@0 -> f32[4]@64"), "it has more tensors than places without memory"),
        (
            relu(", %x", "f32[2,2] -> f32[2,2]@64"),
            "it has a tensor of type f32 [4], expected f32[2,2]",
        ),
        (memory("f32[4]@0 -> f32[4]@65"), "nothing of 16 bytes begins at 65"),
        (
            memory("f32[4]@0 -> f32[4]"),
            "what is written is in memory: expected '@' and its first byte",
        ),
        (memory("f32[4]@0 -> f32[-4]@64"), "no memory has shape [-4]"),
        (memory("f32[9223372036854775807,8]@0 -> f32[4]@64"), "no memory has shape"),
        (memory("f32[4]@18446744073709551552 -> f32[4]@64"), "nothing of 16 bytes begins at"),
        (memory("f32[4@0 -> f32[4]@64"), "expected ']' behind the sizes"),
        (memory("f32(4)@0] -> f32[4]@64"), "'f32(4)@0]' is no place, such as f32[2,3]@64"),
        (memory("f31[4]@0 -> f32[4]@64"), "'f31' is no element type"),
        (memory("f32[4]@x -> f32[4]@64"), "'f32[4]@x' is no place"),
        (memory("f32[4; halo 1]@0 -> f32[4]@64"), "shape [4] with a halo of 1 has no blocks"),
        (memory("f32[1,1,4; halo 9]@0 -> f32[4]@64"), "with a halo of 9 has no blocks"),
        (memory("f64[1,1,4; halo 1]@0 -> f32[4]@64"), "only f32 is in blocks, not f64"),
        (memory("f32[4; halo x]@0 -> f32[4]@64"), "'f32[4; halo x]@0' is no place"),
        (
            memory("f32[1,1,1; halo 0]@0 -> f32[1,1,1]@64"),
            "f32[1,1,1; halo 0]@0 is in blocks, expected rows",
        ),
        (
            memory("f32[1,1,1]@0 -> f32[1,1,1; halo 0]@64"),
            "f32[1,1,1; halo 0]@64 is in blocks, expected rows",
        ),
        (
            memory("f32[9223372036854775807,1,1; halo 8]@0 -> f32[4]@64"),
            "no memory has shape [9223372036854775807, 1, 1]",
        ),
    ] {
        for engine in [Engine::Executor, Engine::Jit] {
            let found = error_of(&text, engine);
            assert!(found.contains(expected), "{engine:?}: {found}\nexpected {expected}\n{text}");
        }
    }
}

#[test]
fn the_memory_of_a_run_counts_as_the_runs() {
    let network = network(1);
    let program = compiled(in_form(&network, Form::Planned)).compile(Engine::Executor).unwrap();
    let counted = Arc::new(ProfiledAllocator::new());
    let host = Host::builder().work_queue("s").allocator(Arc::<ProfiledAllocator>::clone(&counted));
    let host = host.diagnostics(|_| {}).build().unwrap();
    let expected = run(&program, &host, &network.input);
    let most = counted.counts().max_bytes;
    assert!(most > 0);
    assert_eq!(run(&program, &host, &network.input), expected);
    assert_eq!((counted.counts().max_bytes, counted.leaks()), (most, None));
    // Less than the memory of a run.
    let request = host.request().memory_limit(64).build();
    let main = program.dynamic("main").unwrap();
    let mut results = vec![Value::Empty; main.signature().results.len()];
    main.call(&request, 0, &mut [Value::new(network.input.clone())], &mut results);
    host.quiesce();
    let error = results[0].error().unwrap();
    assert!(error.message().starts_with("Cannot allocate memory of a run: "), "{error:?}");
}

#[test]
fn runs_at_a_time_have_memories_of_their_own() {
    let networks: Vec<Network> = (0..4).map(network).collect();
    for network in &networks {
        let program = compiled(in_form(network, Form::Planned)).compile(Engine::Jit).unwrap();
        let expected = run(&program, &host(1), &network.input);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let host = host(2);
                    for _ in 0..10 {
                        assert!(run(&program, &host, &network.input) == expected);
                    }
                });
            }
        });
    }
}
