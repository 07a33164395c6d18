//! Control flow that cannot be read.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %c = tfrt.constant.i1 true
        %a = tfrt.if %c, %x : (i32) -> (i32) {
            tfrt.return %x : i32
        } otherwise {
            tfrt.return %x : i32
        }
        tfrt.return %a : i32
    }
}

fn main() {}
