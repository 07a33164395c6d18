//! A parameter of a type that is no kernel type.

struct Thing;

#[tfrt::kernel("my.take")]
fn take(thing: Thing) -> i32 {
    let _ = thing;
    0
}

fn main() {}
