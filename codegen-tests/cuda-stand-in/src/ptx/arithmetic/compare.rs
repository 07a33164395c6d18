//! Comparisons.

use super::super::instruction::Binary;
use super::super::types::Type::{
    self, B16, B32, B64, Bf16, F16, F32, F64, S16, S32, S64, U16, U32, U64,
};
use super::float::{FLUSH, input};
use super::integer::Int;

/// A value that can be compared.
trait Value {
    type Inner: PartialOrd + Copy;
    fn get(bits: u64) -> Self::Inner;
    /// Neither is NaN.
    fn ordered(a: Self::Inner, b: Self::Inner) -> bool;
}

struct Whole<T>(T);
impl<T: Int> Value for Whole<T> {
    type Inner = T;
    fn get(bits: u64) -> T {
        T::get(bits)
    }
    fn ordered(_: T, _: T) -> bool {
        true
    }
}

macro_rules! floats {
    ($($name:ident $inner:ty, $get:expr;)*) => {$(
        struct $name;
        impl Value for $name {
            type Inner = $inner;
            fn get(bits: u64) -> $inner { $get(bits) }
            fn ordered(a: $inner, b: $inner) -> bool { !(a.is_nan() || b.is_nan()) }
        }
    )*};
}
floats! {
    Single f32, input::<0>;
    Flushed f32, input::<FLUSH>;
    Double f64, f64::from_bits;
    Half f32, |bits| ::half::f16::from_bits(bits as u16).to_f32();
    Brain f32, |bits| ::half::bf16::from_bits(bits as u16).to_f32();
}

macro_rules! comparisons {
    ($($f:ident: $a:ident $b:ident $test:expr;)*) => {$(
        fn $f<V: Value>(a: u64, b: u64) -> u64 {
            let ($a, $b) = (V::get(a), V::get(b));
            u64::from($test)
        }
    )*};
}
comparisons! {
    eq: a b a == b;
    ne: a b V::ordered(a, b) && a != b;
    lt: a b a < b;
    le: a b a <= b;
    gt: a b a > b;
    ge: a b a >= b;
    equ: a b !V::ordered(a, b) || a == b;
    neu: a b !V::ordered(a, b) || a != b;
    ltu: a b !V::ordered(a, b) || a < b;
    leu: a b !V::ordered(a, b) || a <= b;
    gtu: a b !V::ordered(a, b) || a > b;
    geu: a b !V::ordered(a, b) || a >= b;
    num: a b V::ordered(a, b);
    nan: a b !V::ordered(a, b);
}

fn whole<T: Int>(name: &str, bits: bool, unsigned: bool) -> Option<Binary> {
    Some(match name {
        "eq" => eq::<Whole<T>>,
        "ne" => ne::<Whole<T>>,
        _ if bits => return None,
        "lt" => lt::<Whole<T>>,
        "le" => le::<Whole<T>>,
        "gt" => gt::<Whole<T>>,
        "ge" => ge::<Whole<T>>,
        "lo" if unsigned => lt::<Whole<T>>,
        "ls" if unsigned => le::<Whole<T>>,
        "hi" if unsigned => gt::<Whole<T>>,
        "hs" if unsigned => ge::<Whole<T>>,
        _ => return None,
    })
}

fn float<V: Value>(name: &str) -> Option<Binary> {
    Some(match name {
        "eq" => eq::<V>,
        "ne" => ne::<V>,
        "lt" => lt::<V>,
        "le" => le::<V>,
        "gt" => gt::<V>,
        "ge" => ge::<V>,
        "equ" => equ::<V>,
        "neu" => neu::<V>,
        "ltu" => ltu::<V>,
        "leu" => leu::<V>,
        "gtu" => gtu::<V>,
        "geu" => geu::<V>,
        "num" => num::<V>,
        "nan" => nan::<V>,
        _ => return None,
    })
}

/// The names of all comparisons.
pub(in super::super) const NAMES: &[&str] = &[
    "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu",
    "geu", "num", "nan",
];

/// The comparison of two lanes of 16 bits, which gives one or zero in each.
pub(in super::super) fn pair(name: &str, kind: Type, flush: bool) -> Option<Binary> {
    macro_rules! both {
        ($value:ident: $($f:ident)*) => {
            match name {
                $(stringify!($f) => |a, b| $f::<$value>(a & 0xFFFF, b & 0xFFFF) | $f::<$value>(a >> 16, b >> 16) << 16,)*
                _ => return None,
            }
        };
    }
    match kind {
        _ if flush => None,
        Type::F16x2 => Some(both!(Half: eq ne lt le gt ge equ neu ltu leu gtu geu num nan)),
        Type::Bf16x2 => Some(both!(Brain: eq ne lt le gt ge equ neu ltu leu gtu geu num nan)),
        _ => None,
    }
}

/// The comparison of two values of that type, which gives one or zero.
pub(in super::super) fn find(name: &str, kind: Type, flush: bool) -> Option<Binary> {
    if flush && !matches!(kind, F32) {
        return None;
    }
    match kind {
        B16 => whole::<u16>(name, true, true),
        B32 => whole::<u32>(name, true, true),
        B64 => whole::<u64>(name, true, true),
        U16 => whole::<u16>(name, false, true),
        U32 => whole::<u32>(name, false, true),
        U64 => whole::<u64>(name, false, true),
        S16 => whole::<i16>(name, false, false),
        S32 => whole::<i32>(name, false, false),
        S64 => whole::<i64>(name, false, false),
        F32 if flush => float::<Flushed>(name),
        F32 => float::<Single>(name),
        F64 => float::<Double>(name),
        F16 => float::<Half>(name),
        Bf16 => float::<Brain>(name),
        _ => None,
    }
}
