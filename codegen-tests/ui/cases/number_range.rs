//! Constants that do not fit.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %a = tfrt.constant.i32 4294967296
        %b = tfrt.constant.i1 2
        %c = tfrt.constant.i64 99999999999999999999
        tfrt.return %a : i32
    }
}

fn main() {}
