"""Products of matrices, and quantised numbers."""

import numpy as np
from onnx import TensorProto

from makers.case import Case, is_float, is_integer
from makers.reduction import number_of, type_of


def factors(d, of, by=None):
    """Operands of a product, each a stack of matrices or a vector."""
    rows, inner, columns = d.sizes(3, 0, 1, 2, 3, 7)
    inner = inner or d.integer(0, 1)
    batch = d.shape(0, 3, 1, 2, 3)
    a = [d.pick(size, size, 1) for size in batch][d.integer(0, 1) :]
    b = [d.pick(size, size, 1) for size in batch]
    a, b = d.pick((a, b), (b, a))
    a = a + [rows, inner] if a or d.truth() else [inner]
    b = b + [inner, columns] if b or d.truth() else [inner]
    # Integers wrap.
    draw = d.steps if by or is_float(of) or d.truth() else d.numbers
    return draw(of, a), draw(by or of, b)


def matmul(d):
    return Case(list(factors(d, d.element())))


def gemm(d):
    of = d.element()
    rows, inner, columns = d.sizes(3, 1, 2, 3, 5)
    square = d.truth()
    rows, columns = (inner, inner) if square else (rows, columns)
    attributes = d.flags(transA=0, transB=0)
    a = d.steps(of, [inner, rows] if attributes.get("transA") else [rows, inner])
    b = d.steps(of, [columns, inner] if attributes.get("transB") else [inner, columns])
    scalars = {"alpha": 0.5, "beta": 2.0} if is_float(of) else {"alpha": 2.0, "beta": 3.0}
    attributes |= {name: it for name, it in scalars.items() if d.truth()}
    inputs = [a, b]
    if d.opset < 11 or d.truth():
        inputs.append(d.steps(of, [d.pick(rows, 1), d.pick(columns, 1)][d.integer(0, 2) :]))
    return Case(inputs, attributes)


EQUATIONS = [
    ("ij,jk->ik", [(2, 3), (3, 2)]),
    ("ij,jk", [(2, 3), (3, 2)]),
    ("ij->ji", [(2, 3)]),
    ("ii->i", [(3, 3)]),
    ("ii", [(3, 3)]),
    ("bij,bjk->bik", [(2, 2, 3), (2, 3, 2)]),
    ("...ij,...jk->...ik", [(2, 1, 2, 3), (3, 3, 2)]),
    ("i,j->ij", [(3,), (2,)]),
    ("i,i->", [(3,), (3,)]),
    ("ij,kj,k->i", [(2, 3), (4, 3), (4,)]),
    (" ij , jk -> ki", [(2, 3), (3, 2)]),
]


def einsum(d):
    of = d.element()
    equation, shapes = d.pick(*EQUATIONS)
    operands = [d.steps(of, shape, -2, 2) for shape in shapes]
    others = {"equation": [it for it, other in EQUATIONS if other == shapes] + ["ij->i"] * (len(shapes) == 1)}
    return Case(operands, {"equation": equation}, others=others)


def det(d):
    size = d.integer(1, 4)
    return Case([d.steps(d.element(), d.shape(0, 2, 1, 2) + [size, size], -2, 2)], own=lambda i, a: [np.linalg.det(i[0])])


def less(x, zero, axis):
    """Integers less a zero point, which may be one for each row or column."""
    zero = np.asarray(0 if zero is None else zero).astype(np.int64)
    if zero.ndim == 1 and zero.size > 1:
        shape = [1] * x.ndim
        shape[axis] = -1
        zero = zero.reshape(shape)
    return x.astype(np.int64) - zero


def matmul_integer(d):
    a, b = factors(d, d.element(0), d.element(1))
    by_row, by_column = a.ndim == 2 and a.shape[0] > 1 and d.truth(), b.ndim == 2 and b.shape[1] > 1 and d.truth()
    zeros = [d.steps(a.dtype, [a.shape[0]] if by_row else []), d.steps(b.dtype, [b.shape[1]] if by_column else [])]
    own = lambda i, at: [np.matmul(less(i[0], i[2] if len(i) > 2 else None, -2), less(i[1], i[3] if len(i) > 3 else None, -1))]
    return Case([a, b, *zeros[: d.integer(0, 2)]], own=own)


def qlinear_matmul(d):
    a, b = factors(d, d.element(0), d.element(3))
    scales = d.elements(1)
    of = scales[d.turn // 2 % len(scales)]
    scale = lambda shape: np.asarray(d.random.choice([0.25, 0.5, 0.75], size=shape)).astype(of)
    types = d.elements(7)
    of_y = types[d.turn // 4 % len(types)]
    rows = [a.shape[0]] if a.ndim == 2 and a.shape[0] > 1 and d.truth() else []
    columns = [b.shape[1]] if b.ndim == 2 and b.shape[1] > 1 and d.truth() else []
    inputs = [a, scale(rows), d.steps(a.dtype, rows), b, scale(columns), d.steps(b.dtype, columns), scale([]) * np.asarray(4, of), d.steps(of_y, [])]
    return Case(inputs, own=qlinear_multiplied, wide=False)


def qlinear_multiplied(inputs, attributes):
    # The reference rounds the scales' product to their type.
    a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero = inputs
    wide = lambda it: it.astype(np.float64)
    real = less(a, a_zero, -2) * (wide(a_scale).reshape(-1, 1) if a_scale.ndim else wide(a_scale))
    other = less(b, b_zero, -1) * wide(b_scale)
    info = np.iinfo(y_zero.dtype)
    whole = np.rint(np.matmul(real, other) / wide(y_scale)) + y_zero
    return [np.clip(whole, info.min, info.max)]


def scales_of(d, x, of):
    """A scale for all elements, for each of an axis, or for blocks along it, with attributes and its shape."""
    kind = d.integer(0, 2) if d.has("axis") and x.ndim else 0
    axis = d.axis(x.ndim) if x.ndim else 0
    shape, attributes = [], {}
    if kind == 1 or kind == 2 and d.opset < 21:
        shape, attributes = [x.shape[axis]], {"axis": axis}
    elif kind == 2:
        block = d.integer(1, 3)
        shape, attributes = list(x.shape), {"axis": axis, "block_size": block}
        shape[axis] = -(-shape[axis] // block)
    choices = [1, 2, 3] if is_integer(of) else [0.25, 0.5, 0.75, 2.0]
    return np.asarray(d.random.choice(choices, size=shape)).astype(of), attributes


def quantize(d):
    of = d.element()
    x = d.steps(of, d.shape(0, 4, 1, 2, 3, 4), -60, 60)
    if x.dtype == np.int32:
        x = x * 3
    scales = d.elements(1)
    by = of if d.opset < 23 or d.truth() else scales[d.turn // 2 % len(scales)]
    by = np.float32 if by not in scales else by
    scale, attributes = scales_of(d, x, by)
    types = d.elements(2)
    to = types[d.turn // 2 % len(types)]
    inputs = [x, scale]
    if d.truth():
        inputs.append(d.steps(to, scale.shape, -9, 9))
    elif d.has("output_dtype") and d.truth():
        attributes["output_dtype"] = number_of(to)
    else:
        to = np.uint8
    if d.has("precision") and d.truth():
        attributes["precision"] = d.pick(TensorProto.FLOAT, TensorProto.FLOAT)
    others = {"output_dtype": [number_of(it) for it in types]} if len(inputs) == 2 else {}
    others["block_size"] = [1, 2, 3]
    return Case(inputs, attributes, wide=False, own=quantized, others=others)


def blocks(values, x, attributes):
    """Scales or zero points in the shape of the operand."""
    if values.ndim == 0 or values.size == 1 and values.ndim < 2:
        return values.reshape([])
    assert -x.ndim <= attributes["axis"] < x.ndim
    axis = attributes["axis"] % x.ndim
    if values.ndim == 1 and not attributes.get("block_size"):
        assert len(values) == x.shape[axis]
        shape = [1] * x.ndim
        shape[axis] = -1
        return values.reshape(shape)
    assert values.shape[axis] == -(-x.shape[axis] // attributes["block_size"])
    repeated = np.repeat(values, attributes["block_size"], axis)
    return np.take(repeated, range(x.shape[axis]), axis)


def quantized(inputs, attributes):
    """The reference divides in the type that numpy finds for both, and has no type without a zero point."""
    x, scale = inputs[:2]
    to = inputs[2].dtype if len(inputs) > 2 else type_of(attributes.get("output_dtype") or TensorProto.UINT8)
    zero = blocks(inputs[2], x, attributes).astype(np.int64) if len(inputs) > 2 else 0
    quotient = x.astype(np.float32) / blocks(scale, x, attributes).astype(np.float32)
    info = np.iinfo(to)
    return [np.clip(np.rint(quotient).astype(np.int64) + zero, info.min, info.max).astype(to)]


def dequantize(d):
    of = d.element()
    x = d.steps(of, d.shape(0, 4, 1, 2, 3, 4), -60, 60)
    scales = d.elements(1)
    by = scales[d.turn // 2 % len(scales)]
    scale, attributes = scales_of(d, x, by)
    inputs = [x, scale]
    if d.truth():
        inputs.append(np.zeros(scale.shape, of) if of == np.int32 else d.steps(of, scale.shape, -9, 9))
    to = by
    if d.has("output_dtype") and d.truth():
        to = d.pick(*scales)
        attributes["output_dtype"] = number_of(to)
    others = {"output_dtype": [number_of(it) for it in scales], "block_size": [1, 2, 3]}
    return Case(inputs, attributes, wide=False, own=dequantized, others=others)


def dequantized(inputs, attributes):
    x, scale = inputs[:2]
    zero = blocks(inputs[2], x, attributes).astype(np.int64) if len(inputs) > 2 else 0
    to = type_of(attributes["output_dtype"]) if attributes.get("output_dtype") else scale.dtype
    return [((x.astype(np.int64) - zero) * blocks(scale, x, attributes).astype(np.float64)).astype(to)]


def dynamic_quantize(d):
    x = d.numbers(np.float32, d.shape(0, 4, 1, 2, 3))
    return Case([x], results=3, wide=False)


OPERATORS = {
    "DequantizeLinear": dequantize,
    "Det": det,
    "DynamicQuantizeLinear": dynamic_quantize,
    "Einsum": einsum,
    "Gemm": gemm,
    "MatMul": matmul,
    "MatMulInteger": matmul_integer,
    "QLinearMatMul": qlinear_matmul,
    "QuantizeLinear": quantize,
}
