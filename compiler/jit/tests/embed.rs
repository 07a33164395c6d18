//! The JIT as part of a program: limits, threads, and memory that comes and goes.

#![expect(clippy::unwrap_used, reason = "a test may stop where a lock or a file fails")]

mod common;

use common::{alone, planned};
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tfrt_host::context::Host;
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{EngineKind, Function, Slot, Value};
use tfrt_host::value::AsyncRef;
use tfrt_jit::{
    CompileError, JitOptions, JitProgram, Limit, Progress, Symbols, compile, compile_lazily,
    explain,
};

const PROGRAM: &str = r#"
func.func @late(%n: i32) -> i32 {
  %m = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %r = tfrt.call @twice(%m) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @twice(%n: i32) -> i32 {
  %r = tfrt.add.i32 %n, %n
  tfrt.return %r : i32
}
func.func @aside(%n: i32) -> (i32, i32) {
  %r = tfrt.add.i32 %n, %n
  %seven = tfrt.constant.i32 7
  tfrt.return %r, %seven : i32, i32
}
func.func @float(%x: f32) -> f32 {
  %a = tfrt.constant.f32 1.5
  %r = tfrt.add.f32 %x, %a
  tfrt.return %r : f32
}
"#;

/// `functions` functions of `kernels` kernels each, not counting the constant.
fn long(functions: usize, kernels: usize) -> String {
    let mut text = String::new();
    for function in 0..functions {
        let _ = writeln!(text, "func.func @f{function}(%v0: i32) -> i32 {{");
        let _ = writeln!(text, "  %one = tfrt.constant.i32 1");
        for kernel in 0..kernels {
            let _ = writeln!(text, "  %v{} = tfrt.add.i32 %v{kernel}, %one", kernel + 1);
        }
        let _ = writeln!(text, "  tfrt.return %v{kernels} : i32\n}}");
    }
    text
}

fn program(text: &str, options: &JitOptions) -> Result<JitProgram, CompileError> {
    let catalogue = tfrt_test_kernels::catalogue();
    let (program, plan) = planned(text, &catalogue);
    compile(&program, &plan, &catalogue, options)
}

fn host() -> Host {
    Host::builder().work_queue("s").output(|_| {}).diagnostics(|_| {}).build().unwrap()
}

/// The only result of a function of one integer, waited for.
fn call(host: &Host, function: &Function, argument: i32) -> Result<i32, String> {
    let mut results = [Value::Empty];
    function.call(&host.context(), 0, &mut [Value::new(argument)], &mut results);
    let [result] = results;
    let result = result.into_ref();
    host.await_all(std::slice::from_ref(&result));
    match result.error() {
        Some(error) => Err(error.message().to_owned()),
        None => Ok(*result.get::<i32>().unwrap()),
    }
}

fn threads(threads: usize) -> NonZero<usize> {
    NonZero::new(threads).unwrap()
}

#[test]
fn limits_are_errors_with_a_place() {
    let _turn = alone();
    let mut options = JitOptions::default();
    options.limits.kernels = 10;
    let error = program(&long(2, 6), &options).unwrap_err();
    assert_eq!(error.limit(), Some(Limit::Kernels));
    let (function, location) = error.place().unwrap();
    assert_eq!((function, location.file_line_col().unwrap().1), ("f1", 15), "{error}");
    assert_eq!(
        error.to_string(),
        "cannot compile the program: more than 10 kernels, in @f1 at test.mlir:15:9"
    );

    let mut options = JitOptions::default();
    options.limits.code_bytes = 1000;
    for count in [1, 4] {
        options.threads = threads(count);
        let error = program(&long(100, 100), &options).unwrap_err();
        assert_eq!(error.limit(), Some(Limit::CodeBytes), "{error}");
        assert!(error.place().unwrap().0.starts_with('f'), "{error}");
    }

    let mut options = JitOptions::default();
    options.limits.time = Duration::ZERO;
    for count in [1, 4] {
        options.threads = threads(count);
        let error = program(&long(10, 100), &options).unwrap_err();
        assert_eq!(error.limit(), Some(Limit::Time), "{error}");
    }
}

#[test]
fn threads_make_the_same_code() {
    let _turn = alone();
    let text = long(200, 20) + PROGRAM;
    let heard = Arc::new(Mutex::new(Vec::new()));
    let options = |count| {
        let heard = Arc::clone(&heard);
        let hear = move |done, total| heard.lock().unwrap().push((done, total));
        JitOptions::default().with_threads(threads(count)).with_progress(Progress::new(hear))
    };
    let catalogue = tfrt_test_kernels::catalogue();
    let (verified, plan) = planned(&text, &catalogue);
    let code = |count| {
        let explained = explain(&verified, &plan, &catalogue, &options(count)).unwrap();
        explained.into_iter().map(|one| (one.name, one.disassembly)).collect::<Vec<_>>()
    };
    let one = code(1);
    for count in [2, 3, 8] {
        assert!(one == code(count), "{count} threads make other code");
        heard.lock().unwrap().clear();
        let several = program(&text, &options(count)).unwrap();
        assert_eq!(call(&host(), &several.function("f199").unwrap(), 1), Ok(21));
        let heard = heard.lock().unwrap();
        let total = heard[0].1;
        assert!(total > 4000 && heard.iter().all(|&(done, all)| done <= total && all == total));
        assert_eq!(heard.last(), Some(&(total, total)));
        assert!(heard.len() > 200);
    }
}

#[test]
fn a_progress_that_panics_is_an_error() {
    let _turn = alone();
    for count in [1, 4] {
        let hear = |done, _| assert!(done < 500, "enough");
        let options =
            JitOptions::default().with_threads(threads(count)).with_progress(Progress::new(hear));
        let error = program(&long(100, 20), &options).unwrap_err();
        assert!(error.to_string().contains("panicked"), "{error}");
    }
}

#[test]
fn lazy_functions_are_compiled_once_and_say_why_not() {
    let _turn = alone();
    let catalogue = tfrt_test_kernels::catalogue();
    let (verified, plan) = planned(&(long(2, 500) + PROGRAM), &catalogue);
    let (verified, plan) = (Arc::new(verified), Arc::new(plan));
    let compiled = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&compiled);
    let progress = Progress::new(move |_, _| {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let mut options = JitOptions::default().with_progress(progress);
    options.limits.kernels = 100;
    let lazy = compile_lazily(verified, plan, &catalogue, &options);
    assert_eq!(lazy.code_size(), 0);
    let host = host();
    let late = lazy.function("late").unwrap();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (late, host) = (&late, &host);
            scope.spawn(move || assert_eq!(call(host, late, number), Ok(2 * number)));
        }
    });
    let once = compiled.load(Ordering::Relaxed);
    let size = lazy.code_size();
    assert!(size > 0);
    assert_eq!(call(&host, &lazy.function("late").unwrap(), 4), Ok(8));
    assert_eq!(compiled.load(Ordering::Relaxed), once);

    let error = call(&host, &lazy.function("f1").unwrap(), 1).unwrap_err();
    assert!(error.contains("more than 100 kernels, in @f1 at "), "{error}");
    let mut results = [Value::Empty];
    let f1 = lazy.function("f1").unwrap();
    f1.call(&host.context(), 0, &mut [Value::new(1i32)], &mut results);
    assert_eq!(results[0].error().unwrap().code(), ErrorCode::ResourceExhausted);
    assert_eq!(lazy.code_size(), size);

    // For arguments that are pending or errors there is other code.
    let aside = lazy.function("aside").unwrap();
    let mut results = [Value::Empty, Value::Empty];
    aside.call(&host.context(), 0, &mut [Value::new(4i32)], &mut results);
    assert_eq!(results[0].get::<i32>().as_deref(), Some(&8));
    let size = lazy.code_size();
    let aside = lazy.function("aside").unwrap();
    let (promise, value) = AsyncRef::<i32>::pending();
    aside.call(&host.context(), 0, &mut [Value::Ref(value.into_any())], &mut results);
    let with_both = lazy.code_size();
    assert!(with_both > size);
    assert!(!results[0].is_available());
    assert_eq!(results[1].get::<i32>().as_deref(), Some(&7));
    promise.set(21);
    host.quiesce();
    assert_eq!(results[0].get::<i32>().as_deref(), Some(&42));
    let failed = Error::new(ErrorCode::NotFound, "no argument");
    aside.call(&host.context(), 0, &mut [Value::Error(failed)], &mut results);
    host.quiesce();
    assert_eq!(results[0].error().unwrap().message(), "no argument");
    assert_eq!(results[1].get::<i32>().as_deref(), Some(&7));
    assert_eq!(lazy.code_size(), with_both);
}

/// What the system says of this process: resident bytes, and mappings that are not of the heap or
/// of stacks.
fn memory() -> (usize, usize) {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = statm.split_whitespace().nth(1).unwrap().parse().unwrap();
    (pages * 4096, maps().lines().count())
}

fn maps() -> String {
    std::fs::read_to_string("/proc/self/maps").unwrap()
}

/// As many as `TFRT_JIT_CYCLES` says: ten thousand, where there is time.
fn cycles() -> usize {
    let usual = if cfg!(debug_assertions) { 100 } else { 1_000 };
    std::env::var("TFRT_JIT_CYCLES").map_or(usual, |count| count.parse().unwrap())
}

#[test]
fn what_is_compiled_is_freed() {
    let _turn = alone();
    let catalogue = tfrt_test_kernels::catalogue();
    let text = r#"
    func.func @late(%n: i32) -> i32 {
      %r = "tfrt_test.async_add.i32"(%n, %n) : (i32, i32) -> i32
      tfrt.return %r : i32
    }"#;
    let (program, plan) = planned(text, &catalogue);
    let host = host();
    let cycle = || {
        let jit = compile(&program, &plan, &catalogue, &JitOptions::default()).unwrap();
        let late = jit.function("late").unwrap();
        drop(jit);
        assert_eq!(call(&host, &late, 4), Ok(8));
    };
    for _ in 0..50 {
        cycle();
    }
    let (bytes, mappings) = memory();
    let start = Instant::now();
    for _ in 0..cycles() {
        cycle();
    }
    let taken = start.elapsed();
    let (more, also) = memory();
    let grown = more.saturating_sub(bytes);
    println!(
        "{} cycles in {taken:.2?}: {bytes} bytes became {more}, {mappings} mappings {also}",
        cycles()
    );
    assert!(grown < 1 << 20, "{grown} bytes more after {} cycles", cycles());
    assert!(also <= mappings, "{mappings} mappings became {also}");
}

#[test]
fn no_page_is_writable_and_executable() {
    let _turn = alone();
    let done = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&done);
    let watcher = std::thread::spawn(move || {
        let mut looks = 0;
        while !seen.load(Ordering::Relaxed) || looks < 10 {
            let maps = maps();
            assert!(!maps.lines().any(|line| line.contains("wx")), "{maps}");
            looks += 1;
        }
        looks
    });
    let host = host();
    let end = Instant::now() + Duration::from_millis(500);
    while Instant::now() < end {
        let options = JitOptions::default().with_threads(threads(2));
        let jit = program(&(long(5, 20) + PROGRAM), &options).unwrap();
        assert_eq!(call(&host, &jit.function("late").unwrap(), 4), Ok(8));
        assert!(maps().lines().any(|line| line.contains("r-x")));
    }
    done.store(true, Ordering::Relaxed);
    assert!(watcher.join().unwrap() >= 10);
}

/// Calls continue and resolve while handles and programs are dropped.
#[test]
fn calls_outlive_handles() {
    let _turn = alone();
    let live = tfrt_host::value::live_count();
    let host = Host::builder().work_queue("mstd:2").build().unwrap();
    let catalogue = tfrt_test_kernels::catalogue();
    let (program, plan) = planned(PROGRAM, &catalogue);
    let compiled = || compile(&program, &plan, &catalogue, &JitOptions::default()).unwrap();
    // Every function ever handed out is of this program or of one before it.
    let current = Mutex::new(compiled());
    let rounds = if cfg!(debug_assertions) { 300 } else { 3_000 };
    std::thread::scope(|scope| {
        let (host, current) = (&host, &current);
        for thread in 0..8 {
            scope.spawn(move || {
                for round in 0..rounds {
                    let late = current.lock().unwrap().function("late").unwrap();
                    let mut results = [Value::Empty];
                    late.call(&host.context(), 0, &mut [Value::new(thread)], &mut results);
                    // The frame is all that holds the code now, unless it has run already.
                    drop(late);
                    let [result] = results;
                    let result = result.into_ref();
                    if round % 2 == 0 {
                        host.await_all(std::slice::from_ref(&result));
                        assert_eq!(*result.get::<i32>().unwrap(), 2 * thread);
                    }
                }
            });
        }
        for _ in 0..rounds / 10 {
            let next = compiled();
            drop(std::mem::replace(&mut *current.lock().unwrap(), next));
        }
    });
    host.quiesce();
    drop(current);
    assert_eq!(tfrt_host::value::live_count(), live);
}

#[test]
fn symbols_are_written_on_request() {
    let _turn = alone();
    let symbols = Symbols { perf: true, debugger: true };
    let options = JitOptions::default().with_symbols(symbols);
    let jit = program(PROGRAM, &options).unwrap();
    assert_eq!(jit.function("late").unwrap().engine(), EngineKind::Jit);
    let map = std::fs::read_to_string(format!("/tmp/perf-{}.map", std::process::id())).unwrap();
    let line = map.lines().find(|line| line.ends_with(" tfrt:twice")).unwrap();
    let mut words = line.split(' ');
    let mut number = || usize::from_str_radix(words.next().unwrap(), 16).unwrap();
    let (start, length) = (number(), number());
    let inside = |line: &str| {
        let (from, to) = line.split_once(' ')?.0.split_once('-')?;
        let number = |text| usize::from_str_radix(text, 16).ok();
        Some(number(from)? <= start && start + length <= number(to)? && line.contains("r-xp"))
    };
    assert!(maps().lines().any(|line| inside(line) == Some(true)), "{line}");

    let files = || {
        let prefix = format!("tfrt-jit-{}-", std::process::id());
        let entries = std::fs::read_dir(std::env::temp_dir()).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let ours = |path: &std::path::PathBuf| path.to_string_lossy().contains(&prefix);
        paths.filter(ours).collect::<Vec<_>>()
    };
    let [file] = files().try_into().unwrap();
    let elf = std::fs::read(file).unwrap();
    assert!(elf.starts_with(b"\x7fELF") && elf.windows(6).any(|name| name == b"twice\0"));
    drop(jit);
    assert!(files().is_empty());
}

#[test]
fn scalars_come_and_go_as_their_bits() {
    let program = r#"
    func.func @some(%a: i32, %b: i64, %c: f32) -> (i32, i1, i64, f32) {
      %d = tfrt.add.i32 %a, %a
      %e = tfrt.equal.i32 %d, %a
      %f = tfrt.mul.i64 %b, %b
      %g = tfrt.add.f32 %c, %c
      tfrt.return %d, %e, %f, %g : i32, i1, i64, f32
    }"#;
    let _turn = alone();
    let jit = self::program(program, &JitOptions::default()).expect("it compiles");
    let function = jit.function("some").expect("the function exists");
    // The code stays for as long as the function.
    drop(jit);
    let request = host().context();
    let slot = |word| Slot { word, err: 0 };
    let bits = |x: i32| u64::from(x.cast_unsigned());
    for (a, b, c) in [(3, 5, 0.5f32), (0, i64::MIN, f32::NAN), (i32::MIN, -1, f32::MAX)] {
        let arguments = [slot(bits(a)), slot(b.cast_unsigned()), slot(u64::from(c.to_bits()))];
        let mut results = [Slot::default(); 4];
        let called = function.call_scalars(&request, 0, &arguments, &mut results);
        assert!(matches!(called, Some(Ok(()))));
        let words = results.map(|result| result.word);
        let sum = a.wrapping_add(a);
        assert_eq!(words[0], bits(sum));
        assert_eq!(words[1], u64::from(sum == a));
        assert_eq!(words[2], b.wrapping_mul(b).cast_unsigned());
        let float = f32::from_bits(u32::try_from(words[3]).expect("the word is whole"));
        assert!(float == c + c || c.is_nan() && float.is_nan());
    }
}
