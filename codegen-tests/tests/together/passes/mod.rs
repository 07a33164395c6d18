//! The passes over op graphs change no bit: random graphs, and the models of ONNX's node tests, give the same
//! after each pass as they do without any. And what a pass gives is a valid graph, which reads as it prints.
//!
//! `TFRT_SEEDS` says how many graphs, `TFRT_FIRST` the first seed.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod fuse;
mod generate;
mod run;

use generate::Graph;
use run::{Outcome, run, valid};
use std::collections::BTreeMap;
use std::path::Path;
use tfrt_bef::Blob;
use tfrt_compiler::graph::Module;
use tfrt_host::context::Host;
use tfrt_host::kernel::Dense;
use tfrt_model::{Binding, FoldLimits, Options, PASSES};
use tfrt_onnx::{Data, Elements, ImportOptions, Limits};
use tfrt_tensor::Tensor;

/// Graphs, if the environment does not say.
const SEEDS: u64 = if cfg!(debug_assertions) { 40 } else { 10_000 };

fn host() -> Host {
    Host::builder().work_queue("s").diagnostics(|_| {}).output(|_| {}).build().unwrap()
}

fn messages(errors: Vec<tfrt_compiler::source::Diagnostic>) -> String {
    errors.into_iter().map(|error| error.message + "\n").collect()
}

/// The kernels that a graph becomes without other passes.
fn lowered(graph: &Module) -> Result<Module, String> {
    let lower = PASSES.iter().find(|pass| pass.name == "lower").unwrap();
    (lower.run)(graph, &Options::default()).map_err(messages)
}

fn ops(module: &Module) -> usize {
    let bodies = module.functions().filter_map(|function| function.body.as_ref());
    bodies.map(|body| body.preorder().len()).sum()
}

/// What is wrong with a graph after each pass, run on these inputs; else how many ops each pass removed.
fn compare(
    graph: &Module,
    options: &Options,
    inputs: &[Tensor],
    removed: &mut BTreeMap<&'static str, usize>,
) -> Result<Outcome, String> {
    let host = host();
    let expected = run(&lowered(graph)?, &host, inputs)?;
    let mut graph = graph.clone();
    for pass in PASSES {
        let next = (pass.run)(&graph, options)
            .map_err(|errors| format!("{}: {}", pass.name, messages(errors)))?;
        *removed.entry(pass.name).or_default() += ops(&graph).saturating_sub(ops(&next));
        graph = next;
        valid(&graph).map_err(|error| format!("after {}: {error}", pass.name))?;
        let is_program = ["lower", "plan"].contains(&pass.name);
        let program = if is_program { graph.clone() } else { lowered(&graph)? };
        let found = run(&program, &host, inputs)?;
        // A graph that fails may come to something when nothing but the shape of what fails is used.
        if found != expected && expected.is_ok() {
            return Err(format!("after {}: {found:?}, expected {expected:?}", pass.name));
        }
    }
    Ok(expected)
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

#[test]
fn passes_keep_the_bits_of_random_graphs() {
    let (seeds, first) = (setting("TFRT_SEEDS", SEEDS), setting("TFRT_FIRST", 0));
    let (mut removed, mut failed) = (BTreeMap::new(), 0);
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for seed in first..first + seeds {
        let Graph { module, inputs, symbols } = generate::graph(seed);
        let bindings = symbols.into_iter().filter(|_| seed % 2 == 0);
        let bindings = bindings.map(|(name, size)| Binding { name, size }).collect();
        let small = FoldLimits { operations: 40, bytes: 64 };
        let fold = if seed % 4 == 3 { small } else { FoldLimits::default() };
        let outcome = compare(
            &module,
            &Options { bindings, fold, ..Options::default() },
            &inputs,
            &mut removed,
        );
        failed +=
            usize::from(outcome.unwrap_or_else(|error| panic!("seed {seed}: {error}")).is_err());
        for body in module.functions().filter_map(|function| function.body.as_ref()) {
            for id in body.preorder() {
                *used.entry(body.op(id).name.to_string()).or_default() += 1;
            }
        }
    }
    println!("{seeds} graphs, of which {failed} fail; ops removed: {removed:?}; made of {used:?}");
    if seeds >= SEEDS {
        // The comparison says something of graphs that come to something and lose ops.
        assert!(failed * 4 < usize::try_from(seeds).unwrap());
        assert!(removed["fold"] > 0 && removed["clean"] > 0);
        for op in generate::OPS {
            assert!(used.contains_key(op), "no graph has {op}");
        }
    }
}

/// The tensor in a file of ONNX's.
fn tensor(path: &Path, host: &Host) -> Option<Tensor> {
    let limits = Limits::default();
    let bytes = std::fs::read(path).ok()?;
    let tensor = tfrt_onnx::decode_tensor(&bytes, &limits).ok()?;
    let Elements { data_type, dims, data } = tensor.elements(&limits).ok()?;
    let Data::Bytes(data) = data else { return None };
    let shape = dims.into_iter().map(|size| i64::try_from(size).unwrap()).collect();
    let dense = Dense { dtype: data_type.dtype()?, shape, data: Blob::from(data.into_owned()) };
    Tensor::of_constant(&dense, host.allocator()).ok()
}

#[test]
#[ignore = "needs ONNX: cargo xtask onnx"]
fn passes_keep_the_bits_of_node_tests() {
    let folder = std::env::var_os("TFRT_ONNX_NODES").expect("cargo xtask onnx sets it");
    let mut folders: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let host = host();
    let (mut removed, mut compared, mut wrong) = (BTreeMap::new(), 0, Vec::new());
    for folder in folders {
        let Ok(bytes) = std::fs::read(folder.join("model.onnx")).map(Blob::from) else { continue };
        let Ok(graph) = tfrt_onnx::read(&bytes, &ImportOptions::new()) else { continue };
        let count = graph.function("main").unwrap().arguments.len();
        let input = |at| tensor(&folder.join(format!("test_data_set_0/input_{at}.pb")), &host);
        let Some(inputs) = (0..count).map(input).collect::<Option<Vec<Tensor>>>() else { continue };
        match compare(&graph, &Options::default(), &inputs, &mut removed) {
            Ok(_) => compared += 1,
            Err(error) => wrong.push(format!("{}: {error}", folder.display())),
        }
    }
    println!("{compared} models; ops removed: {removed:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 1000, "the tests are there");
}
