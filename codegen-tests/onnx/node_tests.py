"""ONNX's own tests of nodes as files for `tfrt check`, and a report of what it says of them.

    node_tests.py write DIR            a folder for each test, and index.json with operators and tolerances
    node_tests.py report DIR OUTPUT    what passes by operator; fails if a test fails that is not listed
                                       here with its reason, or one that is listed passes

`cargo xtask onnx` does both.
"""

import collections
import json
import os
import re
import sys

import onnx
from onnx import TensorProto
from onnx.backend.test.loader import load_node_model_tests

from values import message_of

# Why tests fail: the first that fits one.
REASONS = [
    (lambda test: test["types"] & {"STRING"}, "texts"),
    (lambda test: any(re.match(r"FLOAT[468]|U?INT[24]$", it) for it in test["types"]), "elements of less than 8 bits, and floats of 8"),
    (lambda test: test["types"] & {"sequence_type", "optional_type", "map_type"}, "sequences and optional values"),
    (lambda test: any(it.startswith("ai.onnx.ml:") for it in test["ops"]), "ai.onnx.ml"),
    (lambda test: any(it.startswith("ai.onnx.preview") for it in test["ops"]), "previews"),
    (lambda test: any(it.startswith(("Optional", "Sequence")) for it in test["ops"]), "sequences and optional values"),
    (lambda test: test["ops"] & {"ImageDecoder", "TfIdfVectorizer", "RegexFullMatch"}, "pictures and texts"),
    (lambda test: "training_dropout" in test["name"], "random numbers"),
    (lambda test: test["ops"] & {"Bernoulli", "RandomUniformLike"}, "random numbers"),
    (lambda test: test["types"] & {"BFLOAT16", "FLOAT16"} and test["ops"] & {"Softmax", "Attention"}, "16 bits are expected to round in the middle of an op"),
    (lambda test: test["name"] in ("test_dft_inverse", "test_dft_inverse_opset19"), "zero is expected to be the error of a float"),
    (lambda test: test["name"] == "test_scan_sum", "Scan before version 9"),
]
ORDINARY = {
    "FLOAT", "DOUBLE", "BOOL", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT16", "UINT32", "UINT64",
    "COMPLEX64", "COMPLEX128",
}


def types(graph):
    for info in list(graph.input) + list(graph.output):
        kind = info.type.WhichOneof("value")
        yield TensorProto.DataType.Name(info.type.tensor_type.elem_type) if kind == "tensor_type" else kind


def write(folder):
    index = []
    for test in load_node_model_tests():
        graph, at = test.model.graph, os.path.join(folder, test.name)
        os.makedirs(at, exist_ok=True)
        with open(os.path.join(at, "model.onnx"), "wb") as out:
            out.write(test.model.SerializeToString())
        for number, (inputs, outputs) in enumerate(test.data_sets):
            values = os.path.join(at, f"test_data_set_{number}")
            os.makedirs(values, exist_ok=True)
            for kind, given, infos in (("input", inputs, graph.input), ("output", outputs, graph.output)):
                for place, (value, info) in enumerate(zip(given, infos)):
                    with open(os.path.join(values, f"{kind}_{place}.pb"), "wb") as out:
                        out.write(message_of(value, info).SerializeToString())
        name = lambda node: f"{node.domain}:{node.op_type}" if node.domain else node.op_type
        index.append({
            "name": test.name,
            "ops": sorted({name(node) for node in graph.node}),
            "types": sorted(set(types(graph))),
            "rtol": test.rtol,
            "atol": test.atol,
        })
    with open(os.path.join(folder, "index.json"), "w") as out:
        json.dump(index, out)
    print(f"{len(index)} tests of nodes by onnx {onnx.__version__}")


def report(folder, output):
    with open(os.path.join(folder, "index.json")) as file:
        tests = {test["name"]: test for test in json.load(file)}
    with open(output) as file:
        lines = [re.match(r"(pass|fail) (\S+?)(?:: (.*))?$", line.strip()) for line in file]
    found = {line.group(2): (line.group(1) == "pass", line.group(3)) for line in lines if line}
    assert found.keys() == tests.keys(), "every test is there once"
    by_operator = collections.defaultdict(lambda: [0, 0])
    why, wrong, ordinary = collections.Counter(), [], [0, 0]
    for name, test in tests.items():
        passed, what = found[name]
        test["ops"], test["types"] = set(test["ops"]), set(test["types"])
        for operator in test["ops"]:
            by_operator[operator][passed] += 1
        if test["types"] <= ORDINARY:
            ordinary[passed] += 1
        reasons = [reason for fits, reason in REASONS if fits(test)]
        if not passed and not reasons:
            wrong.append(f"{name}: {what}")
        elif not passed:
            why[reasons[0]] += 1
    for operator, (failed, passed) in sorted(by_operator.items()):
        print(f"{operator}: {passed} of {passed + failed}")
    for reason, count in why.most_common():
        print(f"{count} fail: {reason}")
    passed = sum(passed for passed, _ in found.values())
    print(f"{passed} of {len(tests)} pass; of those of ordinary types {ordinary[1]} of {sum(ordinary)}")
    for line in wrong:
        print(f"fails without a reason: {line}")
    sys.exit(bool(wrong))


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    report(sys.argv[2], sys.argv[3])
