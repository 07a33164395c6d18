//! Windows over images.
#![expect(clippy::too_many_arguments, reason = "the ops' operands and attributes")]

use super::{Places, Run};
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
    Arithmetic, Extremes, Fold, Greatest, InstructionSet, Slide, Sum, ThisThread, pool,
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

/// The weights of filters `[M, C / group, …]` in the order in which `arena.conv` takes them.
///
/// ```
/// use tfrt_host::kernel::shapes::Window;
/// # let window = Window { kernel: &[2], strides: &[1], pads: &[0, 0], dilations: &[1], ceil_mode: false, auto_pad: 0 };
/// let shapes: [&[i64]; 2] = [&[1, 1, 4], &[1, 1, 2]];
/// let packed = tfrt_model_kernels::arena::pack(shapes, &[1.0, 2.0], 1, &window)?;
/// assert!(packed.len() >= 2);
/// # Ok::<(), tfrt_host::error::KernelError>(())
/// ```
///
/// # Errors
/// Images and filters that do not fit each other; other weights than the filters have.
pub fn pack(
    [images, filters]: [&[i64]; 2],
    weights: &[f32],
    group: i64,
    window: &Window<'_>,
) -> Result<Vec<f32>, KernelError> {
    let convolution = Convolution::new([images, filters], None, group, window)?;
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

/// As `nn.conv`. Its filters are packed, of sizes `kernel_shape`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.conv.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn conv<T: Element + Arithmetic>(
    ctx: ExecCtx<'_>,
    run: &Run,
    chain: Chain,
    tensors: &[&Tensor],
    auto_pad: Attr<i64>,
    dilations: Attr<&[i64]>,
    group: Attr<i64>,
    kernel_shape: Attr<&[i64]>,
    pads: Attr<&[i64]>,
    places: Attr<&Places<Windows<Convolution>>>,
    strides: Attr<&[i64]>,
) -> Result<Chain, KernelError> {
    let window = Window {
        kernel: kernel_shape.0,
        strides: strides.0,
        pads: pads.0,
        dilations: dilations.0,
        ceil_mode: false,
        auto_pad: auto_pad.0,
    };
    let (places, all) = (places.0, || attributes(&window, [group.0, 0]));
    let fits = |made: &Windows<_>| made.attributes.iter().copied().eq(all());
    let convolution = places.made(fits, || {
        let (images, packed, bias) = match places.reads().len() {
            2 => {
                let [images, packed] = places.shapes::<T, 2>()?;
                (images, packed, None)
            }
            _ => {
                let [images, packed, bias] = places.shapes::<T, 3>()?;
                (images, packed, Some(bias))
            }
        };
        let written = places.write().map(|write| &write.shape[..]);
        let (Some([_, outputs, ..]), [_, channels, ..]) = (written, images) else {
            return Err(invalid(format!("'{places}' are no images")));
        };
        let of_group = channels.checked_div(group.0).unwrap_or(0);
        let filters = [&[*outputs, of_group], kernel_shape.0].concat();
        let made = Convolution::new([images, &filters], bias, group.0, &window)?;
        places.gives::<T>(&made.shape)?;
        if packed.len() != 1 || usize::try_from(packed[0]) != Ok(made.packed()) {
            return Err(invalid(format!(
                "expected {} packed weights, got {packed:?}",
                made.packed()
            )));
        }
        Ok(Windows { attributes: all().collect(), made })
    })?;
    run.compute(places, tensors, |reads, write| {
        let operands = [elements::<T>(reads[0])?, elements::<T>(reads[1])?];
        let bias = reads.get(2).map(|bias| elements::<T>(bias)).transpose()?;
        convolution.made.run(ctx, operands, bias, elements_mut(write)?)
    })?;
    Ok(chain)
}

/// Sets what remains of each window's elements.
fn pooled<T: Element>(
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
        let [images] = places.shapes::<T, 1>()?;
        let shape = window.pooled(images).map_err(invalid)?;
        places.gives::<T>(&shape)?;
        Ok(Windows { attributes: all().collect(), made: slides(images, &shape, window)? })
    })?;
    run.compute(places, tensors, |reads, write| {
        let (from, to) = (elements::<T>(reads[0])?, elements_mut::<T>(write)?);
        let done = pool(&ctx, InstructionSet::chosen(), &slides.made, fold, &finish, from, to);
        done.map_err(|ended| ctx.end_of_run(ended))
    })?;
    Ok(Chain)
}

/// As `nn.max_pool`.
///
/// # Errors
/// Places that do not fit each other, or that are not there.
#[kernel("arena.max_pool.{T}", effects(), assembly = Assembly::TYPED_OPERANDS, traits(result_names(&["next"])), T = [f32])]
pub fn max_pool<T: Element + Extremes>(
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
) -> Result<Chain, KernelError> {
    let places = places.0;
    places.made(
        |()| true,
        || {
            let [images, of_channels @ ..] = places.shapes::<T, 5>()?;
            crate::normalization::check(images, of_channels)?;
            places.gives::<T>(images)
        },
    )?;
    run.compute(places, tensors, |reads, write| {
        let mut parameters: [&[T]; 4] = [&[]; 4];
        for (parameter, read) in parameters.iter_mut().zip(&reads[1..]) {
            *parameter = elements(read)?;
        }
        let images = (&places.reads()[0].shape[..], elements::<T>(reads[0])?);
        normalize(ctx, images, parameters, epsilon.0, elements_mut(write)?)
    })?;
    Ok(chain)
}
