//! Types that cannot be read.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %a = "my.op"(%x) : (i32) -> 32
        %b = "my.op"(%x) : (i32) -> tensor<2x
        tfrt.return %x : i32
    }
}

fn main() {}
