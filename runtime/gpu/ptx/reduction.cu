// Reductions of the middle of three dimensions: `in` is [outer, count, inner], `out` is [outer, inner].
//
// There are two orders. In that of TensorFlow's ops, elements are joined one after the other. In that of models, element
// `i` goes to lane `i % 16`, and lanes are joined pairwise, 8, 4, 2 and 1 apart.
#include "device.h"
#include "functions.h"

struct Sum {
    template <class T> DEVICE T start() { return 0; }
    template <class T> DEVICE T join(T a, T b) { return plus(a, b); }
    template <class T> DEVICE T end(T all, u32) { return all; }
};

// The sum, divided once.
struct Mean : Sum {
    template <class T> DEVICE T end(T all, u32 count) { return all / (T)count; }
};

// NaN is greater than all numbers, and +0 than -0.
struct Max {
    template <class T> DEVICE T start();
    template <class T> DEVICE T join(T a, T b) {
        if (a != a)
            return a;
        if (b != b || b > a)
            return b;
        return a > b ? a : both(a, b);
    }
    template <class T> DEVICE T end(T all, u32) { return all; }
    DEVICE f32 both(f32 a, f32 b) {
        return __builtin_bit_cast(f32, __builtin_bit_cast(u32, a) & __builtin_bit_cast(u32, b));
    }
    DEVICE f64 both(f64 a, f64 b) {
        return __builtin_bit_cast(f64, __builtin_bit_cast(u64, a) & __builtin_bit_cast(u64, b));
    }
    DEVICE i32 both(i32 a, i32) { return a; }
    DEVICE i64 both(i64 a, i64) { return a; }
};
template <> INLINE f32 Max::start() { return -__builtin_inff(); }
template <> INLINE f64 Max::start() { return -__builtin_inf(); }
template <> INLINE i32 Max::start() { return (i32)0x80000000; }
template <> INLINE i64 Max::start() { return (i64)0x8000000000000000; }

// A thread an output.
template <class Op, class T> DEVICE void in_order(const T *in, T *out, u32 outputs, u32 count, u32 inner) {
    EACH(at, outputs) {
        u32 o = (u32)at;
        const T *from = in + (u64)(o / inner) * count * inner + o % inner;
        Work<T> all = Op::template start<Work<T>>();
        LOOP(i, 0, count, 1) all = Op::join(all, (Work<T>)from[(u64)i * inner]);
        out[o] = (T)Op::end(all, count);
    }
}

// A thread an output, which takes one lane after the other: neighbours read neighbours. Lanes come in the order in which
// those of each step of the joining are complete as early as can be: 0, 8, 4, 12, 2 and so on.
template <class Op, class T> DEVICE void columns(const T *in, T *out, u32 outputs, u32 count, u32 inner) {
    EACH(at, outputs) {
        u32 o = (u32)at;
        const T *from = in + (u64)(o / inner) * count * inner + o % inner;
        Work<T> waiting[4], all;
        LOOP(turn, 0, 16, 1) {
            all = Op::template start<Work<T>>();
            LOOP(i, __builtin_bitreverse32(turn) >> 28, count, 16) all = Op::join(all, (Work<T>)from[(u64)i * inner]);
            bool joins = true;
            UNROLLED for (u32 step = 0; step < 4; step++) {
                // Whoever has no one to be joined with yet waits.
                bool second = turn >> step & 1;
                if (joins && second)
                    all = Op::join(waiting[step], all);
                else if (joins)
                    waiting[step] = all;
                joins = joins && second;
            }
        }
        out[o] = (T)Op::end(all, count);
    }
}

DEVICE i32 from_lane(i32 x, u32 apart) { return __nvvm_shfl_sync_down_i32(0xffffffff, x, apart, 0x101f); }
DEVICE f32 from_lane(f32 x, u32 apart) {
    return __builtin_bit_cast(f32, from_lane(__builtin_bit_cast(i32, x), apart));
}
DEVICE i64 from_lane(i64 x, u32 apart) {
    u64 low = (u32)from_lane((i32)x, apart), high = (u32)from_lane((i32)(x >> 32), apart);
    return (i64)(high << 32 | low);
}
DEVICE f64 from_lane(f64 x, u32 apart) {
    return __builtin_bit_cast(f64, from_lane(__builtin_bit_cast(i64, x), apart));
}

// Sixteen threads an output, whose elements are neighbours. All threads of a warp are there when lanes are joined.
template <class Op, class T> DEVICE void rows(const T *in, T *out, u32 outputs, u32 count) {
    u32 lane = thread() % 16;
    u64 o = (u64)block_x() * (threads() / 16) + thread() / 16;
    Work<T> all = Op::template start<Work<T>>();
    if (o < outputs)
        LOOP(i, lane, count, 16) all = Op::join(all, (Work<T>)in[o * count + i]);
    UNROLLED for (u32 apart = 8; apart > 0; apart /= 2)
        all = Op::join(all, from_lane(all, apart));
    if (lane == 0 && o < outputs)
        out[o] = (T)Op::end(all, count);
}

#define IN_ORDER(name, Op, T)                                                                                          \
    KERNEL name##_in_order_##T(const T *in, T *out, u32 outputs, u32 count, u32 inner) {                               \
        in_order<Op>(in, out, outputs, count, inner);                                                                  \
    }
#define LANES(name, Op, T)                                                                                             \
    KERNEL name##_columns_##T(const T *in, T *out, u32 outputs, u32 count, u32 inner) {                                \
        columns<Op>(in, out, outputs, count, inner);                                                                   \
    }                                                                                                                  \
    KERNEL name##_rows_##T(const T *in, T *out, u32 outputs, u32 count) { rows<Op>(in, out, outputs, count); }
#define FLOATS(form, name, Op)                                                                                         \
    form(name, Op, f16)                                                                                                \
    form(name, Op, f32)                                                                                                \
    form(name, Op, f64)
#define NUMBERS(form, name, Op)                                                                                        \
    FLOATS(form, name, Op)                                                                                             \
    form(name, Op, i32)                                                                                                \
    form(name, Op, i64)

FLOATS(IN_ORDER, mean, Mean)
FLOATS(IN_ORDER, sum, Sum)
FLOATS(LANES, mean, Mean)
NUMBERS(LANES, sum, Sum)
NUMBERS(LANES, max, Max)

// The exponentials of a row, times one over their sum; or the elements less the logarithm of that. A block a row, and its
// first thread adds up what all have computed, one element after the other, as the op on the CPU does.
static const u32 PART = 128;

template <class T, bool LOG> DEVICE void softmax(const T *in, T *out, u32 length) {
    typedef Work<T> W;
    __shared__ W part[PART];
    __shared__ W all;
    u32 me = thread();
    const T *x = in + (u64)block_x() * length;
    T *y = out + (u64)block_x() * length;
    W greatest = -__builtin_inff();
    LOOP(i, me, length, PART) greatest = (W)x[i] > greatest ? (W)x[i] : greatest;
    part[me] = greatest;
    barrier();
    if (me == 0) {
        LOOP(i, 1, PART, 1) greatest = part[i] > greatest ? part[i] : greatest;
        // Nothing is greater than a first element that is no number.
        all = (W)x[0] != (W)x[0] ? (W)x[0] : greatest;
    }
    barrier();
    greatest = all;
    W sum = 0;
    LOOP(turn, 0, (length + PART - 1) / PART, 1) {
        u32 first = turn * PART;
        if (me < length - first)
            part[me] = (W)exp_of((f64)((W)x[first + me] - greatest));
        barrier();
        if (me == 0)
            LOOP(i, 0, length - first < PART ? length - first : PART, 1) sum += part[i];
        barrier();
    }
    if (me == 0)
        all = (W)(LOG ? log_of((f64)sum) : 1.0 / (f64)sum);
    barrier();
    W last = all;
    LOOP(i, me, length, PART) {
        W distance = (W)x[i] - greatest;
        y[i] = (T)(LOG ? distance - last : (W)exp_of((f64)distance) * last);
    }
}

#define SOFTMAX(T)                                                                                                     \
    KERNEL softmax_##T(const T *in, T *out, u32 length) { softmax<T, false>(in, out, length); }                        \
    KERNEL log_softmax_##T(const T *in, T *out, u32 length) { softmax<T, true>(in, out, length); }
SOFTMAX(f16)
SOFTMAX(f32)
SOFTMAX(f64)
