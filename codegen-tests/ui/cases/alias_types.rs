//! A name that stands for two types.

use tfrt::KernelType;

#[derive(Debug)]
pub struct A;
impl KernelType for A {
    const NAME: &'static str = "!my.a";
}
#[derive(Debug)]
pub struct B;
impl KernelType for B {
    const NAME: &'static str = "!my.b";
}
#[tfrt::kernel("my.a")]
fn make_a() -> A {
    A
}
#[tfrt::kernel("my.b")]
fn make_b() -> B {
    B
}

tfrt::kernels! { MY = [make_a, make_b, type A = "!my.a", type B = "!my.b"] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @f() -> (!some.thing, !some.thing) {
        %a = "my.a"() : () -> !some.thing
        %b = "my.b"() : () -> !some.thing
        tfrt.return %a, %b : !some.thing, !some.thing
    }
    func.func @g() -> !my.b {
        %a = "my.a"() : () -> !my.b
        tfrt.return %a : !my.b
    }
}

fn main() {}
