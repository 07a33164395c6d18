//! What the build script compiles.

/// The seed of the models' weights.
pub(crate) const SEED: u64 = 38;

/// So many random networks, from the first.
pub(crate) const NETWORKS: usize = 8;
