"""Normalisations and losses."""

import numpy as np
from onnx import TensorProto

from makers.case import Case
from makers.reduction import type_of


def images(d, of, least=1):
    return d.steps(of, d.sizes(2, 1, 2, 3, 4) + d.sizes(d.integer(least, 3), 1, 2, 3))


def epsilon(d):
    return {"epsilon": d.pick(0.125, 0.5)} if d.truth() else {}


def batch(d):
    x = images(d, d.element(), 0)
    of, by = (d.pick(*d.elements(at)) for at in (1, 3))
    if d.opset < 15:
        of = by = x.dtype
    per = [x.shape[1]]
    inputs = [x, d.steps(of, per), d.steps(of, per), d.steps(by, per), d.steps(by, per, 1, 4)]
    attributes = epsilon(d)
    if d.opset < 14 or d.truth():
        # It counts in training alone.
        attributes |= {"momentum": 0.5} if d.opset >= 14 else {}
        if d.opset >= 14 and "momentum" in attributes:
            attributes["training_mode"] = 1
            return Case(inputs, attributes, 3, own=batch_normal)
    return Case(inputs, attributes, own=batch_normal)


def batch_normal(inputs, attributes):
    # The reference fails on some versions, and computes variances of floats of 32 bits.
    x, scale, bias, mean, variance = inputs
    each = lambda it: it.reshape([-1] + [1] * (x.ndim - 2))
    means = [mean, variance]
    if attributes.get("training_mode"):
        axes = (0, *range(2, x.ndim))
        mean, variance = x.mean(axes), x.var(axes)
    y = (x - each(mean)) / np.sqrt(each(variance) + attributes["epsilon"]) * each(scale) + each(bias)
    if not attributes.get("training_mode"):
        return [y]
    keep = attributes["momentum"]
    return [y, *(old * keep + new * (1 - keep) for old, new in zip(means, (mean, variance)))]


def instance(d):
    x = images(d, d.element())
    return Case([x, d.steps(x.dtype, [x.shape[1]]), d.steps(x.dtype, [x.shape[1]])], epsilon(d))


def group(d):
    of, groups = d.element(), d.pick(1, 2, 3)
    channels = groups * d.pick(1, 2)
    x = d.steps(of, [d.pick(1, 2), channels] + d.sizes(d.integer(1, 3), 1, 2, 3))
    per = [groups if d.opset < 21 else channels]
    others = {"num_groups": [1, channels] if d.opset >= 21 else []}
    return Case([x, d.steps(of, per), d.steps(of, per)], epsilon(d) | {"num_groups": groups}, others=others, own=grouped(d.opset))


def grouped(opset):
    # The reference casts in the middle, by a function of its own.
    def own(inputs, attributes):
        x, scale, bias = inputs
        parts = x.reshape(x.shape[0], attributes["num_groups"], -1)
        normal = (parts - parts.mean(-1, keepdims=True)) / np.sqrt(parts.var(-1, keepdims=True) + attributes["epsilon"])
        if opset < 21:
            scale, bias = (np.repeat(it, x.shape[1] // len(it)) for it in (scale, bias))
        shape = [-1] + [1] * (x.ndim - 2)
        return [normal.reshape(x.shape) * scale.reshape(shape) + bias.reshape(shape)]

    return own


def layer(d):
    of = d.element()
    x = d.steps(of, d.shape(1, 4, 1, 2, 3, 5))
    axis = d.axis(x.ndim) if d.truth() else -1
    attributes = ({"axis": axis} if axis != -1 or d.truth() else {}) | epsilon(d)
    shape = list(x.shape[axis:])
    inputs = [x, d.steps(d.pick(*d.elements(1)) if d.operator == "RMSNormalization" else of, shape)]
    others = {"axis": [1 - x.ndim] if x.ndim > 1 and x.shape[0] == 1 else []}
    if d.operator == "RMSNormalization":
        return Case(inputs, attributes, own=root_mean_square, to={0: inputs[1].dtype}, others=others)
    if d.truth():
        inputs.append(d.steps(of, shape))
    results = d.pick(1, 1, 3)
    attributes |= {"stash_type": TensorProto.BFLOAT16} if results == 3 and d.truth() else {}
    return Case(inputs, attributes, results, own=lambda i, a: layered(i, a)[:results], others=others)


def layered(inputs, attributes):
    # The reference computes in floats of 32 bits; and another operand's shape for each axis.
    x, scale = inputs[:2]
    axes = tuple(range(attributes["axis"] % x.ndim, x.ndim))
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    inverse = 1 / np.sqrt(variance + attributes["epsilon"])
    assert scale.ndim <= len(axes) or attributes["axis"] % x.ndim == x.ndim - scale.ndim
    y = (x - mean) * inverse * scale + (inputs[2] if len(inputs) > 2 else 0)
    stage = type_of(attributes["stash_type"])
    return [y, mean.astype(stage), inverse.astype(stage)]


def root_mean_square(inputs, attributes):
    x, scale = inputs
    axes = tuple(range(attributes["axis"] % x.ndim, x.ndim))
    return [x / np.sqrt(np.square(x).mean(axes, keepdims=True) + attributes["epsilon"]) * scale]


def mean_variance(d):
    of = d.element()
    x = d.steps(of, d.sizes(4, 2, 3, 4))
    attributes = {"axes": sorted(int(it) for it in d.random.permutation(4)[: d.integer(1, 3)])} if d.truth() else {}
    return Case([x], attributes, own=centred)


def centred(inputs, attributes):
    # The reference has constants of 32 bits.
    x, axes = inputs[0], tuple(attributes["axes"])
    return [(x - x.mean(axes, keepdims=True)) / (x.std(axes, keepdims=True) + 1e-9)]


def local_response(d):
    x = images(d, d.element())
    attributes = {"size": d.pick(1, 2, 3, 4, 5)}
    attributes |= {name: it for name, it in {"alpha": 0.5, "beta": 0.5, "bias": 2.0}.items() if d.truth()}
    return Case([x], attributes, own=responded, others={"size": [1, 2, 3]})


def responded(inputs, attributes):
    # The reference takes images of two dimensions.
    x, size = inputs[0], attributes["size"]
    sums = np.zeros_like(x)
    for c in range(x.shape[1]):
        low, high = max(0, c - (size - 1) // 2), min(x.shape[1], c + size // 2 + 1)
        sums[:, c] = np.square(x[:, low:high]).sum(axis=1)
    return [x / (attributes["bias"] + attributes["alpha"] / size * sums) ** attributes["beta"]]


def loss(d):
    of, by = d.element(), d.pick(*d.elements(1))
    n, classes = d.pick(1, 2, 3), d.pick(2, 3, 4)
    # A number for each class, and one more dimension for each pixel.
    shape = d.sizes(d.integer(0, 3), 1, 2, 3)
    x = d.steps(of, [n, classes, *shape])
    targets = d.random.integers(0, classes, size=[n, *shape])
    attributes = {"reduction": d.pick("none", "sum", "mean")} if d.truth() else {}
    if d.truth():
        ignored = d.pick(-1, 0, 1)
        attributes["ignore_index"] = ignored
        if ignored == -1:
            targets = np.where(d.random.integers(3, size=targets.shape) == 0, -1, targets)
        # Without any target there is no mean.
        targets.reshape(-1)[0] = 1 if ignored == 0 else 0
    inputs = [x, targets.astype(by)]
    if d.truth():
        inputs.append(d.steps(of, [classes], 1, 3))
    results = d.integer(1, 2) if d.operator == "SoftmaxCrossEntropyLoss" else 1
    others = {"reduction": ["none", "sum"]}
    return Case(inputs, attributes, results, own=losses(d.operator, results), others=others)


def losses(operator, results):
    """The reference ignores targets in one of its branches alone: the mean is that of those that count."""

    def own(inputs, attributes):
        x, targets = inputs[:2]
        if operator == "SoftmaxCrossEntropyLoss":
            x = x - x.max(axis=1, keepdims=True)
            x = x - np.log(np.exp(x).sum(axis=1, keepdims=True))
        ignored = attributes["ignore_index"]
        counts = np.ones(targets.shape, bool) if ignored is None else targets != ignored
        known = np.where(counts, targets, 0).astype(np.int64)
        assert (known >= 0).all()
        weights = inputs[2] if len(inputs) > 2 else np.ones(x.shape[1])
        weights = np.where(counts, weights[known], 0)
        loss = -np.take_along_axis(x, np.expand_dims(known, 1), 1)[:, 0] * weights
        reduction = attributes["reduction"]
        loss = loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.sum() / weights.sum()
        return [loss, x][:results]

    return own


OPERATORS = {
    "BatchNormalization": batch,
    "GroupNormalization": group,
    "InstanceNormalization": instance,
    "LRN": local_response,
    "LayerNormalization": layer,
    "MeanVarianceNormalization": mean_variance,
    "NegativeLogLikelihoodLoss": loss,
    "RMSNormalization": layer,
    "SoftmaxCrossEntropyLoss": loss,
}
