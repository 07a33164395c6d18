"""Measures one runtime on one model, in a process of its own.

    peer.py NAME JOB.json

The job has the model, a file of inputs, the number of threads, a folder for what the model is converted to, and where
outputs and times go. A run copies no results to Python, as one of `tfrt bench` copies none to other memory than its
caller's. All compute with f32. `peers.py` starts it.
"""

import gc
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import time

import numpy as np
import onnx

# As `tfrt bench` does.
MIN_RUNS, MAX_RUNS, LONGEST = 3, 1000, 3.0


class Unusable(Exception):
    """Why a runtime cannot run a model."""


def onnx_runtime(job, inputs):
    import onnxruntime as ort

    def load():
        options = ort.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = job["threads"], 1
        for name, size in job["symbols"].items():
            options.add_free_dimension_override_by_name(name, size)
        session = ort.InferenceSession(job["model"], options, providers=["CPUExecutionProvider"])
        binding, outputs = session.io_binding(), []
        for name, value in inputs.items():
            binding.bind_cpu_input(name, value)
        for name in job["outputs"]:
            binding.bind_output(name, "cpu")

        def run():
            session.run_with_iobinding(binding)
            if not outputs:
                # They stay where they are from one run to the next.
                outputs.extend(binding.get_outputs())
                for name, value in zip(job["outputs"], outputs):
                    binding.bind_ortvalue_output(name, value)

        return run, lambda: {name: it.numpy() for name, it in zip(job["outputs"], outputs)}

    return load


def openvino(job, inputs):
    import openvino as ov

    def load():
        core = ov.Core()
        model = core.read_model(job["model"])
        model.reshape({name: ov.PartialShape(list(value.shape)) for name, value in inputs.items()})
        settings = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32", "NUM_STREAMS": 1}
        settings["INFERENCE_NUM_THREADS"] = job["threads"]
        compiled = core.compile_model(model, "CPU", settings)
        request = compiled.create_infer_request()
        for name, value in inputs.items():
            request.set_tensor(name, ov.Tensor(value, shared_memory=True))
        answers = lambda: {name: request.get_output_tensor(at).data for at, name in enumerate(job["outputs"])}
        return request.infer, answers

    return load


def ncnn(job, inputs):
    import ncnn

    folder = pathlib.Path(job["folder"], "ncnn")
    param, weights, script = folder / "ncnn.param", folder / "ncnn.bin", folder / "ncnn.py"
    # Written last.
    if not script.exists():
        folder.mkdir(parents=True, exist_ok=True)
        # Importing the package would import torch, which its program does not need.
        program = pathlib.Path(importlib.util.find_spec("pnnx").origin).parent / "pnnx"
        code = {"float32": "f32", "int64": "i64", "int32": "i32", "bool": "i32"}
        unknown = [str(it.dtype) for it in inputs.values() if str(it.dtype) not in code]
        if unknown:
            raise Unusable(f"pnnx takes no input of {unknown[0]}")
        shapes = [f"{list(it.shape)}{code[str(it.dtype)]}".replace(" ", "") for it in inputs.values()]
        files = {"ncnnparam": param, "ncnnbin": weights, "ncnnpy": script}
        files |= {f"pnnx{kind}": folder / f"pnnx.{kind}" for kind in ("param", "bin", "py", "onnx")}
        settings = {"fp16": 0, "inputshape": ",".join(shapes), **files}
        # pnnx also writes beside the model.
        copy = folder / "model.onnx"
        onnx.save(onnx.load(job["model"]), copy)
        command = [program, copy, *(f"{name}={value}" for name, value in settings.items())]
        converted = subprocess.run(command, capture_output=True, text=True)
        if converted.returncode or not script.exists():
            said = (converted.stderr or converted.stdout).strip().splitlines()
            raise Unusable(f"pnnx ends with {converted.returncode}: {said[-1] if said else 'no message'}")
    # Which axis pnnx has taken for the batch, which ncnn's tensors do not have.
    text = script.read_text()
    axes = dict(re.findall(r'ex\.input\("(\w+)", ncnn\.Mat\(\w+\.numpy\(\), batch_index=(\d+)', text))
    axes |= dict(re.findall(r"\((\w+)\.numpy\(batch_index=(\d+)", text))
    whole = lambda it: it if it.dtype == np.float32 else it.astype(np.int32)

    def load():
        net = ncnn.Net()
        net.opt.num_threads = job["threads"]
        for name in ("use_fp16_packed", "use_fp16_storage", "use_fp16_arithmetic"):
            setattr(net.opt, name, False)
        if net.load_param(str(param)) or net.load_model(str(weights)):
            raise Unusable("ncnn cannot load what pnnx makes of it")
        given = [ncnn.Mat(whole(it), batch_index=int(axes[f"in{at}"])).clone() for at, it in enumerate(inputs.values())]
        results = {}

        def run():
            extractor = net.create_extractor()
            for at, value in enumerate(given):
                extractor.input(f"in{at}", value)
            for at, name in enumerate(job["outputs"]):
                failed, results[name] = extractor.extract(f"out{at}")
                if failed:
                    raise Unusable(f"ncnn fails with {failed} in a run")

        def answers():
            places = enumerate(results.items())
            return {name: np.array(value.numpy(batch_index=int(axes[f"out{at}"]))) for at, (name, value) in places}

        # What the extractor refers to stays alive with `run`.
        run.net = net
        return run, answers

    return load


def mnn(job, inputs):
    # The converter itself: its module `MNN.tools` installs packages and reports what it converts.
    import _tools
    import MNN

    converted = pathlib.Path(job["folder"], "model.mnn")
    if not converted.exists():
        converted.parent.mkdir(parents=True, exist_ok=True)
        part = converted.with_suffix(".part")
        _tools.mnnconvert(["mnnconvert", "-f", "ONNX", "--modelFile", job["model"], "--MNNModel", str(part), "--bizCode", "-"])
        if not part.exists():
            raise Unusable("MNN's converter writes nothing")
        part.rename(converted)

    def load():
        expr, settings = MNN.expr, {"backend": "CPU", "precision": "normal", "numThread": job["threads"]}
        runtime = MNN.nn.create_runtime_manager((settings,))
        names = list(inputs), list(job["outputs"])
        net = MNN.nn.load_module_from_file(str(converted), *names, runtime_manager=runtime, shape_mutable=False)
        given = []
        for value in inputs.values():
            is_float = value.dtype == np.float32
            place = expr.placeholder(list(value.shape), expr.NCHW, expr.float if is_float else expr.int)
            place.write(value if is_float else value.astype(np.int32))
            given.append(place)
        results = []

        def run():
            outputs = net.forward(given)
            results[:] = outputs if isinstance(outputs, (list, tuple)) else [outputs]
            for it in results:
                # It computes when it is read.
                it.read()

        ordinary = lambda it: np.array(expr.convert(it, expr.NCHW).read())
        return run, lambda: {name: ordinary(it) for name, it in zip(job["outputs"], results)}

    return load


def torch(job, inputs):
    import warnings

    import onnx2torch
    import torch

    # TorchScript is deprecated; what takes its place needs a C compiler.
    warnings.simplefilter("ignore")
    torch.set_num_threads(job["threads"])
    torch.set_num_interop_threads(1)
    torch.set_grad_enabled(False)

    def load():
        net = onnx2torch.convert(job["model"]).eval()
        given = [torch.from_numpy(it) for it in inputs.values()]
        net = torch.jit.optimize_for_inference(torch.jit.trace(net, given))
        results = []

        def run():
            outputs = net(*given)
            results[:] = outputs if isinstance(outputs, (list, tuple)) else [outputs]

        return run, lambda: {name: it.numpy() for name, it in zip(job["outputs"], results)}

    return load


RUNTIMES = {"ONNX Runtime": onnx_runtime, "OpenVINO": openvino, "ncnn": ncnn, "MNN": mnn, "PyTorch": torch}


def measure(job, load):
    gc.disable()
    start = time.perf_counter()
    run, answers = load()
    run()
    first = time.perf_counter() - start
    times, start = [], time.perf_counter()
    while len(times) < MIN_RUNS or (len(times) < MAX_RUNS and time.perf_counter() - start < LONGEST):
        begin = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - begin))
    np.savez(job["answers"], **{f"output {at}": answers()[name] for at, name in enumerate(job["outputs"])})
    return {"ms_median": float(np.median(times)), "ms_min": min(times), "load_to_first_result_ms": 1e3 * first}


def main():
    name, path = sys.argv[1:]
    job = json.loads(pathlib.Path(path).read_text())
    with np.load(job["inputs"]) as archive:
        inputs = {it: np.ascontiguousarray(archive[it]) for it in archive.files}
    try:
        result = measure(job, RUNTIMES[name](job, inputs))
    except Exception as error:
        said = " ".join(str(error).split())[:300]
        kind = "" if isinstance(error, Unusable) else f"{type(error).__name__}: "
        result = {"reason": kind + (said or "no message")}
    pathlib.Path(job["result"]).write_text(json.dumps(result))


main()
