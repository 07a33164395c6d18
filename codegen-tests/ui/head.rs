//! An invocation that does not say which module it makes.

tfrt::tfrt_graph! {
    func.func @f(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
}

tfrt::tfrt_graph! { mod graph = nowhere; }

tfrt::tfrt_graph! {
    mod other;
    kernel my.half(i32) -> i32;
}

tfrt::tfrt_graph! {
    mod more;
    type my.thing = crate::Thing;
}

fn main() {}
