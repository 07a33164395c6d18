//! Types of declared kernels that nothing declares.

tfrt::tfrt_graph! {
    mod graph;
    kernel my.a = crate::a(!my.thing) -> i32;
    kernel my.b = crate::b(i32) -> !my.thing;
    kernel my.c = crate::c(string) -> i32;
}

fn main() {}
