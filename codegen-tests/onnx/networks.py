"""Networks of the kinds that models have, with weights from a seed, and an input for each.

    networks.py DIR

Writes NAME.onnx and NAME.npz: layers of neurons, convolutions with residuals, and a transformer's encoder. What
they come to is in `compiler/cli/tests/golden/`, so nothing here may change. `cargo xtask onnx` runs it.
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


class Network:
    """A model in progress."""

    def __init__(self, seed: int):
        self.state, self.nodes, self.weights = np.uint64(seed), [], []

    def numbers(self, *shape: int) -> np.ndarray:
        """Numbers from -1 to 1 by splitmix64: NumPy's own may be others in another version."""
        count = int(np.prod(shape))
        with np.errstate(over="ignore"):
            mixed = self.state + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
            self.state = mixed[-1]
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        # 24 bits, which a float has.
        return ((mixed >> np.uint64(40)).astype(np.float64) / 2**23 - 1).astype(np.float32).reshape(shape)

    def constant(self, value: np.ndarray) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def weight(self, *shape: int, fan: int) -> str:
        """Weights that leave so many inputs of a sum about as large as they are."""
        # A power of two, so that no rounding depends on how NumPy multiplies.
        return self.constant(self.numbers(*shape) * np.float32(2.0 ** -(fan.bit_length() // 2)))

    def about(self, middle: float, count: int) -> str:
        return self.constant(self.numbers(count) * np.float32(0.125) + np.float32(middle))

    def node(self, kind: str, *inputs: str, **attributes) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def dense(self, x: str, inputs: int, outputs: int) -> str:
        return self.node("Add", self.node("MatMul", x, self.weight(inputs, outputs, fan=inputs)), self.about(0, outputs))

    def convolution(self, x: str, inputs: int, outputs: int, size: int, stride: int = 1, group: int = 1) -> str:
        filters = self.weight(outputs, inputs // group, size, size, fan=inputs // group * size * size)
        pads = [size // 2] * 4
        y = self.node("Conv", x, filters, pads=pads, strides=[stride] * 2, group=group)
        scale, bias, mean, variance = (self.about(it, outputs) for it in (1, 0, 0, 1))
        return self.node("BatchNormalization", y, scale, bias, mean, variance)

    def save(self, folder: pathlib.Path, name: str, inputs: dict, output: tuple) -> None:
        """`inputs` are types, shapes and values by name, `output` is a name and its shape."""
        infos = [helper.make_tensor_value_info(it, kind, shape) for it, (kind, shape, _) in inputs.items()]
        out, shape = output
        self.nodes.append(helper.make_node("Identity", [self.nodes[-1].output[0]], [out], name=out))
        graph = helper.make_graph(
            self.nodes, name, infos, [helper.make_tensor_value_info(out, TensorProto.FLOAT, shape)], self.weights
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
        onnx.checker.check_model(model)
        onnx.save(model, folder / f"{name}.onnx")
        np.savez(folder / f"{name}.npz", **{it: value for it, (_, _, value) in inputs.items()})


def layers(folder: pathlib.Path) -> None:
    """A perceptron of three layers."""
    net = Network(1)
    x = net.node("Relu", net.dense("x", 784, 256))
    x = net.node("Tanh", net.dense(x, 256, 64))
    net.dense(x, 64, 10)
    image = net.numbers(3, 784)
    net.save(folder, "layers", {"x": (TensorProto.FLOAT, ["batch", 784], image)}, ("y", ["batch", 10]))


def residual(folder: pathlib.Path) -> None:
    """Convolutions, some of groups and of single channels, with residuals."""
    net = Network(2)
    x = net.node("Relu", net.convolution("x", 3, 32, 7, stride=2))
    x = net.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4)
    channels = 32
    for outputs, stride, group in ((32, 1, 1), (64, 2, 2), (64, 1, 64)):
        y = net.node("Relu", net.convolution(x, channels, outputs, 3, stride=stride))
        y = net.convolution(y, outputs, outputs, 3, group=group)
        if (channels, stride) != (outputs, 1):
            x = net.convolution(x, channels, outputs, 1, stride=stride)
        x, channels = net.node("Relu", net.node("Add", y, x)), outputs
    x = net.node("Flatten", net.node("GlobalAveragePool", x), axis=1)
    net.node("Softmax", net.dense(x, channels, 10), axis=1)
    image = net.numbers(1, 3, 56, 56)
    net.save(folder, "residual", {"x": (TensorProto.FLOAT, [1, 3, 56, 56], image)}, ("y", [1, 10]))


def encoder(folder: pathlib.Path) -> None:
    """Two layers of a transformer's encoder, with a mask."""
    net, width, heads, length, words = Network(3), 64, 4, 24, 100
    numbers = lambda *values: net.constant(np.array(values, np.int64))
    single = lambda value: net.constant(np.float32(value))
    normal = lambda x: net.node("LayerNormalization", x, net.about(1, width), net.about(0, width), epsilon=1e-5)
    split = lambda x, perm: net.node("Transpose", net.node("Reshape", x, numbers(0, 0, heads, width // heads)), perm=perm)
    table = net.constant(net.numbers(words, width))
    x = normal(net.node("Add", net.node("Gather", table, "ids"), net.constant(net.numbers(1, length, width))))
    seen = net.node("Unsqueeze", net.node("Cast", "mask", to=TensorProto.FLOAT), numbers(1, 2))
    unseen = net.node("Mul", net.node("Sub", single(1), seen), single(-10000))
    for _ in range(2):
        queries, keys, values = (net.dense(x, width, width) for _ in range(3))
        scores = net.node("MatMul", split(queries, [0, 2, 1, 3]), split(keys, [0, 2, 3, 1]))
        scores = net.node("Add", net.node("Div", scores, single((width // heads) ** 0.5)), unseen)
        mixed = net.node("MatMul", net.node("Softmax", scores, axis=-1), split(values, [0, 2, 1, 3]))
        mixed = net.node("Reshape", net.node("Transpose", mixed, perm=[0, 2, 1, 3]), numbers(0, 0, width))
        x = normal(net.node("Add", x, net.dense(mixed, width, width)))
        y = net.dense(x, width, 2 * width)
        # GELU as exporters write it: y / 2 · (1 + erf(y / √2)).
        error = net.node("Erf", net.node("Div", y, single(2**0.5)))
        y = net.node("Mul", net.node("Mul", y, net.node("Add", error, single(1))), single(0.5))
        x = normal(net.node("Add", x, net.dense(y, 2 * width, width)))
    ids = (np.arange(2 * length) * 37 % words).reshape(2, length)
    mask = (np.arange(length) < np.array([[length], [length - 5]])).astype(np.int64)
    shape = ["batch", length]
    net.save(
        folder, "encoder", {"ids": (TensorProto.INT64, shape, ids), "mask": (TensorProto.INT64, shape, mask)},
        ("y", ["batch", length, width]),
    )


for make in (layers, residual, encoder):
    make(pathlib.Path(sys.argv[1]))
