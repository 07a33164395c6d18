//! Products and a convolution of singles: `cargo xtask proofs assembly` reads the code of their tiles.

use std::hint::black_box;
use tfrt_numeric::{
    Activation, Factors, Filters, Images, InstructionSet, Linear, Matmul, Operands, Slide, Strides,
    ThisThread,
};

fn main() {
    let chosen = InstructionSet::chosen();
    let numbers = black_box(vec![0.5_f32; 1 << 16]);
    let mut results = vec![0.0_f32; 1 << 16];

    let linear = Linear { inner: 32, columns: 32 };
    let factors = Factors {
        rows: &numbers[..32 * 32],
        packed: &numbers[..linear.packed()],
        bias: Some(&numbers[..32]),
        residual: None,
        activation: Activation::Relu,
    };
    let product = linear.run(&ThisThread, chosen, &factors, &mut results[..32 * 32]);

    let batch = Strides::new(&[], [&[], &[]], [0, 0]);
    let matmul = Matmul { rows: 32, inner: 32, columns: 32, batch };
    let matrices = [&numbers[..32 * 32], &numbers[..32 * 32]];
    let sums = matmul.add_to(&ThisThread, chosen, matrices, &mut results[..32 * 32]);

    let slide = Slide { input: 10, output: 8, window: 3, ..Slide::NONE };
    let slides = [Slide::NONE, slide, slide];
    let filters = Filters { groups: 1, inputs: 16, outputs: 32, slides };
    let operands = Operands {
        images: Images::LaidOut(&numbers[..filters.laid_out(1)]),
        packed: &numbers[..filters.packed()],
        bias: None,
        residual: None,
        activation: Activation::None,
    };
    let blocks = filters.output(1, [0; 3]);
    let images = (&blocks, &mut results[..blocks.len()]);
    let images = filters.convolve(&ThisThread, chosen, &operands, images);
    let done = [product, sums, images].iter().all(Result::is_ok);
    black_box((done, results));
}
