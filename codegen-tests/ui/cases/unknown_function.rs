//! Functions that are not there.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %y = tfrt.call @nowhere(%x) : (i32) -> i32
        %c = tfrt.constant.i1 true
        %z = tfrt.cond %c @f @nowhere (%y) : (i32) -> (i32)
        tfrt.return %z : i32
    }
}

fn main() {}
