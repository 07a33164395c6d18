//! The bodies of the fuzz targets: those of `codegen-tests`, built here without the programs that
//! crate compiles.

#[path = "../../src/fuzz/mod.rs"]
pub mod fuzz;
#[path = "../../src/random/mod.rs"]
pub mod random;
