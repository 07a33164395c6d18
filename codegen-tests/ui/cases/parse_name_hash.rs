//! `%name#0` is one token too many for Rust: `%name #0` is the same.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %p:2 = tfrt.div.i32 %x, %x
        tfrt.return %p#0 : i32
    }
}

fn main() {}
