//! A program of upstream MLIR, in which the list is not named.

tfrt::tfrt_graph! {
    mod scalars;
    func.func @f(%a: i32) -> i32 {
        %b = "arith.addi"(%a, %a) : (i32, i32) -> i32
        return %b : i32
    }
}

tfrt::tfrt_graph! {
    mod tensors;
    func.func @f(%a: !tfrt_tensor.tensor) -> !tfrt_tensor.tensor {
        %b = "arith.addf.tensor.f32"(%a, %a) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
        return %b : !tfrt_tensor.tensor
    }
}

tfrt::tfrt_graph! {
    mod types;
    func.func @f(%a: !tfrt_tensor.tensor, %s: !ts.shape) -> !tfrt_tensor.tensor {
        tfrt.return %a : !tfrt_tensor.tensor
    }
}

fn main() {}
