//! Examples that run in CI: see `examples/examples/`.

/// What the build script made of `graphs/`: a module a file.
pub mod graphs {
    tfrt::include_graphs!("graphs");
}
