//! Kernels of the user's own: types, functions as attributes, panics.

mod common;

use common::{alone, setup_with};
use tfrt_bef::Attribute;
use tfrt_host::context::ExecCtx;
use tfrt_host::kernel;
use tfrt_host::kernel::{
    Attr, Catalogue, Chain, Function, KernelDef, KernelList, KernelType, TypeDef, Value,
};
use tfrt_host::value::AsyncRef;

/// A type that is held by reference.
#[derive(Clone, Debug)]
struct Sample(i32);

impl KernelType for Sample {
    const NAME: &'static str = "!my.sample";
}

/// Boxes a number.
#[kernel("my.make")]
fn make(x: i32) -> Sample {
    Sample(x)
}

/// Reads a boxed number.
#[kernel("my.read")]
fn read(sample: &Sample) -> i32 {
    sample.0
}

/// Never returns.
#[kernel("my.panic")]
fn panic(x: i32) -> i32 {
    assert!(x < 0, "a number of {x}");
    x
}

/// Calls its function on a value and an error.
#[kernel("my.apply")]
fn apply(context: ExecCtx<'_>, function: &Function, x: i32) -> Vec<Value> {
    let mut results = vec![Value::Empty, Value::Empty];
    let error = context.error("given as an argument");
    let mut arguments = [Value::new(x), Value::Error(error)];
    function.call(context.request, context.depth, &mut arguments, &mut results);
    results
}

/// Borrows what it also takes.
#[kernel("my.mix")]
fn mix(lent: &Sample, taken: Sample, kept: AsyncRef<Sample>) -> i32 {
    let kept = kept.get().and_then(Result::ok).map_or(0, |sample| sample.0);
    let Sample(taken) = taken;
    100 * lent.0 + 10 * taken + kept + lent.0
}

/// Whether its operand has one reference.
#[kernel("my.alone")]
fn is_alone(sample: AsyncRef<Sample>) -> bool {
    sample.as_any().is_unique()
}

/// With all that a C entry can have, as many words as it takes in registers and on the stack.
#[kernel("my.all")]
#[expect(clippy::too_many_arguments, reason = "more than there are registers for")]
fn all(
    ctx: ExecCtx<'_>,
    a: i8,
    b: bool,
    c: f32,
    d: f64,
    scale: Attr<i64>,
    e: &Sample,
    f: u16,
) -> Result<f64, String> {
    if b {
        return Err(format!("at depth {}", ctx.depth));
    }
    let sample = f64::from(e.0);
    Ok(f64::from(a) + f64::from(c) + d + sample + f64::from(f) * scale.0 as f64)
}

/// Gives its result later, or at once.
#[kernel("my.later")]
fn later(x: i32) -> Result<AsyncRef<Sample>, String> {
    match x {
        0 => Err("never".to_owned()),
        x => Ok(AsyncRef::available(Sample(x))),
    }
}

/// Something that is not what it says.
#[kernel("my.lie")]
fn lie(_x: i32) -> Vec<Value> {
    vec![Value::Ref(AsyncRef::available(String::new()).into_any())]
}

/// What it is given, as text.
#[kernel("my.describe")]
fn describe(context: ExecCtx<'_>, attributes: &[Attribute], functions: &[Function]) -> i32 {
    let names: Vec<_> = functions.iter().map(|f| f.signature().name.clone()).collect();
    context.request.print(&format!("{attributes:?} {names:?}"));
    1
}

/// How many values there are.
#[kernel("my.live")]
fn live(_x: i32) -> i64 {
    tfrt_host::value::live_count()
}

const KERNELS: &[KernelDef] =
    &[MAKE, READ, PANIC, APPLY, MIX, IS_ALONE, ALL, LATER, LIE, DESCRIBE, LIVE];
const TYPES: &[TypeDef] = &[TypeDef::named("!my.sample", "Sample")];

fn catalogue() -> Catalogue {
    tfrt_test_kernels::catalogue().with(&KernelList::new(KERNELS).with_types(TYPES))
}

#[test]
fn own_types() {
    let _turn = alone();
    let before = tfrt_host::value::live_count();
    let program = r#"
    func.func @pass(%s: !my.sample, %n: i32) -> (!my.sample, i32) {
      %x = "my.read"(%s) : (!my.sample) -> i32
      %y = tfrt.add.i32 %x, %n
      %t = "my.make"(%y) : (i32) -> !my.sample
      tfrt.return %t, %x : !my.sample, i32
    }
    func.func @main(%n: i32) -> (i32, i32) {
      %s = "my.make"(%n) : (i32) -> !my.sample
      %t, %x = tfrt.call @pass(%s, %n) : (!my.sample, i32) -> (!my.sample, i32)
      %y = "my.read"(%t) : (!my.sample) -> i32
      tfrt.return %x, %y : i32, i32
    }"#;
    let setup = setup_with(program, &catalogue(), 100, "s");
    assert_eq!(setup.texts("main", vec![Value::new(4i32)]), "4,8");
    assert_eq!(tfrt_host::value::live_count(), before);
}

#[test]
fn operands_of_c_entries() {
    let _turn = alone();
    let before = tfrt_host::value::live_count();
    let program = r#"
    func.func @mix(%n: i32) -> (i32, i32) {
      %s = "my.make"(%n) : (i32) -> !my.sample
      %x = "my.mix"(%s, %s, %s) : (!my.sample, !my.sample, !my.sample) -> i32
      %y = "my.mix"(%s, %s, %s) : (!my.sample, !my.sample, !my.sample) -> i32
      tfrt.return %x, %y : i32, i32
    }
    func.func @alone(%n: i32) -> (i1, i1) {
      %s = "my.make"(%n) : (i32) -> !my.sample
      %x = "my.alone"(%s) : (!my.sample) -> i1
      %y = "my.alone"(%s) : (!my.sample) -> i1
      tfrt.return %x, %y : i1, i1
    }
    func.func @all(%a: i8, %b: i1, %c: f32, %d: f64, %n: i32, %f: ui16) -> f64 {
      %e = "my.make"(%n) : (i32) -> !my.sample
      %x = "my.all"(%a, %b, %c, %d, %e, %f) {scale = 2 : i64}
        : (i8, i1, f32, f64, !my.sample, ui16) -> f64
      tfrt.return %x : f64
    }
    func.func @later(%n: i32) -> i32 {
      %s = "my.later"(%n) : (i32) -> !my.sample
      %x = "my.read"(%s) : (!my.sample) -> i32
      tfrt.return %x : i32
    }
    func.func @lie(%n: i32) -> (i32, i32) {
      %s = "my.make"(%n) : (i32) -> !my.sample
      %l = "my.lie"(%n) : (i32) -> !my.sample
      %x = "my.mix"(%s, %l, %s) : (!my.sample, !my.sample, !my.sample) -> i32
      %y = "my.read"(%l) : (!my.sample) -> i32
      tfrt.return %x, %y : i32, i32
    }
    func.func @chain(%n: i32, %c: !tfrt.chain) -> i32 {
      %s = "my.make"(%n, %c) : (i32, !tfrt.chain) -> !my.sample
      %x = "my.read"(%s, %c) : (!my.sample, !tfrt.chain) -> i32
      tfrt.return %x : i32
    }"#;
    let setup = setup_with(program, &catalogue(), 100, "s");
    let n = || vec![Value::new(4i32)];
    assert_eq!(setup.texts("mix", n()), "448,448");
    assert_eq!(setup.texts("alone", n()), "0,1");
    let all = |b: bool| {
        let (c, d) = (Value::new(0.5f32), Value::new(-2.25f64));
        let (a, b) = (Value::new(-3i8), Value::new(b));
        vec![a, b, c, d, Value::new(4i32), Value::new(40_000u16)]
    };
    let [x] = &setup.call("all", all(false))[..] else { panic!("one result") };
    assert_eq!(x.get::<f64>().as_deref(), Some(&79_999.25));
    assert_eq!(setup.texts("all", all(true)), "<<error: at depth 0>>");
    assert_eq!(setup.texts("later", n()), "4");
    assert_eq!(setup.texts("later", vec![Value::new(0i32)]), "<<error: never>>");
    let lie = setup.texts("lie", n());
    let is = "is 'String', expected '!my.sample'";
    let expected =
        format!("<<error: operand 1 of my.mix {is}>>,<<error: operand 0 of my.read {is}>>");
    assert_eq!(lie, expected);
    assert_eq!(setup.texts("chain", vec![Value::new(4i32), Value::new(Chain)]), "4");
    assert_eq!(tfrt_host::value::live_count(), before);
}

#[test]
fn functions_with_error_arguments() {
    let _turn = alone();
    let program = r#"
    func.func @both(%a: i32, %b: i32) -> (i32, i32) {
      %x = tfrt.add.i32 %a, %a
      %y = tfrt.add.i32 %a, %b
      tfrt.return %x, %y : i32, i32
    }
    func.func @main(%n: i32) -> (i32, i32) {
      %x, %y = "my.apply"(%n) { function = @both } : (i32) -> (i32, i32)
      tfrt.return %x, %y : i32, i32
    }"#;
    let setup = setup_with(program, &catalogue(), 100, "s");
    assert_eq!(setup.texts("main", vec![Value::new(4i32)]), "8,<<error: given as an argument>>");
}

#[test]
fn panics_are_errors() {
    let _turn = alone();
    let program = r#"
    func.func @main(%n: i32) -> (i32, !my.sample) {
      %p = "my.panic"(%n) : (i32) -> i32
      %s = "my.make"(%p) : (i32) -> !my.sample
      %x = "my.read"(%s) : (!my.sample) -> i32
      tfrt.return %x, %s : i32, !my.sample
    }
    func.func @late(%n: i32) -> i32 {
      %m = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
      %p = "my.panic"(%m) : (i32) -> i32
      tfrt.return %p : i32
    }
    func.func @beside(%n: i32) -> (i32, i32, i32) {
      %p = "my.panic"(%n) : (i32) -> i32
      %s = "my.make"(%n) : (i32) -> !my.sample
      %x = "my.read"(%s) : (!my.sample) -> i32
      %y = tfrt.add.i32 %x, %p
      %r = tfrt.repeat.i32 %n, %x : i32 {
        %q = "my.panic"(%x) : (i32) -> i32
        tfrt.return %x : i32
      }
      tfrt.return %x, %y, %r : i32, i32, i32
    }"#;
    let setup = setup_with(program, &catalogue(), 100, "s");
    let panicked = "<<error: kernel panicked: a number of 4>>";
    assert_eq!(setup.texts("beside", vec![Value::new(4i32)]), format!("4,{panicked},4"));
    let failed = setup.texts("main", vec![Value::new(4i32)]);
    assert_eq!(failed.matches("kernel panicked: a number of 4").count(), 2, "{failed}");
    assert!(setup.texts("main", vec![Value::new(-4i32)]).starts_with("-4,"));
    let failed = setup.texts("late", vec![Value::new(4i32)]);
    assert!(failed.contains("kernel panicked: a number of 4"), "{failed}");
    assert_eq!(setup.texts("late", vec![Value::new(-4i32)]), "-4");
}

#[test]
fn references_into_compiled_modules() {
    let program = r#"
    module @m attributes {tfrt.compiled} {
      func.func @g() -> i32
    }
    func.func @f() -> i32 {
      %a = "my.describe"() { a = @m::@g, b = @m, c = @f, d = [1 : i32, @f] } : () -> i32
      %b = "my.describe"() { a = [@f, @f] } : () -> i32
      %c = "my.describe"() { a = @m::@g, b = @m, c = @f, d = [1 : i32, @f] } : () -> i32
      tfrt.return %a : i32
    }"#;
    let setup = setup_with(program, &catalogue(), 100, "s");
    assert_eq!(setup.texts("f", Vec::new()), "1");
    let output = setup.output.lock().unwrap();
    let [first, second, third] = output.as_slice() else { panic!("{output:?}") };
    let module = r#"module: "\"builtin.module\"()"#;
    assert_eq!(first.matches(module).count(), 2, "{first}");
    assert!(first.contains(r#"SymbolRef { root: "m", nested: ["g"]"#), "{first}");
    assert!(first.contains(r#"SymbolRef { root: "m", nested: []"#), "{first}");
    assert!(first.ends_with(r#"["f"]"#), "{first}");
    assert_eq!(second, r#"[] ["f", "f"]"#);
    assert_eq!(first, third);
}

#[test]
fn what_was_waited_for_goes_when_it_is_read() {
    let _turn = alone();
    let program = r#"
    func.func @one(%n: i32) -> i64 {
      %a = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
      %live = "my.live"(%a) : (i32) -> i64
      tfrt.return %live : i64
    }
    func.func @four(%n: i32) -> i64 {
      %a = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
      %b = "tfrt_test.async_copy.i32"(%a) : (i32) -> i32
      %c = "tfrt_test.async_copy.i32"(%b) : (i32) -> i32
      %d = "tfrt_test.async_copy.i32"(%c) : (i32) -> i32
      %live = "my.live"(%d) : (i32) -> i64
      tfrt.return %live : i64
    }"#;
    let setup = setup_with(program, &catalogue(), 100, "s");
    let one = setup.texts("one", vec![Value::new(7i32)]);
    assert_eq!(setup.texts("four", vec![Value::new(7i32)]), one);
}
