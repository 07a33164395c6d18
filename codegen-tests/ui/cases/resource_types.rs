//! Tensors of a file that are not those of the program: errors at the path, with line and column.

tfrt::tfrt_graph! {
    mod graph = "ui/weights.mlir";
    kernels = [tfrt::MLIR, tfrt::TENSOR];
}

fn main() {}
