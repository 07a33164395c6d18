"""Writes the tables of the functions of the dialect `math`, in the folder
`runtime/tensor-kernels/src/functions`: `python3 tables.py | rustfmt > tables.rs`.

Every number is computed by mpmath with 60 digits and rounded to the nearest double; a pair is a
number and what that double lacks.
"""

from mpmath import mp, mpf, atan, chop, cos, erfc, exp, factorial, log, pi, polyval, sqrt, taylor

mp.prec = 1400


def double(value):
    """The nearest double, as Rust."""
    with mp.workprec(53):
        text = repr(float(+mpf(value)))
    return text if "." in text or "e" in text else text + ".0"


def pair(value):
    high = mpf(float(mpf(value)))
    return f"Dd::of({double(high)}, {double(mpf(value) - high)})"


def constant(doc, name, value):
    print(f"/// {doc}\npub(super) const {name}: Dd = {pair(value)};\n")


def table(doc, name, ty, entries):
    entries = list(entries)
    print(f"/// {doc}\npub(super) const {name}: [{ty}; {len(entries)}] = [")
    for entry in entries:
        print(f"    {entry},")
    print("];\n")


def chebyshev(function, low, high, degree):
    """The coefficients, from the constant one, of the interpolation in Chebyshev points of
    `function(x)` on an interval, in the distance from its middle, and its relative error."""
    middle, half = (low + high) / 2, (high - low) / 2
    count = degree + 1
    nodes = [cos(pi * (2 * k + 1) / (2 * count)) for k in range(count)]
    values = [function(middle + half * node) for node in nodes]
    # Newton's divided differences, expanded.
    differences = values[:]
    for order in range(1, count):
        for k in range(count - 1, order - 1, -1):
            differences[k] = (differences[k] - differences[k - 1]) / (nodes[k] - nodes[k - order])
    polynomial = [differences[-1]]
    for k in range(count - 2, -1, -1):
        shifted = [mpf(0)] + polynomial
        for index, coefficient in enumerate(polynomial):
            shifted[index] -= nodes[k] * coefficient
        shifted[0] += differences[k]
        polynomial = shifted
    scaled = [coefficient / half**power for power, coefficient in enumerate(polynomial)]
    worst = mpf(0)
    for k in range(201):
        distance = half * (mpf(k) / 100 - 1)
        exact = function(middle + distance)
        worst = max(worst, abs(polyval(scaled[::-1], distance) / exact - 1))
    return scaled, worst


def scaled_erfc(x):
    return exp(x * x) * erfc(x)


def asymptotic(s):
    """x sqrt(pi) exp(x^2) erfc(x) at s = 1 / x^2."""
    x = 1 / sqrt(s)
    return x * sqrt(pi) * scaled_erfc(x)


def polynomial(coefficients):
    first, *rest = coefficients
    return f"({pair(first)}, [{', '.join(double(coefficient) for coefficient in rest)}])"


print(
    """//! Tables and constants, written by `codegen-tests/math/tables.py`.
#![expect(clippy::approx_constant, reason = "the first part of each is rounded as std's")]

use super::dd::Dd;
"""
)
constant("ln 2.", "LN_2", log(2))
constant("1 / ln 2.", "LOG2_E", 1 / log(2))
constant("1 / ln 10.", "LOG10_E", 1 / log(10))
constant("ln 2 / 64.", "LN_2_64", log(2) / 64)
constant("pi.", "PI", pi)
constant("pi / 2.", "HALF_PI", pi / 2)
constant("2 / sqrt(pi).", "TWO_SQRT_PI", 2 / sqrt(pi))
constant("1 / sqrt(pi).", "SQRT_PI", 1 / sqrt(pi))

table("2^(j / 64).", "POWERS", "Dd", (pair(mpf(2) ** (mpf(j) / 64)) for j in range(64)))


def logarithm(j):
    inverse = mpf(float(mpf(128) / j))
    return f"({double(inverse)}, {pair(-log(inverse))})"


table(
    "The double nearest to 128 / j, and minus its logarithm, for j from 90 to 180.",
    "LOGARITHMS",
    "(f64, Dd)",
    (logarithm(j) for j in range(90, 181)),
)
table("atan(j / 32).", "ARCTANGENTS", "Dd", (pair(atan(mpf(j) / 32)) for j in range(33)))

digits = int(mp.floor(2 / pi * mpf(2) ** 1280))
words = [(digits >> (64 * (19 - k))) & (2**64 - 1) for k in range(20)]
table("The bits of 2 / pi after its point.", "TWO_OVER_PI", "u64", (f"0x{w:016x}" for w in words))

mp.prec = 240
erf = [(-1) ** n * 2 / sqrt(pi) / (factorial(n) * (2 * n + 1)) for n in range(1, 22)]
table("The Taylor series of erf(x) / x in x^2 after its first term.", "ERF", "f64", map(double, erf))

errors = []
rows = []
for k in range(22):
    low = mpf(1) / 2 + mpf(k) / 4
    coefficients, worst = chebyshev(scaled_erfc, low, low + mpf(1) / 4, 12)
    errors.append(worst)
    rows.append(polynomial(coefficients))
table(
    "exp(x^2) erfc(x) for x from 0.5 to 6, on intervals of 1/4 in the distance from the middle.",
    "SCALED_ERFC",
    "(Dd, [f64; 12])",
    rows,
)
coefficients, worst = chebyshev(asymptotic, mpf(1) / 784, mpf(1) / 36, 13)
errors.append(worst)
middle = (mpf(1) / 784 + mpf(1) / 36) / 2
print(f"/// The middle of the interval of `FAR_ERFC`.\npub(super) const FAR_MIDDLE: f64 = {double(middle)};\n")
print(
    "/// x sqrt(pi) exp(x^2) erfc(x) for x from 6 to 28, in the distance of 1 / x^2 from the middle.\n"
    f"pub(super) const FAR_ERFC: (Dd, [f64; 13]) = {polynomial(coefficients)};"
)
assert max(errors) < mpf(2) ** -65
