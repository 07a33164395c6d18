"""What the tests of nodes give and expect, as messages of ONNX's files."""

import numpy as np
from onnx import TensorProto, numpy_helper


def message_of(value, info):
    """The message that holds a value of the type that `info` says."""
    kind = info.type.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.from_list(value, info.name)
    if kind == "optional_type":
        return numpy_helper.from_optional(value, info.name)
    if kind == "map_type":
        return numpy_helper.from_dict(value, info.name)
    return value if isinstance(value, TensorProto) else numpy_helper.from_array(np.asarray(value), info.name)
