//! Branches that take or give something else.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %c = tfrt.constant.i1 true
        %a = tfrt.if %c, %x : (i32) -> (i32) {
            tfrt.return %x, %x : i32, i32
        } else {
            %b = tfrt.constant.i64 1
            tfrt.return %b : i64
        }
        tfrt.return %a : i32
    }
}

fn main() {}
