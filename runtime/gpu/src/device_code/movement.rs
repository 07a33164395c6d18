//! Elements that are moved.

use super::DeviceCode;
use super::launch::{File, Kernel, args, over};
use super::operand::{Operand, invalid, small};
use tfrt_cuda::{Grid, Stream};
use tfrt_host::error::KernelError;
use tfrt_tensor::DType;

/// Dimensions that kernels have.
const RANK: usize = 6;

/// The rows and columns of a tile, and the rows that a block moves at a time: `movement.cu`.
const TILE: u32 = 32;
const STEP: u32 = 8;

/// The most blocks along the second dimension of a grid.
const BLOCKS: usize = 65_535;

impl DeviceCode {
    /// The tensor with its dimensions in another order: `permutation` has the operand's dimension for each of the result.
    ///
    /// # Errors
    /// `[0, 0] is no permutation of 2 dimensions`; `a permutation of 7 dimensions, expected at most 6`, when those that
    /// stay together are joined; another type or shape of the result; the driver's.
    pub fn transpose(
        &self,
        stream: &Stream,
        x: Operand<'_>,
        permutation: &[usize],
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        let rank = x.shape.len();
        let mut sorted = permutation.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..rank) {
            return Err(invalid(format!("{permutation:?} is no permutation of {rank} dimensions")));
        }
        let shape: Vec<i64> = permutation.iter().map(|&at| x.shape[at]).collect();
        out.expect(x.dtype, &shape)?;
        let joined = joined(&x.sizes(), permutation);
        if joined.len() > RANK {
            let rank = joined.len();
            return Err(invalid(format!(
                "a permutation of {rank} dimensions, expected at most {RANK}"
            )));
        }
        if out.count == 0 {
            return Ok(());
        }
        let count = out.small()?;
        // The last two dimensions of the operand, the other way round.
        let matrices = match joined[..] {
            [(columns, 1), (rows, stride)] if stride == columns => Some((1, rows, columns)),
            [(matrices, size), (columns, 1), (rows, stride)]
                if stride == columns && size == rows.saturating_mul(columns) =>
            {
                Some((matrices, rows, columns))
            }
            _ => None,
        };
        if let Some((matrices, rows, columns)) = matrices {
            let [down, across] = [rows, columns].map(|size| size.div_ceil(TILE as usize));
            if across <= BLOCKS {
                let blocks = [small(matrices.saturating_mul(down))?, small(across)?, 1];
                let grid = Grid { blocks, threads: [TILE * STEP, 1, 1], shared: 0 };
                let args = args![x, out, small(down)?, small(rows)?, small(columns)?];
                return self.0.launch(stream, moved("transpose", x.dtype)?, grid, &args);
            }
        }
        let (mut sizes, mut strides) = ([1; RANK], [0; RANK]);
        for (at, (size, stride)) in (RANK - joined.len()..).zip(joined) {
            (sizes[at], strides[at]) = (small(size)?, small(stride)?);
        }
        let args = args![x, out, count; sizes[1..].iter().copied(); strides];
        self.0.launch(stream, moved("permute", x.dtype)?, over(out.count), &args)
    }

    /// The tensor with so many zeros before and behind it in each dimension.
    ///
    /// # Errors
    /// `2 paddings for [1, 2, 3]`; padding that is negative; `padding of 7 dimensions, expected at most 6`, when those
    /// without padding are joined to the one before; another type or shape of the result; the driver's.
    pub fn pad(
        &self,
        stream: &Stream,
        x: Operand<'_>,
        paddings: &[[i64; 2]],
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        if paddings.len() != x.shape.len() {
            return Err(invalid(format!("{} paddings for {:?}", paddings.len(), x.shape)));
        }
        let mut shape = Vec::new();
        // The sizes of the operand and of the result, and what is before it.
        let mut joined: Vec<[usize; 3]> = Vec::new();
        for (&size, &[before, behind]) in x.shape.iter().zip(paddings) {
            let all = size.checked_add(before).and_then(|it| it.checked_add(behind));
            let all = all.filter(|_| before >= 0 && behind >= 0);
            let all = all.ok_or_else(|| invalid(format!("padding of {before} and {behind}")))?;
            shape.push(all);
            let [size, all, before] =
                [size, all, before].map(|it| usize::try_from(it).unwrap_or(usize::MAX));
            match joined.last_mut() {
                Some(outer) if size == all => *outer = outer.map(|it| it.saturating_mul(size)),
                _ => joined.push([size, all, before]),
            }
        }
        out.expect(x.dtype, &shape)?;
        if joined.len() > RANK {
            let rank = joined.len();
            return Err(invalid(format!("padding of {rank} dimensions, expected at most {RANK}")));
        }
        if out.count == 0 {
            return Ok(());
        }
        let (mut sizes, mut from, mut before) = ([1; RANK], [1; RANK], [0; RANK]);
        for (at, [size, all, first]) in (RANK - joined.len()..).zip(joined) {
            (sizes[at], from[at], before[at]) = (small(all)?, small(size)?, small(first)?);
        }
        let args = args![x, out, out.small()?; sizes[1..].iter().copied(); from; before];
        self.0.launch(stream, moved("pad", x.dtype)?, over(out.count), &args)
    }
}

/// The sizes of the result and the strides of the operand, without dimensions of size 1; those that stay together are one.
fn joined(sizes: &[usize], permutation: &[usize]) -> Vec<(usize, usize)> {
    let mut strides = vec![1_usize; sizes.len()];
    for at in (1..sizes.len()).rev() {
        strides[at - 1] = strides[at].saturating_mul(sizes[at]);
    }
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for &at in permutation.iter().filter(|&&at| sizes[at] != 1) {
        let (size, stride) = (sizes[at], strides[at]);
        match joined.last_mut() {
            Some((outer, apart)) if *apart == stride.saturating_mul(size) => {
                (*outer, *apart) = (outer.saturating_mul(size), stride);
            }
            _ => joined.push((size, stride)),
        }
    }
    joined
}

/// The kernel for elements of a type's size.
fn moved(name: &'static str, dtype: DType) -> Result<Kernel, KernelError> {
    let suffix = match dtype.size() {
        Some(1) => "u8",
        Some(2) => "u16",
        Some(4) => "u32",
        Some(8) => "u64",
        _ => {
            return Err(invalid(format!("device code has no '{name}' of {}", dtype.tensor_name())));
        }
    };
    Ok(Kernel { file: File::Movement, name, suffix: Some(suffix) })
}
