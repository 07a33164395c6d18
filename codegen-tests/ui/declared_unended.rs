//! A declaration without its `;`.

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = crate::half(i32) -> i32
    func.func @f(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
}

fn main() {}
