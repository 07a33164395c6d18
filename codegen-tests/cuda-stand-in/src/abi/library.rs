//! Functions of the libraries beside the driver. They are exported by the same file, where a driver is asked for its
//! libraries first. Codes are each library's own.

use super::{functions, put};
use crate::driver::State;
use crate::driver::code::{Code, Result};
use crate::library::blas::{self, Epilogue, Gemm, Matrix, Trsm, Vector};
use crate::library::ccl::{self, Clique, Collective, Peer};
use crate::library::dnn::{self, Array, Convolution, Descriptor, Direction, Pooling, Window};
use crate::library::fft::{self, Plan};
use crate::library::numbers::{Elements, Kind, Number};
use crate::library::solver;
use std::cell::RefCell;
use std::ffi::{c_double, c_int, c_longlong, c_void};
use std::slice;
use std::sync::Arc;

pub(super) type Handle = u64;
pub(super) type Stream = u64;
pub(super) type Address = u64;

/// Codes of wrong arguments.
pub(super) const BLAS: Code = Code(7);
const SOLVER: Code = Code(3);
const FFT: Code = Code(4);
const CCL: Code = Code(4);
const DNN: Code = Code(2000);
const DNN_UNSUPPORTED: Code = Code(3000);

/// A number of the host.
///
/// # Safety
/// Null, or the place of a number of that kind.
unsafe fn number(place: *const c_void, kind: Kind) -> Result<Number> {
    if place.is_null() {
        return Err(BLAS);
    }
    // SAFETY: the caller's.
    Ok(kind.read(unsafe { slice::from_raw_parts(place.cast(), kind.size()) }))
}

/// Numbers of the host.
///
/// # Safety
/// Null, or the place of so many.
unsafe fn numbers<T: Copy + Into<i64>>(place: *const T, count: c_int) -> Result<Vec<i64>> {
    let count = usize::try_from(count).map_err(|_| DNN)?;
    if place.is_null() || count > 8 {
        return Err(DNN);
    }
    // SAFETY: the caller's.
    let numbers = unsafe { slice::from_raw_parts(place, count) };
    Ok(numbers.iter().map(|&number| number.into()).collect())
}

pub(super) fn destroy(state: &mut State, handle: Handle) -> Result<()> {
    state.unsafe_in_capture()?;
    state.objects.libraries.handles.remove(&handle).map(|_| ()).ok_or(Code(1))
}

fn set_stream(state: &mut State, handle: Handle, stream: Stream) -> Result<()> {
    state.stream(stream)?;
    let known = state.objects.libraries.handles.get_mut(&handle).ok_or(Code(1))?;
    *known = stream;
    Ok(())
}

pub(super) fn elements(at: Address, ty: c_int) -> Result<Elements> {
    Ok(Elements { at, kind: blas::kind(ty).ok_or(BLAS)? })
}

fn matrix(at: Address, ty: c_int, stride: c_int, operation: c_int, rows: c_int) -> Result<Matrix> {
    if stride < rows.max(1) || !(0..=2).contains(&operation) {
        return Err(BLAS);
    }
    Ok(Matrix { elements: elements(at, ty)?, stride: stride.into(), operation })
}

/// The arguments of a product.
#[expect(clippy::too_many_arguments, reason = "the library's function has them")]
pub(super) fn product_of(
    operations: [c_int; 2],
    sizes: [c_int; 3],
    [alpha, beta]: [*const c_void; 2],
    at: [Address; 3],
    types: [c_int; 3],
    strides: [c_int; 3],
    compute: c_int,
    batch: c_int,
    steps: [i64; 3],
) -> Result<Gemm> {
    let [m, n, k] = sizes;
    if sizes.iter().any(|&size| size < 0) || batch < 0 {
        return Err(BLAS);
    }
    let kind = blas::compute_kind(compute).ok_or(BLAS)?;
    let rows = [if operations[0] == 0 { m } else { k }, if operations[1] == 0 { k } else { n }, m];
    let of = |index: usize, operation| {
        matrix(at[index], types[index], strides[index], operation, rows[index])
    };
    Ok(Gemm {
        sizes: sizes.map(i64::from),
        // SAFETY: the caller's: numbers of the kind that is computed in.
        alpha: unsafe { number(alpha, kind)? },
        // SAFETY: as above.
        beta: unsafe { number(beta, kind)? },
        a: of(0, operations[0])?,
        b: of(1, operations[1])?,
        c: of(2, 0)?,
        batch: batch.into(),
        steps,
        epilogue: Epilogue::default(),
    })
}

functions! {
    fn cublasCreate_v2(handle: *mut Handle) |state| {
        let made = state.library_handle()?;
        // SAFETY: the caller's.
        unsafe { put(handle, made) }
    }

    fn cublasDestroy_v2(handle: Handle) |state| { destroy(state, handle) }

    fn cublasSetStream_v2(handle: Handle, stream: Stream) |state| { set_stream(state, handle, stream) }

    fn cublasAxpyEx(
        handle: Handle, n: c_int, alpha: *const c_void, alpha_type: c_int, x: Address, x_type: c_int, x_step: c_int,
        y: Address, y_type: c_int, y_step: c_int, _execution: c_int,
    ) |state| {
        // SAFETY: the caller's.
        let alpha = unsafe { number(alpha, blas::kind(alpha_type).ok_or(BLAS)?)? };
        let x = Vector { elements: elements(x, x_type)?, step: x_step.into() };
        let y = Vector { elements: elements(y, y_type)?, step: y_step.into() };
        state.give(handle, Code(1), blas::axpy(n.into(), alpha, x, y))
    }

    fn cublasScalEx(
        handle: Handle, n: c_int, alpha: *const c_void, alpha_type: c_int, x: Address, x_type: c_int, x_step: c_int,
        _execution: c_int,
    ) |state| {
        // SAFETY: the caller's.
        let alpha = unsafe { number(alpha, blas::kind(alpha_type).ok_or(BLAS)?)? };
        let x = Vector { elements: elements(x, x_type)?, step: x_step.into() };
        // It does nothing then, as BLAS says.
        let n = if x_step <= 0 { 0 } else { n };
        state.give(handle, Code(1), blas::scal(n.into(), alpha, x))
    }

    fn cublasGemmEx(
        handle: Handle, a_op: c_int, b_op: c_int, m: c_int, n: c_int, k: c_int, alpha: *const c_void,
        a: Address, a_type: c_int, lda: c_int, b: Address, b_type: c_int, ldb: c_int, beta: *const c_void,
        c: Address, c_type: c_int, ldc: c_int, compute: c_int, _algorithm: c_int,
    ) |state| {
        let (at, types, strides) = ([a, b, c], [a_type, b_type, c_type], [lda, ldb, ldc]);
        let scales = [alpha, beta];
        let gemm = product_of([a_op, b_op], [m, n, k], scales, at, types, strides, compute, 1, [0; 3])?;
        state.give(handle, Code(1), blas::gemm(gemm))
    }

    fn cublasGemmStridedBatchedEx(
        handle: Handle, a_op: c_int, b_op: c_int, m: c_int, n: c_int, k: c_int, alpha: *const c_void,
        a: Address, a_type: c_int, lda: c_int, a_step: c_longlong,
        b: Address, b_type: c_int, ldb: c_int, b_step: c_longlong, beta: *const c_void,
        c: Address, c_type: c_int, ldc: c_int, c_step: c_longlong, batch: c_int, compute: c_int, _algorithm: c_int,
    ) |state| {
        let (at, types, strides) = ([a, b, c], [a_type, b_type, c_type], [lda, ldb, ldc]);
        let (scales, steps) = ([alpha, beta], [a_step, b_step, c_step]);
        let gemm = product_of([a_op, b_op], [m, n, k], scales, at, types, strides, compute, batch, steps)?;
        state.give(handle, Code(1), blas::gemm(gemm))
    }
}

/// Functions that differ by the type of their elements.
macro_rules! of_types {
    ($($trsm:ident $size:ident $factor:ident $factors:ident $ty:literal;)*) => {
        functions! {
            $(
                fn $trsm(
                    handle: Handle, side: c_int, fill: c_int, op: c_int, diagonal: c_int, m: c_int, n: c_int,
                    alpha: *const c_void, a: Address, lda: c_int, b: Address, ldb: c_int,
                ) |state| {
                    if m < 0 || n < 0 || ![0, 1].contains(&side) || ![0, 1].contains(&fill) {
                        return Err(BLAS);
                    }
                    let order = if side == 0 { m } else { n };
                    let trsm = Trsm {
                        left: side == 0,
                        upper: fill == 1,
                        unit: diagonal == 1,
                        sizes: [m.into(), n.into()],
                        // SAFETY: the caller's.
                        alpha: unsafe { number(alpha, blas::kind($ty).ok_or(BLAS)?)? },
                        a: matrix(a, $ty, lda, op, order)?,
                        b: matrix(b, $ty, ldb, 0, m)?,
                    };
                    state.give(handle, Code(1), blas::trsm(trsm))
                }

                fn $size(
                    _handle: Handle, _fill: c_int, n: c_int, _a: Address, lda: c_int, size: *mut c_int,
                ) |_state| {
                    if n < 0 || lda < n.max(1) {
                        return Err(SOLVER);
                    }
                    // SAFETY: the caller's.
                    unsafe { put(size, n.max(1)) }
                }

                fn $factor(
                    handle: Handle, fill: c_int, n: c_int, a: Address, lda: c_int, _workspace: Address, size: c_int,
                    info: Address,
                ) |state| {
                    if n < 0 || ![0, 1].contains(&fill) || size < n {
                        return Err(SOLVER);
                    }
                    let a = matrix(a, $ty, lda, 0, n).map_err(|_| SOLVER)?;
                    state.give(handle, Code(1), solver::potrf(n.into(), fill == 1, a, info))
                }

                fn $factors(
                    handle: Handle, fill: c_int, n: c_int, places: Address, lda: c_int, info: Address, batch: c_int,
                ) |state| {
                    if n < 0 || ![0, 1].contains(&fill) || lda < n.max(1) || batch < 0 {
                        return Err(SOLVER);
                    }
                    let kind = blas::kind($ty).ok_or(SOLVER)?;
                    let (n, upper, lda, batch) = (n.into(), fill == 1, lda.into(), batch.into());
                    let op = solver::potrf_batch(n, upper, lda, kind, places, info, batch);
                    state.give(handle, Code(1), op)
                }
            )*
        }
    };
}

of_types! {
    cublasStrsm_v2 cusolverDnSpotrf_bufferSize cusolverDnSpotrf cusolverDnSpotrfBatched 0;
    cublasDtrsm_v2 cusolverDnDpotrf_bufferSize cusolverDnDpotrf cusolverDnDpotrfBatched 1;
    cublasCtrsm_v2 cusolverDnCpotrf_bufferSize cusolverDnCpotrf cusolverDnCpotrfBatched 4;
    cublasZtrsm_v2 cusolverDnZpotrf_bufferSize cusolverDnZpotrf cusolverDnZpotrfBatched 5;
}

functions! {
    fn cusolverDnCreate(handle: *mut Handle) |state| {
        let made = state.library_handle()?;
        // SAFETY: the caller's.
        unsafe { put(handle, made) }
    }

    fn cusolverDnDestroy(handle: Handle) |state| { destroy(state, handle) }

    fn cusolverDnSetStream(handle: Handle, stream: Stream) |state| { set_stream(state, handle, stream) }

    fn cufftCreate(plan: *mut c_int) |state| {
        // A plan is the number of a handle, divided by what is between handles.
        let made = state.library_handle()?;
        let number = c_int::try_from((made >> 4) & 0xff_ffff).map_err(|_| FFT)?;
        let stream = state.objects.libraries.handles.remove(&made).unwrap_or(0);
        state.objects.libraries.handles.insert(plan_handle(number), stream);
        // SAFETY: the caller's.
        unsafe { put(plan, number) }
    }

    fn cufftDestroy(plan: c_int) |state| {
        state.objects.libraries.plans.remove(&plan_handle(plan));
        destroy(state, plan_handle(plan))
    }

    fn cufftSetAutoAllocation(_plan: c_int, _auto: c_int) |_state| { Ok(()) }

    fn cufftMakePlanMany64(
        plan: c_int, rank: c_int, sizes: *const c_longlong, in_embed: *const c_longlong, in_stride: c_longlong,
        in_distance: c_longlong, out_embed: *const c_longlong, out_stride: c_longlong, out_distance: c_longlong,
        ty: c_int, batch: c_longlong, size: *mut usize,
    ) |state| {
        if !(1..=3).contains(&rank) {
            return Err(FFT);
        }
        fft::kinds(ty).ok_or(Code(3))?;
        // SAFETY: the caller's: so many numbers each.
        let (sizes, in_embed, out_embed) =
            unsafe { (numbers(sizes, rank)?, numbers(in_embed, rank)?, numbers(out_embed, rank)?) };
        let from = fft::Layout { embed: in_embed, stride: in_stride, distance: in_distance };
        let to = fft::Layout { embed: out_embed, stride: out_stride, distance: out_distance };
        let all: i64 = sizes.iter().product();
        let made = Plan { ty, sizes, batch, from, to };
        state.objects.libraries.plans.insert(plan_handle(plan), Arc::new(made));
        // SAFETY: the caller's.
        unsafe { put(size, usize::try_from(all).map_err(|_| FFT)? * 8) }
    }

    fn cufftSetStream(plan: c_int, stream: Stream) |state| {
        set_stream(state, plan_handle(plan), stream)
    }

    fn cufftSetWorkArea(_plan: c_int, _area: Address) |_state| { Ok(()) }

    fn cufftExecC2C(plan: c_int, from: Address, to: Address, direction: c_int) |state| {
        transform(state, plan, from, to, direction)
    }

    fn cufftExecR2C(plan: c_int, from: Address, to: Address) |state| { transform(state, plan, from, to, -1) }

    fn cufftExecC2R(plan: c_int, from: Address, to: Address) |state| { transform(state, plan, from, to, 1) }

    fn cufftExecZ2Z(plan: c_int, from: Address, to: Address, direction: c_int) |state| {
        transform(state, plan, from, to, direction)
    }

    fn cufftExecD2Z(plan: c_int, from: Address, to: Address) |state| { transform(state, plan, from, to, -1) }

    fn cufftExecZ2D(plan: c_int, from: Address, to: Address) |state| { transform(state, plan, from, to, 1) }
}

fn plan_handle(plan: c_int) -> Handle {
    u64::from(plan.cast_unsigned())
}

fn transform(
    state: &mut State,
    plan: c_int,
    from: Address,
    to: Address,
    direction: c_int,
) -> Result<()> {
    if ![-1, 1].contains(&direction) {
        return Err(FFT);
    }
    let handle = plan_handle(plan);
    let plan = Arc::clone(state.objects.libraries.plans.get(&handle).ok_or(Code(1))?);
    state.give(handle, Code(1), fft::execute(plan, from, to, f64::from(direction)))
}

/// By which peers meet (`ncclUniqueId`).
#[repr(C)]
struct Id([u8; 128]);

functions! {
    fn ncclGetUniqueId(id: *mut Id) |state| {
        let mut bytes = [0; 128];
        bytes[..8].copy_from_slice(&state.objects.make().to_le_bytes());
        // SAFETY: the caller's.
        unsafe { put(id, Id(bytes)) }
    }

    fn ncclCommInitRank(handle: *mut Handle, count: c_int, id: Id, rank: c_int) |state| {
        let (count, rank) = usize::try_from(count).ok().zip(usize::try_from(rank).ok()).ok_or(CCL)?;
        if rank >= count {
            return Err(CCL);
        }
        let made = state.library_handle()?;
        let [first, ..] = id.0.as_chunks::<8>().0 else { return Err(CCL) };
        let cliques = &mut state.objects.libraries.cliques;
        let clique = cliques.entry(u64::from_le_bytes(*first)).or_insert_with(|| Arc::new(Clique::new(count)));
        if clique.count != count {
            return Err(CCL);
        }
        let peer = Peer::new(Arc::clone(clique), rank);
        state.objects.libraries.peers.insert(made, peer);
        // SAFETY: the caller's.
        unsafe { put(handle, made) }
    }

    fn ncclCommDestroy(handle: Handle) |state| {
        state.objects.libraries.peers.remove(&handle);
        destroy(state, handle)
    }

    fn ncclGroupStart() |_state| {
        GROUP.with_borrow_mut(|group| group.0 += 1);
        Ok(())
    }

    fn ncclGroupEnd() |state| {
        let given = GROUP.with_borrow_mut(|group| {
            group.0 = group.0.checked_sub(1).ok_or(Code(5))?;
            Ok(if group.0 == 0 { std::mem::take(&mut group.1) } else { Vec::new() })
        })?;
        given.into_iter().try_for_each(|asked| begin(state, &asked))
    }

    fn ncclAllGather(from: Address, to: Address, count: usize, ty: c_int, handle: Handle, stream: Stream) |state| {
        let what = What::Collective(Collective::Gather);
        ask(state, Asked { what, from, to, count, kind: ccl::kind(ty).ok_or(CCL)?, handle, stream })
    }

    fn ncclAllReduce(
        from: Address, to: Address, count: usize, ty: c_int, by: c_int, handle: Handle, stream: Stream,
    ) |state| {
        let what = What::Collective(Collective::Reduce { by: reduction(by)?, part: false });
        ask(state, Asked { what, from, to, count, kind: ccl::kind(ty).ok_or(CCL)?, handle, stream })
    }

    fn ncclReduceScatter(
        from: Address, to: Address, count: usize, ty: c_int, by: c_int, handle: Handle, stream: Stream,
    ) |state| {
        let what = What::Collective(Collective::Reduce { by: reduction(by)?, part: true });
        ask(state, Asked { what, from, to, count, kind: ccl::kind(ty).ok_or(CCL)?, handle, stream })
    }

    fn ncclSend(from: Address, count: usize, ty: c_int, peer: c_int, handle: Handle, stream: Stream) |state| {
        let what = What::Send(usize::try_from(peer).map_err(|_| CCL)?);
        ask(state, Asked { what, from, to: 0, count, kind: ccl::kind(ty).ok_or(CCL)?, handle, stream })
    }

    fn ncclRecv(to: Address, count: usize, ty: c_int, peer: c_int, handle: Handle, stream: Stream) |state| {
        let what = What::Receive(usize::try_from(peer).map_err(|_| CCL)?);
        ask(state, Asked { what, from: 0, to, count, kind: ccl::kind(ty).ok_or(CCL)?, handle, stream })
    }
}

fn reduction(by: c_int) -> Result<c_int> {
    if (0..=3).contains(&by) { Ok(by) } else { Err(CCL) }
}

thread_local! {
    /// The groups that the thread has begun, and what was asked for in them.
    static GROUP: RefCell<(u32, Vec<Asked>)> = const { RefCell::new((0, Vec::new())) };
}

/// What a peer is asked for.
struct Asked {
    what: What,
    from: Address,
    to: Address,
    count: usize,
    kind: Kind,
    handle: Handle,
    stream: Stream,
}

#[derive(Clone, Copy)]
enum What {
    Collective(Collective),
    Send(usize),
    Receive(usize),
}

/// Does something now, or when the thread's group ends.
fn ask(state: &mut State, asked: Asked) -> Result<()> {
    let in_group = GROUP.with_borrow(|group| group.0 > 0);
    if in_group {
        GROUP.with_borrow_mut(|group| group.1.push(asked));
        return Ok(());
    }
    begin(state, &asked)
}

fn begin(state: &mut State, asked: &Asked) -> Result<()> {
    let number = state.stream(asked.stream)?;
    let peer = state.objects.libraries.peers.get_mut(&asked.handle).ok_or(CCL)?;
    let size = asked.count.checked_mul(asked.kind.size()).ok_or(CCL)?;
    match asked.what {
        What::Collective(what) => {
            let ops = peer.collective(what, asked.kind, [asked.from, asked.to], asked.count);
            ops.into_iter().try_for_each(|op| state.submit(number, op))
        }
        What::Send(to) => {
            let op = peer.send(to, asked.from, size);
            state.submit(number, op)
        }
        What::Receive(from) => {
            let op = peer.receive(from, asked.to);
            state.submit(number, op)
        }
    }
}

fn describe(state: &mut State, place: *mut Handle) -> Result<()> {
    let made = state.objects.make();
    state.objects.libraries.descriptors.insert(made, Descriptor::Empty);
    // SAFETY: the caller's.
    unsafe { put(place, made) }
}

fn set(state: &mut State, handle: Handle, descriptor: Descriptor) -> Result<()> {
    *state.objects.libraries.descriptors.get_mut(&handle).ok_or(DNN)? = descriptor;
    Ok(())
}

fn forget(state: &mut State, handle: Handle) -> Result<()> {
    state.objects.libraries.descriptors.remove(&handle).map(|_| ()).ok_or(DNN)
}

fn described(state: &State, handle: Handle) -> Result<&Descriptor> {
    state.objects.libraries.descriptors.get(&handle).ok_or(DNN)
}

/// What a tensor or filters are, and where.
fn array(state: &State, handle: Handle, at: Address) -> Result<Array> {
    match described(state, handle)? {
        Descriptor::Tensor(layout) | Descriptor::Filter(layout) => {
            Ok(Array { layout: layout.clone(), at })
        }
        _ => Err(DNN),
    }
}

fn window(state: &State, handle: Handle) -> Result<Window> {
    match described(state, handle)? {
        Descriptor::Convolution(window) => Ok(window.clone()),
        _ => Err(DNN),
    }
}

/// Scales are of 64 bits for elements of 64, and of 32 for all others.
///
/// # Safety
/// Both are places of such numbers.
unsafe fn scales(of: &Array, alpha: *const c_void, beta: *const c_void) -> Result<[f64; 2]> {
    let kind = if of.layout.kind == Kind::F64 { Kind::F64 } else { Kind::F32 };
    // SAFETY: the caller's.
    unsafe { Ok([number(alpha, kind)?.0, number(beta, kind)?.0]) }
}

fn convolve(state: &mut State, handle: Handle, convolution: Convolution) -> Result<()> {
    if !convolution.is_valid() {
        return Err(DNN);
    }
    state.give(handle, DNN, convolution.op())
}

fn pool(state: &mut State, handle: Handle, pooling: Pooling) -> Result<()> {
    if !pooling.is_valid() {
        return Err(DNN);
    }
    state.give(handle, DNN, pooling.op())
}

functions! {
    fn cudnnCreate(handle: *mut Handle) |state| {
        let made = state.library_handle()?;
        // SAFETY: the caller's.
        unsafe { put(handle, made) }
    }

    fn cudnnDestroy(handle: Handle) |state| { destroy(state, handle) }

    fn cudnnSetStream(handle: Handle, stream: Stream) |state| { set_stream(state, handle, stream) }

    fn cudnnCreateTensorDescriptor(descriptor: *mut Handle) |state| { describe(state, descriptor) }

    fn cudnnDestroyTensorDescriptor(descriptor: Handle) |state| { forget(state, descriptor) }

    fn cudnnSetTensorNdDescriptor(
        descriptor: Handle, ty: c_int, rank: c_int, sizes: *const c_int, strides: *const c_int,
    ) |state| {
        let kind = dnn::kind(ty).ok_or(DNN_UNSUPPORTED)?;
        // SAFETY: the caller's.
        let (sizes, strides) = unsafe { (numbers(sizes, rank)?, numbers(strides, rank)?) };
        set(state, descriptor, Descriptor::Tensor(dnn::Layout { kind, sizes, strides }))
    }

    fn cudnnCreateFilterDescriptor(descriptor: *mut Handle) |state| { describe(state, descriptor) }

    fn cudnnDestroyFilterDescriptor(descriptor: Handle) |state| { forget(state, descriptor) }

    fn cudnnSetFilterNdDescriptor(
        descriptor: Handle, ty: c_int, format: c_int, rank: c_int, sizes: *const c_int,
    ) |state| {
        let kind = dnn::kind(ty).ok_or(DNN_UNSUPPORTED)?;
        // SAFETY: the caller's.
        let sizes = unsafe { numbers(sizes, rank)? };
        // Which dimensions are further in: all behind, or, with channels last, the second one is the innermost.
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        match format {
            0 => {}
            1 if order.len() > 1 => {
                let channels = order.remove(1);
                order.push(channels);
            }
            _ => return Err(DNN_UNSUPPORTED),
        }
        let mut strides = vec![1; sizes.len()];
        let mut stride = 1;
        for &dimension in order.iter().rev() {
            strides[dimension] = stride;
            stride *= sizes[dimension];
        }
        set(state, descriptor, Descriptor::Filter(dnn::Layout { kind, sizes, strides }))
    }

    fn cudnnCreateConvolutionDescriptor(descriptor: *mut Handle) |state| { describe(state, descriptor) }

    fn cudnnDestroyConvolutionDescriptor(descriptor: Handle) |state| { forget(state, descriptor) }

    fn cudnnSetConvolutionNdDescriptor(
        descriptor: Handle, rank: c_int, pads: *const c_int, strides: *const c_int, dilations: *const c_int,
        mode: c_int, _compute: c_int,
    ) |state| {
        // SAFETY: the caller's.
        let (pads, strides, dilations) =
            unsafe { (numbers(pads, rank)?, numbers(strides, rank)?, numbers(dilations, rank)?) };
        let window = Window { sizes: Vec::new(), pads, strides, dilations, flip: mode == 0 };
        set(state, descriptor, Descriptor::Convolution(window))
    }

    fn cudnnSetConvolutionMathType(descriptor: Handle, _math: c_int) |state| {
        window(state, descriptor).map(|_| ())
    }

    fn cudnnCreatePoolingDescriptor(descriptor: *mut Handle) |state| { describe(state, descriptor) }

    fn cudnnDestroyPoolingDescriptor(descriptor: Handle) |state| { forget(state, descriptor) }

    fn cudnnSetPoolingNdDescriptor(
        descriptor: Handle, mode: c_int, nan: c_int, rank: c_int, sizes: *const c_int, pads: *const c_int,
        strides: *const c_int,
    ) |state| {
        if !(0..=3).contains(&mode) || !(0..=1).contains(&nan) {
            return Err(DNN);
        }
        // SAFETY: the caller's.
        let (sizes, pads, strides) =
            unsafe { (numbers(sizes, rank)?, numbers(pads, rank)?, numbers(strides, rank)?) };
        let window = Window { dilations: vec![1; sizes.len()], sizes, pads, strides, flip: false };
        set(state, descriptor, Descriptor::Pooling(window, mode))
    }

    fn cudnnCreateActivationDescriptor(descriptor: *mut Handle) |state| { describe(state, descriptor) }

    fn cudnnDestroyActivationDescriptor(descriptor: Handle) |state| { forget(state, descriptor) }

    fn cudnnSetActivationDescriptor(descriptor: Handle, mode: c_int, _nan: c_int, coefficient: c_double) |state| {
        if !(0..=6).contains(&mode) {
            return Err(DNN);
        }
        set(state, descriptor, Descriptor::Activation { mode, coefficient })
    }

    fn cudnnConvolutionForward(
        handle: Handle, alpha: *const c_void, x_type: Handle, x: Address, w_type: Handle, w: Address,
        convolution: Handle, _algorithm: c_int, _workspace: Address, _size: usize, beta: *const c_void,
        y_type: Handle, y: Address,
    ) |state| {
        let (x, w, y) = (array(state, x_type, x)?, array(state, w_type, w)?, array(state, y_type, y)?);
        // SAFETY: the caller's.
        let [alpha, beta] = unsafe { scales(&y, alpha, beta)? };
        let (window, direction) = (window(state, convolution)?, Direction::Forward);
        convolve(state, handle, Convolution { direction, x, w, y, window, alpha, beta, then: None })
    }

    fn cudnnConvolutionBackwardData(
        handle: Handle, alpha: *const c_void, w_type: Handle, w: Address, y_type: Handle, y: Address,
        convolution: Handle, _algorithm: c_int, _workspace: Address, _size: usize, beta: *const c_void,
        x_type: Handle, x: Address,
    ) |state| {
        let (x, w, y) = (array(state, x_type, x)?, array(state, w_type, w)?, array(state, y_type, y)?);
        // SAFETY: the caller's.
        let [alpha, beta] = unsafe { scales(&x, alpha, beta)? };
        let (window, direction) = (window(state, convolution)?, Direction::BackwardData);
        convolve(state, handle, Convolution { direction, x, w, y, window, alpha, beta, then: None })
    }

    fn cudnnConvolutionBackwardFilter(
        handle: Handle, alpha: *const c_void, x_type: Handle, x: Address, y_type: Handle, y: Address,
        convolution: Handle, _algorithm: c_int, _workspace: Address, _size: usize, beta: *const c_void,
        w_type: Handle, w: Address,
    ) |state| {
        let (x, w, y) = (array(state, x_type, x)?, array(state, w_type, w)?, array(state, y_type, y)?);
        // SAFETY: the caller's.
        let [alpha, beta] = unsafe { scales(&w, alpha, beta)? };
        let (window, direction) = (window(state, convolution)?, Direction::BackwardFilter);
        convolve(state, handle, Convolution { direction, x, w, y, window, alpha, beta, then: None })
    }

    fn cudnnConvolutionBiasActivationForward(
        handle: Handle, alpha: *const c_void, x_type: Handle, x: Address, w_type: Handle, w: Address,
        convolution: Handle, _algorithm: c_int, _workspace: Address, _size: usize, side: *const c_void,
        z_type: Handle, z: Address, bias_type: Handle, bias: Address, activation: Handle, y_type: Handle, y: Address,
    ) |state| {
        let (x, w, y) = (array(state, x_type, x)?, array(state, w_type, w)?, array(state, y_type, y)?);
        let (z, bias) = (array(state, z_type, z)?, array(state, bias_type, bias)?);
        // SAFETY: the caller's.
        let [alpha, side] = unsafe { scales(&y, alpha, side)? };
        let &Descriptor::Activation { mode, coefficient } = described(state, activation)? else {
            return Err(DNN);
        };
        let then = Some(dnn::Epilogue { side, z, bias, mode, coefficient });
        let (window, direction) = (window(state, convolution)?, Direction::Forward);
        convolve(state, handle, Convolution { direction, x, w, y, window, alpha, beta: 0.0, then })
    }

    fn cudnnPoolingForward(
        handle: Handle, pooling: Handle, alpha: *const c_void, x_type: Handle, x: Address, beta: *const c_void,
        y_type: Handle, y: Address,
    ) |state| {
        let (x, y) = (array(state, x_type, x)?, array(state, y_type, y)?);
        // SAFETY: the caller's.
        let [alpha, beta] = unsafe { scales(&y, alpha, beta)? };
        let Descriptor::Pooling(window, mode) = described(state, pooling)?.clone() else { return Err(DNN) };
        pool(state, handle, Pooling { window, mode, x, y, gradients: None, alpha, beta })
    }

    fn cudnnPoolingBackward(
        handle: Handle, pooling: Handle, alpha: *const c_void, y_type: Handle, y: Address, dy_type: Handle,
        dy: Address, x_type: Handle, x: Address, beta: *const c_void, dx_type: Handle, dx: Address,
    ) |state| {
        let (x, y) = (array(state, x_type, x)?, array(state, y_type, y)?);
        let (dy, dx) = (array(state, dy_type, dy)?, array(state, dx_type, dx)?);
        // SAFETY: the caller's.
        let [alpha, beta] = unsafe { scales(&dx, alpha, beta)? };
        let Descriptor::Pooling(window, mode) = described(state, pooling)?.clone() else { return Err(DNN) };
        pool(state, handle, Pooling { window, mode, x, y, gradients: Some([dy, dx]), alpha, beta })
    }
}
