"""Operators of windows that move over images: convolutions and pools."""

import itertools

import numpy as np

from makers.case import Case, is_float

AUTOMATIC = ["SAME_UPPER", "SAME_LOWER", "VALID"]


class Window:
    """A window that fits an image, and its attributes."""

    def __init__(self, d, dilated=True, automatic=True):
        count = d.pick(1, 2, 2, 2, 3)
        self.spatial, self.kernel = d.sizes(count, 1, 3, 4, 5), d.sizes(count, 1, 2, 3)
        self.strides = d.sizes(count, 1, 1, 2, 3) if d.truth() else [1] * count
        self.dilations = d.sizes(count, 1, 1, 2) if d.truth() and dilated else [1] * count
        self.pads = d.sizes(2 * count, 0, 0, 1, 2) if d.truth() else [0] * 2 * count
        self.automatic = d.pick(*AUTOMATIC) if automatic and d.integer(0, 3) == 0 else None
        if self.automatic:
            self.pads = [0] * 2 * count
        for at in range(count):
            # A window is within the image, and has at least an element of it.
            extent = (self.kernel[at] - 1) * self.dilations[at] + 1
            self.spatial[at] = max(self.spatial[at], extent)
            self.pads[at] = min(self.pads[at], extent - 1)
            self.pads[count + at] = min(self.pads[count + at], extent - 1)
            if self.dilations[at] > 1:
                self.pads[at] = self.pads[count + at] = 0

    def attributes(self, d):
        count = len(self.spatial)
        usual = {"strides": [1] * count, "dilations": [1] * count, "pads": [0] * 2 * count}
        given = {"strides": self.strides, "dilations": self.dilations, "pads": self.pads}
        chosen = {name: it for name, it in given.items() if d.has(name) and (it != usual[name] or d.truth())}
        if self.automatic:
            chosen.pop("pads", None)
            chosen["auto_pad"] = self.automatic
        return chosen


def closed(attributes):
    """Sizes of results need those of images; filters say their kernels."""
    return (0, 1) if "output_shape" in attributes else (1,)


def padding(size, kernel, stride, dilation, attributes, at, count):
    """Before and after."""
    automatic = attributes.get("auto_pad") or "NOTSET"
    if automatic == "NOTSET":
        pads = attributes.get("pads") or [0] * 2 * count
        return pads[at], pads[count + at]
    if automatic == "VALID":
        return 0, 0
    whole = max((-(-size // stride) - 1) * stride + (kernel - 1) * dilation + 1 - size, 0)
    return (whole // 2, whole - whole // 2) if automatic == "SAME_UPPER" else (whole - whole // 2, whole // 2)


def windows(spatial, kernel, attributes):
    """For each output its place and the places of the elements that its window has, and how many are padding."""
    count = len(spatial)
    strides, dilations = attributes.get("strides") or [1] * count, attributes.get("dilations") or [1] * count
    along = []
    for at, size in enumerate(spatial):
        before, after = padding(size, kernel[at], strides[at], dilations[at], attributes, at, count)
        room = size + before + after - ((kernel[at] - 1) * dilations[at] + 1)
        assert room >= 0
        starts = list(range(-before, room - before + 1, strides[at]))
        if attributes.get("ceil_mode") and room % strides[at]:
            # Windows that would begin in the padding at the end are left out.
            starts += [starts[-1] + strides[at]] if starts[-1] + strides[at] < size else []
        taps = lambda start: range(start, start + kernel[at] * dilations[at], dilations[at])
        along.append([([it for it in taps(s) if 0 <= it < size], sum(-before <= it < size + after for it in taps(s))) for s in starts])
    shape = [len(it) for it in along]
    for place in itertools.product(*map(range, shape)):
        parts = [along[at][it] for at, it in enumerate(place)]
        yield place, np.ix_(*[part[0] for part in parts]), int(np.prod([part[1] for part in parts]))
    return shape


def shape_of(spatial, kernel, attributes):
    places = [place for place, _, _ in windows(spatial, kernel, attributes)]
    return [max(it) + 1 for it in zip(*places)]


def pooled(operator):
    """The reference moves windows that reach beyond the padding, pads integers with NaN, and lacks shapes."""

    def own(inputs, attributes):
        x, kernel = inputs[0], attributes["kernel_shape"]
        spatial = x.shape[2:]
        shape = list(x.shape[:2]) + shape_of(spatial, kernel, attributes)
        result, places = np.zeros(shape, x.dtype), np.zeros(shape, np.int64)
        flat = np.arange(x.size).reshape(x.shape)
        if attributes.get("storage_order"):
            images = np.arange(int(np.prod(spatial))).reshape(spatial, order="F")
            flat = flat.reshape(*x.shape[:2], -1)[:, :, :1].reshape(*x.shape[:2], *[1] * len(spatial)) + images
        for n, c in itertools.product(*map(range, x.shape[:2])):
            for place, index, padded in windows(spatial, kernel, attributes):
                part = x[n, c][index]
                assert part.size
                if operator == "MaxPool":
                    result[(n, c, *place)] = part.max()
                    places[(n, c, *place)] = flat[n, c][index].reshape(-1)[part.argmax()]
                elif operator == "LpPool":
                    p = attributes["p"]
                    result[(n, c, *place)] = (np.abs(part) ** p).sum() ** (1 / p)
                else:
                    result[(n, c, *place)] = part.sum() / (padded if attributes.get("count_include_pad") else part.size)
        return [result, places]

    return own


def pool(d):
    window = Window(d, dilated=d.has("dilations"))
    of = d.element()
    images = d.sizes(2, 1, 2) + window.spatial
    x = d.random.permutation(int(np.prod(images))).reshape(images) % 100 / 4 if d.operator == "MaxPool" else d.steps(of, images)
    x = (x * 4 if d.operator == "MaxPool" and not is_float(of) else x).astype(of)
    attributes = window.attributes(d) | {"kernel_shape": window.kernel}
    attributes |= d.flags(ceil_mode=0, count_include_pad=0, storage_order=0)
    if d.has("p") and d.truth():
        attributes["p"] = d.integer(1, 3)
    others = {"kernel_shape": [[1] * len(window.kernel)]}
    own = pooled(d.operator)
    results = 2 if d.operator == "MaxPool" and d.opset >= 8 and d.truth() else 1
    if results == 1:
        attributes.pop("storage_order", None)
    return Case([x], attributes, own=lambda i, a: own(i, a)[:results], others=others, closed=closed(attributes))


def filters(d, window, of, group, by=None):
    inputs, outputs = group * d.pick(1, 2, 3, 18), group * d.pick(1, 2)
    images = d.steps(of, d.sizes(1, 1, 2) + [inputs] + window.spatial, -2, 2)
    return images, d.steps(by or of, [outputs, inputs // group] + window.kernel, -2, 2), outputs


def conv(d):
    of, window, group = d.element(), Window(d), d.pick(1, 1, 2, 3)
    images, weights, outputs = filters(d, window, of, group)
    bias = [d.steps(of, [outputs])] if d.truth() else []
    attributes = window.attributes(d) | ({"group": group} if group > 1 else {})
    if d.truth():
        attributes["kernel_shape"] = window.kernel
    return Case([images, weights, *bias], attributes, own=convolved, closed=closed(attributes))


def convolved(inputs, attributes):
    """The reference has an algorithm of its own for each rank, and no automatic padding with dilations."""
    x, w = inputs[:2]
    group, kernel = attributes["group"], w.shape[2:]
    assert x.shape[1] == w.shape[1] * group and w.shape[0] % group == 0
    spatial, count = x.shape[2:], len(kernel)
    strides, dilations = attributes["strides"] or [1] * count, attributes["dilations"] or [1] * count
    pads = [padding(spatial[at], kernel[at], strides[at], dilations[at], attributes, at, count) for at in range(count)]
    x = np.pad(x, [(0, 0), (0, 0), *pads])
    extents = [(kernel[at] - 1) * dilations[at] + 1 for at in range(count)]
    shape = [(x.shape[2 + at] - extents[at]) // strides[at] + 1 for at in range(count)]
    assert min(shape) > 0
    result = np.zeros([x.shape[0], w.shape[0]] + shape, np.int64 if x.dtype.kind in "iu" else x.dtype)
    for tap in itertools.product(*map(range, kernel)):
        index = tuple(slice(t * dl, t * dl + (n - 1) * s + 1, s) for t, dl, n, s in zip(tap, dilations, shape, strides))
        part = x[(slice(None), slice(None), *index)]
        part = part.reshape(x.shape[0], group, -1, *shape)
        weights = w[(slice(None), slice(None), *tap)].reshape(group, -1, w.shape[1])
        result += np.einsum("ngc...,goc->ngo...", part, weights).reshape(result.shape)
    if len(inputs) > 2 and inputs[2] is not None:
        result = result + inputs[2].reshape([-1] + [1] * count)
    return [result]


def conv_integer(d):
    window, group = Window(d), d.pick(1, 1, 2)
    images, weights, outputs = filters(d, window, d.element(0), group, d.elements(1)[d.turn // 4 % 2])
    # The padding is the zero point.
    zeros = [d.steps(images.dtype, []), d.steps(weights.dtype, [outputs] if d.truth() else [])][: d.integer(0, 2)]
    attributes = window.attributes(d) | ({"group": group} if group > 1 else {})
    if d.truth():
        attributes["kernel_shape"] = window.kernel
    return Case([images, weights, *zeros], attributes, own=convolved_integers, closed=closed(attributes))


def less_zero(x, zero, axis=None):
    zero = np.asarray(0 if zero is None else zero).astype(np.int64)
    shape = [1] * x.ndim
    if zero.ndim == 1 and axis is not None:
        shape[axis] = -1
        zero = zero.reshape(shape)
    return x.astype(np.int64) - zero


def convolved_integers(inputs, attributes):
    x, w, x_zero, w_zero = (list(inputs) + [None, None])[:4]
    return convolved([less_zero(x, x_zero), less_zero(w, w_zero, 0)], attributes)


def qlinear_conv(d):
    window, group = Window(d), d.pick(1, 1, 2)
    images, weights, outputs = filters(d, window, d.element(0), group, d.elements(3)[d.turn // 4 % 2])
    each = d.truth()
    of_y = d.elements(7)[d.turn // 8 % 2]
    scale = lambda shape: np.asarray(d.random.choice([0.25, 0.5, 0.75], size=shape)).astype(np.float32)
    inputs = [images, scale([]), d.steps(images.dtype, []), weights, scale([outputs] if each else []),
              d.steps(weights.dtype, [outputs] if each else []), scale([]) * 4, d.steps(of_y, [])]
    if d.truth():
        inputs.append(d.steps(np.int32, [outputs]))
    attributes = window.attributes(d) | ({"group": group} if group > 1 else {})
    if d.truth():
        attributes["kernel_shape"] = window.kernel
    shapes = (0, 3) if 0 in closed(attributes) else (3,)
    return Case(inputs, attributes, own=qlinear_convolved, wide=False, closed=shapes)


def qlinear_convolved(inputs, attributes):
    x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero = inputs[:8]
    sums = convolved([less_zero(x, x_zero), less_zero(w, w_zero, 0)] + inputs[8:], attributes)[0]
    factor = x_scale.astype(np.float64) * w_scale / y_scale
    factor = factor.reshape([-1] + [1] * (x.ndim - 2)) if factor.ndim else factor
    info = np.iinfo(y_zero.dtype)
    return [np.clip(np.rint(sums * factor) + y_zero, info.min, info.max).astype(y_zero.dtype)]


def conv_transpose(d):
    of, window, group = d.element(), Window(d), d.pick(1, 1, 2)
    inputs, outputs = group * d.pick(1, 2), d.pick(1, 2)
    images = d.steps(of, d.sizes(1, 1, 2) + [inputs] + window.spatial, -2, 2)
    weights = d.steps(of, [inputs, outputs] + window.kernel, -2, 2)
    bias = [d.steps(of, [outputs * group])] if d.truth() else []
    attributes = window.attributes(d) | ({"group": group} if group > 1 else {})
    if d.truth():
        attributes["kernel_shape"] = window.kernel
    count = len(window.kernel)
    kind = d.integer(0, 3)
    if kind == 0:
        attributes["output_padding"] = [d.integer(0, max(s, dl) - 1) for s, dl in zip(window.strides, window.dilations)]
    if kind == 1:
        attributes.pop("pads", None)
        full = transposed_size(window.spatial, window.kernel, attributes, [0] * count)
        attributes["output_shape"] = [max(size - d.integer(0, 2), 1) for size in full]
    return Case([images, weights, *bias], attributes, own=lambda i, a: conv_transposed(i, a, d.opset), closed=closed(attributes))


def transposed_size(spatial, kernel, attributes, more):
    count = len(kernel)
    strides, dilations = attributes.get("strides") or [1] * count, attributes.get("dilations") or [1] * count
    return [(spatial[at] - 1) * strides[at] + more[at] + (kernel[at] - 1) * dilations[at] + 1 for at in range(count)]


def conv_transposed(inputs, attributes, opset):
    """The reference lacks groups with dilations, and distributes what is cut off in its own way."""
    x, w = inputs[:2]
    group, kernel, count = attributes["group"], w.shape[2:], x.ndim - 2
    assert x.shape[1] == w.shape[0] and x.shape[1] % group == 0
    strides, dilations = attributes["strides"] or [1] * count, attributes["dilations"] or [1] * count
    more = attributes["output_padding"] or [0] * count
    assert all(it < max(s, dl) for it, s, dl in zip(more, strides, dilations))
    full = transposed_size(x.shape[2:], kernel, attributes, more)
    automatic, pads = attributes["auto_pad"], attributes["pads"] or [0] * 2 * count
    wanted = attributes["output_shape"]
    if automatic in ("SAME_UPPER", "SAME_LOWER") and wanted is None:
        wanted = [size * s for size, s in zip(x.shape[2:], strides)]
    if wanted is not None:
        cut = [full[at] - wanted[at] for at in range(count)]
        # Sizes beyond those of all products mean pads below zero, which is not said.
        assert min(cut) >= 0
        # Before version 11 it is the other way round.
        upper = (automatic == "SAME_UPPER") != (opset < 11)
        half = [(it // 2, it - it // 2) if upper else (it - it // 2, it // 2) for it in cut]
        pads = [it[0] for it in half] + [it[1] for it in half]
    result = np.zeros([x.shape[0], w.shape[1] * group] + full, x.dtype)
    grouped = x.reshape(x.shape[0], group, -1, *x.shape[2:])
    for tap in itertools.product(*map(range, kernel)):
        weights = w[(slice(None), slice(None), *tap)].reshape(group, -1, w.shape[1])
        index = tuple(slice(t * dl, t * dl + (n - 1) * s + 1, s) for t, dl, n, s in zip(tap, dilations, x.shape[2:], strides))
        part = np.einsum("ngc...,gco->ngo...", grouped, weights)
        result[(slice(None), slice(None), *index)] += part.reshape(x.shape[0], -1, *x.shape[2:])
    assert all(size - pads[at] - pads[count + at] > 0 for at, size in enumerate(full))
    index = tuple(slice(pads[at], size - pads[count + at]) for at, size in enumerate(full))
    result = result[(slice(None), slice(None), *index)]
    assert len(inputs) < 3 or len(inputs[2]) == result.shape[1]
    return [result + (inputs[2].reshape([-1] + [1] * count) if len(inputs) > 2 else 0)]


def deform_conv(d):
    of, group, offsets = d.element(), d.pick(1, 2), d.pick(1, 2)
    kernel, spatial = d.sizes(2, 1, 2, 3), d.sizes(2, 3, 4, 5)
    window = Window(d, automatic=False)
    window.kernel, window.spatial = kernel, spatial
    window.strides, window.dilations, window.pads = d.sizes(2, 1, 2), d.sizes(2, 1, 1, 2), d.sizes(4, 0, 1)
    attributes = window.attributes(d)
    shape = []
    for at in range(2):
        extent = (kernel[at] - 1) * window.dilations[at] + 1
        shape.append((spatial[at] + window.pads[at] + window.pads[2 + at] - extent) // window.strides[at] + 1)
    assert min(shape) > 0
    channels = 2 * d.pick(1, 2)
    n, taps = d.pick(1, 2), kernel[0] * kernel[1]
    x = d.steps(of, [n, channels, *spatial], -2, 2)
    w = d.steps(of, [2, channels // group, *kernel], -2, 2)
    moves = d.steps(of, [n, offsets * taps * 2, *shape], -1, 1)
    bias = d.steps(of, [2]) if d.truth() else None
    mask = d.steps(of, [n, offsets * taps, *shape], 0, 1) if d.truth() else None
    inputs = [x, w, moves, bias, mask]
    while inputs[-1] is None:
        inputs.pop()
    attributes |= {"group": group} if group > 1 else {}
    attributes |= {"offset_group": offsets} if offsets > 1 else {}
    attributes |= {"kernel_shape": kernel} if d.truth() else {}
    others = {"strides": [[2, 2], [3, 3]], "pads": [[1, 0, 0, 0], [0, 0, 1, 1]]}
    return Case(inputs, attributes, closed=(0, 1, 2), others=others)


def global_pool(d):
    x = d.steps(d.element(), d.sizes(2, 1, 2, 3) + d.sizes(d.integer(1, 3), 1, 2, 3))
    attributes = {"p": d.integer(1, 3)} if d.has("p") and d.truth() else {}
    return Case([x], attributes, own=global_pooled(d.operator))


def global_pooled(operator):
    """The reference has no GlobalLpPool, and takes images of two dimensions."""

    def own(inputs, attributes):
        x = inputs[0]
        axes = tuple(range(2, x.ndim))
        if operator == "GlobalLpPool":
            return [(np.abs(x) ** attributes["p"]).sum(axis=axes, keepdims=True) ** (1 / attributes["p"])]
        return [(np.max if operator == "GlobalMaxPool" else np.mean)(x, axis=axes, keepdims=True)]

    return own


def max_unpool(d):
    of = d.element()
    kernel = [2, 2]
    strides = d.pick([2, 2], [2, 2], [3, 2])
    h, w = d.sizes(2, 1, 2, 3)
    x = d.steps(of, [d.pick(1, 2), d.pick(1, 2), h, w], 1, 4)
    pads = d.pick([0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 1, 0], [1, 0, 0, 0])
    sizes = [(size - 1) * s + k - pads[at] - pads[at + 2] for at, (size, s, k) in enumerate(zip((h, w), strides, kernel))]
    assert min(sizes) > 0
    attributes = {"kernel_shape": kernel} | ({"strides": strides} if strides != [1, 1] else {})
    attributes |= {"pads": pads} if any(pads) else {}
    room = sizes[0] * sizes[1]
    assert room >= h * w
    places = np.stack([np.sort(d.random.permutation(room)[: h * w]) for _ in range(x.shape[0] * x.shape[1])])
    places += np.arange(len(places)).reshape(-1, 1) * room
    inputs = [x, places.reshape(x.shape).astype(np.int64)]
    if d.truth():
        larger = [size + d.integer(0, 2) for size in sizes]
        inputs.append(d.list([*x.shape[:2], *larger]))
    others = {"kernel_shape": [[3, 3]], "strides": [[3, 3]], "pads": [[0, 0, 0, 1]]}
    return Case(inputs, attributes, own=max_unpooled, others=others, closed=(0,))


def max_unpooled(inputs, attributes):
    """Indices are those in the images that were pooled, without padding of their own; the reference mixes them."""
    x, places = inputs[:2]
    kernel, pads = attributes["kernel_shape"], attributes["pads"] or [0, 0, 0, 0]
    strides = attributes["strides"] or [1, 1]
    sizes = [(x.shape[2 + at] - 1) * strides[at] + kernel[at] - pads[at] - pads[2 + at] for at in range(2)]
    whole = np.zeros([*x.shape[:2], *sizes], x.dtype)
    assert places.max() < whole.size
    whole.reshape(-1)[places.reshape(-1)] = x.reshape(-1)
    if len(inputs) > 2:
        larger = np.zeros(inputs[2], x.dtype)
        larger[:, :, : sizes[0], : sizes[1]] = whole
        return [larger]
    return [whole]


def col2im(d):
    of = d.element()
    count = d.pick(1, 2, 2, 3)
    image, block = d.sizes(count, 2, 3, 4, 5), d.sizes(count, 1, 2)
    strides, dilations = d.sizes(count, 1, 2, 3), d.sizes(count, 1, 1, 2)
    pads = d.sizes(2 * count, 0, 0, 1)
    along = [(image[at] + pads[at] + pads[count + at] - dilations[at] * (block[at] - 1) - 1) // strides[at] + 1 for at in range(count)]
    assert min(along) > 0
    x = d.steps(of, [d.pick(1, 2), d.pick(1, 2) * int(np.prod(block)), int(np.prod(along))])
    given = {"strides": strides, "dilations": dilations, "pads": pads}
    usual = {"strides": [1] * count, "dilations": [1] * count, "pads": [0] * 2 * count}
    attributes = {name: it for name, it in given.items() if it != usual[name]}
    shift = pads[count:] + pads[:count]
    others = {"pads": [shift], "strides": [[1] * count, [2] * count, [3] * count], "dilations": [[1] * count]}
    return Case([x, d.list(image), d.list(block)], attributes, others=others, own=column_images, closed=(1, 2))


def column_images(inputs, attributes):
    # The reference fails on types without a zero of its own.
    x, image, block = inputs
    count = len(image)
    strides, dilations = attributes["strides"] or [1] * count, attributes["dilations"] or [1] * count
    pads = attributes["pads"] or [0] * 2 * count
    padded = [int(image[at]) + pads[at] + pads[count + at] for at in range(count)]
    along = [(padded[at] - dilations[at] * (block[at] - 1) - 1) // strides[at] + 1 for at in range(count)]
    assert x.shape[2] == np.prod(along)
    x = x.reshape(x.shape[0], -1, *block, *along)
    result = np.zeros([*x.shape[:2], *padded], x.dtype)
    for tap in itertools.product(*map(range, block)):
        index = tuple(slice(t * dl, t * dl + (n - 1) * s + 1, s) for t, dl, n, s in zip(tap, dilations, along, strides))
        result[(slice(None), slice(None), *index)] += x[(slice(None), slice(None), *tap)]
    index = tuple(slice(pads[at], padded[at] - pads[count + at]) for at in range(count))
    return [result[(slice(None), slice(None), *index)]]


OPERATORS = {
    "AveragePool": pool,
    "Col2Im": col2im,
    "Conv": conv,
    "ConvInteger": conv_integer,
    "ConvTranspose": conv_transpose,
    "DeformConv": deform_conv,
    "GlobalAveragePool": global_pool,
    "GlobalLpPool": global_pool,
    "GlobalMaxPool": global_pool,
    "LpPool": pool,
    "MaxPool": pool,
    "MaxUnpool": max_unpool,
    "QLinearConv": qlinear_conv,
}
