//! Golden hashes of what models come to: those of this repository, and networks that a script makes
//! (`codegen-tests/onnx/networks.py`). They hold for one way to arrange sums, which their file names, and for any
//! engine, instructions and number of threads. `TFRT_BLESS=1` writes what there is now.
#![expect(clippy::unwrap_used, reason = "a test")]

mod common;
#[path = "../../../codegen-tests/src/models.rs"]
#[expect(unreachable_pub, reason = "a module of a library, of which this is a part")]
mod models;

use common::{err, out, scratch, tfrt};
use models::{MODELS, Make};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use tfrt_numeric::InstructionSet;
use tfrt_tensor::{Tensor, npy};

/// The seed of the weights.
const SEED: u64 = 38;

/// What a model comes to in every way to run it, a line for each output.
fn hashes(mode: &str, model: &Path, inputs: &[String]) -> String {
    let mut first: Option<String> = None;
    for engine in ["executor", "jit"] {
        for set in InstructionSet::supported() {
            for threads in ["1", "2"] {
                let set = set.to_string();
                let mut flags = vec!["run", model.to_str().unwrap(), "--hash", "--math", mode];
                flags.extend(["--engine", engine, "--instructions", &set, "--threads", threads]);
                flags.extend(inputs.iter().map(String::as_str));
                let ran = tfrt(&flags, b"");
                assert_eq!(err(&ran), "", "{flags:?}");
                let found = out(&ran);
                let expected = first.get_or_insert_with(|| found.clone());
                assert_eq!(*expected, found, "{flags:?}");
            }
        }
    }
    first.unwrap()
}

/// Compares hashes with those in a file, whose name is that of the way that sums are arranged.
fn compare(file: &str, models: &[(&str, PathBuf, Vec<String>)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    let mode = path.extension().unwrap().to_str().unwrap();
    let lines = |(name, model, inputs): &(&str, PathBuf, Vec<String>)| {
        let hashes = hashes(mode, model, inputs);
        hashes.lines().map(|line| format!("{name} {line}\n")).collect::<String>()
    };
    let found: String = thread::scope(|scope| {
        let all: Vec<_> = models.iter().map(|model| scope.spawn(|| lines(model))).collect();
        all.into_iter().map(|lines| lines.join().unwrap()).collect()
    });
    if std::env::var_os("TFRT_BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&path).unwrap());
}

#[test]
fn models_of_this_repository_come_to_the_same() {
    let folder = scratch("golden");
    fs::create_dir_all(&folder).unwrap();
    let networks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/networks");
    let seven = format!("image={}", networks.join("seven.npy").to_str().unwrap());
    let inputs = vec!["--input".to_owned(), seven];
    let mut models = vec![("digits", networks.join("digits.onnx"), inputs)];
    let make = |&(name, make): &(&'static str, Make)| {
        let path = folder.join(name).with_extension("onnx");
        fs::write(&path, make(SEED)).unwrap();
        let shape: &[usize] = if name == "perceptron" { &[2, 24] } else { &[2, 3, 16, 16] };
        let elements = (0..shape.iter().product::<usize>()).map(|at| (at * 37 % 101) as f32 / 64.0);
        let x = Tensor::from_vec(shape, elements.collect()).unwrap();
        let input = path.with_extension("npy");
        fs::write(&input, npy::write(&x).unwrap()).unwrap();
        (name, path, vec!["--input".to_owned(), format!("x={}", input.to_str().unwrap())])
    };
    models.extend(MODELS.iter().map(make));
    for file in ["models.exact", "models.default", "models.fast"] {
        compare(file, &models);
    }
}

#[test]
#[ignore = "needs networks: cargo xtask onnx"]
fn networks_come_to_the_same() {
    let folder = PathBuf::from(std::env::var_os("TFRT_ONNX_NETWORKS").expect("xtask sets it"));
    let models = ["layers", "residual", "encoder"].map(|name| {
        let path = folder.join(name);
        let inputs = path.with_extension("npz").to_str().unwrap().to_owned();
        (name, path.with_extension("onnx"), vec!["--inputs".to_owned(), inputs])
    });
    compare("networks.exact", &models);
}
