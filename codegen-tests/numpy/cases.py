"""Random calls of `eigen` kernels with the results that NumPy computes.

`codegen-tests/tests/together/numpy.rs` runs them; `cargo xtask numpy` makes both meet. A call is a program
with a function `main` of tensors and a chain, and its tensors. A tensor that the program writes has
its elements by the same operations in the same order in f32, which must be equal bit for bit, and
perhaps by sums in f64, rounded once, which must be near.

    call:   u32 length, text; u32 count, tensors
    tensor: u32 rank, u32 dimensions; f32 elements before the call; expectation
    expectation: u8, 1 if there is one; u8, 1 if there are exact elements, f32 elements;
            u32 distance in ulp, f32 elements unless it is 0

All little endian.
"""

import struct
import sys

import numpy as np

TENSOR = "!tfrt_tensor.tensor"
CHAIN = "!tfrt.chain"
CONVOLUTIONS = 2000
OTHERS = 200
ULPS = 3


class Call:
    """A call of one kernel, whose operands are added in order."""

    def __init__(self, kernel, attributes="", chains=1):
        self.kernel, self.attributes, self.chains = kernel, attributes, chains
        self.constants, self.operands, self.tensors = [], [], []

    def scalar(self, value):
        name = f"%s{len(self.constants)}"
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
        self.constants.append(f"  {name} = tfrt.constant.f32 0x{bits:08X}\n")
        self.operands.append((name, "f32"))
        return self

    def tensor(self, elements, exact=None, near=None, ulps=0):
        self.operands.append((f"%t{len(self.tensors)}", TENSOR))
        self.tensors.append((elements, exact, near, ulps))
        return self

    def output(self, exact, near=None, ulps=0):
        """Elements that the kernel leaves out stay NaN."""
        shape = near.shape if exact is None else exact.shape
        return self.tensor(np.full(shape, np.nan, np.float32), exact, near, ulps)

    def chain(self):
        self.operands.append(("%ch", CHAIN))
        return self

    def write(self, file):
        names = [f"%t{index}: {TENSOR}" for index in range(len(self.tensors))]
        results = ", ".join(f"%r{index}" for index in range(self.chains))
        types = ", ".join([CHAIN] * self.chains)
        text = (
            f"func.func @main({', '.join(names)}, %ch: {CHAIN}) -> {CHAIN} {{\n"
            + "".join(self.constants)
            + f'  {results} = "{self.kernel}"({", ".join(name for name, _ in self.operands)})'
            + (f" {{{self.attributes}}}" if self.attributes else "")
            + f" : ({', '.join(ty for _, ty in self.operands)}) -> ({types})\n"
            + f"  %end = tfrt.merge.chains {results} : {types}\n"
            + f"  tfrt.return %end : {CHAIN}\n}}\n"
        ).encode()
        file.write(struct.pack("<I", len(text)) + text + struct.pack("<I", len(self.tensors)))
        for elements, exact, near, ulps in self.tensors:
            file.write(struct.pack(f"<I{elements.ndim}I", elements.ndim, *elements.shape))
            file.write(floats(elements))
            expected = exact is not None or near is not None
            file.write(struct.pack("<B", expected))
            if expected:
                file.write(struct.pack("<B", exact is not None))
                file.write(b"" if exact is None else floats(exact))
                file.write(struct.pack("<I", ulps) + (floats(near) if ulps else b""))


def floats(array):
    return np.ascontiguousarray(array, dtype="<f4").tobytes()


class Axis:
    """A window along one dimension."""

    def __init__(self, padding, size, window, stride):
        self.stride = stride
        if padding == "same":
            self.out = -(-size // stride)
            both = max((self.out - 1) * stride + window - size, 0)
        else:
            self.out = -(-(size - window + 1) // stride)
            both = 0
        self.before, self.after = both // 2, both - both // 2

    def places(self, tap):
        """The padded input's places that a place of the window meets."""
        return slice(tap, tap + (self.out - 1) * self.stride + 1, self.stride)


def padded(x, rows, columns, value=0.0):
    sides = ((0, 0), (rows.before, rows.after), (columns.before, columns.after), (0, 0))
    return np.pad(x, sides, constant_values=value)


def convolve(x, w, rows, columns):
    """Sums over rows, columns and channels of the window, in this order."""
    height, width, inputs, outputs = w.shape
    x = padded(x, rows, columns)
    sums = np.zeros((x.shape[0], rows.out, columns.out, outputs), x.dtype)
    for row in range(height):
        for column in range(width):
            pixels = x[:, rows.places(row), columns.places(column), :]
            for channel in range(inputs):
                sums = sums + pixels[..., channel, None] * w[row, column, channel]
    return sums


def filter_gradient(g, x, shape, rows, columns):
    """Sums over images, rows and columns of the output, in this order."""
    x = padded(x, rows, columns)
    height, width = shape[:2]
    sums = np.zeros(shape, x.dtype)
    for image in range(g.shape[0]):
        for row in range(rows.out):
            for column in range(columns.out):
                top, left = row * rows.stride, column * columns.stride
                window = x[image, top : top + height, left : left + width, :]
                sums = sums + window[..., None] * g[image, row, column]
    return sums


def input_gradient(g, w, shape, rows, columns):
    """Sums over rows and columns of the window and output channels, in this order."""
    images, height, width, inputs = shape
    # Places between the last window and the end of the input belong to no window.
    all_rows = max(height + rows.before + rows.after, (rows.out - 1) * rows.stride + w.shape[0])
    all_columns = max(
        width + columns.before + columns.after,
        (columns.out - 1) * columns.stride + w.shape[1],
    )
    sums = np.zeros((images, all_rows, all_columns, inputs), g.dtype)
    for row in range(w.shape[0]):
        for column in range(w.shape[1]):
            for channel in range(w.shape[3]):
                place = (slice(None), rows.places(row), columns.places(column))
                sums[place] = sums[place] + g[..., channel, None] * w[row, column, :, channel]
    return sums[:, rows.before :, columns.before :, :][:, :height, :width, :]


def window(random):
    """Paddings, strides and sizes that fit each other."""
    padding = ("same", "valid")[random.integers(2)]
    size = random.integers(1, 10, 2)
    taps = random.integers(1, 6, 2)
    if padding == "valid":
        taps = np.minimum(taps, size)
    strides = random.integers(1, 4, 2)
    axes = [Axis(padding, *map(int, each)) for each in zip(size, taps, strides)]
    text = f'padding = "{padding}", strides = [{strides[0]}, {strides[1]}]'
    return axes, [int(x) for x in size], [int(x) for x in taps], text


def numbers(random, shape, signed):
    values = random.random(shape, np.float32)
    return values * np.float32(2) - np.float32(1) if signed else values


def wide(*arrays):
    return [array.astype(np.float64) for array in arrays]


def convolutions(random, count):
    for index in range(count):
        (rows, columns), size, taps, text = window(random)
        images, inputs, outputs = map(int, random.integers([1, 1, 1], [3, 9, 9]))
        # Only sums of one sign are near those in f64.
        signed = index % 2 == 1
        x = numbers(random, (images, *size, inputs), signed)
        w = numbers(random, (*taps, inputs, outputs), signed)
        g = numbers(random, (images, rows.out, columns.out, outputs), signed)
        for kernel, operands, function in (
            ("conv2d", (x, w), lambda x, w: convolve(x, w, rows, columns)),
            ("conv2d.grad.filter", (g, x), lambda g, x: filter_gradient(g, x, w.shape, rows, columns)),
            ("conv2d.grad.input", (g, w), lambda g, w: input_gradient(g, w, x.shape, rows, columns)),
        ):
            call = Call(f"eigen.{kernel}.f32", text)
            for operand in operands:
                call.tensor(operand)
            near = None if signed else function(*wide(*operands)).astype(np.float32)
            yield call.output(function(*operands), near, 0 if signed else ULPS).chain()


def followed(random, count):
    for index in range(count):
        (rows, columns), size, taps, text = window(random)
        inputs, outputs = map(int, random.integers([1, 1], [9, 9]))
        x = numbers(random, (1, *size, inputs), True)
        w = numbers(random, (*taps, inputs, outputs), True)
        sums = convolve(x, w, rows, columns)
        bias = numbers(random, outputs, True)
        call = Call("eigen.conv2d.bias.f32", text).tensor(x).tensor(w).tensor(bias)
        yield call.output(sums + bias).chain()
        scale, offset, mean = (numbers(random, outputs, True) for _ in range(3))
        variance, epsilon = numbers(random, outputs, False), np.float32(0.001)
        result = (sums - mean) / np.sqrt(variance + epsilon) * scale + offset
        kernel = "eigen.conv2d.batch_norm.f32"
        if index % 2:
            kernel = "eigen.conv2d.batch_norm.relu.f32"
            result = np.where(result < 0, np.float32(0), result)
        call = Call(kernel, f"epsilon = 0.001 : f32, {text}").tensor(x).tensor(w)
        for parameter in (scale, offset, mean, variance):
            call.tensor(parameter)
        yield call.output(result).chain()
        call = Call("eigen.batch_norm.f32", "epsilon = 0.001 : f32")
        call.tensor(sums, (sums - mean) / np.sqrt(variance + epsilon) * scale + offset)
        for parameter in (scale, offset, mean, variance):
            call.tensor(parameter)
        yield call.chain()


def normalized(g, x, gamma, mean, variance, epsilon):
    """The gradients of input, gamma and beta; sums over pixels, in their order."""
    kind = x.dtype.type
    channels = x.shape[3]
    rows = list(zip(g.reshape(-1, channels), x.reshape(-1, channels)))
    count = kind(len(rows))
    c = kind(1) / np.sqrt(variance + kind(epsilon))
    sums = np.zeros(channels, kind)
    scaled = np.zeros(channels, kind)
    products = np.zeros(channels, kind)
    for gradient, values in rows:
        d = values - mean
        sums, products = sums + gradient, products + gradient * d
        scaled = scaled + gradient * (d * c)
    slope = c * c * (products / count)
    inner = (g - sums * (kind(1) / count)) - (x - mean) * slope
    return gamma * c * inner, scaled, sums


def normalizations(random, count):
    for _ in range(count):
        shape = tuple(map(int, random.integers([1, 1, 1, 1], [4, 8, 8, 9])))
        g, x = (numbers(random, shape, False) for _ in range(2))
        gamma = numbers(random, shape[3], True)
        mean, variance = (numbers(random, shape[3], False) for _ in range(2))
        epsilon = np.float32(0.001)
        operands = (g, x, gamma, mean, variance)
        exact = normalized(*operands, epsilon)
        near = normalized(*wide(*operands), epsilon)
        call = Call("eigen.batch_norm.grad.f32", "epsilon = 0.001 : f32", chains=3)
        for operand in operands:
            call.tensor(operand)
        call.chain()
        for values, others in zip(exact, near):
            call.output(values, others.astype(np.float32), 100_000)
        yield call


def pools(random, count):
    for _ in range(count):
        (rows, columns), size, taps, text = window(random)
        x = numbers(random, (2, *size, int(random.integers(1, 9))), True)
        y = padded(x, rows, columns, -np.inf)
        places = [
            y[:, rows.places(row), columns.places(column)]
            for row in range(taps[0])
            for column in range(taps[1])
        ]
        call = Call("eigen.max_pooling_2d.f32", f"{text}, pool_size = [{taps[0]}, {taps[1]}]")
        yield call.tensor(x).output(np.maximum.reduce(places)).chain()


def products(random, count):
    for index in range(count):
        rows, inner, columns = map(int, random.integers([1, 1, 1], [40, 40, 40]))
        a, b = numbers(random, (rows, inner), True), numbers(random, (inner, columns), True)
        c = numbers(random, (rows, columns), True)
        alpha, beta = np.float32(random.random()), np.float32(random.random() * (index % 2))
        sums = np.zeros((rows, columns), np.float32)
        for place in range(inner):
            sums = sums + a[:, place, None] * b[place]
        result = alpha * sums + beta * c if beta else alpha * sums
        call = Call("eigen.matmul.f32").scalar(alpha).tensor(a).tensor(b)
        yield call.scalar(beta).tensor(c, result).chain()


def softmaxes(random, count):
    for index in range(count):
        shape = tuple(map(int, random.integers([1, 1], [9, 20])))
        # A logarithm near 0 is the difference of numbers that are nearly equal.
        x = numbers(random, shape, True) * np.float32(4)
        (y,) = wide(x)
        y = y - y.max(1, keepdims=True)
        exponentials = np.exp(y)
        sums = exponentials.sum(1, keepdims=True)
        logs = index % 2 == 1 and shape[1] > 1
        near = (y - np.log(sums) if logs else exponentials / sums).astype(np.float32)
        call = Call("eigen.softmax.f32", f"log = {str(logs).lower()}")
        yield call.tensor(x).output(None, near, 1000).chain()


def main(path):
    random = np.random.default_rng(29)
    with open(path, "wb") as file:
        count = 0
        for calls in (
            convolutions(random, CONVOLUTIONS),
            followed(random, OTHERS),
            normalizations(random, OTHERS),
            pools(random, OTHERS),
            products(random, OTHERS),
            softmaxes(random, OTHERS),
        ):
            for call in calls:
                call.write(file)
                count += 1
    print(f"NumPy {np.__version__}: {count} calls in {path}")


if __name__ == "__main__":
    main(sys.argv[1])
