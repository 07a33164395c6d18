"""Control flow: operators whose attributes are graphs."""

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from makers.case import Case, ELEMENTS


# What is added and multiplied.
NUMBERS = [it for it in ELEMENTS.values() if np.dtype(it).kind not in "bc"]


def info(name, of, shape=None):
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(np.dtype(of)), shape)


def constant(name, value):
    return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(np.asarray(value)))


def branch(d):
    of, shape = d.pick(*ELEMENTS.values()), d.shape(0, 3)

    def graph(name):
        value = d.steps(of, shape)
        return helper.make_graph([constant(name, value)], name, [], [info(name, of, value.shape)])

    given = {"then_branch": graph("a"), "else_branch": graph("b")}
    others = {name: [graph("c")] for name in given}
    condition = np.asarray(d.truth()) if d.truth() else np.asarray([d.truth()])
    return Case([condition], given, others=others, to={0: of})


def loop(d):
    of = d.pick(*NUMBERS) if d.opset >= 14 else d.pick(np.float32, np.int64, np.float64)
    value = d.steps(of, d.shape(0, 3))
    limit = np.asarray(d.integer(0, 4)) if d.integer(0, 3) else None
    start = np.asarray(d.integer(0, 3) > 0) if d.truth() else None
    collects = d.truth()

    def body(op):
        nodes = [
            constant("step", np.asarray(2, of)),
            helper.make_node(op, ["v", "step"], ["w"]),
            constant("last", np.asarray(3)),
            helper.make_node("Less", ["i", "last"], ["more"]),
        ]
        outputs = [info("more", np.bool_, []), info("w", of, value.shape)]
        if collects:
            nodes.append(helper.make_node("Identity", ["w"], ["seen"]))
            outputs.append(info("seen", of, value.shape))
        inputs = [info("i", np.int64, []), info("go", np.bool_, []), info("v", of, value.shape)]
        return helper.make_graph(nodes, "body", inputs, outputs)

    attributes = {"body": body(d.pick("Add", "Mul"))}
    results = 2 if collects else 1
    others = {"body": [body("Sub")]}
    # Nothing that was collected has a shape that nobody says.
    own = lambda i, a: looped(i, a, collects)
    return Case([limit, start, value], attributes, results, own=own, others=others)


def looped(inputs, attributes, collects):
    # The reference passes no limit that is left out, and collects nothing without an iteration.
    limit, start, value = inputs
    op = {"Add": np.add, "Mul": np.multiply, "Sub": np.subtract}[attributes["body"].node[1].op_type]
    collected, at = [], 0
    while (limit is None or at < limit) and (at > 0 or start is None or start):
        value = op(value, np.asarray(2, value.dtype))
        collected.append(value)
        at += 1
        if at > 3:
            break
    # What becomes of a condition that does not hold before the first iteration: nothing runs.
    if not collects:
        return [value]
    assert collected
    return [value, np.stack(collected)]


def scan(d):
    of = d.pick(*NUMBERS) if d.opset >= 14 else d.pick(np.float32, np.int64, np.float64)
    length, width = d.integer(1, 4), d.integer(1, 3)
    state, rows = d.steps(of, [width]), [d.steps(of, [length, width]) for _ in range(d.pick(1, 2))]

    def body(op):
        nodes = [helper.make_node(op, ["s", "r0"], ["t"]), helper.make_node("Neg", ["t"], ["seen"])]
        if len(rows) == 2:
            nodes[1] = helper.make_node("Sub", ["t", "r1"], ["seen"])
        inputs = [info(name, of, [width]) for name in ["s", "r0", "r1"][: 1 + len(rows)]]
        return helper.make_graph(nodes, "body", inputs, [info("t", of, [width]), info("seen", of, [width])])

    attributes = {"body": body("Add"), "num_scan_inputs": len(rows)}
    for name in ("scan_input_directions", "scan_input_axes"):
        if d.truth():
            attributes[name] = [d.integer(0, 1) for _ in rows]
    for name in ("scan_output_directions", "scan_output_axes"):
        if d.truth():
            attributes[name] = [d.integer(0, 1)]
    axes = attributes.get("scan_input_axes", [0] * len(rows))
    rows = [it.T.copy() if axis else it for it, axis in zip(rows, axes)]
    return Case([state, *rows], attributes, 2, own=scanned, others={"body": [body("Mul")]})


def scanned(inputs, attributes):
    # The reference has neither directions nor axes.
    state, rows = inputs[0], inputs[1:]
    count = len(rows)
    assert attributes["num_scan_inputs"] == count
    axes, back = attributes["scan_input_axes"] or [0] * count, attributes["scan_input_directions"] or [0] * count
    rows = [np.moveaxis(it, axis, 0) for it, axis in zip(rows, axes)]
    assert len({it.shape for it in rows}) == 1 and rows[0].shape[1:] == state.shape
    rows = [it[::-1] if reverse else it for it, reverse in zip(rows, back)]
    op = {"Add": np.add, "Mul": np.multiply}[attributes["body"].node[0].op_type]
    seen = []
    for at in range(len(rows[0])):
        state = op(state, rows[0][at])
        seen.append(state - rows[1][at] if count == 2 else -state)
    seen = seen[::-1] if (attributes["scan_output_directions"] or [0])[0] else seen
    return [state, np.stack(seen, (attributes["scan_output_axes"] or [0])[0])]


OPERATORS = {"If": branch, "Loop": loop, "Scan": scan}
