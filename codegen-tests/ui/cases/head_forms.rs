//! Heads that cannot be read.

tfrt::tfrt_graph! { crate = ; mod a; }

tfrt::tfrt_graph! { crate: b; mod b; }

tfrt::tfrt_graph! { mod; }

tfrt::tfrt_graph! { mod c }

tfrt::tfrt_graph! { pub mod d = ; }

tfrt::tfrt_graph! { struct E; }

fn main() {}
