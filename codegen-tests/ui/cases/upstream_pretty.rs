//! Upstream MLIR in its pretty form, which a macro cannot have the helper read.

tfrt::tfrt_graph! {
    mod inline;
    kernels = [tfrt::MLIR];
    func.func @f(%a: i32) -> i32 {
        %b = arith.addi %a, %a : i32
        return %b : i32
    }
}

fn main() {}
