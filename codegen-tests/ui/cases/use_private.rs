//! A private function is called.

#[path = "shared/uses.rs"]
mod uses;
use uses::graph;

fn main() {
    let _ = graph::hidden(1);
}
