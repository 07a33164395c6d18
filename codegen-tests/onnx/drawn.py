"""Inputs of models, drawn from a seed."""

import numpy as np
import onnx
from onnx import helper


def inputs_of(model: onnx.ModelProto) -> list[onnx.ValueInfoProto]:
    """What the model takes: in old files weights are inputs, too."""
    weights = {it.name for it in model.graph.initializer}
    return [it for it in model.graph.input if it.name not in weights]


def size_names(info: onnx.ValueInfoProto) -> dict[int, str]:
    """The sizes that the model leaves open, by axis: a symbol's name, or INPUT.AXIS where there is none."""
    sizes = enumerate(info.type.tensor_type.shape.dim)
    return {axis: it.dim_param or f"{info.name}.{axis}" for axis, it in sizes if not it.HasField("dim_value")}


def drawn(info: onnx.ValueInfoProto, random: np.random.Generator, bound: dict[str, int] = {}) -> np.ndarray:
    """A tensor of an input's type. A size that the model leaves open is 1 if it is not bound."""
    tensor = info.type.tensor_type
    dtype = helper.tensor_dtype_to_np_dtype(tensor.elem_type)
    shape = [it.dim_value for it in tensor.shape.dim]
    for axis, name in size_names(info).items():
        shape[axis] = bound.get(name, 1)
    if np.issubdtype(dtype, np.floating):
        return random.standard_normal(shape).astype(dtype)
    # An integer may be an index.
    return random.integers(0, 2, shape).astype(dtype)
