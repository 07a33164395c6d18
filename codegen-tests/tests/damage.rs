//! Files that are cut short or changed: refused with an error, or loaded and then harmless.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tfrt_codegen_tests::fuzz::{self, SMALL};
use tfrt_codegen_tests::{bef, programs, samples};
use tfrt_compiler::bef::{EmitOptions, emit};
use tfrt_compiler::front_end_with;
use tfrt_compiler::source::Source;
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::kernel::Catalogue;

/// The step from one value of a changed byte to the next: all values take too long. Where the first one
/// is differs from byte to byte.
const STRIDE: usize = if cfg!(debug_assertions) { 255 } else { 5 };

/// By how much the byte there is changed, each time.
fn steps(at: usize) -> impl Iterator<Item = u8> {
    (1..=u8::MAX).skip(at % STRIDE).step_by(STRIDE)
}

/// Of the bytes of a large file, how many cuts are tried.
const CUTS: usize = if cfg!(debug_assertions) { 150 } else { usize::MAX };

/// How long a changed program may run after it was cancelled.
const GRACE: Duration = Duration::from_secs(60);

/// The files of the reference, where they are present.
fn reference() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = samples() else { return Vec::new() };
    let mut paths: Vec<PathBuf> = [folder.clone(), folder.join("random")]
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "bef"))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("samples can be read");
        (path.display().to_string(), bytes)
    };
    paths.into_iter().map(read).collect()
}

/// Our own programs' files.
fn own(catalogue: &Catalogue) -> Vec<(String, Vec<u8>)> {
    programs()
        .filter(|program| program.text.len() < 20_000)
        .map(|program| {
            let bytes = bef(program.name, program.text, catalogue).expect("it is valid");
            (program.module.to_owned(), bytes)
        })
        .collect()
}

#[test]
fn every_prefix_loads_or_is_refused() {
    let catalogue = tfrt_test_kernels::catalogue();
    if samples().is_none() {
        println!("the reference's samples are not beside this checkout: only our own files");
    }
    let mut files = own(&catalogue);
    files.extend(reference());
    let options = LoadOptions::default();
    for (name, bytes) in files {
        let stride = (bytes.len() / CUTS).max(1);
        for length in
            (0..bytes.len()).step_by(stride).chain(bytes.len().saturating_sub(64)..bytes.len())
        {
            if let Err(error) = Program::load(&bytes[..length], &catalogue, &options) {
                assert!(!error.to_string().is_empty(), "{name} cut at {length}");
            }
        }
    }
}

/// A watchdog over runs on one thread: it ends the process, because a run that does not heed its
/// deadline never comes back.
struct Watchdog {
    alive: Arc<AtomicBool>,
    done: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watchdog {
    fn new() -> Self {
        let (alive, done) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
        let (seen, ended) = (Arc::clone(&alive), Arc::clone(&done));
        let watch = move || {
            while !ended.load(Ordering::Acquire) {
                std::thread::park_timeout(GRACE);
                if !ended.load(Ordering::Acquire) && !seen.swap(false, Ordering::AcqRel) {
                    let message = b"a changed program runs on after its deadline\n";
                    let _ = std::io::stderr().write_all(message);
                    std::process::abort();
                }
            }
        };
        let thread = Some(std::thread::spawn(watch));
        Self { alive, done, thread }
    }

    /// The runs get on.
    fn feed(&self) {
        self.alive.store(true, Ordering::Release);
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            assert!(thread.join().is_ok(), "the watchdog does not panic");
        }
    }
}

/// A program with a resource in another file.
const OUTSIDE: &str = r#"
func.func @f() -> !tfrt_tensor.tensor {
  %0 = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<2x4xi32>}
    : () -> !tfrt_tensor.tensor
  tfrt.return %0 : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "w.bin 8..40" } } #-}
"#;

/// The same of a file with a resource in another file.
#[test]
fn every_changed_byte_of_a_resource_is_refused_or_harmless() {
    let watchdog = Watchdog::new();
    let source = Source::new("outside.mlir", OUTSIDE);
    let resolver = fuzz::resolver();
    let program = front_end_with(&source, fuzz::catalogue(), Some(&*resolver));
    let program = program.expect("it is valid");
    let mut loaded = 0_usize;
    for optional_sections in [true, false] {
        let bytes = emit(&program, &EmitOptions { optional_sections }).expect("it has a file");
        assert!(fuzz::bef_bytes(&bytes));
        let options = LoadOptions::default().with_resolver(fuzz::resolver());
        Program::load(&bytes, fuzz::catalogue(), &options).expect("it loads");
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            for value in steps(at) {
                changed[at] = bytes[at].wrapping_add(value);
                loaded += usize::from(fuzz::bef_bytes(&changed));
                watchdog.feed();
            }
            changed[at] = bytes[at];
        }
    }
    assert!(loaded > 0, "some changes are harmless");
}

/// Each of ten small files with each byte as every other value: it is refused, or what it says is
/// consistent, and survives being written, lifted, verified, compiled and run within a budget, with
/// nothing left behind.
#[test]
fn every_changed_byte_is_refused_or_harmless() {
    let watchdog = Watchdog::new();
    let (mut changes, mut loaded) = (0_usize, 0_usize);
    for (name, text) in SMALL {
        let bytes = bef(&format!("{name}.mlir"), text, fuzz::catalogue()).expect("it is valid");
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            for value in steps(at) {
                changed[at] = bytes[at].wrapping_add(value);
                changes += 1;
                loaded += usize::from(fuzz::bef_bytes(&changed));
                watchdog.feed();
            }
            changed[at] = bytes[at];
        }
    }
    println!("{changes} changed files, of which {loaded} can be read");
    assert!(loaded > 0, "some changes are harmless");
}
