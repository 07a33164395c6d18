//! Elements that are moved.

use crate::support::{Case, Element, Trial, count};
use bytemuck::Zeroable;
use tfrt_numeric::Strides;

/// From an element to the next along each dimension.
fn strides(shape: &[usize]) -> Vec<isize> {
    let mut strides = vec![1_isize; shape.len()];
    for at in (1..shape.len()).rev() {
        strides[at - 1] = strides[at] * shape[at].cast_signed();
    }
    strides
}

/// The elements in another order of dimensions.
pub(crate) fn permuted<T: Copy>(elements: &[T], shape: &[usize], order: &[usize]) -> Vec<T> {
    let (sizes, all) = (order.iter().map(|&at| shape[at]).collect::<Vec<_>>(), strides(shape));
    let strides: Vec<isize> = order.iter().map(|&at| all[at]).collect();
    let places = Strides::new(&sizes, [&strides], [0]);
    (0..elements.len()).map(|index| elements[places.at(index)[0]]).collect()
}

fn transpose<T: Element>(trial: &Trial, tiles: bool) -> Result<(), String> {
    let by_tiles: [(&[usize], &[usize]); 7] = [
        (&[0, 3], &[1, 0]),
        (&[2, 3], &[1, 0]),
        (&[33, 40], &[1, 0]),
        (&[32, 32], &[1, 0]),
        (&[3, 5, 34], &[0, 2, 1]),
        (&[2, 33, 3], &[0, 2, 1]),
        (&[2, 3, 4, 5], &[0, 1, 3, 2]),
    ];
    let one_by_one: [(&[usize], &[usize]); 8] = [
        (&[2, 0, 4], &[2, 1, 0]),
        (&[1, 1], &[1, 0]),
        (&[], &[]),
        (&[2, 3, 4], &[2, 1, 0]),
        (&[3, 4, 5], &[1, 0, 2]),
        (&[2, 3, 2, 2, 3, 2], &[5, 4, 3, 2, 1, 0]),
        (&[2, 3, 1, 2, 2, 3, 2], &[6, 5, 2, 4, 3, 1, 0]),
        (&[7, 5, 9], &[2, 1, 0]),
    ];
    for (shape, order) in if tiles { &by_tiles[..] } else { &one_by_one } {
        let elements = trial.random::<T>(shape);
        let expected = permuted(&elements, shape, order);
        let result: Vec<usize> = order.iter().map(|&at| shape[at]).collect();
        let x = trial.upload(shape, &elements);
        trial.check(&result, &expected, |code, stream, out| {
            code.transpose(stream, x.operand(), order, out)
        })?;
    }
    Ok(())
}

fn pad<T: Element + Zeroable>(trial: &Trial) -> Result<(), String> {
    let cases: [(&[usize], &[[usize; 2]]); 8] = [
        (&[0], &[[0, 0]]),
        (&[0], &[[2, 1]]),
        (&[1], &[[0, 0]]),
        (&[3], &[[1, 2]]),
        (&[2, 3, 4, 3], &[[0, 0], [1, 1], [2, 0], [0, 0]]),
        (&[5, 7, 9], &[[0, 1], [1, 0], [0, 0]]),
        (&[2, 1, 2, 1, 2, 2], &[[1, 1], [0, 1], [1, 1], [2, 0], [0, 1], [1, 0]]),
        (&[2, 2, 2, 2, 2, 2, 2], &[[0, 0], [0, 0], [0, 1], [1, 0], [0, 0], [0, 0], [1, 1]]),
    ];
    for (shape, paddings) in cases {
        let elements = trial.random::<T>(shape);
        let result: Vec<usize> = shape
            .iter()
            .zip(paddings)
            .map(|(size, padding)| size + padding[0] + padding[1])
            .collect();
        let mut expected = vec![T::zeroed(); count(&result)];
        let apart = strides(&result);
        let before =
            paddings.iter().zip(&apart).map(|(padding, apart)| padding[0].cast_signed() * apart);
        let places = Strides::new(shape, [&apart], [before.sum::<isize>().cast_unsigned()]);
        for (index, &element) in elements.iter().enumerate() {
            expected[places.at(index)[0]] = element;
        }
        let x = trial.upload(shape, &elements);
        let paddings: Vec<[i64; 2]> =
            paddings.iter().map(|sides| sides.map(|side| i64::try_from(side).unwrap())).collect();
        trial.check(&result, &expected, |code, stream, out| {
            code.pad(stream, x.operand(), &paddings, out)
        })?;
    }
    Ok(())
}

pub(crate) fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    macro_rules! sizes {
        ($($suffix:literal $ty:ident;)*) => {$(
            all.push(Case::new("movement", &[concat!("permute_", $suffix)], |trial| transpose::<$ty>(trial, false)));
            all.push(Case::new("movement", &[concat!("transpose_", $suffix)], |trial| transpose::<$ty>(trial, true)));
            all.push(Case::new("movement", &[concat!("pad_", $suffix)], pad::<$ty>));
        )*};
    }
    sizes! { "u8" i8; "u16" i16; "u32" i32; "u64" i64; }
    all
}
