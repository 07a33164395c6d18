// Elements of other types: one kernel, whose branches are the same for all threads.
#include "device.h"

// The types, by their numbers in `device_code/cast.rs`.
enum Type : u32 { BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F16, F32, F64 };

enum Kind { SIGNED, UNSIGNED, FLOAT };

// A number without loss.
struct Wide {
    Kind kind;
    i64 whole;
    f64 real;
};

template <class T> DEVICE Wide signed_at(const void *in, u64 i) { return {SIGNED, (i64)((const T *)in)[i], 0.0}; }
template <class T> DEVICE Wide unsigned_at(const void *in, u64 i) {
    return {UNSIGNED, (i64)(u64)((const T *)in)[i], 0.0};
}

// `kept`: the bits of a float that are not zeroed first.
DEVICE Wide at(const void *in, u64 i, u32 from, u64 kept) {
    switch (from) {
    case BOOL:
        return {UNSIGNED, ((const u8 *)in)[i] != 0, 0.0};
    case I8:
        return signed_at<i8>(in, i);
    case I16:
        return signed_at<i16>(in, i);
    case I32:
        return signed_at<i32>(in, i);
    case I64:
        return signed_at<i64>(in, i);
    case U8:
        return unsigned_at<u8>(in, i);
    case U16:
        return unsigned_at<u16>(in, i);
    case U32:
        return unsigned_at<u32>(in, i);
    case U64:
        return unsigned_at<u64>(in, i);
    case F16:
        return {FLOAT, 0, (f64)((const f16 *)in)[i]};
    case F32:
        return {FLOAT, 0, (f64)__builtin_bit_cast(f32, ((const u32 *)in)[i] & (u32)kept)};
    default:
        return {FLOAT, 0, __builtin_bit_cast(f64, ((const u64 *)in)[i] & kept)};
    }
}

// The nearest integer toward zero within bounds, which doubles are at or just above; 0 of NaN.
DEVICE i64 as_signed(f64 x, i64 least, i64 most, f64 beyond) {
    if (x != x)
        return 0;
    return x >= beyond ? most : x < -beyond ? least : (i64)x;
}

DEVICE u64 as_unsigned(f64 x, u64 most, f64 beyond) {
    if (!(x > 0.0))
        return 0;
    return x >= beyond ? most : (u64)x;
}

template <class T> DEVICE void to_signed(void *out, u64 i, Wide x, f64 beyond) {
    const u64 top = 1ULL << (8 * sizeof(T) - 1);
    ((T *)out)[i] = (T)(x.kind == FLOAT ? as_signed(x.real, -(i64)(top - 1) - 1, (i64)(top - 1), beyond) : x.whole);
}

template <class T> DEVICE void to_unsigned(void *out, u64 i, Wide x, f64 beyond) {
    ((T *)out)[i] = (T)(x.kind == FLOAT ? as_unsigned(x.real, (u64)(T)-1, beyond) : (u64)x.whole);
}

// A double that rounds to fewer bits as the integer does: bits that it has no place for are joined to its lowest.
DEVICE f64 odd(Wide x) {
    bool negative = x.kind == SIGNED && x.whole < 0;
    u64 size = negative ? 0 - (u64)x.whole : (u64)x.whole;
    i32 bits = size == 0 ? 0 : 64 - __builtin_clzll(size);
    i32 excess = bits > 53 ? bits - 53 : 0;
    u64 kept = size >> excess << excess;
    f64 near = (f64)(kept | (u64)(kept != size) << excess);
    return negative ? -near : near;
}

DEVICE void put(void *out, u64 i, u32 to, Wide x) {
    switch (to) {
    case BOOL:
        ((u8 *)out)[i] = x.kind == FLOAT ? x.real != 0.0 : x.whole != 0;
        break;
    case I8:
        to_signed<i8>(out, i, x, 128.0);
        break;
    case I16:
        to_signed<i16>(out, i, x, 32768.0);
        break;
    case I32:
        to_signed<i32>(out, i, x, 2147483648.0);
        break;
    case I64:
        to_signed<i64>(out, i, x, 9223372036854775808.0);
        break;
    case U8:
        to_unsigned<u8>(out, i, x, 256.0);
        break;
    case U16:
        to_unsigned<u16>(out, i, x, 65536.0);
        break;
    case U32:
        to_unsigned<u32>(out, i, x, 4294967296.0);
        break;
    case U64:
        to_unsigned<u64>(out, i, x, 18446744073709551616.0);
        break;
    case F16:
        ((f16 *)out)[i] = (f16)(x.kind == FLOAT ? x.real : odd(x));
        break;
    case F32:
        ((f32 *)out)[i] = (f32)(x.kind == FLOAT ? x.real : odd(x));
        break;
    default:
        ((f64 *)out)[i] = x.kind == FLOAT ? x.real : x.kind == SIGNED ? (f64)x.whole : (f64)(u64)x.whole;
    }
}

KERNEL cast(const void *in, void *out, u64 count, u32 from, u32 to, u64 kept) {
    EACH(i, count) put(out, i, to, at(in, i, from, kept));
}
