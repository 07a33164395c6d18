//! A loop whose body gives something else than it takes.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %a = tfrt.repeat.i32 %x, %x : i32 {
            %b = tfrt.constant.i64 1
            tfrt.return %b : i64
        }
        tfrt.return %a : i32
    }
}

fn main() {}
