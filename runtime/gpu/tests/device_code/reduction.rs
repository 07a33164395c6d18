//! Reductions and softmax.

use crate::support::{Case, Element, Trial};
use half::f16;
use tfrt_gpu::device_code::{Fold, Order};
use tfrt_numeric::{
    Arithmetic, Extremes, Float, Greatest, InstructionSet, Reduction, Strides, Sum, ThisThread,
    functions,
};

/// The sizes before, of and behind the dimensions that are reduced.
const SHAPES: [[usize; 3]; 10] = [
    [0, 3, 2],
    [2, 0, 3],
    [1, 1, 1],
    [1, 7, 1],
    [3, 5, 2],
    [2, 33, 3],
    [17, 40, 1],
    [1, 300, 1],
    [4, 2, 65],
    [33, 3, 1],
];

/// An element and what it is computed in.
trait Reduced: Element {
    type Wide: Element + Arithmetic + Extremes;
    fn wide(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
}

macro_rules! reduced {
    ($($ty:ident $wide:ident |$x:ident| $work:expr, $rounded:expr;)*) => {$(
        impl Reduced for $ty {
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

reduced! {
    i32 i32 |x| x, x;
    i64 i64 |x| x, x;
    f16 f32 |x| x.work(), Self::rounded(x);
    f32 f32 |x| x, x;
    f64 f64 |x| x, x;
}

fn reduce<T: Reduced>(trial: &Trial, fold: Fold, order: Order) -> Result<(), String> {
    for [outer, count, inner] in SHAPES {
        let shape = [outer, count, inner];
        let elements =
            if fold == Fold::Max { trial.random::<T>(&shape) } else { trial.ordinary::<T>(&shape) };
        let wide: Vec<T::Wide> = elements.iter().map(|x| x.wide()).collect();
        let apart = [(count * inner).cast_signed(), 1];
        let reduction = Reduction {
            kept: Strides::new(&[outer, inner], [&apart], [0]),
            reduced: Strides::new(&[count], [&[inner.cast_signed()]], [0]),
            count,
        };
        let (workers, set) = (&ThisThread, InstructionSet::chosen());
        let mut all = vec![T::Wide::ZERO; outer * inner];
        match (fold, order) {
            (_, Order::Sequential) => {
                let plus = |sum: T::Wide, x: T::Wide| sum.plus(x);
                reduction.in_order(workers, T::Wide::ZERO, plus, &wide, &mut all).unwrap();
            }
            (Fold::Max, _) => reduction.run(workers, set, Greatest, &wide, &mut all).unwrap(),
            _ => reduction.run(workers, set, Sum, &wide, &mut all).unwrap(),
        }
        if fold == Fold::Mean {
            all.iter_mut().for_each(|sum| *sum = sum.shared_by(count).unwrap());
        }
        let expected: Vec<T> = all.into_iter().map(T::narrow).collect();
        let x = trial.upload(&shape, &elements);
        trial.check(&[outer, inner], &expected, |code, stream, out| {
            code.reduce(stream, (fold, order), x.operand(), 1..2, out)
        })?;
    }
    Ok(())
}

/// What `tf.Softmax` and `tf.LogSoftmax` compute, with the numbers that elements are computed in.
fn normalize<W: Arithmetic + Float>(row: &[W], log: bool) -> Vec<W> {
    let greatest = row[1..].iter().fold(row[0], |max, &x| if x > max { x } else { max });
    let exponential = |x: &W| W::nearest(functions::exp(x.minus(greatest).to_f64()));
    let sum = row.iter().fold(W::ZERO, |sum, x| sum.plus(exponential(x))).to_f64();
    let last = W::nearest(if log { functions::log(sum) } else { 1.0 / sum });
    let of = |x: &W| if log { x.minus(greatest).minus(last) } else { exponential(x).times(last) };
    row.iter().map(of).collect()
}

fn softmax<T: Reduced<Wide: Float>>(trial: &Trial, log: bool) -> Result<(), String> {
    for shape in [[0, 3], [3, 0], [1, 1], [4, 7], [2, 128], [1, 300], [3, 129]] {
        let mut elements = trial.ordinary::<T>(&shape);
        if let Some(last) = elements.last_mut() {
            // Less another one than this, exponentials overflow.
            *last = T::narrow(T::Wide::nearest(500.0));
        }
        if shape[0] > 2 {
            // A row with numbers of all kinds.
            let row = trial.random::<T>(&shape[1..]);
            elements[..row.len()].copy_from_slice(&row);
        }
        let wide: Vec<T::Wide> = elements.iter().map(|x| x.wide()).collect();
        let rows = wide.chunks(shape[1].max(1));
        let expected: Vec<T> = rows.flat_map(|row| normalize(row, log)).map(T::narrow).collect();
        let x = trial.upload(&shape, &elements);
        trial.check(&shape, &expected, |code, stream, out| {
            code.softmax(stream, log, x.operand(), out)
        })?;
    }
    Ok(())
}

pub(crate) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    macro_rules! reductions {
        ($($fold:ident $order:ident [$($suffix:literal)*]: $($ty:ident)*;)*) => {$(
            reductions!(@ $fold $order [$($suffix)*] $($ty)*);
        )*};
        (@ $fold:ident $order:ident $suffixes:tt $($ty:ident)*) => {$(
            reductions!(@@ $fold $order $suffixes $ty);
        )*};
        (@@ $fold:ident $order:ident [$($suffix:literal)*] $ty:ident) => {
            all.push(Case::new("reduction", &[$(concat!($suffix, "_", stringify!($ty))),*], |trial| {
                reduce::<$ty>(trial, Fold::$fold, Order::$order)
            }))
        };
    }
    reductions! {
        Sum Sequential ["sum_in_order"]: f16 f32 f64;
        Mean Sequential ["mean_in_order"]: f16 f32 f64;
        Sum Lanes ["sum_rows" "sum_columns"]: i32 i64 f16 f32 f64;
        Mean Lanes ["mean_rows" "mean_columns"]: f16 f32 f64;
        Max Lanes ["max_rows" "max_columns"]: i32 i64 f16 f32 f64;
    }
    macro_rules! softmaxes {
        ($($ty:ident)*) => {$(
            all.push(Case::new("reduction", &[concat!("softmax_", stringify!($ty))], |trial| {
                softmax::<$ty>(trial, false)
            }));
            all.push(Case::new("reduction", &[concat!("log_softmax_", stringify!($ty))], |trial| {
                softmax::<$ty>(trial, true)
            }));
        )*};
    }
    softmaxes! { f16 f32 f64 }
    all
}
