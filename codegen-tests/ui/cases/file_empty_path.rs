//! An empty path.

tfrt::tfrt_graph! { mod a = ""; }

fn main() {}
