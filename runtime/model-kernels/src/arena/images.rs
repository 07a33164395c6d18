//! Windows over images.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use super::{ALIGNMENT, Algorithm, Others, Place, Places, Run, Then, Weights};
use crate::element::Rational;
use crate::images::{Convolution, slides};
use crate::normalization::normalize;
use crate::output::{elements, elements_mut, invalid};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::shapes::Window;
use tfrt_host::kernel::{Assembly, Attr, Chain};
use tfrt_numeric::{
    Arithmetic, Extremes, Fold, Greatest, Images, InstructionSet, Operands, Slide, Sum, ThisThread,
    pool, pool_blocks,
};
use tfrt_tensor::{Element, Tensor};

/// What an op has computed, and its attributes then.
#[derive(Debug)]
pub struct Windows<G> {
    attributes: Vec<i64>,
    made: G,
}

/// The attributes of a window and others, which are as many for all windows over images of one rank.
fn attributes<'a>(window: &Window<'a>, others: [i64; 2]) -> impl Iterator<Item = i64> + use<'a> {
    let lists = [window.kernel, window.strides, window.pads, window.dilations];
    let own = [window.auto_pad, i64::from(window.ceil_mode)];
    lists.into_iter().flatten().copied().chain(own).chain(others)
}

/// By which algorithm of Winograd `nn.conv` and `arena.conv` compute a convolution of images and filters of these
/// shapes, in a group, if their attribute `winograd` is `most`: 2 or 4; `None` by none.
///
/// ```
/// use tfrt_host::kernel::shapes::Window;
/// use tfrt_model_kernels::arena::winograd;
/// # let window = Window {
/// #     kernel: &[3, 3], strides: &[1, 1], pads: &[1, 1, 1, 1], dilations: &[1, 1], ceil_mode: false, auto_pad: 0,
/// # };
/// let filters: &[i64] = &[64, 64, 3, 3];
/// assert_eq!(winograd([&[1, 64, 56, 56], filters], (1, 4), &window)?, Some(4));
/// assert_eq!(winograd([&[1, 64, 14, 14], filters], (1, 4), &window)?, Some(2));
/// # Ok::<(), tfrt_host::error::KernelError>(())
/// ```
///
/// # Errors
/// Images and filters that do not fit each other; `most` is neither 2 nor 4.
pub fn winograd(
    shapes: [&[i64]; 2],
    (group, most): (i64, i64),
    window: &Window<'_>,
) -> Result<Option<i64>, KernelError> {
    let convolution = Convolution::new(shapes, None, (group, Some(most)), window)?;
    Ok(convolution.winograd().and_then(|outputs| outputs.try_into().ok()))
}

/// The weights of filters `[M, C / group, …]` in the order in which `arena.conv` takes them. How a convolution is
/// computed are its groups and its attribute `winograd`.
///
/// ```
/// use tfrt_host::kernel::shapes::Window;
/// # let window = Window { kernel: &[2], strides: &[1], pads: &[0, 0], dilations: &[1], ceil_mode: false, auto_pad: 0 };
/// let shapes: [&[i64]; 2] = [&[1, 1, 4], &[1, 1, 2]];
/// let packed = tfrt_model_kernels::arena::pack(shapes, &[1.0, 2.0], (1, None), &window)?;
/// assert!(packed.len() >= 2);
/// # Ok::<(), tfrt_host::error::KernelError>(())
/// ```
///
/// # Errors
/// Images and filters that do not fit each other; other weights than the filters have.
pub fn pack(
    [images, filters]: [&[i64]; 2],
    weights: &[f32],
    how: (i64, Option<i64>),
    window: &Window<'_>,
) -> Result<Vec<f32>, KernelError> {
    let convolution = Convolution::new([images, filters], None, how, window)?;
    let count = filters.iter().try_fold(1_i64, |all, &size| all.checked_mul(size));
    if count.and_then(|count| usize::try_from(count).ok()) != Some(weights.len()) {
        return Err(invalid(format!(
            "filters of shape {filters:?}, and {} weights",
            weights.len()
        )));
    }
    let mut packed = vec![0.0; convolution.packed()];
    // This thread wants the result.
    let _ = convolution.pack(&ThisThread, weights, &mut packed);
    Ok(packed)
}

/// How a convolution of images and filters of these shapes, with these groups and that attribute `winograd`, can read
/// and write blocks.
///
/// # Errors
/// Images and filters that do not fit each other.
pub fn blocks_of_convolution(
    shapes: [&[i64]; 2],
    how: (i64, Option<i64>),
    window: &Window<'_>,
) -> Result<InBlocks, KernelError> {
    let convolution = Convolution::new(shapes, None, how, window)?;
    Ok(InBlocks {
        reads: convolution.halo(),
        writes: convolution.gives_blocks(),
        scratch: [convolution.laid_out(), convolution.in_blocks()],
        besides: convolution.besides(),
    })
}

/// How a convolution can read and write blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InBlocks {
    /// The least halo that its images must have; `None` if they cannot be in blocks.
    pub reads: Option<usize>,
    /// Whether its result can be in blocks.
    pub writes: bool,
    /// How many numbers it needs besides if its images are in row-major order, and if its result is.
    scratch: [usize; 2],
    /// How many it always needs.
    besides: usize,
}

impl InBlocks {
    /// The shape of the scratch place that the convolution needs, if it needs one, with images, or a result, in
    /// blocks.
    #[must_use]
    pub fn scratch(&self, images: bool, result: bool) -> Option<[i64; 1]> {
        let [laid, blocks] = self.scratch;
        let laid = if images { 0 } else { whole_lines(laid) };
        let laid = laid.saturating_add(whole_lines(self.besides));
        let count = if result { laid } else { laid.saturating_add(blocks) };
        (count > 0).then(|| [i64::try_from(count).unwrap_or(i64::MAX)])
    }
}

/// The least number that is not smaller and fills cache lines. Padding, which is an attribute, may ask for more numbers
/// than there can be.
fn whole_lines(count: usize) -> usize {
    count.checked_next_multiple_of(ALIGNMENT / size_of::<f32>()).unwrap_or(usize::MAX)
}

/// As `nn.conv`, then, if it reads something like its result last, as `nn.add` of that, and then as [`then`](Then)
/// says. Its filters are packed, of sizes `kernel_shape`. Images and the result may be in blocks; what is added must
/// be. What is not in blocks needs a [scratch place](InBlocks::scratch), and so do Winograd's algorithms.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.conv.f32", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])))]
pub fn conv(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    algorithm: Attr<Algorithm>,
    auto_pad: Attr<i64>,
    dilations: Attr<&[i64]>,
    group: Attr<i64>,
    kernel_shape: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    places: Attr<&Places<Windows<Convolution>>>,
    strides: Attr<&[i64]>,
    then: Attr<Then>,
    weights_0: Attr<Option<Weights>>,
    weights_1: Attr<Option<Weights>>,
) -> Result<Chain, KernelError> {
    let others = Others { tensors, weights: &[weights_0.0.as_ref(), weights_1.0.as_ref()] };
    let window = Window {
        kernel: kernel_shape.0,
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: false,
        auto_pad: auto_pad.0,
    };
    let activation = then.0.0;
    let (places, how) = (places.0, (group.0, algorithm.0.0));
    let all = || attributes(&window, [how.0, how.1.unwrap_or(0)]);
    let fits = |made: &Windows<_>| made.attributes.iter().copied().eq(all());
    let convolution = places.made(fits, || {
        let convolution = convolution::<f32, _>(places, &window, how)?;
        Ok(Windows { attributes: all().collect(), made: convolution })
    })?;
    let convolution = &convolution.made;
    run.compute_with(places, others, |reads, write, scratch| {
        let first = elements::<f32>(reads[0])?;
        let mut scratch = elements_mut::<f32>(scratch)?;
        let mut besides = |count: usize| {
            let taken = scratch.split_off_mut(..whole_lines(count).min(scratch.len()));
            taken.and_then(|taken| taken.get_mut(..count)).ok_or(NO_SCRATCH)
        };
        let images = match places.reads()[0].blocks() {
            Some(blocks) => Images::Blocks(blocks.halo, first),
            None => {
                let laid = besides(convolution.laid_out())?;
                let done = convolution.lay_out(&ctx, first, laid);
                done.map_err(|ended| ctx.end_of_run(ended))?;
                Images::LaidOut(laid)
            }
        };
        let mut operands = Operands {
            images,
            packed: elements::<f32>(reads[1])?,
            bias: None,
            residual: None,
            activation,
        };
        for (place, read) in places.reads().iter().zip(reads).skip(2) {
            match place.blocks() {
                Some(blocks) => operands.residual = Some((blocks.halo, elements(read)?)),
                None => operands.bias = Some(elements(read)?),
            }
        }
        let write = elements_mut(write)?;
        let own = besides(convolution.besides())?;
        let done = match places.write().and_then(Place::blocks) {
            Some(blocks) => convolution.convolve(&ctx, &operands, own, (blocks.halo, write)),
            None => {
                let blocks = besides(convolution.in_blocks())?;
                convolution.convolve_to_rows(&ctx, &operands, [own, blocks], write)
            }
        };
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}

const NO_SCRATCH: &str = "the scratch place is too small";

/// The convolution whose operands and result are at these places.
fn convolution<T: Element, G>(
    places: &Places<G>,
    window: &Window<'_>,
    how: (i64, Option<i64>),
) -> Result<Convolution, KernelError> {
    let [images, packed, others @ ..] = places.reads() else {
        return Err(invalid(format!("'{places}' are no images and weights")));
    };
    places.reads().iter().try_for_each(Place::expect::<T>)?;
    let [bias, residual] = match others {
        [] => [None, None],
        [bias] if bias.shape.len() == 1 => [Some(bias), None],
        [residual] => [None, Some(residual)],
        [bias, residual] => [Some(bias), Some(residual)],
        _ => {
            return Err(invalid(format!("it has {} operands, expected 4", places.reads().len())));
        }
    };
    let written = places.write().map(|write| &write.shape[..]);
    let (Some([_, outputs, ..]), [_, channels, ..]) = (written, &images.shape[..]) else {
        return Err(invalid(format!("'{places}' are no images")));
    };
    let of_group = channels.checked_div(how.0).unwrap_or(0);
    let filters = [&[*outputs, of_group], window.kernel].concat();
    let starts = bias.map(|bias| &bias.shape[..]);
    let made = Convolution::new([&images.shape, &filters], starts, how, window)?;
    let write = places.gives_images::<T>(&made.shape)?;
    packed.in_rows()?;
    bias.map_or(Ok(()), Place::in_rows)?;
    if packed.shape.len() != 1 || usize::try_from(packed.shape[0]) != Ok(made.packed()) {
        let (expected, found) = (made.packed(), &packed.shape);
        return Err(invalid(format!("expected {expected} packed weights, got {found:?}")));
    }
    if images.blocks().is_some_and(|blocks| !made.takes_blocks(&blocks)) {
        return Err(invalid(format!("it does not take {images} in blocks")));
    }
    if write.halo.is_some() && !made.gives_blocks() {
        return Err(invalid(format!("it does not give {write} in blocks")));
    }
    if let Some(residual) = residual
        && (residual.shape != write.shape || residual.halo.is_none() || !made.gives_blocks())
    {
        return Err(invalid(format!("{residual} is added to {write}, and is not as that")));
    }
    Ok(made)
}

/// Sets what remains of each window's elements. Images and results are both in blocks, or neither is.
fn pooled<T: Element + Arithmetic>(
    ctx: ExecCtx<'_>,
    run: &Run,
    tensors: &[&Tensor],
    places: &Places<Windows<[Slide; 3]>>,
    window: &Window<'_>,
    (fold, finish): (impl Fold<T>, impl Fn(T, [usize; 2]) -> T + Sync),
) -> Result<Chain, KernelError> {
    let all = || attributes(window, [0; 2]);
    let fits = |made: &Windows<_>| made.attributes.iter().copied().eq(all());
    let slides = places.made(fits, || {
        let [images] = places.reads() else {
            return Err(invalid(format!("it has {} operands, expected 1", places.reads().len())));
        };
        images.expect::<T>()?;
        let shape = window.pooled(&images.shape).map_err(invalid)?;
        let write = places.gives_images::<T>(&shape)?;
        if images.halo.is_some() != write.halo.is_some() {
            return Err(invalid(format!("of {images} and {write}, one is in blocks")));
        }
        Ok(Windows { attributes: all().collect(), made: slides(&images.shape, &shape, window)? })
    })?;
    run.compute(places, tensors, |reads, write| {
        let (from, to) = (elements::<T>(reads[0])?, elements_mut::<T>(write)?);
        let (set, slides) = (InstructionSet::chosen(), &slides.made);
        let blocks = (places.reads()[0].blocks(), places.write().and_then(Place::blocks));
        let done = match blocks {
            (Some(of), Some(into)) => {
                pool_blocks(&ctx, set, slides, fold, &finish, (&of, from), (&into, to))
            }
            _ => pool(&ctx, set, slides, fold, &finish, from, to),
        };
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(Chain)
}

/// As `nn.max_pool`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.max_pool.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn max_pool<T: Element + Extremes + Arithmetic>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    auto_pad: Attr<i64>,
    ceil_mode: Attr<bool>,
    dilations: Attr<&[i64]>,
    kernel_shape: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    places: Attr<&Places<Windows<[Slide; 3]>>>,
    strides: Attr<&[i64]>,
) -> Result<Chain, KernelError> {
    let Chain = chain;
    let window = Window {
        kernel: kernel_shape.0,
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: ceil_mode.0,
        auto_pad: auto_pad.0,
    };
    let greatest = (Greatest, |greatest: T, _: [usize; 2]| greatest);
    pooled::<T>(ctx, run, tensors, places.0, &window, greatest)
}

/// As `nn.average_pool`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.average_pool.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn average_pool<T: Rational>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    auto_pad: Attr<i64>,
    ceil_mode: Attr<bool>,
    count_include_pad: Attr<bool>,
    dilations: Attr<&[i64]>,
    kernel_shape: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    places: Attr<&Places<Windows<[Slide; 3]>>>,
    strides: Attr<&[i64]>,
) -> Result<Chain, KernelError> {
    let Chain = chain;
    let window = Window {
        kernel: kernel_shape.0,
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: ceil_mode.0,
        auto_pad: auto_pad.0,
    };
    let count = usize::from(count_include_pad.0);
    let mean = (Sum, |sum: T, counts: [usize; 2]| sum.divided_by(counts[count]));
    pooled::<T>(ctx, run, tensors, places.0, &window, mean)
}

/// Images that are in blocks, in row-major order.
///
/// # Errors
/// Places that do not fit each other, or that are not there; images that are not in blocks.
#[kernel("arena.rows.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn rows<T: Element + Arithmetic>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    places: Attr<&Places>,
) -> Result<Chain, KernelError> {
    let places = places.0;
    let [images] = places.reads() else {
        return Err(invalid(format!("it has {} operands, expected 1", places.reads().len())));
    };
    images.expect::<T>()?;
    places.gives::<T>(&images.shape)?;
    let blocks = images.blocks();
    let blocks = blocks.ok_or_else(|| invalid(format!("{images} is not in blocks")))?;
    run.compute(places, tensors, |reads, write| {
        let taken = blocks.take(&ctx, elements::<T>(reads[0])?, elements_mut(write)?);
        taken.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(chain)
}

/// As `nn.batch_norm`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.batch_norm.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn batch_norm<T: Rational>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    epsilon: Attr<f32>,
    places: Attr<&Places>,
    weights_0: Attr<Option<Weights>>,
    weights_1: Attr<Option<Weights>>,
    weights_2: Attr<Option<Weights>>,
    weights_3: Attr<Option<Weights>>,
) -> Result<Chain, KernelError> {
    let weights = [&weights_0, &weights_1, &weights_2, &weights_3].map(|given| given.0.as_ref());
    let (places, others) = (places.0, Others { tensors, weights: &weights });
    places.made(
        |()| true,
        || {
            let [images, of_channels @ ..] = places.shapes::<T, 5>()?;
            crate::normalization::check(images, of_channels)?;
            places.gives::<T>(images)
        },
    )?;
    run.compute(places, others, |reads, write| {
        let mut parameters: [&[T]; 4] = [&[]; 4];
        for (parameter, read) in parameters.iter_mut().zip(&reads[1..]) {
            *parameter = elements(read)?;
        }
        let images = (&places.reads()[0].shape[..], elements::<T>(reads[0])?);
        normalize(ctx, images, parameters, epsilon.0, elements_mut(write)?)
    })?;
    Ok(chain)
}
