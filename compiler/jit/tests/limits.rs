//! Depth, length, cancellation, and what is freed.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may stop and print")]

mod common;

use common::{alone, planned, setup, setup_with, text};
use std::fmt::Write as _;
use std::time::Instant;
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{ParseOptions, parse};
use tfrt_compiler::verify::verify;
use tfrt_host::context::Host;
use tfrt_host::kernel::{KernelType, Value};
use tfrt_jit::{JitOptions, JitProgram, Limit, Limits, compile};

fn get<T: KernelType + Copy>(value: &Value) -> T {
    *value.get::<T>().unwrap_or_else(|| panic!("not a value of the type: {}", text(value)))
}

const RECURSION: &str = r#"
func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %cond = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %cond, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m2 = tfrt.constant.i32 -2
    %a = tfrt.add.i32 %n, %m1
    %b = tfrt.add.i32 %n, %m2
    %x = tfrt.call @fib(%a) : (i32) -> i32
    %y = tfrt.call @fib(%b) : (i32) -> i32
    %z = tfrt.add.i32 %x, %y
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %cond = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %cond, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %a = tfrt.add.i32 %n, %m1
    %x = tfrt.call @down(%a) : (i32) -> i32
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
func.func @late_down(%n: i32) -> i32 {
  %m = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %zero = tfrt.constant.i32 0
  %cond = "tfrt.lessequal.i32"(%m, %zero) : (i32, i32) -> i1
  %r = tfrt.if %cond, %m : (i32) -> (i32) {
    tfrt.return %m : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %a = tfrt.add.i32 %m, %m1
    %x = tfrt.call @late_down(%a) : (i32) -> i32
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
"#;

#[test]
fn recursion() {
    let _turn = alone();
    let setup = setup(RECURSION);
    assert_eq!(setup.texts("fib", vec![Value::new(16i32)]), "987");
    // On a thread of the usual 2 MiB, to the default depth and beyond it.
    assert_eq!(setup.texts("down", vec![Value::new(10_000i32)]), "10000");
    assert_eq!(
        setup.texts("down", vec![Value::new(10_001i32)]),
        "<<error: call depth exceeds 10000>>"
    );
    assert_eq!(setup.texts("late_down", vec![Value::new(2_000i32)]), "2000");
    assert_eq!(setup.diagnostics.lock().unwrap().len(), 1);
}

#[test]
fn shallow_limit() {
    let _turn = alone();
    let setup = setup_with(RECURSION, &tfrt_test_kernels::catalogue(), 10, "s");
    assert_eq!(setup.texts("down", vec![Value::new(10i32)]), "10");
    assert_eq!(setup.texts("down", vec![Value::new(11i32)]), "<<error: call depth exceeds 10>>");
}

/// Where the stack is checked between calls makes no difference to the limit.
#[test]
fn every_limit_is_exact() {
    let _turn = alone();
    let setup = setup(RECURSION);
    for limit in 1..=200_u32 {
        let host = Host::builder().work_queue("s").max_call_depth(limit).diagnostics(|_| {});
        let context = host.build().unwrap().context();
        let run = |name: &str, n: u32| {
            text(&setup.call_in(&context, name, vec![Value::new(n.cast_signed())])[0])
        };
        let exceeded = format!("<<error: call depth exceeds {limit}>>");
        assert_eq!(run("down", limit), limit.to_string());
        assert_eq!(run("down", limit + 1), exceeded);
        if limit <= 12 {
            // It ends at one, not at nought.
            assert_ne!(run("fib", limit + 1), exceeded);
            assert_eq!(run("fib", limit + 2), exceeded);
        }
    }
}

const LOOPS: &str = r#"
func.func @fizz(%n: i32) -> (i32, i32) {
  %i0 = tfrt.constant.i32 0
  %h0 = tfrt.constant.i32 0
  %i, %h = tfrt.repeat.i32 %n, %i0, %h0 : i32, i32 {
    %three = tfrt.constant.i32 3
    %nought = tfrt.constant.i32 0
    %one = tfrt.constant.i32 1
    %q, %r = tfrt.div.i32 %i0, %three
    %hit = tfrt.equal.i32 %r, %nought
    %h1 = tfrt.if %hit, %h0 : (i32) -> (i32) {
      %uno = tfrt.constant.i32 1
      %more = tfrt.add.i32 %h0, %uno
      tfrt.return %more : i32
    } else {
      tfrt.return %h0 : i32
    }
    %next = tfrt.add.i32 %i0, %one
    tfrt.return %next, %h1 : i32, i32
  }
  tfrt.return %i, %h : i32, i32
}
func.func @forever(%x: i32) -> i32 {
  %go = tfrt.constant.i1 true
  %r = tfrt.while %go @again(%x) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @again(%x: i32) -> (i32, i1) {
  %one = tfrt.constant.i32 1
  %y = tfrt.add.i32 %x, %one
  %go = tfrt.constant.i1 true
  tfrt.return %y, %go : i32, i1
}
"#;

#[test]
fn long_loops() {
    let _turn = alone();
    let setup = setup(LOOPS);
    let iterations = 10_000_000i32;
    let start = Instant::now();
    let results = setup.call("fizz", vec![Value::new(iterations)]);
    let compiled = start.elapsed();
    assert_eq!(get::<i32>(&results[0]), iterations);
    assert_eq!(get::<i32>(&results[1]), (iterations + 2) / 3);
    println!("{:.2} ns an iteration", compiled.as_secs_f64() * 1e9 / f64::from(iterations));
    assert_eq!(setup.texts("fizz", vec![Value::new(-5i32)]), "0,0");

    let start = Instant::now();
    let (mut i, mut hits) = (0i32, 0i32);
    for _ in 0..std::hint::black_box(iterations) {
        hits = hits.wrapping_add(i32::from(i % 3 == 0));
        i = std::hint::black_box(i.wrapping_add(1));
    }
    let written = start.elapsed();
    assert_eq!(get::<i32>(&results[1]), hits);
    println!("{:.2} ns an iteration by hand", written.as_secs_f64() * 1e9 / f64::from(iterations));
}

#[test]
fn cancellation_ends_a_loop() {
    let _turn = alone();
    let setup = setup(LOOPS);
    let context = setup.host.context();
    let canceller = context.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        canceller.cancel();
    });
    let results = setup.call_in(&context, "forever", vec![Value::new(0i32)]);
    thread.join().unwrap();
    assert_eq!(text(&results[0]), "<<error: Cancelled>>");
}

#[test]
fn a_long_function() {
    let _turn = alone();
    let mut program =
        String::from("func.func @chain(%x: i32) -> i32 {\n  %v0 = tfrt.constant.i32 1\n");
    let count = 100_000;
    for i in 0..count {
        let _ = writeln!(program, "  %v{} = tfrt.add.i32 %v{i}, %x", i + 1);
    }
    let _ = write!(program, "  tfrt.return %v{count} : i32\n}}\n");
    let start = Instant::now();
    let setup = setup(&program);
    println!("compiled in {:?}", start.elapsed());
    assert_eq!(setup.texts("chain", vec![Value::new(3i32)]), (1 + 3 * count).to_string());
}

/// A size that every run has time for, or, with `TFRT_JIT_BOMBS` set, the one that is meant.
fn size(usual: usize, full: usize) -> usize {
    if std::env::var_os("TFRT_JIT_BOMBS").is_some() { full } else { usual }
}

/// The most memory that this process ever had, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    1024 * line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap()
}

/// Compiles a program that is large in one way, in time and memory in proportion to `size`: to code,
/// or to the limit that it exceeds.
fn defuse(what: &str, program: &str, size: usize) -> Result<JitProgram, Limit> {
    let catalogue = tfrt_test_kernels::catalogue();
    let (program, plan) = planned(program, &catalogue);
    let before = peak();
    let start = Instant::now();
    let result = compile(&program, &plan, &catalogue, &JitOptions::default());
    let taken = start.elapsed();
    // The system's count is approximate, and may even be a little less than before.
    let grown = peak().saturating_sub(before);
    println!(
        "{what}, {size}: {taken:.2?}, {} MiB more, {}",
        grown >> 20,
        result
            .as_ref()
            .map_or_else(ToString::to_string, |jit| format!("{} bytes", jit.code_size()))
    );
    // What has begun when the time is over is finished.
    assert!(taken < 2 * JitOptions::default().limits.time, "{what} takes {taken:?}");
    assert!(grown <= (64 << 20) + (8 << 10) * size, "{what} takes {grown} bytes");
    result.map_err(|error| {
        error.limit().unwrap_or_else(|| panic!("{what} fails, but by no limit: {error}"))
    })
}

#[test]
fn a_million_kernels_in_one_function() {
    let _turn = alone();
    let adding = |count: usize| {
        let mut program = String::from("func.func @f(%v0: i32) -> i32 {\n");
        for i in 0..count {
            let _ = writeln!(program, "  %v{} = tfrt.add.i32 %v{i}, %v0", i + 1);
        }
        let _ = write!(program, "  tfrt.return %v{count} : i32\n}}\n");
        program
    };
    let count = size(1_000, 1_000_000);
    let jit = defuse("kernels", &adding(count), count);
    if let Ok(jit) = jit {
        let host = Host::builder().work_queue("s").build().unwrap();
        let mut results = [Value::Empty];
        let f = jit.function("f").unwrap();
        f.call(&host.context(), 0, &mut [Value::new(1i32)], &mut results);
        assert_eq!(usize::try_from(get::<i32>(&results[0])), Ok(count + 1));
    }
    // Kernels that stay calls.
    let mut program = String::from("func.func @f(%c0: !tfrt.chain) -> !tfrt.chain {\n");
    program.push_str("  %x = tfrt.constant.i32 1\n");
    for i in 0..count {
        let _ = writeln!(program, "  %c{} = tfrt.print.i32 %x, %c{i}", i + 1);
    }
    let _ = write!(program, "  tfrt.return %c{count} : !tfrt.chain\n}}\n");
    let _ = defuse("calls", &program, count);
}

/// The front end refuses what is nested deeper than the JIT, which recurses over regions, is ever to
/// see; up to there it compiles.
#[test]
fn ten_thousand_regions_in_each_other() {
    let _turn = alone();
    let nested = |depth: usize| {
        let mut program = String::from("func.func @f(%c: i1, %x: i32) -> i32 {\n");
        for i in 0..depth {
            let _ = writeln!(program, "%r{i} = tfrt.if %c, %c, %x : (i1, i32) -> (i32) {{");
        }
        program.push_str("tfrt.return %x : i32\n");
        for i in (0..depth).rev() {
            let _ = writeln!(program, "}} else {{ tfrt.return %x : i32 }} tfrt.return %r{i} : i32");
        }
        program + "}\n"
    };
    let jit = defuse("regions", &nested(120), 120).unwrap();
    let host = Host::builder().work_queue("s").build().unwrap();
    for condition in [true, false] {
        let mut results = [Value::Empty];
        let f = jit.function("f").unwrap();
        f.call(&host.context(), 0, &mut [Value::new(condition), Value::new(7i32)], &mut results);
        assert_eq!(get::<i32>(&results[0]), 7);
    }

    let catalogue = tfrt_test_kernels::catalogue();
    let source = Source::new("test.mlir", nested(10_000));
    let (_, errors) = parse(&source, &catalogue, ParseOptions::default());
    assert_eq!(errors[0].message, "nesting is deeper than the limit of 128");
    let (module, errors) = parse(&source, &catalogue, ParseOptions { max_depth: 20_000 });
    assert!(errors.is_empty(), "{errors:?}");
    let errors = verify(module, &catalogue).unwrap_err();
    assert_eq!(errors[0].message, "regions nested deeper than 128 levels");
}

#[test]
fn a_huge_signature() {
    let _turn = alone();
    let passing = |count: usize| {
        let list =
            |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(", ");
        let (types, names) = (list(&|_| "i32".to_owned()), list(&|i| format!("%x{i}")));
        let params = list(&|i| format!("%x{i}: i32"));
        format!(
            "func.func @f({params}) -> ({types}) {{
  %y = tfrt.add.i32 %x0, %x{last}
  %r:{count} = tfrt.call @g({names}) : ({types}) -> ({types})
  tfrt.return {results} : {types}
}}
func.func @g({params}) -> ({types}) {{
  tfrt.return {backwards} : {types}
}}\n",
            last = count - 1,
            results = list(&|i| if i == 0 { "%y".to_owned() } else { format!("%r#{i}") }),
            backwards = list(&|i| format!("%x{}", count - 1 - i)),
        )
    };
    let widest = JitOptions::default().limits.values;
    let count = size(200, widest);
    let jit = defuse("signature", &passing(count), count).unwrap();
    let host = Host::builder().work_queue("s").build().unwrap();
    let mut arguments: Vec<Value> = (0..).take(count).map(|i: i32| Value::new(i)).collect();
    let mut results: Vec<Value> = (0..count).map(|_| Value::Empty).collect();
    let f = jit.function("f").unwrap();
    f.call(&host.context(), 0, &mut arguments, &mut results);
    let last = i32::try_from(count).unwrap() - 1;
    assert_eq!(get::<i32>(&results[0]), last);
    assert_eq!(get::<i32>(&results[1]), last - 1);
    assert_eq!(get::<i32>(&results[count - 1]), 0);

    let count = size(widest + 1, 50_000);
    assert_eq!(defuse("signature", &passing(count), count).unwrap_err(), Limit::Values);
    let catalogue = tfrt_test_kernels::catalogue();
    let (program, plan) = planned(&passing(3), &catalogue);
    let mut options = JitOptions::default();
    options.limits.values = 2;
    let error = compile(&program, &plan, &catalogue, &options).unwrap_err().to_string();
    assert!(
        error.contains("3 parameters, at most 2 are possible, in @f at test.mlir:1:"),
        "{error}"
    );
}

#[test]
fn many_results_and_wrong_calls() {
    let _turn = alone();
    let mut program = String::from("func.func @many(%x: i32) -> (");
    program.push_str(&["i32"; 40].join(", "));
    program.push_str(") {\n  tfrt.return ");
    program.push_str(&["%x"; 40].join(", "));
    program.push_str(" : ");
    program.push_str(&["i32"; 40].join(", "));
    program.push_str("\n}\nfunc.func @twice(%x: i32) -> (i32, i32) {\n  ");
    program.push_str("%r:40 = tfrt.call @many(%x) : (i32) -> (");
    program.push_str(&["i32"; 40].join(", "));
    program.push_str(")\n  %s = tfrt.add.i32 %r#0, %r#39\n  tfrt.return %s, %r#7 : i32, i32\n}\n");
    let setup = setup(&program);
    assert_eq!(setup.texts("twice", vec![Value::new(21i32)]), "42,21");
    let wrong = setup.texts("twice", vec![Value::new(21i64)]);
    assert!(wrong.contains("argument 0 is not of type i32"), "{wrong}");
    let wrong = setup.texts("twice", Vec::new());
    assert!(wrong.contains("a function that takes 1 argument is given 0"), "{wrong}");
}

#[test]
fn pending_arguments() {
    let _turn = alone();
    let setup = setup(LOOPS);
    let (promise, value) = tfrt_host::value::AsyncRef::<i32>::pending();
    let function = setup.jit.function("fizz").unwrap();
    let mut results = [Value::Empty, Value::Empty];
    let context = setup.host.context();
    function.call(&context, 0, &mut [Value::Ref(value.into_any())], &mut results);
    assert!(!results[0].is_available());
    promise.set(30);
    assert_eq!(text(&results[0]), "30");
    assert_eq!(text(&results[1]), "10");
}

#[test]
fn everything_is_freed() {
    let _turn = alone();
    let before = tfrt_host::value::live_count();
    let program = r#"
    func.func @strings(%ok: i1) -> !tfrt.string {
      %a = "tfrt_test.get_string"() { value = "a" } : () -> !tfrt.string
      %unused = "tfrt_test.get_string"() { value = "u" } : () -> !tfrt.string
      %bad = "tfrt_test.fail"() : () -> i32
      %late = "tfrt_test.async_constant.i32"() { value = 1 : i32 } : () -> i32
      %c = tfrt.add.i32 %late, %bad
      %r = tfrt.if %ok, %a, %c : (!tfrt.string, i32) -> (!tfrt.string) {
        %b = "tfrt_test.append_string"(%a, %a) : (!tfrt.string, !tfrt.string) -> !tfrt.string
        tfrt.return %b : !tfrt.string
      } else {
        tfrt.return %a : !tfrt.string
      }
      %t = "tfrt_test.append_string"(%a, %r) : (!tfrt.string, !tfrt.string) -> !tfrt.string
      tfrt.return %t : !tfrt.string
    }
    func.func @text(%x: i32) -> !tfrt.string {
      %a = "tfrt_test.get_string"() { value = "b" } : () -> !tfrt.string
      tfrt.return %a : !tfrt.string
    }
    func.func @after(%s: !tfrt.string, %x: i32) -> !tfrt.string {
      %t = "tfrt_test.append_string"(%s, %s) : (!tfrt.string, !tfrt.string) -> !tfrt.string
      tfrt.return %t : !tfrt.string
    }
    // Nobody reads the parameter, and what comes after the first wait is in its slot.
    func.func @unread(%u: !tfrt.string, %x: i32) -> !tfrt.string {
      %l = "tfrt_test.async_add.i32"(%x, %x) : (i32, i32) -> i32
      %s = tfrt.call @text(%l) : (i32) -> !tfrt.string
      %m = "tfrt_test.async_add.i32"(%l, %x) : (i32, i32) -> i32
      %t = tfrt.call @after(%s, %m) : (!tfrt.string, i32) -> !tfrt.string
      tfrt.return %t : !tfrt.string
    }
    func.func @abandoned() -> i32 {
      %a = "tfrt_test.async_constant.i32"() { value = 1 : i32 } : () -> i32
      %b = tfrt.add.i32 %a, %a
      %c = "tfrt_test.async_add.i32"(%b, %a) : (i32, i32) -> i32
      tfrt.return %c : i32
    }
    func.func @loop(%n: i32, %s: !tfrt.string) -> (!tfrt.string, i32) {
      %one = tfrt.constant.i32 1
      %r, %i = tfrt.repeat.i32 %n, %s, %one : !tfrt.string, i32 {
        %m1 = tfrt.constant.i32 -1
        %j = tfrt.add.i32 %one, %m1
        %q, %rem = tfrt.div.i32 %j, %j
        tfrt.return %s, %q : !tfrt.string, i32
      }
      tfrt.return %r, %i : !tfrt.string, i32
    }
    "#;
    {
        let setup = setup(program);
        for ok in [true, false] {
            drop(setup.call("strings", vec![Value::new(ok)]));
        }
        drop(setup.call("abandoned", Vec::new()));
        drop(setup.call("abandoned", Vec::new()));
        let string = || Value::new(tfrt_kernels::string::HostString("x".into()));
        drop(setup.call("loop", vec![Value::new(4i32), string()]));
        let unread = setup.call("unread", vec![string(), Value::new(4i32)]);
        setup.host.quiesce();
        let made = unread[0].get::<tfrt_kernels::string::HostString>();
        assert_eq!(made.map(|made| made.0.clone()), Some("bb".into()));
        drop(unread);
        // A function outlives its program.
        let function = setup.jit.function("abandoned").unwrap();
        drop(setup.jit);
        let mut results = [Value::Empty];
        let context = setup.host.context();
        function.call(&context, 0, &mut [], &mut results);
        drop(function);
        // The run outlives the function.
        setup.host.quiesce();
        assert_eq!(text(&results[0]), "3");
    }
    assert_eq!(tfrt_host::value::live_count(), before);
}

/// What a caller who says nothing allows.
#[test]
fn limits_by_default() {
    let Limits { kernels, code_bytes, time, .. } = Limits::default();
    assert_eq!((kernels, code_bytes), (1_000_000, 64 << 20));
    assert_eq!(time, std::time::Duration::from_secs(60));
}

#[test]
fn what_became_of_each_function() {
    let catalogue = tfrt_test_kernels::catalogue();
    let (program, plan) = planned(RECURSION, &catalogue);
    let options = JitOptions::default();
    let parts = tfrt_jit::explain(&program, &plan, &catalogue, &options).unwrap();
    let part = |name: &str| parts.iter().find(|part| part.name == name).unwrap();
    let fib = part("fib");
    assert!(fib.clif.starts_with("; fib\n") && fib.disassembly.contains("ret"), "{fib:?}");
    assert!(fib.code_bytes > 0 && fib.called.is_empty(), "{fib:?}");
    let inlined = parts.iter().filter(|part| part.function == "fib").map(|part| part.inlined);
    assert!(inlined.sum::<usize>() >= 10);
    assert_eq!(part("fib.entry").function, "fib");
    let waits = part("late_down.segment0");
    assert_eq!(waits.called.get("tfrt_test.async_copy.i32"), Some(&1));
}
