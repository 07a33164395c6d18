//! Convolutions and pooling.

use super::Call;
use super::fft::indices;
use super::numbers::{Elements, Kind};
use crate::driver::memory::View;
use crate::driver::work::Op;

/// What a program describes.
#[derive(Clone, Debug)]
pub(crate) enum Descriptor {
    /// It was made, and is not set.
    Empty,
    Tensor(Layout),
    Filter(Layout),
    Convolution(Window),
    /// With a number of `cudnnPoolingMode_t`.
    Pooling(Window, i32),
    Activation {
        mode: i32,
        coefficient: f64,
    },
}

/// Where elements are.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) kind: Kind,
    pub(crate) sizes: Vec<i64>,
    pub(crate) strides: Vec<i64>,
}

/// How a window moves.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    /// Empty for a convolution, whose filters have it.
    pub(crate) sizes: Vec<i64>,
    pub(crate) pads: Vec<i64>,
    pub(crate) strides: Vec<i64>,
    pub(crate) dilations: Vec<i64>,
    /// A convolution turns its filters around.
    pub(crate) flip: bool,
}

/// The kind of elements of a number of `cudnnDataType_t`.
pub(crate) fn kind(ty: i32) -> Option<Kind> {
    Some(match ty {
        0 => Kind::F32,
        1 => Kind::F64,
        2 => Kind::F16,
        3 => Kind::I8,
        4 => Kind::I32,
        6 => Kind::U8,
        9 => Kind::Bf16,
        _ => return None,
    })
}

/// A layout and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub(crate) layout: Layout,
    pub(crate) at: u64,
}

type Checked<T> = Result<T, String>;

impl Array {
    fn elements(&self) -> Elements {
        Elements { at: self.at, kind: self.layout.kind }
    }

    /// All elements, the last dimension fastest.
    fn read(&self, view: &View) -> Checked<Vec<f64>> {
        let places = indices(&self.layout.sizes);
        let number = |index: &Vec<i64>| {
            self.elements().get(view, self.layout.place(index)).map(|(re, _)| re)
        };
        places.iter().map(number).collect()
    }

    /// Writes all elements, of which what was there is a part.
    fn write(&self, view: &View, numbers: &[f64], alpha: f64, beta: f64) -> Checked<()> {
        for (index, number) in indices(&self.layout.sizes).iter().zip(numbers) {
            let place = self.layout.place(index);
            let mut result = alpha * number;
            if beta != 0.0 {
                result += beta * self.elements().get(view, place)?.0;
            }
            self.elements().set(view, place, (result, 0.0))?;
        }
        Ok(())
    }
}

impl Layout {
    fn place(&self, index: &[i64]) -> i64 {
        index.iter().zip(&self.strides).map(|(at, stride)| at * stride).sum()
    }

    /// Where an element is among all.
    fn position(&self, index: &[i64]) -> usize {
        let position = index.iter().zip(&self.sizes).fold(0, |at, (index, size)| at * size + index);
        usize::try_from(position).unwrap_or(usize::MAX)
    }
}

impl Window {
    /// Where an element of the window is in the image, if it is inside.
    fn inside(&self, output: &[i64], element: &[i64], image: &[i64]) -> Option<Vec<i64>> {
        let dimension = |d: usize| {
            let at = output[d] * self.strides[d] - self.pads[d] + element[d] * self.dilations[d];
            (0..image[d]).contains(&at).then_some(at)
        };
        (0..image.len()).map(dimension).collect()
    }
}

/// What a convolution computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Forward,
    BackwardData,
    BackwardFilter,
}

/// What follows a convolution.
#[derive(Clone, Debug)]
pub(crate) struct Epilogue {
    pub(crate) side: f64,
    pub(crate) z: Array,
    pub(crate) bias: Array,
    pub(crate) mode: i32,
    pub(crate) coefficient: f64,
}

/// Images, filters, and images of outputs, of which one is computed of the others.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    pub(crate) direction: Direction,
    pub(crate) x: Array,
    pub(crate) w: Array,
    pub(crate) y: Array,
    pub(crate) window: Window,
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
    pub(crate) then: Option<Epilogue>,
}

impl Convolution {
    /// Whether the sizes fit each other.
    pub(crate) fn is_valid(&self) -> bool {
        let (x, w, y) = (&self.x.layout.sizes, &self.w.layout.sizes, &self.y.layout.sizes);
        let rank = x.len();
        let spatial = rank.wrapping_sub(2);
        if rank < 3 || w.len() != rank || y.len() != rank || self.window.strides.len() != spatial {
            return false;
        }
        let output = |d: usize| {
            let Window { pads, strides, dilations, .. } = &self.window;
            let window = dilations[d] * (w[d + 2] - 1) + 1;
            strides[d] > 0 && (x[d + 2] + 2 * pads[d] - window) / strides[d] + 1 == y[d + 2]
        };
        x[0] == y[0] && x[1] == w[1] && y[1] == w[0] && (0..spatial).all(output)
    }

    pub(crate) fn op(self) -> Op {
        Call::op("convolution", move |view| self.run(view))
    }

    fn run(&self, view: &View) -> Checked<()> {
        let Self { x, w, y, .. } = self;
        let result = match self.direction {
            Direction::Forward => y,
            Direction::BackwardData => x,
            Direction::BackwardFilter => w,
        };
        let read = |array: &Array, direction| {
            if self.direction == direction { Ok(Vec::new()) } else { array.read(view) }
        };
        let images = read(x, Direction::BackwardData)?;
        let filters = read(w, Direction::BackwardFilter)?;
        let outputs = read(y, Direction::Forward)?;
        let mut sums = vec![0.0; indices(&result.layout.sizes).len()];
        let window = indices(&w.layout.sizes[1..]);
        for at_y in indices(&y.layout.sizes) {
            let [part, filter, output @ ..] = &at_y[..] else { continue };
            for element in &window {
                let [channel, element @ ..] = &element[..] else { continue };
                let Some(inside) = self.window.inside(output, element, &x.layout.sizes[2..]) else {
                    continue;
                };
                let at_x = x.layout.position(&[&[*part, *channel], &inside[..]].concat());
                let turned =
                    |(at, size): (&i64, &i64)| if self.window.flip { size - 1 - at } else { *at };
                let element: Vec<i64> =
                    element.iter().zip(&w.layout.sizes[2..]).map(turned).collect();
                let at_w = w.layout.position(&[&[*filter, *channel], &element[..]].concat());
                let at_y = y.layout.position(&at_y);
                match self.direction {
                    Direction::Forward => sums[at_y] += images[at_x] * filters[at_w],
                    Direction::BackwardData => sums[at_x] += filters[at_w] * outputs[at_y],
                    Direction::BackwardFilter => sums[at_w] += images[at_x] * outputs[at_y],
                }
            }
        }
        let Some(then) = &self.then else {
            return result.write(view, &sums, self.alpha, self.beta);
        };
        let side = if then.side == 0.0 { vec![0.0; sums.len()] } else { then.z.read(view)? };
        let bias = then.bias.read(view)?;
        let finish = |(index, (sum, side)): (&Vec<i64>, (&f64, f64))| {
            let filter = usize::try_from(index[1]).unwrap_or(0);
            let sum = self.alpha * sum + then.side * side + bias[filter % bias.len().max(1)];
            activation(then.mode, then.coefficient, sum)
        };
        let places = indices(&y.layout.sizes);
        let finished = places.iter().zip(sums.iter().zip(side)).map(finish);
        y.write(view, &finished.collect::<Vec<_>>(), 1.0, 0.0)
    }
}

/// A function of `cudnnActivationMode_t`.
fn activation(mode: i32, coefficient: f64, x: f64) -> f64 {
    match mode {
        0 => 1.0 / (1.0 + (-x).exp()),
        1 => x.max(0.0),
        2 => x.tanh(),
        3 => x.clamp(0.0, coefficient.max(0.0)),
        4 if x < 0.0 => coefficient * x.exp_m1(),
        6 => x / (1.0 + (-coefficient * x).exp()),
        _ => x,
    }
}

/// Pooling, forward or, with the gradient of the output and a place for that of the input, backward.
#[derive(Clone, Debug)]
pub(crate) struct Pooling {
    pub(crate) window: Window,
    pub(crate) mode: i32,
    pub(crate) x: Array,
    pub(crate) y: Array,
    pub(crate) gradients: Option<[Array; 2]>,
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Pooling {
    pub(crate) fn is_valid(&self) -> bool {
        let rank = self.x.layout.sizes.len();
        rank >= 3 && self.y.layout.sizes.len() == rank && self.window.sizes.len() == rank - 2
    }

    pub(crate) fn op(self) -> Op {
        Call::op("pooling", move |view| self.run(view))
    }

    fn run(&self, view: &View) -> Checked<()> {
        let images = self.x.read(view)?;
        let given = match &self.gradients {
            Some([dy, _]) => dy.read(view)?,
            None => Vec::new(),
        };
        let sizes = &self.x.layout.sizes;
        let elements = indices(&self.window.sizes);
        let (mut outputs, mut inputs) = (Vec::new(), vec![0.0; images.len()]);
        for (number, at) in indices(&self.y.layout.sizes).into_iter().enumerate() {
            let [part, channel, output @ ..] = &at[..] else { continue };
            let place = |element: &Vec<i64>| {
                let inside = self.window.inside(output, element, &sizes[2..])?;
                Some(self.x.layout.position(&[&[*part, *channel], &inside[..]].concat()))
            };
            let places: Vec<usize> = elements.iter().filter_map(place).collect();
            let is_average = matches!(self.mode, 1 | 2);
            let count = if self.mode == 1 { elements.len() } else { places.len() } as f64;
            let largest =
                places.iter().copied().reduce(|a, b| if images[b] > images[a] { b } else { a });
            outputs.push(match largest {
                Some(largest) if !is_average => images[largest],
                _ => places.iter().map(|&place| images[place]).sum::<f64>() / count,
            });
            let Some(&gradient) = given.get(number) else { continue };
            match largest {
                Some(largest) if !is_average => inputs[largest] += gradient,
                _ => places.iter().for_each(|&place| inputs[place] += gradient / count),
            }
        }
        match &self.gradients {
            Some([_, dx]) => dx.write(view, &inputs, self.alpha, self.beta),
            None => self.y.write(view, &outputs, self.alpha, self.beta),
        }
    }
}
