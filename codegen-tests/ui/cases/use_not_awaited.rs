//! A result that comes later is dropped.
#![deny(unused_must_use)]

#[path = "shared/uses.rs"]
mod uses;
use uses::graph;

fn main() {
    let host = tfrt::Host::builder().build().unwrap();
    graph::later(&host.context(), 1);
    graph::fails(&host.context(), 1);
}
