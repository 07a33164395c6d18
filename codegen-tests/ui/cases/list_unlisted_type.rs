//! A kernel of a type that no list has, and one of a type that no value has.

#[derive(Debug)]
struct Sample;

impl tfrt::KernelType for Sample {
    const NAME: &'static str = "!my.sample";
}

#[tfrt::kernel("my.sample")]
fn sample(x: i32) -> Sample {
    let _ = x;
    Sample
}

#[tfrt::kernel("my.show")]
fn show(sample: &Sample) -> i32 {
    let _ = sample;
    0
}

tfrt::kernels! { MY = [sample, show] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @f(%x: i32) -> i32 {
        %a = "my.sample"(%x) : (i32) -> !my.sample
        %b = "my.show"(%a) : (!my.sample) -> i32
        tfrt.return %b : i32
    }
}

fn main() {}
