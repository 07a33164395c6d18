//! Results used as something else than they are.

#[tfrt::kernel("my.read")]
async fn read(x: i32) -> i32 {
    x
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.read = async crate::read(i32) -> i32;
    func.func @f(%x: i32) -> i32 {
        %y = tfrt.add.i32 %x, %x
        tfrt.return %y : i32
    }
    func.func @fails(%x: i32) -> i32 {
        %q, %r = tfrt.div.i32 %x, %x
        tfrt.return %q : i32
    }
    func.func @later(%x: i32) -> i32 {
        %y = "my.read"(%x) : (i32) -> i32
        tfrt.return %y : i32
    }
    func.func private @hidden(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
}

fn main() {
    let host = tfrt::Host::builder().build().unwrap();
    let request = host.context();
    let _: i64 = graph::f(1);
    let _: i32 = graph::fails(&request, 1);
    let _: i32 = graph::later(&request, 1);
}
