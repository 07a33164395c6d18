//! Dialects of which no op is imported, and what helps instead.

use super::Dialect;

pub(super) const DIALECTS: &[&Dialect] = &[
    &Dialect::unsupported("affine", &[("affine.", "run --lower-affine")]),
    &Dialect::unsupported("async", &[("async.", "leave out --async-parallel-for and the like")]),
    &Dialect::unsupported(
        "bufferization",
        &[("bufferization.", "leave out --one-shot-bufferize: tensors are values here")],
    ),
    &Dialect::unsupported("complex", &[("complex.", "run --convert-complex-to-standard")]),
    &Dialect::unsupported("gpu", &[("gpu.", "leave out the passes that map to GPUs")]),
    &Dialect::unsupported("linalg", &[]),
    &Dialect::unsupported("llvm", &[("llvm.", "leave out the passes that convert to llvm")]),
    &Dialect::unsupported(
        "memref",
        &[("memref.", "leave out --one-shot-bufferize: programs have values and no memory")],
    ),
    &Dialect::unsupported("omp", &[("omp.", "leave out --convert-scf-to-openmp")]),
    &Dialect::unsupported(
        "shape",
        &[("shape.", "run --shape-to-shape-lowering and --convert-shape-to-std")],
    ),
    &Dialect::unsupported("spirv", &[("spirv.", "leave out the passes that convert to spirv")]),
    &Dialect::unsupported("stablehlo", &[]),
    &Dialect::unsupported("tosa", &[]),
    &Dialect::unsupported(
        "vector",
        &[("vector.", "leave out --convert-vector-to-scf and the vectorizing passes")],
    ),
];
