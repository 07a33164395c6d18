//! Temporary.
mod common;
use std::time::Instant;
use tfrt_host::kernel::Value;
const P: &str = r#"
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
func.func @empty() { tfrt.return }
func.func @loopone(%n: i32) -> i32 {
  %z = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %z : i32 {
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %z, %one
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
func.func @divdyn(%n: i32, %d: i32) -> i32 {
  %z = tfrt.constant.i32 0
  %r, %d1 = tfrt.repeat.i32 %n, %z, %d : i32, i32 {
    %q, %m = tfrt.div.i32 %z, %d
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %m, %one
    tfrt.return %y, %d : i32, i32
  }
  tfrt.return %r : i32
}
func.func @strs(%n: i32) -> i32 {
  %c = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %ch = tfrt.new.chain
  %a, %b = tfrt.repeat.i32 %n, %c, %ch : !test.atomic.i32, !tfrt.chain {
    %d = "tfrt_test.atomic.inc.i32"(%c, %ch) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
    tfrt.return %c, %d : !test.atomic.i32, !tfrt.chain
  }
  %v, %ch1 = "tfrt_test.atomic.get.i32"(%a, %b) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %v : i32
}
func.func @async(%n: i32) -> i32 {
  %z = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %z : i32 {
    %one = tfrt.constant.i32 1
    %y = "tfrt_test.async_add.i32"(%z, %one) : (i32, i32) -> i32
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
func.func @susp(%n: i32) -> i32 {
  %y = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %one = tfrt.constant.i32 1
  %z = tfrt.add.i32 %y, %one
  tfrt.return %z : i32
}
"#;
#[inline(never)]
fn fib(n: i32) -> i32 { if n <= 1 { n } else { fib(n - 1).wrapping_add(fib(n - 2)) } }
#[test]
fn perf() {
    let s = common::setup(P);
    println!("code {}", s.jit.code_size());
    let t = Instant::now(); let r = s.texts("fib", vec![Value::new(32i32)]); println!("fib(32)={r} {:?}", t.elapsed());
    let t = Instant::now(); let r = fib(std::hint::black_box(32)); println!("rust fib(32)={r} {:?}", t.elapsed());
    for (f, n) in [("loopone", 100_000_000), ("strs", 1_000_000), ("async", 100_000)] {
        let t = Instant::now(); let r = s.texts(f, vec![Value::new(n)]); println!("{f}={r} {:.2} ns/trip", t.elapsed().as_nanos() as f64 / n as f64);
    }
    let n = 10_000_000; let t = Instant::now(); let r = s.texts("divdyn", vec![Value::new(n), Value::new(7i32)]); println!("divdyn={r} {:.2} ns/trip", t.elapsed().as_nanos() as f64 / n as f64);
    let f = s.jit.function("empty").unwrap(); let c = s.host.context();
    let t = Instant::now(); for _ in 0..1_000_000 { f.call(&c, 0, vec![], &mut []); } println!("empty {:.1} ns", t.elapsed().as_nanos() as f64 / 1e6);
    let f = s.jit.function("fib").unwrap();
    let t = Instant::now(); for _ in 0..1_000_000 { f.call(&c, 0, vec![Value::new(1i32)], &mut [Value::Empty]); } println!("fib(1) {:.1} ns", t.elapsed().as_nanos() as f64 / 1e6);
    let t = Instant::now(); for _ in 0..100_000 { s.call_in(&c, "susp", vec![Value::new(1i32)]); } println!("susp {:.1} ns", t.elapsed().as_nanos() as f64 / 1e5);
}
#[test]
fn big() {
    use std::fmt::Write as _;
    for (name, line) in [("add", "  %v{} = tfrt.add.i32 %v{-}, %x"), ("div", "  %v{}, %w{} = tfrt.div.i32 %v{-}, %x"), ("kernel", "  %v{} = \"tfrt_test.get_string\"() { value = \"a\" } : () -> !tfrt.string")] {
        for count in [10_000, 100_000] {
            if name == "div" && count > 10_000 && cfg!(debug_assertions) { continue }
            let mut p = String::from("func.func @f(%x: i32) -> i32 {\n  %v0 = tfrt.constant.i32 1\n");
            for i in 0..count { let l = line.replace("{}", &(i + 1).to_string()).replace("{-}", &i.to_string()); let _ = writeln!(p, "{l}"); }
            let ret = if name == "kernel" { "%x".to_string() } else { format!("%v{count}") };
            let _ = write!(p, "  tfrt.return {ret} : i32\n}}\n");
            let cat = tfrt_kernels::catalogue();
            let t = Instant::now();
            let (v, plan) = common::planned(&p, &cat);
            let front = t.elapsed();
            let t = Instant::now();
            let jit = tfrt_jit::compile(&v, &plan, &cat, &Default::default()).unwrap();
            println!("{name} {count}: front {front:?} jit {:?} size {}", t.elapsed(), jit.code_size());
        }
    }
}
