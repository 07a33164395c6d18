//! A public list of what is private.

mod inner {
    use super::*;

    #[tfrt::kernel("my.half")]
    fn half(x: i32) -> i32 {
        x / 2
    }

    tfrt::kernels! { pub MY = [half, native log] }
}

fn log(_: &tfrt::RequestContext, _: &[tfrt::Value]) -> Vec<tfrt::Value> {
    Vec::new()
}

fn main() {
    let _ = inner::MY;
}
