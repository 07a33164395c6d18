//! Declarations that cannot be read: each is one error.

tfrt::tfrt_graph! {
    mod graph;
    kernel my.a = crate::a;
    kernel my.b = b(i32) -> i32;
    kernel = crate::c(i32) -> i32;
    kernel my.d = async async crate::d(i32) -> i32;
    kernel my.e = fallible later crate::e(i32) -> i32;
    kernel my.f = crate::f(i32) i32;
    kernel my.g = crate::g(attr) -> i32;
    kernel my.h = crate::h(attr a: i32, attr a: i32) -> i32;
    kernel my.i = async crate::i(&i32) -> i32;
    kernel my.j = async crate::j(i32) -> (i32, i32);
    kernel my.k = crate::k(i32) ->;
    type !my.t;
    type ! = crate::T;
    native log = crate::log;
    native @log = log;
}

fn main() {}
