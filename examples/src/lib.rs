//! Examples that run in CI: see `examples/examples/`.

pub mod drawn;

/// What the build script made of `graphs/`: a module a file.
pub mod graphs {
    tfrt::include_graphs!("graphs");
}
