//! Places in images: grids, and parts around the centre.

use super::super::call::{Call, Lowered, int, ones_but, text};
use tfrt_compiler::builder::Value;
use tfrt_compiler::graph::Type;

/// `AffineGrid`: the places of an image's pixels, from -1 to 1 along each dimension, by the matrices.
pub(crate) fn affine(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (matrices, size) = (call.operand(0)?, call.operand(1)?);
    let dimensions = match (call.shape(matrices).as_deref(), call.shape(size).as_deref()) {
        (Some([_, 2, 3 | ..0] | [_, ..0, 3]), _) | (Some([_, ..0, ..0]), Some([4])) => 2,
        (Some([_, 3, 4 | ..0] | [_, ..0, 4]), _) | (Some([_, ..0, ..0]), Some([5])) => 3,
        _ => return Err(call.report("AffineGrid needs matrices [N, 2, 3] or [N, 3, 4]")),
    };
    let corners = call.flag("align_corners", false)?;
    let element = call.element(matrices);
    let pixels = call.part(size, (2, i64::MAX, 1), 0)?;
    let mut coordinates: Vec<Value> = Vec::new();
    // The last dimension of the image has the first coordinate.
    for dimension in (0..dimensions).rev() {
        let none = call.list(&[])?;
        let count = call.part(pixels, (dimension, dimension.saturating_add(1), 1), 0)?;
        let count = call.reshaped(count, none)?;
        let (zero, one) = (call.number(count, 0.0)?, call.number(count, 1.0)?);
        let numbers = call.simple("nn.range", [zero, count, one])?;
        let numbers = call.cast(numbers, &element)?;
        let count = call.cast(count, &element)?;
        let along = if corners {
            // One pixel is at -1.
            let steps = call.with("nn.sub", count, 1.0)?;
            let steps = call.with("nn.max", steps, 1.0)?;
            let twice = call.with("nn.mul", numbers, 2.0)?;
            call.simple("nn.div", [twice, steps])?
        } else {
            let twice = call.with("nn.mul", numbers, 2.0)?;
            let centres = call.with("nn.add", twice, 1.0)?;
            call.simple("nn.div", [centres, count])?
        };
        let along = call.with("nn.sub", along, 1.0)?;
        let along = call.reshaped_to(along, &ones_but(dimensions, dimension, -1))?;
        coordinates.push(call.simple("nn.broadcast", [along, pixels])?);
    }
    let one = call.number(matrices, 1.0)?;
    coordinates.push(call.simple("nn.broadcast", [one, pixels])?);
    let mut columns = Vec::new();
    for coordinate in coordinates {
        columns.push(call.unsqueezed(coordinate, &[-1])?);
    }
    let places = call.joined(columns, -1)?;
    let places = call.reshaped_to(places, &[-1, i64::saturating_add(dimensions, 1)])?;
    let turned = call.transposed(matrices, &[0, 2, 1])?;
    let moved = call.simple("nn.matmul", [places, turned])?;
    let (batch, coordinates) = (call.size(matrices, 0)?, call.list(&[dimensions])?);
    let sizes = call.joined([batch, pixels, coordinates], 0)?;
    Ok(vec![call.reshaped(moved, sizes)?])
}

/// `CenterCropPad`: the part around the centre, or the tensor with zeros around it, along each axis.
pub(crate) fn centre(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let (x, wanted) = (call.operand(0)?, call.operand(1)?);
    let wanted = call.cast(wanted, &Type::new("i64"))?;
    let zero = call.number(wanted, 0.0)?;
    let possible = call.simple("nn.greater_or_equal", [wanted, zero])?;
    let wanted = call.required(wanted, possible, "a size of CenterCropPad is negative")?;
    let rank = i64::try_from(call.rank(x)?).unwrap_or(i64::MAX);
    let axes = call.ints("axes")?.unwrap_or_else(|| (0..rank).collect());
    let axes = axes.iter().map(|&axis| call.checked_axis(axis, rank));
    let axes = axes.collect::<Result<Vec<i64>, _>>()?;
    let steps = vec![1; axes.len()];
    let axes = call.list(&axes)?;
    let sizes = call.sizes(x)?;
    let sizes = call.op("nn.gather").operands([sizes, axes]);
    let sizes = sizes.attribute("axis", int(0)).result()?;
    let zero = call.number(sizes, 0.0)?;

    let more = call.simple("nn.sub", [sizes, wanted])?;
    let more = call.simple("nn.max", [more, zero])?;
    let starts = call.with("nn.div", more, 2.0)?;
    let kept = call.simple("nn.min", [sizes, wanted])?;
    let ends = call.simple("nn.add", [starts, kept])?;
    let steps = call.list(&steps)?;
    let part = call.simple("nn.slice", [x, starts, ends, axes, steps])?;

    let less = call.simple("nn.sub", [wanted, kept])?;
    let before = call.with("nn.div", less, 2.0)?;
    let behind = call.simple("nn.sub", [less, before])?;
    let pads = call.joined([before, behind], 0)?;
    let zero = call.number(x, 0.0)?;
    let padded = call.op("nn.pad").operands([part, pads, zero, axes]);
    Ok(vec![padded.attribute("mode", text("constant")).result()?])
}
