//! Examples that run in CI: see `examples/examples/`.
