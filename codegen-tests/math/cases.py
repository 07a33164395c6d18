"""Arguments of the functions of the dialect `math` and their values, computed by mpmath.

`cases.py COUNT FILE` writes COUNT lines for each function: its name, the arguments, the nearest double
to the value, and how far the value is from that double, in 2^-32 of a unit in the last place. Doubles
are hexadecimal bits. `codegen-tests/tests/together/math.rs` reads them: `cases.txt` has few, and
`cargo xtask math` writes many.
"""

import math
import random
import struct
import sys

import mpmath
from mpmath import mp, mpf

random = random.Random(7)


def double(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def bits(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


def any_double():
    while True:
        value = double(random.getrandbits(64))
        if math.isfinite(value) and value != 0:
            return value


def signed(value):
    return random.choice([value, -value])


def scale(low, high):
    """A positive double whose logarithm is evenly distributed."""
    return 2.0 ** random.uniform(math.log2(low), math.log2(high))


def near_one(smallest):
    return 1 + signed(scale(smallest, 0.1))


def growing(limit):
    return [
        lambda: random.uniform(-limit, limit),
        lambda: signed(scale(1e-20, limit)),
        lambda: random.uniform(-1, 1),
    ]


CIRCLE = [
    any_double,
    lambda: random.uniform(-10, 10),
    lambda: signed(scale(1e-9, 1e9)),
    lambda: random.randrange(1, 10**6) * math.pi / 2,
]
LOGARITHM = [
    lambda: abs(any_double()),
    lambda: scale(1e-3, 1e3),
    lambda: random.uniform(0.9, 1.1),
    lambda: near_one(1e-15),
]
SIGNS = [lambda: random.uniform(-1, 1), lambda: signed(scale(1e-20, 1)), lambda: 2 - near_one(1e-15)]
WIDE = [any_double, lambda: random.uniform(-3, 3), lambda: signed(scale(1e-20, 1e20))]
POSITIVE = [lambda: abs(any_double()), lambda: scale(1e-3, 1e3)]


def power():
    if random.random() < 0.3:
        return random.uniform(0.1, 10), random.uniform(-4, 4)
    base = random.choice([abs(any_double()), random.uniform(0, 10), near_one(1e-12)])
    if base in (0, 1):
        return 2.0, 3.0
    return base, random.uniform(-745, 709.7) / math.log(base) * random.choice([1, 1, 0.01])


def integer_power():
    base, exponent = power()
    return signed(base), float(int(max(-(2.0**62), min(2.0**62, exponent))))


def point():
    of = random.choice(WIDE)
    return of(), of()


# The function, where its arguments are from, and their digits.
FUNCTIONS = {
    "acos": (mpmath.acos, SIGNS, 400),
    "acosh": (mpmath.acosh, [lambda: 1 + scale(1e-15, 1e3), lambda: scale(1, 1e300)], 400),
    "asin": (mpmath.asin, SIGNS, 400),
    "asinh": (mpmath.asinh, WIDE, 2400),
    "atan": (mpmath.atan, WIDE, 400),
    "atan2": (mpmath.atan2, point, 400),
    "atanh": (mpmath.atanh, SIGNS, 400),
    "cbrt": (lambda x: mpmath.sign(x) * mpmath.root(abs(x), 3), WIDE, 200),
    "cos": (mpmath.cos, CIRCLE, 1300),
    "cosh": (mpmath.cosh, growing(710), 400),
    "erf": (mpmath.erf, growing(6), 300),
    "erfc": (mpmath.erfc, growing(6) + [lambda: random.uniform(0, 27.2)], 1300),
    "exp": (mpmath.exp, growing(709.7) + [lambda: random.uniform(-745, -700)], 200),
    "exp2": (lambda x: mpf(2) ** x, growing(1023.9), 200),
    "expm1": (mpmath.expm1, growing(709.7), 400),
    "fpowi": (lambda x, n: mpmath.power(x, int(n)), integer_power, 300),
    "log": (mpmath.log, LOGARITHM, 300),
    "log10": (lambda x: mpmath.log(x) / mpmath.log(10), LOGARITHM, 300),
    "log1p": (mpmath.log1p, POSITIVE + [lambda: random.uniform(-1, 1), lambda: signed(scale(1e-20, 1))], 2400),
    "log2": (lambda x: mpmath.log(x) / mpmath.log(2), LOGARITHM, 300),
    "powf": (mpmath.power, power, 300),
    "rsqrt": (lambda x: 1 / mpmath.sqrt(x), POSITIVE, 200),
    "sin": (mpmath.sin, CIRCLE, 1300),
    "sinh": (mpmath.sinh, growing(710), 400),
    "tan": (mpmath.tan, CIRCLE, 1300),
    "tanh": (mpmath.tanh, growing(20), 400),
}


def is_half(value):
    try:
        return struct.unpack("<e", struct.pack("<e", value))[0] == value
    except OverflowError:
        return False


def case(name, half):
    """A line. With `half`, the arguments are values of `f16`; the exponents of `fpowi` are integers."""
    function, source, precision = FUNCTIONS[name]
    mp.prec = precision
    while True:
        arguments = source() if callable(source) else (random.choice(source)(),)
        # A third of them are arguments of `f32` too, and some of `f16`.
        digits = random.choice([53, 53, 53, 24, 24, 8])
        with mp.workprec(digits):
            arguments = tuple(float(+mpf(argument)) for argument in arguments)
        if name == "fpowi":
            arguments = (arguments[0], float(int(arguments[1])))
        if half and not all(map(is_half, arguments[:1] if name == "fpowi" else arguments)):
            continue
        try:
            value = function(*map(mpf, arguments))
        except (ValueError, ZeroDivisionError):
            continue
        if isinstance(value, mpmath.mpc) or not mpmath.isfinite(value) or value == 0:
            continue
        exponent = max(int(mpmath.floor(mpmath.log(abs(value), 2))), -1022)
        if exponent > 1023:
            continue
        unit = mpf(2) ** (exponent - 52)
        whole = int(mpmath.nint(value / unit))
        nearest = math.ldexp(whole, exponent - 52)
        if math.isinf(nearest):
            continue
        distance = int(mpmath.nint((value / unit - whole) * 2**32))
        second = bits(arguments[1]) if len(arguments) == 2 else 0
        return f"{name} {bits(arguments[0]):016x} {second:016x} {bits(nearest):016x} {distance}"


with open(sys.argv[2], "w") as file:
    for name in FUNCTIONS:
        for number in range(int(sys.argv[1])):
            print(case(name, half=number == 0), file=file)
