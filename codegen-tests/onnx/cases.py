"""Random calls of the ops of dialect `nn` with the results of ONNX's reference evaluator.

`codegen-tests/tests/together/onnx.rs` runs them; `cargo xtask onnx` makes both meet. A call is a program with a
function `main` from tensors to one tensor. What moves elements, computes with integers or finds places must
be equal bit for bit. For other results the evaluator computes in doubles; each element comes with the error
that it may have: some units in the last place of the sum of the magnitudes that it is made of.

    call:   u32 length, text; u32 count, tensors; the expected tensor; allowed errors
    tensor: u32 length, element type; u32 rank, u64 dimensions; u32 length, bytes
    allowed errors: u32 count, 0 for equal bits; of the expected elements and errors f64 each, else

All little endian. The script fails if an op, an element type, a rank from 0 to 5, an empty dimension or an
attribute away from its default does not occur.
"""

import collections
import struct
import sys
import warnings

import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

warnings.simplefilter("ignore")
OPSET = onnx.defs.onnx_opset_version()
FLOATS = ["f16", "bf16", "f32", "f64"]
SUMMED = ["i32", "i64"] + FLOATS
PLACED = ["i8", "i16", "i32", "i64"] + FLOATS
EXTREMES = ["i8", "i32", "i64"] + FLOATS
DTYPES = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "ui64": np.uint64,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}
ALL = list(DTYPES)
# The relative error of one rounding: of what sums are computed in, and of the result.
WORK = {"f16": 2.0**-24, "bf16": 2.0**-24, "f32": 2.0**-24, "f64": 2.0**-53}
ROUNDING = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53}
LEAST = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 2.0**-1074}
# Roundings of a sum that go the same way.
ROUNDINGS = 12

random = np.random.default_rng(23)
seen = collections.Counter()


def pick(*choices):
    return choices[random.integers(len(choices))]


def truth():
    return bool(random.integers(2))


def sizes(rank, *choices):
    return [int(pick(*(choices or (0, 1, 2, 3, 5)))) for _ in range(rank)]


def rank(least=0):
    return int(random.integers(least, 6))


def array(element, shape):
    """Numbers of that type, of which no two sums are likely to be equal."""
    dtype = DTYPES[element]
    if element == "i1":
        return random.integers(2, size=shape).astype(dtype)
    if np.issubdtype(dtype, np.integer):
        info = np.iinfo(dtype)
        ends = max(info.min, -(2**31)), min(info.max, 2**31)
        return random.integers(*ends, size=shape, endpoint=True).astype(dtype)
    if np.issubdtype(dtype, np.complexfloating):
        return (random.normal(size=shape) + 1j * random.normal(size=shape)).astype(dtype)
    return np.asarray(random.normal(size=shape) * 3).astype(dtype)


def evaluate(operator, inputs, attributes):
    """The result of ONNX's reference evaluator."""
    names = [f"x{at}" for at in range(len(inputs))]
    # A list without elements has no type; the default of an operand of rank 0 is that list too.
    attributes = {name: value for name, value in attributes.items() if value != []}
    node = helper.make_node(operator, names, ["y"], **attributes)
    infos = [helper.make_tensor_value_info(name, TensorProto.UNDEFINED, None) for name in names]
    results = [helper.make_tensor_value_info("y", TensorProto.UNDEFINED, None)]
    graph = helper.make_graph([node], "call", infos, results)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    return np.asarray(ReferenceEvaluator(model).run(None, dict(zip(names, inputs)))[0])


def tensor_type(element, shape, open_sizes=False):
    shape = ["?" if open_sizes else str(size) for size in shape]
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def attribute(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value} : i64"
    return "[" + ", ".join(str(int(it)) for it in value) + "]"


class Call:
    """A call of an op. `usual`: the values of attributes that do not count as away from the default."""

    def __init__(self, op, element, typed=True):
        self.op, self.element = op, element
        self.name = f"nn.{op}.{element}" if typed else f"nn.{op}"
        self.inputs, self.lists, self.attributes = [], [], {}

    def input(self, element, value):
        self.inputs.append((element, value))
        seen[f"rank {value.ndim}"] += 1
        seen["empty"] += value.size == 0
        return value

    def list(self, name, values, usual):
        """A constant operand."""
        self.lists.append([int(it) for it in values])
        if values != usual:
            seen[f"{self.op} {name}"] += 1

    def set(self, name, value, usual):
        self.attributes[name] = value
        if value != usual:
            seen[f"{self.op} {name}"] += 1

    def write(self, out, expected, element, allowed=None):
        open_sizes = pick(False, False, True)
        operands, types = [], []
        for at, (of, value) in enumerate(self.inputs):
            operands.append(f"%x{at}")
            types.append(tensor_type(of, value.shape, open_sizes))
        parameters = ", ".join(f"{name}: {ty}" for name, ty in zip(operands, types))
        constants = ""
        for at, values in enumerate(self.lists):
            operands.append(f"%l{at}")
            types.append(f"tensor<{len(values)}xi64>")
            dense = f"dense<{values if values else ''}> : {types[-1]}"
            constants += f"  %l{at} = arith.constant.tensor {dense}\n"
        gives = f"tensor<*x{element}>" if open_sizes else tensor_type(element, expected.shape)
        attributes = [f"{name} = {attribute(it)}" for name, it in sorted(self.attributes.items())]
        attributes = " {" + ", ".join(attributes) + "}" if attributes else ""
        text = f"func.func @main({parameters}) -> {gives} {{\n{constants}"
        text += f'  %y = "{self.name}"({", ".join(operands)}){attributes} : '
        text += f"({', '.join(types)}) -> {gives}\n  tfrt.return %y : {gives}\n}}\n"
        out.write(counted(text.encode()) + struct.pack("<I", len(self.inputs)))
        for of, value in self.inputs:
            out.write(encoded(of, value))
        # Of errors there is one for each element, and the elements are doubles.
        own = expected if allowed is None else np.zeros(expected.shape)
        out.write(encoded(element, own.astype(DTYPES[element])))
        if allowed is None:
            out.write(struct.pack("<I", 0))
        else:
            allowed = np.broadcast_to(allowed, expected.shape).astype(np.float64)
            out.write(struct.pack("<I", expected.size))
            out.write(np.ascontiguousarray(expected, np.float64).tobytes() + allowed.tobytes())
        seen[f"{self.op} {self.element}"] += 1
        seen[self.op] += 1


def counted(data):
    return struct.pack("<I", len(data)) + data


def encoded(element, value):
    shape = struct.pack("<I", value.ndim) + b"".join(struct.pack("<Q", it) for it in value.shape)
    return counted(element.encode()) + shape + counted(np.ascontiguousarray(value).tobytes())


def errors(element, expected, size, relative):
    """What each element may differ by, if it is a sum of elements of that size altogether."""
    allowed = (ROUNDINGS + relative) * WORK[element] * np.abs(size)
    return allowed + ROUNDING[element] * (np.abs(expected) + allowed) + LEAST[element]


def near(call, out, operator, attributes, magnitude=None, relative=0.0):
    """Writes a call of floats, or of integers, which must be equal."""
    element = call.element
    values = [value for _, value in call.inputs]
    if element not in FLOATS:
        return call.write(out, evaluate(operator, values, attributes), element)
    wide = [value.astype(np.float64) if of in FLOATS else value for of, value in call.inputs]
    expected = evaluate(operator, wide, attributes)
    if magnitude is None:
        size = expected
    else:
        positive = [np.abs(it) if of in FLOATS else it for (of, _), it in zip(call.inputs, wide)]
        size = evaluate(magnitude, positive, attributes)
    return call.write(out, expected, element, errors(element, expected, size, relative))


def matmul(out):
    element = pick(*SUMMED)
    call = Call("matmul", element)
    rows, inner, columns = sizes(3, 0, 1, 2, 3, 7, 33)
    batch = sizes(int(random.integers(0, 4)), 1, 2, 3)
    a = [pick(size, size, 1) for size in batch][int(random.integers(0, 2)) :]
    b = [pick(size, size, 1) for size in batch]
    a, b = pick((a, b), (b, a))
    a = a + [rows, inner] if a or truth() else [inner]
    b = b + [inner, columns] if b or truth() else [inner]
    call.input(element, array(element, a))
    call.input(element, array(element, b))
    near(call, out, "MatMul", {}, "MatMul", inner / 8)


def moved(op, element, inputs, attributes):
    call = Call(op, element, typed=False)
    for name, (value, usual) in attributes.items():
        call.set(name, value, usual)
    for of, value in inputs:
        call.input(of, value)
    return call


def broadcast(out):
    element = pick(*ALL)
    to = sizes(rank())
    cut = int(random.integers(0, len(to) + 1))
    own = [pick(size, size, 1) for size in to][cut:]
    wanted = [1 if size == mine and truth() else size for size, mine in zip(to[cut:], own)]
    wanted = to[:cut] + wanted
    if cut == 0 and wanted and truth():
        wanted = wanted[1:]
    value = array(element, own)
    call = moved("broadcast", element, [(element, value)], {})
    call.list("shape", wanted, None)
    call.write(out, evaluate("Expand", [value, np.array(wanted, np.int64)], {}), element)


def transpose(out):
    element = pick(*ALL)
    value = array(element, sizes(rank()))
    order = [int(it) for it in random.permutation(value.ndim)]
    usual = list(range(value.ndim))[::-1]
    call = moved("transpose", element, [(element, value)], {"perm": (order, usual)})
    call.write(out, evaluate("Transpose", [value], {"perm": order}), element)


def reshape(out):
    element = pick(*ALL)
    value = array(element, sizes(rank()))
    zero = truth()
    wanted = list(value.shape)
    wanted = [int(it) for it in random.permutation(wanted)] if zero or value.size else wanted
    if value.size and truth():
        at = int(random.integers(0, len(wanted) + 1))
        wanted[at : at + 2] = [-1]
    elif not zero and wanted and truth():
        wanted = list(value.shape)
        wanted[int(random.integers(0, len(wanted)))] = 0
    call = moved("reshape", element, [(element, value)], {"allowzero": (zero, False)})
    call.list("shape", wanted, None)
    shape = np.array(wanted, np.int64)
    call.write(out, evaluate("Reshape", [value, shape], {"allowzero": int(zero)}), element)


def slice_(out):
    element = pick(*ALL)
    value = array(element, sizes(rank(), 0, 1, 3, 6))
    count = int(random.integers(0, value.ndim + 1))
    axes = [int(it) for it in random.permutation(value.ndim)[:count]]
    ends = (-(2**63), 2**63 - 1, -9, 9)
    place = lambda: pick(*ends) if random.integers(4) == 0 else int(random.integers(-4, 5))
    starts, stops = [place() for _ in axes], [place() for _ in axes]
    steps = [pick(1, 1, 2, 3, -1, -1, -2, -3) for _ in axes]
    axes = [axis - value.ndim if truth() else axis for axis in axes]
    call = moved("slice", element, [(element, value)], {})
    call.list("starts", starts, None)
    call.list("ends", stops, None)
    lists = [starts, stops]
    if truth() or axes != list(range(count)) or steps != [1] * count:
        call.list("axes", axes, list(range(value.ndim)))
        lists.append(axes)
        if truth() or steps != [1] * count:
            call.list("steps", steps, [1] * count)
            lists.append(steps)
    lists = [np.array(it, np.int64) for it in lists]
    call.write(out, evaluate("Slice", [value, *lists], {}), element)


def concatenate(out):
    element = pick(*ALL)
    shape = sizes(rank(1))
    axis = int(random.integers(0, len(shape)))
    values = []
    for _ in range(int(random.integers(1, 4))):
        own = list(shape)
        own[axis] = int(pick(0, 1, 2, 4))
        values.append((element, array(element, own)))
    axis = axis - len(shape) if truth() else axis
    call = moved("concatenate", element, values, {"axis": (axis, None)})
    call.write(out, evaluate("Concat", [it for _, it in values], {"axis": axis}), element)


def select(out):
    element = pick(*ALL)
    all_sizes = sizes(rank())
    inputs = []
    for at in range(3):
        own = [pick(size, size, 1) for size in all_sizes][int(random.integers(0, 2)) :]
        of = "i1" if at == 0 else element
        inputs.append((of, array(of, own)))
    call = moved("select", element, inputs, {})
    call.write(out, evaluate("Where", [it for _, it in inputs], {}), element)


def reduction(op, operator, elements, magnitude, relative=0.0):
    def make(out):
        element = pick(*elements)
        call = Call(op, element)
        value = array(element, sizes(rank(), 0, 1, 2, 3, 21))
        if op == "reduce_prod" and element in FLOATS:
            value = np.asarray(1 + value.astype(np.float64) / 30).astype(value.dtype)
        call.input(element, value)
        count = int(random.integers(0, value.ndim + 1))
        axes = [int(it) for it in random.permutation(value.ndim)[:count]]
        axes = [axis - value.ndim if truth() else axis for axis in axes]
        keep, noop = truth(), truth()
        if axes or truth():
            call.list("axes", axes, [])
        call.set("keepdims", keep, True)
        # Without axes the evaluator returns the operand itself, whatever the op makes of each element.
        simple = op in ("reduce_sum", "reduce_prod", "reduce_max", "reduce_min", "reduce_mean")
        noop = noop and (simple or bool(axes))
        call.set("noop_with_empty_axes", noop, False)
        options = {"keepdims": int(keep), "noop_with_empty_axes": int(noop)}
        run = lambda name, value: evaluate(name, [value, np.array(axes, np.int64)], options)
        if element not in FLOATS or operator in ("ReduceMax", "ReduceMin"):
            return call.write(out, run(operator, value), element)
        wide = value.astype(np.float64)
        expected = run(operator, wide)
        size = run(magnitude, np.abs(wide)) if magnitude else expected
        return call.write(out, expected, element, errors(element, expected, size, relative * value.size))

    return make


def softmax(out):
    element = pick(*FLOATS)
    call = Call("softmax", element)
    value = call.input(element, array(element, sizes(rank(1), 1, 2, 3, 35)))
    axis = int(random.integers(-value.ndim, value.ndim))
    call.set("axis", axis, -1)
    # The evaluator takes an axis of 0 for the default.
    same = axis if axis else -value.ndim
    near(call, out, "Softmax", {"axis": same}, None, 8.0)


def place(op, operator):
    def make(out):
        element = pick(*PLACED)
        call = Call(op, element)
        value = array(element, sizes(rank(1), 1, 2, 3, 6))
        if truth():
            # Several are equal.
            value = np.asarray(np.sign(value.astype(np.float64))).astype(value.dtype)
        call.input(element, value)
        axis = int(random.integers(-value.ndim, value.ndim))
        keep, last = truth(), truth()
        call.set("axis", axis, 0)
        call.set("keepdims", keep, True)
        call.set("select_last_index", last, False)
        attributes = {"axis": axis, "keepdims": int(keep), "select_last_index": int(last)}
        call.write(out, evaluate(operator, [value], attributes), "i64")

    return make


def window(call, spatial, kernel):
    """The attributes of a window that fits, or None."""
    count = len(spatial)
    attributes = {
        "strides": sizes(count, 1, 1, 2, 3),
        "pads": sizes(2 * count, 0, 0, 1, 2),
        "dilations": sizes(count, 1, 1, 2),
    }
    for at in range(count):
        stride, dilation = attributes["strides"][at], attributes["dilations"][at]
        before, after = attributes["pads"][at], attributes["pads"][count + at]
        extent = (kernel[at] - 1) * dilation + 1
        padded = spatial[at] + before + after
        if extent > padded:
            return None
        # The pool of a window that has no element of the image is not defined.
        for start in range(0, max(before + spatial[at], padded - extent + 1), stride):
            elements = range(start, start + extent, dilation)
            if not any(before <= it < before + spatial[at] for it in elements):
                return None
    # What follows from the sizes has cases of its own (`makers/`).
    call.set("auto_pad", 0, 0)
    usual = {"strides": [1] * count, "pads": [0] * 2 * count, "dilations": [1] * count}
    for name, value in attributes.items():
        call.set(name, value, usual[name])
    return attributes


def conv(out):
    element = pick(*FLOATS)
    call = Call("conv", element)
    count, group = int(pick(1, 2, 2, 2, 3)), int(pick(1, 1, 2, 3))
    inputs, outputs = int(pick(1, 2, 3, 18)), group * int(pick(1, 2, 4))
    spatial, kernel = sizes(count, 1, 3, 6), sizes(count, 1, 2, 3)
    attributes = window(call, spatial, kernel)
    if attributes is None:
        return False
    call.set("group", group, 1)
    images = [int(pick(1, 1, 2)), group * inputs] + spatial
    call.input(element, array(element, images))
    call.input(element, array(element, [outputs, inputs] + kernel))
    if truth():
        call.input(element, array(element, [outputs]))
        seen["conv bias"] += 1
    attributes = dict(attributes, group=group, kernel_shape=kernel)
    near(call, out, "Conv", attributes, "Conv", inputs * np.prod(kernel) / 8)


def pool(op, operator, elements):
    def make(out):
        element = pick(*elements)
        call = Call(op, element)
        count = int(pick(1, 2, 2, 2, 3))
        spatial, kernel = sizes(count, 1, 3, 6), sizes(count, 1, 2, 3)
        attributes = window(call, spatial, kernel)
        if attributes is None:
            return False
        call.set("kernel_shape", kernel, None)
        ceil = truth()
        call.set("ceil_mode", ceil, False)
        attributes = dict(attributes, kernel_shape=kernel, ceil_mode=int(ceil))
        if op == "average_pool":
            include = truth()
            call.set("count_include_pad", include, False)
            attributes["count_include_pad"] = int(include)
            # The evaluator moves windows that reach far beyond the padding toward the start, and fails
            # where one that fits begins behind the image.
            for at in range(count):
                stride = attributes["strides"][at]
                extent = (kernel[at] - 1) * attributes["dilations"][at] + 1
                end = spatial[at] + attributes["pads"][at]
                rest = end + attributes["pads"][count + at] - extent
                if ceil and (-rest % stride > 1 or rest // stride * stride >= end):
                    return False
        elif all(it == 1 for it in attributes["strides"] + attributes["dilations"]):
            # For these the evaluator has other code, which refuses some shapes and pads integers with NaN.
            return False
        images = [int(pick(1, 2)), int(pick(1, 2))] + spatial
        value = call.input(element, array(element, images))
        if op == "average_pool":
            return near(call, out, operator, attributes, operator, 2.0)
        return call.write(out, evaluate(operator, [value], attributes), element)

    return make


MAKERS = {
    "matmul": matmul,
    "broadcast": broadcast,
    "transpose": transpose,
    "reshape": reshape,
    "slice": slice_,
    "concatenate": concatenate,
    "select": select,
    "softmax": softmax,
    "argmax": place("argmax", "ArgMax"),
    "argmin": place("argmin", "ArgMin"),
    "conv": conv,
    "max_pool": pool("max_pool", "MaxPool", ["i8"] + FLOATS),
    "average_pool": pool("average_pool", "AveragePool", FLOATS),
    "reduce_sum": reduction("reduce_sum", "ReduceSum", SUMMED, "ReduceSum"),
    "reduce_prod": reduction("reduce_prod", "ReduceProd", SUMMED, None, 1.0),
    "reduce_max": reduction("reduce_max", "ReduceMax", EXTREMES, None),
    "reduce_min": reduction("reduce_min", "ReduceMin", EXTREMES, None),
    "reduce_mean": reduction("reduce_mean", "ReduceMean", FLOATS, "ReduceMean"),
    "reduce_l1": reduction("reduce_l1", "ReduceL1", SUMMED, None),
    "reduce_l2": reduction("reduce_l2", "ReduceL2", FLOATS, None),
    "reduce_sum_square": reduction("reduce_sum_square", "ReduceSumSquare", SUMMED, None),
}
# These have more attributes, or more ways to be computed.
OFTEN = ["matmul", "conv", "max_pool", "average_pool", "slice", "softmax", "reduce_sum"]
REDUCTION = ["axes", "keepdims", "noop_with_empty_axes"]
ATTRIBUTES = {
    "transpose": ["perm"],
    "reshape": ["allowzero"],
    "slice": ["axes", "steps"],
    "softmax": ["axis"],
    "argmax": ["axis", "keepdims", "select_last_index"],
    "argmin": ["axis", "keepdims", "select_last_index"],
    "conv": ["strides", "pads", "dilations", "group", "bias"],
    "max_pool": ["strides", "pads", "dilations", "ceil_mode"],
    "average_pool": ["strides", "pads", "dilations", "ceil_mode", "count_include_pad"],
}
TYPES = {
    "matmul": SUMMED,
    "broadcast": ALL,
    "transpose": ALL,
    "reshape": ALL,
    "slice": ALL,
    "concatenate": ALL,
    "select": ALL,
    "softmax": FLOATS,
    "argmax": PLACED,
    "argmin": PLACED,
    "conv": FLOATS,
    "max_pool": ["i8"] + FLOATS,
    "average_pool": FLOATS,
}


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    names = list(MAKERS) + OFTEN
    written = 0
    with open(path, "wb") as out:
        while written < count:
            # A call whose window does not fit is made anew.
            if MAKERS[names[written % len(names)]](out) is not False:
                written += 1
    for name in MAKERS:
        wanted = [f"{name} {it}" for it in ATTRIBUTES.get(name, []) + TYPES.get(name, [])]
        wanted += [f"{name} {it}" for it in REDUCTION] if name.startswith("reduce") else []
        missing = [it for it in wanted if not seen[it]]
        assert not missing, f"no call has {missing}"
    missing = [f"rank {it}" for it in range(6) if not seen[f"rank {it}"]]
    assert not missing and seen["empty"] > 100, f"no operand has {missing}"
    ops = ", ".join(f"{name} {seen[name]}" for name in MAKERS)
    ranks = ", ".join(f"{it}: {seen[f'rank {it}']}" for it in range(6))
    print(f"{written} calls by onnx {onnx.__version__}, opset {OPSET}: {ops}")
    print(f"operands by rank {ranks}; {seen['empty']} are empty")


main()
