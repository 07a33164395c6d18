"""Compares the table of operators with ONNX's own schemas.

    operators.py TFRT NODE_TESTS

TFRT is the tool, NODE_TESTS a folder that dump_node_tests.py has written. The versions of each operator are
those that ONNX knows, and what the table says of types is what the importer does: of each operator, one of its
node tests is imported with every type that ONNX allows in its latest version.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import onnx
from onnx import TensorProto, helper

LATEST = 28
# The types that some operator computes with.
COMMON = {
    "float16", "bfloat16", "float", "double", "bool",
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
}


def element(name: str) -> int:
    return TensorProto.DataType.Value({"float": "FLOAT", "double": "DOUBLE"}.get(name, name.upper()))


def schemas() -> dict:
    known = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        known.setdefault((schema.domain or "ai.onnx", schema.name), []).append(schema)
    return {key: sorted(all_of, key=lambda it: it.since_version) for key, all_of in known.items()}


def versions(operator: dict, history: list) -> str | None:
    """What is wrong with the versions of a row."""
    first, last = operator["first"], operator["last"]
    since = [it.since_version for it in history]
    if first not in since:
        return f"version {first} is none of ONNX's {since}"
    gone = [it.since_version for it in history if it.deprecated and it.since_version > first]
    latest = 1 if operator["domain"] != "ai.onnx" else LATEST
    if last != (min(gone) - 1 if gone else latest):
        return f"the last version is {last}; ONNX's are {since}, of which {gone} are deprecated"
    oldest = [it for it in since if it <= 7] if operator["domain"] == "ai.onnx" else since
    if oldest and first != oldest[-1]:
        return f"version {first} is not the first that models have; ONNX's are {since}"
    return None


def samples(folder: pathlib.Path) -> dict:
    """A model with one node for each operator."""
    found = {}
    for path in sorted(folder.glob("*/model.onnx")):
        model = onnx.load(path)
        if len(model.graph.node) != 1 or model.functions:
            continue
        node = model.graph.node[0]
        # The types in a body would have to change, too.
        if any(attribute.HasField("g") for attribute in node.attribute):
            continue
        key = (node.domain or "ai.onnx", node.op_type)
        # Models of the latest version first, and of most operands.
        version = max((it.version for it in model.opset_import if not it.domain), default=0)
        if key not in found or version > found[key][0]:
            found[key] = (version, model)
    return {key: model for key, (_, model) in found.items()}


def variants(model: onnx.ModelProto, schema) -> list:
    """The model with each type that a set of types allows, with the name of the type. Sets that have the same
    type in the model change together, as far as they allow it."""
    node = model.graph.node[0]
    types = {it.name: it.type.tensor_type.elem_type for it in [*model.graph.input, *model.graph.output]}
    allowed, names = {}, {}
    for constraint in schema.type_constraints:
        strings = [it for it in constraint.allowed_type_strs if it.startswith("tensor(")]
        allowed[constraint.type_param_str] = {it[7:-1] for it in strings}
    for formals, actuals in ((schema.inputs, node.input), (schema.outputs, node.output)):
        for at, name in enumerate(actuals):
            formal = formals[min(at, len(formals) - 1)].type_str
            if formal in allowed and name:
                names.setdefault(formal, set()).add(name)
    made = []
    for formal in names:
        old = {types[it] for it in names[formal]}
        for name in sorted(allowed[formal] & COMMON):
            together = set(names[formal])
            for other in names:
                if name in allowed[other] and old & {types[it] for it in names[other]}:
                    together |= names[other]
            changed = onnx.ModelProto()
            changed.CopyFrom(model)
            for info in [*changed.graph.input, *changed.graph.output]:
                if info.name in together:
                    info.type.tensor_type.elem_type = element(name)
            made.append((name, changed))
    return made


def main() -> int:
    tool, tests = sys.argv[1], pathlib.Path(sys.argv[2])
    table = json.loads(subprocess.run(
        [tool, "ops", "--onnx", "--json"], check=True, capture_output=True, text=True
    ).stdout)["operators"]
    known, models, wrong = schemas(), samples(tests), []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        tried = {}
        for operator in table:
            key = (operator["domain"], operator["name"])
            what = versions(operator, known[key])
            if what:
                wrong.append(f"{key[1]}: {what}")
            if key not in models or operator["last"] < LATEST:
                continue
            for number, (name, model) in enumerate(variants(models[key], known[key][-1])):
                test = folder / f"{key[1]}-{number}"
                (test / "test_data_set_0").mkdir(parents=True)
                onnx.save(model, test / "model.onnx")
                tried[test.name] = (key, name)
        output = subprocess.run(
            [tool, "check", "--json", str(folder), "--jobs", "2"], capture_output=True, text=True
        ).stdout
        refused = {}
        for result in json.loads(output)["tests"]:
            key, name = tried[result["name"]]
            # A model that is imported has no inputs beside it.
            if not re.match(r"(in|out)put_\d+\.pb: ", result["why"] or ""):
                refused.setdefault(key, {}).setdefault(name, result["why"])
        for operator in table:
            key = (operator["domain"], operator["name"])
            found = refused.get(key, {})
            said = {name.lower() for name in operator["lacks"]}
            if set(found) != said:
                first = next(iter(found.items()), None)
                wrong.append(
                    f"{key[1]}: lacks {' '.join(sorted(found))}, the table says {sorted(said)}; {first}"
                )
    for what in wrong:
        print(what)
    print(f"{len(table)} operators, {len(tried)} types of {len({k for k, _ in tried.values()})}: "
          f"{len(wrong)} are not as the table says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
