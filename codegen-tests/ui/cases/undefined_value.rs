//! Values that are not there, or not yet.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %a = tfrt.add.i32 %b, %x
        %b = tfrt.add.i32 %x, %x
        %c = tfrt.add.i32 %nowhere, %a
        tfrt.return %c : i32
    }
}

fn main() {}
