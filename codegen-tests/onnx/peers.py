"""How long models take here, and in other runtimes on the same processor.

    peers.py --tool TFRT --folder DIR MODEL.onnx… [--threads 1,2] [--instructions avx2] [--runs N] [--math MODE]
             [--bind NAME=N] [--profile] [--with-torch] [--with-mnn]

All take turns, each in a process of its own (`peer.py`, or `tfrt bench`), so many times as `--runs` says. The inputs
are those of MODEL.in.npz or MODEL.npz beside a model, or drawn from a seed. A peer that cannot be installed, cannot
run a model or answers otherwise than ONNX Runtime is not counted, and the reason is printed. `cargo xtask peers`
starts it.
"""

import argparse
import hashlib
import importlib.metadata
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

import numpy as np
import onnx

from drawn import drawn, inputs_of, size_names

HERE = pathlib.Path(__file__).parent
YARDSTICK = "ONNX Runtime"
# By runtime: the packages, what pip is told besides, and the flag that asks for it.
PEERS = {
    YARDSTICK: (["onnxruntime"], [], None),
    "OpenVINO": (["openvino"], [], None),
    # pnnx names torch as a dependency, which is large; its program has its own.
    "ncnn": (["ncnn", "pnnx"], ["--no-deps"], None),
    "MNN": (["MNN"], [], "with_mnn"),
    "PyTorch": (["torch", "torchvision", "onnx2torch"], [], "with_torch"),
}
OURS, ALL = "tfrt", "all"
# A greater difference, in ranges of an output, is another answer.
TOLERANCE = 1e-3
# Seconds for one turn, in which a model may be converted.
LIMIT = 900


class Failed(Exception):
    """What cannot be measured, and why."""


def arguments():
    numbers = lambda text: [int(it) for it in text.split(",")]
    names = lambda text: text.split(",")
    parser = argparse.ArgumentParser(prog="cargo xtask peers", allow_abbrev=False)
    parser.add_argument("models", nargs="+", type=pathlib.Path, metavar="FOLDER_OR_MODEL.onnx")
    parser.add_argument("--threads", type=numbers, default=[1, 2], metavar="1,2")
    parser.add_argument("--instructions", type=names, default=[], help="a row of tfrt with each of these, too")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="how many turns each takes")
    parser.add_argument("--math", help="as of `tfrt bench`")
    parser.add_argument("--bind", action="append", default=[], metavar="NAME=N", help="a size that is open, else 1")
    parser.add_argument("--profile", action="store_true", help="the time of tfrt by kernel, too")
    parser.add_argument("--with-torch", action="store_true", help="PyTorch, which is large, too")
    parser.add_argument("--with-mnn", action="store_true", help="MNN, too")
    parser.add_argument("--tool", type=pathlib.Path, required=True, help="the tool, which is built otherwise")
    parser.add_argument("--folder", type=pathlib.Path, required=True, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.runs < 1:
        parser.error("--runs is at least 1")
    given.bound = {}
    for bound in given.bind:
        name, is_bound, size = bound.rpartition("=")
        if not is_bound or not size.isdecimal():
            parser.error(f"--bind is NAME=N, not '{bound}'")
        given.bound[name] = int(size)
    files = []
    for path in given.models:
        found = sorted(path.glob("*.onnx")) if path.is_dir() else [path]
        if not found or not all(it.is_file() for it in found):
            parser.error(f"{path}: there is no model")
        files += found
    given.models = files
    return given


def install(name):
    """Installs a peer; why not, if it cannot be."""
    packages, options, _ = PEERS[name]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*command, "--constraint", HERE / "peers.txt", *options, *packages], capture_output=True, text=True)
    errors = [it for it in done.stderr.splitlines() if it.startswith("ERROR")] or done.stderr.splitlines()[-1:]
    return f"pip cannot install it: {errors[-1] if errors else 'no message'}" if done.returncode else None


def last_line(text):
    lines = [it for it in text.splitlines() if it.strip()]
    return lines[-1].strip() if lines else "no message"


def run(command):
    """Runs a program to its end; what it prints."""
    try:
        done = subprocess.run([str(it) for it in command], capture_output=True, text=True, timeout=LIMIT, errors="replace")
    except subprocess.TimeoutExpired:
        raise Failed(f"it takes more than {LIMIT} s")
    except OSError as error:
        raise Failed(f"{command[0]}: {error}")
    if done.returncode < 0:
        raise Failed(f"signal {-done.returncode} ends it: {last_line(done.stderr)}")
    if done.returncode:
        raise Failed(last_line(done.stderr))
    return done


class Case:
    """A model with inputs, in a folder for what is made of it."""

    def __init__(self, given, path):
        self.given, self.path = given, path
        self.name = path.stem if [it.stem for it in given.models].count(path.stem) == 1 else str(path)
        model = onnx.load(path, load_external_data=False)
        infos = inputs_of(model)
        for info in infos:
            if info.type.WhichOneof("value") != "tensor_type":
                raise Failed(f"input '{info.name}' is no tensor")
        self.outputs = [it.name for it in model.graph.output]
        beside = [it for it in (path.with_suffix(".in.npz"), path.with_suffix(".npz")) if it.is_file()]
        self.source = f"inputs of {beside[0].name}" if beside else "inputs from a seed"
        if beside:
            with np.load(beside[0]) as archive:
                missing = [it.name for it in infos if it.name not in archive.files]
                if missing:
                    raise Failed(f"{beside[0]} has no input '{missing[0]}'")
                inputs = {it.name: archive[it.name] for it in infos}
        else:
            random = np.random.default_rng(1)
            inputs = {it.name: drawn(it, random, given.bound) for it in infos}
        # Every size is known to all.
        self.sizes, self.symbols = {}, {}
        for info in infos:
            for axis, name in size_names(info).items():
                size = inputs[info.name].shape[axis]
                if given.bound.get(name, size) != size:
                    raise Failed(f"--bind says {given.bound[name]} for '{name}', {self.source} have {size}")
                self.sizes[name] = size
                if info.type.tensor_type.shape.dim[axis].dim_param:
                    self.symbols[name] = size
        # What is made of another file, or for other sizes, is not mistaken for this one's.
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256")
        digest.update(json.dumps([[it, *map(int, value.shape)] for it, value in inputs.items()]).encode())
        digest.update((HERE / "peers.txt").read_bytes())
        self.folder = given.folder / "models" / f"{path.stem}-{digest.hexdigest()[:16]}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.inputs = self.folder / "inputs.npz"
        np.savez(self.inputs, **inputs)

    def choices(self):
        """The flags of the tool."""
        flags = [flag for name, size in self.sizes.items() for flag in ("--bind", f"{name}={size}")]
        return ["--inputs", self.inputs, *flags, *(["--math", self.given.math] if self.given.math else [])]

    def bench(self, threads, instructions, *flags):
        how = ["--threads", threads, *(["--instructions", instructions] if instructions else [])]
        return run([self.given.tool, "bench", *self.choices(), *how, *flags, self.path]).stdout

    def ours(self, threads, instructions):
        return json.loads(self.bench(threads, instructions, "--json"))

    def our_answers(self, instructions):
        out = self.folder / "tfrt.npz"
        how = ["--instructions", instructions] if instructions else []
        run([self.given.tool, "run", *self.choices(), *how, "--outputs", out, self.path])
        with np.load(out) as archive:
            return [archive[it] for it in self.outputs]

    def peer(self, name, threads):
        file = lambda what: self.folder / f"{name.replace(' ', '-')}.{what}"
        job, result, answers = file("job.json"), file("result.json"), file("npz")
        result.unlink(missing_ok=True)
        what = {"model": str(self.path), "inputs": str(self.inputs), "outputs": self.outputs, "symbols": self.symbols}
        what |= {"threads": threads, "folder": str(self.folder), "result": str(result), "answers": str(answers)}
        job.write_text(json.dumps(what))
        done = run([sys.executable, HERE / "peer.py", name, job])
        measured = json.loads(result.read_text())
        if "reason" in measured:
            # What a library prints often says more than its error.
            printed = f" ({last_line(done.stderr)})" if done.stderr.strip() else ""
            raise Failed(measured["reason"] + printed)
        return measured

    def answers(self, name):
        with np.load(self.folder / f"{name.replace(' ', '-')}.npz") as archive:
            return [archive[f"output {at}"] for at in range(len(self.outputs))]


def difference(found, expected):
    """The greatest difference of any element, in ranges of its output."""
    greatest = 0.0
    for one, other in zip(found, expected):
        if one.size != other.size:
            raise Failed(f"its answer has the shape {list(one.shape)}, that of {YARDSTICK} {list(other.shape)}")
        one, other = (it.astype(np.complex128 if np.iscomplexobj(it) else np.float64).ravel() for it in (one, other))
        same = (one == other) | (np.isnan(one) & np.isnan(other))
        if same.all():
            continue
        ordinary = other[np.isfinite(other)]
        span = float(np.ptp(ordinary.real)) or float(np.abs(ordinary).max(initial=0)) or 1.0
        with np.errstate(invalid="ignore"):
            apart = np.abs(one - other)[~same] / span
        greatest = max(greatest, float(np.where(np.isnan(apart), np.inf, apart).max()))
    return greatest


class Taker(NamedTuple):
    """One of those that take turns."""

    name: str
    instructions: str | None = None

    def __str__(self):
        return f"{self.name} with {self.instructions}" if self.instructions else self.name


class Times:
    """What one has taken in its turns."""

    def __init__(self):
        self.turns = []

    def median(self, what="ms_median"):
        return statistics.median(it[what] for it in self.turns)

    def least(self):
        return min(it["ms_min"] for it in self.turns)


class Row:
    """A model on so many threads: the times of all that can run it, and how far their answers are from the yardstick's."""

    def __init__(self, case, threads, takers, reasons):
        self.case, self.threads, self.takers, self.reasons = case, threads, takers, reasons
        self.times, self.apart = {it: Times() for it in takers}, {}
        for turn in range(case.given.runs):
            for taker in filter(self.counts, takers):
                where = f"{case.name}, threads: {threads}, turn {turn + 1} of {case.given.runs}: {taker}"
                print(f"peers: {where}", file=sys.stderr, flush=True)
                self.unless_failed(taker, self.turn)
            if turn == 0:
                for taker in filter(self.counts, takers):
                    self.unless_failed(taker, self.compare)

    def counts(self, taker):
        return (self.case.name, str(taker)) not in self.reasons

    def unless_failed(self, taker, what):
        try:
            what(taker)
        except Failed as error:
            self.reasons[self.case.name, str(taker)] = str(error)

    def turn(self, taker):
        case, (name, instructions) = self.case, taker
        turn = case.ours(self.threads, instructions) if name == OURS else case.peer(name, self.threads)
        self.times[taker].turns.append(turn)

    def compare(self, taker):
        if taker.name == YARDSTICK:
            return
        if not self.of(YARDSTICK):
            raise Failed(f"there is no answer of {YARDSTICK} to compare with")
        expected = self.case.answers(YARDSTICK)
        found = self.case.our_answers(taker.instructions) if taker.name == OURS else self.case.answers(taker.name)
        self.apart[taker] = difference(found, expected)
        if self.apart[taker] > TOLERANCE:
            raise Failed(f"its answer differs from that of {YARDSTICK} by {self.apart[taker]:.1e} of the range")

    def of(self, name, instructions=None):
        """The times of one, unless it is not counted."""
        taker = Taker(name, instructions)
        times = self.times.get(taker)
        return times if times and times.turns and self.counts(taker) else None

    def cells(self, taker, peers):
        """Of one of ours: what both tables begin with, then the rest of each."""
        ours, times = self.of(*taker), {it: self.of(it) for it in peers}
        counted = {name: it for name, it in times.items() if it}
        best = min(counted, key=lambda it: counted[it].median(), default=None)
        chosen = ours.turns[0]["cpu"]["instructions"] if ours else taker.instructions or "-"
        speed = [timed(ours), *map(timed, times.values()), ratio(ours, times[YARDSTICK])]
        speed.append(f"{ratio(ours, counted[best])} {best}" if ours and best else "-")
        pair = [it.median("load_to_first_result_ms") if it else None for it in (ours, times[YARDSTICK])]
        first = [ms(it) if it else "-" for it in pair] + [f"{pair[0] / pair[1]:.2f}" if all(pair) else "-"]
        compared = [taker, *(Taker(it) for it in peers if it != YARDSTICK)]
        first += [f"{self.apart[it]:.1e}" if it in self.apart else "-" for it in compared]
        return [self.case.name, str(self.threads), chosen], speed, first


def ms(value):
    return f"{value:.4f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.1f}"


def timed(times):
    return f"{ms(times.median())} ({ms(times.least())})" if times else "-"


def ratio(ours, other):
    if not ours or not other:
        return "-"
    return f"{ours.median() / other.median():.2f} ({ours.least() / other.least():.2f})"


def table(titles, rows):
    """Prints a table of Markdown, with columns of one width."""
    rows = [titles, *rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in [titles, ["-" * it for it in widths], *rows[1:]]:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |")
    print()


def processor():
    """What the name of a processor leaves open, where the system says it."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text()
    except OSError:
        return ""
    names = {"cpu family": "family", "model": "model", "stepping": "stepping"}
    found = [(said, re.search(rf"^{name}\s*: (.+)$", text, re.MULTILINE)) for name, said in names.items()]
    return "".join(f", {said} {it[1]}" for said, it in found if it)


def busy():
    """Seconds for which processors have worked for others, and the time, where the system says it."""
    try:
        ticks = pathlib.Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    except OSError:
        return None
    # User, nice, system, interrupts of two kinds, and what the host gave to others.
    worked = sum(int(ticks[at]) for at in (0, 1, 2, 5, 6, 7)) / os.sysconf("SC_CLK_TCK")
    return np.array([worked - sum(os.times()[:4]), time.monotonic()])


def main():
    given, reasons = arguments(), {}
    asked = [name for name, (_, _, flag) in PEERS.items() if flag is None or getattr(given, flag)]
    why = {name: install(name) for name in asked}
    reasons |= {("any model", name): reason for name, reason in why.items() if reason}
    installed = [name for name in asked if not why[name]]
    cases = []
    for path in given.models:
        try:
            cases.append(Case(given, path))
        except Failed as error:
            reasons[str(path), ALL] = str(error)
    unused = set(given.bound) - {name for case in cases for name in case.sizes}
    if unused and len(cases) == len(given.models):
        sys.exit(f"peers: no model has an open size '{min(unused)}'")
    ours = [Taker(OURS, it) for it in [None, *given.instructions]]
    begun = busy()
    rows = [Row(case, threads, ours + list(map(Taker, installed)), reasons) for case in cases for threads in given.threads]
    ended = busy()
    profiles = [
        row.case.bench(row.threads, taker.instructions, "--profile")
        for row in rows for taker in ours if given.profile and row.of(*taker)
    ]
    if rows:
        report(given, rows, ours, asked, installed)
    if rows and begun is not None:
        worked, passed = ended - begun
        print(f"Other processes, and the host, took {worked / passed:.2f} processors of {os.cpu_count()} meanwhile.\n")
    for (model, name), reason in reasons.items():
        print(f"- {model} is not measured: {reason}" if name == ALL else f"- {name} is not counted for {model}: {reason}")
    for profile in profiles:
        print(f"\n{profile.rstrip()}")
    # A model that we cannot run, or of which we say something else, is no success.
    failed = [name for _, name in reasons if name == ALL or name.startswith(OURS)]
    sys.exit("peers: not all models were measured" if failed else None)


def report(given, rows, ours, asked, installed):
    first = next((it.turns[0] for row in rows for it in row.times.values() if it.turns and "cpu" in it.turns[0]), None)
    version = lambda name: ", ".join(f"{it} {importlib.metadata.version(it)}" for it in PEERS[name][0])
    if first:
        print(f"\n{first['cpu']['name']}{processor()}; {run([given.tool, '--version']).stdout.strip()}, math {first['math']}; ", end="")
    print("; ".join(map(version, installed)) + f"; {', '.join(sorted({row.case.source for row in rows}))}.")
    print(f"Milliseconds of a run with f32: the median of {given.runs} turns, and the fastest run in parentheses.\n")
    cells = [row.cells(taker, asked) for row in rows for taker in ours]
    begin, others = ["model", "threads", "instructions"], [it for it in asked if it != YARDSTICK]
    titles = [OURS, *asked, f"{OURS} / {YARDSTICK}", f"{OURS} / best"]
    table(begin + titles, [start + speed for start, speed, _ in cells])
    print(f"Milliseconds from the file to the first result, and how far answers are from {YARDSTICK}'s, of their range.\n")
    titles = [f"{OURS} first", f"{YARDSTICK} first", "ratio", *(f"{it} apart" for it in [OURS, *others])]
    table(begin + titles, [start + first for start, _, first in cells])


if __name__ == "__main__":
    main()
