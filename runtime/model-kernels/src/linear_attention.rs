//! Linear attention: a state of keys and values, which each step changes and then asks.
#![expect(clippy::too_many_arguments, reason = "the op's operands and attributes")]

use crate::cost;
use crate::element::{Elementary, Number, Rational};
use crate::output::{elements_mut, index, invalid};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::vector::Exp;
use tfrt_numeric::{Arithmetic, Ended};
use tfrt_tensor::{Element, Tensor, TensorMetadata, TensorShape, TensorWriter};

/// How a step changes the state of one head of keys and values.
struct Change<'a, W> {
    key: &'a [W],
    value: &'a [W],
    /// The factors of the rows, or of all; none if they stay.
    decay: &'a [W],
    /// How much of the difference between a value and what the state says is added; `None` adds the value.
    rate: Option<W>,
}

impl<W: Elementary> Change<'_, W> {
    /// Changes a state, which has a row of values for each number of a key.
    fn apply(&self, state: &mut [W]) {
        let Self { key, value, decay, rate } = *self;
        let width = value.len();
        if let Some(&first) = decay.first() {
            for (at, row) in state.chunks_exact_mut(width).enumerate() {
                let factor = decay.get(at).copied().unwrap_or(first);
                row.iter_mut().for_each(|it| *it = factor.times(*it));
            }
        }
        let mut added = value.to_vec();
        if let Some(rate) = rate {
            let said = asked(state, key, width);
            for (added, said) in added.iter_mut().zip(said) {
                *added = rate.times(added.minus(said));
            }
        }
        for (row, &key) in state.chunks_exact_mut(width).zip(key) {
            row.iter_mut().zip(&added).for_each(|(it, &added)| *it = it.plus(key.times(added)));
        }
    }
}

/// The rows of a state, summed with the numbers of a key or query as factors, in order.
fn asked<W: Elementary>(state: &[W], by: &[W], width: usize) -> Vec<W> {
    let mut sums = vec![W::ZERO; width];
    for (row, &by) in state.chunks_exact(width).zip(by) {
        sums.iter_mut().zip(row).for_each(|(sum, &it)| *sum = sum.fused(by, it));
    }
    sums
}

/// The answers `[N, S, heads V]` to queries `[N, S, heads K]`, and the last states `[N, H, K, V]`, of keys `[N, S,
/// H K]` and values `[N, S, H V]`: ONNX's `LinearAttention`. `past` are the first states, or a list without
/// elements, which stands for zeros. Neighbouring heads of queries share one of keys. By `update_rule`, the state
/// of a step is:
///
/// - `linear`: the last one and the product of key and value;
/// - `gated`: that, with the last one times the exponential of `decay`, which is `[N, S, H K]` or `[N, S, H]`;
/// - `delta`: the last one and the product of the key and the difference between the value and what the last
///   state says of the key, times `beta`, which is `[N, S, H]` or `[N, S, 1]`;
/// - `gated_delta`: both.
///
/// Those of `decay` and `beta` that a rule does not take are ignored. An answer is the query times the state, and
/// `scale`; 0 stands for one over the root of `K`.
///
/// # Errors
/// `3 heads of queries do not share 2 of keys`; `keys of 5 numbers are not 2 heads`; `attribute 'update_rule' is
/// 'x'`; `beta of shape [1, 2, 3], expected [1, 2, 2] or [1, 2, 1]`, and so on; a tensor of another element type.
#[kernel("nn.linear_attention.{T}", pure, cost = cost::matmul(query, past), assembly = Assembly::TYPED_RESULTS,
    infer = "linear_attention({T}) -> {T}, {T}", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn linear_attention<T: Number<Work: Elementary>>(
    ctx: ExecCtx<'_>,
    query: &Tensor,
    key: &Tensor,
    value: &Tensor,
    past: &Tensor,
    decay: &Tensor,
    beta: &Tensor,
    kv_num_heads: Attr<i64>,
    q_num_heads: Attr<i64>,
    scale: Attr<f32>,
    update_rule: Attr<&str>,
) -> Result<(Tensor, Tensor), KernelError> {
    let (gated, delta) = match update_rule.0 {
        "linear" => (false, false),
        "gated" => (true, false),
        "delta" => (false, true),
        "gated_delta" => (true, true),
        other => return Err(invalid(format!("attribute 'update_rule' is '{other}'"))),
    };
    let operands = [query, key, value].map(|tensor| tensor.shape().dimensions());
    let heads = [q_num_heads.0, kv_num_heads.0];
    let [answers, states] = shapes::linear_attention(operands, heads).map_err(invalid)?;
    let (batch, steps) = (answers[0], answers[1]);
    let (of_q, of_kv) = (heads[0], heads[1]);
    let (depth, width) = (states[2], states[3]);
    let fits = |name: &str, tensor: &Tensor, expected: [&[i64]; 2]| {
        let found = tensor.shape().dimensions();
        if expected.contains(&found) {
            return Ok(());
        }
        let [a, b] = expected;
        Err(invalid(format!("{name} of shape {found:?}, expected {a:?} or {b:?}")))
    };
    fits("past states", past, [&states, &[0]])?;
    if gated {
        let all = of_kv.saturating_mul(depth);
        fits("decay", decay, [&[batch, steps, all], &[batch, steps, of_kv]])?;
    }
    if delta {
        fits("beta", beta, [&[batch, steps, of_kv], &[batch, steps, 1]])?;
    }
    let [query, key, value, past, decay, beta] =
        [query, key, value, past, decay, beta].map(|tensor| T::widened(ctx, tensor));
    let (query, key, value, past) = (query?, key?, value?, past?);
    let (decay, beta) = (decay?, beta?);
    let writer = |shape: &[i64]| {
        let metadata = TensorMetadata { dtype: T::Work::DTYPE, shape: TensorShape::new(shape)? };
        TensorWriter::new(metadata, ctx.allocator())
    };
    let (mut output, mut last) = (writer(&answers)?, writer(&states)?);
    let answers = elements_mut::<T::Work>(output.zeroed())?;
    let state = elements_mut::<T::Work>(last.zeroed())?;
    let first = past.elements::<T::Work>()?;
    if first.len() == state.len() {
        state.copy_from_slice(first);
    }
    // Without a state there is nothing to compute, and sizes may be no indices.
    if !state.is_empty() {
        let sizes = |tensor: &Tensor| tensor.shape().dimensions().last().copied().map_or(1, index);
        let (factors, rates) = (sizes(&decay), sizes(&beta));
        let (query, key) = (query.elements::<T::Work>()?, key.elements::<T::Work>()?);
        let (value, beta) = (value.elements::<T::Work>()?, beta.elements::<T::Work>()?);
        let decay = decay.elements::<T::Work>()?;
        let [batch, steps, of_q, of_kv, depth, width] =
            [batch, steps, of_q, of_kv, depth, width].map(index);
        let share = of_q / of_kv;
        let scale = match scale.0 {
            0.0 => T::Work::ONE.divided(T::Work::of_f64(depth as f64).root()),
            scale => T::Work::of_f32(scale),
        };
        for (batch, row) in
            (0..batch).flat_map(|it| (0..steps).map(move |at| (it, it * steps + at)))
        {
            if ctx.request.cancelled().is_some() {
                return Err(ctx.end_of_run(Ended));
            }
            for head in 0..of_kv {
                let state = &mut state[(batch * of_kv + head) * depth * width..][..depth * width];
                let place = row * of_kv + head;
                let mut decays = Vec::new();
                if gated {
                    let each = factors / of_kv;
                    decays.extend_from_slice(&decay[place * each..][..each]);
                    T::Work::apply(Exp, &mut decays);
                }
                let change = Change {
                    key: &key[place * depth..][..depth],
                    value: &value[place * width..][..width],
                    decay: &decays,
                    rate: delta.then(|| beta[row * rates + head.min(rates - 1)]),
                };
                change.apply(state);
                for head in head * share..(head + 1) * share {
                    let place = row * of_q + head;
                    let answer = &mut answers[place * width..][..width];
                    let sums = asked(state, &query[place * depth..][..depth], width);
                    answer.iter_mut().zip(sums).for_each(|(it, sum)| *it = scale.times(sum));
                }
            }
        }
    }
    Ok((T::rounded(ctx, output.finish()?)?, T::rounded(ctx, last.finish()?)?))
}
