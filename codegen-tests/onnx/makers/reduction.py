"""Reductions, what goes along an axis, and what sorts or counts elements."""

import numpy as np
from onnx import helper

from makers.case import Case, allowed, is_float, is_integer


def axes_of(d, case_inputs, axes, since):
    """Axes as an attribute, or as an operand from a version on; None leaves them out."""
    if axes is None:
        return {}
    if d.opset < since:
        return {"axes": axes}
    case_inputs.append(d.list(axes))
    return {}


def reduce(least=-4, most=4, exact=True, since=18):
    def make(d):
        of = d.element()
        # The greatest of no elements is not defined of all types.
        some = d.operator in ("ReduceMax", "ReduceMin", "ReduceMean") or "Log" in d.operator and not is_float(of)
        sizes = (1, 2, 3) if some else ()
        shape = d.shape(0, 5, *sizes)
        x = d.steps(of, shape, least, most) if exact else d.numbers(of, shape, least, most)
        x = d.steps(of, shape, 1, most) if not exact and not is_float(of) else x
        if not is_float(of) and d.truth() and d.operator in ("ReduceMax", "ReduceMin", "ReduceProd", "ReduceSum"):
            x = d.numbers(of, shape)
        if is_float(of) and d.truth() and d.operator in ("ReduceMax", "ReduceMin"):
            x.reshape(-1)[::3] = d.pick(np.nan, np.inf)
        inputs = [x]
        axes = d.axes(x.ndim) if d.truth() else None
        # Before there are operands, a list of no axes was all of them, or none.
        axes = None if axes == [] and d.opset < since else axes
        attributes = d.flags(keepdims=1)
        attributes |= axes_of(d, inputs, axes, since)
        if not axes:
            attributes |= d.flags(noop_with_empty_axes=0)
        return Case(inputs, attributes, own=reduced(d.operator))

    return make


def reduced(operator):
    """The reference has versions without some types; and without axes it returns the operand, whatever the
    reduction makes of one element."""

    def own(inputs, attributes):
        x, axes = inputs[0], inputs[1] if len(inputs) > 1 else attributes.get("axes")
        if axes is None or len(axes) == 0:
            axes = () if attributes.get("noop_with_empty_axes") else range(x.ndim)
        axes, keep = tuple(int(it) for it in axes), bool(attributes["keepdims"])
        assert len({it % x.ndim for it in axes}) == len(axes)
        total = lambda f, it: f(it, axis=axes, keepdims=keep)
        wide = x.astype(np.float64)
        return [
            {
                "ReduceL1": lambda: total(np.sum, np.abs(x)),
                "ReduceL2": lambda: np.sqrt(total(np.sum, np.square(wide))),
                "ReduceLogSum": lambda: np.log(total(np.sum, wide)),
                "ReduceLogSumExp": lambda: np.log(total(np.sum, np.exp(wide))),
                "ReduceMax": lambda: total(np.max, x),
                "ReduceMean": lambda: total(np.mean, wide) if is_float(x.dtype) else np.trunc(total(np.mean, wide)),
                "ReduceMin": lambda: total(np.min, x),
                "ReduceProd": lambda: total(np.prod, x),
                "ReduceSum": lambda: total(np.sum, x),
                "ReduceSumSquare": lambda: total(np.sum, np.square(x)),
            }[operator]()
        ]

    return own


def place(d):
    of = d.element()
    x = d.steps(of, d.shape(1, 5, 1, 2, 3), -2, 2)
    axis = d.axis(x.ndim, d.opset >= 11)
    attributes = d.flags(keepdims=1, select_last_index=0) | ({"axis": axis} if d.integer(0, 3) else {})
    return Case([x], attributes)


def matrix(operator):
    """Before version 13 the operand is a matrix, whose columns are all dimensions from the axis on."""

    def own(inputs, attributes):
        x, axis = inputs[0], attributes["axis"]
        axis += x.ndim if axis < 0 else 0
        rows = x.reshape(int(np.prod(x.shape[:axis])), -1) if x.size else x.reshape(-1, 1)
        shifted = rows - rows.max(axis=1, keepdims=True)
        soft = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        hard = np.zeros_like(rows)
        hard[np.arange(len(rows)), rows.argmax(axis=1)] = 1
        result = {"Softmax": np.exp(soft), "LogSoftmax": soft, "Hardmax": hard}[operator]
        return [result.reshape(x.shape)]

    return own


def softmax(d):
    of = d.element()
    old = d.opset < 13
    x = d.steps(of, d.shape(2 if old else 1, 5, 1, 2, 3, 5))
    attributes = {"axis": d.axis(x.ndim, d.opset >= 11)} if d.integer(0, 3) else {}
    # The reference takes an axis of 0 for the default.
    first = attributes.get("axis") == 0 and not old
    others = {"axis": [1 - x.ndim] if x.ndim > 1 else []}
    own = matrix(d.operator) if old else None
    if first:
        attributes["axis"] = -x.ndim
    return Case([x], attributes, own=own, others=others)


def lp_normalization(d):
    x = d.steps(d.element(), d.shape(1, 5, 1, 2, 3))
    attributes = {"axis": d.axis(x.ndim)} if d.integer(0, 3) else {}
    return Case([x], attributes | ({"p": d.integer(1, 2)} if d.truth() else {}), own=normalized)


def normalized(inputs, attributes):
    # The reference takes an axis of 0 for the default, and adds elements with their signs.
    x, p = inputs[0], attributes["p"]
    norm = (np.abs(x) ** p).sum(axis=attributes["axis"], keepdims=True) ** (1 / p)
    return [x / np.where(norm == 0, 1, norm)]


def running(d):
    of = d.element()
    x = d.steps(of, d.shape(1, 5, 0, 1, 2, 3), -2, 2)
    axis = np.asarray(d.axis(x.ndim), d.pick(np.int32, np.int64))
    return Case([x, axis], d.flags(exclusive=0, reverse=0))


def topk(d):
    of = d.element()
    shape = d.shape(1, 5, 1, 2, 3, 5)
    # The order of equal elements is that of their indices.
    x = d.steps(of, shape, -3, 3)
    axis = d.axis(x.ndim, d.opset >= 11)
    k = d.integer(0 if d.truth() else 1, shape[axis])
    attributes = {"axis": axis} if d.integer(0, 3) else {}
    if d.opset < 10:
        return Case([x], attributes | {"k": max(k, 1) if "axis" in attributes else 1}, 2, own=greatest, others={"k": [1, 2]})
    if "axis" not in attributes:
        k = d.integer(1, shape[-1])
    attributes |= d.flags(largest=1)
    if d.has("sorted") and k == shape[attributes.get("axis", -1)]:
        attributes["sorted"] = 1
    return Case([x, d.list([k])], attributes, 2, own=greatest)


def greatest(inputs, attributes):
    # The reference has no version 1, and no types without a negative.
    x, axis = inputs[0], attributes["axis"]
    k = int(inputs[1][0]) if len(inputs) > 1 else attributes["k"]
    assert k <= x.shape[axis]
    ranks = np.unique(x, return_inverse=True)[1].reshape(x.shape)
    order = np.argsort(-ranks if attributes.get("largest", 1) else ranks, axis=axis, kind="stable")
    order = np.take(order, range(k), axis)
    return [np.take_along_axis(x, order, axis), order]


def unique(d):
    of = d.element()
    x = d.steps(of, d.shape(1, 3, 1, 2, 3, 5), -1, 1)
    attributes = {"axis": d.axis(x.ndim)} if d.truth() else {}
    return Case([x], attributes | d.flags(sorted=1), 4, own=distinct)


def distinct(inputs, attributes):
    # The reference takes parts along another axis where they are not sorted.
    x, axis = inputs[0], attributes["axis"]
    if axis is None:
        x, axis = x.reshape(-1), 0
    found, first, inverse, counts = np.unique(x, True, True, True, axis=axis)
    inverse = inverse.reshape(-1)
    if not attributes["sorted"]:
        order = np.argsort(first)
        found, first, counts = np.take(found, order, axis), first[order], counts[order]
        inverse = np.argsort(order)[inverse]
    return [found, first, inverse, counts]


def nonzero(d):
    return Case([d.steps(d.element(), d.shape(1), -1, 1)])


def compress(d):
    x = d.numbers(d.element(), d.shape(1))
    if d.truth():
        axis = d.axis(x.ndim, d.opset >= 11)
        return Case([x, d.steps(np.bool_, [d.integer(0, x.shape[axis])])], {"axis": axis}, own=compressed)
    return Case([x, d.steps(np.bool_, [d.integer(0, x.size)])], own=compressed)


def compressed(inputs, attributes):
    # The reference takes conditions for what is not there.
    x, condition = inputs
    x, axis = (x.reshape(-1), 0) if attributes["axis"] is None else (x, attributes["axis"])
    assert len(condition) <= x.shape[axis]
    return [np.take(x, np.flatnonzero(condition), axis)]


def one_hot(d):
    indices = d.element(0)
    depths, values = d.elements(1), d.elements(2)
    depth = d.integer(1, 4)
    x = d.steps(indices, d.shape(0, 3, 1, 2, 3), 0, 5)
    # Before version 11 no index counts from the end.
    if d.opset >= 11 and d.truth() and not np.dtype(indices).kind == "u":
        x = d.steps(indices, x.shape, -5, 5)
    x = np.floor(x).astype(indices) if is_float(indices) else x
    of = values[d.turn // 2 % len(values)]
    both = d.steps(of, [2]) if of != np.bool_ else np.array([False, True])
    amount = np.asarray(depth, depths[d.turn // 2 % len(depths)])
    amount = amount.reshape(1) if d.truth() else amount
    attributes = {"axis": d.axis(x.ndim + 1)} if d.truth() else {}
    return Case([x, amount, both], attributes, own=one_hot_own)


def one_hot_own(inputs, attributes):
    # The reference gives indices outside of the range the values of others.
    indices, depth, (off, on) = inputs
    depth = int(np.asarray(depth).reshape(-1)[0])
    indices = np.where(indices < 0, indices + depth, indices)
    axis = attributes["axis"] + (indices.ndim + 1 if attributes["axis"] < 0 else 0)
    shape = [1] * (indices.ndim + 1)
    shape[axis] = depth
    return [np.where(np.expand_dims(indices, axis) == np.arange(depth).reshape(shape), on, off)]


def eye(d):
    of = d.element()
    x = d.steps(of, d.sizes(2))
    attributes = {"k": d.integer(-2, 2)} if d.truth() else {}
    if d.truth():
        attributes["dtype"] = number_of(allowed_result(d))
    return Case([x], attributes, own=diagonal, wide=False)


def diagonal(inputs, attributes):
    # The reference has other types for some numbers.
    x, dtype = inputs[0], attributes["dtype"]
    return [np.eye(*x.shape, attributes["k"]).astype(x.dtype if dtype is None else type_of(dtype))]


def allowed_result(d):
    """The type of a result whose turn it is."""
    name = d.schema.outputs[0].type_str
    return d.pick(*[it for it in allowed(d.schema, name) if f"{name} {it}" not in d.without])


def number_of(dtype):
    return helper.np_dtype_to_tensor_dtype(np.dtype(dtype))


def type_of(number):
    return helper.tensor_dtype_to_np_dtype(number)


OPERATORS = {
    "ArgMax": place,
    "ArgMin": place,
    "Compress": compress,
    "CumProd": running,
    "CumSum": running,
    "EyeLike": eye,
    "Hardmax": softmax,
    "LogSoftmax": softmax,
    "LpNormalization": lp_normalization,
    "NonZero": nonzero,
    "OneHot": one_hot,
    "ReduceL1": reduce(),
    "ReduceL2": reduce(),
    "ReduceLogSum": reduce(0.5, 4, exact=False),
    "ReduceLogSumExp": reduce(-3, 3, exact=False),
    "ReduceMax": reduce(),
    "ReduceMean": reduce(),
    "ReduceMin": reduce(),
    "ReduceProd": reduce(0.75, 1.5, exact=False),
    "ReduceSum": reduce(since=13),
    "ReduceSumSquare": reduce(),
    "Softmax": softmax,
    "TopK": topk,
    "Unique": unique,
}
