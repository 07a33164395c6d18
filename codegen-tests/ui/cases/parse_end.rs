//! A function with ops after its return, and a return that is cut off.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        tfrt.return %x : i32
        %a = tfrt.add.i32 %x, %x
    }
    func.func @g(%x: i32) -> i32 {
        tfrt.return %x :
    }
}

fn main() {}
