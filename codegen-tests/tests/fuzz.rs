//! The fuzz targets without a fuzzer: on their seeds, on every input that once broke something, and
//! on inputs at random.

use std::path::{Path, PathBuf};
use tfrt_codegen_tests::fuzz::{
    LIES, SMALL, bef_bytes, bef_lies, btf_bytes, btf_seeds, catalogue, mlir_text, onnx_bytes,
    onnx_choices, onnx_model, onnx_mutated, onnx_seeds, op_attributes, safetensors, tell_one,
    text_bef_text, upstream_text,
};
use tfrt_codegen_tests::random::Random;
use tfrt_codegen_tests::{upstream, verified};
use tfrt_compiler::bef::{EmitOptions, emit};

type Target = (&'static str, fn(&[u8]));

const TARGETS: [Target; 11] = [
    ("bef_bytes", |data| _ = bef_bytes(data)),
    ("bef_lies", bef_lies),
    ("btf_bytes", |data| _ = btf_bytes(data)),
    ("mlir_text", mlir_text),
    ("onnx_bytes", |data| _ = onnx_bytes(data)),
    ("onnx_choices", |data| _ = onnx_choices(data)),
    ("onnx_model", |data| _ = onnx_model(data)),
    ("op_attributes", |data| _ = op_attributes(data)),
    ("safetensors", |data| _ = safetensors(data)),
    ("text_bef_text", text_bef_text),
    ("upstream_text", |data| _ = upstream_text(data)),
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(name)
}

/// The files below a folder of the fuzz crate.
fn inputs(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(folder(name)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("an input can be read");
        (path, bytes)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn seeds_and_regressions_pass() {
    for (name, target) in TARGETS {
        for folder in ["corpus", "regressions"] {
            for (path, bytes) in inputs(&format!("{folder}/{name}")) {
                println!("{}", path.display());
                target(&bytes);
            }
        }
    }
}

/// The seeds of `bef_bytes` are the files of the small programs; `TFRT_BLESS` writes them.
#[test]
fn seeds_are_the_small_programs() {
    let seeds = folder("corpus/bef_bytes");
    for (name, text) in SMALL {
        let program = verified(&format!("{name}.mlir"), text, catalogue()).unwrap();
        for (kind, optional_sections) in [("", true), (".bare", false)] {
            let bytes = emit(&program, &EmitOptions { optional_sections }).unwrap();
            let path = seeds.join(format!("{name}{kind}.bef"));
            if std::env::var_os("TFRT_BLESS").is_some() {
                std::fs::write(&path, &bytes).unwrap();
            }
            let found = std::fs::read(&path).unwrap_or_default();
            assert!(found == bytes, "{} is not what is emitted", path.display());
        }
    }
}

/// The seeds of `btf_bytes`, which the conformance suite reads too, and of `onnx_bytes`; `TFRT_BLESS`
/// writes them.
#[test]
fn seeds_are_what_is_written() {
    let tensors = btf_seeds().map(|(name, bytes)| (format!("btf_bytes/{name}.btf"), bytes));
    let models = onnx_seeds().map(|(name, bytes)| (format!("onnx_bytes/{name}"), bytes));
    for (name, bytes) in tensors.into_iter().chain(models) {
        let path = folder("corpus").join(name);
        if std::env::var_os("TFRT_BLESS").is_some() {
            std::fs::write(&path, &bytes).unwrap();
        }
        let found = std::fs::read(&path).unwrap_or_default();
        assert!(found == bytes, "{} is not what is written", path.display());
    }
}

/// Every map that is made hashes in its own way, so an order that comes of one would show.
#[test]
fn the_same_text_gives_the_same_bytes() {
    let bytes = |name: &str, text: &str| {
        let program = verified(&format!("{name}.mlir"), text, catalogue()).unwrap();
        emit(&program, &EmitOptions { optional_sections: true }).unwrap()
    };
    for (name, text) in SMALL {
        let first = bytes(name, text);
        assert!((1..100).all(|_| bytes(name, text) == first), "{name}");
    }
}

#[test]
fn every_lie_is_refused_as_itself() {
    let mut random = Random::new(1);
    for lie in LIES {
        let applied = (0..600).filter(|_| tell_one(&lie, random.below(32), &mut random)).count();
        assert!(applied >= 200, "lie {}, {}, applies {applied} times", lie.number, lie.name);
    }
}

#[test]
fn several_lies_are_refused_or_heal() {
    let mut random = Random::new(2);
    for _ in 0..4800 {
        let bytes: Vec<u8> = (0..16).map(|_| random.below(256) as u8).collect();
        bef_lies(&bytes);
    }
}

#[test]
fn programs_at_random_go_to_bef_and_back() {
    let mut random = Random::new(3);
    let programs = if cfg!(debug_assertions) { 150 } else { 10_000 };
    for _ in 0..programs {
        let length = random.below(200);
        let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        text_bef_text(&bytes);
    }
}

/// Texts made of pieces of the small programs.
#[test]
fn spliced_texts_are_survived() {
    let mut random = Random::new(4);
    let mut texts: Vec<&str> = SMALL.iter().map(|(_, text)| *text).collect();
    texts.push("%0:2 = \"a.b\"() <{x = dense<[1]> : tensor<1xi8>}> ({^bb0(%1: i1):}) : () -> ()");
    for _ in 0..if cfg!(debug_assertions) { 500 } else { 5_000 } {
        mlir_text(spliced(&mut random, &texts).as_bytes());
    }
}

/// Attributes at random are those of calls, and what is made of pieces of texts is survived.
#[test]
fn attributes_of_ops_are_read_or_refused() {
    let mut random = Random::new(7);
    let calls = if cfg!(debug_assertions) { 300 } else { 5_000 };
    for _ in 0..calls {
        let choices: Vec<u8> = (0..200).map(|_| random.below(256) as u8).collect();
        assert!(op_attributes(&[&[255], &*choices].concat()));
    }
    let seeds = inputs("corpus/op_attributes");
    let texts: Vec<&str> = seeds
        .iter()
        .map(|(_, bytes)| std::str::from_utf8(bytes).expect("a seed is text"))
        .collect();
    let refused = texts.iter().find(|text| !op_attributes(text.as_bytes()));
    assert_eq!(refused, None, "a seed is refused");
    let mut read = 0;
    for _ in 0..calls {
        read += u32::from(op_attributes(spliced(&mut random, &texts).as_bytes()));
    }
    assert!((1..calls).contains(&read), "{read} of {calls} are attributes");
}

/// The programs of upstream dialects can be imported, and what is made of pieces of them is survived.
#[test]
fn spliced_texts_of_upstream_are_survived() {
    let mut random = Random::new(5);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/upstream");
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a seed can be read");
    let mut texts: Vec<String> = paths.iter().map(read).collect();
    texts.extend((0..10).map(|seed| upstream::text(&upstream::program(seed, false))));
    // The kernels of tensors are not among those of the targets.
    let refused =
        texts.iter().find(|text| !upstream_text(text.as_bytes()) && !text.contains("tensor<"));
    assert_eq!(refused, None, "a seed is refused");
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (mut imported, programs) = (0, if cfg!(debug_assertions) { 150 } else { 5_000 });
    for _ in 0..programs {
        imported += u32::from(upstream_text(spliced(&mut random, &texts).as_bytes()));
    }
    assert!((1..programs).contains(&imported), "{imported} of {programs} can be imported");
}

/// One of the texts with some pieces of others in it.
fn spliced(random: &mut Random, texts: &[&str]) -> String {
    let mut text = texts[random.below(texts.len())].to_owned();
    for _ in 0..=random.below(4) {
        let other = texts[random.below(texts.len())];
        let words: Vec<&str> = other.split_inclusive([' ', '(', ')', ',', '{', '}']).collect();
        let from = random.below(words.len());
        let piece = words[from..(from + 1 + random.below(6)).min(words.len())].concat();
        let at = text.floor_char_boundary(random.below(text.len().max(1)));
        let end = text.floor_char_boundary((at + random.below(30)).min(text.len())).max(at);
        text.replace_range(at..end, &piece);
    }
    text
}

/// Of each seed, every byte changed in some ways and every shorter file; what still can be read keeps
/// its promises.
#[test]
fn damaged_files_of_tensors_are_survived() {
    let (mut read, mut files) = (0, 0);
    for (_, bytes) in inputs("corpus/safetensors") {
        assert!(safetensors(&bytes));
        for at in 0..bytes.len() {
            for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                read += u32::from(safetensors(&damaged));
                files += 1;
            }
            assert!(!safetensors(&bytes[..at]), "a part of a file is none");
        }
    }
    assert!(files > 1000 && read > 0 && read < files, "{read} of {files} can be read");
}

/// The models among the seeds of `onnx_bytes`.
fn models() -> impl Iterator<Item = Vec<u8>> {
    let models = onnx_seeds().into_iter().filter(|(name, _)| name.ends_with(".onnx"));
    models.map(|(_, bytes)| bytes)
}

/// Of each model, every part from the start and every byte changed.
#[test]
fn damaged_models_are_survived() {
    let step = if cfg!(debug_assertions) { 29 } else { 1 };
    let (mut read, mut files) = (0, 0);
    for bytes in models() {
        assert!(onnx_bytes(&bytes));
        for at in 0..bytes.len() {
            onnx_bytes(&bytes[..at]);
            let mut damaged = bytes.clone();
            for change in (1..=255).step_by(step) {
                damaged[at] = bytes[at] ^ change;
                read += u32::from(onnx_bytes(&damaged));
                files += 1;
            }
        }
    }
    println!("{read} of {files} can be read");
    assert!(files > 5000 && read > files / 10 && read < files, "{read} of {files} can be read");
}

/// Changed models and values are read as prost reads them.
#[test]
fn models_at_random_are_read_as_prost_reads_them() {
    let mut random = Random::new(6);
    let seeds = onnx_seeds().map(|(_, bytes)| bytes);
    let files = if cfg!(debug_assertions) { 5_000 } else { 200_000 };
    let mut read = 0;
    for _ in 0..files {
        read += u32::from(onnx_bytes(&onnx_mutated(&seeds, &mut random)));
    }
    println!("{read} of {files} are models");
    assert!(read > files / 10 && read < files, "{read} of {files} are models");
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number of seeds"))
}

/// `TFRT_SEEDS` says how many models, `TFRT_FIRST` the first seed.
#[test]
fn models_at_random_are_refused_or_run() {
    let models = setting("TFRT_SEEDS", if cfg!(debug_assertions) { 500 } else { 20_000 });
    let first = setting("TFRT_FIRST", 0);
    let mut ran = 0;
    for seed in first..first + models {
        let mut random = Random::new(seed);
        let bytes: Vec<u8> = (0..400).map(|_| random.below(256) as u8).collect();
        let outcome = std::panic::catch_unwind(|| onnx_choices(&bytes));
        ran += u64::from(outcome.unwrap_or_else(|_| panic!("the model of seed {seed}")));
    }
    println!("{ran} of {models} models ran");
    assert!(ran > models / 40, "{ran} of {models} models ran");
}

/// Every prefix and every change of a byte of a model that runs.
#[test]
fn damaged_models_are_refused_or_run() {
    let models = onnx_seeds().into_iter().filter(|(name, _)| name.ends_with(".onnx"));
    for (name, bytes) in models {
        let ran = onnx_model(&bytes);
        for at in 0..bytes.len() {
            onnx_model(&bytes[..at]);
            let mut damaged = bytes.clone();
            for change in [1, 0x80, 0xff] {
                damaged[at] = bytes[at] ^ change;
                onnx_model(&damaged);
            }
        }
        println!("{name}: it runs as it is: {ran}");
    }
}
