//! A server in small: loads a folder of BEF files, compiles each by the JIT, answers calls from
//! four threads, and takes in a new version of one file while calls run. Old code is freed when
//! the last call that runs it has returned.
//!
//! Usage: `serve [FOLDER]`; without one, `services/` of this package is translated into a
//! temporary folder first, as a build step would.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tfrt::jit::{JitOptions, Limits};
use tfrt::{CompileOptions, Compiled, Engine, Host, Program, RequestContext, TypedFunction};

type Function = TypedFunction<(i32,), (i32,)>;
type Anyhow = Box<dyn Error + Send + Sync>;

/// What is served: a function of each file that has one of the file's name, `(i32) -> i32`.
type Served = RwLock<BTreeMap<String, Function>>;

const THREADS: usize = 4;
const TIME: Duration = Duration::from_millis(300);

fn main() -> Result<(), Anyhow> {
    let folder = match std::env::args().nth(1) {
        Some(folder) => PathBuf::from(folder),
        None => translated()?,
    };
    let host = Host::builder().threads(2).build()?;
    let served = Served::default();
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, Anyhow>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "bef"));
    files.sort();
    for file in &files {
        take_in(&served, file)?;
    }
    let Some(changed) = files.iter().find(|file| name(file) == "collatz") else {
        return Err("there is no collatz.bef to serve".into());
    };

    let (calls, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let begin = Instant::now();
    let versions = std::thread::scope(|scope| -> Result<u32, Anyhow> {
        let callers: Vec<_> = (0..THREADS)
            .map(|_| scope.spawn(|| serve(&served, &host.context(), &calls, &stop)))
            .collect();
        // This program both writes and reads the file; a server would watch it.
        let mut versions = 0;
        while begin.elapsed() < TIME {
            take_in(&served, changed)?;
            versions += 1;
        }
        stop.store(true, Ordering::Relaxed);
        for caller in callers {
            caller.join().map_err(|_| "a caller panicked")??;
        }
        Ok(versions)
    })?;
    let calls = calls.into_inner();
    let nanoseconds = begin.elapsed().as_nanos() / u128::from(calls.max(1));
    println!(
        "{calls} calls from {THREADS} threads, one every {nanoseconds} ns; collatz replaced \
         {versions} times meanwhile"
    );
    if calls == 0 || versions == 0 {
        return Err("nothing was served".into());
    }
    Ok(())
}

/// Loads and compiles a file, and serves it from now on.
fn take_in(served: &Served, file: &Path) -> Result<(), Anyhow> {
    let begin = Instant::now();
    let program = Program::load(&fs::read(file)?, &tfrt::catalogue())?;
    let loaded = begin.elapsed();
    let (kernels, time) = (100_000, Duration::from_secs(5));
    let limits = Limits { kernels, time, ..Limits::default() };
    let options = CompileOptions::default().with_jit(JitOptions::default().with_limits(limits));
    let compiled: Compiled = program.compile_with(Engine::Jit, &options)?;
    let name = name(file);
    // A file without a function of its own name and of that type is no service.
    let Ok(function) = compiled.function::<(i32,), (i32,)>(&name) else { return Ok(()) };
    let mut served = served.write().map_err(|_| "a caller panicked")?;
    if served.insert(name.clone(), function.clone()).is_none() {
        let compiled = begin.elapsed() - loaded;
        let engine = function.engine();
        println!("{name:<10} {engine}: loaded in {loaded:.1?}, compiled in {compiled:.1?}");
    }
    Ok(())
}

/// Calls every function until told to stop.
fn serve(
    served: &Served,
    request: &RequestContext,
    calls: &AtomicU64,
    stop: &AtomicBool,
) -> Result<(), Anyhow> {
    while !stop.load(Ordering::Relaxed) {
        let functions: Vec<Function> = {
            let served = served.read().map_err(|_| "the loader panicked")?;
            served.values().cloned().collect()
        };
        // What is replaced now lives on until these calls have returned.
        for function in &functions {
            for number in 1..20 {
                function.call(request, (number,))?;
                calls.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
    Ok(())
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The services of this package as BEF files in a temporary folder.
fn translated() -> Result<PathBuf, Anyhow> {
    let folder = std::env::temp_dir().join(format!("tfrt-serve-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/services"))? {
        let file = entry?.path();
        let text = fs::read_to_string(&file)?;
        let bytes = tfrt::mlir_to_bef(&file.to_string_lossy(), &text, &tfrt::catalogue())?;
        fs::write(folder.join(name(&file)).with_extension("bef"), bytes)?;
    }
    Ok(folder)
}
