//! A folder is no program.

tfrt::tfrt_graph! { mod a = "ui"; }

fn main() {}
