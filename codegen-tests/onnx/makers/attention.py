"""Attention, and what keeps a state between calls."""

import numpy as np
from onnx import TensorProto, helper

from makers.case import LATEST, Case, reference


def attention(d):
    of = d.element()
    batch, heads, group, size, v_size = d.pick(1, 2), d.pick(1, 2), d.pick(1, 2), d.pick(2, 4), d.pick(2, 3)
    q_length, kv_length = d.integer(1, 4), d.integer(1, 4)
    q = d.steps(of, [batch, heads * group, q_length, size], -1, 1)
    k, v = (d.steps(of, [batch, heads, kv_length, it], -1, 1) for it in (size, v_size))
    attributes = {}
    past = d.integer(0, 3) == 0
    seen = d.opset >= 24 and not past and d.truth()
    total = kv_length + (2 if past else 0)
    mask = None
    if d.truth():
        shape = [d.pick(1, batch), d.pick(1, heads * group), q_length, total][d.integer(0, 2) :]
        mask = d.steps(d.pick(np.bool_, of), shape, -1, 1)
    pasts = [d.steps(of, [batch, heads, 2, it], -1, 1) if past else None for it in (size, v_size)]
    lengths = d.random.integers(1, kv_length, size=batch, endpoint=True) if seen else None
    if d.truth():
        # The heads side by side.
        attributes = {"q_num_heads": heads * group, "kv_num_heads": heads}
        q, k, v = (it.transpose(0, 2, 1, 3).reshape(batch, it.shape[2], -1) for it in (q, k, v))
    attributes |= {"is_causal": 1} if d.truth() else {}
    attributes |= {"scale": 0.5} if d.truth() else {}
    attributes |= {"softcap": 0.75} if d.truth() else {}
    attributes |= {"softmax_precision": d.pick(TensorProto.FLOAT, TensorProto.DOUBLE)} if d.integer(0, 3) == 0 else {}
    if d.has("left_window_size"):
        attributes |= {name: d.integer(0, 2) for name in ("left_window_size", "right_window_size") if d.integer(0, 2) == 0}
    inputs = [q, k, v, mask, *pasts, lengths]
    while inputs[-1] is None:
        inputs.pop()
    results = d.pick(1, 1, 3 if past else 1, 4 if not seen else 1)
    if results == 4 and d.truth():
        attributes["qk_matmul_output_mode"] = d.integer(1, 3)
    # How often heads are shared is known.
    return Case(inputs, attributes, results, own=lambda i, a: attended(i, a, results), closed=(0, 1))


def attended(inputs, attributes, results):
    # The reference gives scores behind the cap for those before it.
    assert results < 4 or not attributes["softcap"] or attributes["qk_matmul_output_mode"]
    given = {name: it for name, it in attributes.items() if it is not None}
    return reference("Attention", LATEST if "left_window_size" in given else 24, inputs, given, results)


def graph(name, make, of, shape=None):
    """A graph of one operand."""
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(of))
    ends = [[helper.make_tensor_value_info(it, kind, shape)] for it in ("x", "y")]
    return helper.make_graph(make, name, *ends)


def flex_attention(d):
    of = d.element()
    batch, heads, group, size = d.pick(1, 2), d.pick(1, 2), d.pick(1, 2), d.pick(2, 4)
    q_length, kv_length = d.integer(1, 4), d.integer(1, 4)
    q = d.steps(of, [batch, heads * group, q_length, size], -1, 1)
    k, v = (d.steps(of, [batch, heads, kv_length, it], -1, 1) for it in (size, d.pick(2, 3)))
    between = np.float64 if of == np.float64 else np.float32
    attributes = {"scale": 0.75} if d.truth() else {}
    some = lambda op: graph(op, [helper.make_node(op, ["x"], ["y"])], between)
    attributes |= {"score_mod": some(d.pick("Tanh", "Neg"))} if d.truth() else {}
    attributes |= {"prob_mod": some(d.pick("Sqrt", "Neg"))} if d.truth() else {}
    attributes |= {"softmax_precision": TensorProto.FLOAT} if d.truth() and between == np.float32 else {}
    return Case([q, k, v], attributes, closed=(0, 1))


def rotary(d):
    of = d.element()
    batch, heads, length, size = d.pick(1, 2), d.pick(1, 2), d.integer(1, 3), d.pick(4, 8)
    x = d.steps(of, [batch, heads, length, size])
    attributes = {"rotary_embedding_dim": d.pick(2, 4)} if d.truth() else {}
    half = (attributes.get("rotary_embedding_dim") or size) // 2
    attributes |= {"interleaved": 1} if d.truth() else {}
    if d.truth():
        attributes["num_heads"] = heads
        x = x.transpose(0, 2, 1, 3).reshape(batch, length, heads * size)
    inputs = [x]
    if d.truth():
        inputs += [d.steps(of, [5, half], -1, 1), d.steps(of, [5, half], -1, 1), d.index([batch, length], 5, negative=False)]
    else:
        inputs += [d.steps(of, [batch, length, half], -1, 1), d.steps(of, [batch, length, half], -1, 1)]
    return Case(inputs, attributes, others={"num_heads": [1, 2]})


def linear_attention(d):
    of = d.element()
    batch, length, heads, group, size, v_size = d.pick(1, 2), d.integer(1, 3), d.pick(1, 2), d.pick(1, 2), d.pick(1, 2), d.pick(1, 3)
    small = lambda *shape: d.steps(of, shape, -1, 1)
    inputs = [small(batch, length, heads * group * size), small(batch, length, heads * size), small(batch, length, heads * v_size)]
    rule = d.pick("linear", "gated", "delta", "gated_delta")
    past = d.steps(d.pick(of, np.float32), [batch, heads, size, v_size], -1, 1) if d.truth() else None
    decay = -np.abs(small(batch, length, d.pick(heads, heads * size))) if "gated" in rule else None
    beta = np.abs(small(batch, length, d.pick(heads, 1))) if "delta" in rule else None
    inputs += [past, decay, beta]
    while inputs[-1] is None:
        inputs.pop()
    attributes = {"q_num_heads": heads * group, "kv_num_heads": heads, "update_rule": rule}
    attributes |= {"scale": 0.5} if d.truth() else {}
    to = {1: past.dtype if past is not None else of}
    return Case(inputs, attributes, 2, to=to)


def causal_convolution(d):
    of = d.element()
    batch, channels, length, k = d.pick(1, 2), d.integer(1, 3), d.integer(1, 4), d.integer(1, 3)
    bias = d.steps(of, [channels]) if d.truth() else None
    past = d.steps(of, [batch, channels, k - 1]) if d.truth() else None
    inputs = [d.steps(of, [batch, channels, length]), d.steps(of, [channels, 1, k]), bias, past]
    while inputs[-1] is None:
        inputs.pop()
    attributes = {"activation": d.pick("none", "silu", "swish")} if d.truth() else {}
    return Case(inputs, attributes, 2, others={"activation": ["silu"]}, closed=(1,))


OPERATORS = {
    "Attention": attention,
    "CausalConvWithState": causal_convolution,
    "FlexAttention": flex_attention,
    "LinearAttention": linear_attention,
    "RotaryEmbedding": rotary,
}
