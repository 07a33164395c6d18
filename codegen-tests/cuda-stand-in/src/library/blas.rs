//! Linear algebra. Matrices are column-major.

use super::Call;
use super::numbers::{Elements, Kind, Number, add, conjugate, div, mul, sub};
use crate::driver::memory::View;
use crate::driver::work::Op;
use std::f64::consts::PI;

/// The kind of elements of a number of `cudaDataType`.
pub(crate) fn kind(ty: i32) -> Option<Kind> {
    Some(match ty {
        0 => Kind::F32,
        1 => Kind::F64,
        2 => Kind::F16,
        3 => Kind::I8,
        4 => Kind::C32,
        5 => Kind::C64,
        8 => Kind::U8,
        10 => Kind::I32,
        14 => Kind::Bf16,
        _ => return None,
    })
}

/// The kind of scales of a number of `cublasComputeType_t`.
pub(crate) fn compute_kind(compute: i32) -> Option<Kind> {
    Some(match compute {
        64 | 65 => Kind::F16,
        68 | 69 | 74 | 75 | 77 => Kind::F32,
        70 | 71 => Kind::F64,
        72 | 73 => Kind::I32,
        _ => return None,
    })
}

/// Elements that are so far apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vector {
    pub(crate) elements: Elements,
    pub(crate) step: i64,
}

impl Vector {
    /// The place of an element: with a negative step the last one is the first.
    fn place(self, count: i64, index: i64) -> i64 {
        if self.step < 0 { (index + 1 - count) * self.step } else { index * self.step }
    }
}

pub(crate) fn axpy(count: i64, alpha: Number, x: Vector, y: Vector) -> Op {
    Call::op("axpy", move |view| {
        for index in 0..count {
            let (from, to) = (x.place(count, index), y.place(count, index));
            let product = mul(alpha, x.elements.get(view, from)?);
            y.elements.set(view, to, add(y.elements.get(view, to)?, product))?;
        }
        Ok(())
    })
}

pub(crate) fn scal(count: i64, alpha: Number, x: Vector) -> Op {
    Call::op("scal", move |view| {
        for index in 0..count {
            let at = index * x.step;
            x.elements.set(view, at, mul(alpha, x.elements.get(view, at)?))?;
        }
        Ok(())
    })
}

/// A matrix whose columns are so far apart, as an operation makes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix {
    pub(crate) elements: Elements,
    pub(crate) stride: i64,
    /// 0 none, 1 transposed, 2 transposed and conjugate.
    pub(crate) operation: i32,
}

impl Matrix {
    pub(crate) fn get(self, view: &View, row: i64, column: i64) -> Result<Number, String> {
        let (row, column) = if self.operation == 0 { (row, column) } else { (column, row) };
        let number = self.elements.get(view, column * self.stride + row)?;
        Ok(if self.operation == 2 { conjugate(number) } else { number })
    }

    pub(crate) fn set(
        self,
        view: &View,
        row: i64,
        column: i64,
        number: Number,
    ) -> Result<(), String> {
        self.elements.set(view, column * self.stride + row, number)
    }

    fn behind(self, count: i64) -> Self {
        Self { elements: self.elements.behind(count), ..self }
    }
}

/// What products are of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gemm {
    pub(crate) sizes: [i64; 3],
    pub(crate) alpha: Number,
    pub(crate) beta: Number,
    pub(crate) a: Matrix,
    pub(crate) b: Matrix,
    pub(crate) c: Matrix,
    pub(crate) batch: i64,
    pub(crate) steps: [i64; 3],
    pub(crate) epilogue: Epilogue,
}

/// What becomes of each element of a product.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Epilogue {
    /// A number for each row.
    pub(crate) bias: Option<Elements>,
    pub(crate) function: Function,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Function {
    #[default]
    Identity,
    Relu,
    /// By the hyperbolic tangent.
    Gelu,
}

impl Epilogue {
    fn of(self, view: &View, row: i64, number: Number) -> Result<Number, String> {
        let number = match self.bias {
            Some(bias) => add(number, bias.get(view, row)?),
            None => number,
        };
        Ok(match self.function {
            Function::Identity => number,
            Function::Relu => (number.0.max(0.0), 0.0),
            Function::Gelu => {
                let x = number.0;
                let inner = (2.0 / PI).sqrt() * (x + 0.044_715 * x * x * x);
                (0.5 * x * (1.0 + inner.tanh()), 0.0)
            }
        })
    }
}

pub(crate) fn gemm(gemm: Gemm) -> Op {
    Call::op("gemm", move |view| {
        let Gemm { sizes: [m, n, k], alpha, beta, a, b, c, batch, steps, epilogue } = gemm;
        for part in 0..batch {
            let (a, b) = (a.behind(part * steps[0]), b.behind(part * steps[1]));
            let c = c.behind(part * steps[2]);
            for row in 0..m {
                for column in 0..n {
                    let mut sum = (0.0, 0.0);
                    for inner in 0..k {
                        sum = add(sum, mul(a.get(view, row, inner)?, b.get(view, inner, column)?));
                    }
                    let mut result = mul(alpha, sum);
                    // What was there is not read without it.
                    if beta != (0.0, 0.0) {
                        result = add(result, mul(beta, c.get(view, row, column)?));
                    }
                    c.set(view, row, column, epilogue.of(view, row, result)?)?;
                }
            }
        }
        Ok(())
    })
}

/// Equations with a triangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trsm {
    pub(crate) left: bool,
    pub(crate) upper: bool,
    pub(crate) unit: bool,
    pub(crate) sizes: [i64; 2],
    pub(crate) alpha: Number,
    pub(crate) a: Matrix,
    pub(crate) b: Matrix,
}

pub(crate) fn trsm(trsm: Trsm) -> Op {
    Call::op("trsm", move |view| {
        let Trsm { left, upper, unit, sizes: [m, n], alpha, a, b } = trsm;
        let (order, others) = if left { (m, n) } else { (n, m) };
        // The equations of x A = B are those of the transposed matrices.
        let coefficient =
            |row, column| if left { a.get(view, row, column) } else { a.get(view, column, row) };
        let place = |index, other| if left { (index, other) } else { (other, index) };
        let transposed = (a.operation != 0) == left;
        let backwards = upper != transposed;
        for other in 0..others {
            for step in 0..order {
                let index = if backwards { order - 1 - step } else { step };
                let (row, column) = place(index, other);
                let mut sum = mul(alpha, b.get(view, row, column)?);
                for before in 0..step {
                    let known = if backwards { order - 1 - before } else { before };
                    let (row, column) = place(known, other);
                    sum = sub(sum, mul(coefficient(index, known)?, b.get(view, row, column)?));
                }
                if !unit {
                    sum = div(sum, coefficient(index, index)?);
                }
                b.set(view, row, column, sum)?;
            }
        }
        Ok(())
    })
}
