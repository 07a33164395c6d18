//! Signals: Fourier transforms, windows, and the mel scale.

use super::super::call::{Call, Lowered, flag, int, ints};
use tfrt_bef::Blob;
use tfrt_compiler::builder::{Reported, Value};
use tfrt_compiler::graph::Type;

type Made = Result<Value, Reported>;

/// More numbers than a vocabulary has.
const MOST_WEIGHTS: i64 = 1 << 24;

impl Call<'_, '_, '_, '_> {
    /// A number, which may be a list of one, as a tensor of rank 0 of that type.
    fn one_number(&mut self, x: Value, element: &str) -> Made {
        let x = self.cast(x, &Type::new(element))?;
        let none = self.list(&[])?;
        self.reshaped(x, none)
    }

    /// The numbers from 0 to another, which is of rank 0, in its type.
    fn counting(&mut self, limit: Value) -> Made {
        let (zero, one) = (self.number(limit, 0.0)?, self.number(limit, 1.0)?);
        self.simple("nn.range", [zero, limit, one])
    }

    /// A transform of signals, along an axis and with the length of a list.
    fn transform(&mut self, [x, length, axis]: [Value; 3], inverse: bool, onesided: bool) -> Made {
        let transform = self.op("nn.dft").operands([x, length, axis]);
        transform.attribute("inverse", flag(inverse)).attribute("onesided", flag(onesided)).result()
    }
}

/// `DFT`. The axis is an attribute in the first version.
pub(crate) fn fourier(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let x = call.operand(0)?;
    let length = match call.optional(1)? {
        Some(length) => {
            let length = call.cast(length, &Type::new("i64"))?;
            call.reshaped_to(length, &[1])?
        }
        None => call.list(&[])?,
    };
    let usual = if call.opset() < 20 { 1 } else { -2 };
    let axis = match call.optional(2)? {
        Some(axis) => call.reshaped_to(axis, &[1])?,
        None => {
            let axis = call.int("axis")?.unwrap_or(usual);
            call.list(&[axis])?
        }
    };
    let (inverse, onesided) = (call.flag("inverse", false)?, call.flag("onesided", false)?);
    Ok(vec![call.transform([x, length, axis], inverse, onesided)?])
}

/// `STFT`: the transform of each frame of signals `[batch, length, parts]`.
pub(crate) fn short_time(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (signal, step) = (call.operand(0)?, call.operand(1)?);
    let (window, frame) = (call.optional(2)?, call.optional(3)?);
    let step = call.one_number(step, "i64")?;
    let whole = call.size(signal, 1)?;
    let whole = call.one_number(whole, "i64")?;
    let frame = match (frame, window) {
        (Some(frame), _) => call.one_number(frame, "i64")?,
        (None, Some(window)) => {
            let frame = call.size(window, 0)?;
            call.one_number(frame, "i64")?
        }
        (None, None) => whole,
    };
    // Where frames begin: as long as they end within the signal.
    let last = call.simple("nn.sub", [whole, frame])?;
    let end = call.with("nn.add", last, 1.0)?;
    let zero = call.number(end, 0.0)?;
    let starts = call.simple("nn.range", [zero, end, step])?;
    let starts = call.unsqueezed(starts, &[1])?;
    let offsets = call.counting(frame)?;
    let places = call.simple("nn.add", [starts, offsets])?;
    let frames = call.op("nn.gather").operands([signal, places]);
    let mut frames = frames.attribute("axis", int(1)).result()?;
    if let Some(window) = window {
        let window = call.unsqueezed(window, &[1])?;
        frames = call.simple("nn.mul", [frames, window])?;
    }
    let (length, axis) = (call.list(&[])?, call.list(&[2])?);
    let onesided = call.flag("onesided", true)?;
    Ok(vec![call.transform([frames, length, axis], false, onesided)?])
}

/// A window: `[a, b, c]` is a - b cos(x) + c cos(2 x), of angles around the circle.
pub(crate) fn window(call: &mut Call<'_, '_, '_, '_>, [a, b, c]: [f64; 3]) -> Lowered {
    let size = call.operand(0)?;
    let size = call.one_number(size, "f64")?;
    let circle = if call.flag("periodic", true)? { size } else { call.with("nn.sub", size, 1.0)? };
    let numbers = call.counting(size)?;
    let angles = call.with("nn.mul", numbers, std::f64::consts::TAU)?;
    let angles = call.simple("nn.div", [angles, circle])?;
    let cosines = call.simple("math.cos.tensor", [angles])?;
    let cosines = call.with("nn.mul", cosines, b)?;
    let mut heights = call.number_over("nn.sub", a, cosines)?;
    if c != 0.0 {
        let twice = call.with("nn.mul", angles, 2.0)?;
        let cosines = call.simple("math.cos.tensor", [twice])?;
        let cosines = call.with("nn.mul", cosines, c)?;
        heights = call.simple("nn.add", [heights, cosines])?;
    }
    let to = call.element_of("output_datatype")?.unwrap_or_else(|| Type::new("f32"));
    Ok(vec![call.cast(heights, &to)?])
}

/// `MelWeightMatrix`: for each band of the mel scale a column, a triangle over the bins of a spectrum. Its sides
/// go from 0 at the band's edges to 1 at its centre, which are bins, too.
pub(crate) fn mel(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let mut operands = Vec::new();
    for position in 0..5 {
        let operand = call.operand(position)?;
        operands.push(call.one_number(operand, "f64")?);
    }
    let &[bands, length, rate, lower, upper] = &operands[..] else {
        return Err(call.report("MelWeightMatrix has five operands"));
    };
    // mel(f) = 2595 log10(1 + f / 700)
    let mel = |call: &mut Call<'_, '_, '_, '_>, hertz: Value| {
        let of = call.with("nn.div", hertz, 700.0)?;
        let log = call.simple("math.log1p.tensor", [of])?;
        call.with("nn.mul", log, 2595.0 / std::f64::consts::LN_10)
    };
    let (low, high) = (mel(call, lower)?, mel(call, upper)?);
    let edges = call.with("nn.add", bands, 2.0)?;
    let range = call.simple("nn.sub", [high, low])?;
    let step = call.simple("nn.div", [range, edges])?;
    let numbers = call.counting(edges)?;
    let mels = call.simple("nn.mul", [numbers, step])?;
    let mels = call.simple("nn.add", [mels, low])?;
    let powers = call.with("nn.mul", mels, std::f64::consts::LN_10 / 2595.0)?;
    let powers = call.simple("math.expm1.tensor", [powers])?;
    let hertz = call.with("nn.mul", powers, 700.0)?;
    let more = call.with("nn.add", length, 1.0)?;
    let bins = call.simple("nn.mul", [hertz, more])?;
    let bins = call.simple("nn.div", [bins, rate])?;
    let bins = call.simple("math.floor.tensor", [bins])?;
    let left = call.part(bins, (0, -2, 1), 0)?;
    let centre = call.part(bins, (1, -1, 1), 0)?;
    let right = call.part(bins, (2, i64::MAX, 1), 0)?;

    let half = call.with("nn.div", length, 2.0)?;
    let half = call.simple("math.floor.tensor", [half])?;
    let count = call.with("nn.add", half, 1.0)?;
    let all = call.counting(count)?;
    let rows = call.unsqueezed(all, &[1])?;
    // At the centre, the left side is 1, also where it has no width.
    let over = |call: &mut Call<'_, '_, '_, '_>, [a, b]: [Value; 2], [c, d]: [Value; 2]| {
        let (height, width) = (call.simple("nn.sub", [a, b])?, call.simple("nn.sub", [c, d])?);
        let one = call.number(width, 1.0)?;
        let width = call.simple("nn.max", [width, one])?;
        call.simple("nn.div", [height, width])
    };
    let rising = over(call, [rows, left], [centre, left])?;
    let falling = over(call, [right, rows], [right, centre])?;
    let zero = call.number(rows, 0.0)?;
    let one = call.number(rows, 1.0)?;
    let is_left = call.simple("nn.less", [rows, centre])?;
    let is_centre = call.simple("nn.equal", [rows, centre])?;
    let sides = call.simple("nn.select", [is_left, rising, falling])?;
    let sides = call.simple("nn.max", [sides, zero])?;
    let heights = call.simple("nn.select", [is_centre, one, sides])?;
    let to = call.element_of("output_datatype")?.unwrap_or_else(|| Type::new("f32"));
    Ok(vec![call.cast(heights, &to)?])
}

/// `TfIdfVectorizer` of integers: how often each n-gram of the pool is there, as the mode says.
pub(crate) fn ngrams(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let tokens = call.operand(0)?;
    let tokens = call.cast(tokens, &Type::new("i64"))?;
    let Some(pool) = call.ints("pool_int64s")? else {
        return Err(call.report("a TfIdfVectorizer of texts is not supported"));
    };
    let mut lists = Vec::new();
    for name in ["ngram_counts", "ngram_indexes"] {
        match call.ints(name)? {
            Some(list) => lists.push(list),
            None => return Err(call.report(format!("the attribute '{name}' is missing"))),
        }
    }
    let mut numbers = Vec::new();
    for name in ["min_gram_length", "max_gram_length", "max_skip_count"] {
        match call.int(name)? {
            Some(number) => numbers.push(number),
            None => return Err(call.report(format!("the attribute '{name}' is missing"))),
        }
    }
    let width = lists[1].iter().max().map_or(0, |&last| last.saturating_add(1));
    let mut sizes = call.shape(tokens).unwrap_or_default();
    if let Some(last) = sizes.last_mut() {
        *last = width;
    }
    let single = Type::new("f32");
    let ty = match sizes.len() {
        0 => Type::unranked_tensor(&single),
        _ => Type::tensor(&single, &sizes),
    };
    let counts = call
        .op("nn.ngrams")
        .operands([tokens])
        .attribute("counts", ints(&lists[0]))
        .attribute("indexes", ints(&lists[1]))
        .attribute("longest", int(numbers[1]))
        .attribute("pool", ints(&pool))
        .attribute("shortest", int(numbers[0]))
        .attribute("skips", int(numbers[2]))
        .types([ty])
        .result()?;
    let mode = call.text("mode")?.unwrap_or_default();
    if mode == "TF" {
        return Ok(vec![counts]);
    }
    // The weights are in the order of the pool, and belong to the places that the indexes say.
    let weights = call.floats("weights")?.unwrap_or_else(|| vec![1.0; lists[1].len()]);
    if weights.len() != lists[1].len() || lists[1].iter().any(|&it| it < 0) || width > MOST_WEIGHTS
    {
        return Err(call.report("the attribute 'weights' does not fit 'ngram_indexes'"));
    }
    let mut placed = vec![1.0_f32; usize::try_from(width).unwrap_or(0)];
    for (&index, weight) in lists[1].iter().zip(weights) {
        placed[usize::try_from(index).unwrap_or(0)] = weight;
    }
    let bytes: Vec<u8> = placed.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    let weights = call.dense(single.clone(), vec![width], Blob::from(bytes))?;
    let factors = match mode {
        "TFIDF" => counts,
        "IDF" => {
            let there = call.with("nn.greater", counts, 0.0)?;
            call.cast(there, &single)?
        }
        other => return Err(call.report(format!("attribute 'mode' is '{other}'"))),
    };
    Ok(vec![call.simple("nn.mul", [factors, weights])?])
}
