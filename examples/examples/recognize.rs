//! A trained model, compiled into the program: `networks/digits.onnx`, which the example `digits` has
//! trained, recognizes digits that it has not seen. It runs as generated Rust and on the executor; with the
//! feature `jit` also on the JIT. Every engine gives the same answer, bit for bit.
//!
//! `cargo run --release -p tfrt-examples --example recognize`
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::time::{Duration, Instant};
use tfrt::{Host, Model, RequestContext, Tensor};
use tfrt_examples::drawn::{Chance, EDGE, PIXELS, greatest};

tfrt::tfrt_graph! { mod net = "networks/digits.onnx"; }

/// Images that are recognized, one a run.
const IMAGES: usize = 1000;

/// What an engine makes of the images.
struct Row {
    engine: &'static str,
    /// The chances of each digit, for each image.
    answers: Vec<Tensor>,
    time: Duration,
}

impl Row {
    /// The answers in the faster of two rounds: the first warms up.
    fn of(
        engine: &'static str,
        images: &[Tensor],
        run: impl Fn(&Tensor) -> Result<Tensor, tfrt::Error>,
    ) -> Result<Self, tfrt::Error> {
        let round = || -> Result<Self, tfrt::Error> {
            let start = Instant::now();
            let answers = images.iter().map(&run).collect::<Result<_, _>>()?;
            Ok(Self { engine, answers, time: start.elapsed() })
        };
        let (first, second) = (round()?, round()?);
        Ok(if first.time < second.time { first } else { second })
    }

    /// The share of the answers that are right.
    fn accuracy(&self, digits: &[usize]) -> Result<f64, Box<dyn Error>> {
        let mut right = 0;
        for (answer, &digit) in self.answers.iter().zip(digits) {
            right += usize::from(greatest(answer.elements::<f32>()?) == Some(digit));
        }
        Ok(right as f64 / digits.len() as f64)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // `digits` draws with another seed.
    let (pixels, digits) = Chance::new(2026).images(IMAGES);
    let images = pixels.chunks(PIXELS).map(|image| Tensor::from_vec(&[1, PIXELS], image.to_vec()));
    let images = images.collect::<Result<Vec<_>, _>>()?;
    let host = Host::builder().build()?;
    let ctx = host.context();

    // At load time: any file, or bytes as here.
    const FILE: &[u8] = include_bytes!("../networks/digits.onnx");
    let executor = Model::from_bytes(FILE)?;
    let rows = vec![
        Row::of("generated Rust", &images, |image| Ok(net::main(&ctx, image.clone())?.take()))?,
        #[cfg(feature = "jit")]
        {
            let jit = Model::builder().engine(tfrt::Engine::Jit).from_bytes(FILE)?;
            Row::of("JIT", &images, |image| loaded(&jit, &ctx, image))?
        },
        Row::of("executor", &images, |image| loaded(&executor, &ctx, image))?,
    ];

    println!("{IMAGES} digits that the network has not seen, such as\n");
    show(&pixels[7 * PIXELS..8 * PIXELS]);
    println!("{:<18} {:>9} {:>14}", "engine", "right", "an image takes");
    for row in &rows {
        let accuracy = row.accuracy(&digits)?;
        let each = row.time.as_secs_f64() * 1e6 / IMAGES as f64;
        println!("{:<18} {:>7.1} % {each:>11.1} µs", row.engine, accuracy * 100.0);
        if accuracy < 0.95 {
            return Err("it does not recognize them".into());
        }
        let bits = |row: &Row| -> Vec<u8> {
            row.answers.iter().flat_map(Tensor::bytes).copied().collect()
        };
        if bits(row) != bits(&rows[0]) {
            return Err(format!("{} differs from {}", row.engine, rows[0].engine).into());
        }
    }
    println!("all answers are equal, bit for bit");
    Ok(())
}

/// What a model that was loaded says of an image.
fn loaded(model: &Model, ctx: &RequestContext, image: &Tensor) -> Result<Tensor, tfrt::Error> {
    Ok(model.run(ctx, &[("image", image)])?["chances"].clone())
}

/// Prints an image, a letter for two pixels above one another.
fn show(image: &[f32]) {
    for rows in image.chunks(2 * EDGE) {
        let (upper, lower) = rows.split_at(EDGE);
        let letter = |(a, b): (&f32, &f32)| match (a + b) / 2.0 {
            ..0.3 => ' ',
            ..0.5 => '.',
            _ => '#',
        };
        println!("    {}", upper.iter().zip(lower).map(letter).collect::<String>());
    }
    println!();
}
