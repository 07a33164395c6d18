//! A kernel that is unknown, in the pretty form.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %y = my.unknown %x
        tfrt.return %y : i32
    }
}

fn main() {}
