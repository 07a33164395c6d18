"""Models of one node each, drawn from a seed, with the answers of ONNX's reference evaluator.

    single.py write DIR COUNT SEED TFRT    models and data for `tfrt check`
    single.py report DIR OUTPUT            what passes by operator

Every operator of the tool's table is there with each of its versions, types, optional operands and attributes. For each
attribute there are nodes that differ in it alone and in their answer. `write` fails if something of that is
missing and not listed here with its reason; `report` fails if a case does. `cargo xtask onnx` does both.
"""

import collections
import json
import os
import re
import subprocess
import sys

import numpy as np
import onnx
from onnx import numpy_helper

from makers import attention, control, elementwise, images, indexing, movement, normalization
from makers import products, recurrent, reduction, signal, windows
from makers.case import Draw, allowed, differ, is_nearly_nothing, model_of, opsets_of, schema_of, tolerance

MAKERS = {}
for module in (
    attention, control, elementwise, images, indexing, movement, normalization, products, recurrent, reduction, signal,
    windows,
):
    MAKERS.update(module.OPERATORS)
# Operators of the table without cases.
LEFT_OUT = {
    "sequences and optional values are in ONNX's own tests of nodes": [
        "ConcatFromSequence", "Optional", "OptionalGetElement", "OptionalHasElement", "SequenceAt", "SequenceConstruct",
        "SequenceEmpty", "SequenceErase", "SequenceInsert", "SequenceLength", "SequenceMap", "SplitToSequence",
    ],
    "ONNX's own tests of nodes have each of its modes": ["TfIdfVectorizer"],
}
# What no case has, by operator and attribute, type, operand or version.
WITHOUT = {
    "of floats of 8 bits, which are not supported": [
        ("Cast", "attribute round_mode"), ("Cast", "attribute saturate"), ("CastLike", "attribute round_mode"),
        ("CastLike", "attribute saturate"), ("QuantizeLinear", "attribute saturate"),
    ],
    "no more than a rounding depends on it": [
        ("Attention", "attribute softmax_precision"), ("FlexAttention", "attribute softmax_precision"),
        ("GroupNormalization", "attribute stash_type"),
        ("QuantizeLinear", "attribute precision"), ("RMSNormalization", "attribute stash_type"),
        ("Range", "attribute stash_type"),
    ],
    "operands of the same shapes have no other value of it": [
        ("Attention", "attribute kv_num_heads"), ("Attention", "attribute q_num_heads"), ("Conv", "attribute group"),
        ("Conv", "attribute kernel_shape"), ("ConvInteger", "attribute group"), ("ConvInteger", "attribute kernel_shape"),
        ("ConvTranspose", "attribute kernel_shape"), ("DeformConv", "attribute group"),
        ("DeformConv", "attribute kernel_shape"), ("DeformConv", "attribute offset_group"), ("GRU", "attribute hidden_size"),
        ("LSTM", "attribute hidden_size"), ("LinearAttention", "attribute kv_num_heads"),
        ("LinearAttention", "attribute q_num_heads"), ("LinearAttention", "attribute update_rule"),
        ("QLinearConv", "attribute group"), ("QLinearConv", "attribute kernel_shape"), ("RNN", "attribute hidden_size"),
        ("ReverseSequence", "attribute batch_axis"), ("ReverseSequence", "attribute time_axis"),
        ("RotaryEmbedding", "attribute rotary_embedding_dim"), ("Scan", "attribute num_scan_inputs"),
        ("Split", "attribute num_outputs"), ("TensorScatter", "attribute mode"),
    ],
    "it counts in training alone": [
        ("BatchNormalization", "attribute spatial"), ("Dropout", "attribute ratio"), ("Dropout", "attribute seed"),
    ],
    "no answer depends on it": [("LinearAttention", "attribute chunk_size"), ("TopK", "attribute sorted")],
    "neither texts nor sparse tensors are supported": [
        ("Constant", "attribute sparse_value"), ("Constant", "attribute value_string"), ("Constant", "attribute value_strings"),
    ],
    "masks are truth values, or of the type of what they are added to": [
        ("Attention", f"U {sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)
    ],
    "a whole number may be another one by a rounding, and is cut off": [
        (operator, f"{name} {sign}int{bits}")
        for operator, name in [("BlackmanWindow", "T2"), ("HammingWindow", "T2"), ("HannWindow", "T2"), ("MelWeightMatrix", "T3")]
        for sign in ("", "u")
        for bits in (8, 16, 32, 64)
    ],
    "complex numbers are moved, not computed with": [
        (operator, f"{name} {it}")
        for operator, name in [
            ("Col2Im", "T"), ("GridSample", "T1"), ("NonZero", "T"), ("Resize", "T1"), ("Scatter", "T"),
            ("ScatterElements", "T"), ("ScatterND", "T"), ("Unique", "T"), ("Upsample", "T"),
        ]
        for it in ("complex64", "complex128")
    ] + [("Resize", "T complex64"), ("Resize", "T complex128")],
    "truth values are neither added nor are there any between them": [
        ("Col2Im", "T bool"), ("Resize", "T bool"), ("Resize", "T1 bool"), ("Upsample", "T bool"), ("GridSample", "T1 bool"),
    ],
    "the first version has batches, and is not supported": [("Scan", "version 8")],
    "the bodies here compute": [
        (operator, f"V {it}") for operator in ("Loop", "Scan") for it in ("bool", "complex64", "complex128")
    ],
}
REASONS = {pair: reason for reason, pairs in WITHOUT.items() for pair in pairs}
# Pairs of cases that differ in an attribute alone.
PAIRS = 2
# What is raised of operands that do not fit: by makers, and by the reference, which has no error of its own.
NO_CASE = Exception


def opsets_with_cases(operator):
    version = lambda opset: f"version {schema_of(operator, opset).since_version}"
    return [it for it in opsets_of(operator) if (operator, version(it)) not in REASONS]


def wanted_of(operator):
    """What cases of an operator must have."""
    wanted = set()
    for opset in opsets_with_cases(operator):
        schema = schema_of(operator, opset)
        wanted.add(f"version {schema.since_version}")
        wanted |= {f"attribute {name}" for name in schema.attributes}
    schema = schema_of(operator, opsets_of(operator)[-1])
    for formal in list(schema.inputs) + list(schema.outputs):
        wanted |= {f"{formal.type_str} {it}" for it in allowed(schema, formal.type_str)}
    for formal in schema.inputs:
        if formal.option == formal.option.Optional:
            wanted |= {f"with {formal.name}", f"without {formal.name}"}
    return {it for it in wanted if (operator, it) not in REASONS}


def found_in(schema, case, expected):
    yield f"version {schema.since_version}"
    for position, formal in enumerate(schema.inputs):
        value = case.inputs[position] if position < len(case.inputs) else None
        yield f"with {formal.name}" if value is not None else f"without {formal.name}"
    for position, value in enumerate(case.inputs):
        if value is not None:
            formal = schema.inputs[min(position, len(schema.inputs) - 1)]
            yield f"{formal.type_str} {value.dtype}"
    for position, value in enumerate(expected):
        formal = schema.outputs[min(position, len(schema.outputs) - 1)]
        yield f"{formal.type_str} {value.dtype}"


class Writer:
    """Writes cases to a folder."""

    def __init__(self, folder, random):
        self.folder, self.random, self.index = folder, random, []
        self.ranks, self.empty = collections.Counter(), 0

    def write(self, name, operator, opset, case, expected):
        model, inputs = model_of(operator, opset, case, expected, self.random)
        values = os.path.join(self.folder, name, "test_data_set_0")
        os.makedirs(values)
        with open(os.path.join(self.folder, name, "model.onnx"), "wb") as out:
            out.write(model.SerializeToString())
        for kind, all_of_them in (("input", inputs), ("output", expected)):
            for place, value in enumerate(all_of_them):
                with open(os.path.join(values, f"{kind}_{place}.pb"), "wb") as out:
                    out.write(numpy_helper.from_array(np.asarray(value)).SerializeToString())
        relative, absolute = tolerance(case, expected)
        self.index.append({"name": name, "rtol": relative, "atol": absolute})
        for value in filter(lambda it: it is not None, case.inputs):
            self.ranks[value.ndim] += 1
            self.empty += value.size == 0


def make(operator, count, random, writer):
    """Writes so many cases of an operator, and more until there is all that there must be; what is missing."""
    opsets, missing = opsets_with_cases(operator), wanted_of(operator)
    without = {what for other, what in REASONS if other == operator}
    pairs, made, in_vain, why = collections.Counter(), 0, 0, None
    while (made < count or missing) and in_vain < 20 * count + 100:
        turn = made + in_vain
        opset = opsets[-1] if turn % 2 else opsets[turn // 2 % len(opsets)]
        try:
            case = MAKERS[operator](Draw(random, operator, opset, turn, without))
            expected = case.expected(operator, opset)
            assert not is_nearly_nothing(case, expected), "a sum is nearly nothing"
        except NO_CASE as error:
            in_vain, why = in_vain + 1, error
            continue
        name = f"{operator}_{turn:03}"
        fresh = set(found_in(schema_of(operator, opset), case, expected)) & missing
        written = made < count or bool(fresh)
        for attribute in case.attributes:
            other = differing(case, expected, operator, opset, attribute) if pairs[attribute] < PAIRS else None
            if other:
                writer.write(f"{name}_{attribute}", operator, opset, *other)
                pairs[attribute] += 1
                made += 1
                fresh.add(f"attribute {attribute}")
                written = True
        missing -= fresh
        if written:
            writer.write(name, operator, opset, case, expected)
        made, in_vain = made + written, in_vain + (not written)
    if why is not None:
        print(f"{operator}: {in_vain} drawn in vain, the last: {type(why).__name__} {why}"[:200])
    return missing


def differing(case, expected, operator, opset, attribute):
    """The case with another value of that attribute and another answer, and that answer."""
    for sibling in case.siblings(attribute):
        try:
            other = sibling.expected(operator, opset)
        except NO_CASE:
            continue
        if not is_nearly_nothing(case, other) and differ(expected, other, tolerance(case, expected)):
            return sibling, other
    return None


def write(folder, count, seed, tool):
    listed = subprocess.run([tool, "ops", "--onnx", "--json"], check=True, capture_output=True, text=True).stdout
    table = [operator["name"] for operator in json.loads(listed)["operators"]]
    left_out = {operator for operators in LEFT_OUT.values() for operator in operators}
    missing = {operator: {"a maker"} for operator in table if operator not in MAKERS.keys() | left_out}
    operators = [it for it in table if it in MAKERS]
    weights = {it: 4 + len(wanted_of(it)) for it in operators}
    writer = Writer(folder, np.random.default_rng([seed, 0]))
    for number, operator in enumerate(operators):
        random = np.random.default_rng([seed, number + 1])
        share = count * weights[operator] // sum(weights.values()) + 1
        lacking = make(operator, share, random, writer)
        if lacking:
            missing[operator] = lacking
    with open(os.path.join(folder, "index.json"), "w") as out:
        json.dump(writer.index, out)
    ranks = ", ".join(f"{rank}: {writer.ranks[rank]}" for rank in sorted(writer.ranks))
    print(f"{len(writer.index)} cases of {len(operators)} operators by onnx {onnx.__version__}, seed {seed}")
    print(f"operands by rank {ranks}; {writer.empty} are empty")
    for reason, operators in LEFT_OUT.items():
        print(f"no cases, for {reason}: {', '.join(operators)}")
    for reason, pairs in WITHOUT.items():
        print(f"no cases, for {reason}: {', '.join(f'{operator} {what}' for operator, what in pairs)}")
    assert set(range(6)) <= set(writer.ranks) and writer.empty > 100, "operands of all ranks, and without elements"
    for operator, what in sorted(missing.items()):
        print(f"{operator} lacks {', '.join(sorted(what))}")
    sys.exit(bool(missing))


def report(folder, output):
    with open(os.path.join(folder, "index.json")) as file:
        names = {case["name"] for case in json.load(file)}
    with open(output) as file:
        lines = [re.match(r"(pass|fail) (\S+?)(?:: (.*))?$", line.strip()) for line in file]
    found = {line.group(2): (line.group(1) == "pass", line.group(3)) for line in lines if line}
    assert found.keys() == names, "every case is there once"
    by_operator = collections.defaultdict(lambda: [0, 0])
    for name, (passed, _) in found.items():
        by_operator[name.split("_")[0]][passed] += 1
    for operator, (failed, passed) in sorted(by_operator.items()):
        print(f"{operator}: {passed} of {passed + failed}")
    failed = {name: what for name, (passed, what) in sorted(found.items()) if not passed}
    for name, what in failed.items():
        print(f"fail {name}: {what}")
    print(f"{len(found) - len(failed)} of {len(found)} generated cases pass")
    sys.exit(bool(failed))


if sys.argv[1] == "write":
    write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5])
else:
    report(sys.argv[2], sys.argv[3])
