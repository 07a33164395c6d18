"""Operators on each element, of one operand or of several that broadcast to each other."""

import math

import numpy as np

from makers.case import Case, is_float, is_integer

EXTREMES = [np.nan, np.inf, -np.inf, -0.0, 0.0, 0.5, -0.5, 1.5, 2.5]


def unary(least=-4.0, most=4.0, extremes=False, own=None):
    """One operand with elements between bounds; attributes by the schema."""

    def make(d):
        of = d.element()
        x = d.numbers(of, d.shape(), least, most)
        if extremes and is_float(of) and x.size:
            x.reshape(-1)[:: d.integer(1, 3)] = d.pick(*EXTREMES)
        return Case([x], d.floats(), own=own)

    return make


def binary(count=2, draw=None, own=None):
    """Operands that broadcast to each other."""

    def make(d):
        of = d.element()
        shapes = d.broadcast(count)
        draw_one = draw or (lambda d, of, shape, at: d.numbers(of, shape))
        return Case([draw_one(d, of, shape, at) for at, shape in enumerate(shapes)], d.floats(), own=own)

    return make


def often_equal(d, of, shape, at):
    return d.steps(of, shape, -1, 1)


def without_zero(d, of, shape, at):
    values = d.numbers(of, shape) if d.truth() else d.steps(of, shape)
    return np.where(values == 0, 1, values).astype(of) if at else values


def variadic(d):
    of = d.element()
    values = [d.numbers(of, shape) for shape in d.broadcast(d.integer(1, 4))]
    if is_float(of) and d.truth():
        values[0].reshape(-1)[::3] = d.pick(np.nan, np.inf)
    return Case(values)


def mean(d):
    of = d.element()
    own = mean_of if d.operator == "Mean" else None
    return Case([d.steps(of, shape) for shape in d.broadcast(d.integer(1, 4))], own=own)


def divided(inputs, attributes):
    # Quotients of integers are truncated; the reference rounds them down.
    a, b = inputs
    if not is_integer(a.dtype):
        return [np.divide(a, b)]
    wide = np.abs(a.astype(object)) // np.abs(b.astype(object)) * np.sign(a.astype(object)) * np.sign(b.astype(object))
    bits = 8 * a.dtype.itemsize
    wrapped = np.asarray(wide % 2**bits, object)
    return [wrapped.astype(np.uint64).astype(a.dtype)]


def modulo(d):
    of = d.element()
    shapes = d.broadcast(2)
    a = d.numbers(of, shapes[0]) if d.truth() else d.steps(of, shapes[0], -9, 9)
    b = without_zero(d, of, shapes[1], 1)
    attributes = {"fmod": 1} if is_float(of) else d.flags(fmod=0)
    return Case([a, b], attributes, wide=False)


def pow_(d):
    of, by = d.element(), d.pick(*(d.elements(1) if d.opset >= 12 else [d.element()]))
    a, b = d.broadcast(2)
    base = d.steps(of, a, 1, 3) if is_integer(of) else d.numbers(of, a, 0.25, 3.0)
    # Roots of integers are no integers, and which one is meant is not said.
    exponent = d.steps(by, b, 0, 3) if is_integer(by) or is_integer(of) else d.numbers(by, b, -2.0, 2.0)
    exponent = np.floor(exponent).astype(by) if is_integer(of) and is_float(by) else exponent
    return Case([base, exponent])


def bit_shift(d):
    of = d.element()
    a, b = d.broadcast(2)
    by = d.random.integers(0, 8 * np.dtype(of).itemsize, size=b).astype(of)
    direction = d.pick("LEFT", "RIGHT")
    others = {"direction": ["LEFT", "RIGHT"]}
    return Case([d.numbers(of, a), by], {"direction": direction}, others=others)


def clip(d):
    of = d.element()
    x = d.steps(of, d.shape(), -9, 9)
    if is_float(of) and d.truth():
        x.reshape(-1)[::3] = d.pick(np.nan, np.inf, -np.inf)
    if d.opset < 11:
        attributes = {"min": -2.0, "max": 3.0}
        return Case([x], {name: it for name, it in attributes.items() if d.integer(0, 3)})
    bounds = [d.steps(of, [], 0, 2) - (2 if np.dtype(of).kind != "u" else 0), d.steps(of, [], 3, 5)]
    bounds = [np.asarray(it).astype(of) if d.integer(0, 2) else None for it in bounds]
    while bounds and bounds[-1] is None:
        bounds.pop()
    return Case([x, *bounds])


def prelu(d):
    of = d.element()
    shape = d.shape()
    slope = [d.pick(size, 1) for size in shape][d.integer(0, len(shape)) :]
    return Case([d.steps(of, shape), d.steps(of, slope)])


def select(d):
    of = d.element(1)
    a, b, c = d.broadcast(3)
    return Case([d.steps(np.bool_, a), d.numbers(of, b), d.numbers(of, c)])


def shrink(d):
    of = d.element()
    x = d.steps(of, d.shape())
    # Of integers, the numbers are integers too: how others are rounded is not said.
    numbers = {"bias": d.pick(1.0, 2.0), "lambd": d.pick(1.0, 2.0, 3.0)} if is_integer(of) else {"bias": 0.75, "lambd": 1.25}
    return Case([x], {name: it for name, it in numbers.items() if is_integer(of) or d.truth()}, own=shrunk)


def shrunk(inputs, attributes):
    # The reference leaves types as numpy finds them.
    x, bias, most = inputs[0], attributes["bias"], attributes["lambd"]
    return [np.where(x < -most, x + bias, np.where(x > most, x - bias, 0)).astype(x.dtype)]


def swiglu(d):
    of, shape = d.element(), d.shape()
    return Case([d.numbers(of, shape), d.numbers(of, shape)], d.floats())


def mean_of(inputs, attributes):
    # The reference adds in the shape of the first operand.
    return [sum(inputs) / len(inputs)]


def gelu(d):
    x = d.numbers(d.element(), d.shape())
    return Case([x], {"approximate": d.pick("none", "tanh")}, others={"approximate": ["tanh"]})


def dropout(d):
    x = d.numbers(d.element(), d.shape())
    attributes = {"seed": 3} if d.has("seed") and d.truth() else {}
    if d.opset < 12:
        return Case([x], attributes | {"ratio": 0.25})
    # What is trained draws random numbers.
    inputs = [x, np.asarray(0.25, d.pick(*d.elements(1))), np.asarray(False)]
    return Case(inputs[: d.integer(1, 3)], attributes, d.integer(1, 2), known=(2,))


OPERATORS = {
    "Abs": unary(extremes=True),
    "Acos": unary(-1, 1),
    "Acosh": unary(1, 9),
    "Add": binary(),
    "And": binary(),
    "Asin": unary(-1, 1),
    "Asinh": unary(),
    "Atan": unary(),
    "Atanh": unary(-0.9, 0.9),
    "BitShift": bit_shift,
    "BitwiseAnd": binary(),
    "BitwiseNot": unary(),
    "BitwiseOr": binary(),
    "BitwiseXor": binary(),
    "Ceil": unary(extremes=True),
    "Celu": unary(),
    "Clip": clip,
    "Cos": unary(-9, 9),
    "Cosh": unary(),
    "Div": binary(draw=without_zero, own=divided),
    "Dropout": dropout,
    "Elu": unary(),
    "Equal": binary(draw=often_equal),
    "Erf": unary(own=lambda i, a: [np.vectorize(math.erf, [np.float64])(i[0])]),
    "Exp": unary(),
    "Floor": unary(extremes=True),
    "Gelu": gelu,
    "Greater": binary(draw=often_equal),
    "GreaterOrEqual": binary(draw=often_equal),
    "HardSigmoid": unary(),
    "HardSwish": unary(-6, 6),
    "IsInf": unary(extremes=True),
    "IsNaN": unary(extremes=True),
    "LeakyRelu": unary(),
    "Less": binary(draw=often_equal),
    "LessOrEqual": binary(draw=often_equal),
    "Log": unary(0.1, 9),
    "Max": variadic,
    "Mean": mean,
    "Min": variadic,
    "Mish": unary(),
    "Mod": modulo,
    "Mul": binary(),
    "Neg": unary(),
    "Not": unary(),
    "Or": binary(),
    "PRelu": prelu,
    "Pow": pow_,
    "Reciprocal": unary(0.25, 4),
    "Relu": unary(own=lambda i, a: [np.maximum(i[0], 0)]),
    "Round": unary(extremes=True),
    "Selu": unary(),
    "Shrink": shrink,
    "Sigmoid": unary(),
    "Sign": unary(extremes=True),
    "Sin": unary(-9, 9),
    "Sinh": unary(),
    "Softplus": unary(),
    "Softsign": unary(),
    "Sqrt": unary(0, 9),
    "Sub": binary(),
    "Sum": mean,
    "SwiGLU": swiglu,
    "Swish": unary(),
    "Tan": unary(-1.4, 1.4),
    "Tanh": unary(),
    "ThresholdedRelu": unary(),
    "Where": select,
    "Xor": binary(),
}
