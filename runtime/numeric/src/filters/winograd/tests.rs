//! Winograd's convolutions against a scalar form of the same sums, and against sums in doubles.

use super::*;
use crate::tile::tests::for_each_width;
use crate::workers::tests::Threads;
use crate::{Activation, ThisThread};
use std::sync::atomic::AtomicUsize;

/// Pseudorandom numbers between -1 and 1.
fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// Windows over so many places with so much padding.
fn side(input: usize, [before, after]: [usize; 2]) -> Slide {
    let output = input + before + after - 2;
    Slide { input, output, window: 3, before, after, ..Slide::NONE }
}

fn filters(inputs: usize, outputs: usize, height: Slide, width: Slide) -> Filters {
    Filters { groups: 1, inputs, outputs, slides: [Slide::NONE, height, width] }
}

/// A line of a filter, of pixels and of products, as the formulas say.
struct Lines {
    filter: fn(&[f64]) -> Vec<f64>,
    pixels: fn(&[f32]) -> Vec<f32>,
    sums: fn(&[f32]) -> Vec<f32>,
}

const TWO: Lines = Lines {
    filter: |g| vec![g[0], (g[0] + g[2] + g[1]) / 2.0, (g[0] + g[2] - g[1]) / 2.0, g[2]],
    pixels: |d| vec![d[0] - d[2], d[1] + d[2], d[2] - d[1], d[1] - d[3]],
    sums: |m| {
        let (a, b) = (m[1] + m[2], m[1] - m[2]);
        vec![m[0] + a, b - m[3]]
    },
};

const FOUR: Lines = Lines {
    filter: |g| {
        let (ends, far) = (g[0] + g[2], g[0] + 4.0 * g[2]);
        let (b, c) = (-(ends + g[1]) / 6.0, (g[1] - ends) / 6.0);
        let (d, e) = ((far + 2.0 * g[1]) / 24.0, (far - 2.0 * g[1]) / 24.0);
        vec![g[0] / 4.0, b, c, d, e, g[2]]
    },
    pixels: |d| {
        let fma = |k: f32, x: f32, y: f32| k.mul_add(x, y);
        let (a, b) = (fma(-4.0, d[2], d[4]), fma(-4.0, d[1], d[3]));
        let (c, e) = (d[4] - d[2], d[3] - d[1]);
        vec![
            fma(4.0, d[0], fma(-5.0, d[2], d[4])),
            a + b,
            a - b,
            fma(2.0, e, c),
            fma(-2.0, e, c),
            fma(4.0, d[1], fma(-5.0, d[3], d[5])),
        ]
    },
    sums: |m| {
        let (a, b) = (m[1] + m[2], m[1] - m[2]);
        let (c, d) = (m[3] + m[4], m[3] - m[4]);
        let fma = |k: f32, x: f32, y: f32| k.mul_add(x, y);
        vec![m[0] + (a + c), fma(2.0, d, b), fma(4.0, c, a), fma(8.0, d, b) + m[5]]
    },
};

/// Transforms the columns of a tile, then its rows.
fn both<T: Copy>(tile: &[Vec<T>], line: fn(&[T]) -> Vec<T>) -> Vec<Vec<T>> {
    let columns: Vec<Vec<T>> = (0..tile[0].len())
        .map(|x| line(&tile.iter().map(|row| row[x]).collect::<Vec<T>>()))
        .collect();
    let rows = (0..columns[0].len()).map(|y| columns.iter().map(|column| column[y]).collect());
    rows.map(|row: Vec<T>| line(&row)).collect()
}

/// The sums of images `[N, C, H, W]` and filters `[M, C, 3, 3]`, without what comes then.
fn expected(of: &Winograd, images: &[f32], weights: &[f32]) -> Vec<f32> {
    let Filters { inputs, outputs, slides: [_, height, width], .. } = of.filters;
    let (lines, size) = (if of.outputs == 2 { TWO } else { FOUR }, of.outputs);
    let filters: Vec<Vec<Vec<f32>>> = weights
        .chunks(9)
        .map(|filter| {
            let rows: Vec<Vec<f64>> =
                filter.chunks(3).map(|row| row.iter().map(|&w| f64::from(w)).collect()).collect();
            let all = both(&rows, lines.filter);
            all.iter().map(|row| row.iter().map(|&w| w as f32).collect()).collect()
        })
        .collect();
    let (pixels, places) = (height.input * width.input, height.output * width.output);
    let mut all = Vec::new();
    for image in images.chunks(inputs * pixels) {
        let mut sums = vec![0.0; outputs * places];
        for top in (0..height.output).step_by(size) {
            for left in (0..width.output).step_by(size) {
                let tile = |channel: usize| -> Vec<Vec<f32>> {
                    let number = |y: usize, x: usize| {
                        let y = (top + y).checked_sub(height.before).filter(|&y| y < height.input);
                        let x = (left + x).checked_sub(width.before).filter(|&x| x < width.input);
                        let at = y.zip(x).map(|(y, x)| y * width.input + x);
                        at.map_or(0.0, |at| image[channel * pixels + at])
                    };
                    (0..size + 2).map(|y| (0..size + 2).map(|x| number(y, x)).collect()).collect()
                };
                let tiles: Vec<_> = (0..inputs).map(|c| both(&tile(c), lines.pixels)).collect();
                for (output, filters) in filters.chunks(inputs).enumerate() {
                    let mut products = vec![vec![0.0_f32; size + 2]; size + 2];
                    for (tile, filter) in tiles.iter().zip(filters) {
                        for (y, row) in products.iter_mut().enumerate() {
                            for (x, sum) in row.iter_mut().enumerate() {
                                *sum = tile[y][x].mul_add(filter[y][x], *sum);
                            }
                        }
                    }
                    for (y, row) in both(&products, lines.sums).into_iter().enumerate() {
                        for (x, sum) in row.into_iter().enumerate() {
                            let (y, x) = (top + y, left + x);
                            if y < height.output && x < width.output {
                                sums[output * places + y * width.output + x] = sum;
                            }
                        }
                    }
                }
            }
        }
        all.extend(sums);
    }
    all
}

/// Images `[N, C, H, W]` in blocks.
fn in_blocks(blocks: &Blocks, rows: &[f32]) -> Vec<f32> {
    let mut numbers = vec![0.0; blocks.len()];
    for (at, &number) in rows.iter().enumerate() {
        let (channel, pixel) = (at / blocks.pixels(), at % blocks.pixels());
        let (image, channel) = (channel / blocks.channels, channel % blocks.channels);
        let plane = image * blocks.of_image() + channel / CHANNELS;
        let place = plane * blocks.plane() + blocks.place(pixel);
        numbers[place + channel % CHANNELS] = number;
    }
    numbers
}

fn packed(of: &Winograd, weights: &[f32]) -> Vec<f32> {
    let mut packed = vec![7.0; of.packed()];
    of.pack(&ThisThread, weights, &mut packed).unwrap();
    packed
}

/// The convolution of images that are laid out, without bias, in row-major order.
fn convolved(of: &Winograd, images: &[f32], weights: &[f32]) -> Vec<f32> {
    let count = images.len() / (of.filters.inputs * of.filters.slides[1].input);
    let count = count / of.filters.slides[2].input;
    let (mut laid, packed) = (vec![0.0; of.filters.laid_out(count)], packed(of, weights));
    of.filters.lay_out(&ThisThread, images, &mut laid).unwrap();
    let operands = Operands {
        images: Images::LaidOut(&laid),
        packed: &packed,
        bias: None,
        residual: None,
        activation: Activation::None,
    };
    let blocks = of.filters.output(count, [0; 3]);
    let (mut output, mut scratch) = (vec![0.0; blocks.len()], vec![f32::NAN; of.scratch()]);
    let set = InstructionSet::chosen();
    let to = (&blocks, &mut output[..]);
    of.convolve(&ThisThread, set, &operands, &mut scratch, to).unwrap();
    let mut rows = vec![0.0; blocks.images * blocks.channels * blocks.pixels()];
    blocks.take(&ThisThread, &output, &mut rows).unwrap();
    rows
}

fn bits(all: &[f32]) -> Vec<u32> {
    all.iter().map(|x| if x.is_nan() { u32::MAX } else { x.to_bits() }).collect()
}

/// Of each set of instructions, for any number of threads, in blocks and not.
#[test]
fn each_output_has_the_bits_of_the_scalar_form() {
    for (count, inputs, outputs, height, width, most) in [
        (2, 33, 47, side(9, [0, 1]), side(8, [2, 1]), 2),
        (1, 70, 32, side(7, [1, 1]), side(15, [1, 0]), 4),
        (1, 40, 33, side(28, [1, 1]), side(31, [0, 3]), 4),
        // More panels than a task has.
        (1, 32, 273, side(7, [1, 1]), side(7, [1, 1]), 2),
    ] {
        let filters = filters(inputs, outputs, height, width);
        let of = filters.winograd(most).unwrap();
        let images = numbers(count * inputs * height.input * width.input, 1);
        let weights = numbers(outputs * inputs * 9, 2);
        let mut bias = numbers(outputs, 3);
        bias[0] = -0.0;
        let sums = expected(&of, &images, &weights);
        let places = height.output * width.output;
        let packed = packed(&of, &weights);
        let mut laid = vec![0.0; filters.laid_out(count)];
        filters.lay_out(&ThisThread, &images, &mut laid).unwrap();
        let from = Blocks {
            images: count,
            channels: inputs,
            sizes: [1, height.input, width.input],
            halo: filters.halo().map(|least| least + 1),
        };
        let blocked = in_blocks(&from, &images);
        let added = |halo| {
            let blocks = Blocks { halo, ..filters.output(count, halo) };
            in_blocks(&blocks, &numbers(sums.len(), 4))
        };
        let check = |set: InstructionSet| {
            for (threads, halo, is_blocked, residual, activation) in [
                (1, [0; 3], false, None, Activation::None),
                (3, [0, 1, 1], true, Some([0, 2, 1]), Activation::Relu),
                (40, [0, 1, 0], true, Some([0; 3]), Activation::Clip(0.5, 2.5)),
            ] {
                let threads = Threads(threads, AtomicUsize::new(usize::MAX));
                let numbers_added = residual.map(added);
                let operands = Operands {
                    images: match is_blocked {
                        true => Images::Blocks(from.halo, &blocked),
                        false => Images::LaidOut(&laid),
                    },
                    packed: &packed,
                    bias: is_blocked.then_some(&bias[..]),
                    residual: residual.zip(numbers_added.as_deref()),
                    activation,
                };
                let blocks = filters.output(count, halo);
                let (mut output, mut besides) =
                    (vec![7.0; blocks.len()], vec![f32::NAN; of.scratch()]);
                let to = (&blocks, &mut output[..]);
                of.convolve(&threads, set, &operands, &mut besides, to).unwrap();
                let residuals = numbers(sums.len(), 4);
                let ends = sums.iter().zip(&residuals).enumerate().map(|(at, (&sum, added))| {
                    let mut sum = sum;
                    if is_blocked {
                        sum += bias[at / places % outputs];
                    }
                    if residual.is_some() {
                        sum += added;
                    }
                    match activation {
                        Activation::None => sum,
                        Activation::Relu => sum.max(0.0),
                        Activation::Clip(least, greatest) => sum.clamp(least, greatest),
                    }
                });
                let expected = in_blocks(&blocks, &ends.collect::<Vec<f32>>());
                assert!(bits(&output) == bits(&expected), "{set}, {} threads, {of:?}", threads.0);
            }
        };
        InstructionSet::supported().for_each(check);
        for_each_width(|| check(InstructionSet::Scalar));
    }
}

/// Sums in doubles, of some of the filters.
fn exact(filters: &Filters, image: &[f32], weights: &[f32]) -> Vec<f64> {
    let [_, height, width] = filters.slides;
    let mut all = Vec::new();
    for filter in weights.chunks(filters.inputs * 9) {
        for place in 0..height.output * width.output {
            let mut sum = 0.0;
            for (channel, taps) in filter.chunks(9).enumerate() {
                let image = &image[channel * height.input * width.input..];
                for (tap, weight) in taps.iter().enumerate() {
                    let y = height.place(place / width.output, tap / 3);
                    let x = width.place(place % width.output, tap % 3);
                    if let (Some(y), Some(x)) = (y, x) {
                        sum += f64::from(*weight) * f64::from(image[y * width.input + x]);
                    }
                }
            }
            all.push(sum);
        }
    }
    all
}

/// The convolution as plain sums.
fn direct(filters: &Filters, images: &[f32], weights: &[f32]) -> Vec<f32> {
    let (mut laid, mut packed) = (vec![0.0; filters.laid_out(1)], vec![0.0; filters.packed()]);
    filters.lay_out(&ThisThread, images, &mut laid).unwrap();
    filters.pack(&ThisThread, weights, &mut packed).unwrap();
    let operands = Operands {
        images: Images::LaidOut(&laid),
        packed: &packed,
        bias: None,
        residual: None,
        activation: Activation::None,
    };
    let blocks = filters.output(1, [0; 3]);
    let (mut output, set) = (vec![0.0; blocks.len()], InstructionSet::chosen());
    filters.convolve(&ThisThread, set, &operands, (&blocks, &mut output)).unwrap();
    let mut rows = vec![0.0; blocks.channels * blocks.pixels()];
    blocks.take(&ThisThread, &output, &mut rows).unwrap();
    rows
}

#[test]
fn errors_are_small() {
    // The root of the mean square of errors by that of sums, of 512 channels.
    for (most, size, bound) in [(2, 8, 6e-7), (4, 28, 4e-6)] {
        let filters = filters(512, 32, side(size, [1, 1]), side(size, [1, 1]));
        let of = filters.winograd(most).unwrap();
        let mut image = numbers(512 * size * size, 5);
        image.iter_mut().for_each(|x| *x = x.max(0.0));
        let weights = numbers(32 * 512 * 9, 6);
        let exact = exact(&filters, &image, &weights[..2 * 512 * 9]);
        let square = |sum: f64, x: f64| sum + x * x;
        let error = |found: &[f32]| {
            let errors = found.iter().zip(&exact).map(|(&found, exact)| f64::from(found) - exact);
            (errors.fold(0.0, square) / exact.iter().copied().fold(0.0, square)).sqrt()
        };
        let found = error(&convolved(&of, &image, &weights));
        let plain = error(&direct(&filters, &image, &weights));
        println!("F({most},3): {found:e}, as sums {plain:e}");
        assert!(found < bound, "F({most},3): {found:e}");
        assert!(most > 2 || found < plain, "{found:e}, as sums {plain:e}");
    }
}

#[test]
fn what_is_no_number_spreads_over_tiles() {
    for (most, size) in [(2, 9), (4, 29)] {
        let filters = filters(32, 32, side(size, [1, 1]), side(size, [1, 1]));
        let of = filters.winograd(most).unwrap();
        let weights = numbers(32 * 32 * 9, 7);
        let mut image = numbers(32 * size * size, 8);
        let finite = convolved(&of, &image, &weights);
        for (number, y, x) in [(f32::NAN, 3, 4), (f32::INFINITY, size - 1, 0), (f32::NAN, 0, 7)] {
            let before = std::mem::replace(&mut image[5 * size * size + y * size + x], number);
            let found = convolved(&of, &image, &weights);
            image[5 * size * size + y * size + x] = before;
            for (at, (&found, &finite)) in found.iter().zip(&finite).enumerate() {
                let place = [at / size % size, at % size];
                let near = |place: usize, pixel: usize| place.abs_diff(pixel) <= 1;
                let in_tile = |place: usize, pixel: usize| {
                    let first = place / most * most;
                    (first..first + most + 2).contains(&(pixel + 1))
                };
                let in_window = near(place[0], y) && near(place[1], x);
                let reached = in_tile(place[0], y) && in_tile(place[1], x);
                assert!(!in_window || !found.is_finite(), "{most}: {place:?} of {y}, {x}");
                if !in_window && (most == 2 || !reached) {
                    assert_eq!(found.to_bits(), finite.to_bits(), "{most}: {place:?} of {y}, {x}");
                }
            }
        }
    }
}

#[test]
fn the_shape_alone_chooses() {
    let large = side(28, [1, 1]);
    let square = |size: usize| filters(32, 32, side(size, [1, 1]), side(size, [1, 1]));
    let outputs = |filters: Filters, most| filters.winograd(most).map(|of| of.outputs());
    assert_eq!([2, 4].map(|most| outputs(square(6), most)), [None; 2]);
    assert_eq!([2, 4].map(|most| outputs(square(7), most)), [Some(2); 2]);
    assert_eq!([2, 4].map(|most| outputs(square(27), most)), [Some(2); 2]);
    assert_eq!([2, 4].map(|most| outputs(square(28), most)), [Some(2), Some(4)]);
    let of = filters(32, 32, large, large);
    let line = |slide| Filters { slides: [Slide::NONE, large, slide], ..of };
    for other in [
        Filters { inputs: 31, ..of },
        Filters { outputs: 31, ..of },
        Filters { groups: 2, ..of },
        Filters { slides: [large; 3], ..of },
        line(Slide { stride: 2, ..large }),
        line(Slide { dilation: 2, ..large }),
        line(Slide { window: 5, ..large }),
        line(side(6, [1, 1])),
    ] {
        assert_eq!(outputs(other, 4), None, "{other:?}");
    }
}

#[test]
fn it_stops_between_parts() {
    let filters = filters(64, 64, side(40, [1, 1]), side(200, [1, 1]));
    for most in [2, 4] {
        let of = filters.winograd(most).unwrap();
        let (packed, laid) = (vec![1.0_f32; of.packed()], vec![1.0; filters.laid_out(1)]);
        let operands = Operands {
            images: Images::LaidOut(&laid),
            packed: &packed,
            bias: None,
            residual: None,
            activation: Activation::None,
        };
        let blocks = filters.output(1, [0; 3]);
        let mut output = vec![0.0; blocks.len()];
        let mut scratch = vec![0.0; of.scratch()];
        let mut run = |left: usize| {
            let workers = Threads(1, AtomicUsize::new(left));
            let set = InstructionSet::chosen();
            let output = (&blocks, &mut output[..]);
            let done = of.convolve(&workers, set, &operands, &mut scratch, output);
            (done, left - workers.1.into_inner())
        };
        let (done, asked) = run(usize::MAX);
        assert!(done == Ok(()) && asked > 10, "it asks {asked} times");
        assert_eq!(run(2), (Err(Ended), 2));
        let many = Filters { inputs: 512, ..filters }.winograd(most).unwrap();
        let (weights, mut packed) = (vec![1.0_f32; 64 * 512 * 9], vec![0.0; many.packed()]);
        let workers = Threads(1, AtomicUsize::new(0));
        assert_eq!(many.pack(&workers, &weights, &mut packed), Err(Ended));
        assert_eq!(packed.last(), Some(&0.0), "it has not come so far");
    }
}
