//! An invocation while it is written: each has its errors, and none makes the macro panic.

tfrt::tfrt_graph! { pub mod }

tfrt::tfrt_graph! { pub mod p1 }

tfrt::tfrt_graph! { pub mod p2 = }

tfrt::tfrt_graph! { pub mod p3 = "ui/good.mlir" }

tfrt::tfrt_graph! { pub mod p4; type }

tfrt::tfrt_graph! { pub mod p5; type !my }

tfrt::tfrt_graph! { pub mod p6; type !my.t }

tfrt::tfrt_graph! { pub mod p7; type !my.t = }

tfrt::tfrt_graph! { pub mod p8; type !my.t = crate }

tfrt::tfrt_graph! { pub mod p9; kernel }

tfrt::tfrt_graph! { pub mod p10; kernel my.k = }

tfrt::tfrt_graph! { pub mod p11; kernel my.k = async }

tfrt::tfrt_graph! { pub mod p12; kernel my.k = async crate::f }

tfrt::tfrt_graph! { pub mod p13; kernel my.k = async crate::f() }

tfrt::tfrt_graph! { pub mod p14; kernel my.k = async crate::f() -> }

tfrt::tfrt_graph! { pub mod p15; kernel my.k = crate::f(attr ) }

tfrt::tfrt_graph! { pub mod p16; kernel my.k = crate::f(attr a:) }

tfrt::tfrt_graph! { pub mod p17; kernel my.k = crate::f(&) }

tfrt::tfrt_graph! { pub mod p18; kernel my.k = crate::f(later) ; }

tfrt::tfrt_graph! { pub mod p19; native @ }

tfrt::tfrt_graph! { pub mod p20; func }

tfrt::tfrt_graph! { pub mod p21; func. }

tfrt::tfrt_graph! { pub mod p22; func.func }

tfrt::tfrt_graph! { pub mod p23; func.func @ }

tfrt::tfrt_graph! { pub mod p24; func.func @f }

tfrt::tfrt_graph! { pub mod p25; func.func @f() }

tfrt::tfrt_graph! { pub mod p26; func.func @f(%) }

tfrt::tfrt_graph! { pub mod p27; func.func @f(%x) }

tfrt::tfrt_graph! { pub mod p28; func.func @f(%x:) }

tfrt::tfrt_graph! { pub mod p29; func.func @f(%x: i32) -> }

tfrt::tfrt_graph! { pub mod p30; func.func @f(%x: i32) -> i32 }

tfrt::tfrt_graph! { pub mod p31; func.func @f(%x: i32) -> i32 {} }

tfrt::tfrt_graph! { pub mod p32; func.func @f(%x: i32) -> i32 { % } }

tfrt::tfrt_graph! { pub mod p33; func.func @f(%x: i32) -> i32 { %y = } }

tfrt::tfrt_graph! { pub mod p34; func.func @f(%x: i32) -> i32 { %y = tfrt } }

tfrt::tfrt_graph! { pub mod p35; func.func @f(%x: i32) -> i32 { %y = tfrt. } }

tfrt::tfrt_graph! { pub mod p36; func.func @f(%x: i32) -> i32 { %y = tfrt.add.i32 } }

tfrt::tfrt_graph! { pub mod p37; func.func @f(%x: i32) -> i32 { %y = tfrt.add.i32 % } }

tfrt::tfrt_graph! { pub mod p38; func.func @f(%x: i32) -> i32 { %y = "" } }

tfrt::tfrt_graph! { pub mod p39; func.func @f(%x: i32) -> i32 { %y = "my.op" } }

tfrt::tfrt_graph! { pub mod p40; func.func @f(%x: i32) -> i32 { %y = "my.op"() } }

tfrt::tfrt_graph! { pub mod p41; func.func @f(%x: i32) -> i32 { %y = "my.op"() { } } }

tfrt::tfrt_graph! { pub mod p42; func.func @f(%x: i32) -> i32 { tfrt.return } }

tfrt::tfrt_graph! { pub mod p43; func.func @f(%x: i32) -> i32 { tfrt.return %x : } }

fn main() {}
