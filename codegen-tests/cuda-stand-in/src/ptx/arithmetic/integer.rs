//! Integers and bits.

use super::super::error::ReadError;
use super::super::opcode::Function::{Four, One, Three, Two};
use super::super::opcode::{Opcode, Pure};
use super::super::types::Type::{self, B16, B32, B64, Pred, S16, S32, S64, U16, U32, U64};

/// An integer in a register, whose upper bits are zero.
pub(super) trait Int: Copy + Ord + 'static {
    const BITS: u32;
    fn get(bits: u64) -> Self;
    fn put(self) -> u64;
    fn wide(self) -> i128;
    fn narrow(wide: i128) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// All ones for a division by zero, as the cards do.
    fn div(self, other: Self) -> Self;
    fn rem(self, other: Self) -> Self;
    fn shr(self, by: u32) -> Self;
}

macro_rules! ints {
    ($($int:ident $unsigned:ident),*) => {$(
        impl Int for $int {
            const BITS: u32 = <$int>::BITS;
            #[inline]
            fn get(bits: u64) -> Self { bits as $int }
            #[inline]
            fn put(self) -> u64 { u64::from(self as $unsigned) }
            #[inline]
            fn wide(self) -> i128 { i128::from(self) }
            #[inline]
            fn narrow(wide: i128) -> Self { wide as $int }
            #[inline]
            fn add(self, other: Self) -> Self { self.wrapping_add(other) }
            #[inline]
            fn sub(self, other: Self) -> Self { self.wrapping_sub(other) }
            #[inline]
            fn mul(self, other: Self) -> Self { self.wrapping_mul(other) }
            #[inline]
            fn div(self, other: Self) -> Self {
                if other == 0 { $unsigned::MAX as $int } else { self.wrapping_div(other) }
            }
            #[inline]
            fn rem(self, other: Self) -> Self { if other == 0 { self } else { self.wrapping_rem(other) } }
            #[inline]
            fn shr(self, by: u32) -> Self {
                // A shift by the width or more leaves the sign.
                self.checked_shr(by).unwrap_or((self >> (<$int>::BITS - 1)) >> 1)
            }
        }
    )*};
}
ints!(u8 u8, u16 u16, u32 u32, u64 u64, i8 u8, i16 u16, i32 u32, i64 u64);

/// A function for each integer type.
macro_rules! by_int {
    ($kind:expr, $wrap:ident, $f:ident) => {
        match $kind {
            U16 | B16 => Some($wrap($f::<u16>)),
            U32 | B32 => Some($wrap($f::<u32>)),
            U64 | B64 => Some($wrap($f::<u64>)),
            S16 => Some($wrap($f::<i16>)),
            S32 => Some($wrap($f::<i32>)),
            S64 => Some($wrap($f::<i64>)),
            _ => None,
        }
    };
}

/// The instruction on integers, bits or predicates.
pub(super) fn find(op: &mut Opcode<'_>) -> Result<Option<Pure>, ReadError> {
    let Some(kind) = op.peek_kind() else { return Ok(None) };
    let same = |function: Option<super::super::opcode::Function>| {
        function.map(|function| Pure::same(kind, function))
    };
    let number = !kind.is_bits();
    let saturates = kind == S32 && matches!(op.name, "add" | "sub") && op.take("sat");
    let found = match op.name {
        "add" if saturates => same(Some(Two(add_saturated))),
        "sub" if saturates => same(Some(Two(sub_saturated))),
        "add" if number => same(by_int!(kind, Two, add)),
        "sub" if number => same(by_int!(kind, Two, sub)),
        "mul" if number => multiply(op, kind)?,
        "mad" if number => multiply_add(op, kind)?,
        "mul24" | "mad24" => short(op, kind)?,
        "div" if number => same(by_int!(kind, Two, div)),
        "rem" if number => same(by_int!(kind, Two, rem)),
        "min" if number => same(by_int!(kind, Two, min)),
        "max" if number => same(by_int!(kind, Two, max)),
        "abs" if kind.is_signed() => same(by_int!(kind, One, abs)),
        "neg" if kind.is_signed() => same(by_int!(kind, One, neg)),
        "sad" if number => same(by_int!(kind, Three, sad)),
        "and" if !number || kind == Pred => same(Some(Two(|a, b| a & b))),
        "or" if !number || kind == Pred => same(Some(Two(|a, b| a | b))),
        "xor" if !number || kind == Pred => same(Some(Two(|a, b| a ^ b))),
        "not" if kind == Pred => same(Some(One(|a| a ^ 1))),
        "not" if !number => same(by_int!(kind, One, not)),
        "cnot" if !number => same(Some(One(|a| u64::from(a == 0)))),
        "shl" if !number => {
            by_int!(kind, Two, shl).map(|f| Pure::new(kind, [kind, U32, U32, U32], f))
        }
        "shr" => by_int!(kind, Two, shr).map(|f| Pure::new(kind, [kind, U32, U32, U32], f)),
        "shf" if kind == B32 => {
            let left = op.need(&["l", "r"])? == "l";
            let clamp = op.need(&["clamp", "wrap"])? == "clamp";
            same(Some(Three(match (left, clamp) {
                (true, true) => funnel::<true, true>,
                (true, false) => funnel::<true, false>,
                (false, true) => funnel::<false, true>,
                (false, false) => funnel::<false, false>,
            })))
        }
        "popc" if matches!(kind, B32 | B64) => {
            Some(Pure::new(U32, [kind; 4], One(|a| a.count_ones().into())))
        }
        "clz" if kind == B32 => {
            Some(Pure::new(U32, [kind; 4], One(|a| (a as u32).leading_zeros().into())))
        }
        "clz" if kind == B64 => Some(Pure::new(U32, [kind; 4], One(|a| a.leading_zeros().into()))),
        "brev" if kind == B32 => same(Some(One(|a| (a as u32).reverse_bits().into()))),
        "brev" if kind == B64 => same(Some(One(u64::reverse_bits))),
        "bfind" => bit_find(op, kind),
        "bfe" if matches!(kind, U32 | U64 | S32 | S64) => {
            by_int!(kind, Three, bfe).map(|f| Pure::new(kind, [kind, U32, U32, U32], f))
        }
        "bfi" if matches!(kind, B32 | B64) => {
            by_int!(kind, Four, bfi).map(|f| Pure::new(kind, [kind, kind, U32, U32], f))
        }
        "bmsk" if kind == B32 => {
            let clamp = op.need(&["clamp", "wrap"])? == "clamp";
            let f = if clamp { bit_mask::<true> } else { bit_mask::<false> };
            Some(Pure::new(kind, [U32; 4], Two(f)))
        }
        "szext" if matches!(kind, U32 | S32) => {
            let clamp = op.need(&["clamp", "wrap"])? == "clamp";
            let f = match (clamp, kind) {
                (true, U32) => extend::<u32, true>,
                (false, U32) => extend::<u32, false>,
                (true, _) => extend::<i32, true>,
                (false, _) => extend::<i32, false>,
            };
            Some(Pure::new(kind, [kind, U32, U32, U32], Two(f)))
        }
        "prmt" if kind == B32 => permute(op).map(|f| Pure::same(kind, Three(f))),
        "lop3" if kind == B32 => Some(Pure::same(kind, Four(lop3))),
        "selp" => Some(Pure::new(
            kind,
            [kind, kind, Pred, Pred],
            Three(|a, b, p| if p != 0 { a } else { b }),
        )),
        "slct" => {
            op.kind()?;
            return select(op, kind).map(Some);
        }
        "dp4a" => {
            op.kind()?;
            return dot(op, kind, 8).map(Some);
        }
        "dp2a" => {
            op.kind()?;
            return dot(op, kind, 16).map(Some);
        }
        "fns" if kind == B32 => Some(Pure::new(B32, [B32, B32, S32, S32], Three(nth_set))),
        _ => return Ok(None),
    };
    op.kind()?;
    Ok(found)
}

fn add<T: Int>(a: u64, b: u64) -> u64 {
    T::get(a).add(T::get(b)).put()
}
fn sub<T: Int>(a: u64, b: u64) -> u64 {
    T::get(a).sub(T::get(b)).put()
}
fn div<T: Int>(a: u64, b: u64) -> u64 {
    T::get(a).div(T::get(b)).put()
}
fn rem<T: Int>(a: u64, b: u64) -> u64 {
    T::get(a).rem(T::get(b)).put()
}
fn min<T: Int>(a: u64, b: u64) -> u64 {
    T::get(a).min(T::get(b)).put()
}
fn max<T: Int>(a: u64, b: u64) -> u64 {
    T::get(a).max(T::get(b)).put()
}
fn abs<T: Int>(a: u64) -> u64 {
    let zero = T::get(0);
    let a = T::get(a);
    if a < zero { zero.sub(a).put() } else { a.put() }
}
fn neg<T: Int>(a: u64) -> u64 {
    T::get(0).sub(T::get(a)).put()
}
fn not<T: Int>(a: u64) -> u64 {
    T::get(!a).put()
}
fn sad<T: Int>(a: u64, b: u64, c: u64) -> u64 {
    let (x, y) = (T::get(a), T::get(b));
    let distance = if x < y { y.sub(x) } else { x.sub(y) };
    distance.add(T::get(c)).put()
}
fn add_saturated(a: u64, b: u64) -> u64 {
    i32::get(a).saturating_add(i32::get(b)).put()
}
fn sub_saturated(a: u64, b: u64) -> u64 {
    i32::get(a).saturating_sub(i32::get(b)).put()
}
fn shl<T: Int>(a: u64, b: u64) -> u64 {
    if b >= u64::from(T::BITS) { 0 } else { T::get(a << b).put() }
}
fn shr<T: Int>(a: u64, b: u64) -> u64 {
    T::get(a).shr(b as u32).put()
}
fn mul_lo<T: Int>(a: u64, b: u64) -> u64 {
    T::get(a).mul(T::get(b)).put()
}
fn mul_hi<T: Int>(a: u64, b: u64) -> u64 {
    // A product of two 64-bit integers has 128 bits; those of unsigned ones do not fit into i128, but wrap right.
    T::narrow(T::get(a).wide().wrapping_mul(T::get(b).wide()) >> T::BITS).put()
}
fn mul_wide<T: Int>(a: u64, b: u64) -> u64 {
    let bits = T::get(a).wide().wrapping_mul(T::get(b).wide()) as u64;
    if T::BITS == 16 { bits & 0xFFFF_FFFF } else { bits }
}
fn mad_lo<T: Int>(a: u64, b: u64, c: u64) -> u64 {
    T::get(a).mul(T::get(b)).add(T::get(c)).put()
}
fn mad_hi<T: Int>(a: u64, b: u64, c: u64) -> u64 {
    T::get(mul_hi::<T>(a, b)).add(T::get(c)).put()
}
fn mad_wide<T: Int>(a: u64, b: u64, c: u64) -> u64 {
    let bits = mul_wide::<T>(a, b).wrapping_add(c);
    if T::BITS == 16 { bits & 0xFFFF_FFFF } else { bits }
}
fn mad_hi_saturated(a: u64, b: u64, c: u64) -> u64 {
    i32::get(mul_hi::<i32>(a, b)).saturating_add(i32::get(c)).put()
}

fn twice(kind: Type) -> Option<Type> {
    Some(match kind {
        U16 => U32,
        S16 => S32,
        U32 => U64,
        S32 => S64,
        _ => return None,
    })
}

fn multiply(op: &mut Opcode<'_>, kind: Type) -> Result<Option<Pure>, ReadError> {
    Ok(match op.need(&["lo", "hi", "wide"])? {
        "lo" => by_int!(kind, Two, mul_lo).map(|f| Pure::same(kind, f)),
        "hi" => by_int!(kind, Two, mul_hi).map(|f| Pure::same(kind, f)),
        _ => twice(kind)
            .and_then(|wide| by_int!(kind, Two, mul_wide).map(|f| Pure::new(wide, [kind; 4], f))),
    })
}

fn multiply_add(op: &mut Opcode<'_>, kind: Type) -> Result<Option<Pure>, ReadError> {
    Ok(match op.need(&["lo", "hi", "wide"])? {
        "lo" => by_int!(kind, Three, mad_lo).map(|f| Pure::same(kind, f)),
        "hi" if op.take("sat") => (kind == S32).then(|| Pure::same(kind, Three(mad_hi_saturated))),
        "hi" => by_int!(kind, Three, mad_hi).map(|f| Pure::same(kind, f)),
        _ => twice(kind).and_then(|wide| {
            by_int!(kind, Three, mad_wide).map(|f| Pure::new(wide, [kind, kind, wide, wide], f))
        }),
    })
}

/// Products of 24 bits.
fn short(op: &mut Opcode<'_>, kind: Type) -> Result<Option<Pure>, ReadError> {
    fn product(signed: bool, high: bool, a: u64, b: u64) -> u64 {
        let cut = |value: u64| {
            let value = (value << 40).cast_signed();
            if signed { value >> 40 } else { (value.cast_unsigned() >> 40).cast_signed() }
        };
        let product = cut(a).wrapping_mul(cut(b));
        (if high { product >> 16 } else { product }) as u64 & 0xFFFF_FFFF
    }
    fn mul<const SIGNED: bool, const HIGH: bool>(a: u64, b: u64) -> u64 {
        product(SIGNED, HIGH, a, b)
    }
    fn mad<const SIGNED: bool, const HIGH: bool>(a: u64, b: u64, c: u64) -> u64 {
        product(SIGNED, HIGH, a, b).wrapping_add(c) & 0xFFFF_FFFF
    }
    if !matches!(kind, U32 | S32) {
        return Ok(None);
    }
    let high = op.need(&["lo", "hi"])? == "hi";
    let function = match (op.name, kind == S32, high) {
        ("mul24", true, true) => Two(mul::<true, true>),
        ("mul24", true, false) => Two(mul::<true, false>),
        ("mul24", false, true) => Two(mul::<false, true>),
        ("mul24", false, false) => Two(mul::<false, false>),
        (_, true, true) => Three(mad::<true, true>),
        (_, true, false) => Three(mad::<true, false>),
        (_, false, true) => Three(mad::<false, true>),
        (_, false, false) => Three(mad::<false, false>),
    };
    Ok(Some(Pure::same(kind, function)))
}

/// Of the 64 bits `b:a`, those that a shift by `c` brings into the upper or the lower word.
fn funnel<const LEFT: bool, const CLAMP: bool>(a: u64, b: u64, c: u64) -> u64 {
    let by = if CLAMP { c.min(32) } else { c & 31 };
    let both = b << 32 | a;
    if LEFT { (both << by) >> 32 } else { (both >> by) & 0xFFFF_FFFF }
}

fn bit_find(op: &mut Opcode<'_>, kind: Type) -> Option<Pure> {
    fn find<T: Int, const SHIFT: bool>(a: u64) -> u64 {
        let value = T::get(a);
        // Of a negative number, the highest zero.
        let bits = if value < T::get(0) { T::get(!a).put() } else { a };
        if bits == 0 {
            return 0xFFFF_FFFF;
        }
        let highest = 63 - bits.leading_zeros();
        (if SHIFT { T::BITS - 1 - highest } else { highest }).into()
    }
    let function = match (kind, op.take("shiftamt")) {
        (U32, true) => find::<u32, true>,
        (U32, false) => find::<u32, false>,
        (S32, true) => find::<i32, true>,
        (S32, false) => find::<i32, false>,
        (U64, true) => find::<u64, true>,
        (U64, false) => find::<u64, false>,
        (S64, true) => find::<i64, true>,
        (S64, false) => find::<i64, false>,
        _ => return None,
    };
    Some(Pure::new(U32, [kind; 4], One(function)))
}

/// `length` bits from `start`, extended by their highest one where the type has a sign.
fn bfe<T: Int>(a: u64, start: u64, length: u64) -> u64 {
    let (start, length) = ((start & 0xFF) as u32, (length & 0xFF) as u32);
    if length == 0 {
        return 0;
    }
    let signed = T::narrow(-1) < T::get(0);
    let top = (start + length - 1).min(T::BITS - 1);
    let sign = signed && a >> top & 1 == 1;
    let field = if start >= T::BITS { 0 } else { a >> start };
    let kept = if start >= T::BITS { 0 } else { length.min(T::BITS - start) };
    let ones = if kept >= 64 { u64::MAX } else { (1_u64 << kept) - 1 };
    T::get(if sign { field | !ones } else { field & ones }).put()
}

/// `length` bits of `a` into `b` at `start`.
fn bfi<T: Int>(a: u64, b: u64, start: u64, length: u64) -> u64 {
    let (start, length) = ((start & 0xFF) as u32, (length & 0xFF) as u32);
    if start >= T::BITS || length == 0 {
        return b;
    }
    let ones = if length >= 64 { u64::MAX } else { (1_u64 << length) - 1 };
    let field = ones << start;
    T::get(b & !field | (a << start) & field).put()
}

fn bit_mask<const CLAMP: bool>(start: u64, length: u64) -> u64 {
    let (start, length) =
        if CLAMP { (start.min(32), length.min(32)) } else { (start & 31, length & 31) };
    (((1_u64 << length) - 1) << start) & 0xFFFF_FFFF
}

fn extend<T: Int, const CLAMP: bool>(a: u64, length: u64) -> u64 {
    let length = if CLAMP { length.min(32) } else { length & 31 };
    bfe::<T>(a, 0, length)
}

fn permute(op: &mut Opcode<'_>) -> Option<super::super::instruction::Ternary> {
    fn gather(a: u64, b: u64, choose: impl Fn(u32) -> u64) -> u64 {
        let both = b << 32 | a;
        (0..4).fold(0, |all, byte| {
            let selector = choose(byte);
            let found = both >> (8 * (selector & 7)) & 0xFF;
            let found = if selector & 8 == 0 { found } else { (found >> 7) * 0xFF };
            all | found << (8 * byte)
        })
    }
    Some(match op.one_of(&["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]) {
        None => |a, b, c| gather(a, b, |byte| c >> (4 * byte) & 0xF),
        Some("f4e") => |a, b, c| gather(a, b, |byte| (c & 3) + u64::from(byte)),
        Some("b4e") => |a, b, c| gather(a, b, |byte| (c & 3).wrapping_sub(u64::from(byte)) & 7),
        Some("rc8") => |a, b, c| gather(a, b, |_| c & 3),
        Some("ecl") => |a, b, c| gather(a, b, |byte| (c & 3).max(u64::from(byte))),
        Some("ecr") => |a, b, c| gather(a, b, |byte| (c & 3).min(u64::from(byte))),
        Some(_) => |a, b, c| gather(a, b, |byte| (c & 1) * 2 + u64::from(byte & 1)),
    })
}

/// Bit by bit, the bit of `table` that the three bits choose.
fn lop3(a: u64, b: u64, c: u64, table: u64) -> u64 {
    let mut result = 0;
    for index in 0..8_u32 {
        if table >> index & 1 == 1 {
            let pick = |value: u64, bit: u32| if index >> bit & 1 == 1 { value } else { !value };
            result |= pick(a, 2) & pick(b, 1) & pick(c, 0);
        }
    }
    result & 0xFFFF_FFFF
}

fn select(op: &mut Opcode<'_>, kind: Type) -> Result<Pure, ReadError> {
    let flush = op.take("ftz");
    Ok(match op.kind()? {
        S32 => Pure::new(
            kind,
            [kind, kind, S32, S32],
            Three(|a, b, c| if c as i32 >= 0 { a } else { b }),
        ),
        Type::F32 => {
            // Minus zero is not less than zero; with and without ftz a tiny negative number differs.
            let f = if flush {
                |a: u64, b: u64, c: u64| {
                    let c = f32::from_bits(c as u32);
                    if c >= 0.0 || c.is_subnormal() { a } else { b }
                }
            } else {
                |a: u64, b: u64, c: u64| if f32::from_bits(c as u32) >= 0.0 { a } else { b }
            };
            Pure::new(kind, [kind, kind, Type::F32, Type::F32], Three(f))
        }
        _ => return Err(op.refuse()),
    })
}

/// Dot products of bytes, or of halves of `a` with bytes of `b`.
fn dot(op: &mut Opcode<'_>, first: Type, width: u32) -> Result<Pure, ReadError> {
    fn sum<const A: bool, const B: bool>(a: u64, b: u64, c: u64, width: u32, high: bool) -> u64 {
        let part = |value: u64, index: u32, bits: u32, signed: bool| {
            let moved = (value << (64 - bits - index * bits)).cast_signed();
            if signed {
                moved >> (64 - bits)
            } else {
                (moved.cast_unsigned() >> (64 - bits)).cast_signed()
            }
        };
        let mut total = c;
        for index in 0..32 / width {
            let other = if high { index + 2 } else { index };
            let product = part(a, index, width, A).wrapping_mul(part(b, other, 8, B));
            total = total.wrapping_add(product.cast_unsigned());
        }
        total & 0xFFFF_FFFF
    }
    fn four<const A: bool, const B: bool>(a: u64, b: u64, c: u64) -> u64 {
        sum::<A, B>(a, b, c, 8, false)
    }
    fn low<const A: bool, const B: bool>(a: u64, b: u64, c: u64) -> u64 {
        sum::<A, B>(a, b, c, 16, false)
    }
    fn high<const A: bool, const B: bool>(a: u64, b: u64, c: u64) -> u64 {
        sum::<A, B>(a, b, c, 16, true)
    }
    let second = op.kind()?;
    if !matches!(first, U32 | S32) || !matches!(second, U32 | S32) {
        return Err(op.refuse());
    }
    let signs = (first == S32, second == S32);
    macro_rules! by_signs {
        ($f:ident) => {
            match signs {
                (true, true) => $f::<true, true>,
                (true, false) => $f::<true, false>,
                (false, true) => $f::<false, true>,
                (false, false) => $f::<false, false>,
            }
        };
    }
    let function: super::super::instruction::Ternary = if width == 8 {
        by_signs!(four)
    } else if op.need(&["lo", "hi"])? == "hi" {
        by_signs!(high)
    } else {
        by_signs!(low)
    };
    let result = if first == S32 || second == S32 { S32 } else { U32 };
    Ok(Pure::new(result, [first, second, result, result], Three(function)))
}

/// The place of the `n`-th set bit from `base`, upwards or downwards.
fn nth_set(mask: u64, base: u64, n: u64) -> u64 {
    let (base, n) = ((base & 31) as u32, n as i32);
    let set = |bit: u32| mask >> bit & 1 == 1;
    if n == 0 {
        return if set(base) { base.into() } else { 0xFFFF_FFFF };
    }
    let mut left = n.unsigned_abs();
    let mut bit = Some(base);
    while let Some(at) = bit.filter(|&at| at < 32) {
        if set(at) {
            left -= 1;
            if left == 0 {
                return at.into();
            }
        }
        bit = if n > 0 { at.checked_add(1) } else { at.checked_sub(1) };
    }
    0xFFFF_FFFF
}
