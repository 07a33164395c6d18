//! Kernels of the user's own: types, functions as attributes, panics.

mod common;

use common::{alone, setup_with};
use tfrt_bef::Attribute;
use tfrt_host::context::ExecCtx;
use tfrt_host::kernel;
use tfrt_host::kernel::{Catalogue, Function, KernelDef, KernelType, TypeDef, Value};

/// A type that is held by reference.
#[derive(Debug)]
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

/// What it is given, as text.
#[kernel("my.describe")]
fn describe(context: ExecCtx<'_>, attributes: &[Attribute], functions: &[Function]) -> i32 {
    let names: Vec<_> = functions.iter().map(|f| f.signature().name.clone()).collect();
    context.request.print(&format!("{attributes:?} {names:?}"));
    1
}

const KERNELS: &[KernelDef] = &[MAKE, READ, PANIC, APPLY, DESCRIBE];
const TYPES: &[TypeDef] = &[TypeDef { name: "!my.sample", rust: "Sample", scalar: None }];

fn catalogue() -> Catalogue {
    tfrt_kernels::catalogue().with_kernels(KERNELS).with_types(TYPES)
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
