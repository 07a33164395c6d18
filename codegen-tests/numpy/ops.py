"""Random calls of TensorFlow's ops with what NumPy comes to, or the message that they fail with.

`codegen-tests/tests/together/tf_ops.rs` runs them; `cargo xtask numpy` makes both meet. Arguments: the file, the seed and
the number of rounds, of which each calls every op. `calls.py` says how a call is written.
"""

import struct
import sys

import numpy as np
from calls import (
    ARITHMETIC,
    EQUAL,
    FLOATS,
    LARGEST,
    NAMES,
    NEAR,
    NUMERIC,
    ULPS,
    DType,
    Fails,
    Scalar,
    Strings,
    attribute,
    expectation,
    shape_of,
    tensor,
    text,
    whole,
)


def number(random, dtype, shape, small=False):
    """Elements of a type; integers of every size, unless they shall be small, and floats of some."""
    dtype, shape = np.dtype(dtype), tuple(shape)
    if dtype.kind == "b":
        return np.asarray(random.random(shape) < 0.5)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        low, high = (max(info.min, -9), 9) if small else (info.min, info.max)
        return np.asarray(random.integers(low, high, shape, dtype, endpoint=True))
    if dtype.kind == "c":
        return np.asarray(random.normal(size=shape) + 1j * random.normal(size=shape)).astype(dtype)
    scale = 1.0 if small or dtype == np.float16 else 10.0 ** random.integers(-3, 4)
    return np.asarray(random.normal(size=shape) * scale).astype(dtype)


def sizes(random, least, most, largest=5):
    """A shape; some are of tensors without elements."""
    rank = int(random.integers(least, most + 1))
    low = 0 if random.random() < 0.1 else 1
    return [int(size) for size in random.integers(low, largest + 1, rank)]


def broadcast_pair(random):
    """Shapes that are broadcast against each other, or equal."""
    out = sizes(random, 0, 5, 4)
    if random.random() < 0.3:
        return out, list(out)
    both = []
    for _ in range(2):
        own = [1 if random.random() < 0.3 else size for size in out]
        both.append(own[int(random.integers(0, len(own) + 1)) if random.random() < 0.5 else 0 :])
    return both


def maybe_scalar(random, dtype, shape, small=False):
    if random.random() < 0.2:
        return Scalar(number(random, dtype, (), small)[()], shape)
    return number(random, dtype, shape, small)


# Elementwise ops.


def checked_pair(a, b):
    """The shape of both, broadcast."""
    if a.dtype != b.dtype:
        raise Fails("incompatible dtypes for binary operation")
    for x, y in zip(a.shape[::-1], b.shape[::-1]):
        if x != y and 1 not in (x, y):
            raise Fails(f"Dimensions must be equal, but are {x} and {y}")
    shape = np.broadcast_shapes(a.shape, b.shape)
    count = np.prod(shape, dtype=int)
    one = [isinstance(x, Scalar) or np.prod(x.shape, dtype=int) == 1 for x in (a, b)]
    fits = [one[i] or np.prod(x.shape, dtype=int) == count for i, x in enumerate((a, b))]
    value = one[0] and fits[1] or one[1] and fits[0]
    if a.shape != b.shape and not value and not 2 <= len(shape) <= 5:
        shapes = [shape_of(x) for x in (a.shape, b.shape, shape)]
        raise Fails("Unsupported binary kernel broadcasting: lhs={} rhs={} out={}".format(*shapes))
    return shape


def combined(a, b, function):
    """Of two scalars, one of the common shape; else all elements."""
    shape = checked_pair(a, b)
    with np.errstate(all="ignore"):
        if isinstance(a, Scalar) and isinstance(b, Scalar):
            return Scalar(function(np.asarray(a.value), np.asarray(b.value))[()], shape)
        return np.broadcast_to(function(whole(a), whole(b)), shape)


def truncated(a, b):
    """Quotients toward zero; of the least integer and -1, itself."""
    if a.size and b.size and (b == 0).any():
        raise Fails("Divide by zero")
    b = np.where(b == 0, np.ones_like(b), b)
    quotient = a // b
    exact = quotient * b == a
    down = (a < 0) != (b < 0)
    return (quotient + (down & ~exact).astype(a.dtype)).astype(a.dtype)


def divided(a, b):
    return truncated(a, b) if a.dtype.kind in "iu" else a / b


BINARY = {"tf.AddV2": np.add, "tf.Sub": np.subtract, "tf.Mul": np.multiply, "tf.RealDiv": divided}


def binary(random):
    for op, function in BINARY.items():
        dtype = random.choice(ARITHMETIC)
        shapes = broadcast_pair(random)
        operands = [maybe_scalar(random, dtype, shape, random.random() < 0.5) for shape in shapes]
        if op == "tf.RealDiv" and random.random() < 0.9:
            # Few are divided by zero.
            for x in operands[1:]:
                if isinstance(x, Scalar):
                    x.value = x.value if x.value != 0 else np.ones_like(x.value)
                else:
                    x[x == 0] = 1
        operands = wronged(random, operands)
        kind = operands[0].dtype.kind
        # Parts of complex numbers are small differences of large numbers.
        comparison = {"c": LARGEST, "f": ULPS}.get(kind, EQUAL)
        make = lambda function=function, a=operands[0], b=operands[1]: combined(a, b, function)
        yield op, operands, {}, make, comparison, dtype
    dtype = random.choice(NUMERIC)
    operands = [maybe_scalar(random, dtype, shape, True) for shape in broadcast_pair(random)]
    operands = wronged(random, operands)
    yield "tf.Less", operands, {}, lambda: combined(*operands, np.less), EQUAL, "bool"
    for op in [*BINARY, "tf.Less"]:
        if random.random() < 0.1:
            name = "bool" if op != "tf.Less" or random.random() < 0.5 else "complex64"
            both = [number(random, name, [2]), number(random, name, [2])]
            yield op, both, {}, refused(f"Unsupported input dtype: {NAMES[name]}", False), EQUAL, name


def wronged(random, operands):
    """Sometimes, operands that do not fit each other."""
    chance = random.random()
    if chance < 0.03:
        other = number(random, random.choice(NUMERIC), operands[1].shape, True)
        return [operands[0], other]
    if chance < 0.08:
        return [number(random, operands[0].dtype.name, [2, 3]), number(random, operands[0].dtype.name, [2, 2])]
    if chance < 0.1:
        name = operands[0].dtype.name
        return [number(random, name, [1, 2, 1, 2, 1, 2]), number(random, name, [2, 1])]
    return operands


def refused(message, reported=True):
    def make():
        raise Fails(message, reported)

    return make


UNARY = {
    "tf.Log": np.log,
    "tf.Log1p": np.log1p,
    "tf.Rsqrt": lambda x: 1 / np.sqrt(x),
    "tf.Sigmoid": lambda x: 1 / (1 + np.exp(-x)),
}


def unary(random):
    for op, function in UNARY.items():
        dtype = random.choice(FLOATS) if random.random() < 0.9 else random.choice(["int32", "float16"])
        x = number(random, dtype, sizes(random, 0, 5))
        if op != "tf.Sigmoid" and random.random() < 0.9:
            x = np.abs(x)

        def make(x=x, function=function):
            if x.dtype.name not in FLOATS:
                raise Fails("unsupported dtype")
            with np.errstate(all="ignore"):
                # The platform's long double, where f64 shall be near.
                return np.asarray(function(x.astype(np.longdouble))).astype(np.float64)

        yield op, [x], {}, make, NEAR, dtype
    dtype = random.choice(NUMERIC)
    x = maybe_scalar(random, dtype, sizes(random, 0, 6))
    yield "tf.Relu", [x], {}, lambda: np.maximum(whole(x), whole(x).dtype.type(0)), EQUAL, dtype
    if random.random() < 0.1:
        wrong = number(random, random.choice(["bool", "complex64"]), [3])
        yield "tf.Relu", [wrong], {}, refused("unsupported dtype for relu"), EQUAL, "bool"


def softmaxes(random):
    for op in ("tf.Softmax", "tf.LogSoftmax"):
        dtype = random.choice(FLOATS)
        x = (random.normal(size=sizes(random, 1, 4, 12)) * 4).astype(dtype)

        def make(x=x, op=op):
            y = x.astype(np.float64)
            if not y.size:
                return y
            y = y - y.max(-1, keepdims=True)
            sums = np.exp(y).sum(-1, keepdims=True)
            return y - np.log(sums) if op == "tf.LogSoftmax" else np.exp(y) / sums

        yield op, [x], {}, make, LARGEST, dtype


def biases(random):
    dtype = random.choice(NUMERIC)
    value = number(random, dtype, sizes(random, 2, 5))
    size, given = value.shape[-1], {}
    bias = number(random, dtype, [size])
    chance = random.random()
    make = lambda: value + bias
    if chance < 0.1:
        given["data_format"] = "NHWC"
    elif chance < 0.14:
        given["data_format"] = "NCHW"
        make = refused("invalid data format. Currently only support NHWC")
    elif chance < 0.18:
        bias = number(random, dtype, [size + 1])
        make = refused("bias must has the size of the last dimension of value")
    elif chance < 0.22:
        bias = number(random, dtype, [size, 1])
        make = refused("bias must be 1-D")
    elif chance < 0.26:
        bias = number(random, "bool", [size])
        make = refused("incompatible dtypes for tf.BiasAdd")
    kind = np.dtype(dtype).kind
    yield "tf.BiasAdd", [value, bias], given, ignoring(make), EQUAL if kind in "iu" else ULPS, dtype


def ignoring(make):
    def quiet():
        with np.errstate(all="ignore"):
            return make()

    return quiet


# Sums.


def wide(x):
    """Integers wrap in their own type; all else is computed in doubles."""
    if x.dtype.kind in "iu":
        return x
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def compared(dtype):
    return EQUAL if np.dtype(dtype).kind in "iu" else LARGEST


def product(a, b, transposed):
    x, y = [each.T if turned else each for each, turned in zip((a, b), transposed)]
    if x.shape[1] != y.shape[0]:
        raise Fails(
            f"matmul arguments have incompatible shapes: In[0]: {shape_of(a.shape)}, In[1]: "
            f"{shape_of(b.shape)}. transpose_a: {transposed[0]:d}, transpose_b: {transposed[1]:d}"
        )
    with np.errstate(all="ignore"):
        return wide(x) @ wide(y)


def matrices(random, dtype):
    least = 0 if random.random() < 0.1 else 1
    rows, inner, columns = (int(each) for each in random.integers(least, [12, 20, 30]))
    transposed = [bool(random.random() < 0.5) for _ in range(2)]
    shapes = [[rows, inner], [inner, columns]]
    if random.random() < 0.05:
        shapes[1][0] += 1
    shapes = [shape[::-1] if turned else shape for shape, turned in zip(shapes, transposed)]
    a, b = (number(random, dtype, shape) for shape in shapes)
    return a, b, transposed, dict(zip(("transpose_a", "transpose_b"), transposed))


def products(random):
    dtype = random.choice(["float32", "float64", "int32", "int64", "uint32", "uint64", "complex64", "complex128"])
    a, b, transposed, given = matrices(random, dtype)
    make = lambda: product(a, b, transposed)
    chance = random.random()
    if chance < 0.04:
        del given["transpose_b"]
        make = refused("'transpose_b' attribute is not specified for MatMul op")
    elif chance < 0.08:
        a = number(random, dtype, [2, 2, 2])
        make = refused("argument 0 of matmul op is not a rank-2 tensor. Actual rank is 3")
    elif chance < 0.12:
        a = number(random, "uint8", a.shape)
        make = refused(f"incompatible dtypes for MatMul: In[0]: u8, In[1]: {NAMES[dtype]}")
    elif chance < 0.16 and a.size and b.size:
        a, b = number(random, "int16", [2, 2]), number(random, "int16", [2, 2])
        make = refused("Unsupported input dtype: i16")
    yield "tf.MatMul", [a, b], given, make, compared(dtype), dtype


def fused(random):
    dtype = random.choice(["float32", "int32"])
    a, b, transposed, given = matrices(random, dtype)
    a, b = (x if x.dtype.kind == "f" else number(random, "int32", x.shape, True) for x in (a, b))
    columns = b.shape[0] if transposed[1] else b.shape[1]
    bias = number(random, dtype, [columns], True)
    names = [["BiasAdd"], ["BiasAdd", "Relu"], ["BiasAdd", "Relu6"], ["BiasAdd", "Elu"]][random.integers(4)]
    given["fused_ops"] = names

    def make():
        x = product(a, b, transposed) + wide(bias)
        if names[-1] == "Relu":
            x = np.maximum(x, 0)
        if names[-1] == "Relu6":
            x = np.clip(x, 0, 6)
        if names[-1] == "Elu":
            x = np.where(x < 0, -1 if x.dtype.kind == "i" else np.expm1(np.minimum(x, 0)), x)
        return x.astype(dtype) if dtype == "int32" else x

    def checked():
        product(a, b, transposed)
        if chance < 0.04:
            raise Fails("Unsupported fusion type", False)
        if chance < 0.08:
            raise Fails("FusedMatMul must specify fused operations", False)
        if chance < 0.12:
            raise Fails("Bias tensor must a vector", False)
        if chance < 0.16:
            n = columns + 1
            raise Fails(f"The number of bias elements {n} doesn't match output inner dimension {columns}", False)
        return make()

    chance = random.random()
    if chance < 0.04:
        given["fused_ops"] = ["BiasAdd", "Tanh"]
    elif chance < 0.08:
        del given["fused_ops"]
    elif chance < 0.12:
        bias = number(random, dtype, [1, columns], True)
    elif chance < 0.16:
        bias = number(random, dtype, [columns + 1], True)
    yield "tf._FusedMatMul", [a, b, bias], given, checked, compared(dtype), dtype


def means(random):
    dtype = random.choice(NUMERIC)
    x = number(random, dtype, sizes(random, 0, 6), random.random() < 0.5)
    rank = x.ndim
    axes = [int(axis) for axis in random.permutation(rank)[: random.integers(0, rank + 1)]]
    given = {}
    if random.random() < 0.5:
        given["keep_dims"] = bool(random.random() < 0.7)
    written = [axis - rank if random.random() < 0.5 else axis for axis in axes]
    keep, message = given.get("keep_dims", False), None
    if random.random() < 0.06:
        written = [rank] if random.random() < 0.5 else [-rank - 1]
        message = "tf.Mean reduction index must be in [-input_rank, input_rank) range"
    elif random.random() < 0.06 and axes:
        written = [axes[0], axes[0] - rank]
        message = "tf.Mean reduction indices must be unique"

    def make():
        if message:
            raise Fails(message)
        count = int(np.prod([x.shape[axis] for axis in axes], dtype=int))
        with np.errstate(all="ignore"):
            sums = wide(x).sum(tuple(axes), wide(x).dtype, keepdims=keep)
            if x.dtype.kind in "iu":
                if count == 0 and sums.size:
                    raise Fails("Divide by zero")
                # In Python's integers: the number of elements may be none of the type.
                shares = [abs(int(s)) // max(count, 1) * (-1 if s < 0 else 1) for s in sums.flat]
                return np.array(shares, dtype=x.dtype).reshape(sums.shape)
            return np.asarray(sums / count)

    yield "tf.Mean", [x, np.array(written, np.int32)], given, make, compared(dtype), dtype


# Windows.


class Axis:
    """A window along one dimension."""

    def __init__(self, padding, size, taps, stride, dilation, sides):
        self.stride, self.dilation = stride, dilation
        reach = (taps - 1) * dilation + 1
        if padding == "SAME":
            self.out = -(-size // stride)
            both = max((self.out - 1) * stride + reach - size, 0)
            self.before, self.after = both // 2, both - both // 2
        else:
            self.before, self.after = sides if padding == "EXPLICIT" else (0, 0)
            self.out = (size + self.before + self.after - reach) // stride + 1
        if self.out < 0:
            raise Fails(
                f"Computed output size would be negative: {self.out} (input_size: {size}, filter_size: "
                f"{taps}, stride: {stride}, dilation: {dilation})"
            )

    def places(self, tap):
        start = tap * self.dilation
        return slice(start, start + (self.out - 1) * self.stride + 1, self.stride)


def windows(random):
    """The attributes of an op, and what makes the axes of sizes and windows."""
    padding = ["SAME", "VALID", "EXPLICIT"][random.integers(3)]
    spelt = padding.lower() if random.random() < 0.2 else padding
    strides, dilations = ([int(x) for x in random.integers(1, 4, 2)] for _ in range(2))
    sides = [int(x) for x in random.integers(0, 3, 4)]
    given = {"padding": spelt}
    if padding == "EXPLICIT" or random.random() < 0.1:
        given["explicit_paddings"] = sides
    if random.random() < 0.8:
        given["strides"] = [1, *strides, 1]
    else:
        strides = [1, 1]
    if random.random() < 0.5:
        form = [[1, *dilations, 1], dilations][random.integers(2)]
        given["dilations"] = form
    else:
        dilations = [1, 1]
    if random.random() < 0.3:
        given["data_format"] = "NHWC"
    chance, message = random.random(), None
    if chance < 0.02:
        given["padding"], message = "NONE", "Unknown padding type NONE"
    elif chance < 0.04:
        given |= {"padding": "SAME", "strides": [1, 0, 1, 1]}
        message = "Stride must be > 0, but got 0"
    elif chance < 0.06:
        given |= {"padding": "SAME", "dilations": [1, 1, -2, 1]}
        message = "Dilation must be > 0, but got -2"
    elif chance < 0.08:
        given["padding"], given["explicit_paddings"] = "EXPLICIT", [1, 1]
        message = "Wrong 'explicit_paddings' attribute length"
    elif chance < 0.1:
        given["data_format"], message = "NCHW", "only channel last order is supported"

    def axes(sizes, taps):
        if message:
            raise Fails(message)
        every = zip(sizes, taps, strides, dilations, (sides[:2], sides[2:]))
        return [Axis(padding, *each) for each in every]

    return given, axes, message == "only channel last order is supported"


def padded(x, rows, columns, value=0):
    sides = ((0, 0), (rows.before, rows.after), (columns.before, columns.after), (0, 0))
    return np.pad(x, sides, constant_values=value)


def convolutions(random):
    dtype = random.choice(NUMERIC) if random.random() < 0.6 else "float32"
    given, axes, first = windows(random)
    images, inputs, outputs = (int(each) for each in random.integers(1, [3, 7, 20]))
    if random.random() < 0.05:
        images = 0
    size, taps = ([int(x) for x in random.integers(1, 8, 2)] for _ in range(2))
    taps = [min(tap, 4) for tap in taps]
    # Channels are checked in another place; sizes that fit both orders make both come to the same.
    if first:
        inputs, size = 3, [6, 6]
        taps = [1, 1]
    x = number(random, dtype, [images, *size, inputs], True)
    w = number(random, dtype, [*taps, inputs, outputs], True)

    def make():
        rows, columns = axes(size, taps)
        y, v = padded(wide(x), rows, columns), wide(w)
        sums = np.zeros((images, rows.out, columns.out, outputs), y.dtype)
        if sums.size:
            for row in range(taps[0]):
                for column in range(taps[1]):
                    pixels = y[:, rows.places(row), columns.places(column), :]
                    sums += pixels @ v[row, column]
        return sums

    yield "tf.Conv2D", [x, w], given, make, compared(dtype), dtype
    if random.random() < 0.1:
        wrong = number(random, dtype, [*taps, inputs + 1, outputs], True)
        message = f"Dimensions does not match: input channels is {inputs} and kernel depth is {inputs + 1}"
        yield "tf.Conv2D", [x, wrong], {"padding": "SAME"}, refused(message), EQUAL, dtype
        wrong = number(random, dtype, [*taps, outputs], True)
        yield "tf.Conv2D", [x, wrong], given | {"padding": "SAME"}, refused(
            "Input and filter must have same rank."
        ), EQUAL, dtype


def pools(random):
    dtype = random.choice(FLOATS)
    given, axes, first = windows(random)
    size = [6, 6] if first else [int(x) for x in random.integers(1, 9, 2)]
    taps = [1, 1] if first else [int(x) for x in random.integers(1, 4, 2)]
    given["ksize"] = [1, *taps, 1]
    x = number(random, dtype, [int(random.integers(0, 3)), *size, 3 if first else int(random.integers(1, 9))])

    def make():
        rows, columns = axes(size, taps)
        y = padded(x, rows, columns, -np.inf)
        maxima = np.full((x.shape[0], rows.out, columns.out, x.shape[3]), -np.inf, dtype)
        if maxima.size:
            for row in range(taps[0]):
                for column in range(taps[1]):
                    maxima = np.maximum(maxima, y[:, rows.places(row), columns.places(column), :])
        return maxima

    yield "tf.MaxPool", [x], given, make, EQUAL, dtype
    if random.random() < 0.1:
        wrong = {"padding": "SAME", "ksize": [2, 1, 1, 1]}
        yield "tf.MaxPool", [x], wrong, refused("Expected ksize 'NC' elements to be 1"), EQUAL, dtype
        wrong = {"padding": "SAME", "ksize": [2, 2]}
        yield "tf.MaxPool", [x], wrong, refused("ksize should have 4 elements"), EQUAL, dtype


def normalizations(random):
    dtype = random.choice(FLOATS)
    shape = sizes(random, 4, 4)
    x = number(random, dtype, shape)
    scale, bias, mean = (number(random, dtype, shape[3:], True) for _ in range(3))
    variance = np.abs(number(random, dtype, shape[3:], True))
    epsilon = float(np.float32(random.random() + 0.01))
    given = {"epsilon": epsilon}
    if random.random() < 0.5:
        given["is_training"] = False
    if random.random() < 0.5:
        given["data_format"] = "NHWC"

    def make():
        s, b, m, v, y = (each.astype(np.float64) for each in (scale, bias, mean, variance, x))
        return (y - m) / np.sqrt(v + epsilon) * s + b

    chance = random.random()
    if chance < 0.05:
        given["is_training"], make = True, refused("BatchNorm training not currently supported")
    elif chance < 0.1:
        del given["epsilon"]
        make = refused("missing epsilon attribute", False)
    elif chance < 0.15:
        given["data_format"] = "NCHW"
        make = refused("only channel last order is supported", False)
    elif chance < 0.2:
        mean = number(random, dtype, [shape[3] + 1])
        make = refused("Mean, variance, bias, and scale are expected to have the same shape")
    yield "tf.FusedBatchNormV3", [x, scale, bias, mean, variance], given, make, LARGEST, dtype


# Ops that move elements.


def any_tensor(random, shape):
    dtype = random.choice([*NUMERIC, "bool", "str"])
    if dtype == "str":
        array = np.empty(shape, object)
        for index in np.ndindex(*shape):
            array[index] = bytes(random.integers(97, 123, random.integers(0, 4)).astype(np.uint8))
        return Strings(array)
    return number(random, dtype, shape)


def like(x, array):
    return Strings(array) if isinstance(x, Strings) else array


def array(x):
    return x.array if isinstance(x, Strings) else x


def indices(random, numbers, shape=None):
    dtype = [np.int32, np.int64][random.integers(2)]
    return np.array(numbers, dtype).reshape(len(numbers) if shape is None else shape)


def shapes(random):
    x = any_tensor(random, sizes(random, 0, 6))
    kind = [None, "int32", "int64", "float32"][random.choice(4, p=[0.3, 0.3, 0.3, 0.1])]
    given = {"out_type": DType(kind)} if kind else {}
    make = lambda: np.array(x.shape, kind or "int32")
    if kind == "float32":
        make = refused("Unsupported `out_type` value: f32")
    yield "tf.Shape", [x], given, make, EQUAL, kind or "int32"
    axis = int(random.integers(-len(x.shape) - 2, len(x.shape) + 2))
    rank = len(x.shape)
    chance = random.random()

    def expand():
        if not -rank - 1 <= axis <= rank:
            raise Fails(f"Failed to expand axis {axis} for tensor of rank {rank}")
        return like(x, np.expand_dims(array(x), axis))

    at = indices(random, [axis], [[], [1]][random.integers(2)])
    if chance < 0.04:
        at, expand = indices(random, [0, 1]), refused("Axis must be a scalar tensor")
    elif chance < 0.08:
        at, expand = np.array([0], np.int16), refused("Unsupported axis data type")
    yield "tf.ExpandDims", [x, at], {}, expand, EQUAL, None
    x = number(random, random.choice(NUMERIC), sizes(random, 0, 5))
    kind = random.choice(NUMERIC)
    make = lambda: Scalar(np.zeros((), kind)[()], x.shape)
    yield "tf.ZerosLike", [x], {"T": DType(kind)}, make, EQUAL, kind
    value = number(random, random.choice([*ARITHMETIC, "bool"]), sizes(random, 0, 5))
    given = {"value": value}
    make = lambda: value
    if random.random() < 0.5:
        given["dtype"] = DType(value.dtype.name)
        if random.random() < 0.2:
            other = "int8" if value.dtype != np.int8 else "int16"
            given["dtype"] = DType(other)
            make = refused("dtype attribute mismatch with expected tensor dtype")
    yield "tf.Const", [], given, make, EQUAL, None


def tiles(random):
    x = any_tensor(random, sizes(random, 1, 5, 3))
    multiples = [int(each) for each in random.integers(0 if random.random() < 0.1 else 1, 4, len(x.shape))]
    make = lambda: like(x, np.tile(array(x), multiples))
    numbers = indices(random, multiples)
    chance = random.random()
    if chance < 0.03:
        numbers, make = indices(random, [1], []), refused("Tile multiples must be a vector")
    elif chance < 0.06:
        numbers = np.array(multiples, np.int8)
        make = refused("Unsupported multiples data type")
    elif chance < 0.09:
        numbers = indices(random, [*multiples, 1])
        make = refused("Tile multiples must have the same size as input rank")
    elif chance < 0.12:
        x = number(random, "complex64", [2] * len(multiples))
        make = refused("Unsupported dtype: complex64")
    elif chance < 0.15:
        x = number(random, "float32", [1] * 6)
        numbers, make = indices(random, [1] * 6), refused("Unsupported tensor rank")
    yield "tf.Tile", [x, numbers], {}, make, EQUAL, None


def concatenations(random):
    first = any_tensor(random, sizes(random, 0, 5, 3))
    count, rank = int(random.integers(1, 5)), max(len(first.shape), 1)
    axis = int(random.integers(0, rank))
    inputs = [first]
    for _ in range(count - 1):
        shape = list(first.shape)
        if shape:
            shape[axis] = int(random.integers(0, 4))
        while True:
            other = any_tensor(random, shape)
            if str(other.dtype) == str(first.dtype):
                break
        inputs.append(other)
    written = axis - rank if random.random() < 0.5 else axis
    at = indices(random, [written], [])

    def make():
        arrays = [np.atleast_1d(array(x)) for x in inputs]
        return like(first, np.concatenate(arrays, axis))

    result, chance = make, random.random()
    if chance < 0.03:
        at, result = np.array(0, np.uint8), refused("Unsupported axis data type")
    elif chance < 0.06:
        inputs = [*inputs, number(random, "complex64", first.shape)]
        result = refused("Input dtypes do not match")
    elif chance < 0.09 and isinstance(first, np.ndarray):
        inputs = [*inputs, first[None]]
        result = refused("Input ranks do not match")
    elif chance < 0.15 and isinstance(first, np.ndarray) and first.ndim > 1:
        dimension = (axis + 1) % first.ndim
        shape = list(first.shape)
        shape[dimension] += 1
        inputs = [*inputs, number(random, first.dtype.name, shape)]
        result = refused(
            f"Wrong non-concatenating dimension. Dimension {dimension} for argument {len(inputs) - 1} doesn't "
            f"match the dimension of argument 0 (concatenate {shape_of(first.shape)} and {shape_of(shape)} on "
            f"axis {written})"
        )
    elif chance < 0.18:
        x = number(random, "complex64", [2])
        inputs, at = [x, x], np.array(0, np.int32)
        result = refused("Unsupported dtype: complex64")
    elif chance < 0.21:
        x = number(random, "float32", [1] * 6)
        inputs, at, result = [x, x], np.array(0, np.int32), refused("Unsupported output tensor rank")
    yield "tf.ConcatV2", [*inputs, at], {}, result, EQUAL, None


def pads(random):
    dtype = random.choice(NUMERIC)
    # Square, or the metadata function does not know the order of channels.
    side, images, channels = (int(each) for each in random.integers(1, [8, 3, 7]))
    x = number(random, dtype, [images, side, side, channels])
    sides = random.integers(0, 4, (2, 2))
    paddings = np.array([[0, 0], *sides, [0, 0]], np.int32)
    make = lambda: np.pad(x, paddings)
    if random.random() < 0.1:
        wrong = paddings.reshape([[2, 4], [8], [4, 2, 1]][random.integers(3)])
        yield "tf.Pad", [x, wrong], {}, refused("padding shape shoulsd be (4, 2)"), EQUAL, dtype
        wide = number(random, dtype, [1, 2, 3, 4])
        yield "tf.Pad", [wide, paddings], {}, refused("Could not guess channel order."), EQUAL, dtype
    yield "tf.Pad", [x, paddings], {}, make, EQUAL, dtype


def main(path, seed, rounds):
    random = np.random.default_rng(seed)
    families = [
        binary, unary, softmaxes, biases, products, fused, means, convolutions, pools, normalizations, shapes,
        tiles, concatenations, pads,
    ]
    counts, failing = {}, 0
    with open(path, "wb") as file:
        for _ in range(rounds):
            for family in families:
                for op, arguments, given, make, comparison, dtype in family(random):
                    case = text(op) + struct.pack("<I", len(arguments)) + b"".join(map(tensor, arguments))
                    case += struct.pack("<I", len(given))
                    case += b"".join(attribute(*each) for each in given.items())
                    try:
                        case += expectation(make(), comparison, dtype)
                    except Fails as fails:
                        case += b"\0" + text(fails.message) + struct.pack("<B", fails.reported)
                        failing += 1
                    file.write(case)
                    counts[op] = counts.get(op, 0) + 1
    total = sum(counts.values())
    print(f"NumPy {np.__version__}, seed {seed}: {total} calls of {len(counts)} ops, {failing} fail, in {path}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
