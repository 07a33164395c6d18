"""Operators that read or write at indices."""

import numpy as np

from makers.case import Case

REDUCTIONS = ["none", "add", "mul", "max", "min"]


def gather(d):
    x = d.numbers(d.element(), d.shape(1, 4, 1, 2, 3, 4))
    axis = d.axis(x.ndim) if d.integer(0, 3) else 0
    of = d.pick(np.int32, np.int64)
    shape = d.shape(0, 3)
    return Case([x, d.index(shape, x.shape[axis], of, d.opset >= 11)], {"axis": axis} if axis else {})


def gather_elements(d):
    x = d.numbers(d.element(), d.shape(1, 4, 1, 2, 3, 4))
    axis = d.axis(x.ndim) if d.integer(0, 3) else 0
    shape = [d.integer(0, size) for size in x.shape]
    shape[axis] = d.integer(0, 4)
    places = d.index(shape, x.shape[axis], d.pick(np.int32, np.int64))
    return Case([x, places], {"axis": axis} if axis else {}, own=gathered)


def gathered(inputs, attributes):
    # The reference fails on some shapes that are not those of the data.
    x, places = inputs
    axis = attributes["axis"] % x.ndim
    assert all(at == axis or size <= x.shape[at] for at, size in enumerate(places.shape))
    part = tuple(slice(None) if at == axis else slice(0, size) for at, size in enumerate(places.shape))
    return [np.take_along_axis(x[part], places, axis)]


def rows_of(d, shape, depth, counts):
    """Indices of parts of a tensor: each is a list of one index for each of the first dimensions."""
    parts = [d.index([*counts, 1], size) for size in shape[:depth]]
    return np.concatenate(parts, axis=-1)


def gather_nd(d):
    batch = d.integer(0, 2) if d.opset >= 12 else 0
    shape = d.shape(batch + 1, 4, 1, 2, 3)
    depth = d.integer(1, len(shape) - batch)
    counts = shape[:batch] + d.shape(0, 2, 1, 2, 3)
    places = rows_of(d, shape[batch:], depth, counts)
    x = d.numbers(d.element(), shape)
    return Case([x, places], {"batch_dims": batch} if batch else {})


def scatter(d):
    of = d.element()
    x = d.steps(of, d.shape(1, 4, 1, 2, 3, 4))
    axis = d.axis(x.ndim, d.opset >= 11) if d.integer(0, 3) else 0
    shape = [d.integer(0, size) for size in x.shape]
    reductions = REDUCTIONS[: 5 if d.opset >= 18 else 3] if d.has("reduction") else ["none"]
    # Truth values are neither added nor compared.
    reductions = ["none"] if of == np.bool_ else reductions[:3] if np.dtype(of).kind == "c" else reductions
    reduction = d.pick(*reductions)
    if reduction == "none":
        # Of updates of one element, any may win.
        order = np.argsort(d.random.random(x.shape), axis=axis)
        places = order[tuple(slice(0, size) for size in shape)].astype(d.pick(np.int32, np.int64))
    else:
        places = d.index(shape, x.shape[axis], d.pick(np.int32, np.int64))
    attributes = ({"axis": axis} if axis else {}) | ({"reduction": reduction} if reduction != "none" else {})
    others = {"reduction": reductions}
    return Case([x, places, d.steps(of, shape)], attributes, others=others, own=scattered)


UFUNCS = {"add": np.add, "mul": np.multiply, "max": np.maximum, "min": np.minimum}


def scattered(inputs, attributes):
    # The reference is a loop of its own for each rank, and reduces in another order.
    x, places, updates = inputs
    x = x.copy()
    axis = attributes["axis"] % x.ndim
    index = list(np.indices(places.shape))
    assert (places >= -x.shape[axis]).all() and (places < x.shape[axis]).all()
    index[axis] = places
    return [put(x, tuple(index), updates, attributes.get("reduction") or "none")]


def put(x, index, updates, reduction):
    if reduction == "none":
        x[index] = updates
    else:
        UFUNCS[reduction].at(x, index, updates)
    return x


def scatter_nd(d):
    of = d.element()
    shape = d.shape(1, 4, 1, 2, 3)
    depth = d.integer(1, len(shape))
    reductions = REDUCTIONS[: 5 if d.opset >= 18 else 3] if d.has("reduction") else ["none"]
    reductions = ["none"] if of == np.bool_ else reductions[:3] if np.dtype(of).kind == "c" else reductions
    reduction = d.pick(*reductions)
    total = int(np.prod(shape[:depth]))
    count = d.integer(1, total)
    if reduction == "none":
        flat = d.random.permutation(total)[:count]
    else:
        flat = d.random.integers(total, size=count)
    places = np.stack(np.unravel_index(flat, shape[:depth]), axis=-1).astype(np.int64)
    if d.truth():
        places -= np.array(shape[:depth])
    updates = d.steps(of, [count] + shape[depth:])
    attributes = {"reduction": reduction} if reduction != "none" else {}
    return Case([d.steps(of, shape), places, updates], attributes, own=scattered_nd, others={"reduction": reductions})


def scattered_nd(inputs, attributes):
    x, places, updates = inputs
    index = tuple(np.moveaxis(places, -1, 0))
    return [put(x.copy(), index, updates, attributes.get("reduction") or "none")]


def reverse_sequence(d):
    x = d.numbers(d.element(), d.shape(2, 4, 1, 2, 3, 4))
    time, batch = d.pick((0, 1), (1, 0))
    lengths = d.random.integers(1, x.shape[time], size=x.shape[batch], endpoint=True)
    attributes = {"time_axis": time, "batch_axis": batch} if time or d.truth() else {}
    return Case([x, lengths.astype(np.int64)], attributes, own=reversed_)


def reversed_(inputs, attributes):
    # The reference takes both axes for the same.
    x, lengths = inputs
    time, batch = attributes["time_axis"], attributes["batch_axis"]
    assert time != batch
    x = np.moveaxis(x, (batch, time), (0, 1)).copy()
    for row, length in zip(x, lengths):
        row[:length] = row[:length][::-1].copy()
    return [np.moveaxis(x, (0, 1), (batch, time))]


def tensor_scatter(d):
    of = d.element()
    rank = d.integer(3, 4)
    shape = d.sizes(rank, 2, 3, 4)
    axis = d.integer(1, rank - 1)
    update = list(shape)
    update[axis] = d.integer(1, shape[axis])
    circular = d.truth()
    starts = d.random.integers(0, shape[axis] - (1 if circular else update[axis]), size=shape[0], endpoint=True)
    attributes = {"axis": axis - rank if d.truth() else axis} if axis != rank - 2 or d.truth() else {}
    attributes |= {"mode": "circular"} if circular else {}
    starts = [starts.astype(np.int64)] if d.integer(0, 3) else []
    return Case([d.numbers(of, shape), d.numbers(of, update), *starts], attributes)


OPERATORS = {
    "Gather": gather,
    "GatherElements": gather_elements,
    "GatherND": gather_nd,
    "ReverseSequence": reverse_sequence,
    "Scatter": scatter,
    "ScatterElements": scatter,
    "ScatterND": scatter_nd,
    "TensorScatter": tensor_scatter,
}
