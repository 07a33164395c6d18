//! Mistakes that different stages find, in different functions: none hides another.

tfrt::tfrt_graph! {
    mod demo;
    func.func @spelled(%a: i32) -> i32 attributes {tfrt.signature = "redy"} {
        tfrt.return %a : i32
    }
    func.func @violated(%a: i32, %b: i32) -> i32 attributes {tfrt.signature = "ready"} {
        %q, %r = tfrt.div.i32 %a, %b
        tfrt.return %q : i32
    }
    func.func @unknown(%a: i32) -> i32 {
        %b = "my.unknown"(%a) : (i32) -> i32
        tfrt.return %b : i32
    }
}

fn main() {}
