//! Functions without a return.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %y = tfrt.add.i32 %x, %x
    }
    func.func @g() {
    }
}

fn main() {}
