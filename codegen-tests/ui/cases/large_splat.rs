//! A constant of one repeated element that is too large: an error at it.

tfrt::tfrt_graph! {
    mod graph;
    kernels = [tfrt::MLIR, tfrt::TENSOR];
    func.func @large() -> tensor<40000x40000xf32> {
        %a = "arith.constant.tensor"() {value = dense<1.0> : tensor<40000x40000xf32>} : () -> tensor<40000x40000xf32>
        tfrt.return %a : tensor<40000x40000xf32>
    }
}

fn main() {}
