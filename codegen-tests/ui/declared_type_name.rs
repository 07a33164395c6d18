//! A type whose own name is another.

pub struct Sample;

impl tfrt::KernelType for Sample {
    const NAME: &'static str = "!my.sample";
}

tfrt::tfrt_graph! {
    mod graph;
    type !my.sampel = crate::Sample;
}

fn main() {}
