//! A region uses a value from around it.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %c = tfrt.constant.i1 true
        %k = tfrt.constant.i32 1
        %a = tfrt.if %c, %x : (i32) -> (i32) {
            %y = tfrt.add.i32 %x, %k
            tfrt.return %y : i32
        } else {
            tfrt.return %x : i32
        }
        tfrt.return %a : i32
    }
}

fn main() {}
