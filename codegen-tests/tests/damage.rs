//! Files that are cut short or changed: refused with an error, or loaded and then harmless.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tfrt_codegen_tests::{bef, programs, samples};
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, Value};

/// Of the changed files, which are run: a debug build takes its time.
const STRIDE: usize = if cfg!(debug_assertions) { 5 } else { 1 };

/// Of the bytes of a large file, how many cuts are tried.
const CUTS: usize = if cfg!(debug_assertions) { 150 } else { usize::MAX };

/// How long a changed program may run before it is told to end, and after that.
const DEADLINE: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(60);

/// The files of the reference, if they are there.
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
    let catalogue = tfrt_kernels::catalogue();
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

fn silent_host() -> Host {
    let host = Host::builder().work_queue("s").output(|_| {}).diagnostics(|_| {});
    host.build().expect("the queue exists")
}

/// Runs every function without arguments, each with a deadline.
fn run_all(program: &Program, host: &Host) {
    for index in 0..program.functions().len() {
        let Some(function) = program.function_at(index) else { continue };
        if !function.signature().arguments.is_empty() {
            continue;
        }
        let request = host.context().with_deadline(DEADLINE);
        let mut results = vec![Value::Empty; function.signature().results.len()];
        function.call(&request, 0, Vec::new(), &mut results);
        let pending: Vec<_> = results.iter().map(|result| result.clone().into_ref()).collect();
        host.await_all(&pending);
        host.quiesce();
    }
}

#[test]
fn every_changed_byte_is_refused_or_harmless() {
    let catalogue = tfrt_kernels::catalogue();
    let small = "func.func @f() -> i32 {
  %n = tfrt.constant.i32 3
  %x = tfrt.constant.i32 4
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %y = tfrt.add.i32 %x, %x
    tfrt.return %y : i32
  }
  %q, %m = tfrt.div.i32 %r, %n
  %late = \"tfrt_test.async_add.i32\"(%q, %m) : (i32, i32) -> i32
  tfrt.return %late : i32
}
";
    let mut files =
        vec![("small".to_owned(), bef("small.mlir", small, &catalogue).expect("it is valid"))];
    files.extend(reference().into_iter().filter(|(name, _)| {
        ["strings.bef", "sync.bef"].iter().any(|file| name.ends_with(&format!("/{file}")))
    }));
    let watchdog = Watchdog::new();
    let (host, options) = (silent_host(), LoadOptions::default());
    let before = tfrt_host::value::live_count();
    let mut loaded = 0_usize;
    let mut ran = 0_usize;
    for (name, bytes) in files {
        let mut changed = bytes.clone();
        for at in 0..bytes.len() {
            for value in (0..=u8::MAX).filter(|&value| value != bytes[at]) {
                changed[at] = value;
                let Ok(program) = Program::load(&changed, &catalogue, &options) else { continue };
                loaded += 1;
                if !loaded.is_multiple_of(STRIDE) {
                    continue;
                }
                let file = tfrt_bef::read(&changed, &tfrt_bef::Limits::default())
                    .expect("the loader has read it");
                let lifted = tfrt_compiler::bef::lift(&file, &catalogue);
                let Ok(module) = lifted else { continue };
                if tfrt_compiler::verify::verify(module, &catalogue).is_ok() {
                    ran += 1;
                    run_all(&program, &host);
                    watchdog.feed();
                    let left = tfrt_host::value::live_count() - before;
                    assert_eq!(left, 0, "{name}: byte {at} as {value} leaves values");
                }
            }
            changed[at] = bytes[at];
        }
    }
    assert!(ran > 0, "some changes are harmless");
    println!("{loaded} changed files load, {ran} ran");
}
