//! Attention and what goes with it, made of products, masks and softmax.

use super::super::call::{Call, Lowered, flag, int, ints, ones_but};
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::Type;

type Made = Result<Value, Reported>;

impl Call<'_, '_, '_, '_> {
    /// The tensor with its dimensions in another order.
    pub(crate) fn transposed(&mut self, x: Value, order: &[i64]) -> Made {
        self.op("nn.transpose").operands([x]).attribute("perm", ints(order)).result()
    }

    /// The list of one size of a tensor.
    pub(crate) fn size(&mut self, x: Value, axis: i64) -> Made {
        let size = self.op("nn.shape").operands([x]);
        let end = if axis == -1 { i64::MAX } else { axis.saturating_add(1) };
        size.attribute("end", int(end)).attribute("start", int(axis)).result()
    }

    /// Lists, or tensors along an axis, one after the other.
    pub(crate) fn joined(&mut self, all: impl IntoIterator<Item = Value>, axis: i64) -> Made {
        self.op("nn.concatenate").operands(all).attribute("axis", int(axis)).result()
    }

    /// A part of a tensor along an axis; its ends are numbers.
    pub(crate) fn part(
        &mut self,
        x: Value,
        (start, end, step): (i64, i64, i64),
        axis: i64,
    ) -> Made {
        let lists =
            [self.list(&[start])?, self.list(&[end])?, self.list(&[axis])?, self.list(&[step])?];
        self.simple("nn.slice", [x].into_iter().chain(lists))
    }

    /// The tensor with dimensions of size 1.
    pub(crate) fn unsqueezed(&mut self, x: Value, axes: &[i64]) -> Made {
        let axes = self.list(axes)?;
        self.simple("nn.unsqueeze", [x, axes])
    }

    /// The numbers from 0 to a size, a list of one, as a list.
    fn numbers_below(&mut self, size: Value) -> Made {
        let none = self.list(&[])?;
        let size = self.reshaped(size, none)?;
        let (zero, one) = (self.number(size, 0.0)?, self.number(size, 1.0)?);
        self.simple("nn.range", [zero, size, one])
    }

    /// The first where the condition is true, the second elsewhere; both are numbers of an element type.
    fn select_numbers(&mut self, condition: Value, like: Value, [yes, no]: [f64; 2]) -> Made {
        let (yes, no) = (self.number(like, yes)?, self.number(like, no)?);
        self.simple("nn.select", [condition, yes, no])
    }
}

/// `[batch, heads, sequence, size]` of `[batch, sequence, heads size]`.
fn in_heads(call: &mut Call<'_, '_, '_, '_>, x: Value, heads: i64) -> Made {
    let apart = call.reshaped_to(x, &[0, 0, heads, -1])?;
    call.transposed(apart, &[0, 2, 1, 3])
}

/// `Attention`.
pub(crate) fn attention(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (mut q, mut k, mut v) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let flat = call.rank(q)? == 3;
    let (q_heads, kv_heads) = (call.int("q_num_heads")?, call.int("kv_num_heads")?);
    if flat {
        let (Some(q_heads), Some(kv_heads)) = (q_heads, kv_heads) else {
            return Err(call.report("Attention of tensors of rank 3 needs the numbers of heads"));
        };
        q = in_heads(call, q, q_heads)?;
        k = in_heads(call, k, kv_heads)?;
        v = in_heads(call, v, kv_heads)?;
    }
    let past = (call.optional(4)?, call.optional(5)?);
    if let (Some(past_k), Some(past_v)) = past {
        k = call.joined([past_k, k], 2)?;
        v = call.joined([past_v, v], 2)?;
    }
    let present = [k, v];
    let bias = bias(call, q, k, past.0)?;
    // Values may be of another type, which is theirs alone: the result has that of the queries.
    let own = call.element(q)?;
    v = call.cast(v, &own)?;

    // Heads of queries that share one of keys are neighbours.
    let heads = |call: &Call<'_, '_, '_, '_>, x: Value| {
        call.shape(x).and_then(|shape| shape.get(1).copied()).filter(|&heads| heads > 0)
    };
    let (of_q, of_k) = (q_heads.or_else(|| heads(call, q)), kv_heads.or_else(|| heads(call, k)));
    let (Some(of_q), Some(of_k)) = (of_q, of_k) else {
        return Err(call.report("Attention needs the numbers of heads"));
    };
    share_heads(call, [&mut k, &mut v], [of_q, of_k])?;

    let scale = match call.float("scale")? {
        Some(scale) => {
            let scale = f64::from(scale).sqrt();
            call.number(q, scale)?
        }
        None => {
            let size = call.size(q, -1)?;
            let size = call.cast(size, &Type::new("f32"))?;
            let root = call.simple("math.sqrt.tensor", [size])?;
            let root = call.simple("math.sqrt.tensor", [root])?;
            let inverse = call.number_over("nn.div", 1.0, root)?;
            call.cast(inverse, &own)?
        }
    };
    let scaled_q = call.simple("nn.mul", [q, scale])?;
    let scaled_k = call.simple("nn.mul", [k, scale])?;
    let turned = call.transposed(scaled_k, &[0, 1, 3, 2])?;
    let scores = call.simple("nn.matmul", [scaled_q, turned])?;
    let softcap = f64::from(call.float("softcap")?.unwrap_or(0.0));
    let capped = if softcap > 0.0 {
        let small = call.with("nn.div", scores, softcap)?;
        let small = call.simple("math.tanh.tensor", [small])?;
        call.with("nn.mul", small, softcap)?
    } else {
        scores
    };
    let biased = match bias {
        Some(bias) => call.simple("nn.add", [capped, bias])?,
        None => capped,
    };
    let precision = call.element_of("softmax_precision")?.unwrap_or_else(|| own.clone());
    let wide = call.cast(biased, &precision)?;
    let chances = call.op("nn.softmax").operands([wide]).attribute("axis", int(-1)).result()?;
    let mut chances = call.cast(chances, &own)?;
    if let Some(bias) = bias {
        // A query that no key is allowed to has no chances, rather than no numbers.
        let most = call.reduced("nn.reduce_max", bias, &[-1])?;
        let none = call.with("nn.equal", most, f64::NEG_INFINITY)?;
        let zero = call.number(chances, 0.0)?;
        chances = call.simple("nn.select", [none, zero, chances])?;
    }
    let mut result = call.simple("nn.matmul", [chances, v])?;
    if flat {
        let turned = call.transposed(result, &[0, 2, 1, 3])?;
        result = call.reshaped_to(turned, &[0, 0, -1])?;
    }
    let seen = match call.int("qk_matmul_output_mode")?.unwrap_or(0) {
        0 => scores,
        1 => capped,
        2 => biased,
        3 => chances,
        other => return Err(call.report(format!("attribute 'qk_matmul_output_mode' is {other}"))),
    };
    Ok(vec![result, present[0], present[1], seen])
}

/// Repeats the heads of keys and values, so that there is one for each of the queries.
fn share_heads(
    call: &mut Call<'_, '_, '_, '_>,
    all: [&mut Value; 2],
    [of_q, of_k]: [i64; 2],
) -> Result<(), Reported> {
    if of_q == of_k {
        return Ok(());
    }
    let times = of_q.checked_div(of_k).filter(|times| times.checked_mul(of_k) == Some(of_q));
    let Some(times) = times.filter(|_| of_k > 0) else {
        return Err(call.report(format!("{of_q} heads of queries do not share {of_k} of keys")));
    };
    for x in all {
        let apart = call.unsqueezed(*x, &[2])?;
        let times = call.list(&[1, 1, times, 1, 1])?;
        let repeated = call.simple("nn.broadcast", [apart, times])?;
        let lists = [call.size(*x, 0)?, call.list(&[of_q])?, call.size(*x, 2)?, call.size(*x, 3)?];
        let sizes = call.joined(lists, 0)?;
        *x = call.reshaped(repeated, sizes)?;
    }
    Ok(())
}

/// `FlexAttention` of the domain `ai.onnx.preview`: the graphs `score_mod` and `prob_mod` change the scores and
/// what softmax makes of them.
pub(crate) fn flexible(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (q, mut k, mut v) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let heads = [q, k].map(|x| call.shape(x).and_then(|shape| shape.get(1).copied()));
    let [Some(of_q @ 1..), Some(of_k @ 1..)] = heads else {
        return Err(call.report("FlexAttention needs the numbers of heads"));
    };
    share_heads(call, [&mut k, &mut v], [of_q, of_k])?;
    let own = call.element(q)?;
    let usual = if own.as_str() == "f64" { own.clone() } else { Type::new("f32") };
    let precision = call.element_of("softmax_precision")?.unwrap_or(usual);
    let turned = call.transposed(k, &[0, 1, 3, 2])?;
    let (wide_q, wide_k) = (call.cast(q, &precision)?, call.cast(turned, &precision)?);
    let products = call.simple("nn.matmul", [wide_q, wide_k])?;
    let mut scores = match call.float("scale")? {
        Some(scale) => call.with("nn.mul", products, scale.into())?,
        None => {
            let size = call.size(q, -1)?;
            let size = call.cast(size, &precision)?;
            let root = call.simple("math.sqrt.tensor", [size])?;
            call.simple("nn.div", [products, root])?
        }
    };
    scores = modified(call, "score_mod", scores)?;
    let chances = call.op("nn.softmax").operands([scores]).attribute("axis", int(-1)).result()?;
    let chances = modified(call, "prob_mod", chances)?;
    let wide_v = call.cast(v, &precision)?;
    let result = call.simple("nn.matmul", [chances, wide_v])?;
    Ok(vec![call.cast(result, &own)?])
}

/// What the graph of an attribute makes of a tensor; the tensor, if there is none.
fn modified(call: &mut Call<'_, '_, '_, '_>, name: &str, x: Value) -> Made {
    if !call.has(name) {
        return Ok(x);
    }
    let graph = call.graph(name)?;
    match call.subgraph(graph, &[x])?[..] {
        [result] if graph.input.len() == 1 => Ok(result),
        _ => Err(call.report(format!("the graph '{name}' has not one input and one output"))),
    }
}

/// What is added to the scores: the mask, and minus infinity where a key is behind the query, outside of its
/// window, or padding.
fn bias(
    call: &mut Call<'_, '_, '_, '_>,
    q: Value,
    k: Value,
    past_k: Option<Value>,
) -> Result<Option<Value>, Reported> {
    let keys = call.size(k, 2)?;
    let mut parts = Vec::new();
    if let Some(mut mask) = call.optional(3)? {
        let is_truth = call.element(mask)?.as_str() == "i1";
        let last = |call: &Call<'_, '_, '_, '_>, x: Value, at: Option<usize>| {
            let shape = call.shape(x)?;
            shape.get(at.unwrap_or(shape.len().checked_sub(1)?)).copied().filter(|&size| size >= 0)
        };
        let (of_mask, of_keys) = (last(call, mask, None), last(call, k, Some(2)));
        if of_mask.is_none() || of_mask != of_keys {
            // A mask of less keys is padded: those are not allowed.
            let before = call.rank(mask)?.saturating_mul(2).checked_sub(1);
            let Some(before) = before else {
                return Err(call.report("the mask of an Attention has no dimensions"));
            };
            let have = call.size(mask, -1)?;
            let more = call.simple("nn.sub", [keys, have])?;
            let zeros = call.list(&vec![0; before])?;
            let pads = call.joined([zeros, more], 0)?;
            let other = if is_truth {
                call.dense(Type::new("i1"), Vec::new(), tfrt_bef::Blob::from(vec![0]))?
            } else {
                call.number(mask, f64::NEG_INFINITY)?
            };
            let padded = call.op("nn.pad").operands([mask, pads, other]);
            mask = padded.attribute("mode", super::super::call::text("constant")).result()?;
        }
        if is_truth {
            mask = call.select_numbers(mask, q, [0.0, f64::NEG_INFINITY])?;
        } else {
            let own = call.element(q)?;
            mask = call.cast(mask, &own)?;
        }
        parts.push(mask);
    }
    let nonpad = call.optional(6)?;
    let causal = call.flag("is_causal", false)?;
    let left = call.int("left_window_size")?.unwrap_or(-1);
    let right = call.int("right_window_size")?.unwrap_or(-1);
    let all_keys = call.numbers_below(keys)?;
    if causal || left >= 0 || right >= 0 {
        let queries = call.size(q, 2)?;
        let all_queries = call.numbers_below(queries)?;
        let rows = call.unsqueezed(all_queries, &[1])?;
        // The keys before the first query.
        let rows = match (past_k, nonpad) {
            (Some(past), _) => {
                let before = call.size(past, 2)?;
                call.simple("nn.add", [rows, before])?
            }
            (None, Some(nonpad)) => {
                let before = call.simple("nn.sub", [nonpad, queries])?;
                let before = call.unsqueezed(before, &[1, 2, 3])?;
                call.simple("nn.add", [rows, before])?
            }
            (None, None) => rows,
        };
        let ahead = call.simple("nn.sub", [all_keys, rows])?;
        let mut bounds = Vec::new();
        if causal {
            bounds.push(("nn.less_or_equal", 0));
        }
        if right >= 0 {
            bounds.push(("nn.less_or_equal", right));
        }
        if left >= 0 {
            bounds.push(("nn.greater_or_equal", left.saturating_neg()));
        }
        for (compare, bound) in bounds {
            let allowed = call.with(compare, ahead, bound as f64)?;
            parts.push(call.select_numbers(allowed, q, [0.0, f64::NEG_INFINITY])?);
        }
    }
    if let Some(nonpad) = nonpad {
        let counts = call.unsqueezed(nonpad, &[1, 2, 3])?;
        let there = call.simple("nn.less", [all_keys, counts])?;
        parts.push(call.select_numbers(there, q, [0.0, f64::NEG_INFINITY])?);
    }
    let mut parts = parts.into_iter();
    let Some(mut all) = parts.next() else { return Ok(None) };
    for part in parts {
        all = call.simple("nn.add", [all, part])?;
    }
    Ok(Some(all))
}

/// `RotaryEmbedding`.
pub(crate) fn rotary(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (x, mut cos, mut sin) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let flat = call.rank(x)? == 3;
    // `[batch, sequence, heads, size]`
    let apart = if flat {
        let heads = call.int("num_heads")?.unwrap_or(0);
        if heads < 1 {
            return Err(call.report("RotaryEmbedding of a tensor of rank 3 needs 'num_heads'"));
        }
        call.reshaped_to(x, &[0, 0, heads, -1])?
    } else {
        call.transposed(x, &[0, 2, 1, 3])?
    };
    if let Some(positions) = call.optional(3)? {
        for cache in [&mut cos, &mut sin] {
            let rows = call.op("nn.gather").operands([*cache, positions]);
            *cache = rows.attribute("axis", int(0)).result()?;
        }
    }
    let dimension = call.int("rotary_embedding_dim")?.unwrap_or(0);
    let (turning, rest) = if dimension > 0 {
        let turning = call.part(apart, (0, dimension, 1), -1)?;
        (turning, Some(call.part(apart, (dimension, i64::MAX, 1), -1)?))
    } else {
        (apart, None)
    };
    let interleaved = call.flag("interleaved", false)?;
    let [a, b] = if interleaved {
        [call.part(turning, (0, i64::MAX, 2), -1)?, call.part(turning, (1, i64::MAX, 2), -1)?]
    } else {
        let half = call.size(cos, -1)?;
        let (zero, end, axis) = (call.list(&[0])?, call.list(&[i64::MAX])?, call.list(&[-1])?);
        [
            call.simple("nn.slice", [turning, zero, half, axis])?,
            call.simple("nn.slice", [turning, half, end, axis])?,
        ]
    };
    let (cos, sin) = (call.unsqueezed(cos, &[2])?, call.unsqueezed(sin, &[2])?);
    let mut times = |left: Value, right: Value| call.simple("nn.mul", [left, right]);
    let parts = [times(cos, a)?, times(sin, b)?, times(sin, a)?, times(cos, b)?];
    let real = call.simple("nn.sub", [parts[0], parts[1]])?;
    let imaginary = call.simple("nn.add", [parts[2], parts[3]])?;
    let mut turned = if interleaved {
        let pair = [call.unsqueezed(real, &[-1])?, call.unsqueezed(imaginary, &[-1])?];
        let pairs = call.joined(pair, -1)?;
        let sizes = call.sizes(turning)?;
        call.reshaped(pairs, sizes)?
    } else {
        call.joined([real, imaginary], -1)?
    };
    if let Some(rest) = rest {
        turned = call.joined([turned, rest], -1)?;
    }
    Ok(vec![if flat {
        let sizes = call.sizes(x)?;
        call.reshaped(turned, sizes)?
    } else {
        call.transposed(turned, &[0, 2, 1, 3])?
    }])
}

/// `OneHot`: where the index of a place is the number along the axis, the second of the values, elsewhere the
/// first.
pub(crate) fn one_hot(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (indices, depth, values) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let rank = i64::try_from(call.rank(indices)?).unwrap_or(i64::MAX);
    let axis = call.int("axis")?.unwrap_or(-1);
    let of_result = rank.saturating_add(1);
    let axis = call.checked_axis(axis, of_result)?;
    let whole = Type::new("i64");
    let (indices, depth) = (call.cast(indices, &whole)?, call.cast(depth, &whole)?);
    let depth = call.reshaped_to(depth, &[1])?;
    let numbers = call.numbers_below(depth)?;
    let numbers = call.reshaped_to(numbers, &ones_but(of_result, axis, -1))?;
    let places = call.unsqueezed(indices, &[axis])?;
    let places = if call.opset() < 11 { places } else { counted_from_end(call, places, depth)? };
    let same = call.simple("nn.equal", [places, numbers])?;
    let (off, on) = (call.part(values, (0, 1, 1), 0)?, call.part(values, (1, 2, 1), 0)?);
    let none = call.list(&[])?;
    let (off, on) = (call.reshaped(off, none)?, call.reshaped(on, none)?);
    Ok(vec![call.simple("nn.select", [same, on, off])?])
}

/// Indices of which the negative ones, if they are in range, count from the end. They do from version 11 on.
fn counted_from_end(call: &mut Call<'_, '_, '_, '_>, places: Value, depth: Value) -> Made {
    let from_end = call.op("nn.mod").operands([places, depth]);
    let wrapped = from_end.attribute("fmod", flag(false)).result()?;
    let zero = call.number(places, 0.0)?;
    let negative = call.simple("nn.less", [places, zero])?;
    let least = call.simple("nn.sub", [zero, depth])?;
    let inside = call.simple("nn.greater_or_equal", [places, least])?;
    let counts = call.simple("nn.and", [negative, inside])?;
    call.simple("nn.select", [counts, wrapped, places])
}

/// `DepthToSpace` and `SpaceToDepth`: blocks of pixels become channels, and back.
pub(crate) fn depth_to_space(call: &mut Call<'_, '_, '_, '_>, back: bool) -> Lowered {
    let images = call.operand(0)?;
    let block = call.int("blocksize")?.unwrap_or(0);
    let Some(square) = block.checked_mul(block).filter(|_| block >= 1) else {
        return Err(call.report(format!("attribute 'blocksize' is {block}, expected 1 or more")));
    };
    if call.rank(images)? != 4 {
        return Err(call.report("images need four dimensions"));
    }
    let mode = call.text("mode")?.unwrap_or("DCR");
    let order = match (mode, back) {
        ("DCR", false) => [0, 3, 4, 1, 5, 2],
        ("CRD", false) => [0, 1, 4, 2, 5, 3],
        ("DCR", true) => [0, 3, 5, 1, 2, 4],
        ("CRD", true) => [0, 1, 3, 5, 2, 4],
        (other, _) => return Err(call.report(format!("attribute 'mode' is '{other}'"))),
    };
    let [batch, channels, height, width] = [0, 1, 2, 3].map(|axis| Size::Of(axis, 1, 1));
    let side = Size::Number(block);
    let (apart, result) = if back {
        let (rows, columns) = (Size::Of(2, 1, block), Size::Of(3, 1, block));
        let result = [batch, Size::Of(1, square, 1), rows, columns];
        ([batch, channels, rows, side, columns, side], result)
    } else {
        let depth = Size::Of(1, 1, square);
        let result = [batch, depth, Size::Of(2, block, 1), Size::Of(3, block, 1)];
        match mode {
            "DCR" => ([batch, side, side, depth, height, width], result),
            _ => ([batch, depth, side, side, height, width], result),
        }
    };
    let (apart, result) = (call.sizes_of(images, &apart)?, call.sizes_of(images, &result)?);
    let blocks = call.reshaped(images, apart)?;
    let turned = call.transposed(blocks, &order)?;
    Ok(vec![call.reshaped(turned, result)?])
}

/// A size: a number, or an axis of a tensor with a factor and a divisor of its size.
#[derive(Clone, Copy)]
enum Size {
    Number(i64),
    Of(usize, i64, i64),
}

impl Call<'_, '_, '_, '_> {
    /// The list of sizes, as a constant if those of the tensor are known that they are made of.
    fn sizes_of(&mut self, x: Value, sizes: &[Size]) -> Made {
        let shape = self.shape(x).unwrap_or_default();
        let mut known = Some(Vec::new());
        for &size in sizes {
            let number = match size {
                Size::Number(number) => Some(number),
                Size::Of(axis, times, over) => match shape.get(axis) {
                    Some(&own @ 0..) => {
                        let whole = own.checked_mul(times);
                        let number = whole.and_then(|whole| whole.checked_div(over));
                        let exact = number.filter(|it| it.checked_mul(over) == whole);
                        let Some(number) = exact else {
                            let message =
                                format!("a size of {own} has no part of {times} in {over}");
                            return Err(self.report(message));
                        };
                        Some(number)
                    }
                    _ => None,
                },
            };
            known = known.zip(number).map(|(mut all, number)| {
                all.push(number);
                all
            });
        }
        if let Some(known) = known {
            return self.list(&known);
        }
        let mut lists = Vec::new();
        for &size in sizes {
            lists.push(match size {
                Size::Number(number) => self.list(&[number])?,
                Size::Of(axis, times, over) => {
                    let own = self.size(x, i64::try_from(axis).unwrap_or(i64::MAX))?;
                    let [times, over] = [self.list(&[times])?, self.list(&[over])?];
                    let more = self.simple("nn.mul", [own, times])?;
                    self.simple("nn.div", [more, over])?
                }
            });
        }
        self.joined(lists, 0)
    }
}
