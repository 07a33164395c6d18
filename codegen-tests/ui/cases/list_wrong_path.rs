//! Kernels that are nowhere.

tfrt::kernels! { MY = [half] }

tfrt::kernels! { OTHER = [crate::inner::half] }

tfrt::kernels! { NATIVE = [native half] }

fn main() {}
