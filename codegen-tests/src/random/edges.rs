//! Values at the edges of their types, and texts for them.

/// Integers of 8 bits: ends, signs, and what is and is not below the width.
pub const INTEGERS_8: [i8; 13] = [0, 1, -1, 2, -2, 3, 7, 8, 11, -12, 126, i8::MAX, i8::MIN];

/// Integers of 16 bits: as those of 8.
pub const INTEGERS_16: [i16; 14] =
    [0, 1, -1, 2, -3, 15, 16, 181, 182, -128, 255, 256, i16::MAX, i16::MIN];

/// Integers of 32 bits: ends, signs, powers of two, square roots of the ends.
pub const INTEGERS_32: [i32; 23] = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    7,
    10,
    -10,
    255,
    256,
    32_767,
    -32_768,
    65_535,
    65_536,
    46_340,
    46_341,
    -46_341,
    i32::MAX,
    i32::MAX - 1,
    i32::MIN,
    i32::MIN + 1,
];

/// Integers of 64 bits: as those of 32, and where floats lose them.
pub const INTEGERS_64: [i64; 23] = [
    0,
    1,
    -1,
    2,
    -2,
    3,
    -10,
    i32::MAX as i64,
    i32::MAX as i64 + 1,
    i32::MIN as i64,
    i32::MIN as i64 - 1,
    u32::MAX as i64,
    16_777_217,
    -16_777_219,
    9_007_199_254_740_993,
    -9_007_199_254_740_995,
    3_037_000_499,
    3_037_000_500,
    9_223_371_487_098_961_919,
    i64::MAX,
    i64::MAX - 1,
    i64::MIN,
    i64::MIN + 1,
];

/// Singles, by their bits.
pub const FLOATS_32: [u32; 19] = [
    0x0000_0000, // 0
    0x8000_0000, // -0
    0x3f80_0000, // 1
    0xbf80_0000, // -1
    0x3f00_0000, // 0.5
    0xc020_0000, // -2.5
    0x3dcc_cccd, // 0.1
    0x0000_0001, // the least subnormal
    0x807f_ffff, // the greatest subnormal, negative
    0x0080_0000, // the least normal
    0x7f7f_ffff, // the greatest
    0xff7f_ffff, // the least
    0x7f80_0000, // infinity
    0xff80_0000, // -infinity
    0x7fc0_0000, // not a number
    0xffc0_0001, // not a number, with sign and payload
    0x7f80_0001, // not a number, signalling
    0x5f00_0000, // 2^63
    0xdf00_0000, // -2^63
];

/// Doubles, by their bits.
pub const FLOATS_64: [u64; 19] = [
    0x0000_0000_0000_0000, // 0
    0x8000_0000_0000_0000, // -0
    0x3ff0_0000_0000_0000, // 1
    0xbff0_0000_0000_0000, // -1
    0x3fe0_0000_0000_0000, // 0.5
    0xc004_0000_0000_0000, // -2.5
    0x3fb9_9999_9999_999a, // 0.1
    0x0000_0000_0000_0001, // the least subnormal
    0x800f_ffff_ffff_ffff, // the greatest subnormal, negative
    0x0010_0000_0000_0000, // the least normal
    0x7fef_ffff_ffff_ffff, // the greatest
    0xffef_ffff_ffff_ffff, // the least
    0x7ff0_0000_0000_0000, // infinity
    0xfff0_0000_0000_0000, // -infinity
    0x7ff8_0000_0000_0000, // not a number
    0xfff8_0000_0000_0001, // not a number, with sign and payload
    0x7ff0_0000_0000_0001, // not a number, signalling
    0x43e0_0000_0000_0000, // 2^63
    0xc3e0_0000_0000_0000, // -2^63
];

/// Half-precision floats, by their bits.
pub const FLOATS_16: [u16; 18] = [
    0x0000, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x0001, 0x83ff, 0x0400, 0x7bff, 0x7c00, 0xfc00, 0x7e00,
    0x3c01, 0x6800, 0xc100, 0x57f0, 0xd804, 0xfbff,
];

/// Brain floats, by their bits.
pub const BRAIN_FLOATS: [u16; 18] = [
    0x0000, 0x8000, 0x3f80, 0xbf80, 0x3f00, 0x0001, 0x807f, 0x0080, 0x7f7f, 0x7f80, 0xff80, 0x7fc0,
    0x3f81, 0x4380, 0xc020, 0x42fe, 0xc301, 0xff7f,
];

/// Unsigned integers of 32 bits.
pub const UNSIGNED_32: [u32; 6] = [0, 1, 255, 0x7fff_ffff, 0x8000_0000, u32::MAX];

/// Unsigned integers of 64 bits.
pub const UNSIGNED_64: [u64; 6] = [0, 1, 0xffff_ffff, 0x7fff_ffff_ffff_ffff, 1 << 63, u64::MAX];
