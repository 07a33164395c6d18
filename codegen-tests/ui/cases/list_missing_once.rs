// A list that is not there, imported as a build script's modules import it: one error.
use crate::MY as list;

tfrt::tfrt_graph! {
    mod one;
    kernels = [self::list];
    func.func @f() {
        tfrt.return
    }
}

mod folder {
    tfrt::tfrt_graph! {
        mod two;
        kernels = [super::list];
        func.func @f() {
            tfrt.return
        }
    }
}

fn main() {}
