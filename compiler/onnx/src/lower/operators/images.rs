//! Images: convolutions, pools, and what else windows and channels have.

use super::super::call::{Call, Lowered, flag, float, int, ints, text};
use super::arithmetic;
use tfrt_bef::Blob;
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::Type;

/// How far so many places reach that are one step apart each and of that size.
fn reach(places: i64, step: i64, size: i64) -> i64 {
    places.saturating_sub(1).saturating_mul(step).saturating_add(size)
}

/// How a window moves: a stride and a dilation for each dimension, and a padding before and one behind it, or
/// how that follows from the sizes of the images.
pub(crate) struct Window {
    pub(crate) strides: Vec<i64>,
    pub(crate) pads: Vec<i64>,
    pub(crate) dilations: Vec<i64>,
    pub(crate) auto_pad: i64,
}

/// The attributes of the window of a node over images, with a kernel of that rank.
fn window(call: &mut Call<'_, '_, '_, '_>, rank: usize) -> Result<Window, Reported> {
    let mut window = given_window(call, rank)?;
    (window.auto_pad, window.pads) = match call.text("auto_pad")?.unwrap_or("NOTSET") {
        "NOTSET" => return Ok(window),
        "VALID" => (0, vec![0; window.pads.len()]),
        "SAME_UPPER" => (1, vec![0; window.pads.len()]),
        "SAME_LOWER" => (-1, vec![0; window.pads.len()]),
        other => return Err(call.report(format!("attribute 'auto_pad' is '{other}'"))),
    };
    Ok(window)
}

/// The attributes of a window of so many dimensions, as they are given.
fn given_window(call: &mut Call<'_, '_, '_, '_>, rank: usize) -> Result<Window, Reported> {
    let twice = rank.saturating_mul(2);
    let strides = call.ints("strides")?.unwrap_or_else(|| vec![1; rank]);
    let dilations = call.ints("dilations")?.unwrap_or_else(|| vec![1; rank]);
    let pads = call.ints("pads")?.unwrap_or_else(|| vec![0; twice]);
    for (name, found, wanted) in [
        ("strides", strides.len(), rank),
        ("dilations", dilations.len(), rank),
        ("pads", pads.len(), twice),
    ] {
        if found != wanted {
            return Err(call.report(format!(
                "attribute '{name}' has {found} numbers, expected {wanted} of a window of {rank} \
                 dimensions"
            )));
        }
    }
    Ok(Window { strides, pads, dilations, auto_pad: 0 })
}

/// A padding, or none of a negative one, in two parts, of which the first is not greater.
fn halves(all: i64) -> [i64; 2] {
    let less = all.max(0) / 2;
    [less, all.max(0).saturating_sub(less)]
}

/// The window of a node that has filters.
pub(crate) fn window_of_filters(
    call: &mut Call<'_, '_, '_, '_>,
    filters: Value,
) -> Result<Window, Reported> {
    let kernel = kernel(call, filters)?;
    window(call, kernel.len())
}

/// The sizes of the window of filters.
fn kernel(call: &mut Call<'_, '_, '_, '_>, filters: Value) -> Result<Vec<i64>, Reported> {
    Ok(match (call.ints("kernel_shape")?, call.shape(filters)) {
        (Some(kernel), _) => kernel,
        (None, Some(shape)) if shape.len() > 2 && shape[2..].iter().all(|&size| size >= 0) => {
            shape[2..].to_vec()
        }
        _ => {
            let what = "it needs the attribute 'kernel_shape' or filters of known shape";
            return Err(call.report(what));
        }
    })
}

/// `Conv`.
pub(crate) fn convolution(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (images, filters) = (call.operand(0)?, call.operand(1)?);
    let window = window_of_filters(call, filters)?;
    let group = call.int("group")?.unwrap_or(1);
    let bias = call.optional(2)?;
    let result = call
        .op("nn.conv")
        .operands([images, filters].into_iter().chain(bias))
        .attribute("auto_pad", int(window.auto_pad))
        .attribute("dilations", ints(&window.dilations))
        .attribute("group", int(group))
        .attribute("pads", ints(&window.pads))
        .attribute("strides", ints(&window.strides))
        .result()?;
    Ok(vec![result])
}

/// `MaxPool` and `AveragePool`.
pub(crate) fn pool(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let images = call.operand(0)?;
    let Some(kernel) = call.ints("kernel_shape")? else {
        return Err(call.report("the attribute 'kernel_shape' is missing"));
    };
    let window = window(call, kernel.len())?;
    let ceil_mode = call.flag("ceil_mode", false)?;
    let include = call.flag("count_include_pad", false)?;
    let pool = call
        .op(op)
        .operands([images])
        .attribute("auto_pad", int(window.auto_pad))
        .attribute("ceil_mode", flag(ceil_mode))
        .attribute("dilations", ints(&window.dilations))
        .attribute("kernel_shape", ints(&kernel))
        .attribute("pads", ints(&window.pads))
        .attribute("strides", ints(&window.strides));
    let pool = match op {
        "nn.average_pool" => pool.attribute("count_include_pad", flag(include)),
        _ => pool,
    };
    let mut results = vec![pool.result()?];
    if call.result_count() > 1 {
        let columns = call.flag("storage_order", false)?;
        let places = call
            .op("nn.max_pool_places")
            .operands([images])
            .attribute("auto_pad", int(window.auto_pad))
            .attribute("ceil_mode", flag(ceil_mode))
            .attribute("dilations", ints(&window.dilations))
            .attribute("kernel_shape", ints(&kernel))
            .attribute("pads", ints(&window.pads))
            .attribute("storage_order", flag(columns))
            .attribute("strides", ints(&window.strides));
        results.push(places.result()?);
    }
    Ok(results)
}

/// `ConvTranspose`. Where the sizes of the result are given, or are those of the images times the strides, the
/// padding is the difference to the sizes without padding.
pub(crate) fn convolution_transposed(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (images, filters) = (call.operand(0)?, call.operand(1)?);
    let kernel = kernel(call, filters)?;
    let rank = kernel.len();
    let Window { strides, dilations, mut pads, .. } = given_window(call, rank)?;
    let mut more = call.ints("output_padding")?.unwrap_or_else(|| vec![0; rank]);
    let auto = call.text("auto_pad")?.unwrap_or("NOTSET");
    let wanted = call.ints("output_shape")?;
    if more.len() != rank {
        let found = more.len();
        return Err(
            call.report(format!("attribute 'output_padding' has {found} numbers, expected {rank}"))
        );
    }
    match auto {
        "NOTSET" | "SAME_UPPER" | "SAME_LOWER" => {}
        "VALID" => pads = vec![0; pads.len()],
        other => return Err(call.report(format!("attribute 'auto_pad' is '{other}'"))),
    }
    // How much of the result each dimension loses; if that is negative, how much it lacks.
    let extents: Vec<i64> = (0..rank).map(|at| reach(kernel[at], dilations[at], 1)).collect();
    let beyond = if let Some(mut wanted) = wanted {
        // Some models give the batch and the channels too.
        wanted.drain(..wanted.len().saturating_sub(rank));
        let spatial = call.shape(images).and_then(|shape| shape.get(2..).map(<[i64]>::to_vec));
        let spatial = spatial.unwrap_or_default();
        if wanted.len() != rank || spatial.len() != rank || spatial.iter().any(|&size| size < 0) {
            return Err(call.report("the sizes of a result need images of known size"));
        }
        let whole =
            |at: usize| reach(spatial[at], strides[at], extents[at]).saturating_add(more[at]);
        Some((0..rank).map(|at| whole(at).saturating_sub(wanted[at])).collect::<Vec<i64>>())
    } else if auto.starts_with("SAME") {
        let whole = |at: usize| extents[at].saturating_add(more[at]);
        Some((0..rank).map(|at| whole(at).saturating_sub(strides[at])).collect())
    } else {
        None
    };
    if let Some(beyond) = beyond {
        // Before version 11, SAME_UPPER had the meaning of the others.
        let upper = (auto == "SAME_UPPER") != (call.opset() < 11);
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        for (more, beyond) in more.iter_mut().zip(beyond) {
            // What is wanted beyond what the window reaches is added behind.
            *more = more.saturating_add(0_i64.saturating_sub(beyond).max(0));
            let [less, more] = halves(beyond);
            before.push(if upper { less } else { more });
            behind.push(if upper { more } else { less });
        }
        pads = [before, behind].concat();
    }
    let group = call.int("group")?.unwrap_or(1);
    let bias = call.optional(2)?;
    let result = call
        .op("nn.conv_transpose")
        .operands([images, filters].into_iter().chain(bias))
        .attribute("dilations", ints(&dilations))
        .attribute("group", int(group))
        .attribute("output_padding", ints(&more))
        .attribute("pads", ints(&pads))
        .attribute("strides", ints(&strides));
    Ok(vec![result.result()?])
}

/// `Resize`, and `Upsample` before it.
pub(crate) fn resize(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let images = call.operand(0)?;
    // The first version, and Upsample, have the scales in second place, and no other way to find a pixel.
    let old = call.opset() < 11;
    let none = call.dense(Type::new("f32"), vec![0], Blob::from(Vec::new()))?;
    let single = Type::new("f32");
    let (roi, scales, sizes) = if old {
        let scales = match call.floats("scales")? {
            Some(scales) => {
                let bytes: Vec<u8> = scales.iter().flat_map(|scale| scale.to_le_bytes()).collect();
                let count = i64::try_from(scales.len()).unwrap_or(i64::MAX);
                Some(call.dense(single.clone(), vec![count], Blob::from(bytes))?)
            }
            None => call.optional(1)?,
        };
        (None, scales, None)
    } else {
        (call.optional(1)?, call.optional(2)?, call.optional(3)?)
    };
    let roi = match roi {
        Some(roi) => call.cast(roi, &single)?,
        None => none,
    };
    let sizes = match sizes {
        Some(sizes) => call.cast(sizes, &Type::new("i64"))?,
        None => call.list(&[])?,
    };
    let usual = if old { "asymmetric" } else { "half_pixel" };
    let coordinates = call.text("coordinate_transformation_mode")?.unwrap_or(usual);
    let mode = call.text("mode")?.unwrap_or("nearest");
    let nearest =
        call.text("nearest_mode")?.unwrap_or(if old { "floor" } else { "round_prefer_floor" });
    let policy = call.text("keep_aspect_ratio_policy")?.unwrap_or("stretch");
    let axes = call.ints("axes")?.unwrap_or_default();
    let (antialias, exclude) =
        (call.flag("antialias", false)?, call.flag("exclude_outside", false)?);
    let a = call.float("cubic_coeff_a")?.unwrap_or(-0.75);
    let beyond = call.float("extrapolation_value")?.unwrap_or(0.0);
    // Only this mode shows a part.
    let roi = if coordinates == "tf_crop_and_resize" { roi } else { none };
    let result = call
        .op("nn.resize")
        .operands([images, roi, scales.unwrap_or(none), sizes])
        .attribute("antialias", flag(antialias))
        .attribute("axes", ints(&axes))
        .attribute("coordinate_transformation_mode", text(coordinates))
        .attribute("cubic_coeff_a", float(a))
        .attribute("exclude_outside", flag(exclude))
        .attribute("extrapolation_value", float(beyond))
        .attribute("keep_aspect_ratio_policy", text(policy))
        .attribute("mode", text(mode))
        .attribute("nearest_mode", text(nearest));
    Ok(vec![result.result()?])
}

/// `GridSample`.
pub(crate) fn grid_sample(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (images, grid) = (call.operand(0)?, call.operand(1)?);
    let element = call.element(images)?;
    // Images of integers have places between them, too.
    let images = call.real(images)?;
    let grid = call.real(grid)?;
    let [images, grid] = call.in_one_type([images, grid])?;
    let align = call.flag("align_corners", false)?;
    let mode = call.text("mode")?.unwrap_or("linear");
    let padding = call.text("padding_mode")?.unwrap_or("zeros");
    let result = call.op("nn.grid_sample").operands([images, grid]);
    let result = result.attribute("align_corners", flag(align)).attribute("mode", text(mode));
    let result = result.attribute("padding_mode", text(padding)).result()?;
    Ok(vec![call.cast(result, &element)?])
}

/// `RoiAlign`. Before version 16, pixels are not centred.
pub(crate) fn roi_align(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?, call.operand(2)?];
    let usual = if call.opset() < 16 { "output_half_pixel" } else { "half_pixel" };
    let half = match call.text("coordinate_transformation_mode")?.unwrap_or(usual) {
        "half_pixel" => true,
        "output_half_pixel" => false,
        other => {
            let message = format!("attribute 'coordinate_transformation_mode' is '{other}'");
            return Err(call.report(message));
        }
    };
    let mode = call.text("mode")?.unwrap_or("avg");
    let height = call.int("output_height")?.unwrap_or(1);
    let width = call.int("output_width")?.unwrap_or(1);
    let ratio = call.int("sampling_ratio")?.unwrap_or(0);
    let scale = call.float("spatial_scale")?.unwrap_or(1.0);
    let result = call
        .op("nn.roi_align")
        .operands(operands)
        .attribute("half_pixel", flag(half))
        .attribute("mode", text(mode))
        .attribute("output_height", int(height))
        .attribute("output_width", int(width))
        .attribute("sampling_ratio", int(ratio))
        .attribute("spatial_scale", float(scale));
    Ok(vec![result.result()?])
}

/// `NonMaxSuppression`.
pub(crate) fn non_max_suppression(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (boxes, scores) = (call.operand(0)?, call.operand(1)?);
    let most = match call.optional(2)? {
        Some(most) => most,
        None => call.list(&[0])?,
    };
    let overlap = match call.optional(3)? {
        Some(overlap) => overlap,
        None => call.number(scores, 0.0)?,
    };
    let least = match call.optional(4)? {
        Some(least) => least,
        None => call.number(scores, f64::NEG_INFINITY)?,
    };
    let center = call.flag("center_point_box", false)?;
    let result = call.op("nn.non_max_suppression").operands([boxes, scores, most, overlap, least]);
    Ok(vec![result.attribute("center_point_box", flag(center)).result()?])
}

/// A reduction of all pixels of each channel.
pub(crate) fn global(call: &mut Call<'_, '_, '_, '_>, op: &str) -> Lowered {
    let images = call.operand(0)?;
    let rank = i64::try_from(call.rank(images)?).unwrap_or(i64::MAX);
    let axes: Vec<i64> = (2..rank).collect();
    let axes = call.list(&axes)?;
    let reduced = call.op(op).operands([images, axes]).attribute("keepdims", flag(true));
    // Images of one pixel each stay as they are.
    Ok(vec![reduced.attribute("noop_with_empty_axes", flag(true)).result()?])
}

/// `BatchNormalization` of a model that is trained: by the mean and the variance of the batch, which are mixed
/// with the running ones.
fn trained_batch_norm(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (operands, [element, of_means]) = batch_norm_operands(call)?;
    let images = operands[0];
    let rank = i64::try_from(call.rank(images)?).unwrap_or(i64::MAX);
    let axes: Vec<i64> = [0].into_iter().chain(2..rank).collect();
    let momentum = f64::from(call.float("momentum")?.unwrap_or(0.9));
    let [mean, _, variance] = call.centred(images, &axes)?;
    let mut running = Vec::new();
    let mut batch = Vec::new();
    for (of_batch, before) in [(mean, operands[3]), (variance, operands[4])] {
        let of_batch = call.reshaped_to(of_batch, &[-1])?;
        let kept = call.with("nn.mul", before, momentum)?;
        let new = call.with("nn.mul", of_batch, 1.0 - momentum)?;
        let sum = call.simple("nn.add", [kept, new])?;
        running.push(call.cast(sum, &of_means)?);
        batch.push(of_batch);
    }
    let epsilon = call.float("epsilon")?.unwrap_or(1e-5);
    let normal =
        call.op("nn.batch_norm").operands([images, operands[1], operands[2], batch[0], batch[1]]);
    let normal = normal.attribute("epsilon", float(epsilon)).result()?;
    Ok(vec![call.cast(normal, &element)?, running[0], running[1]])
}

/// The operands of `BatchNormalization` in one type, and the types of images and of means.
fn batch_norm_operands(
    call: &mut Call<'_, '_, '_, '_>,
) -> Result<([Value; 5], [Type; 2]), Reported> {
    let operands =
        [call.operand(0)?, call.operand(1)?, call.operand(2)?, call.operand(3)?, call.operand(4)?];
    let types = [call.element(operands[0])?, call.element(operands[3])?];
    Ok((call.in_one_type(operands)?, types))
}

/// `BatchNormalization` of a model that is not trained.
pub(crate) fn batch_norm(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    if call.opset() < 9 && !call.flag("spatial", true)? {
        return Err(call.report("a BatchNormalization of each element apart is not supported"));
    }
    if call.flag("training_mode", false)? {
        return trained_batch_norm(call);
    }
    let (operands, [element, _]) = batch_norm_operands(call)?;
    let epsilon = call.float("epsilon")?.unwrap_or(1e-5);
    let normal = call.op("nn.batch_norm").operands(operands);
    let normal = normal.attribute("epsilon", float(epsilon)).result()?;
    Ok(vec![call.cast(normal, &element)?])
}

/// `LpPool`: the root of the sum of powers of each window.
pub(crate) fn lp_pool(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let images = call.operand(0)?;
    let p = call.int("p")?.unwrap_or(2);
    let Some(kernel) = call.ints("kernel_shape")? else {
        return Err(call.report("the attribute 'kernel_shape' is missing"));
    };
    let window = window(call, kernel.len())?;
    // Where the padding follows from the sizes, no window reaches beyond it.
    let ceil_mode = call.flag("ceil_mode", false)? && window.auto_pad == 0;
    let powers = arithmetic::power(call, images, p, false)?;
    // The sum of each window: the mean with padding, which counts as zeros, times its size. With ceil_mode a
    // window may reach where nothing counts, so that is padded first; if one then begins behind the images, it
    // is left out.
    let mut pads = window.pads.clone();
    if ceil_mode {
        for (behind, &stride) in pads.iter_mut().skip(kernel.len()).zip(&window.strides) {
            *behind = behind.saturating_add(stride.saturating_sub(1));
        }
    }
    let pool = call
        .op("nn.average_pool")
        .operands([powers])
        .attribute("auto_pad", int(window.auto_pad))
        .attribute("ceil_mode", flag(false))
        .attribute("count_include_pad", flag(true))
        .attribute("dilations", ints(&window.dilations))
        .attribute("kernel_shape", ints(&kernel))
        .attribute("pads", ints(&pads))
        .attribute("strides", ints(&window.strides));
    let mut means = pool.result()?;
    if ceil_mode {
        means = begun(call, means, images, &window)?;
    }
    let size: f64 = kernel.iter().map(|&size| size as f64).product();
    let sums = call.with("nn.mul", means, size)?;
    Ok(vec![arithmetic::power(call, sums, p, true)?])
}

/// What became of those windows over images that do not begin behind them.
fn begun(
    call: &mut Call<'_, '_, '_, '_>,
    pooled: Value,
    images: Value,
    window: &Window,
) -> Result<Value, Reported> {
    let Window { strides, pads, .. } = window;
    let more = pads.iter().zip(strides).map(|(before, stride)| before.saturating_add(*stride));
    let more: Vec<i64> = more.map(|more| more.saturating_sub(1)).collect();
    let shape = call.shape(images).unwrap_or_default();
    let known = shape
        .get(2..)
        .filter(|sizes| sizes.len() == strides.len() && sizes.iter().all(|&size| size >= 0));
    let ends = if let Some(sizes) = known {
        let ends = sizes.iter().zip(&more).zip(strides);
        let end = |((size, more), stride): ((&i64, &i64), &i64)| {
            size.saturating_add(*more).checked_div(*stride).unwrap_or(0)
        };
        call.list(&ends.map(end).collect::<Vec<i64>>())?
    } else {
        let sizes = call.op("nn.shape").operands([images]).attribute("end", int(i64::MAX));
        let sizes = sizes.attribute("start", int(2)).result()?;
        let (more, strides) = (call.list(&more)?, call.list(strides)?);
        let reach = call.simple("nn.add", [sizes, more])?;
        call.simple("nn.div", [reach, strides])?
    };
    let axes: Vec<i64> = (2..).take(strides.len()).collect();
    let [starts, axes, steps] = [
        call.list(&vec![0; strides.len()])?,
        call.list(&axes)?,
        call.list(&vec![1; strides.len()])?,
    ];
    call.simple("nn.slice", [pooled, starts, ends, axes, steps])
}

/// `GlobalLpPool`.
pub(crate) fn global_lp(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let images = call.operand(0)?;
    let p = call.int("p")?.unwrap_or(2);
    let rank = i64::try_from(call.rank(images)?).unwrap_or(i64::MAX);
    let axes: Vec<i64> = (2..rank).collect();
    let powers = arithmetic::power(call, images, p, false)?;
    let sums = call.reduced("nn.reduce_sum", powers, &axes)?;
    Ok(vec![arithmetic::power(call, sums, p, true)?])
}

/// `MaxUnpool`: zeros, in which the elements are put at their places.
pub(crate) fn max_unpool(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (x, places) = (call.operand(0)?, call.operand(1)?);
    let Some(kernel) = call.ints("kernel_shape")? else {
        return Err(call.report("the attribute 'kernel_shape' is missing"));
    };
    let rank = kernel.len();
    let Window { strides, pads, .. } = given_window(call, rank)?;
    let shape = call.shape(x).unwrap_or_default();
    let Some((batch, spatial)) = shape
        .split_at_checked(2)
        .filter(|(_, spatial)| spatial.len() == rank && shape.iter().all(|&size| size >= 0))
    else {
        return Err(
            call.report("MaxUnpool needs a tensor of known shape and a window that fits it")
        );
    };
    let mut sizes = batch.to_vec();
    let (before, behind) = pads.split_at(rank);
    for (at, &size) in spatial.iter().enumerate() {
        let whole = reach(size, strides[at], kernel[at]);
        sizes.push(whole.saturating_sub(before[at]).saturating_sub(behind[at]).max(0));
    }
    let count = sizes.iter().try_fold(1_i64, |all, &size| all.checked_mul(size));
    let Some(count) = count else {
        return Err(call.report("the result of MaxUnpool is too large"));
    };
    let zero = call.number(x, 0.0)?;
    let length = call.list(&[count])?;
    let zeros = call.simple("nn.broadcast", [zero, length])?;
    let (elements, places) = (call.reshaped_to(x, &[-1])?, call.reshaped_to(places, &[-1])?);
    let put = call.op("nn.scatter_elements").operands([zeros, places, elements]);
    let put = put.attribute("axis", int(0)).attribute("reduction", text("none")).result()?;
    let mut result = call.reshaped_to(put, &sizes)?;
    if let Some(wanted) = call.optional(2)? {
        let own = call.list(&sizes)?;
        let more = call.simple("nn.sub", [wanted, own])?;
        let none = call.list(&vec![0; sizes.len()])?;
        let pads = call.joined([none, more], 0)?;
        let padded = call.op("nn.pad").operands([result, pads, zero]);
        result = padded.attribute("mode", text("constant")).result()?;
    }
    Ok(vec![result])
}

/// `Col2Im`.
pub(crate) fn col2im(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let operands = [call.operand(0)?, call.operand(1)?, call.operand(2)?];
    let rank = call.shape(operands[1]).and_then(|shape| usize::try_from(*shape.first()?).ok());
    let strides = call.ints("strides")?;
    let rank = rank.or_else(|| strides.as_ref().map(Vec::len)).filter(|&rank| rank <= 8);
    let Some(rank) = rank else {
        return Err(call.report("Col2Im needs a known number of dimensions"));
    };
    let Window { strides, dilations, pads, .. } = given_window(call, rank)?;
    let result = call.op("nn.col2im").operands(operands).attribute("dilations", ints(&dilations));
    let result = result.attribute("pads", ints(&pads)).attribute("strides", ints(&strides));
    Ok(vec![result.result()?])
}

/// `DeformConv`. Without factors, these are ones; without a bias, it is zero.
pub(crate) fn deformed(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (images, filters, offsets) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let window = window_of_filters(call, filters)?;
    let group = call.int("group")?.unwrap_or(1);
    let offset_group = call.int("offset_group")?.unwrap_or(1);
    let bias = match call.optional(3)? {
        Some(bias) => bias,
        None => {
            let (zero, count) = (call.number(images, 0.0)?, call.size(filters, 0)?);
            call.simple("nn.broadcast", [zero, count])?
        }
    };
    let mask = match call.optional(4)? {
        Some(mask) => mask,
        None => {
            // One for each pair of offsets.
            let half = call.part(offsets, (0, i64::MAX, 2), 1)?;
            let sizes = call.sizes(half)?;
            let one = call.number(images, 1.0)?;
            call.simple("nn.broadcast", [one, sizes])?
        }
    };
    let result = call
        .op("nn.deform_conv")
        .operands([images, filters, offsets, bias, mask])
        .attribute("auto_pad", int(window.auto_pad))
        .attribute("dilations", ints(&window.dilations))
        .attribute("group", int(group))
        .attribute("offset_group", int(offset_group))
        .attribute("pads", ints(&window.pads))
        .attribute("strides", ints(&window.strides));
    Ok(vec![result.result()?])
}
