//! An invocation while it is written: each has its errors, and none makes the macro panic.

tfrt::tfrt_graph! { pub mod }

tfrt::tfrt_graph! { pub mod p1 }

tfrt::tfrt_graph! { pub mod p2 = }

tfrt::tfrt_graph! { pub mod p3 = "ui/good.mlir" }

tfrt::tfrt_graph! { pub mod p4; kernels }

tfrt::tfrt_graph! { pub mod p5; kernels = }

tfrt::tfrt_graph! { pub mod p6; kernels = [] }

tfrt::tfrt_graph! { pub mod p7; kernels = [crate::]; }

tfrt::tfrt_graph! { pub mod p8; kernels = MY; }

tfrt::tfrt_graph! { pub mod p9; kernels = [A B]; }

tfrt::tfrt_graph! { pub mod p10; kernels: [MY]; }

tfrt::tfrt_graph! { pub mod p11; type }

tfrt::tfrt_graph! { pub mod p12; type !my.t = crate::T; }

tfrt::tfrt_graph! { pub mod p13; kernel my.k = crate::f(i32) -> i32; }

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
