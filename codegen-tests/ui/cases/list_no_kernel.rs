//! A function that is no kernel.

mod inner {
    pub fn half(x: i32) -> i32 {
        x / 2
    }
}

tfrt::kernels! { MY = [inner::half] }

fn main() {
    let _ = inner::half(1);
}
