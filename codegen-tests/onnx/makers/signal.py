"""Fourier transforms, windows of signals, and the mel scale."""

import numpy as np

from makers.case import Case, HALVES, reference
from makers.reduction import allowed_result, number_of, type_of


def dft(d):
    of = d.element()
    parts = d.pick(1, 2)
    shape = d.sizes(d.integer(2, 4), 1, 2, 3, 4) + [parts]
    axis = d.integer(1 if d.opset < 20 else 0, len(shape) - 2)
    attributes = {"inverse": 1} if d.truth() else {}
    if parts == 1 and not attributes and d.truth():
        attributes["onesided"] = 1
    length = np.asarray(d.integer(1, 5), d.pick(np.int32, np.int64)) if d.truth() else None
    negative = axis - len(shape) if d.truth() else axis
    inputs = [d.steps(of, shape), length]
    if d.opset < 20:
        attributes |= {"axis": axis} if axis != 1 or d.truth() else {}
    elif negative != -2 or d.truth():
        inputs.append(np.asarray(negative, np.int64))
    while inputs[-1] is None:
        inputs.pop()
    return Case(inputs, attributes, own=transformed(d.opset))


def transformed(opset):
    """The reference drops an axis that it has as an attribute, and computes in floats of 32 bits."""

    def own(inputs, attributes):
        x = inputs[0]
        axis = attributes["axis"] if opset < 20 else int(inputs[2]) if len(inputs) > 2 else -2
        length = int(inputs[1]) if len(inputs) > 1 and inputs[1] is not None else x.shape[axis]
        axis = axis % x.ndim
        assert axis < x.ndim - 1
        x = x[..., 0] + (1j * x[..., 1] if x.shape[-1] == 2 else 0)
        y = (np.fft.ifft if attributes["inverse"] else np.fft.fft)(x, length, axis)
        if attributes["onesided"]:
            y = np.take(y, range(length // 2 + 1), axis)
        # Sums that come to nothing come to a rounding here.
        y = np.stack([y.real, y.imag], -1)
        return [np.where(np.abs(y) < 1e-12, 0, y)]

    return own


def stft(d):
    of = d.element()
    parts = d.pick(1, 1, 2)
    length, frame, step = d.integer(6, 9), d.integer(2, 5), d.integer(1, 3)
    attributes = d.flags(onesided=1)
    if parts == 2:
        attributes["onesided"] = 0
    x = d.steps(of, [d.pick(1, 2), length, parts])
    by = d.pick(np.int32, np.int64)
    window = d.steps(of, [frame], 1, 3) if d.truth() else None
    size = np.asarray(frame, by) if window is None or d.truth() else None
    inputs = [x, np.asarray(step, by), window, size]
    if inputs[-1] is None:
        inputs.pop()
    return Case(inputs, attributes, own=short_time)


def short_time(inputs, attributes):
    # The reference slices by axes that it counts from one, and computes in floats of 32 bits.
    x, step, window, frame = (list(inputs) + [None])[:4]
    frame = len(window) if frame is None else int(frame)
    window = np.ones(frame) if window is None else window
    x = x[..., 0] + (1j * x[..., 1] if x.shape[-1] == 2 else 0)
    starts = range(0, x.shape[1] - frame + 1, int(step))
    y = np.stack([np.fft.fft(x[:, at : at + frame] * window, axis=1) for at in starts], 1)
    y = y[:, :, : frame // 2 + 1] if attributes["onesided"] else y
    y = np.stack([y.real, y.imag], -1)
    return [np.where(np.abs(y) < 1e-12, 0, y)]


def window(d):
    size = np.asarray(d.integer(2, 9), d.element())
    to, attributes = np.dtype(np.float32), d.flags(periodic=1)
    if d.truth():
        to = allowed_result(d)
        to = to if to.kind in "fV" or to in HALVES else np.dtype(np.float64)
        attributes["output_datatype"] = number_of(to)
    return Case([size], attributes, own=heights(d.operator))


def heights(operator):
    """The reference computes in floats of 32 bits, and gives no other type."""
    a, b, c = {"BlackmanWindow": (0.42, 0.5, 0.08), "HammingWindow": (25 / 46, 21 / 46, 0), "HannWindow": (0.5, 0.5, 0)}[operator]

    def own(inputs, attributes):
        size = int(inputs[0])
        angles = 2 * np.pi * np.arange(size) / (size if attributes["periodic"] else size - 1)
        y = a - b * np.cos(angles) + c * np.cos(2 * angles)
        return [np.where(np.abs(y) < 1e-12, 0, y).astype(type_of(attributes["output_datatype"]))]

    return own


def mel(d):
    of, by = d.element(), d.elements(3)[d.turn // 2 % len(d.elements(3))]
    number = lambda it, dtype: np.asarray(it, dtype)
    inputs = [number(d.integer(2, 6), of), number(d.pick(16, 32, 64), of), number(d.pick(100, 120), of),
              number(d.pick(0, 4), by), number(d.pick(40, 50), by)]
    to, attributes = np.dtype(np.float32), {}
    if d.truth():
        to = allowed_result(d)
        to = to if to.kind in "fV" or to in HALVES else np.dtype(np.float64)
        attributes["output_datatype"] = number_of(to)
    return Case(inputs, attributes, own=weights)


def weights(inputs, attributes):
    return [reference("MelWeightMatrix", 17, inputs, {})[0].astype(type_of(attributes["output_datatype"]))]


OPERATORS = {
    "BlackmanWindow": window,
    "DFT": dft,
    "HammingWindow": window,
    "HannWindow": window,
    "MelWeightMatrix": mel,
    "STFT": stft,
}
