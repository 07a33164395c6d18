//! A file that is not there.

tfrt::tfrt_graph! { mod graph = "ui/nowhere.mlir"; }

fn main() {}
