//! Recurrent layers: ONNX's `RNN`, `GRU` and `LSTM`, step by step.
//!
//! The sequences of a batch are independent of each other. A step takes the sequence's input `x` and its
//! state `h` to the next state. Each gate has a row of weights per unit, for the input in `w` and for the
//! state in `r`; a row's product is one chain of fused multiplications and additions from zero, to which its
//! bias is added. All other operations round.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use crate::cost;
use crate::element::{Elementary, Number};
use crate::output::{elements_mut, index, invalid};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr};
use tfrt_numeric::Ended;
use tfrt_numeric::vector::{Exp, Log1p, Tanh};
use tfrt_tensor::{Element, Tensor, TensorMetadata, TensorShape, TensorWriter};

/// A function that a gate ends with, and what it is computed with.
#[derive(Clone, Copy)]
struct Activation<W> {
    name: Name,
    alpha: W,
    beta: W,
    /// What its argument is cut off at, on both sides.
    clip: Option<W>,
}

#[derive(Clone, Copy)]
enum Name {
    Affine,
    Elu,
    HardSigmoid,
    LeakyRelu,
    Relu,
    ScaledTanh,
    Sigmoid,
    Softplus,
    Softsign,
    Tanh,
    ThresholdedRelu,
}

impl Name {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "Affine" => Self::Affine,
            "Elu" => Self::Elu,
            "HardSigmoid" => Self::HardSigmoid,
            "LeakyRelu" => Self::LeakyRelu,
            "Relu" => Self::Relu,
            "ScaledTanh" => Self::ScaledTanh,
            "Sigmoid" => Self::Sigmoid,
            "Softplus" => Self::Softplus,
            "Softsign" => Self::Softsign,
            "Tanh" => Self::Tanh,
            "ThresholdedRelu" => Self::ThresholdedRelu,
            _ => return None,
        })
    }
}

impl<W: Elementary> Activation<W> {
    /// Sets each number to the function's value there.
    fn apply(&self, numbers: &mut [W]) {
        let Self { name, alpha, beta, clip } = *self;
        if let Some(clip) = clip {
            let least = W::ZERO.minus(clip);
            each(numbers, |x| if x < least { least } else { x });
            each(numbers, |x| if x > clip { clip } else { x });
        }
        let given = numbers.to_vec();
        match name {
            Name::Affine => each(numbers, |x| alpha.times(x).plus(beta)),
            Name::Elu => {
                W::apply(Exp, numbers);
                for (y, x) in numbers.iter_mut().zip(given) {
                    *y = if x < W::ZERO { alpha.times(y.minus(W::ONE)) } else { x };
                }
            }
            Name::HardSigmoid => each(numbers, |x| {
                let y = alpha.times(x).plus(beta).relu();
                if y > W::ONE { W::ONE } else { y }
            }),
            Name::LeakyRelu => each(numbers, |x| if x < W::ZERO { alpha.times(x) } else { x }),
            Name::Relu => each(numbers, W::relu),
            Name::ScaledTanh => {
                each(numbers, |x| beta.times(x));
                W::apply(Tanh, numbers);
                each(numbers, |y| alpha.times(y));
            }
            Name::Sigmoid => {
                each(numbers, |x| W::ZERO.minus(x));
                W::apply(Exp, numbers);
                each(numbers, |y| W::ONE.divided(W::ONE.plus(y)));
            }
            Name::Softplus => {
                // log(1 + exp(x)) without an exponential that is infinite.
                each(numbers, |x| W::ZERO.minus(x.size()));
                W::apply(Exp, numbers);
                W::apply(Log1p, numbers);
                for (y, x) in numbers.iter_mut().zip(given) {
                    *y = y.plus(x.relu());
                }
            }
            Name::Softsign => each(numbers, |x| x.divided(W::ONE.plus(x.size()))),
            Name::Tanh => W::apply(Tanh, numbers),
            Name::ThresholdedRelu => each(numbers, |x| if x >= alpha { x } else { W::ZERO }),
        }
    }
}

fn each<W: Copy>(numbers: &mut [W], function: impl Fn(W) -> W) {
    numbers.iter_mut().for_each(|number| *number = function(*number));
}

/// The weights of one direction.
#[derive(Clone, Copy)]
struct Weights<'a, W> {
    /// A row of the input's size for each unit of each gate.
    w: &'a [W],
    /// A row of the state's size for each unit of each gate.
    r: &'a [W],
    /// The biases of `w`, then those of `r`; none if they are zeros.
    bias: &'a [W],
    /// Those of an LSTM's cells; none if they are zeros.
    peepholes: &'a [W],
    activations: &'a [Activation<W>],
}

impl<W: Elementary> Weights<'_, W> {
    /// The rows of a gate times a vector, and their biases, which are that part of all.
    fn gate(&self, rows: &[W], gate: usize, part: usize, vector: &[W], units: usize) -> Vec<W> {
        let size = vector.len();
        let biases = self.bias.len() / 2;
        let unit = |unit: usize| {
            let row = gate * units + unit;
            let weights = &rows[row * size..][..size];
            let start = W::ZERO;
            let product = weights.iter().zip(vector).fold(start, |all, (&w, &x)| all.fused(w, x));
            match self.bias.get(part * biases + row) {
                Some(&bias) => product.plus(bias),
                None => product,
            }
        };
        (0..units).map(unit).collect()
    }

    fn of_input(&self, gate: usize, x: &[W], units: usize) -> Vec<W> {
        self.gate(self.w, gate, 0, x, units)
    }

    fn of_state(&self, gate: usize, h: &[W]) -> Vec<W> {
        self.gate(self.r, gate, 1, h, h.len())
    }

    /// What both come to.
    fn both(&self, gate: usize, x: &[W], h: &[W]) -> Vec<W> {
        let mut sums = self.of_input(gate, x, h.len());
        for (sum, state) in sums.iter_mut().zip(self.of_state(gate, h)) {
            *sum = sum.plus(state);
        }
        sums
    }

    /// Adds a gate's peepholes of the cells.
    fn look(&self, gate: usize, cells: &[W], sums: &mut [W]) {
        let weights = self.peepholes.iter().skip(gate * cells.len());
        for ((sum, &weight), &cell) in sums.iter_mut().zip(weights).zip(cells) {
            *sum = sum.plus(weight.times(cell));
        }
    }
}

/// What is computed in each step.
#[derive(Clone, Copy)]
enum Layer {
    Rnn,
    /// By `linear_before_reset`.
    Gru(bool),
    /// By `input_forget`.
    Lstm(bool),
}

impl Layer {
    const fn gates(self) -> i64 {
        match self {
            Self::Rnn => 1,
            Self::Gru(_) => 3,
            Self::Lstm(_) => 4,
        }
    }

    const fn activations(self) -> usize {
        match self {
            Self::Rnn => 1,
            Self::Gru(_) => 2,
            Self::Lstm(_) => 3,
        }
    }

    /// Takes a step.
    fn step<W: Elementary>(self, of: &Weights<'_, W>, x: &[W], h: &mut [W], cells: &mut [W]) {
        let apply = |which: usize, numbers: &mut [W]| of.activations[which].apply(numbers);
        match self {
            Self::Rnn => {
                let mut next = of.both(0, x, h);
                apply(0, &mut next);
                h.copy_from_slice(&next);
            }
            Self::Gru(linear_before_reset) => {
                let (mut update, mut reset) = (of.both(0, x, h), of.both(1, x, h));
                apply(0, &mut update);
                apply(0, &mut reset);
                let mut next = of.of_input(2, x, h.len());
                let states = if linear_before_reset {
                    let mut states = of.of_state(2, h);
                    states.iter_mut().zip(&reset).for_each(|(it, &reset)| *it = reset.times(*it));
                    states
                } else {
                    let kept: Vec<W> = reset.iter().zip(&*h).map(|(r, &h)| r.times(h)).collect();
                    of.of_state(2, &kept)
                };
                next.iter_mut().zip(states).for_each(|(next, state)| *next = next.plus(state));
                apply(1, &mut next);
                for ((h, next), update) in h.iter_mut().zip(next).zip(update) {
                    *h = W::ONE.minus(update).times(next).plus(update.times(*h));
                }
            }
            Self::Lstm(input_forget) => {
                let mut input = of.both(0, x, h);
                of.look(0, cells, &mut input);
                apply(0, &mut input);
                let forget = if input_forget {
                    input.iter().map(|&input| W::ONE.minus(input)).collect()
                } else {
                    let mut forget = of.both(2, x, h);
                    of.look(2, cells, &mut forget);
                    apply(0, &mut forget);
                    forget
                };
                let mut candidate = of.both(3, x, h);
                apply(1, &mut candidate);
                let mut output = of.both(1, x, h);
                for (unit, cell) in cells.iter_mut().enumerate() {
                    let kept = forget[unit].times(*cell);
                    *cell = kept.plus(input[unit].times(candidate[unit]));
                }
                of.look(1, cells, &mut output);
                apply(0, &mut output);
                h.copy_from_slice(cells);
                apply(2, h);
                h.iter_mut().zip(output).for_each(|(h, output)| *h = output.times(*h));
            }
        }
    }
}

/// The operands of a layer, and the attributes that all have.
struct Operands<'a> {
    x: &'a Tensor,
    w: &'a Tensor,
    r: &'a Tensor,
    bias: &'a Tensor,
    lengths: &'a Tensor,
    /// The state, and an LSTM's cells.
    initial: [Option<&'a Tensor>; 2],
    peepholes: Option<&'a Tensor>,
    /// Names between commas.
    activations: &'a str,
    alphas: &'a [f32],
    betas: &'a [f32],
    clip: f32,
    direction: &'a str,
}

fn misfit(name: &str, tensor: &Tensor, expected: &str) -> KernelError {
    let found = tensor.shape().dimensions();
    invalid(format!("{name} of shape {found:?}, expected {expected}"))
}

/// The sizes of a tensor of three dimensions.
fn three(name: &str, tensor: &Tensor) -> Result<[i64; 3], KernelError> {
    let shape = tensor.shape().dimensions();
    shape.try_into().map_err(|_| misfit(name, tensor, "three dimensions"))
}

/// The tensor, widened, which has that shape; none if it is the list without elements.
fn given<T: Number>(
    ctx: ExecCtx<'_>,
    name: &str,
    tensor: &Tensor,
    shape: &[i64],
) -> Result<Option<Tensor>, KernelError> {
    match tensor.shape().dimensions() {
        [0] => Ok(None),
        found if found == shape => T::widened(ctx, tensor).map(Some),
        _ => Err(misfit(name, tensor, &format!("{shape:?}"))),
    }
}

impl Operands<'_> {
    /// The functions of all directions.
    fn activations<W: Elementary>(&self, wanted: usize) -> Result<Vec<Activation<W>>, KernelError> {
        let names: Vec<&str> = self.activations.split(',').collect();
        let counts = [
            ("activations", names.len()),
            ("activation_alpha", self.alphas.len()),
            ("activation_beta", self.betas.len()),
        ];
        if let Some((name, found)) = counts.into_iter().find(|(_, count)| *count != wanted) {
            return Err(invalid(format!(
                "attribute '{name}' has {found} elements, expected {wanted}"
            )));
        }
        let clip = (self.clip > 0.0).then(|| W::of_f32(self.clip));
        let numbers = self.alphas.iter().zip(self.betas);
        names
            .into_iter()
            .zip(numbers)
            .map(|(name, (&alpha, &beta))| {
                let [alpha, beta] = [alpha, beta].map(W::of_f32);
                let name = Name::parse(name)
                    .ok_or_else(|| invalid(format!("there is no activation '{name}'")))?;
                Ok(Activation { name, alpha, beta, clip })
            })
            .collect()
    }

    /// The states of all steps, the last state, and the last cells.
    fn run<T: Number<Work: Elementary>>(
        &self,
        ctx: ExecCtx<'_>,
        layer: Layer,
    ) -> Result<[Tensor; 3], KernelError> {
        let [steps, batch, size] = three("x", self.x)?;
        let [directions, rows, units] = three("r", self.r)?;
        let reverse: &[bool] = match self.direction {
            "forward" => &[false],
            "reverse" => &[true],
            "bidirectional" => &[false, true],
            other => return Err(invalid(format!("attribute 'direction' is '{other}'"))),
        };
        let gates = layer.gates();
        let all = gates.saturating_mul(units);
        if index(directions) != reverse.len() || rows != all {
            let expected = format!("[{}, {all}, {units}]", reverse.len());
            return Err(misfit("r", self.r, &expected));
        }
        if self.w.shape().dimensions() != [directions, all, size] {
            return Err(misfit("w", self.w, &format!("[{directions}, {all}, {size}]")));
        }
        let states = [directions, batch, units];
        let (x, w, r) =
            (T::widened(ctx, self.x)?, T::widened(ctx, self.w)?, T::widened(ctx, self.r)?);
        let bias = given::<T>(ctx, "a bias", self.bias, &[directions, all.saturating_mul(2)])?;
        let initial = |state: Option<&Tensor>| match state {
            Some(state) => given::<T>(ctx, "an initial state", state, &states),
            None => Ok(None),
        };
        let initial = [initial(self.initial[0])?, initial(self.initial[1])?];
        let peepholes = match self.peepholes {
            Some(tensor) => {
                given::<T>(ctx, "peepholes", tensor, &[directions, units.saturating_mul(3)])?
            }
            None => None,
        };
        let lengths = given::<i32>(ctx, "the lengths", self.lengths, &[batch])?;
        let lengths = lengths.as_ref().map(Tensor::elements::<i32>).transpose()?;
        let within = |&&length: &&i32| !(0..=steps).contains(&i64::from(length));
        if let Some(length) = lengths.unwrap_or_default().iter().find(within) {
            return Err(invalid(format!("a sequence of {length} steps, expected 0 to {steps}")));
        }
        let activations = self.activations::<T::Work>(layer.activations() * reverse.len())?;

        let writer = |shape: &[i64]| {
            let shape = TensorShape::new(shape)?;
            let metadata = TensorMetadata { dtype: T::Work::DTYPE, shape };
            TensorWriter::new(metadata, ctx.allocator())
        };
        let mut outputs =
            [writer(&[steps, directions, batch, units])?, writer(&states)?, writer(&states)?];
        let [y, h, cells] = &mut outputs;
        let y = elements_mut::<T::Work>(y.zeroed())?;
        let h = elements_mut::<T::Work>(h.zeroed())?;
        let cells = elements_mut::<T::Work>(cells.zeroed())?;
        for (state, initial) in [&mut *h, &mut *cells].into_iter().zip(&initial) {
            if let Some(initial) = initial {
                state.copy_from_slice(initial.elements::<T::Work>()?);
            }
        }
        // Without a unit there is nothing to compute, and sizes may be no indices.
        if !h.is_empty() {
            let none = &[][..];
            let optional = |tensor: &'_ Option<Tensor>| match tensor {
                Some(tensor) => tensor.elements::<T::Work>().map(<[_]>::to_vec),
                None => Ok(none.to_vec()),
            };
            let (bias, peepholes) = (optional(&bias)?, optional(&peepholes)?);
            let (x, w, r) =
                (x.elements::<T::Work>()?, w.elements::<T::Work>()?, r.elements::<T::Work>()?);
            let [steps, batch, size, units] = [steps, batch, size, units].map(index);
            for (direction, &reverse) in reverse.iter().enumerate() {
                let of = |all: &'_ [T::Work]| {
                    let length = all.len() / index(directions);
                    direction * length..(direction + 1) * length
                };
                let functions = layer.activations();
                let weights = Weights {
                    w: &w[of(w)],
                    r: &r[of(r)],
                    bias: &bias[of(&bias)],
                    peepholes: &peepholes[of(&peepholes)],
                    activations: &activations[direction * functions..][..functions],
                };
                for sequence in 0..batch {
                    let state = (direction * batch + sequence) * units;
                    let (h, cells) = (&mut h[state..][..units], &mut cells[state..][..units]);
                    let length = match lengths {
                        Some(lengths) => usize::try_from(lengths[sequence]).unwrap_or(0),
                        None => steps,
                    };
                    for step in 0..length {
                        if ctx.request.cancelled().is_some() {
                            return Err(ctx.end_of_run(Ended));
                        }
                        let step = if reverse { length - 1 - step } else { step };
                        let x = &x[(step * batch + sequence) * size..][..size];
                        layer.step(&weights, x, h, cells);
                        let place = (step * index(directions) + direction) * batch + sequence;
                        y[place * units..][..units].copy_from_slice(h);
                    }
                }
            }
        }
        let [y, h, cells] = outputs.map(|output| T::rounded(ctx, output.finish()?));
        Ok([y?, h?, cells?])
    }
}

/// All states and the last state of sequences `x` `[S, N, I]`: ONNX's `RNN`. The results are `[S, D, N, H]`
/// and `[D, N, H]`.
///
/// `w` is `[D, H, I]` and `r` is `[D, H, H]`. `bias` `[D, 2 H]`, `lengths` `[N]`, which has the number of steps
/// of each sequence, and `initial` `[D, N, H]` are lists without elements where there are none: zeros, and
/// sequences of `S` steps. Behind a sequence's end, states are 0. `direction` is `forward`, `reverse` or, with
/// two directions `D`, `bidirectional`.
///
/// `activations` are the names of the functions of each direction, between commas, `activation_alpha` and
/// `activation_beta` what each is computed with; arguments are cut off at `clip` and its negative, if it is
/// greater than 0.
///
/// # Errors
/// `r of shape [1, 4, 3], expected [1, 3, 3]`, and so on; `there is no activation 'x'`; `a sequence of 4 steps,
/// expected 0 to 3`; a tensor of another element type.
#[kernel("nn.rnn.{T}", pure, cost = cost::matmul(x, r), assembly = Assembly::TYPED_RESULTS,
    infer = "recurrent({T}, {T}, {T}, {T}, i32, {T}) -> {T}, {T}",
    T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn rnn<T: Number<Work: Elementary>>(
    ctx: ExecCtx<'_>,
    x: &Tensor,
    w: &Tensor,
    r: &Tensor,
    bias: &Tensor,
    lengths: &Tensor,
    initial: &Tensor,
    activation_alpha: Attr<&[f32]>,
    activation_beta: Attr<&[f32]>,
    activations: Attr<&str>,
    clip: Attr<f32>,
    direction: Attr<&str>,
) -> Result<(Tensor, Tensor), KernelError> {
    let operands = Operands {
        x,
        w,
        r,
        bias,
        lengths,
        initial: [Some(initial), None],
        peepholes: None,
        activations: activations.0,
        alphas: activation_alpha.0,
        betas: activation_beta.0,
        clip: clip.0,
        direction: direction.0,
    };
    let [all, last, _] = operands.run::<T>(ctx, Layer::Rnn)?;
    Ok((all, last))
}

/// As `nn.rnn`, with gates: ONNX's `GRU`. `w` is `[D, 3 H, I]`, `r` is `[D, 3 H, H]`, `bias` `[D, 6 H]`, each for
/// the update, the reset and the next state. With `linear_before_reset`, the reset is a factor of the state's
/// product and bias, else of the state. A direction has two activations.
///
/// # Errors
/// As `nn.rnn`.
#[kernel("nn.gru.{T}", pure, cost = cost::matmul(x, r), assembly = Assembly::TYPED_RESULTS,
    infer = "recurrent({T}, {T}, {T}, {T}, i32, {T}) -> {T}, {T}",
    T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn gru<T: Number<Work: Elementary>>(
    ctx: ExecCtx<'_>,
    x: &Tensor,
    w: &Tensor,
    r: &Tensor,
    bias: &Tensor,
    lengths: &Tensor,
    initial: &Tensor,
    activation_alpha: Attr<&[f32]>,
    activation_beta: Attr<&[f32]>,
    activations: Attr<&str>,
    clip: Attr<f32>,
    direction: Attr<&str>,
    linear_before_reset: Attr<bool>,
) -> Result<(Tensor, Tensor), KernelError> {
    let operands = Operands {
        x,
        w,
        r,
        bias,
        lengths,
        initial: [Some(initial), None],
        peepholes: None,
        activations: activations.0,
        alphas: activation_alpha.0,
        betas: activation_beta.0,
        clip: clip.0,
        direction: direction.0,
    };
    let [all, last, _] = operands.run::<T>(ctx, Layer::Gru(linear_before_reset.0))?;
    Ok((all, last))
}

/// As `nn.rnn`, with gates and cells, whose last ones are the third result: ONNX's `LSTM`. `w` is `[D, 4 H, I]`,
/// `r` is `[D, 4 H, H]`, `bias` `[D, 8 H]`, each for the input, the output, what is forgotten and the next cell.
/// `peepholes` `[D, 3 H]`, of the first three, and `initial_cells` `[D, N, H]` may be lists without elements. With
/// `input_forget`, what is forgotten is what the input leaves. A direction has three activations.
///
/// # Errors
/// As `nn.rnn`.
#[kernel("nn.lstm.{T}", pure, cost = cost::matmul(x, r), assembly = Assembly::TYPED_RESULTS,
    infer = "recurrent({T}, {T}, {T}, {T}, i32, {T}) -> {T}, {T}, {T}",
    T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn lstm<T: Number<Work: Elementary>>(
    ctx: ExecCtx<'_>,
    x: &Tensor,
    w: &Tensor,
    r: &Tensor,
    bias: &Tensor,
    lengths: &Tensor,
    initial: &Tensor,
    initial_cells: &Tensor,
    peepholes: &Tensor,
    activation_alpha: Attr<&[f32]>,
    activation_beta: Attr<&[f32]>,
    activations: Attr<&str>,
    clip: Attr<f32>,
    direction: Attr<&str>,
    input_forget: Attr<bool>,
) -> Result<(Tensor, Tensor, Tensor), KernelError> {
    let operands = Operands {
        x,
        w,
        r,
        bias,
        lengths,
        initial: [Some(initial), Some(initial_cells)],
        peepholes: Some(peepholes),
        activations: activations.0,
        alphas: activation_alpha.0,
        betas: activation_beta.0,
        clip: clip.0,
        direction: direction.0,
    };
    let [all, last, cells] = operands.run::<T>(ctx, Layer::Lstm(input_forget.0))?;
    Ok((all, last, cells))
}
