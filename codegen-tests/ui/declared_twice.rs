//! Declarations of one name.

tfrt::tfrt_graph! {
    mod graph;
    type !my.t = crate::T;
    type !my.t = crate::U;
    kernel my.a = crate::a(i32) -> i32;
    kernel my.a = crate::b(i32) -> i32;
    native @log = crate::log;
    native @log = crate::log;
}

fn main() {}
