//! Names that are taken.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %a = tfrt.add.i32 %x, %x
        %a = tfrt.add.i32 %x, %x
        %x = tfrt.add.i32 %a, %a
        tfrt.return %x : i32
    }
}

fn main() {}
