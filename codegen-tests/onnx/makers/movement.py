"""Operators that move elements, make or cast them."""

import math

import numpy as np
from onnx import TensorProto, numpy_helper

from makers.case import Case, allowed, is_float, is_integer
from makers.reduction import allowed_result, axes_of, number_of, type_of


def transpose(d):
    x = d.numbers(d.element(), d.shape())
    order = [int(it) for it in d.random.permutation(x.ndim)]
    return Case([x], {"perm": order} if order and d.integer(0, 3) else {})


def reshape(d):
    x = d.numbers(d.element(), d.shape())
    zero = d.has("allowzero") and d.truth()
    wanted = list(x.shape)
    wanted = [int(it) for it in d.random.permutation(wanted)] if zero or x.size else wanted
    if x.size and d.truth():
        at = d.integer(0, len(wanted))
        wanted[at : at + 2] = [-1]
    elif not zero and wanted and d.truth():
        wanted = list(x.shape)
        wanted[d.integer(0, len(wanted) - 1)] = 0
    return Case([x, d.list(wanted)], {"allowzero": 1} if zero else {}, own=reshaped)


def reshaped(inputs, attributes):
    x, sizes = inputs
    sizes = [x.shape[at] if it == 0 and not attributes.get("allowzero") else it for at, it in enumerate(sizes)]
    return [x.reshape(sizes)]


def slice_(d):
    x = d.numbers(d.element(), d.shape(1, 5, 0, 1, 3, 5))
    axes = d.axes(x.ndim, 1)
    place = lambda: d.pick(-(2**31), 2**31 - 1, -9, 9) if d.integer(0, 3) == 0 else d.integer(-4, 4)
    starts, ends = [place() for _ in axes], [place() for _ in axes]
    first = d.truth()
    axes = list(range(len(axes))) if first else axes
    if d.opset < 10:
        given = {"starts": starts, "ends": ends} | ({} if first and d.truth() else {"axes": axes})
        return Case([x], given, others={"starts": [[0] * len(axes)], "ends": [[1] * len(axes)]})
    of = d.pick(np.int32, np.int64)
    steps = [d.pick(1, 1, 2, 3, -1, -1, -2, -3) for _ in axes]
    operands = [d.list(starts, of), d.list(ends, of), None if first and d.truth() else d.list(axes, of)]
    if d.truth():
        operands.append(d.list(steps, of))
    elif operands[-1] is None:
        operands.pop()
    return Case([x, *operands])


def concat(d):
    of = d.element()
    shape = d.shape(1)
    axis = d.axis(len(shape), d.opset >= 11)
    values = []
    for _ in range(d.integer(1, 4)):
        shape[axis] = d.pick(0, 1, 2, 4)
        values.append(d.numbers(of, shape))
    return Case(values, {"axis": axis}, others={"axis": list(range(len(shape)))})


def expand(d):
    shape, wanted = d.broadcast(2)
    return Case([d.numbers(d.element(), shape), d.list(wanted)])


def flatten(d):
    x = d.numbers(d.element(), d.shape(0 if d.opset >= 9 else 1))
    axis = d.integer(-x.ndim if d.opset >= 11 else 0, x.ndim)
    usual = x.ndim >= 1 and d.integer(0, 3) == 0
    return Case([x], {} if usual else {"axis": axis}, own=flattened)


def flattened(inputs, attributes):
    # The reference cannot flatten what has no elements.
    x, axis = inputs[0], attributes["axis"]
    axis += x.ndim if axis < 0 else 0
    return [x.reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:]))]


def squeeze(d):
    shape = d.shape(0, 5, 0, 1, 1, 1, 2, 3)
    ones = [at for at, size in enumerate(shape) if size == 1]
    axes = [at - len(shape) if d.opset >= 11 and d.truth() else at for at in ones if d.truth()]
    inputs = [d.numbers(d.element(), shape)]
    given = axes_of(d, inputs, axes if axes and d.integer(0, 3) else None, 13)
    return Case(inputs, given)


def unsqueeze(d):
    shape = d.shape(0, 4)
    rank = len(shape) + d.integer(1, 2)
    axes = [int(it) for it in d.random.permutation(rank)[: rank - len(shape)]]
    axes = [at - rank if d.opset >= 11 and d.truth() else at for at in axes]
    inputs = [d.numbers(d.element(), shape)]
    given = axes_of(d, inputs, axes, 13)
    others = [[int(it) for it in d.random.permutation(rank)[: len(axes)]] for _ in range(3)]
    return Case(inputs, given, others={"axes": others}, own=unsqueezed)


def unsqueezed(inputs, attributes):
    # The reference inserts dimensions one after the other, in the order of the list.
    x, axes = inputs[0], inputs[1] if len(inputs) > 1 else attributes["axes"]
    return [np.expand_dims(x, tuple(int(it) for it in axes))]


def split(d):
    parts = d.integer(1, 4)
    sizes = [d.integer(0, 2) for _ in range(parts)]
    x = d.numbers(d.element(), d.shape(1, 4))
    axis = d.axis(x.ndim, d.opset >= 11)
    attributes = {"axis": axis} if axis not in (0, -x.ndim) or d.truth() else {}
    given = d.truth()
    total = sum(sizes) if given else parts * d.integer(0, 2)
    if not given and d.opset >= 18:
        attributes["num_outputs"] = parts
        # The last may be smaller.
        total = max(total - d.integer(0, 1), 0) if total > parts else total
    shape = list(x.shape)
    shape[axis] = total
    inputs = [d.numbers(d.element(), shape)]
    if given and d.opset < 13:
        attributes["split"] = sizes
    elif given:
        inputs.append(d.list(sizes))
    others = {"split": [sizes[1:] + sizes[:1]]}
    return Case(inputs, attributes, parts, own=split_own(parts), others=others)


def split_own(parts):
    # The reference has parts that are too long where the last is smaller, and none without elements.
    def own(inputs, attributes):
        x, axis = inputs[0], attributes["axis"]
        sizes = inputs[1] if len(inputs) > 1 else attributes.get("split")
        if sizes is None:
            each = -(-x.shape[axis] // parts)
            sizes = [each] * (parts - 1) + [x.shape[axis] - each * (parts - 1)]
        assert sum(sizes) == x.shape[axis] and min(sizes) >= 0
        return np.split(x, np.cumsum(sizes)[:-1], axis=axis)

    return own


def tile(d):
    x = d.numbers(d.element(), d.shape(0, 4))
    return Case([x, d.list(d.sizes(x.ndim, 0, 1, 2, 3))])


def pad(d):
    of = d.element()
    x = d.steps(of, d.shape(1, 4, 2, 3, 4))
    modes = ["constant", "reflect", "edge"] + (["wrap"] if d.opset >= 19 else [])
    mode = d.pick(*modes)
    axes = [int(it) for it in d.random.permutation(x.ndim)[: d.integer(1, x.ndim)]]
    some = d.opset >= 18 and d.truth()
    axes = axes if some else list(range(x.ndim))
    amount = lambda size: d.integer(0, size - 1) if mode in ("reflect", "wrap") else d.integer(-1 if mode == "constant" else 0, 2)
    pads = [amount(x.shape[at]) for at in axes + axes]
    attributes = {"mode": mode} if mode != "constant" or d.truth() else {}
    others = {"mode": modes, "pads": [[0] * len(pads)], "value": [-3.0]}
    if d.opset < 11:
        attributes |= {"pads": pads} | ({"value": 1.5} if d.truth() else {})
        return Case([x], attributes, others=others)
    value = d.steps(of, []) if mode == "constant" and d.truth() else None
    inputs = [x, d.list(pads), value]
    if some:
        axes = [at - x.ndim if d.truth() else at for at in axes]
        inputs.append(d.list(axes, d.pick(np.int32, np.int64)))
    elif value is None:
        inputs.pop()
    return Case(inputs, attributes, others=others)


def trilu(d):
    x = d.numbers(d.element(), d.shape(2))
    k = [np.asarray(d.integer(-3, 3))] if d.truth() else []
    return Case([x, *k], d.flags(upper=1), own=trilu_own)


def trilu_own(inputs, attributes):
    # The reference does not move the diagonal of what has no elements, and fails on some types.
    x, k = inputs[0], int(inputs[1]) if len(inputs) > 1 else 0
    rows, columns = np.indices(x.shape[-2:])
    keep = columns - rows >= k if attributes["upper"] else columns - rows <= k
    return [np.where(keep, x, np.zeros((), x.dtype))]


def shape_(d):
    x = d.numbers(d.element(), d.shape())
    attributes = {}
    if d.opset >= 15:
        attributes = {name: d.integer(-6, 6) for name in ("start", "end") if d.truth()}
    return Case([x], attributes, own=shape_own)


def shape_own(inputs, attributes):
    # The reference does not clamp ends before the first dimension.
    shape = np.array(inputs[0].shape, np.int64)
    start, end = attributes.get("start") or 0, attributes.get("end")
    return [shape[start:] if end is None else shape[start:end]]


def size(d):
    return Case([d.numbers(d.element(), d.shape())])


def identity(d):
    names = [it for it in allowed(d.schema, d.schema.inputs[0].type_str)]
    return Case([d.numbers(names[d.turn // 2 % len(names)], d.shape())])


def constant(d):
    of = allowed_result(d)
    value = d.numbers(of, d.shape(), -1e3, 1e3)
    kinds = {"value": numpy_helper.from_array(value)}
    if d.opset >= 12:
        kinds |= {"value_int": 3, "value_ints": [3, -4], "value_float": 0.5, "value_floats": [1.5, 2.5]}
    name = d.pick(*kinds)
    more = {"value_int": [-7], "value_ints": [[5]], "value_float": [9.5], "value_floats": [[1.0]]}
    # The elements are as they are in the file.
    others = {"value": [numpy_helper.from_array(d.numbers(of, value.shape))]} | more
    return Case([], {name: kinds[name]}, others=others, own=constant_own)


def constant_own(inputs, attributes):
    for name, of in (("value_int", np.int64), ("value_ints", np.int64), ("value_float", np.float32), ("value_floats", np.float32)):
        if attributes.get(name) is not None:
            return [np.array(attributes[name], of)]
    return [numpy_helper.to_array(attributes["value"])]


def constant_of_shape(d):
    of = allowed_result(d)
    sizes = d.list(d.shape())
    if d.integer(0, 4) == 0:
        return Case([sizes], to={0: np.float32})
    others = {"value": [numpy_helper.from_array(d.numbers(of, [1]))]}
    value = numpy_helper.from_array(d.numbers(of, [1]))
    return Case([sizes], {"value": value}, own=constant_of_shape_own, others=others)


def constant_of_shape_own(inputs, attributes):
    value = attributes["value"]
    value = numpy_helper.to_array(value) if value is not None else np.zeros(1, np.float32)
    return [np.full(inputs[0], value[0])]


def range_(d):
    of = d.element()
    start, delta = d.steps(of, [], -4, 4), d.steps(of, [], -2, 2)
    delta = delta if delta else np.asarray(1, of)
    count = d.integer(0, 6)
    limit = np.asarray(start + count * delta, of)
    return Case([start, limit, np.asarray(delta, of)])


def cast(d):
    source = d.element()
    to = allowed_result(d)
    x = safe(d, source, to)
    own = lambda i, a: [casted(i[0], type_of(a["to"]))]
    return Case([x], {"to": number_of(to)}, own=own, wide=False, others={"to": [TensorProto.INT32, TensorProto.FLOAT]})


def casted(x, to):
    # The reference casts by way of another type where there is no direct way.
    return x.astype(np.float32).astype(to) if is_float(x.dtype) and x.dtype.itemsize == 2 and to != x.dtype else x.astype(to)


def safe(d, source, to):
    """Elements that another type has, too: what becomes of others is not said."""
    if is_integer(source) and is_integer(to):
        return d.numbers(source, d.shape())
    least = 0 if np.dtype(to).kind == "u" else -100
    x = d.steps(source, d.shape(), least, 100)
    return x


def cast_like(d):
    source, to = d.element(), d.element(1)
    to = d.elements(1)[d.integer(0, len(d.elements(1)) - 1)] if d.truth() else to
    x = safe(d, source, to)
    return Case([x, d.steps(to, d.shape(0, 2))], own=lambda i, a: [casted(i[0], to)], wide=False)


def bit_cast(d):
    source = d.element()
    same = [it for it in allowed(d.schema, "T2") if it.itemsize == np.dtype(source).itemsize]
    to = d.pick(*same)
    # Other bytes are no truth values.
    x = d.steps(source, d.shape(), 0, 1) if to == np.bool_ else d.numbers(source, d.shape())
    same = [it for it in same if it != np.bool_]
    others = {"to": [number_of(it) for it in same]}
    own = lambda i, a: [i[0].reshape(-1).view(type_of(a["to"])).reshape(i[0].shape)]
    return Case([x], {"to": number_of(to)}, wide=False, own=own, others=others)


def depth_to_space(d):
    block = d.integer(1, 3)
    n, c, h, w = d.sizes(4, 1, 2)
    attributes = {"blocksize": block}
    if d.operator == "DepthToSpace":
        x = d.numbers(d.element(), [n, c * block * block, h, w])
    else:
        x = d.numbers(d.element(), [n, c, h * block, w * block])
    if d.has("mode"):
        attributes["mode"] = d.pick("DCR", "CRD")
    return Case([x], attributes, others={"blocksize": [1, 2], "mode": ["CRD"]})


def center_crop_pad(d):
    x = d.numbers(d.element(), d.shape(1, 4, 1, 2, 3, 4))
    axes = d.axes(x.ndim, 1)
    some = d.truth()
    sizes = d.list(d.sizes(len(axes) if some else x.ndim, 1, 2, 3, 5), d.pick(np.int32, np.int64))
    others = {"axes": [[int(at)] for at in range(x.ndim)] if some and len(axes) == 1 else []}
    return Case([x, sizes], {"axes": axes} if some else {}, others=others, own=centred)


def centred(inputs, attributes):
    # The reference takes fewer sizes than dimensions without axes.
    x, sizes = inputs
    axes = range(x.ndim) if attributes["axes"] is None else attributes["axes"]
    assert len(axes) == len(sizes)
    for axis, size in zip(axes, sizes):
        more = int(size) - x.shape[axis]
        if more >= 0:
            pads = [(0, 0)] * x.ndim
            pads[axis] = (more // 2, more - more // 2)
            x = np.pad(x, pads)
        else:
            x = np.take(x, range(-more // 2, -more // 2 + int(size)), axis)
    return [x]


OPERATORS = {
    "BitCast": bit_cast,
    "Cast": cast,
    "CastLike": cast_like,
    "CenterCropPad": center_crop_pad,
    "Concat": concat,
    "Constant": constant,
    "ConstantOfShape": constant_of_shape,
    "DepthToSpace": depth_to_space,
    "Expand": expand,
    "Flatten": flatten,
    "Identity": identity,
    "Pad": pad,
    "Range": range_,
    "Reshape": reshape,
    "Shape": shape_,
    "Size": size,
    "Slice": slice_,
    "SpaceToDepth": depth_to_space,
    "Split": split,
    "Squeeze": squeeze,
    "Tile": tile,
    "Transpose": transpose,
    "Trilu": trilu,
    "Unsqueeze": unsqueeze,
}
