"""Every value of a model as ONNX Runtime computes it, for `tfrt diff MODEL --against FILE.npz`.

    trace.py MODEL OUT.npz [INPUTS.npz]

The file has the inputs and the result of each node, by the model's names. Without inputs these are drawn from a
seed: small numbers, and sizes of 1 where the model leaves one open. `cargo xtask onnx --trace` does it.
"""

import pathlib
import sys
import tempfile
import zipfile

import numpy as np
import onnx
import onnxruntime as ort

from drawn import drawn, inputs_of


def with_every_value(model: onnx.ModelProto) -> list[str]:
    """Makes an output of each result of a node of the main graph; the names."""
    outputs = {it.name for it in model.graph.output}
    names = [name for node in model.graph.node for name in node.output if name]
    # ONNX Runtime infers the types.
    model.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names if name not in outputs)
    return names


def write(path: str, values: dict[str, np.ndarray]) -> None:
    """As `numpy.savez`, which does not take every name."""
    with zipfile.ZipFile(path, "w", allowZip64=True) as archive:
        for name, value in values.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asanyarray(value), allow_pickle=False)


def main() -> None:
    path, out, *files = sys.argv[1:]
    model = onnx.load(path)
    infos = inputs_of(model)
    random = np.random.default_rng(1)
    given = np.load(files[0]) if files else {}
    inputs = {it.name: given[it.name] if it.name in given else drawn(it, random) for it in infos}
    names = with_every_value(model)
    options = ort.SessionOptions()
    # What an optimisation removes has no value.
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    with tempfile.TemporaryDirectory() as folder:
        # Weights beside the model: one of more than 2 GiB has no other form.
        saved = pathlib.Path(folder, "model.onnx")
        onnx.save(model, saved, save_as_external_data=True, location="weights")
        session = ort.InferenceSession(saved, options, providers=["CPUExecutionProvider"])
        results = session.run(names, inputs)
    # Sequences, and elements that NumPy does not have, are no arrays.
    arrays = {name: value for name, value in zip(names, results) if isinstance(value, np.ndarray) and value.dtype != object}
    write(out, inputs | arrays)
    print(f"{len(inputs)} inputs and {len(arrays)} of {len(names)} values are in {out}")


main()
