// Our exponential, logarithm and hyperbolic tangent on doubles: the operations of `runtime/numeric/src/functions/`, one
// by one, so that the bits are the same.
#pragma once
#include "device.h"
#include "tables.h"

// A number of about 106 bits: `dd.rs` says how.
struct Dd {
    f64 hi, lo;
};

DEVICE Dd dd(f64 hi) { return {hi, 0.0}; }
DEVICE Dd dd(const f64 (&pair)[2]) { return {pair[0], pair[1]}; }

DEVICE Dd sum(f64 a, f64 b) {
    f64 hi = a + b, part = hi - a;
    return {hi, (a - (hi - part)) + (b - part)};
}

DEVICE Dd ordered(f64 a, f64 b) {
    f64 hi = a + b;
    return {hi, b - (hi - a)};
}

DEVICE Dd product(f64 a, f64 b) {
    f64 hi = a * b;
    f64 scaled_a = a * 134217729.0, a_high = scaled_a - (scaled_a - a), a_low = a - a_high;
    f64 scaled_b = b * 134217729.0, b_high = scaled_b - (scaled_b - b), b_low = b - b_high;
    return {hi, a_low * b_low - (((hi - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

DEVICE Dd negated(Dd a) { return {-a.hi, -a.lo}; }

DEVICE Dd plus(Dd a, Dd b) {
    Dd high = sum(a.hi, b.hi), low = sum(a.lo, b.lo);
    high = ordered(high.hi, high.lo + low.hi);
    return ordered(high.hi, high.lo + low.lo);
}

DEVICE Dd minus(Dd a, Dd b) { return plus(a, negated(b)); }

DEVICE Dd times(Dd a, Dd b) {
    Dd high = product(a.hi, b.hi);
    return ordered(high.hi, high.lo + (a.hi * b.lo + a.lo * b.hi));
}

DEVICE Dd scaled(Dd a, f64 by) {
    Dd high = product(a.hi, by);
    return ordered(high.hi, high.lo + a.lo * by);
}

DEVICE Dd over(Dd a, Dd divisor) {
    f64 first = a.hi / divisor.hi;
    Dd rest = minus(a, scaled(divisor, first));
    return ordered(first, rest.hi / divisor.hi);
}

DEVICE Dd root(Dd a) {
    if (a.hi == 0.0)
        return a;
    f64 first = root(a.hi);
    Dd rest = minus(a, product(first, first));
    return ordered(first, rest.hi / (2.0 * first));
}

DEVICE f64 value(Dd a) { return a.hi + a.lo; }

DEVICE f64 from_bits(u64 bits) { return __builtin_bit_cast(f64, bits); }
DEVICE u64 to_bits(f64 value) { return __builtin_bit_cast(u64, value); }
DEVICE f64 power_of_two(i32 exponent) { return from_bits((u64)(exponent + 1023) << 52); }
DEVICE bool is_nan(f64 x) { return x != x; }
DEVICE f64 infinity() { return __builtin_inf(); }

// A number times a power of two, of an exponent below 2000, as a double: rounded once more if it is subnormal.
DEVICE f64 finish(Dd number, i32 exponent) {
    i32 near = exponent < -1000 ? -1000 : exponent > 1000 ? 1000 : exponent;
    return value(number) * power_of_two(exponent - near) * power_of_two(near);
}

// By Horner's rule, from the constant coefficient.
DEVICE f64 polynomial(f64, f64 last) { return last; }
template <class... Rest> DEVICE f64 polynomial(f64 x, f64 first, Rest... rest) {
    return polynomial(x, rest...) * x + first;
}

struct Power {
    Dd number;
    i32 exponent;
};

DEVICE Power exp_parts(Dd x) {
    f64 n = __builtin_roundeven(x.hi / LN_2_64[0]);
    Dd rest = minus(x, scaled(dd(LN_2_64), n));
    i32 whole = (i32)n;
    const f64(&entry)[2] = POWERS[whole & 63];
    f64 r = rest.hi;
    f64 taylor = polynomial(r, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0);
    f64 less_one = r + (rest.lo + r * r * taylor);
    return {ordered(entry[0], entry[1] + entry[0] * less_one), whole >> 6};
}

DEVICE f64 exp_of(f64 x) {
    if (is_nan(x))
        return x;
    if (__builtin_fabs(x) > 750.0)
        return x > 0.0 ? infinity() : 0.0;
    Power parts = exp_parts(dd(x));
    return finish(parts.number, parts.exponent);
}

DEVICE f64 sigmoid_of(f64 x) { return 1.0 / (1.0 + exp_of(-x)); }

DEVICE f64 tanh_of(f64 x) {
    f64 magnitude = __builtin_fabs(x), result;
    if (is_nan(x))
        return x;
    if (magnitude > 22.0) {
        result = 1.0;
    } else if (magnitude < 1.0e-8) {
        result = magnitude;
    } else if (magnitude < 0.3) {
        f64 square = magnitude * magnitude;
        f64 series = square * polynomial(square, 1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0, 1.0 / 362880.0,
                                         1.0 / 39916800.0, 1.0 / 6227020800.0);
        Dd sinh = ordered(magnitude, magnitude * series);
        Dd cosh = root(plus(dd(1.0), times(sinh, sinh)));
        result = value(over(sinh, cosh));
    } else {
        Power parts = exp_parts(dd(2.0 * magnitude));
        f64 by = power_of_two(parts.exponent);
        Dd whole = {parts.number.hi * by, parts.number.lo * by};
        result = value(over(minus(whole, dd(1.0)), plus(whole, dd(1.0))));
    }
    return __builtin_copysign(result, x);
}

DEVICE f64 log_of(f64 x) {
    if (is_nan(x) || x == infinity())
        return x;
    if (x == 0.0)
        return -infinity();
    if (x < 0.0)
        return __builtin_nan("");
    bool small = x < 2.2250738585072014e-308;
    u64 bits = to_bits(small ? x * 18014398509481984.0 : x);
    i32 exponent = (i32)(bits >> 52) - 1023 - (small ? 54 : 0);
    f64 fraction = from_bits((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
    if (fraction > 1.40625) {
        fraction *= 0.5;
        exponent += 1;
    }
    const f64(&entry)[3] = LOGARITHMS[(i32)__builtin_roundeven(fraction * 128.0) - 90];
    Dd near = product(fraction, entry[0]);
    Dd rest = sum(near.hi - 1.0, near.lo);
    Dd square = times(rest, rest);
    f64 cube = square.hi * rest.hi *
               polynomial(rest.hi, 1.0 / 3.0, -1.0 / 4.0, 1.0 / 5.0, -1.0 / 6.0, 1.0 / 7.0, -1.0 / 8.0, 1.0 / 9.0,
                          -1.0 / 10.0, 1.0 / 11.0);
    Dd series = plus(minus(rest, scaled(square, 0.5)), dd(cube));
    Dd table = {entry[1], entry[2]};
    return value(plus(scaled(dd(LN_2), (f64)exponent), plus(table, series)));
}
