//! Binary tensor files: the same tensors on every engine; files that are cut short or changed are
//! refused, or read without taking more memory than they have bytes.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tfrt::HostString;
use tfrt::tensor::MutableTensor;
use tfrt::{Engine, Host, Program, Shared};
use tfrt_codegen_tests::fuzz::{btf_bytes, btf_seeds};
use tfrt_host::context::HostBuilder;
use tfrt_host::queue::SimWorkQueue;

#[path = "../../build-support/counting.rs"]
mod counting;

use counting::{alone, taken};

tfrt::tfrt_graph! {
    mod compiled;
    kernels = [tfrt::TENSOR, tfrt::BTF];
    func.func @read(%path: !tfrt.string, %index: i32) -> !tfrt_tensor.tensor {
        %t = "btf.read_dense_tensor.i32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
        tfrt.return %t : !tfrt_tensor.tensor
    }
}

const TEXT: &str = "func.func @read(%path: !tfrt.string, %index: i32) -> !tfrt_tensor.tensor {
  %t = \"btf.read_dense_tensor.i32.2\"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}\n";

/// What is taken besides tensors: texts of all results.
const LITTLE: usize = 256 << 10;

/// The tensors of a file, or errors, by index, and as many diagnostics as there are errors: the same
/// on each engine.
fn on_engines(builder: impl Fn() -> HostBuilder, indices: i32) -> Vec<String> {
    let path = format!("{}/fuzz/corpus/btf_bytes/tensors.btf", env!("CARGO_MANIFEST_DIR"));
    let path = HostString(path);
    let reported = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&reported);
    let host = builder().diagnostics(move |_| _ = count.fetch_add(1, Ordering::Relaxed));
    let host = host.build().unwrap();
    let ctx = host.context();
    let catalogue = tfrt::catalogue().with(&tfrt::TENSOR).with(&tfrt::BTF);
    let bytes = tfrt::mlir_to_bef("read.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    let [executor, jit] = [Engine::Executor, Engine::Jit].map(|engine| {
        let program = program.compile(engine).unwrap();
        program.function::<(HostString, i32), (MutableTensor,)>("read").unwrap()
    });
    let text = |tensor: Result<&MutableTensor, &tfrt::Error>| match tensor {
        Ok(tensor) => tensor.to_string(),
        Err(error) => error.message().to_owned(),
    };
    let (mut texts, mut errors) = (Vec::new(), 0);
    for index in 0..indices {
        let tensor = host.block_on(compiled::read(&ctx, Shared::new(path.clone()), index));
        errors += usize::from(tensor.is_err());
        let expected = text(tensor.as_deref());
        for (name, function) in [("executor", &executor), ("JIT", &jit)] {
            let found = function.call(&ctx, (path.clone(), index));
            assert_eq!(text(found.as_ref().map(|(it,)| it)), expected, "{name}");
        }
        texts.push(expected);
    }
    assert_eq!(reported.load(Ordering::Relaxed), 3 * errors);
    texts
}

#[test]
fn every_engine_reads_the_same() {
    let _alone = alone();
    let texts = on_engines(|| Host::builder().threads(2), 50);
    assert_eq!(texts[7], "DenseHostTensor dtype = i32, shape = [2, 1], values = [1, -2]");
    assert_eq!(texts[0], "unexpected tensor dtype f32. Expected dtype is i32");
    assert_eq!(texts[8], "unexpected tensor rank 3. Expected rank is 2");
    let refusing = || Arc::new(SimWorkQueue::new(1).refuse_blocking(100));
    let texts = on_engines(|| Host::builder().queue(refusing()), 1);
    assert_eq!(texts, ["Failed to enqueue blocking work."]);
}

/// Reads a file and checks what that takes.
fn read(bytes: &[u8]) -> Vec<Result<String, String>> {
    let (peak, _, results) = taken(|| btf_bytes(bytes));
    assert!(peak <= LITTLE + 16 * bytes.len(), "{peak} bytes for {} bytes", bytes.len());
    results
}

#[test]
fn a_file_cut_short_gives_the_same_or_an_error() {
    let _alone = alone();
    for (name, bytes) in btf_seeds() {
        let whole = read(&bytes);
        let stride = if bytes.len() > 1000 { 17 } else { 1 };
        for length in (0..bytes.len()).step_by(stride) {
            for (found, expected) in read(&bytes[..length]).iter().zip(&whole) {
                assert!(found.is_err() || found == expected, "{name} cut at {length}: {found:?}");
            }
        }
    }
}

#[test]
fn a_changed_byte_does_no_harm() {
    let _alone = alone();
    let (mut refused, mut read_on) = (0, 0);
    for (_, bytes) in btf_seeds() {
        let stride = if bytes.len() > 1000 { 17 } else { 1 };
        for place in (0..bytes.len()).step_by(stride) {
            for flips in [0xff, 0x80, 0x10, 1] {
                let mut changed = bytes.clone();
                changed[place] ^= flips;
                for result in read(&changed) {
                    *(if result.is_ok() { &mut read_on } else { &mut refused }) += 1;
                }
            }
        }
    }
    println!("{read_on} tensors were read, {refused} were refused");
    assert!(read_on > 1000 && refused > 1000);
}
