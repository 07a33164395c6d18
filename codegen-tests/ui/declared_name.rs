//! A kernel whose definition has another name.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.hald = crate::half(i32) -> i32;
    func.func @f(%x: i32) -> i32 {
        %y = "my.hald"(%x) : (i32) -> i32
        tfrt.return %y : i32
    }
}

fn main() {}
