//! Fourier transforms, by their definition.

use super::Call;
use super::numbers::{Elements, Kind, Number, add, conjugate, mul};
use crate::driver::work::Op;
use std::f64::consts::TAU;

/// Transforms of one size.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) ty: i32,
    pub(crate) sizes: Vec<i64>,
    pub(crate) batch: i64,
    pub(crate) from: Layout,
    pub(crate) to: Layout,
}

/// Where the elements of one side are.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) embed: Vec<i64>,
    pub(crate) stride: i64,
    pub(crate) distance: i64,
}

impl Layout {
    fn place(&self, part: i64, index: &[i64]) -> i64 {
        let inside = |at: i64, (index, embed): (&i64, &i64)| at * embed + index;
        // The first size is not used.
        let at = index.iter().zip(&self.embed).fold(0, inside);
        part * self.distance + at * self.stride
    }
}

/// The kinds of what a type takes and gives, and whether the one or the other has a half.
pub(crate) fn kinds(ty: i32) -> Option<(Kind, Kind, bool, bool)> {
    Some(match ty {
        41 => (Kind::C32, Kind::C32, false, false),
        42 => (Kind::F32, Kind::C32, false, true),
        44 => (Kind::C32, Kind::F32, true, false),
        105 => (Kind::C64, Kind::C64, false, false),
        106 => (Kind::F64, Kind::C64, false, true),
        108 => (Kind::C64, Kind::F64, true, false),
        _ => return None,
    })
}

/// All indices of an array, the last one fastest.
pub(crate) fn indices(sizes: &[i64]) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for &size in sizes {
        let longer = |index: &Vec<i64>| -> Vec<Vec<i64>> {
            (0..size).map(|at| [index.as_slice(), &[at]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

pub(crate) fn execute(plan: std::sync::Arc<Plan>, from: u64, to: u64, direction: f64) -> Op {
    Call::op("fft", move |view| {
        let Some((in_kind, out_kind, in_half, out_half)) = kinds(plan.ty) else { return Ok(()) };
        let (from, to) =
            (Elements { at: from, kind: in_kind }, Elements { at: to, kind: out_kind });
        let direction = if in_half {
            1.0
        } else if out_half {
            -1.0
        } else {
            direction
        };
        let all = indices(&plan.sizes);
        let last = plan.sizes.last().copied().unwrap_or(1);
        let is_stored = |index: &[i64]| index.last().is_none_or(|&at| at <= last / 2);
        for part in 0..plan.batch {
            let mut numbers: Vec<Number> = Vec::with_capacity(all.len());
            for index in &all {
                let stored = !in_half || is_stored(index);
                // The other half is the mirrored one, conjugate.
                let mirrored = |(at, size): (&i64, &i64)| (size - at) % size;
                let place: Vec<i64> = if stored {
                    index.clone()
                } else {
                    index.iter().zip(&plan.sizes).map(mirrored).collect()
                };
                let number = from.get(view, plan.from.place(part, &place))?;
                numbers.push(if stored { number } else { conjugate(number) });
            }
            let mut inner = 1;
            for &size in plan.sizes.iter().rev() {
                numbers = along(&numbers, size, inner, direction);
                inner *= size;
            }
            for (index, number) in all.iter().zip(numbers) {
                if !out_half || is_stored(index) {
                    to.set(view, plan.to.place(part, index), number)?;
                }
            }
        }
        Ok(())
    })
}

/// Where so many of so many equal parts of a turn lead. Quarters are exact.
fn root(parts: i64, of: i64) -> Number {
    match (4 * parts % of, 4 * parts / of) {
        (0, 0) => (1.0, 0.0),
        (0, 1) => (0.0, 1.0),
        (0, 2) => (-1.0, 0.0),
        (0, _) => (0.0, -1.0),
        _ => {
            let (sin, cos) = (TAU * parts as f64 / of as f64).sin_cos();
            (cos, sin)
        }
    }
}

/// The transforms along a dimension, whose neighbours are so far apart.
fn along(numbers: &[Number], size: i64, inner: i64, direction: f64) -> Vec<Number> {
    let transformed = |at: usize| {
        let at = at as i64;
        let frequency = at / inner % size;
        let first = at - frequency * inner;
        let term = |index: i64| {
            let (cos, sin) = root(frequency * index % size, size);
            mul(numbers[(first + index * inner) as usize], (cos, direction * sin))
        };
        (0..size).map(term).fold((0.0, 0.0), add)
    };
    (0..numbers.len()).map(transformed).collect()
}
