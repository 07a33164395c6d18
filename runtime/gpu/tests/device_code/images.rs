//! Pools, normalized images, products and convolutions.

use crate::movement::permuted;
use crate::support::{Case, Element, Trial};
use half::f16;
use tfrt_gpu::device_code::{Filter, Normalization, Transposed, Window};
use tfrt_numeric::{
    Activation, Arithmetic, Axis, Convolution, Extremes, Filters, Float, Images, InstructionSet,
    Matmul, Maxima, Operands, Padding, Slide, Strides, Sum, ThisThread, pool, product,
};

/// An element, and what it is computed in.
trait Image: Element {
    type Wide: Element + Arithmetic;
    fn wide(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
}

macro_rules! images {
    ($($ty:ident $wide:ident |$x:ident| $work:expr, $rounded:expr;)*) => {$(
        impl Image for $ty {
            type Wide = $wide;
            fn wide(self) -> $wide {
                let $x = self;
                $work
            }
            fn narrow($x: $wide) -> Self {
                $rounded
            }
        }
    )*};
}

images! {
    i32 i32 |x| x, x;
    i64 i64 |x| x, x;
    f16 f32 |x| x.work(), Self::rounded(x);
    f32 f32 |x| x, x;
    f64 f64 |x| x, x;
}

fn wide<T: Image>(elements: &[T]) -> Vec<T::Wide> {
    elements.iter().map(|x| x.wide()).collect()
}

fn narrow<T: Image>(elements: Vec<T::Wide>) -> Vec<T> {
    elements.into_iter().map(T::narrow).collect()
}

/// Images `[N, H, W, C]`, and a window over them.
struct Views {
    images: [usize; 4],
    window: Window,
}

fn views() -> Vec<Views> {
    let plain = Window::of([2, 2], true);
    vec![
        Views { images: [0, 3, 3, 2], window: plain },
        Views { images: [1, 1, 1, 1], window: Window::of([1, 1], true) },
        Views { images: [1, 2, 1, 1], window: Window { padding: [[0, 0], [0, 1]], ..plain } },
        Views { images: [2, 5, 6, 3], window: Window { strides: [2, 1], ..plain } },
        Views {
            images: [1, 7, 8, 5],
            window: Window { padding: [[1, 1], [1, 0]], size: [3, 3], ..plain },
        },
        Views {
            images: [1, 6, 7, 2],
            window: Window {
                padding: [[2, 0], [0, 3]],
                dilations: [2, 3],
                strides: [1, 2],
                ..plain
            },
        },
    ]
}

impl Views {
    fn axes(&self) -> [Axis; 2] {
        [0, 1].map(|at| {
            let Window { size, strides, dilations, padding, .. } = self.window;
            let [input, window, stride, dilation] =
                [self.images[1 + at], size[at], strides[at], dilations[at]]
                    .map(|it| i64::try_from(it).unwrap());
            let padding = padding[at].map(|it| i64::try_from(it).unwrap());
            Axis::new(input, window, stride, dilation, Padding::Explicit(padding)).unwrap()
        })
    }

    fn slides(&self) -> [Slide; 3] {
        let of = |at: usize| {
            let axis = self.axes()[at];
            Slide {
                input: axis.input,
                output: axis.output,
                window: axis.window,
                stride: axis.stride,
                before: self.window.padding[at][0],
                after: self.window.padding[at][1],
                dilation: axis.dilation,
            }
        };
        [Slide::NONE, of(0), of(1)]
    }

    /// The window over images of either order.
    fn both(&self) -> [Window; 2] {
        [true, false].map(|channels_last| Window { channels_last, ..self.window })
    }
}

/// The order of dimensions with the channels first, and back.
const FIRST: [usize; 4] = [0, 3, 1, 2];
const LAST: [usize; 4] = [0, 2, 3, 1];

fn reordered(shape: [usize; 4], order: [usize; 4]) -> [usize; 4] {
    order.map(|at| shape[at])
}

/// Compares what is computed of images in both orders.
fn in_both_orders<T: Image>(
    trial: &Trial,
    views: &Views,
    (elements, expected): (&[T], &[T]),
    channels: usize,
    call: impl Fn(
        &tfrt_gpu::device_code::DeviceCode,
        &tfrt_cuda::Stream,
        &Window,
        [tfrt_gpu::device_code::Operand<'_>; 2],
    ) -> Result<(), tfrt_host::error::KernelError>,
) -> Result<(), String> {
    let [rows, columns] = views.axes();
    let [images, ..] = views.images;
    let result = [images, rows.output, columns.output, channels];
    for window in views.both() {
        let (shape, x, to, expected) = if window.channels_last {
            (views.images, elements.to_vec(), result, expected.to_vec())
        } else {
            (
                reordered(views.images, FIRST),
                permuted(elements, &views.images, &FIRST),
                reordered(result, FIRST),
                permuted(expected, &result, &FIRST),
            )
        };
        let x = trial.upload(&shape, &x);
        trial.check(&to, &expected, |code, stream, out| {
            call(code, stream, &window, [x.operand(), out])
        })?;
    }
    Ok(())
}

fn max_pool<T: Image<Wide: Extremes>>(trial: &Trial) -> Result<(), String> {
    for views in views() {
        let elements = trial.random::<T>(&views.images);
        let [rows, columns] = views.axes();
        let channels = views.images[3];
        let maxima = Maxima { rows, columns, channels };
        let mut all =
            vec![T::Wide::ZERO; views.images[0] * rows.output * columns.output * channels];
        // What is no number compares with none.
        let greater = |x: T::Wide, max: T::Wide| x > max || x.partial_cmp(&x).is_none();
        maxima.find(&ThisThread, &wide(&elements), &mut all, T::Wide::LEAST, greater).unwrap();
        in_both_orders(
            trial,
            &views,
            (&elements, &narrow(all)),
            channels,
            |code, stream, window, [x, out]| code.max_pool(stream, window, x, out),
        )?;
    }
    Ok(())
}

fn average_pool<T: Image>(trial: &Trial) -> Result<(), String> {
    for views in views() {
        for padded in [false, true] {
            let elements = trial.ordinary::<T>(&views.images);
            let [_, rows, columns] = views.slides();
            let [images, .., channels] = views.images;
            let result = [images, channels, rows.output, columns.output];
            let mut all = vec![T::Wide::ZERO; result.iter().product()];
            let first = permuted(&wide(&elements), &views.images, &FIRST);
            let mean = |sum: T::Wide, counts: [usize; 2]| {
                sum.shared_by(counts[usize::from(padded)]).unwrap()
            };
            let set = InstructionSet::chosen();
            pool(&ThisThread, set, &views.slides(), Sum, mean, &first, &mut all).unwrap();
            let expected = narrow(permuted(&all, &result, &LAST));
            in_both_orders(
                trial,
                &views,
                (&elements, &expected),
                channels,
                |code, stream, window, [x, out]| code.average_pool(stream, window, padded, x, out),
            )?;
        }
    }
    Ok(())
}

fn batch_norm<T: Image<Wide: tfrt_numeric::Real + Float>>(trial: &Trial) -> Result<(), String> {
    for shape in [[0, 2, 2, 3], [1, 1, 1, 1], [2, 3, 1, 5], [3, 5, 4, 5]] {
        for form in 0..8 {
            let [last, has_side, relu] = [form & 1 == 0, form & 2 == 0, form & 4 == 0];
            let channels = if last { shape[3] } else { shape[1] };
            let inner: usize = if last { 1 } else { shape[2] * shape[3] };
            let elements = trial.random::<T>(&shape);
            let side = trial.ordinary::<T>(&shape);
            let parameters = [(); 4].map(|()| trial.random::<T::Wide>(&[channels]));
            let epsilon = 1e-3_f32;
            let normalization =
                tfrt_numeric::Normalization { epsilon: T::Wide::nearest(f64::from(epsilon)) };
            let of = |(at, &x): (usize, &T)| {
                let channel = at / inner % channels;
                let own = [0, 1, 2, 3].map(|which| parameters[which][channel]);
                let y = normalization.of(x.wide(), own);
                let y = if has_side { y + side[at].wide() } else { y };
                T::narrow(if relu { y.relu() } else { y })
            };
            let expected: Vec<T> = elements.iter().enumerate().map(of).collect();
            let [x, side] = [&elements, &side].map(|it| trial.upload(&shape, it));
            let own = [0, 1, 2, 3].map(|at| trial.upload(&[channels], &parameters[at]));
            let [scale, offset, mean, variance] = [0, 1, 2, 3].map(|at| own[at].operand());
            let side = has_side.then(|| side.operand());
            let normalization =
                Normalization { scale, offset, mean, variance, epsilon, side, relu };
            trial.check(&shape, &expected, |code, stream, out| {
                code.batch_norm(stream, &normalization, last, x.operand(), out)
            })?;
        }
    }
    Ok(())
}

/// Matrices, rows, inner dimension and columns.
const PRODUCTS: [[usize; 4]; 9] = [
    [1, 0, 3, 2],
    [1, 2, 0, 3],
    [1, 1, 1, 1],
    [1, 3, 5, 2],
    [1, 4, 3, 4],
    [3, 7, 9, 4],
    [1, 65, 17, 5],
    [2, 5, 33, 66],
    [1, 64, 16, 64],
];

fn matmul<T: Image>(trial: &Trial) -> Result<(), String> {
    for (index, [matrices, rows, inner, columns]) in PRODUCTS.into_iter().enumerate() {
        // Sometimes one of them is the same for all products.
        let ones = [index % 3 == 1, index % 3 == 2];
        let count = |one: bool| if one { 1 } else { matrices };
        let a = trial.ordinary::<T>(&[count(ones[0]), rows, inner]);
        let b = trial.ordinary::<T>(&[count(ones[1]), inner, columns]);
        let steps = ones.map(|one| isize::from(!one));
        let batch = Strides::new(&[matrices], [&[steps[0]], &[steps[1]]], [0, 0]);
        let mut all = vec![T::Wide::ZERO; matrices * rows * columns];
        let of = Matmul { rows, inner, columns, batch };
        of.add_to(&ThisThread, InstructionSet::chosen(), [&wide(&a), &wide(&b)], &mut all).unwrap();
        let expected: Vec<T> = narrow(all);
        for form in 0..4 {
            let transposed = Transposed { left: form & 1 == 1, right: form & 2 == 2 };
            let operand = |elements: &[T], shape: [usize; 3], transposed: bool| {
                let order = if transposed { [0, 2, 1] } else { [0, 1, 2] };
                trial.upload(&order.map(|at| shape[at]), &permuted(elements, &shape, &order))
            };
            let a = operand(&a, [count(ones[0]), rows, inner], transposed.left);
            let b = operand(&b, [count(ones[1]), inner, columns], transposed.right);
            trial.check(&[matrices, rows, columns], &expected, |code, stream, out| {
                code.matmul(stream, [a.operand(), b.operand()], transposed, out)
            })?;
        }
    }
    Ok(())
}

/// Output channels and groups of images.
const FILTERS: [(usize, [usize; 4], Window, usize, usize); 8] = {
    const fn window(size: [usize; 2], strides: [usize; 2], padding: [[usize; 2]; 2]) -> Window {
        Window { channels_last: true, size, strides, dilations: [1; 2], padding }
    }
    [
        (0, [0, 3, 3, 2], window([2, 2], [1, 1], [[0, 0]; 2]), 3, 1),
        (1, [1, 1, 1, 1], window([1, 1], [1, 1], [[0, 0]; 2]), 1, 1),
        (2, [2, 5, 6, 3], window([3, 2], [2, 1], [[1, 1], [0, 1]]), 4, 1),
        (3, [1, 3, 3, 17], window([2, 2], [1, 1], [[1, 0], [0, 1]]), 5, 1),
        (
            4,
            [1, 9, 9, 4],
            Window { dilations: [2, 3], ..window([2, 2], [1, 1], [[1, 1]; 2]) },
            6,
            2,
        ),
        // As many pixels as leave each part of a thread's own.
        (5, [1, 1, 2, 1], window([1, 1], [1, 1], [[0, 0]; 2]), 2, 1),
        (6, [1, 3, 1, 1], window([1, 1], [1, 1], [[0, 0]; 2]), 1, 1),
        (7, [1, 2, 2, 16], window([1, 1], [1, 1], [[0, 0]; 2]), 66, 1),
    ]
};

fn convolution<T: Image>(trial: &Trial) -> Result<(), String> {
    for (index, images, window, outputs, groups) in FILTERS {
        let views = Views { images, window };
        let inputs = images[3] / groups;
        let [rows, columns] = window.size;
        let elements = trial.ordinary::<T>(&images);
        // In the order of models.
        let shape = [outputs, inputs, rows, columns];
        let weights = trial.ordinary::<T>(&shape);
        let bias = trial.ordinary::<T>(&[outputs]);
        let filters = Filters { groups, inputs, outputs: outputs / groups, slides: views.slides() };
        let mut packed = vec![T::Wide::ZERO; filters.packed()];
        filters.pack(&ThisThread, &wide(&weights), &mut packed).unwrap();
        let [_, down, across] = filters.slides;
        let result = [images[0], outputs, down.output, across.output];
        for form in 0..4 {
            let (has_bias, outputs_last) = (form & 1 == 1, form & 2 == 2);
            let mut all = vec![T::Wide::ZERO; result.iter().product()];
            let first = permuted(&wide(&elements), &images, &FIRST);
            let mut laid = vec![T::Wide::ZERO; filters.laid_out(images[0])];
            filters.lay_out(&ThisThread, &first, &mut laid).unwrap();
            let (set, starts) = (InstructionSet::chosen(), wide(&bias));
            let operands = Operands {
                images: Images::LaidOut(&laid),
                packed: &packed,
                bias: has_bias.then_some(&starts[..]),
                residual: None,
                activation: Activation::None,
            };
            let blocks = filters.output(images[0], [0; 3]);
            let mut numbers = vec![T::Wide::ZERO; blocks.len()];
            filters.convolve(&ThisThread, set, &operands, (&blocks, &mut numbers)).unwrap();
            blocks.take(&ThisThread, &numbers, &mut all).unwrap();
            let expected = narrow(permuted(&all, &result, &LAST));
            let order = if outputs_last { [2, 3, 1, 0] } else { [0, 1, 2, 3] };
            let own = trial.upload(&reordered(shape, order), &permuted(&weights, &shape, &order));
            let bias = trial.upload(&[outputs], &bias);
            in_both_orders(
                trial,
                &views,
                (&elements, &expected),
                outputs,
                |code, stream, window, [x, out]| {
                    let filter = Filter { weights: own.operand(), outputs_last };
                    code.convolution(
                        stream,
                        window,
                        x,
                        filter,
                        has_bias.then(|| bias.operand()),
                        out,
                    )
                },
            )
            .map_err(|error| format!("convolution {index}, form {form}: {error}"))?;
        }
    }
    Ok(())
}

/// TensorFlow's ops round products before they are added, and leave out what is in the padding.
pub(crate) fn near_tensorflow(trial: &Trial) -> Result<(), String> {
    let set = InstructionSet::chosen();
    for [_, rows, inner, columns] in PRODUCTS {
        let a = trial.ordinary::<f32>(&[rows, inner]);
        let b = trial.ordinary::<f32>(&[inner, columns]);
        let mut expected = vec![0.0; rows * columns];
        product(&ThisThread, set, [&a, &b], columns, &mut expected, |sum, _| sum).unwrap();
        let (a, b) = (trial.upload(&[rows, inner], &a), trial.upload(&[inner, columns], &b));
        trial.near(&[rows, columns], &expected, |code, stream, out| {
            code.matmul(stream, [a.operand(), b.operand()], Transposed::default(), out)
        })?;
    }
    for (_, images, window, outputs, groups) in FILTERS {
        if groups > 1 {
            continue;
        }
        let views = Views { images, window };
        let [rows, columns] = views.axes();
        let elements = trial.ordinary::<f32>(&images);
        let shape = [window.size[0], window.size[1], images[3], outputs];
        let weights = trial.ordinary::<f32>(&shape);
        let of = Convolution { images: images[0], rows, columns, inputs: images[3], outputs };
        let result = [images[0], rows.output, columns.output, outputs];
        let mut expected = vec![0.0; result.iter().product()];
        of.forward(&ThisThread, set, [&elements, &weights], &mut expected, |_, sum| sum).unwrap();
        let (x, own) = (trial.upload(&images, &elements), trial.upload(&shape, &weights));
        trial.near(&result, &expected, |code, stream, out| {
            let filter = Filter { weights: own.operand(), outputs_last: true };
            code.convolution(stream, &window, x.operand(), filter, None, out)
        })?;
    }
    Ok(())
}

pub(crate) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    macro_rules! floats {
        ($($ty:ident)*) => {$(
            let name = |kernel: &str| format!("{kernel}_{}", stringify!($ty));
            all.push(Case::new("images", &[&name("max_pool")], max_pool::<$ty>));
            all.push(Case::new("images", &[&name("average_pool")], average_pool::<$ty>));
            all.push(Case::new("images", &[&name("batch_norm")], batch_norm::<$ty>));
            all.push(Case::new("product", &[&name("convolution")], convolution::<$ty>));
            all.push(Case::new("product", &[&name("matmul")], matmul::<$ty>));
        )*};
    }
    floats! { f16 f32 f64 }
    all.push(Case::new("product", &["matmul_i32"], matmul::<i32>));
    all.push(Case::new("product", &["matmul_i64"], matmul::<i64>));
    all
}
