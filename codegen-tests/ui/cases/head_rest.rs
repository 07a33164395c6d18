//! A module from a file takes lists only.

tfrt::tfrt_graph! {
    mod a = "ui/good.mlir";
    func.func @f() {
        tfrt.return
    }
}

fn main() {}
