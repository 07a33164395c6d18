//! A native function that no list has.

tfrt::tfrt_graph! {
    mod graph;
    func.func private @log(i32) attributes {tfrt.native}
    func.func @f(%x: i32) {
        tfrt.call @log(%x) : (i32) -> ()
        tfrt.return
    }
}

fn main() {}
