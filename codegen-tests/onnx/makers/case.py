"""Cases: what makers draw from, what they make, and what is expected of it."""

import copy
import warnings

import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

warnings.simplefilter("ignore")
LATEST = onnx.defs.onnx_opset_version()
OLDEST = 7
PREVIEW = "ai.onnx.preview"
BF16 = ml_dtypes.bfloat16
ELEMENTS = {
    "tensor(bool)": np.bool_,
    "tensor(int8)": np.int8,
    "tensor(int16)": np.int16,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
    "tensor(uint8)": np.uint8,
    "tensor(uint16)": np.uint16,
    "tensor(uint32)": np.uint32,
    "tensor(uint64)": np.uint64,
    "tensor(float16)": np.float16,
    "tensor(bfloat16)": BF16,
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(complex64)": np.complex64,
    "tensor(complex128)": np.complex128,
}
NAMES = {np.dtype(dtype): name for name, dtype in ELEMENTS.items()}
HALVES = [np.dtype(np.float16), np.dtype(BF16)]
FLOATS = HALVES + [np.dtype(np.float32), np.dtype(np.float64)]
# ONNX's own. Results of 16 bits come from several roundings of numbers that are a few units large.
USUAL, EXACT = (1e-3, 1e-7), (0.0, 0.0)
ROUNDED = {HALVES[0]: (4e-3, 4e-3), HALVES[1]: (3.2e-2, 3.2e-2)}


def is_float(dtype):
    return np.dtype(dtype) in FLOATS


def is_integer(dtype):
    return np.dtype(dtype) in NAMES and np.issubdtype(dtype, np.integer)


def schema_of(operator, opset):
    domain = PREVIEW if operator == "FlexAttention" else ""
    return onnx.defs.get_schema(operator, 1 if domain else opset, domain)


def opsets_of(operator):
    """The oldest opset of each version of an operator, and the latest."""
    if operator == "FlexAttention":
        return [LATEST]
    found = {}
    for opset in range(LATEST, OLDEST - 1, -1):
        try:
            schema = schema_of(operator, opset)
        except onnx.defs.SchemaError:
            continue
        if not schema.deprecated:
            found.setdefault(schema.since_version, []).append(opset)
    return sorted({opsets[-1] for opsets in found.values()} | {max(map(max, found.values()))})


class Draw:
    """What a maker asks for: random numbers, and what the schema of the operator's version says."""

    def __init__(self, random, operator, opset, turn, without):
        self.random, self.operator, self.opset, self.turn, self.without = random, operator, opset, turn, without
        self.schema = schema_of(operator, opset)

    def pick(self, *choices):
        return choices[self.random.integers(len(choices))]

    def truth(self):
        return bool(self.random.integers(2))

    def integer(self, least, most):
        return int(self.random.integers(least, most, endpoint=True))

    def sizes(self, rank, *choices):
        return [int(self.pick(*(choices or (0, 1, 1, 2, 2, 3, 3, 4)))) for _ in range(rank)]

    def shape(self, least=0, most=5, *choices):
        return self.sizes(self.integer(least, most), *choices)

    def axis(self, rank, negative=True):
        return self.integer(-rank if negative else 0, rank - 1)

    def axes(self, rank, least=0):
        """Some axes in any order, each counted from the start or the end."""
        chosen = self.random.permutation(rank)[: self.integer(least, rank)]
        negative = self.opset >= 11
        return [int(axis) - rank if negative and self.truth() else int(axis) for axis in chosen]

    def broadcast(self, count, least=0):
        """Shapes that broadcast to each other."""
        whole = self.shape(least)
        cut = lambda: self.pick(0, 0, self.integer(0, len(whole)))
        shapes = [[self.pick(size, size, 1) for size in whole][cut() :] for _ in range(count)]
        return shapes

    def elements(self, operand=0):
        """The types that an operand may have, of those that programs know; without those of which there is no case."""
        name = self.schema.inputs[operand].type_str
        return [it for it in allowed(self.schema, name) if f"{name} {it}" not in self.without]

    def element(self, operand=0, among=None):
        """The type whose turn it is."""
        types = [it for it in self.elements(operand) if among is None or it in among]
        return types[self.turn // 2 % len(types)]

    def floats(self, name=None):
        """Attributes that are numbers, away from their defaults; some are left out."""
        kinds = onnx.defs.OpSchema.AttrType
        drawn = {}
        for attribute in self.schema.attributes.values():
            usual = helper.get_attribute_value(attribute.default_value) if attribute.default_value.type else None
            if attribute.type == kinds.FLOAT and self.integer(0, 3):
                drawn[attribute.name] = float(np.float32(self.random.uniform(0.2, 2.0)))
            elif attribute.type == kinds.INT and usual in (0, 1) and self.truth():
                drawn[attribute.name] = 1 - usual
        return drawn

    def flags(self, **usual):
        """Attributes that are truth values and occur in this version; some are left out."""
        known = [name for name in usual if name in self.schema.attributes]
        return {name: self.integer(0, 1) for name in known if self.integer(0, 2)}

    def has(self, attribute):
        return attribute in self.schema.attributes

    def steps(self, dtype, shape, least=-4, most=4):
        """Numbers whose sums and products are exact: integers, and floats that are quarters."""
        dtype = np.dtype(dtype)
        if dtype == np.bool_:
            return self.random.integers(2, size=shape).astype(dtype)
        if is_integer(dtype):
            least = max(least, np.iinfo(dtype).min)
            return self.random.integers(least, most, size=shape, endpoint=True).astype(dtype)
        quarters = lambda: self.random.integers(4 * least, 4 * most, size=shape, endpoint=True) / 4
        return np.asarray(quarters() if is_float(dtype) else quarters() + 1j * quarters()).astype(dtype)

    def numbers(self, dtype, shape, least=-4.0, most=4.0):
        """Any numbers: all integers of a type, floats between bounds."""
        dtype = np.dtype(dtype)
        if is_integer(dtype):
            info = np.iinfo(dtype)
            return self.random.integers(info.min, info.max, size=shape, dtype=dtype, endpoint=True)
        if is_float(dtype):
            return np.asarray(self.random.uniform(least, most, size=shape)).astype(dtype)
        return self.steps(dtype, shape)

    def list(self, values, dtype=np.int64):
        return np.array(values, dtype)

    def index(self, shape, size, dtype=np.int64, negative=True):
        """Indices along a dimension of that size."""
        least = -size if negative and not np.dtype(dtype).kind == "u" else 0
        return self.random.integers(least, size, size=shape).astype(dtype)


def allowed(schema, name):
    names = [it.allowed_type_strs for it in schema.type_constraints if it.type_param_str == name]
    names = names[0] if names else [name]
    return [np.dtype(ELEMENTS[it]) for it in ELEMENTS if it in names]


class Case:
    """A node with its operands.

    `own` computes the results from operands and attributes, with defaults, where the reference does not; `wide`:
    floats are computed in doubles; `known`: operands that are constants of the model; `closed`: those whose sizes it
    says; `others`: values of attributes for the same node with another answer; `to`: the types of results that no
    operand has.
    """

    def __init__(self, inputs, attributes=None, results=1, own=None, wide=True, known=(), closed=(), others=None, to=None):
        self.inputs, self.attributes, self.results = inputs, attributes or {}, results
        self.own, self.wide, self.known, self.closed, self.others, self.to = own, wide, known, closed, others or {}, to or {}

    def siblings(self, name):
        """The same node with this attribute alone changed."""
        for value in [None] + self.others.get(name, []):
            other = copy.copy(self)
            other.attributes = {key: it for key, it in self.attributes.items() if key != name}
            if value is not None:
                other.attributes[name] = value
            yield other

    def expected(self, operator, opset):
        """The results, in their types."""
        schema = schema_of(operator, opset)
        wide = lambda it: it.astype(np.float64) if it is not None and is_float(it.dtype) and self.wide else it
        inputs = [wide(it) for it in self.inputs]
        if self.own:
            found = self.own(inputs, Attributes(schema, self.attributes))
        else:
            found = reference(operator, opset, inputs, self.attributes, self.results)
        types = result_types(schema, self, len(found))
        found = [np.asarray(it) for it in found]
        return [it.astype(to or it.dtype) for it, to in zip(found, types)]


class Attributes(dict):
    """The attributes of a node; those left out have their defaults, or are None."""

    def __init__(self, schema, given):
        for name, attribute in schema.attributes.items():
            usual = attribute.default_value
            value = helper.get_attribute_value(usual) if usual.type else None
            self[name] = value.decode() if isinstance(value, bytes) else value
        self.update(given)


def result_types(schema, case, count):
    bound = {}
    for position, value in enumerate(case.inputs):
        formal = schema.inputs[min(position, len(schema.inputs) - 1)]
        if value is not None:
            bound.setdefault(formal.type_str, value.dtype)
    types = []
    for position in range(count):
        name = schema.outputs[min(position, len(schema.outputs) - 1)].type_str
        only = allowed(schema, name)
        fixed = only[0] if len(only) == 1 else None
        types.append(case.to.get(position, bound.get(name, fixed)))
    return types


def node_of(operator, names, results, attributes):
    domain = PREVIEW if operator == "FlexAttention" else ""
    return helper.make_node(operator, names, results, domain=domain, **attributes)


def names_of(inputs):
    return [f"x{at}" if it is not None else "" for at, it in enumerate(inputs)]


def sets(opset, operator):
    domains = [helper.make_opsetid("", opset)]
    return domains + ([helper.make_opsetid(PREVIEW, 1)] if operator == "FlexAttention" else [])


def reference(operator, opset, inputs, attributes, results=1):
    """The results by ONNX's reference evaluator, which looks at no types."""
    names = names_of(inputs)
    given = {name: it for name, it in zip(names, inputs) if name}
    outputs = [f"y{at}" for at in range(results)]
    node = node_of(operator, names, outputs, attributes)
    infos = [helper.make_tensor_value_info(name, TensorProto.UNDEFINED, None) for name in given]
    ends = [helper.make_tensor_value_info(name, TensorProto.UNDEFINED, None) for name in outputs]
    model = helper.make_model(helper.make_graph([node], "case", infos, ends), opset_imports=sets(opset, operator))
    return ReferenceEvaluator(model).run(None, given)


def model_of(operator, opset, case, expected, random):
    """The model of a case, and the operands that are its inputs."""
    names = names_of(case.inputs)
    infos, constants, values = [], [], []
    for at, (name, value) in enumerate(zip(names, case.inputs)):
        if value is None:
            continue
        # Lists are constants in most models, and any operand may be one.
        listed = at > 0 and value.dtype == np.int64 and value.ndim < 2
        if at in case.known or random.integers(2 if listed else 6) == 0:
            constants.append(numpy_helper.from_array(value, name))
            continue
        open_sizes = at not in case.closed
        shape = [None if open_sizes and random.integers(6) == 0 else size for size in value.shape]
        infos.append(helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(value.dtype), shape))
        values.append(value)
    outputs = [f"y{at}" for at in range(len(expected))]
    types = [helper.np_dtype_to_tensor_dtype(it.dtype) for it in expected]
    ends = [helper.make_tensor_value_info(name, of, None) for name, of in zip(outputs, types)]
    node = node_of(operator, names, outputs, case.attributes)
    graph = helper.make_graph([node], "case", infos, ends, constants)
    return helper.make_model(graph, opset_imports=sets(opset, operator), ir_version=10), values


def tolerance(case, expected):
    """Relative and absolute: integers alone must be equal."""
    types = [it.dtype for it in expected if is_float(it.dtype)]
    if types and case.wide:
        types += [it.dtype for it in case.inputs if it is not None and is_float(it.dtype)]
    halves = [it for it in types if it in HALVES]
    return ROUNDED[halves[-1]] if halves else USUAL if types else EXACT


def is_nearly_nothing(case, expected):
    """Whether a float of 32 bits is a sum of which little is left: the roundings of its parts are larger."""
    singles = [np.abs(it) for it in expected if it.dtype == np.float32]
    return case.wide and any(((0 < it) & (it < 3e-4)).any() for it in singles)


def differ(some, others, within):
    """Whether results differ by more than what is allowed."""
    relative, absolute = within
    for a, b in zip(some, others):
        if a.dtype != b.dtype or a.shape != b.shape:
            return True
        if a.dtype == np.bool_ or a.dtype.kind == "c":
            if not np.array_equal(a, b, equal_nan=a.dtype.kind == "c"):
                return True
            continue
        a, b = a.astype(np.float64), b.astype(np.float64)
        if not np.allclose(a, b, relative, absolute, equal_nan=True):
            return True
    return False
