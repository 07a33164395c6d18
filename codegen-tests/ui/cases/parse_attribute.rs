//! Attributes that cannot be read.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %a = tfrt.constant.i32 many
        %b = "tfrt.constant.i32"() {value = } : () -> i32
        %c = "tfrt.constant.i32"() {value = 1 : } : () -> i32
        tfrt.return %x : i32
    }
}

fn main() {}
