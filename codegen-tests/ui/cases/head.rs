//! An invocation that does not say which module it makes.

tfrt::tfrt_graph! {
    func.func @f(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
}

tfrt::tfrt_graph! { mod graph = nowhere; }

fn main() {}
