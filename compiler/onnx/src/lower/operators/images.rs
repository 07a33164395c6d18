//! Images: convolutions, pools, and what else windows and channels have.

use super::super::call::{Call, Lowered, flag, float, int, ints};
use super::quantized;
use tfrt_compiler::builder::{Reported, Value};

/// How a window moves.
pub(crate) struct Window {
    pub(crate) strides: Vec<i64>,
    pub(crate) pads: Vec<i64>,
    pub(crate) dilations: Vec<i64>,
}

/// The attributes of the window of a node over images, with that kernel.
fn window(
    call: &mut Call<'_, '_, '_, '_, '_>,
    images: Value,
    kernel: &[i64],
) -> Result<Window, Reported> {
    let rank = kernel.len();
    let strides = call.ints("strides")?.unwrap_or_else(|| vec![1; rank]);
    let dilations = call.ints("dilations")?.unwrap_or_else(|| vec![1; rank]);
    let given = call.ints("pads")?;
    let pads = match call.text("auto_pad")?.unwrap_or("NOTSET") {
        "NOTSET" => given.unwrap_or_else(|| vec![0; 2 * rank]),
        "VALID" => vec![0; 2 * rank],
        same @ ("SAME_UPPER" | "SAME_LOWER") => {
            let spatial = call.shape(images).unwrap_or_default();
            let spatial = spatial.get(2..).unwrap_or_default();
            if spatial.len() != rank || strides.len() != rank || dilations.len() != rank {
                return Err(
                    call.report(format!("auto_pad {same} needs a window for each dimension"))
                );
            }
            if spatial.iter().any(|&size| size < 0) {
                return Err(call.report(format!("auto_pad {same} needs images of known size")));
            }
            let mut pads = vec![0; 2 * rank];
            for at in 0..rank {
                let stride = strides[at].max(1);
                let outputs = spatial[at].div_euclid(stride) + i64::from(spatial[at] % stride != 0);
                let extent = (kernel[at] - 1).saturating_mul(dilations[at]).saturating_add(1);
                let reach = (outputs - 1).saturating_mul(stride).saturating_add(extent);
                let all = reach.saturating_sub(spatial[at]).max(0);
                let less = all / 2;
                let (before, after) =
                    if same == "SAME_UPPER" { (less, all - less) } else { (all - less, less) };
                (pads[at], pads[rank + at]) = (before, after);
            }
            pads
        }
        other => return Err(call.report(format!("attribute 'auto_pad' is '{other}'"))),
    };
    Ok(Window { strides, pads, dilations })
}

/// The window of a node that has filters.
pub(crate) fn window_of_filters(
    call: &mut Call<'_, '_, '_, '_, '_>,
    images: Value,
    filters: Value,
) -> Result<Window, Reported> {
    let kernel = kernel(call, filters)?;
    window(call, images, &kernel)
}

/// The sizes of the window of filters.
fn kernel(call: &mut Call<'_, '_, '_, '_, '_>, filters: Value) -> Result<Vec<i64>, Reported> {
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
pub(crate) fn convolution(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let (images, filters) = (call.operand(0)?, call.operand(1)?);
    let window = window_of_filters(call, images, filters)?;
    let group = call.int("group")?.unwrap_or(1);
    let bias = call.optional(2)?;
    let result = call
        .op("nn.conv")
        .operands([images, filters].into_iter().chain(bias))
        .attribute("dilations", ints(&window.dilations))
        .attribute("group", int(group))
        .attribute("pads", ints(&window.pads))
        .attribute("strides", ints(&window.strides))
        .result()?;
    Ok(vec![result])
}

/// `MaxPool` and `AveragePool`.
pub(crate) fn pool(call: &mut Call<'_, '_, '_, '_, '_>, op: &str) -> Lowered {
    let images = call.operand(0)?;
    if call.result_count() > 1 {
        return Err(call.report("the places of MaxPool are not supported"));
    }
    let Some(kernel) = call.ints("kernel_shape")? else {
        return Err(call.report("the attribute 'kernel_shape' is missing"));
    };
    let window = window(call, images, &kernel)?;
    let ceil_mode = call.flag("ceil_mode", false)?;
    let include = call.flag("count_include_pad", false)?;
    let pool = call
        .op(op)
        .operands([images])
        .attribute("ceil_mode", flag(ceil_mode))
        .attribute("dilations", ints(&window.dilations))
        .attribute("kernel_shape", ints(&kernel))
        .attribute("pads", ints(&window.pads))
        .attribute("strides", ints(&window.strides));
    let pool = match op {
        "nn.average_pool" => pool.attribute("count_include_pad", flag(include)),
        _ => pool,
    };
    Ok(vec![pool.result()?])
}

/// A reduction of all pixels of each channel.
pub(crate) fn global(call: &mut Call<'_, '_, '_, '_, '_>, op: &str) -> Lowered {
    let images = call.operand(0)?;
    let rank = i64::try_from(call.rank(images)?).unwrap_or(i64::MAX);
    let axes: Vec<i64> = (2..rank).collect();
    let axes = call.list(&axes)?;
    let reduced = call.op(op).operands([images, axes]).attribute("keepdims", flag(true));
    // Images of one pixel each stay as they are.
    Ok(vec![reduced.attribute("noop_with_empty_axes", flag(true)).result()?])
}

/// `BatchNormalization` of a model that is not trained.
pub(crate) fn batch_norm(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    if call.flag("training_mode", false)? {
        return Err(call.report("BatchNormalization that is trained is not supported"));
    }
    let mut operands = Vec::new();
    for position in 0..5 {
        operands.push(call.operand(position)?);
    }
    let epsilon = call.float("epsilon")?.unwrap_or(1e-5);
    let normal = call.op("nn.batch_norm").operands(operands);
    Ok(vec![normal.attribute("epsilon", float(epsilon)).result()?])
}

/// `LpPool`: the root of the sum of powers of each window.
pub(crate) fn lp_pool(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let images = call.operand(0)?;
    let p = call.int("p")?.unwrap_or(2);
    let Some(kernel) = call.ints("kernel_shape")? else {
        return Err(call.report("the attribute 'kernel_shape' is missing"));
    };
    let window = window(call, images, &kernel)?;
    let ceil_mode = call.flag("ceil_mode", false)?;
    let powers = quantized::power(call, images, p, false)?;
    // The sum of each window: the mean with padding, which counts as zeros, times its size. With ceil_mode a
    // window may reach where nothing counts, so it is padded there first.
    let mut pads = window.pads.clone();
    if ceil_mode {
        let rank = kernel.len();
        let spatial = call.shape(images).unwrap_or_default();
        for at in 0..rank {
            let Some(&size @ 0..) = spatial.get(2 + at) else {
                return Err(call.report("LpPool with ceil_mode needs images of known size"));
            };
            let stride = window.strides[at].max(1);
            let extent = (kernel[at] - 1) * window.dilations[at] + 1;
            let padded = size + pads[at] + pads[rank + at];
            let over = (padded - extent).rem_euclid(stride);
            let begins = (padded - extent).div_euclid(stride) * stride + stride;
            if over != 0 && begins < size + pads[at] {
                pads[rank + at] += stride - over;
            }
        }
    }
    let pool = call
        .op("nn.average_pool")
        .operands([powers])
        .attribute("ceil_mode", flag(false))
        .attribute("count_include_pad", flag(true))
        .attribute("dilations", ints(&window.dilations))
        .attribute("kernel_shape", ints(&kernel))
        .attribute("pads", ints(&pads))
        .attribute("strides", ints(&window.strides));
    let means = pool.result()?;
    let size = kernel.iter().product::<i64>() as f64;
    let sums = call.with("nn.mul", means, size)?;
    Ok(vec![quantized::power(call, sums, p, true)?])
}

/// `GlobalLpPool`.
pub(crate) fn global_lp(call: &mut Call<'_, '_, '_, '_, '_>) -> Lowered {
    let images = call.operand(0)?;
    let p = call.int("p")?.unwrap_or(2);
    let rank = i64::try_from(call.rank(images)?).unwrap_or(i64::MAX);
    let axes: Vec<i64> = (2..rank).collect();
    let powers = quantized::power(call, images, p, false)?;
    let sums = call.reduced("nn.reduce_sum", powers, &axes)?;
    Ok(vec![quantized::power(call, sums, p, true)?])
}
