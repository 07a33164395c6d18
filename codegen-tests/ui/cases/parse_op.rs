//! Ops that cannot be read: each is one error, at the token.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %a = tfrt.add.i32 %x
        %b = tfrt.add.i32 %x,
        %c = "tfrt.add.i32"(%x, %x) : (i32, i32) i32
        %d = "tfrt.add.i32"(%x, %x)
        tfrt.return %x : i32
    }
}

fn main() {}
