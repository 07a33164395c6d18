//! Results used as something else than they are.

#[path = "shared/uses.rs"]
mod uses;
use uses::graph;

fn main() {
    let host = tfrt::Host::builder().build().unwrap();
    let request = host.context();
    let _: i64 = graph::f(1);
    let _: i32 = graph::fails(&request, 1);
    let _: i32 = graph::later(&request, 1);
}
