//! Cholesky factors.

use super::Call;
use super::blas::Matrix;
use super::numbers::{Elements, Kind, conjugate, div, mul, sub};
use crate::driver::memory::View;
use crate::driver::work::Op;
use crate::ptx::Memory;

/// The factor of a matrix of so many rows, in its place. The number at `info` is 0, or the first row that has none.
pub(crate) fn potrf(n: i64, upper: bool, a: Matrix, info: u64) -> Op {
    Call::op("potrf", move |view| {
        let info = Elements { at: info, kind: Kind::I32 };
        info.set(view, 0, (factor(view, n, upper, a)? as f64, 0.0))
    })
}

/// The same of matrices whose addresses are in an array.
pub(crate) fn potrf_batch(
    n: i64,
    upper: bool,
    stride: i64,
    kind: Kind,
    places: u64,
    info: u64,
    batch: i64,
) -> Op {
    Call::op("potrf", move |view| {
        let info = Elements { at: info, kind: Kind::I32 };
        for index in 0..batch {
            let mut at = [0; 8];
            view.load(places + 8 * index.cast_unsigned(), &mut at)?;
            let elements = Elements { at: u64::from_le_bytes(at), kind };
            let a = Matrix { elements, stride, operation: 0 };
            info.set(view, index, (factor(view, n, upper, a)? as f64, 0.0))?;
        }
        Ok(())
    })
}

fn factor(view: &View, n: i64, upper: bool, a: Matrix) -> Result<i64, String> {
    // An upper factor is a lower one, transposed and conjugate.
    let get = |row, column| {
        if upper { a.get(view, column, row).map(conjugate) } else { a.get(view, row, column) }
    };
    let set = |row, column, number| {
        if upper {
            a.set(view, column, row, conjugate(number))
        } else {
            a.set(view, row, column, number)
        }
    };
    for column in 0..n {
        let mut square = get(column, column)?;
        for before in 0..column {
            let factor = get(column, before)?;
            square = sub(square, mul(factor, conjugate(factor)));
        }
        if square.0.is_nan() || square.0 <= 0.0 {
            return Ok(column + 1);
        }
        let root = (square.0.sqrt(), 0.0);
        set(column, column, root)?;
        for row in column + 1..n {
            let mut sum = get(row, column)?;
            for before in 0..column {
                sum = sub(sum, mul(get(row, before)?, conjugate(get(column, before)?)));
            }
            set(row, column, div(sum, root))?;
        }
    }
    Ok(0)
}
