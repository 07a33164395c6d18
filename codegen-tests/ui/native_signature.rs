//! A native function of another signature.

fn log(text: &str) {
    let _ = text;
}

tfrt::tfrt_graph! {
    mod graph;
    native @log = crate::log;
}

fn main() {}
