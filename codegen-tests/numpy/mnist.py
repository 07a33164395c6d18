"""Learns the digits of `codegen-tests/tests/together/mnist/` with NumPy and compares what comes of it.

The folder has what the program was given and what it gave: `cargo xtask numpy` makes it.
"""

import sys
from pathlib import Path

import numpy as np

NEAR = 1e-5
RATE = np.float32(0.03)


def forward(x, w1, b1, w2, b2):
    hidden = np.maximum(x @ w1 + b1, np.float32(0))
    return hidden, hidden @ w2 + b2


def step(x, label, w1, b1, w2, b2):
    """The parameters after a step down the cross entropy."""
    hidden, logits = forward(x, w1, b1, w2, b2)
    exponentials = np.exp(logits)
    slopes = exponentials / exponentials.sum() - label
    hidden_slopes = slopes @ w2.T * (hidden > 0)
    return (
        w1 - RATE * (x.T @ hidden_slopes),
        b1 - RATE * hidden_slopes.mean(0),
        w2 - RATE * (hidden.T @ slopes),
        b2 - RATE * slopes.mean(0),
    )


def main(folder):
    def load(name):
        return np.load(Path(folder) / f"{name}.npy")

    failed = []

    def compare(name, expected):
        difference = np.abs(load(name) - expected).max()
        print(f"{name} differs by at most {difference:.2e}")
        if not difference <= NEAR:
            failed.append(name)

    names = ("w1", "b1", "w2", "b2")
    network = [load(f"{name}_before") for name in names]
    images, labels = load("asked_images"), load("asked_labels")

    def infer(when):
        _, logits = forward(images, *network)
        compare(f"logits_{when}", logits)
        compare(f"accuracy_{when}", (logits.argmax(1) == labels.argmax(1)).mean())

    infer("before")
    for image, label in zip(load("learnt_images"), load("learnt_labels")):
        network = step(image[None], label[None], *network)
    infer("after")
    for name, parameter in zip(names, network):
        assert parameter.dtype == np.float32
        compare(f"{name}_after", parameter)
    if failed:
        sys.exit(f"more than {NEAR}: {', '.join(failed)}")


if __name__ == "__main__":
    main(sys.argv[1])
