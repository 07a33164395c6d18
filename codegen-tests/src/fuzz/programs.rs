//! Ten small programs that between them have every section and feature of the format.

/// Names and texts.
pub const SMALL: [(&str, &str); 10] = [
    ("attributes", include_str!("../../programs/small/attributes.mlir")),
    ("calls", include_str!("../../programs/small/calls.mlir")),
    ("locations", include_str!("../../programs/small/locations.mlir")),
    ("loop", include_str!("../../programs/small/loop.mlir")),
    ("native", include_str!("../../programs/small/native.mlir")),
    ("nonstrict", include_str!("../../programs/small/nonstrict.mlir")),
    ("regions", include_str!("../../programs/small/regions.mlir")),
    ("scalars", include_str!("../../programs/small/scalars.mlir")),
    ("straight", include_str!("../../programs/small/straight.mlir")),
    ("values", include_str!("../../programs/small/values.mlir")),
];
