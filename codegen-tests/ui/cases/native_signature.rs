//! A native function of another signature.

fn log(text: &str) {
    let _ = text;
}

tfrt::kernels! { MY = [native log] }

fn main() {}
