//! A constant of one repeated element that is too large: an error at it.

tfrt::tfrt_graph! {
    mod graph;
    kernels = [tfrt::MLIR, tfrt::TENSOR];
    func.func @large() -> !tfrt_tensor.tensor {
        %a = "arith.constant.tensor"() {value = dense<1.0> : tensor<40000x40000xf32>} : () -> !tfrt_tensor.tensor
        tfrt.return %a : !tfrt_tensor.tensor
    }
}

fn main() {}
