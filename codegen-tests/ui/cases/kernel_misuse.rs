//! What cannot be a kernel, each said at the part that is to blame.

#[tfrt::kernel("my.generic")]
fn generic<T>(x: T) -> T {
    x
}

#[tfrt::kernel("my.pointer")]
fn mutable(x: &mut i32) {
    *x += 1;
}

#[tfrt::kernel("my.borrow")]
async fn borrow(x: &i32) -> i32 {
    *x
}

#[tfrt::kernel("my.work", task)]
fn work(x: &i32) -> i32 {
    *x
}

#[tfrt::kernel("my.both", task)]
async fn both(x: i32) -> i32 {
    x
}

#[tfrt::kernel("my.self")]
fn unnamed(_: i32) -> i32 {
    0
}

#[tfrt::kernel]
fn nameless(x: i32) -> i32 {
    x
}

#[tfrt::kernel("my.option", purr)]
fn option(x: i32) -> i32 {
    x
}

#[tfrt::kernel("my.constant")]
const CONSTANT: i32 = 0;

fn main() {}
