//! Types that are nowhere, that are no types of values, and that have another name.

struct Plain;

#[derive(Debug)]
struct Sample;

impl tfrt::KernelType for Sample {
    const NAME: &'static str = "!my.sample";
}

tfrt::kernels! { MY = [type Nowhere = "!my.nowhere"] }

tfrt::kernels! { OTHER = [type Plain = "!my.plain"] }

tfrt::kernels! { MISSPELT = [type Sample = "!my.sampel"] }

fn main() {}
