//! Arguments of another type, and without the context.

#[path = "shared/uses.rs"]
mod uses;
use uses::graph;

fn main() {
    let _ = graph::f(1.5);
    let _ = graph::fails(1);
}
