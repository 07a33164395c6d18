//! Returns that are not what the function gives.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %c = tfrt.constant.i1 true
        tfrt.return %c : i1
    }
    func.func @g(%x: i32) -> i32 {
        tfrt.return
    }
    func.func @h(%x: i32) {
        tfrt.return %x : i32
    }
}

fn main() {}
