//! What keeps a state between calls: caches, convolutions and linear attention.

use super::super::call::{Call, Lowered, flag, float, int, ints, ones_but, text};
use tfrt_bef::Blob;
use tfrt_compiler::graph::Type;

/// `LinearAttention`.
pub(crate) fn linear_attention(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let query = call.operand(0)?;
    let of_query = call.element(query)?;
    let mut operands = [query; 6];
    for (position, operand) in operands.iter_mut().enumerate().skip(1) {
        *operand = match position {
            1 | 2 => call.operand(position)?,
            _ => match call.optional(position)? {
                Some(operand) => operand,
                None => call.dense(of_query.clone(), vec![0], Blob::from(Vec::new()))?,
            },
        };
    }
    let of_state = call.element(operands[3])?;
    let operands = call.in_one_type(operands)?;
    let heads = [call.int("q_num_heads")?, call.int("kv_num_heads")?];
    let [Some(of_q), Some(of_kv)] = heads else {
        return Err(call.report("LinearAttention needs 'q_num_heads' and 'kv_num_heads'"));
    };
    let scale = call.float("scale")?.unwrap_or(0.0);
    let rule = call.text("update_rule")?.unwrap_or("gated_delta");
    let results = call
        .op("nn.linear_attention")
        .operands(operands)
        .attribute("kv_num_heads", int(of_kv))
        .attribute("q_num_heads", int(of_q))
        .attribute("scale", float(scale))
        .attribute("update_rule", text(rule))
        .results()?;
    let [result, state] = results[..] else { return Ok(results) };
    Ok(vec![call.cast(result, &of_query)?, call.cast(state, &of_state)?])
}

/// `CausalConvWithState`: a convolution of each channel with what comes before it, and that of the next call.
pub(crate) fn causal_convolution(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (x, filters) = (call.operand(0)?, call.operand(1)?);
    let Some(&[channels @ (1..), 1, size @ (1..)]) = call.shape(filters).as_deref() else {
        return Err(call.report("CausalConvWithState needs filters [channels, 1, k] of known size"));
    };
    let whole = match call.optional(3)? {
        Some(past) => call.joined([past, x], 2)?,
        None => {
            let pads = call.list(&[0, 0, size.saturating_sub(1), 0, 0, 0])?;
            let zero = call.number(x, 0.0)?;
            let padded = call.op("nn.pad").operands([x, pads, zero]);
            padded.attribute("mode", text("constant")).result()?
        }
    };
    let bias = call.optional(2)?;
    let mut result = call
        .op("nn.conv")
        .operands([whole, filters].into_iter().chain(bias))
        .attribute("auto_pad", int(0))
        .attribute("dilations", ints(&[1]))
        .attribute("group", int(channels))
        .attribute("pads", ints(&[0, 0]))
        .attribute("strides", ints(&[1]))
        .result()?;
    match call.text("activation")?.unwrap_or("none") {
        "none" => {}
        "silu" | "swish" => {
            let factor = call.sigmoid(result)?;
            result = call.simple("nn.mul", [result, factor])?;
        }
        other => return Err(call.report(format!("attribute 'activation' is '{other}'"))),
    }
    // The last k - 1, which are none of a filter of one.
    let start = if size == 1 { i64::MAX } else { i64::saturating_sub(1, size) };
    let state = call.part(whole, (start, i64::MAX, 1), 2)?;
    Ok(vec![result, state])
}

/// `TensorScatter`: rows of a cache along an axis become those of the update, from the index of their batch on.
pub(crate) fn write_cache(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (cache, update) = (call.operand(0)?, call.operand(1)?);
    let rank = i64::try_from(call.rank(cache)?).unwrap_or(i64::MAX);
    let (axis, _) = call.axis_of(cache, -2)?;
    if axis == 0 {
        return Err(call.report("axis 0 is that of batches"));
    }
    let circular = match call.text("mode")?.unwrap_or("linear") {
        "linear" => false,
        "circular" => true,
        other => return Err(call.report(format!("attribute 'mode' is '{other}'"))),
    };
    let (size, count) = (call.size(cache, axis)?, call.size(update, axis)?);
    let mut starts = match call.optional(2)? {
        Some(starts) => {
            let starts = call.cast(starts, &Type::new("i64"))?;
            call.reshaped_to(starts, &ones_but(rank, 0, -1))?
        }
        None => call.list(&[0])?,
    };
    if !circular {
        let zero = call.number(starts, 0.0)?;
        let last = call.simple("nn.sub", [size, count])?;
        let (begins, ends) = (
            call.simple("nn.greater_or_equal", [starts, zero])?,
            call.simple("nn.less_or_equal", [starts, last])?,
        );
        let inside = call.simple("nn.and", [begins, ends])?;
        let message = "the update of TensorScatter is not inside of the cache";
        starts = call.required(starts, inside, message)?;
    }
    // How far each row is behind the first that is written.
    let mut rows = call.counted(cache, axis, rank)?;
    rows = call.simple("nn.sub", [rows, starts])?;
    if circular {
        let wrapped = call.op("nn.mod").operands([rows, size]);
        rows = wrapped.attribute("fmod", flag(false)).result()?;
    }
    let zero = call.number(rows, 0.0)?;
    let (from, until) =
        (call.simple("nn.greater_or_equal", [rows, zero])?, call.simple("nn.less", [rows, count])?);
    let written = call.simple("nn.and", [from, until])?;
    // Of the others, any row that is there is read.
    let places = call.simple("nn.select", [written, rows, zero])?;
    let sizes = call.sizes(cache)?;
    let places = call.simple("nn.broadcast", [places, sizes])?;
    let rows = call.op("nn.gather_elements").operands([update, places]);
    let rows = rows.attribute("axis", int(axis)).result()?;
    Ok(vec![call.simple("nn.select", [written, rows, cache])?])
}
