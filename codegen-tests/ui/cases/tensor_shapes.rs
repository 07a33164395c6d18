//! Types of tensors that contradict each other, and a result with more than is inferred: errors at the ops,
//! with both types.

tfrt::tfrt_graph! {
    mod graph;
    kernels = [tfrt::MLIR];
    func.func @shapes(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<4xf32> {
        %sum = arith.addf.tensor.f32 %a, %b : tensor<4xf32>
        tfrt.return %sum : tensor<4xf32>
    }
    func.func @exact(%a: tensor<?xf32>) -> tensor<4xf32> {
        %sum = arith.addf.tensor.f32 %a, %a : tensor<4xf32>
        tfrt.return %sum : tensor<4xf32>
    }
}

fn main() {}
