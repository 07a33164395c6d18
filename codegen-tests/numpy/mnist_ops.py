"""Learns the digits of `codegen-tests/tests/together/mnist_ops.rs` with NumPy and compares the losses.

The folder has what the ops were given and what they gave: `cargo xtask numpy` makes it.
"""

import sys
from pathlib import Path

import numpy as np

NEAR = 1e-4
RATE = np.float32(0.5)
BATCH = 10


def main(folder):
    def load(name):
        return np.load(Path(folder) / f"{name}.npy")

    images, labels, found = load("images"), load("labels"), load("losses")
    w1, b1, w2, b2 = (load(name) for name in ("w1", "b1", "w2", "b2"))
    losses = []
    for step in range(len(found)):
        rows = slice(step * BATCH % len(images), step * BATCH % len(images) + BATCH)
        x, y = images[rows], labels[rows]
        hidden = 1 / (1 + np.exp(-(x @ w1 + b1)))
        scores = hidden @ w2 + b2
        shifted = scores - scores.max(1, keepdims=True)
        logs = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
        losses.append(-(logs * y).sum() / BATCH)
        slopes = (np.exp(logs) - y) / np.float32(BATCH)
        hidden_slopes = slopes @ w2.T * hidden * (1 - hidden)
        w2 = w2 - RATE * (hidden.T @ slopes)
        b2 = b2 - RATE * slopes.sum(0)
        w1 = w1 - RATE * (x.T @ hidden_slopes)
        b1 = b1 - RATE * hidden_slopes.sum(0)
    difference = np.abs(found - np.array(losses)).max()
    print(f"{len(losses)} losses, from {losses[0]:.3f} to {losses[-1]:.3f}, differ by at most {difference:.2e}")
    if not difference <= NEAR:
        sys.exit(f"more than {NEAR}")


if __name__ == "__main__":
    main(sys.argv[1])
