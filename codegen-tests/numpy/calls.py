"""How calls of ops are written, which `ops.py` draws.

    call:   text op; u32 count, tensors; u32 count, attributes; expectation
    text:   u32 length, bytes
    tensor: u8 kind, u8 element type; u32 rank, i64 sizes; u8 elements: all of them (kind 0), one (kind 1)
            or texts (kind 2)
    attribute: text name; u8 kind; the value
            0: u8 truth value. 1: u32 count, i64 numbers. 2: text. 3: u8 element type. 4: f32. 5: tensor.
            6: u32 count, texts
    expectation: u8 0, text message, u8 whether it is reported; or u8 1, u8 comparison, tensor
            Comparisons: 0: equal. 1: within 2 ulp. 2: f64 elements, within 1e-6. 3: f64 elements, within
            1e-5 of the largest. Complex elements of these are two.

All little endian.
"""

import struct

import numpy as np

DTYPES = {
    "uint8": 1, "uint16": 2, "uint32": 3, "uint64": 4, "bool": 5, "int8": 6, "int16": 7, "int32": 8,
    "int64": 9, "float32": 10, "float64": 11, "complex64": 12, "complex128": 13, "float16": 14,
}
NAMES = {
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "bool": "i1", "int8": "i8",
    "int16": "i16", "int32": "i32", "int64": "i64", "float32": "f32", "float64": "f64", "float16": "f16",
    "complex64": "complex64", "complex128": "complex128",
}
INTEGERS = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"]
FLOATS = ["float32", "float64"]
NUMERIC = INTEGERS + ["float16"] + FLOATS
ARITHMETIC = NUMERIC + ["complex64", "complex128"]
STRING = 16
EQUAL, ULPS, NEAR, LARGEST = range(4)


class Scalar:
    """One value and a shape."""

    def __init__(self, value, shape):
        self.value, self.shape = value, tuple(shape)
        self.dtype = value.dtype

    def whole(self):
        return np.full(self.shape, self.value, self.dtype)


class Strings:
    def __init__(self, array):
        self.array = array
        self.shape, self.dtype = array.shape, "str"


class DType:
    def __init__(self, name):
        self.number = STRING if name == "str" else DTYPES[name]


class Fails(Exception):
    """What an op refuses, and whether it is reported."""

    def __init__(self, message, reported=True):
        self.message, self.reported = message, reported


def whole(x):
    return x.whole() if isinstance(x, Scalar) else x


def text(value):
    value = value.encode() if isinstance(value, str) else value
    return struct.pack("<I", len(value)) + value


def shape_of(sizes):
    return "[" + ", ".join(map(str, sizes)) + "]"


def head(kind, dtype, shape):
    return struct.pack(f"<BBI{len(shape)}q", kind, dtype, len(shape), *shape)


def elements(array):
    return np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()


def tensor(x):
    if isinstance(x, Strings):
        return head(2, STRING, x.shape) + b"".join(text(each) for each in x.array.flat)
    if isinstance(x, Scalar):
        return head(1, DTYPES[x.dtype.name], x.shape) + elements(np.asarray(x.value))
    return head(0, DTYPES[x.dtype.name], x.shape) + elements(x)


def attribute(name, value):
    start = text(name)
    if isinstance(value, bool):
        return start + struct.pack("<BB", 0, value)
    if isinstance(value, str):
        return start + b"\x02" + text(value)
    if isinstance(value, DType):
        return start + struct.pack("<BB", 3, value.number)
    if isinstance(value, float):
        return start + struct.pack("<Bf", 4, value)
    if isinstance(value, np.ndarray):
        return start + b"\x05" + tensor(value)
    if value and isinstance(value[0], str):
        return start + struct.pack("<BI", 6, len(value)) + b"".join(map(text, value))
    return start + struct.pack(f"<BI{len(value)}q", 1, len(value), *value)


def expectation(result, comparison, dtype):
    """Results to be compared in f64 say which element type they have."""
    if comparison < NEAR:
        return struct.pack("<BB", 1, comparison) + tensor(result)
    scalar = isinstance(result, Scalar)
    values = np.asarray(result.value) if scalar else result
    wide = np.complex128 if np.iscomplexobj(values) else np.float64
    start = head(1 if scalar else 0, DTYPES[dtype], result.shape)
    return struct.pack("<BB", 1, comparison) + start + elements(values.astype(wide))
