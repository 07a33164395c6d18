//! Five mistakes in an inline program: five errors, each at its token.

tfrt::tfrt_graph! {
    mod graph;
    func.func @add(%a: i32, %b: i32) -> i32 {
        %sum = tfrt.add.i32 %a, %b
        tfrt.return %sum : i32
    }
    func.func @several(%x: i32) -> i32 {
        %y = tfrt.frobnicate.i32 %x
        %z = tfrt.add.i32 %y, %undefined
        %c = "tfrt.lessequal.i32"(%z, %x) : (i32, i32) -> i1
        %w = tfrt.mul.i32 %c, %x
        tfrt.return %w : i32
    }
    func.func @calls(%x: i32) -> i32 {
        %r = tfrt.call @add(%x) : (i32) -> i32
        %s = "tfrt.constant.i32"() : () -> i32
        %t = tfrt.add.i32 %r, %s
        tfrt.return %t : i32
    }
}

fn main() {}
