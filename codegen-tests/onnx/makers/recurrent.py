"""Recurrent layers, computed here: the reference has one direction, the usual activations and no lengths."""

import numpy as np

from makers.case import Case

GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
USUAL = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
# Each with its numbers, where a node does not say.
FUNCTIONS = {
    "Affine": (lambda x, a, b: a * x + b, 1.0, 0.0),
    "Elu": (lambda x, a: np.where(x < 0, a * np.expm1(x), x), 1.0),
    "HardSigmoid": (lambda x, a, b: np.clip(a * x + b, 0, 1), 0.2, 0.5),
    "LeakyRelu": (lambda x, a: np.where(x < 0, a * x, x), 0.01),
    "Relu": (lambda x: np.maximum(x, 0),),
    "ScaledTanh": (lambda x, a, b: a * np.tanh(b * x), 1.0, 1.0),
    "Sigmoid": (lambda x: 1 / (1 + np.exp(-x)),),
    "Softplus": (lambda x: np.log1p(np.exp(x)),),
    "Softsign": (lambda x: x / (1 + np.abs(x)),),
    "Tanh": (np.tanh,),
    "ThresholdedRelu": (lambda x, a: np.where(x >= a, x, 0), 1.0),
}


def layer(d):
    of, gates = d.element(), GATES[d.operator]
    direction = d.pick("forward", "reverse", "bidirectional")
    directions = 2 if direction == "bidirectional" else 1
    length, batch, size, hidden = d.integer(1, 4), d.integer(1, 3), d.integer(1, 3), d.integer(1, 3)
    first = int(d.has("layout") and d.truth())
    turned = lambda it: it.swapaxes(0, 1) if first else it
    small = lambda shape: d.steps(of, shape, -1, 1)
    inputs = [turned(small([length, batch, size])), small([directions, gates * hidden, size]), small([directions, gates * hidden, hidden])]
    more = [small([directions, 2 * gates * hidden]), d.random.integers(1, length, size=batch, endpoint=True).astype(np.int32),
            turned(small([directions, batch, hidden]))]
    if d.operator == "LSTM":
        more += [turned(small([directions, batch, hidden])), small([directions, 3 * hidden])]
    inputs += [it if d.truth() else None for it in more]
    while inputs[-1] is None:
        inputs.pop()
    attributes = {"direction": direction} if direction != "forward" or d.truth() else {}
    attributes |= {"layout": 1} if first else {}
    attributes |= {"hidden_size": hidden} if d.truth() else {}
    attributes |= {"clip": d.pick(0.25, 0.5)} if d.truth() else {}
    attributes |= d.flags(linear_before_reset=0, input_forget=0)
    if d.truth():
        names = [d.pick(*FUNCTIONS) for _ in USUAL[d.operator] * directions]
        attributes["activations"] = names
        for at, name in enumerate(["activation_alpha", "activation_beta"]):
            taking = [it for it in names if len(FUNCTIONS[it]) > 1 + at]
            if taking and d.truth():
                attributes[name] = [d.pick(0.25, 0.5, 0.75) for _ in taking]
    results = d.integer(1, 3 if d.operator == "LSTM" else 2)
    others = {"direction": ["reverse"] if directions == 1 else []}
    if "activation_alpha" not in attributes and "activation_beta" not in attributes:
        others["activations"] = [["Relu"] * len(USUAL[d.operator]) * directions]
    own = lambda i, a: computed(d.operator, i, a)[:results]
    # A square layout fits both ways.
    return Case(inputs, attributes, results, own=own, others=others)


def activations(operator, attributes, directions):
    names = attributes["activations"] or USUAL[operator] * directions
    names = [it.decode() if isinstance(it, bytes) else it for it in names][: len(USUAL[operator]) * directions]
    given = [iter(attributes[name] or []) for name in ("activation_alpha", "activation_beta")]
    made = []
    for name in names:
        f, *numbers = FUNCTIONS[name]
        numbers = [next(values, usual) for values, usual in zip(given, numbers)]
        made.append(lambda x, f=f, numbers=numbers: f(x, *numbers))
    assert len(made) == len(USUAL[operator]) * directions
    return made


def computed(operator, inputs, attributes):
    x, w, r, b, lengths, h, c, p = (list(inputs) + [None] * 8)[:8]
    first = attributes.get("layout")
    turned = lambda it: it.swapaxes(0, 1) if first and it is not None else it
    x, h, c = turned(x), turned(h), turned(c)
    directions, hidden = w.shape[0], r.shape[2]
    assert directions == (2 if attributes["direction"] == "bidirectional" else 1)
    steps, batch = x.shape[:2]
    zeros = lambda: np.zeros([directions, batch, hidden])
    h, c = zeros() if h is None else h.copy(), zeros() if c is None else c.copy()
    assert lengths is None or len(lengths) == batch
    assert h.shape == c.shape == (directions, batch, hidden)
    b = np.zeros([directions, 2 * w.shape[1]]) if b is None else b
    p = np.zeros([directions, 3 * hidden]) if p is None else p
    lengths = np.full(batch, steps) if lengths is None else lengths
    functions = activations(operator, attributes, directions)
    clip = attributes["clip"]
    bounded = lambda it: np.clip(it, -clip, clip) if clip else it
    y = np.zeros([steps, directions, batch, hidden])
    count = len(functions) // directions
    for direction in range(directions):
        own = [lambda it, f=f: f(bounded(it)) for f in functions[count * direction :][:count]]
        backward = direction == 1 or attributes["direction"] == "reverse"
        weights = (w[direction], r[direction], b[direction], p[direction])
        for n in range(batch):
            order = range(lengths[n])
            for at in reversed(order) if backward else order:
                state = step(operator, x[at, n], h[direction, n], c[direction, n], weights, own, attributes)
                h[direction, n], c[direction, n] = state
                y[at, direction, n] = state[0]
    return [y.transpose(2, 0, 1, 3) if first else y, turned(h), turned(c)]


def step(operator, x, h, c, weights, functions, attributes):
    w, r, b, p = weights
    gates = GATES[operator]
    of_x, of_h = np.split(w @ x, gates), np.split(r @ h, gates)
    bx, bh = np.split(b[: len(b) // 2], gates), np.split(b[len(b) // 2 :], gates)
    whole = lambda at: of_x[at] + of_h[at] + bx[at] + bh[at]
    if operator == "RNN":
        return functions[0](whole(0)), c
    if operator == "GRU":
        f, g = functions
        z, reset = f(whole(0)), f(whole(1))
        if attributes["linear_before_reset"]:
            new = g(of_x[2] + bx[2] + reset * (of_h[2] + bh[2]))
        else:
            new = g(of_x[2] + bx[2] + np.split(r, 3)[2] @ (reset * h) + bh[2])
        return (1 - z) * new + z * h, c
    f, g, k = functions
    pi, po, pf = np.split(p, 3)
    i = f(whole(0) + pi * c)
    forget = 1 - i if attributes["input_forget"] else f(whole(2) + pf * c)
    c = forget * c + i * g(whole(3))
    o = f(whole(1) + po * c)
    return o * k(c), c


OPERATORS = {"GRU": layer, "LSTM": layer, "RNN": layer}
