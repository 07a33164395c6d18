//! Five mistakes in a file: five errors at the path, each with its line and column.

tfrt::tfrt_graph! { mod graph = "ui/mistakes.mlir"; }

fn main() {}
