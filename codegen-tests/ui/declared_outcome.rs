//! A kernel declared to be ready at once, defined as one that can fail.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> Result<i32, tfrt::KernelError> {
    if x % 2 == 0 { Ok(x / 2) } else { Err("odd".into()) }
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = crate::half(i32) -> i32;
    func.func @f(%x: i32) -> i32 {
        %y = "my.half"(%x) : (i32) -> i32
        tfrt.return %y : i32
    }
}

fn main() {}
