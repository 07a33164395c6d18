// Elementwise operations of two tensors, which are broadcast, and of one.
#include "device.h"
#include "functions.h"

struct Add {
    template <class T> DEVICE T of(T a, T b) { return plus(a, b); }
};
struct Sub {
    template <class T> DEVICE T of(T a, T b) { return minus(a, b); }
};
struct Mul {
    template <class T> DEVICE T of(T a, T b) { return times(a, b); }
};
struct Div {
    template <class T> DEVICE T of(T a, T b) { return a / b; }
};

// Operands of the result's shape, or of one element, whose step is 0.
template <class Op, class T> DEVICE void flat(const T *a, const T *b, T *out, u64 count, u32 a_step, u32 b_step) {
    EACH(i, count) out[i] = (T)Op::of((Work<T>)a[i * a_step], (Work<T>)b[i * b_step]);
}

// Five dimensions, of which the first needs no size. A dimension that is broadcast has the stride 0.
#define SIZES u32 n1, u32 n2, u32 n3, u32 n4
#define STRIDES(x) u32 x##0, u32 x##1, u32 x##2, u32 x##3, u32 x##4
#define GIVEN(x) x##0, x##1, x##2, x##3, x##4

template <class Op, class T>
DEVICE void strided(const T *a, const T *b, T *out, u32 count, SIZES, STRIDES(a), STRIDES(b)) {
    EACH(at, count) {
        u32 i = (u32)at, rest = i;
        u32 i4 = rest % n4;
        rest /= n4;
        u32 i3 = rest % n3;
        rest /= n3;
        u32 i2 = rest % n2;
        rest /= n2;
        u32 i1 = rest % n1;
        u32 i0 = rest / n1;
        u32 from_a = i0 * a0 + i1 * a1 + i2 * a2 + i3 * a3 + i4 * a4;
        u32 from_b = i0 * b0 + i1 * b1 + i2 * b2 + i3 * b3 + i4 * b4;
        out[i] = (T)Op::of((Work<T>)a[from_a], (Work<T>)b[from_b]);
    }
}

#define FLAT(name, Op, T)                                                                                              \
    KERNEL name##_##T(const T *a, const T *b, T *out, u64 count, u32 a_step, u32 b_step) {                             \
        flat<Op>(a, b, out, count, a_step, b_step);                                                                    \
    }
#define BINARY(name, Op, T)                                                                                            \
    FLAT(name, Op, T)                                                                                                  \
    KERNEL name##_strided_##T(const T *a, const T *b, T *out, u32 count, SIZES, STRIDES(a), STRIDES(b)) {              \
        strided<Op>(a, b, out, count, n1, n2, n3, n4, GIVEN(a), GIVEN(b));                                             \
    }
#define BINARY_NUMBERS(name, Op)                                                                                       \
    FLAT(name, Op, i8)                                                                                                 \
    FLAT(name, Op, i16)                                                                                                \
    BINARY(name, Op, i32)                                                                                              \
    BINARY(name, Op, i64)                                                                                              \
    BINARY(name, Op, f16)                                                                                              \
    BINARY(name, Op, f32)                                                                                              \
    BINARY(name, Op, f64)

BINARY_NUMBERS(add, Add)
BINARY_NUMBERS(sub, Sub)
BINARY_NUMBERS(mul, Mul)
BINARY(div, Div, f16)
BINARY(div, Div, f32)
BINARY(div, Div, f64)

// The functions of doubles, rounded once.
#define UNARY(name, T, of)                                                                                             \
    KERNEL name##_##T(const T *x, T *out, u64 count) { EACH(i, count) out[i] = (T)of; }
#define UNARY_FLOATS(name, function)                                                                                   \
    UNARY(name, f16, function((f64)x[i]))                                                                              \
    UNARY(name, f32, function((f64)x[i]))                                                                              \
    UNARY(name, f64, function((f64)x[i]))

UNARY(relu, i32, positive(x[i]))
UNARY(relu, i64, positive(x[i]))
UNARY(relu, f16, positive((f32)x[i]))
UNARY(relu, f32, positive(x[i]))
UNARY(relu, f64, positive(x[i]))
UNARY_FLOATS(tanh, tanh_of)
UNARY_FLOATS(sigmoid, sigmoid_of)
UNARY_FLOATS(exp, exp_of)
UNARY_FLOATS(log, log_of)

// A bias for each channel; `inner` elements of a channel are neighbours.
#define BIAS_ADD(T)                                                                                                    \
    KERNEL bias_add_##T(const T *x, const T *bias, T *out, u32 count, u32 channels, u32 inner) {                       \
        EACH(at, count) {                                                                                              \
            u32 i = (u32)at;                                                                                           \
            out[i] = (T)plus((Work<T>)x[i], (Work<T>)bias[i / inner % channels]);                                      \
        }                                                                                                              \
    }
BIAS_ADD(i32)
BIAS_ADD(i64)
BIAS_ADD(f16)
BIAS_ADD(f32)
BIAS_ADD(f64)
