//! A file that is no text.

tfrt::tfrt_graph! { mod a = "ui/not_utf8.mlir"; }

fn main() {}
