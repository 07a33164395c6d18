"""ONNX's own files with what Python's protobuf and numpy read in them.

`codegen-tests/tests/together/onnx_files.rs` reads them with our decoder and says the same in the same words;
`cargo xtask onnx` makes both meet. The files are the models, inputs and outputs of all tests of nodes, the
models that the package has on disk with their data, and models at random with every field that the decoder
knows. A record is a kind (what the file is), a name, the file and the text, each as u32 length and bytes.

    files.py NUMBER_OF_RANDOM_MODELS SEED FILE
"""

import collections
import glob
import os
import struct
import sys
import warnings
import zlib

import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, helper, numpy_helper
from onnx.backend.test.loader import load_node_model_tests

from values import message_of

warnings.simplefilter("ignore")
SUPPORTED = {
    "FLOAT", "UINT8", "INT8", "UINT16", "INT16", "INT32", "INT64", "BOOL", "FLOAT16", "DOUBLE",
    "UINT32", "UINT64", "COMPLEX64", "COMPLEX128", "BFLOAT16",
}
VALUES = ["tensor_type", "sequence_type", "map_type", "optional_type", "sparse_tensor_type"]
FIELDS = {
    "FLOAT": "f", "INT": "i", "STRING": "s", "TENSOR": "t", "GRAPH": "g", "SPARSE_TENSOR": "sparse_tensor",
    "TYPE_PROTO": "tp", "FLOATS": "floats", "INTS": "ints", "STRINGS": "strings", "TENSORS": "tensors",
    "GRAPHS": "graphs", "SPARSE_TENSORS": "sparse_tensors", "TYPE_PROTOS": "type_protos",
}
CONTENTS = ["raw_data", "float_data", "int32_data", "int64_data", "uint64_data", "double_data"]
seen = collections.Counter()


def text(value):
    """A text in quotes, with everything but plain characters as bytes."""
    data = value if isinstance(value, bytes) else value.encode()
    plain = lambda it: chr(it) if 32 <= it < 127 and it not in b'"\\' else f"\\{it:02x}"
    return '"' + "".join(map(plain, data)) + '"'


def texts(values):
    return "[" + ", ".join(map(text, values)) + "]"


def numbers(values):
    return "[" + ", ".join(map(str, values)) + "]"


def bits(value):
    return struct.pack("<f", value).hex()


def data(values):
    """Bytes: all of them if they are few, else their number and a checksum."""
    return values.hex() if len(values) <= 256 else f"{len(values)} bytes {zlib.adler32(values):08x}"


def entries(values):
    return "{" + ", ".join(f"{text(it.key)}: {text(it.value)}" for it in values) + "}"


def type_name(number):
    return TensorProto.DataType.Name(number)


def type_text(ty):
    kind = ty.WhichOneof("value")
    seen[f"type {kind}"] += 1
    inner = getattr(ty, kind) if kind else None
    if kind in ("tensor_type", "sparse_tensor_type"):
        shape = "*"
        if inner.HasField("shape"):
            shape = "[" + ", ".join(map(dimension, inner.shape.dim)) + "]"
        found = f"{kind}({type_name(inner.elem_type)} {shape})"
    elif kind in ("sequence_type", "optional_type"):
        found = f"{kind}({type_text(inner.elem_type) if inner.HasField('elem_type') else 'none'})"
    elif kind == "map_type":
        value = type_text(inner.value_type) if inner.HasField("value_type") else "none"
        found = f"{kind}({type_name(inner.key_type)} {value})"
    elif kind == "opaque_type":
        found = f"{kind}({text(inner.domain)} {text(inner.name)})"
    else:
        found = "none"
    return found + text(ty.denotation)


def dimension(dim):
    kind = dim.WhichOneof("value")
    value = {"dim_value": dim.dim_value, "dim_param": text(dim.dim_param), None: "?"}[kind]
    return f"{value}{text(dim.denotation)}"


class Writer:
    """Lines with a depth each."""

    def __init__(self):
        self.lines, self.depth = [], 0

    def line(self, *words):
        self.lines.append("  " * self.depth + " ".join(words))

    def inner(self, write, values):
        self.depth += 1
        for value in values:
            write(value)
        self.depth -= 1

    def tensor(self, it):
        name = type_name(it.data_type)
        self.line("tensor", text(it.name), name, numbers(it.dims), text(it.doc_string), entries(it.metadata_props))
        self.depth += 1
        if name not in SUPPORTED:
            self.line("unsupported", texts(it.string_data))
        elif it.data_location == TensorProto.EXTERNAL:
            where = {entry.key: entry.value for entry in it.external_data}
            start, length = int(where.get("offset", 0)), int(where["length"])
            self.line("outside", text(where["location"]), str(start), str(start + length))
            seen["outside"] += 1
        else:
            self.line("elements", data(np.ascontiguousarray(numpy_helper.to_array(it)).tobytes()))
            for field in CONTENTS:
                seen[f"{name} in {field}"] += bool(getattr(it, field))
        self.depth -= 1

    def sparse(self, it):
        self.line("sparse", numbers(it.dims))
        self.inner(self.tensor, [it.values, it.indices])

    def value(self, it):
        ty = type_text(it.type) if it.HasField("type") else "untyped"
        self.line("value", text(it.name), ty, text(it.doc_string), entries(it.metadata_props))

    def attribute(self, it):
        kind = AttributeProto.AttributeType.Name(it.type)
        words = ["attribute", text(it.name), kind, text(it.doc_string)]
        seen[f"attribute {'of a function' if it.ref_attr_name else kind}"] += 1
        if it.ref_attr_name:
            return self.line(*words, "of", text(it.ref_attr_name))
        value = getattr(it, FIELDS[kind])
        plain = {
            "FLOAT": bits, "INT": str, "STRING": text, "TYPE_PROTO": type_text, "INTS": numbers, "STRINGS": texts,
            "FLOATS": lambda values: numbers(map(bits, values)),
            "TYPE_PROTOS": lambda values: numbers(map(type_text, values)),
        }
        if kind in plain:
            return self.line(*words, plain[kind](value))
        self.line(*words)
        write = {"TENSOR": self.tensor, "GRAPH": self.graph, "SPARSE_TENSOR": self.sparse}[kind.removesuffix("S")]
        return self.inner(write, value if kind.endswith("S") else [value])

    def node(self, it):
        self.line("node", text(it.op_type), text(it.domain), text(it.overload), text(it.name), text(it.doc_string))
        self.line(" ", texts(it.input), texts(it.output), entries(it.metadata_props))
        self.inner(self.attribute, it.attribute)

    def graph(self, it):
        self.line("graph", text(it.name), text(it.doc_string), entries(it.metadata_props))
        self.inner(self.value, it.input)
        self.inner(self.value, it.output)
        self.inner(self.value, it.value_info)
        self.inner(self.tensor, it.initializer)
        self.inner(self.sparse, it.sparse_initializer)
        self.inner(self.node, it.node)

    def function(self, it):
        self.line("function", text(it.name), text(it.domain), text(it.overload), text(it.doc_string))
        self.line(" ", texts(it.input), texts(it.output), texts(it.attribute), entries(it.metadata_props))
        self.line(" ", operators(it.opset_import))
        self.inner(self.attribute, it.attribute_proto)
        self.inner(self.value, it.value_info)
        self.inner(self.node, it.node)

    def model(self, it):
        self.line("model", str(it.ir_version), operators(it.opset_import), entries(it.metadata_props))
        self.line(" ", text(it.producer_name), text(it.producer_version), text(it.domain), str(it.model_version))
        self.line(" ", text(it.doc_string))
        self.graph(it.graph)
        self.inner(self.function, it.functions)

    def sequence(self, it):
        self.line("sequence", text(it.name), str(it.elem_type))
        self.inner(self.tensor, it.tensor_values)
        self.inner(self.sparse, it.sparse_tensor_values)
        self.inner(self.sequence, it.sequence_values)
        self.inner(self.map, it.map_values)
        self.inner(self.optional, it.optional_values)

    def map(self, it):
        self.line("map", text(it.name), type_name(it.key_type), numbers(it.keys), texts(it.string_keys))
        self.inner(self.sequence, [it.values] if it.HasField("values") else [])

    def optional(self, it):
        self.line("optional", text(it.name), str(it.elem_type))
        for field, write in [
            ("tensor_value", self.tensor),
            ("sparse_tensor_value", self.sparse),
            ("sequence_value", self.sequence),
            ("map_value", self.map),
            ("optional_value", self.optional),
        ]:
            self.inner(write, [getattr(it, field)] if it.HasField(field) else [])


def operators(values):
    return "{" + ", ".join(f"{text(it.domain)}: {it.version}" for it in values) + "}"


def write(out, kind, name, file, message):
    writer = Writer()
    {
        "model": writer.model,
        "tensor_type": writer.tensor,
        "sequence_type": writer.sequence,
        "map_type": writer.map,
        "optional_type": writer.optional,
        "sparse_tensor_type": writer.sparse,
    }[kind](message)
    for part in (kind.encode(), name.encode(), file, "\n".join(writer.lines).encode()):
        out.write(struct.pack("<I", len(part)) + part)
    seen[kind] += 1


PARSED = {
    "tensor_type": onnx.TensorProto,
    "sequence_type": onnx.SequenceProto,
    "map_type": onnx.MapProto,
    "optional_type": onnx.OptionalProto,
    "sparse_tensor_type": onnx.SparseTensorProto,
}


def write_value(out, name, info, file):
    kind = info.type.WhichOneof("value")
    write(out, kind, name, file, PARSED[kind].FromString(file))


def node_tests(out):
    for case in load_node_model_tests():
        graph = case.model.graph
        write(out, "model", case.name, case.model.SerializeToString(), case.model)
        seen["node tests"] += 1
        for values in case.data_sets:
            for infos, of in zip((graph.input, graph.output), values):
                for at, (info, value) in enumerate(zip(infos, of)):
                    file = message_of(value, info).SerializeToString()
                    write_value(out, f"{case.name} {info.name} {at}", info, file)


def files_on_disk(out):
    folder = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data")
    for path in sorted(glob.glob(f"{folder}/**/*.onnx", recursive=True)):
        name = os.path.relpath(path, folder)
        with open(path, "rb") as file:
            file = file.read()
        model = onnx.ModelProto.FromString(file)
        write(out, "model", name, file, model)
        seen["models on disk"] += 1
        for side, infos in (("input", model.graph.input), ("output", model.graph.output)):
            for at, info in enumerate(infos):
                for data_file in glob.glob(f"{os.path.dirname(path)}/test_data_set_*/{side}_{at}.pb"):
                    with open(data_file, "rb") as file:
                        write_value(out, os.path.relpath(data_file, folder), info, file.read())


class Random:
    """Models of every field, which need not mean anything."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def pick(self, *choices):
        return choices[self.random.integers(len(choices))]

    def some(self, make, most=3):
        return [make() for _ in range(self.random.integers(most + 1))]

    def text(self):
        return self.pick("", "", "a", "name", "\u00e4\u20ac", 'q"\\', "long name " * 20)

    def bytes(self):
        return self.random.bytes(self.random.integers(5))

    def int(self):
        return int(self.pick(0, 1, -1, 127, 128, -(2**63), 2**63 - 1, int(self.random.integers(-1000, 1000))))

    def float(self):
        return float(self.pick(0.0, -0.0, 1.5, float("inf"), float("nan"), float(self.random.normal())))

    def entries(self, to):
        for _ in range(self.pick(0, 0, 1, 2)):
            to.add(key=self.text(), value=self.text())

    def tensor(self):
        number = self.pick(*[it for it in TensorProto.DataType.values() if it])
        name = type_name(number)
        dims = [int(self.pick(0, 1, 2, 3, 3, 40)) for _ in range(self.random.integers(4))]
        it = TensorProto(name=self.text(), doc_string=self.text(), dims=dims, data_type=number)
        count = int(np.prod(dims, dtype=np.int64))
        self.entries(it.metadata_props)
        if name == "STRING":
            it.string_data.extend(self.bytes() for _ in range(count))
        elif name not in SUPPORTED:
            it.raw_data = self.bytes()
        elif self.random.integers(8) == 0:
            size = count * numpy_helper.to_array(TensorProto(dims=[0], data_type=number)).itemsize
            it.data_location = TensorProto.EXTERNAL
            for key, value in (("location", "a/w.bin"), ("offset", "64"), ("length", str(size))):
                it.external_data.add(key=key, value=value)
        else:
            self.fill(it, name, count)
        return it

    def fill(self, it, name, count):
        dtype = helper.tensor_dtype_to_np_dtype(it.data_type)
        if name == "BOOL":
            values = self.random.integers(2, size=count).astype(np.uint8)
        else:
            values = np.frombuffer(self.random.bytes(count * dtype.itemsize), np.uint8)
        field = helper.tensor_dtype_to_field(it.data_type)
        if field == "raw_data" or self.random.integers(2):
            it.raw_data = values.tobytes()
            return
        own = {
            "FLOAT": "f4", "COMPLEX64": "f4", "DOUBLE": "f8", "COMPLEX128": "f8", "INT64": "i8", "UINT64": "u8",
            "UINT32": "u4", "INT32": "i4", "INT16": "i2", "UINT16": "u2", "FLOAT16": "u2", "BFLOAT16": "u2",
            "INT8": "i1", "UINT8": "u1", "BOOL": "u1",
        }[name]
        values = np.frombuffer(values.tobytes(), "<" + own)
        if own[0] == "f":
            # The bits of some that are no numbers do not survive the way through Python.
            values = np.nan_to_num(values)
        getattr(it, field).extend(values.tolist())

    def sparse(self):
        return onnx.SparseTensorProto(values=self.tensor(), indices=self.tensor(), dims=self.some(self.int))

    def type(self, depth=2):
        kind = self.pick(*VALUES, "tensor_type", "opaque_type", None)
        it = onnx.TypeProto(denotation=self.text())
        if kind is None:
            return it
        inner = getattr(it, kind)
        inner.SetInParent()
        element = lambda: self.pick(*TensorProto.DataType.values())
        if kind in ("tensor_type", "sparse_tensor_type"):
            inner.elem_type = element()
            if self.random.integers(4):
                inner.shape.SetInParent()
                for _ in range(self.random.integers(4)):
                    dim = inner.shape.dim.add(denotation=self.text())
                    of = self.random.integers(3)
                    if of == 0:
                        dim.dim_value = self.int()
                    elif of == 1:
                        dim.dim_param = self.text()
        elif kind == "opaque_type":
            inner.domain, inner.name = self.text(), self.text()
        elif kind == "map_type":
            inner.key_type = element()
            if depth:
                inner.value_type.CopyFrom(self.type(depth - 1))
        elif depth:
            inner.elem_type.CopyFrom(self.type(depth - 1))
        return it

    def value(self):
        it = onnx.ValueInfoProto(name=self.text(), doc_string=self.text())
        if self.random.integers(5):
            it.type.CopyFrom(self.type())
        self.entries(it.metadata_props)
        return it

    def attribute(self, depth):
        kinds = [it for it in FIELDS if depth or not it.startswith("GRAPH")]
        kind = self.pick(*kinds)
        it = AttributeProto(name=self.text(), doc_string=self.text(), type=AttributeProto.AttributeType.Value(kind))
        if self.random.integers(8) == 0:
            it.ref_attr_name = "outer"
            return it
        field = FIELDS[kind]
        make = {
            "FLOAT": self.float, "INT": self.int, "STRING": self.bytes, "TENSOR": self.tensor,
            "GRAPH": lambda: self.graph(depth - 1), "SPARSE_TENSOR": self.sparse, "TYPE_PROTO": self.type,
        }[kind.removesuffix("S")]
        if kind.endswith("S"):
            getattr(it, field).extend(self.some(make))
        elif kind in ("FLOAT", "INT", "STRING"):
            setattr(it, field, make())
        else:
            getattr(it, field).CopyFrom(make())
        return it

    def node(self, depth):
        it = onnx.NodeProto(
            op_type=self.text(), domain=self.text(), overload=self.text(), name=self.text(),
            doc_string=self.text(), input=self.some(self.text), output=self.some(self.text),
        )
        self.entries(it.metadata_props)
        it.attribute.extend(self.some(lambda: self.attribute(depth), 4))
        # What is skipped.
        if self.random.integers(4) == 0:
            it.device_configurations.add(configuration_id="c", pipeline_stage=-1).sharding_spec.add(device=[1, 2])
        return it

    def graph(self, depth):
        it = onnx.GraphProto(name=self.text(), doc_string=self.text())
        it.initializer.extend(self.some(self.tensor))
        it.sparse_initializer.extend(self.some(self.sparse, 1))
        for to in (it.input, it.output, it.value_info):
            to.extend(self.some(self.value, 2))
        it.node.extend(self.some(lambda: self.node(depth)))
        self.entries(it.metadata_props)
        if self.random.integers(4) == 0:
            it.quantization_annotation.add(tensor_name="t").quant_parameter_tensor_names.add(key="k")
        return it

    def function(self):
        it = onnx.FunctionProto(
            name=self.text(), domain=self.text(), overload=self.text(), doc_string=self.text(),
            input=self.some(self.text), output=self.some(self.text), attribute=self.some(self.text),
        )
        it.attribute_proto.extend(self.some(lambda: self.attribute(1), 2))
        it.node.extend(self.some(lambda: self.node(1), 2))
        it.value_info.extend(self.some(self.value, 2))
        it.opset_import.add(domain=self.text(), version=self.int())
        self.entries(it.metadata_props)
        return it

    def model(self):
        it = onnx.ModelProto(
            ir_version=int(self.random.integers(1, 15)), producer_name=self.text(), producer_version=self.text(),
            domain=self.text(), model_version=self.int(), doc_string=self.text(), graph=self.graph(2),
        )
        for _ in range(self.random.integers(3)):
            it.opset_import.add(domain=self.text(), version=self.int())
        it.functions.extend(self.some(self.function, 2))
        self.entries(it.metadata_props)
        if self.random.integers(4) == 0:
            it.training_info.add(algorithm=self.graph(0))
            it.configuration.add(name="c", num_devices=2, device=["a", "b"])
        return it

    def sequence(self, depth):
        it = onnx.SequenceProto(name=self.text(), elem_type=int(self.random.integers(6)))
        it.tensor_values.extend(self.some(self.tensor))
        it.sparse_tensor_values.extend(self.some(self.sparse, 1))
        if depth:
            it.sequence_values.extend(self.some(lambda: self.sequence(depth - 1), 2))
            it.map_values.extend(self.some(lambda: self.map(depth - 1), 1))
            it.optional_values.extend(self.some(lambda: self.optional(depth - 1), 1))
        return it

    def map(self, depth):
        it = onnx.MapProto(name=self.text(), key_type=self.pick(*TensorProto.DataType.values()))
        it.keys.extend(self.some(self.int))
        it.string_keys.extend(self.some(self.bytes))
        if self.random.integers(3):
            it.values.CopyFrom(self.sequence(max(depth - 1, 0)))
        return it

    def optional(self, depth):
        it = onnx.OptionalProto(name=self.text(), elem_type=int(self.random.integers(6)))
        field = self.pick("tensor_value", "sparse_tensor_value", "sequence_value", "map_value", "optional_value", "")
        make = {
            "tensor_value": self.tensor, "sparse_tensor_value": self.sparse,
            "sequence_value": lambda: self.sequence(max(depth - 1, 0)), "map_value": lambda: self.map(depth),
            "optional_value": lambda: self.optional(depth - 1),
        }.get(field)
        if make and (depth or field != "optional_value"):
            getattr(it, field).CopyFrom(make())
        return it


def main():
    count, seed, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    random = Random(seed)
    with open(path, "wb") as out:
        np.random.seed(seed % 2**32)
        node_tests(out)
        files_on_disk(out)
        for at in range(count):
            name = f"random {seed} {at}"
            made = {
                "model": random.model(), "sequence_type": random.sequence(2), "map_type": random.map(2),
                "optional_type": random.optional(2), "sparse_tensor_type": random.sparse(),
            }
            for kind, message in made.items():
                write(out, kind, name, message.SerializeToString(), message)
    wanted = ["node tests", "models on disk", "outside", "type None", "type opaque_type", "attribute of a function"]
    wanted += [f"type {it}" for it in VALUES] + [f"attribute {it}" for it in FIELDS]
    for name in SUPPORTED:
        field = helper.tensor_dtype_to_field(TensorProto.DataType.Value(name))
        wanted += [f"{name} in raw_data", f"{name} in {field}"]
    missing = [it for it in wanted if not seen[it]]
    assert not missing, f"no file has {missing}"
    kinds = ", ".join(f"{seen[it]} {it}" for it in ["node tests", "models on disk", "model", *PARSED])
    print(f"files by onnx {onnx.__version__}: {kinds}")


main()
