"""Operators that sample images: resizing, grids, regions, boxes."""

import numpy as np

from makers.case import HALVES, Case, is_float, reference


def mixable(d, of, shape):
    """Elements of which no mixture is nearly nothing: the reference computes some weights in floats of 32 bits."""
    return d.steps(of, shape, 6, 9)


def resize(d):
    of = d.element()
    mode = d.pick("nearest", "linear", "cubic")
    rank = 4 if mode == "cubic" else d.integer(1, 4)
    shape = d.sizes(rank, 1, 2, 3, 4)
    some = d.opset >= 18 and d.truth()
    axes = sorted(int(it) for it in d.random.permutation(rank)[: d.integer(1, min(2, rank))])
    axes = axes if some else list(range(rank))
    # Not all dimensions of images change at once.
    moved = [at for at in axes if at >= rank - 2]
    scales, sizes = [], []
    for at in axes:
        factor = d.pick(0.5, 0.75, 1.5, 2.0, 2.5) if at in moved else 1.0
        size = max(int(shape[at] * factor), 1)
        scales.append(factor if int(shape[at] * factor) else 1.0)
        sizes.append(size if scales[-1] != 1.0 else shape[at])
    attributes = {"mode": mode} if mode != "nearest" or d.truth() else {}
    others = {"mode": ["nearest", "linear"]}
    by_sizes = d.opset >= 11 and d.truth()
    x = d.numbers(of, shape) if mode == "nearest" else mixable(d, of, shape)
    # Integers are cut off or rounded, which is not said.
    if not is_float(of):
        others["mode"] = []
        x = x.astype(np.float32) if mode != "nearest" else x
    if d.opset < 11:
        attributes = {} if mode == "cubic" else attributes
        return Case([x, np.array(scales, np.float32)], attributes, others=others, own=upsampled)
    transforms = ["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"]
    transforms += ["half_pixel_symmetric"] if d.opset >= 19 else []
    name = "coordinate_transformation_mode"
    if d.truth():
        attributes[name] = d.pick(*transforms, "tf_crop_and_resize")
    others[name] = transforms
    if mode == "nearest" and d.truth():
        attributes["nearest_mode"] = d.pick("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
        others["nearest_mode"] = ["floor", "ceil"]
    if mode == "cubic":
        attributes |= {"cubic_coeff_a": -0.5} if d.truth() else {}
        attributes |= {"exclude_outside": 1} if d.truth() else {}
    roi = None
    if attributes.get(name) == "tf_crop_and_resize":
        roi = np.array([0.25] * len(axes) + [1.25] * len(axes), d.pick(*d.elements(1)))
        attributes |= {"extrapolation_value": -7.0} if d.truth() else {}
        others[name] = []
    if d.has("antialias") and mode != "nearest" and roi is None and d.truth():
        attributes["antialias"] = 1
        attributes.pop("exclude_outside", None)
    if some:
        attributes["axes"] = [at - rank if d.truth() else at for at in axes]
        others["axes"] = [[int(it) for it in d.random.permutation(rank)[: len(axes)]] for _ in range(3)]
    empty = roi if roi is not None or d.opset >= 13 else np.array([], np.float32)
    own = resized(d.opset)
    if not by_sizes:
        return Case([x, empty, np.array(scales, np.float32)], attributes, others=others, own=own)
    if d.has("keep_aspect_ratio_policy") and some and len(axes) > 1 and roi is None and d.truth():
        attributes["keep_aspect_ratio_policy"] = d.pick("not_larger", "not_smaller")
        others["keep_aspect_ratio_policy"] = ["not_larger", "not_smaller"]
    no_scales = None if d.opset >= 13 else np.array([], np.float32)
    return Case([x, empty, no_scales, d.list(sizes)], attributes, others=others, own=own)


def resized(opset):
    def own(inputs, attributes):
        # What lies outside has a weight in cubic mixtures alone.
        assert attributes["mode"] == "cubic" or not attributes["exclude_outside"]
        given = {name: it for name, it in attributes.items() if it is not None}
        return reference("Resize", opset, inputs, given)

    return own


def upsample(d):
    of = d.element()
    mode = d.pick("nearest", "linear")
    rank = d.integer(1, 4)
    scales = [1.0] * max(rank - 2, 0) + [d.pick(1.0, 1.5, 2.0, 3.0) for _ in range(min(rank, 2))]
    x = d.steps(of if mode == "nearest" or is_float(of) else np.float32, d.sizes(rank, 1, 2, 3))
    attributes = {"mode": mode}
    others = {"mode": ["linear"] if is_float(of) else [], "scales": [[1.0] * rank]}
    if d.opset < 9:
        return Case([x], attributes | {"scales": scales}, others=others, own=upsampled)
    return Case([x, np.array(scales, np.float32)], attributes, others=others, own=upsampled)


def upsampled(inputs, attributes):
    # The reference has no first version, and none of Resize: along each axis from x / scale, rounded down.
    x = inputs[0]
    scales = attributes.get("scales") if len(inputs) == 1 else inputs[1]
    for axis, scale in enumerate(scales):
        size = x.shape[axis]
        places = np.arange(int(np.floor(size * scale))) / scale
        low = np.minimum(np.floor(places), size - 1).astype(int)
        if attributes["mode"] == "nearest":
            x = np.take(x, low, axis)
            continue
        shape = [1] * x.ndim
        shape[axis] = -1
        part = (places - low).clip(0, 1).reshape(shape)
        x = np.take(x, low, axis) * (1 - part) + np.take(x, np.minimum(low + 1, size - 1), axis) * part
    return [x]


def grid_sample(d):
    of = d.element()
    count = d.pick(2, 2, 3) if d.opset >= 20 else 2
    linear, cubic = ("linear", "cubic") if d.opset >= 20 else ("bilinear", "bicubic")
    modes = [linear, "nearest"] + ([cubic] if count == 2 else [])
    n, c = d.sizes(2, 1, 2)
    x = mixable(d, of, [n, c] + d.sizes(count, 2, 3, 4))
    shape = [n] + d.sizes(count, 1, 2, 3) + [count]
    # No sample lies half way between two pixels, where the nearest one is not said.
    types = [it for it in d.elements(1) if is_float(it)]
    by = of if d.opset < 20 and is_float(of) else types[d.turn // 2 % len(types)]
    grid = np.asarray(d.random.uniform(-1.3, 1.3, size=shape)).astype(by)
    attributes = {"mode": d.pick(*modes)} if d.truth() else {}
    attributes |= {"padding_mode": d.pick("zeros", "border", "reflection")} if d.truth() else {}
    attributes |= d.flags(align_corners=0)
    others = {"mode": modes, "padding_mode": ["border", "reflection"]}
    if not is_float(of):
        # Integers are cut off or rounded, which is not said.
        attributes["mode"], others = "nearest", {}
    return Case([x, grid], attributes, others=others, own=sampled)


def sampled(inputs, attributes):
    # The reference samples in the type of the images.
    x, grid = inputs
    wide = x if is_float(x.dtype) else x.astype(np.float64)
    mode = attributes["mode"]
    return [reference("GridSample", 22, [wide, grid], attributes | {"mode": {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode)})[0].astype(x.dtype)]


def affine_grid(d):
    of = d.element()
    count, n = d.pick(2, 3), d.pick(1, 2)
    theta = d.steps(of, [n, count, count + 1])
    # No sum is nearly nothing.
    theta[:, :, -1] += np.asarray(9, of)
    sizes = d.list([n, d.pick(1, 3)] + d.sizes(count, 1, 2, 3))
    return Case([theta, sizes], d.flags(align_corners=0), closed=(1,))


def roi_align(d):
    of = d.element()
    n, c = d.sizes(2, 1, 2)
    x = mixable(d, of, [n, c] + d.sizes(2, 4, 5, 6))
    count = d.integer(1, 3)
    corner = d.random.uniform(0, 3, size=[count, 2])
    rois = np.concatenate([corner, corner + d.random.uniform(1, 4, size=[count, 2])], axis=1)
    if of in HALVES:
        rois = np.round(rois * 4) / 4 + 0.125
    batch = d.index([count], n, negative=False)
    attributes = {"mode": "max"} if d.truth() else {}
    attributes |= {"output_height": d.integer(1, 3)} if d.truth() else {}
    attributes |= {"output_width": d.integer(1, 3)} if d.truth() else {}
    attributes |= {"sampling_ratio": d.integer(1, 3)} if d.truth() else {}
    attributes |= {"spatial_scale": d.pick(0.5, 0.75)} if d.truth() else {}
    name = "coordinate_transformation_mode"
    if d.has(name) and d.truth():
        attributes[name] = "output_half_pixel"
    own = first_aligned if d.opset < 16 else None
    return Case([x, rois.astype(of), batch], attributes, own=own)


def first_aligned(inputs, attributes):
    # The first version moves no coordinates; the reference moves them.
    return reference("RoiAlign", 16, inputs, attributes | {"coordinate_transformation_mode": "output_half_pixel"})


def non_max_suppression(d):
    batch, boxes, classes = d.pick(1, 2), d.integer(1, 6), d.pick(1, 2)
    corners = d.random.integers(0, 9, size=[batch, boxes, 2, 2]) / 8 + d.random.uniform(0, 0.01, [batch, boxes, 2, 2])
    centre = d.truth()
    if centre:
        values = np.concatenate([corners[:, :, 0], np.abs(corners[:, :, 1]) + 0.1], axis=-1)
    else:
        values = np.concatenate([np.minimum(corners[:, :, 0], corners[:, :, 1]), np.maximum(corners[:, :, 0], corners[:, :, 1]) + 0.1], axis=-1)
    scores = d.random.permutation(batch * classes * boxes).reshape(batch, classes, boxes) / 16
    more = [np.asarray(d.integer(1, 4)), np.asarray(d.pick(0.0, 0.3, 0.5), np.float32), np.asarray(d.pick(0.1, 0.4), np.float32)]
    # Without a number of boxes there are none.
    given = [it if d.integer(0, 3) else None for it in more[: d.integer(0, 3)]]
    while given and given[-1] is None:
        given.pop()
    attributes = {"center_point_box": 1} if centre else {}
    return Case([values.astype(np.float32), scores.astype(np.float32), *given], attributes, own=suppressed)


def suppressed(inputs, attributes):
    # The reference takes no operands that are left out.
    boxes, scores, count, overlap, least = (list(inputs) + [None] * 3)[:5]
    if attributes["center_point_box"]:
        x, y, width, height = np.moveaxis(boxes, -1, 0)
        corners = [y - height / 2, x - width / 2, y + height / 2, x + width / 2]
    else:
        a, b, c, d = np.moveaxis(boxes, -1, 0)
        corners = [np.minimum(a, c), np.minimum(b, d), np.maximum(a, c), np.maximum(b, d)]
    chosen = []
    for n, c in np.ndindex(scores.shape[:2]):
        top, left, bottom, right = (it[n] for it in corners)
        area = (bottom - top) * (right - left)
        kept = []
        for at in np.argsort(-scores[n, c], kind="stable"):
            if len(kept) >= (0 if count is None else int(count)):
                break
            if least is not None and scores[n, c, at] <= least:
                continue
            high = np.minimum(bottom[kept], bottom[at]) - np.maximum(top[kept], top[at])
            wide = np.minimum(right[kept], right[at]) - np.maximum(left[kept], left[at])
            common = np.maximum(high, 0) * np.maximum(wide, 0)
            if (common / (area[kept] + area[at] - common) <= (0 if overlap is None else overlap)).all():
                kept.append(at)
        chosen += [[n, c, at] for at in kept]
    return [np.array(chosen, np.int64).reshape(-1, 3)]


OPERATORS = {
    "AffineGrid": affine_grid,
    "GridSample": grid_sample,
    "NonMaxSuppression": non_max_suppression,
    "Resize": resize,
    "RoiAlign": roi_align,
    "Upsample": upsample,
}
