//! Types with parameters, of which one Rust type is a family: the parameters are the program's, and
//! kernels take any.

use tfrt::{Catalogue, Engine, Host, KernelType, Program};

/// What is in a box: `!my.box<i32>`, `!my.box<"label", 2>`.
#[derive(Clone, Debug)]
struct Boxed(i32);

impl KernelType for Boxed {
    const NAME: &'static str = "!my.box<..>";
}

/// A shape: any `tensor<2x?xf32>`.
#[derive(Clone, Debug)]
struct Shaped(i32);

impl KernelType for Shaped {
    const NAME: &'static str = "tensor<..>";
}

#[tfrt::kernel("my.box")]
fn boxed(content: i32) -> Boxed {
    Boxed(content)
}

#[tfrt::kernel("my.shape")]
fn shape(from: &Boxed) -> Shaped {
    Shaped(from.0 + 1)
}

#[tfrt::kernel("my.size")]
fn size(of: &Shaped) -> i32 {
    of.0
}

tfrt::kernels! {
    MY = [boxed, shape, size, type Boxed = "!my.box<..>", type Shaped = "tensor<..>"]
}

fn catalogue() -> Catalogue {
    tfrt::catalogue().with(&MY)
}

tfrt::tfrt_graph! {
    mod inline;
    kernels = [MY];
    func.func @f(%x: i32) -> (i32, i32) {
        %0 = "my.box"(%x) : (i32) -> !my.box<i32>
        %1 = "my.box"(%x) : (i32) -> !my.box<"label", 2>
        %2 = "my.shape"(%0) : (!my.box<i32>) -> tensor<2x?xf32>
        %3 = "my.shape"(%1) : (!my.box<"label", 2>) -> tensor<*xi8>
        %4 = "my.size"(%2) : (tensor<2x?xf32>) -> i32
        %5 = "my.size"(%3) : (tensor<*xi8>) -> i32
        tfrt.return %4, %5 : i32, i32
    }
    func.func @give(%x: i32) -> !my.box<i32> {
        %0 = "my.box"(%x) : (i32) -> !my.box<i32>
        tfrt.return %0 : !my.box<i32>
    }
    func.func @take(%x: !my.box<i32>) -> i32 {
        %0 = "my.shape"(%x) : (!my.box<i32>) -> tensor<2x?xf32>
        %1 = "my.size"(%0) : (tensor<2x?xf32>) -> i32
        tfrt.return %1 : i32
    }
}

const TEXT: &str = r#"
func.func @f(%x: i32) -> (i32, i32) {
  %0 = "my.box"(%x) : (i32) -> !my.box<i32>
  %1 = "my.box"(%x) : (i32) -> !my.box<"label", 2>
  %2 = "my.shape"(%0) : (!my.box<i32>) -> tensor<2x?xf32>
  %3 = "my.shape"(%1) : (!my.box<"label", 2>) -> tensor<*xi8>
  %4 = "my.size"(%2) : (tensor<2x?xf32>) -> i32
  %5 = "my.size"(%3) : (tensor<*xi8>) -> i32
  tfrt.return %4, %5 : i32, i32
}
"#;

#[test]
fn kernels_take_and_give_all_types_of_a_family() {
    let catalogue = catalogue();
    let bytes = tfrt::mlir_to_bef("types.mlir", TEXT, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("it loads");
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    for engine in [Engine::Executor, Engine::Jit] {
        let compiled = program.compile(engine).expect("it compiles");
        let f = compiled.function::<(i32,), (i32, i32)>("f").expect("it is there");
        assert_eq!(f.call(&host.context(), (41,)).expect("it runs"), (42, 42), "{engine:?}");
    }
}

#[test]
fn generated_rust_holds_the_type_of_the_family() {
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let (first, second) = inline::f(&request, 41);
    assert_eq!((first.ok(), second.ok()), (Some(42), Some(42)));
    assert_eq!(inline::take(&request, inline::give(41)).ok(), Some(42));
    let known = |ty: &str| catalogue().ty(ty).is_some();
    assert!(known("!my.box<i32>") && known("tensor<2x?xf32>"));
    assert!(!known("!my.box") && !known("!my.boxes<i32>"));
}

#[test]
fn what_is_of_no_family_is_refused() {
    let text = TEXT.replace("(tensor<*xi8>) -> i32", "(vector<2xi8>) -> i32");
    let text = text.replace("-> tensor<*xi8>", "-> vector<2xi8>");
    let error = tfrt::mlir_to_bef("types.mlir", &text, &catalogue()).expect_err("it is no tensor");
    let message = error.to_string();
    let expected = [
        "types.mlir:6:8: error: 'my.shape' op result #0 must be tensor<..>, but got 'vector<2xi8>'",
        "types.mlir:8:8: error: 'my.size' op operand #0 must be tensor<..>, but got 'vector<2xi8>'",
    ];
    assert!(expected.iter().all(|expected| message.contains(expected)), "{message}");
}
