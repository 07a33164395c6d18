//! Operations of elements, and casts.

use crate::support::{Case, Element, Tensor, Trial, count};
use bytemuck::Pod;
use half::f16;
use tfrt_gpu::device_code::{Binary, Unary};
use tfrt_numeric::{Arithmetic, Float, Strides, functions};
use tfrt_tensor::DType;

/// Two shapes that are broadcast.
const BROADCAST: [[&[usize]; 2]; 6] = [
    [&[5, 1], &[1, 3]],
    [&[2, 3, 4], &[3, 1]],
    [&[2, 1, 2, 1, 3], &[2, 1, 2, 1]],
    [&[0, 1], &[1, 3]],
    [&[2, 1, 3, 5, 10], &[3, 1, 1]],
    [&[1, 3], &[2, 1, 2, 1]],
];

fn binary<T: Element>(trial: &Trial, operation: Binary, of: fn(T, T) -> T) -> Result<(), String> {
    for (size, ones) in
        [(0, [0, 0]), (1, [0, 0]), (7, [1, 0]), (256, [0, 0]), (300, [0, 1]), (9, [0, 1])]
    {
        // Any rank, with operands of one element.
        let whole: &[usize] = if size == 9 { &[1; 7] } else { &[size] };
        let shapes = ones.map(|one| if one == 1 { &[1][..] } else { whole });
        each(trial, operation, of, shapes, whole)?;
    }
    for [a, b] in BROADCAST {
        let rank = a.len().max(b.len());
        let size = |shape: &[usize], at: usize| {
            (at + shape.len()).checked_sub(rank).map_or(1, |at| shape[at])
        };
        let both: Vec<usize> =
            (0..rank).map(|at| if size(a, at) == 1 { size(b, at) } else { size(a, at) }).collect();
        each(trial, operation, of, [a, b], &both)?;
    }
    Ok(())
}

fn each<T: Element>(
    trial: &Trial,
    operation: Binary,
    of: fn(T, T) -> T,
    shapes: [&[usize]; 2],
    result: &[usize],
) -> Result<(), String> {
    let elements = shapes.map(|shape| trial.random::<T>(shape));
    let strides = shapes.map(|shape| {
        let mut all = vec![0_isize; result.len()];
        let mut next = 1;
        for (to, &size) in all.iter_mut().rev().zip(shape.iter().rev()) {
            if size != 1 {
                *to = next;
            }
            next *= size.cast_signed();
        }
        all
    });
    let places = Strides::new(result, [&strides[0], &strides[1]], [0, 0]);
    let expected: Vec<T> = (0..count(result))
        .map(|index| {
            let [a, b] = places.at(index);
            of(elements[0][a], elements[1][b])
        })
        .collect();
    let [a, b] = [0, 1].map(|at| trial.upload(shapes[at], &elements[at]));
    trial.check(result, &expected, |code, stream, out| {
        code.binary(stream, operation, [a.operand(), b.operand()], out)
    })
}

/// Each function of an operand, and of one more than a block.
fn unary<T: Element>(trial: &Trial, function: Unary, of: fn(T) -> T) -> Result<(), String> {
    for size in [0, 1, 256, 300] {
        let elements = trial.random::<T>(&[size]);
        let expected: Vec<T> = elements.iter().map(|&x| of(x)).collect();
        let x = trial.upload(&[size], &elements);
        trial.check(&[size], &expected, |code, stream, out| {
            code.unary(stream, function, x.operand(), out)
        })?;
    }
    Ok(())
}

fn bias<T: Element>(trial: &Trial, of: fn(T, T) -> T) -> Result<(), String> {
    for (shape, dimension) in [
        (&[0, 3][..], 1),
        (&[1, 1], 1),
        (&[3, 5], 1),
        (&[2, 3, 5], 1),
        (&[101, 3], 1),
        (&[4, 2], 0),
    ] {
        let elements = trial.random::<T>(shape);
        let channels = shape[dimension];
        let inner = count(&shape[dimension + 1..]);
        let bias = trial.random::<T>(&[channels]);
        let expected: Vec<T> = elements
            .iter()
            .enumerate()
            .map(|(at, &x)| of(x, bias[at / inner % channels]))
            .collect();
        let (x, bias) = (trial.upload(shape, &elements), trial.upload(&[channels], &bias));
        trial.check(shape, &expected, |code, stream, out| {
            code.bias_add(stream, x.operand(), bias.operand(), dimension, out)
        })?;
    }
    Ok(())
}

/// What arithmetic of a type is: for halves, that of singles.
fn half(of: fn(f32, f32) -> f32) -> impl Fn(f16, f16) -> f16 {
    move |a, b| f16::rounded(of(a.work(), b.work()))
}

pub(crate) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    macro_rules! binaries {
        ($($operation:ident $name:literal $method:ident: $($ty:ident)*;)*) => {$($({
            let strided = concat!($name, "_strided_", stringify!($ty));
            let flat = concat!($name, "_", stringify!($ty));
            all.push(Case::new("elementwise", &[flat, strided], |trial| {
                binary::<$ty>(trial, Binary::$operation, |a, b| a.$method(b))
            }));
        })*)*};
    }
    binaries! {
        Add "add" plus: i32 i64 f32 f64;
        Sub "sub" minus: i32 i64 f32 f64;
        Mul "mul" times: i32 i64 f32 f64;
    }
    macro_rules! singles {
        ($($operation:ident $name:literal $of:expr, $bias:ident;)*) => {$({
            let kernels = [concat!($name, "_f16"), concat!($name, "_strided_f16")];
            all.push(Case::new("elementwise", &kernels, |trial| {
                binary::<f16>(trial, Binary::$operation, |a, b| half($of)(a, b))
            }));
        })*};
    }
    singles! {
        Add "add" |a, b| a + b, true;
        Sub "sub" |a, b| a - b, false;
        Mul "mul" |a, b| a * b, false;
        Div "div" |a, b| a / b, false;
    }
    all.push(Case::new("elementwise", &["div_f32", "div_strided_f32"], |trial| {
        binary::<f32>(trial, Binary::Div, |a, b| a / b)
    }));
    all.push(Case::new("elementwise", &["div_f64", "div_strided_f64"], |trial| {
        binary::<f64>(trial, Binary::Div, |a, b| a / b)
    }));
    macro_rules! short {
        ($($operation:ident $name:literal $method:ident $ty:ident;)*) => {$(
            all.push(Case::new("elementwise", &[$name], |trial| {
                for size in [0, 1, 256, 300] {
                    let of = |a: $ty, b: $ty| a.$method(b);
                    each::<$ty>(trial, Binary::$operation, of, [&[size], &[size]], &[size])?;
                }
                Ok(())
            }));
        )*};
    }
    short! {
        Add "add_i8" wrapping_add i8; Add "add_i16" wrapping_add i16; Sub "sub_i8" wrapping_sub i8;
        Sub "sub_i16" wrapping_sub i16; Mul "mul_i8" wrapping_mul i8; Mul "mul_i16" wrapping_mul i16;
    }
    macro_rules! per_type {
        ($($ty:ident $relu:literal $bias:literal $plus:expr;)*) => {$(
            all.push(Case::new("elementwise", &[$relu], |trial| {
                unary::<$ty>(trial, Unary::Relu, |x| if x < <$ty>::default() { <$ty>::default() } else { x })
            }));
            all.push(Case::new("elementwise", &[$bias], |trial| bias::<$ty>(trial, $plus)));
        )*};
    }
    per_type! {
        i32 "relu_i32" "bias_add_i32" |a, b| a.plus(b);
        i64 "relu_i64" "bias_add_i64" |a, b| a.plus(b);
        f16 "relu_f16" "bias_add_f16" |a, b| half(|a, b| a + b)(a, b);
        f32 "relu_f32" "bias_add_f32" |a, b| a.plus(b);
        f64 "relu_f64" "bias_add_f64" |a, b| a.plus(b);
    }
    macro_rules! functions_of {
        ($($function:ident $name:literal $of:expr;)*) => {$(
            functions_of!(@ $function concat!($name, "_f16"), f16, $of);
            functions_of!(@ $function concat!($name, "_f32"), f32, $of);
            functions_of!(@ $function concat!($name, "_f64"), f64, $of);
        )*};
        (@ $function:ident $name:expr, $ty:ident, $of:expr) => {
            all.push(Case::new("elementwise", &[$name], |trial| {
                let of: fn(f64) -> f64 = $of;
                let _ = of;
                unary::<$ty>(trial, Unary::$function, |x| <$ty>::nearest(($of)(x.to_f64())))
            }));
        };
    }
    functions_of! {
        Tanh "tanh" functions::tanh;
        Sigmoid "sigmoid" |x: f64| 1.0 / (1.0 + functions::exp(-x));
        Exp "exp" functions::exp;
        Log "log" functions::log;
    }
    all.push(Case::new("cast", &["cast"], casts));
    all
}

/// The bytes of elements of a type, from some of any, and to what a cast makes them.
struct Cast {
    dtype: DType,
    to_bytes: fn(&[Wide]) -> Vec<u8>,
}

/// A number of any type, without loss.
#[derive(Clone, Copy)]
enum Wide {
    Integer(i128),
    Float(f64),
}

fn bytes<T: Pod>(elements: &[Wide], of: fn(Wide) -> T) -> Vec<u8> {
    let elements: Vec<T> = elements.iter().map(|&it| of(it)).collect();
    bytemuck::cast_slice(&elements).to_vec()
}

/// A double that rounds to fewer bits as the integer does.
fn odd(value: i128) -> f64 {
    let negative = value < 0;
    let size = u64::try_from(value.unsigned_abs()).unwrap();
    f64::nearest(if size >> 53 == 0 {
        value as f64
    } else {
        let excess = 11 - size.leading_zeros();
        let kept = size >> excess << excess;
        let near = (kept | u64::from(kept != size) << excess) as f64;
        if negative { -near } else { near }
    })
}

macro_rules! casts_to {
    ($($dtype:ident $ty:ident;)*) => {
        [$(Cast {
            dtype: DType::$dtype,
            to_bytes: |all| bytes::<$ty>(all, |it| match it {
                Wide::Integer(value) => value as $ty,
                Wide::Float(value) => value as $ty,
            }),
        }),*]
    };
}

fn casts(trial: &Trial) -> Result<(), String> {
    let mut types: Vec<Cast> = casts_to! {
        I8 i8; I16 i16; I32 i32; I64 i64; Ui8 u8; Ui16 u16; Ui32 u32; Ui64 u64; F32 f32; F64 f64;
    }
    .into();
    types.push(Cast {
        dtype: DType::F16,
        to_bytes: |all| {
            bytes::<f16>(all, |it| match it {
                Wide::Integer(value) => f16::nearest(odd(value)),
                Wide::Float(value) => f16::nearest(value),
            })
        },
    });
    types.push(Cast {
        dtype: DType::I1,
        to_bytes: |all| {
            bytes::<u8>(all, |it| match it {
                Wide::Integer(value) => u8::from(value != 0),
                Wide::Float(value) => u8::from(value != 0.0),
            })
        },
    });
    for size in [0, 1, 9, 259] {
        for from in &types {
            let (elements, wide) = source(trial, from.dtype, size);
            let x = trial.upload_as(from.dtype, &[size], &elements);
            // All types at a small size; else one, by chance.
            let chosen = (trial.numbers.next() % types.len() as u64) as usize;
            for (at, to) in types.iter().enumerate() {
                if size != 9 && at != chosen {
                    continue;
                }
                for truncate in [false, true] {
                    let kept =
                        |x: &Wide| if truncate { truncated(*x, from.dtype, to.dtype) } else { *x };
                    let wide: Vec<Wide> = wide.iter().map(kept).collect();
                    let expected = (to.to_bytes)(&wide);
                    compare(trial, (&x, truncate), (to.dtype, size), &expected).map_err(
                        |error| {
                            format!(
                                "{} to {}, {truncate}: {error}",
                                from.dtype.name(),
                                to.dtype.name()
                            )
                        },
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// Compares floats as such, as there are many that are no numbers.
fn compare(
    trial: &Trial,
    (x, truncate): (&Tensor, bool),
    (to, size): (DType, usize),
    expected: &[u8],
) -> Result<(), String> {
    match (to, to.size()) {
        (DType::F16, _) => compare_as::<f16>(trial, (x, truncate), (to, size), expected),
        (DType::F32, _) => compare_as::<f32>(trial, (x, truncate), (to, size), expected),
        (DType::F64, _) => compare_as::<f64>(trial, (x, truncate), (to, size), expected),
        (_, Some(1)) => compare_as::<i8>(trial, (x, truncate), (to, size), expected),
        (_, Some(2)) => compare_as::<i16>(trial, (x, truncate), (to, size), expected),
        (_, Some(4)) => compare_as::<i32>(trial, (x, truncate), (to, size), expected),
        _ => compare_as::<i64>(trial, (x, truncate), (to, size), expected),
    }
}

fn compare_as<T: Element>(
    trial: &Trial,
    (x, truncate): (&Tensor, bool),
    (to, size): (DType, usize),
    expected: &[u8],
) -> Result<(), String> {
    let expected = collected::<T>(expected);
    trial.check_as(to, &[size], &expected, |code, stream, out| {
        code.cast(stream, x.operand(), truncate, out)
    })
}

/// Elements by their bytes.
fn collected<T: Pod>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned).collect()
}

/// Elements of a type, and what they are.
fn source(trial: &Trial, dtype: DType, size: usize) -> (Vec<u8>, Vec<Wide>) {
    macro_rules! integers {
        ($ty:ident) => {{
            let all: Vec<$ty> = (0..size)
                .map(|_| {
                    let number = trial.numbers.next();
                    // Of all lengths.
                    (number as $ty) >> (trial.numbers.next() % u64::from(<$ty>::BITS))
                })
                .collect();
            let wide = all.iter().map(|&it| Wide::Integer(it.into())).collect();
            (bytemuck::cast_slice(&all).to_vec(), wide)
        }};
    }
    macro_rules! floats {
        ($ty:ident) => {{
            let all: Vec<$ty> = (0..size)
                .map(|_| match trial.numbers.next() % 3 {
                    0 => <$ty>::random(&trial.numbers),
                    // About the ends of integers.
                    _ => {
                        let exponent = (trial.numbers.next() % 67) as i32 - 1;
                        let sign = if trial.numbers.next() % 2 == 0 { 1.0 } else { -1.0 };
                        let factor = 1.0 + (trial.numbers.next() % 3) as f64 * 2.0_f64.powi(-8)
                            - 2.0_f64.powi(-9);
                        <$ty>::nearest(sign * factor * 2.0_f64.powi(exponent))
                    }
                })
                .collect();
            let wide = all.iter().map(|&it| Wide::Float(it.to_f64())).collect();
            (bytemuck::cast_slice(&all).to_vec(), wide)
        }};
    }
    match dtype {
        DType::I8 => integers!(i8),
        DType::I16 => integers!(i16),
        DType::I32 => integers!(i32),
        DType::I64 => integers!(i64),
        DType::Ui8 => integers!(u8),
        DType::Ui16 => integers!(u16),
        DType::Ui32 => integers!(u32),
        DType::Ui64 => integers!(u64),
        DType::F16 => floats!(f16),
        DType::F32 => floats!(f32),
        DType::F64 => floats!(f64),
        _ => {
            let all: Vec<u8> = (0..size).map(|_| (trial.numbers.next() % 2) as u8).collect();
            let wide = all.iter().map(|&it| Wide::Integer(it.into())).collect();
            (all, wide)
        }
    }
}

/// Bits of a float that a narrower one has not are zero.
fn truncated(x: Wide, from: DType, to: DType) -> Wide {
    let Wide::Float(value) = x else { return x };
    let bits = |dtype| match dtype {
        DType::F16 => Some(10),
        DType::F32 => Some(23),
        DType::F64 => Some(52),
        _ => None,
    };
    let (Some(from_bits), Some(to_bits)) = (bits(from), bits(to)) else { return x };
    if to_bits >= from_bits {
        return x;
    }
    let lost = from_bits - to_bits;
    Wide::Float(match from {
        DType::F32 => f64::from(f32::from_bits((value as f32).to_bits() >> lost << lost)),
        _ => f64::from_bits(value.to_bits() >> lost << lost),
    })
}
