//! New tensors whose elements depend on those at the same place of other tensors.
#![expect(unsafe_code, reason = "reads memory that may be written over, place by place")]

use crate::writer::with_dtype;
use crate::{Element, Piece, Tensor, TensorError, TensorWriter};
use parking_lot::Mutex;
use std::sync::{Arc, OnceLock};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_numeric::vector::BLOCK;
use tfrt_numeric::{Body, Ended, InstructionSet, Workers};

/// Elements that a thread computes at a time. Few under Miri, which is slow.
const PART: usize = if cfg!(miri) { 1 << 5 } else { 1 << 14 };

/// Elements that are not worth a second thread.
const LITTLE: usize = PART << 2;

/// The elements of some tensors at one place: those of one type in an array, those of several in pairs
/// of arrays or pairs.
///
/// ```
/// use tfrt_host::context::ExecCtx;
/// use tfrt_host::error::KernelError;
/// use tfrt_tensor::{I1, Tensor, pointwise};
///
/// /// The numbers, negated where that is true.
/// fn negate(ctx: ExecCtx<'_>, truths: Tensor, numbers: Tensor) -> Result<Tensor, KernelError> {
///     pointwise(ctx, [truths, numbers], |([truth], [number]): ([I1; 1], [f32; 1])| {
///         if bool::from(truth) { -number } else { number }
///     })
/// }
/// ```
pub trait Point: Copy {
    /// The number of tensors.
    const COUNT: usize;
    /// Where the elements of each tensor begin.
    #[doc(hidden)]
    type Starts: Copy + Send + Sync;
    /// Checks the element type of each tensor.
    ///
    /// # Errors
    /// `a tensor of type i32, expected f32`.
    ///
    /// # Panics
    /// There are fewer than [`COUNT`](Self::COUNT).
    fn expect(tensors: &[Tensor]) -> Result<(), TensorError>;
    /// Where the elements begin of tensors that [`expect`](Self::expect) has checked.
    #[doc(hidden)]
    fn starts(tensors: &[Tensor]) -> Self::Starts;
    /// The elements at a place.
    ///
    /// # Safety
    /// Each tensor has an element there, which nobody writes meanwhile.
    #[doc(hidden)]
    unsafe fn at(starts: Self::Starts, place: usize) -> Self;
}

/// Where the elements of a tensor begin.
#[doc(hidden)]
#[derive(Debug)]
pub struct Start<T>(*const T);

impl<T> Clone for Start<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Start<T> {}

// SAFETY: it is only read through, by callers who know that nobody writes.
unsafe impl<T: Sync> Send for Start<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Start<T> {}

impl<T: Element, const N: usize> Point for [T; N] {
    const COUNT: usize = N;
    type Starts = [Start<T>; N];

    fn expect(tensors: &[Tensor]) -> Result<(), TensorError> {
        tensors.iter().try_for_each(Tensor::expect::<T>)
    }

    fn starts(tensors: &[Tensor]) -> Self::Starts {
        std::array::from_fn(|index| Start(tensors[index].bytes().as_ptr().cast()))
    }

    #[inline(always)]
    unsafe fn at(starts: Self::Starts, place: usize) -> Self {
        let mut elements = [T::zeroed(); N];
        for (element, Start(start)) in elements.iter_mut().zip(&starts) {
            // SAFETY: the caller knows that there is an element, and a tensor's elements are aligned.
            *element = unsafe { start.add(place).read() };
        }
        elements
    }
}

impl<A: Point, B: Point> Point for (A, B) {
    const COUNT: usize = A::COUNT + B::COUNT;
    type Starts = (A::Starts, B::Starts);

    fn expect(tensors: &[Tensor]) -> Result<(), TensorError> {
        let (a, b) = tensors.split_at(A::COUNT);
        A::expect(a)?;
        B::expect(b)
    }

    fn starts(tensors: &[Tensor]) -> Self::Starts {
        let (a, b) = tensors.split_at(A::COUNT);
        (A::starts(a), B::starts(b))
    }

    #[inline(always)]
    unsafe fn at((a, b): Self::Starts, place: usize) -> Self {
        // SAFETY: as the caller says.
        unsafe { (A::at(a, place), B::at(b, place)) }
    }
}

/// A tensor of what `of` gives for the elements at each place of the inputs, which have one shape. It
/// takes the memory of an input that nobody else has, if elements are of one size. Idle threads help
/// with large tensors.
///
/// # Errors
/// A tensor of another element type; `tensor shape mismatch: A vs. B`; `Cannot allocate tensor`; the run has
/// ended.
pub fn pointwise<P: Point, U: Element, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [Tensor; N],
    of: impl Fn(P) -> U + Sync,
) -> Result<Tensor, KernelError> {
    const { assert!(P::COUNT == N && N > 0) };
    P::expect(&inputs)?;
    let starts = P::starts(&inputs);
    computed(ctx, &mut inputs.map(Some), &|piece: Piece<'_, U>| {
        // SAFETY: the inputs have as many elements as the output and outlive this call. Where one of
        // them is the output's memory, the element at a place is read before it is written, by this
        // piece, to which the place belongs.
        piece.fill_with(|place| of(unsafe { P::at(starts, place) }));
    })
}

/// [`pointwise`] of a function that may fail.
///
/// # Errors
/// As [`pointwise`], and the error of some element.
pub fn try_pointwise<P: Point, U: Element, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [Tensor; N],
    of: impl Fn(P) -> Result<U, KernelError> + Sync,
) -> Result<Tensor, KernelError> {
    const { assert!(P::COUNT == N && N > 0) };
    P::expect(&inputs)?;
    let starts = P::starts(&inputs);
    let failure = OnceLock::new();
    let tensor = computed(ctx, &mut inputs.map(Some), &|piece: Piece<'_, U>| {
        piece.fill_with(|place| {
            // SAFETY: as in `pointwise`.
            of(unsafe { P::at(starts, place) }).unwrap_or_else(|error| {
                // Another element's error is as good.
                drop(failure.set(error));
                U::zeroed()
            })
        });
    })?;
    failure.into_inner().map_or(Ok(tensor), Err)
}

/// A function of each element that takes several at a time, so that it can be compiled for several
/// [instruction sets](InstructionSet).
///
/// ```
/// use tfrt_host::context::ExecCtx;
/// use tfrt_host::error::KernelError;
/// use tfrt_tensor::{BLOCK, BlockFunction, Tensor, blockwise};
///
/// #[derive(Clone, Copy)]
/// struct Square;
///
/// impl BlockFunction<f32> for Square {
///     #[inline(always)]
///     fn block(self, x: [f32; BLOCK]) -> [f32; BLOCK] {
///         x.map(|x| x * x)
///     }
/// }
///
/// fn square(ctx: ExecCtx<'_>, x: Tensor) -> Result<Tensor, KernelError> {
///     blockwise(ctx, x, Square)
/// }
/// ```
pub trait BlockFunction<T>: Copy + Sync {
    /// Its values at several elements. It is `#[inline(always)]`.
    #[must_use]
    fn block(self, x: [T; BLOCK]) -> [T; BLOCK];
}

/// [`pointwise`] of a function of several elements at a time.
///
/// # Errors
/// As [`pointwise`].
pub fn blockwise<T: Element>(
    ctx: ExecCtx<'_>,
    input: Tensor,
    of: impl BlockFunction<T>,
) -> Result<Tensor, KernelError> {
    input.expect::<T>()?;
    let start = Start(input.bytes().as_ptr().cast());
    let instructions = InstructionSet::chosen();
    computed(ctx, &mut [Some(input)], &|piece: Piece<'_, T>| {
        instructions.run(Blocks { piece, start, of });
    })
}

/// A piece of a result, and where the elements of the input begin, which has as many as the output.
struct Blocks<'a, T, F> {
    piece: Piece<'a, T>,
    start: Start<T>,
    of: F,
}

impl<T: Element, F: BlockFunction<T>> Body for Blocks<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self { mut piece, start: Start(start), of } = self;
        while piece.left() > 0 {
            let count = piece.left().min(BLOCK);
            let mut block = [T::zeroed(); BLOCK];
            // SAFETY: so many elements are left in the piece, and the input has them too. Where it is the
            // output's memory, they are read before they are written, by this piece, to which they belong.
            unsafe { start.add(piece.place()).copy_to_nonoverlapping(block.as_mut_ptr(), count) };
            piece.extend_from_slice(&of.block(block)[..count]);
        }
    }
}

// What follows does not depend on the types of inputs: rustc compiles it once for each type of output,
// and not for each of hundreds of kernels.

/// A tensor of the inputs' one shape, whose pieces `fill` writes. It takes the memory of an input if it can;
/// the others stay.
fn computed<U: Element>(
    ctx: ExecCtx<'_>,
    inputs: &mut [Option<Tensor>],
    fill: &(dyn Fn(Piece<'_, U>) + Sync),
) -> Result<Tensor, KernelError> {
    expect_one_shape(inputs)?;
    let mut writer = output::<U>(ctx, inputs)?;
    each_piece(ctx, &mut writer, fill)?;
    Ok(writer.finish()?)
}

/// The memory of the first input that can be written over, which is taken, or new memory.
fn output<U: Element>(
    ctx: ExecCtx<'_>,
    inputs: &mut [Option<Tensor>],
) -> Result<TensorWriter, TensorError> {
    for slot in inputs.iter_mut() {
        match slot.take().map(TensorWriter::reusing::<U>) {
            Some(Ok(writer)) => return Ok(writer),
            Some(Err(input)) => *slot = Some(input),
            None => {}
        }
    }
    let first = inputs.iter().flatten().next().ok_or("there are no inputs")?;
    let metadata = with_dtype(first.shared_metadata(), U::DTYPE);
    TensorWriter::new(metadata, ctx.allocator())
}

/// Gives every piece of a tensor to `fill`, on idle threads too if there is much to do.
fn each_piece<U: Element>(
    ctx: ExecCtx<'_>,
    writer: &mut TensorWriter,
    fill: &(dyn Fn(Piece<'_, U>) + Sync),
) -> Result<(), KernelError> {
    let elements = writer.elements();
    if elements < LITTLE {
        writer.pieces(elements.max(1))?.for_each(fill);
        return Ok(());
    }
    let fill = |piece| {
        if !ctx.ended() {
            fill(piece);
        }
    };
    let pieces = writer.pieces(PART)?;
    if ctx.count() < 2 {
        pieces.for_each(fill);
    } else {
        let (count, pieces) = (pieces.len(), Mutex::new(pieces));
        // Each takes the next.
        ctx.run(count, &|_| {
            let next = pieces.lock().next();
            next.into_iter().for_each(fill);
        });
    }
    if ctx.ended() { Err(ctx.end_of_run(Ended)) } else { Ok(()) }
}

/// Checks that tensors have one shape.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`, with all shapes.
fn expect_one_shape(tensors: &[Option<Tensor>]) -> Result<(), TensorError> {
    let mut shapes = tensors.iter().flatten().map(Tensor::shared_metadata);
    let same = shapes.next().is_none_or(|first| {
        shapes.all(|other| Arc::ptr_eq(first, other) || first.shape == other.shape)
    });
    if same {
        return Ok(());
    }
    let shapes = tensors.iter().flatten().map(|tensor| tensor.shape().to_string());
    let all: Vec<String> = shapes.collect();
    Err(TensorError::from(format!("tensor shape mismatch: {}", all.join(" vs. "))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TensorShape;
    use tfrt_host::alloc::{HostAllocator, ProfiledAllocator};
    use tfrt_host::context::{Host, Site, SiteRef};
    use tfrt_host::error::Location;

    static SITE: Site = Site::new("my.op", Location::Unknown);

    fn with_context(queue: &str, run: impl FnOnce(ExecCtx<'_>)) {
        let host = Host::builder().work_queue(queue).build().unwrap();
        run(ExecCtx { request: &host.context(), site: SiteRef::Static(&SITE), depth: 0 });
    }

    fn owned(elements: &[f32]) -> Tensor {
        let allocator: Arc<dyn HostAllocator> = Arc::new(ProfiledAllocator::new());
        let count = i64::try_from(elements.len()).unwrap();
        Tensor::copy_of(TensorShape::new(&[count]).unwrap(), elements, &allocator).unwrap()
    }

    fn address(tensor: &Tensor) -> usize {
        tensor.bytes().as_ptr().addr()
    }

    #[test]
    fn the_memory_of_an_operand_without_other_owners_is_taken() {
        with_context("s", |ctx| {
            let elements: Vec<f32> = (0..100).map(|place| place as f32).collect();
            let sub = |[a, b]: [f32; 2]| a - b;
            let (a, b) = (owned(&elements), owned(&vec![1.0; 100]));
            let (at, keep) = (address(&a), b.clone());
            let first = pointwise(ctx, [a, b], sub).unwrap();
            assert_eq!(address(&first), at);
            assert!(
                first.elements::<f32>().unwrap().iter().zip(&elements).all(|(r, e)| *r == e - 1.0)
            );
            let (at, other) = (address(&keep), first.clone());
            let second = pointwise(ctx, [first, keep], sub).unwrap();
            assert_eq!(address(&second), at);
            assert_eq!(second.elements::<f32>().unwrap()[50], 48.0);
            // Both operands are one tensor.
            let twice = pointwise(ctx, [other.clone(), other], |[a, b]: [f32; 2]| a + b).unwrap();
            assert_eq!(twice.elements::<f32>().unwrap()[50], 98.0);
            // Elements of another size.
            let at = address(&twice);
            let wide = pointwise(ctx, [twice], |[a]: [f32; 1]| f64::from(a)).unwrap();
            assert!(address(&wide) != at && wide.elements::<f64>().unwrap()[50] == 98.0);
            // The caller's vector is not written.
            let callers = Tensor::from_vec(&[1], vec![1.0_f32]).unwrap();
            let at = address(&callers);
            assert_ne!(address(&pointwise(ctx, [callers], |[a]: [f32; 1]| a).unwrap()), at);
        });
    }

    #[test]
    fn threads_compute_what_one_does() {
        let elements: Vec<f32> = (0..LITTLE * 3 + 5).map(|place| place as f32).collect();
        with_context("mstd:2", |ctx| {
            for input in
                [owned(&elements), Tensor::from_slice(&[elements.len()], &elements).unwrap()]
            {
                let keep = address(&input).is_multiple_of(2).then(|| input.clone());
                let result = pointwise(ctx, [input], |[a]: [f32; 1]| a * 2.0).unwrap();
                let result = result.elements::<f32>().unwrap();
                assert!(result.iter().zip(&elements).all(|(r, e)| *r == e * 2.0));
                drop(keep);
            }
        });
    }

    #[test]
    fn errors_and_panics_give_no_tensor() {
        with_context("mstd:2", |ctx| {
            let shape = |count| owned(&vec![1.0; count]);
            let add = |[a, b]: [f32; 2]| a + b;
            let error = pointwise(ctx, [shape(2), shape(3)], add).unwrap_err();
            assert_eq!(error.message, "tensor shape mismatch: [2] vs. [3]");
            let error = pointwise(ctx, [shape(2)], |[a]: [i32; 1]| a).unwrap_err();
            assert_eq!(error.message, "a tensor of type f32, expected i32");
            for count in [1, 100, LITTLE * 3] {
                let fails =
                    |[a]: [f32; 1]| if a > 0.0 { Err("it is positive".into()) } else { Ok(a) };
                let error = try_pointwise(ctx, [shape(count)], fails).unwrap_err();
                assert_eq!(error.message, "it is positive");
                let panics = std::panic::AssertUnwindSafe(|| {
                    pointwise(ctx, [shape(count)], |[a]: [f32; 1]| -> f32 {
                        if a > 0.0 { panic!("a piece panics") } else { a }
                    })
                });
                assert!(std::panic::catch_unwind(panics).is_err());
            }
        });
    }
}
