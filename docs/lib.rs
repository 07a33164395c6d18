//! The chapters of the guide: `cargo test -p tfrt-guide` compiles and runs their Rust.

macro_rules! chapters {
    ($($name:ident = $file:literal,)*) => {$(
        #[doc = include_str!($file)]
        pub mod $name {}
    )*};
}

chapters! {
    introduction = "src/introduction.md",
    language = "src/language.md",
    control_flow = "src/control-flow.md",
    kernels = "src/kernels.md",
    values = "src/values.md",
    asynchronous = "src/async.md",
    engines = "src/engines.md",
    queues = "src/queues.md",
    numbers = "src/numbers.md",
    tensors = "src/tensors.md",
    models = "src/models.md",
    nn = "src/nn.md",
    ops = "src/ops.md",
    gpu = "src/gpu.md",
    mlir = "src/mlir.md",
    bef = "src/bef.md",
    tracing = "src/tracing.md",
    machines = "src/machines.md",
}
