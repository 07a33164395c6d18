//! Counts of n-grams: how often rows of tokens have the ones of a pool.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use crate::output::{invalid, output};
use std::collections::HashMap;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Attr;
use tfrt_numeric::Ended;
use tfrt_tensor::Tensor;

/// How often each n-gram of the pool is in each row of tokens: ONNX's `TfIdfVectorizer` without weights. The
/// pool has those of one token from `counts[0]` on, those of two from `counts[1]` on and so on; n-gram i of
/// it counts at `indexes[i]` of the result's row. Those of `shortest` to `longest` tokens are counted, whose
/// tokens are next to each other or have up to `skips` others between them, always as many.
///
/// # Errors
/// `tokens of shape [], expected rows`; attributes that do not fit each other.
#[kernel("nn.ngrams", pure)]
pub fn ngrams(
    ctx: ExecCtx<'_>,
    tokens: &Tensor,
    counts: Attr<&[i64]>,
    indexes: Attr<&[i64]>,
    longest: Attr<i64>,
    pool: Attr<&[i64]>,
    shortest: Attr<i64>,
    skips: Attr<i64>,
) -> Result<Tensor, KernelError> {
    let pool = Pool::new(pool.0, counts.0, indexes.0, shortest.0..=longest.0)?;
    let mut shape = tokens.shape().dimensions().to_vec();
    let Some(last) = shape.last_mut().filter(|_| tokens.shape().rank() <= 2) else {
        return Err(invalid(format!("tokens of shape {shape:?}, expected rows")));
    };
    let length = usize::try_from(*last).unwrap_or(usize::MAX);
    *last = indexes.0.iter().max().map_or(0, |&last| last.saturating_add(1));
    let width = usize::try_from(*last).unwrap_or(usize::MAX);
    let skips = usize::try_from(skips.0).map_err(|_| invalid("'skips' is negative".to_owned()))?;
    let tokens = tokens.elements::<i64>()?;
    output::<f32>(ctx, &shape, |all| {
        for (at, row) in all.chunks_exact_mut(width.max(1)).enumerate() {
            let tokens = &tokens[at * length..][..length];
            for step in 1..=skips.saturating_add(1).min(length) {
                if ctx.request.cancelled().is_some() {
                    return Err(Ended);
                }
                pool.count(tokens, step, row);
            }
        }
        Ok(())
    })
}

/// N-grams by their tokens, with the places where they count.
struct Pool<'p> {
    lengths: Vec<usize>,
    places: HashMap<&'p [i64], usize>,
}

impl<'p> Pool<'p> {
    fn new(
        pool: &'p [i64],
        counts: &[i64],
        indexes: &[i64],
        wanted: std::ops::RangeInclusive<i64>,
    ) -> Result<Self, KernelError> {
        let mut places = HashMap::new();
        let mut indexes = indexes.iter();
        for (at, &start) in counts.iter().enumerate() {
            let end = counts.get(at + 1).map_or(Ok(pool.len()), |&end| usize::try_from(end));
            let range = usize::try_from(start).and_then(|start| Ok(start..end?));
            let part = range.ok().and_then(|range| pool.get(range)).unwrap_or_default();
            let (ngrams, rest) = (part.chunks_exact(at + 1), part.len() % (at + 1));
            if rest != 0 {
                let what = format!("{} tokens are no n-grams of {}", part.len(), at + 1);
                return Err(invalid(format!("the pool does not fit 'counts': {what}")));
            }
            for ngram in ngrams {
                let index = indexes.next().and_then(|&index| usize::try_from(index).ok());
                let index = index.ok_or_else(|| {
                    invalid("'indexes' has a negative one, or too few for the pool".to_owned())
                })?;
                places.insert(ngram, index);
            }
        }
        let lengths = (1..=counts.len()).filter(|&length| wanted.contains(&(length as i64)));
        Ok(Self { lengths: lengths.collect(), places })
    }

    /// Counts the n-grams whose tokens are that far from each other.
    fn count(&self, tokens: &[i64], step: usize, row: &mut [f32]) {
        let mut ngram = Vec::new();
        // Single tokens have no distance.
        for &length in self.lengths.iter().filter(|&&length| length > 1 || step == 1) {
            let reach = (length - 1).saturating_mul(step);
            for start in 0..tokens.len().saturating_sub(reach) {
                ngram.clear();
                ngram.extend(tokens[start..].iter().step_by(step).take(length));
                if let Some(&place) = self.places.get(&ngram[..]) {
                    row[place] += 1.0;
                }
            }
        }
    }
}
