//! An invocation without anything.

tfrt::tfrt_graph! {}

fn main() {}
