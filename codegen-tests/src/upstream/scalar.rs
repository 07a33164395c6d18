//! What ops on scalars give, by MLIR's documentation of `arith` and `index` and, where that leaves it
//! undefined, by this project's: a division by zero is an error, a shift by the width or more shifts
//! everything out, a conversion to an integer saturates.

use super::Ty;

/// An op that takes operands of one type.
#[derive(Clone, Copy, Debug)]
pub(super) enum Takes {
    /// Integers of any width.
    Integers,
    /// `index` only.
    Index,
    /// Floats.
    Floats,
}

/// Ops of two operands and one result, all of one type.
pub(super) const BINARY: &[(&str, Takes)] = &[
    ("arith.addi", Takes::Integers),
    ("arith.subi", Takes::Integers),
    ("arith.muli", Takes::Integers),
    ("arith.andi", Takes::Integers),
    ("arith.ori", Takes::Integers),
    ("arith.xori", Takes::Integers),
    ("arith.maxsi", Takes::Integers),
    ("arith.maxui", Takes::Integers),
    ("arith.minsi", Takes::Integers),
    ("arith.minui", Takes::Integers),
    ("arith.divsi", Takes::Integers),
    ("arith.divui", Takes::Integers),
    ("arith.remsi", Takes::Integers),
    ("arith.remui", Takes::Integers),
    ("arith.ceildivsi", Takes::Integers),
    ("arith.ceildivui", Takes::Integers),
    ("arith.floordivsi", Takes::Integers),
    ("arith.shli", Takes::Integers),
    ("arith.shrsi", Takes::Integers),
    ("arith.shrui", Takes::Integers),
    ("index.add", Takes::Index),
    ("index.divs", Takes::Index),
    ("index.maxu", Takes::Index),
    ("index.mul", Takes::Index),
    ("index.rems", Takes::Index),
    ("index.shl", Takes::Index),
    ("index.xor", Takes::Index),
    ("arith.addf", Takes::Floats),
    ("arith.subf", Takes::Floats),
    ("arith.mulf", Takes::Floats),
    ("arith.divf", Takes::Floats),
    ("arith.remf", Takes::Floats),
    ("arith.maximumf", Takes::Floats),
    ("arith.minimumf", Takes::Floats),
    ("arith.maxnumf", Takes::Floats),
    ("arith.minnumf", Takes::Floats),
];

/// The op of `arith` that one of `index` is.
fn of_index(name: &str) -> &str {
    match name {
        "index.add" => "arith.addi",
        "index.divs" => "arith.divsi",
        "index.maxu" => "arith.maxui",
        "index.mul" => "arith.muli",
        "index.rems" => "arith.remsi",
        "index.shl" => "arith.shli",
        "index.xor" => "arith.xori",
        other => other,
    }
}

/// The bits as a signed number.
pub(super) fn signed(bits: u64, width: u32) -> i128 {
    let unused = 64 - width;
    i128::from(((bits << unused) as i64) >> unused)
}

/// The low bits of a number.
pub(super) fn wrap(value: i128, width: u32) -> u64 {
    (value as u64) & (u64::MAX >> (64 - width))
}

/// A division by zero.
#[derive(Debug)]
pub(super) struct ByZero;

/// A binary op.
pub(super) fn binary(name: &str, a: u64, b: u64, ty: Ty) -> Result<u64, ByZero> {
    match ty {
        Ty::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            Ok(match name {
                "arith.addf" => a + b,
                "arith.subf" => a - b,
                "arith.mulf" => a * b,
                "arith.divf" => a / b,
                "arith.remf" => a % b,
                _ => extreme(name, a.into(), b.into()) as f32,
            }
            .to_bits()
            .into())
        }
        Ty::F64 => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            Ok(match name {
                "arith.addf" => a + b,
                "arith.subf" => a - b,
                "arith.mulf" => a * b,
                "arith.divf" => a / b,
                "arith.remf" => a % b,
                _ => extreme(name, a, b),
            }
            .to_bits())
        }
        Ty::Int(_) | Ty::Index => integers(of_index(name), a, b, ty.width().unwrap_or(64)),
        Ty::Tensor(..) => unreachable!("it is no scalar"),
    }
}

/// The greater or lesser of two floats; -0 is less than 0.
fn extreme(name: &str, a: f64, b: f64) -> f64 {
    let greater = matches!(name, "arith.maximumf" | "arith.maxnumf");
    let propagates = matches!(name, "arith.maximumf" | "arith.minimumf");
    match (a.is_nan(), b.is_nan()) {
        (false, false) if (a.total_cmp(&b).is_gt()) == greater => a,
        (false, false) => b,
        _ if propagates => f64::NAN,
        (true, _) => b,
        (_, true) => a,
    }
}

fn integers(name: &str, a: u64, b: u64, width: u32) -> Result<u64, ByZero> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (ua, ub) = (i128::from(a), i128::from(b));
    let divides = ["div", "rem"].iter().any(|word| name.contains(word));
    if divides && b == 0 {
        return Err(ByZero);
    }
    let amount = u32::try_from(b).ok().filter(|amount| *amount < width);
    let value = match name {
        "arith.addi" => sa + sb,
        "arith.subi" => sa - sb,
        "arith.muli" => sa * sb,
        "arith.andi" => ua & ub,
        "arith.ori" => ua | ub,
        "arith.xori" => ua ^ ub,
        "arith.maxsi" => sa.max(sb),
        "arith.maxui" => ua.max(ub),
        "arith.minsi" => sa.min(sb),
        "arith.minui" => ua.min(ub),
        "arith.divsi" => sa / sb,
        "arith.divui" => ua / ub,
        "arith.remsi" => sa % sb,
        "arith.remui" => ua % ub,
        "arith.ceildivui" => (ua + ub - 1) / ub,
        "arith.floordivsi" => sa.div_euclid(sb) - i128::from(sb < 0 && sa.rem_euclid(sb) != 0),
        "arith.ceildivsi" => sa.div_euclid(sb) + i128::from(sb > 0 && sa.rem_euclid(sb) != 0),
        "arith.shli" => amount.map_or(0, |amount| ua << amount),
        "arith.shrui" => amount.map_or(0, |amount| ua >> amount),
        "arith.shrsi" => sa >> amount.unwrap_or(64),
        other => unreachable!("{other} is in the table"),
    };
    Ok(wrap(value, width))
}

/// Whether MLIR leaves a binary op undefined on these operands.
pub(super) fn is_undefined(name: &str, a: u64, b: u64, ty: Ty) -> bool {
    let Some(width) = ty.width() else {
        // The greater of zeros of both signs.
        let zeros = double(a, ty) == 0.0 && double(b, ty) == 0.0 && a != b;
        return zeros && matches!(name, "arith.maxnumf" | "arith.minnumf");
    };
    match of_index(name) {
        "arith.divui" | "arith.remui" | "arith.ceildivui" => b == 0,
        "arith.divsi" | "arith.remsi" | "arith.ceildivsi" | "arith.floordivsi" => {
            let least = -1_i128 << (width - 1);
            b == 0 || (signed(a, width) == least && signed(b, width) == -1)
        }
        "arith.shli" | "arith.shrsi" | "arith.shrui" => b >= u64::from(width),
        _ => false,
    }
}

/// Whether MLIR leaves a conversion undefined: to an integer that does not hold the float.
pub(super) fn conversion_is_undefined(name: &str, bits: u64, from: Ty, to: Ty) -> bool {
    let (Some(width), None) = (to.width(), from.width()) else { return false };
    let value = double(bits, from).trunc();
    let power = |exponent: u32| 2_f64.powi(i32::try_from(exponent).unwrap_or(i32::MAX));
    match name {
        "arith.fptosi" => !(value >= -power(width - 1) && value < power(width - 1)),
        "arith.fptoui" => !(value > -1.0 && value < power(width)),
        _ => false,
    }
}

/// `addui_extended`, `mulsi_extended` and `mului_extended`: two results.
pub(super) fn extended(name: &str, a: u64, b: u64, width: u32) -> [u64; 2] {
    let (ua, ub) = (u128::from(a), u128::from(b));
    match name {
        "arith.addui_extended" => {
            let sum = ua + ub;
            [wrap(sum as i128, width), u64::from(sum >> width != 0)]
        }
        "arith.mului_extended" => {
            let product = ua * ub;
            [wrap(product as i128, width), wrap((product >> width) as i128, width)]
        }
        _ => {
            let product = signed(a, width) * signed(b, width);
            [wrap(product, width), wrap(product >> width, width)]
        }
    }
}

/// A comparison of integers, by the number of its predicate.
pub(super) fn compare(predicate: usize, a: u64, b: u64, width: u32) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    [a == b, a != b, sa < sb, sa <= sb, sa > sb, sa >= sb, a < b, a <= b, a > b, a >= b][predicate]
}

/// A comparison of floats: the number is that of LLVM's predicate, whose bits say for which of
/// equal, greater, less and unordered it holds.
pub(super) fn compare_floats(predicate: usize, a: f64, b: f64) -> bool {
    // MLIR numbers them: false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno,
    // true.
    const HOLDS: [[bool; 4]; 16] = {
        const fn holds(equal: bool, greater: bool, less: bool, unordered: bool) -> [bool; 4] {
            [equal, greater, less, unordered]
        }
        [
            holds(false, false, false, false),
            holds(true, false, false, false),
            holds(false, true, false, false),
            holds(true, true, false, false),
            holds(false, false, true, false),
            holds(true, false, true, false),
            holds(false, true, true, false),
            holds(true, true, true, false),
            holds(true, false, false, true),
            holds(false, true, false, true),
            holds(true, true, false, true),
            holds(false, false, true, true),
            holds(true, false, true, true),
            holds(false, true, true, true),
            holds(false, false, false, true),
            holds(true, true, true, true),
        ]
    };
    let relation = match a.partial_cmp(&b) {
        Some(std::cmp::Ordering::Equal) => 0,
        Some(std::cmp::Ordering::Greater) => 1,
        Some(std::cmp::Ordering::Less) => 2,
        None => 3,
    };
    HOLDS[predicate][relation]
}

/// A float as a double, which holds it exactly.
pub(super) fn double(bits: u64, ty: Ty) -> f64 {
    match ty {
        Ty::F32 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

/// A conversion.
pub(super) fn convert(name: &str, bits: u64, from: Ty, to: Ty) -> u64 {
    let width = to.width().unwrap_or(64);
    let number = |signs: bool| match from.width() {
        Some(width) if signs => signed(bits, width),
        _ => i128::from(bits),
    };
    let float = |value: i128| match to {
        Ty::F32 => u64::from((value as f32).to_bits()),
        _ => (value as f64).to_bits(),
    };
    match name {
        "arith.extui" | "arith.index_castui" | "index.castu" | "arith.trunci" => {
            wrap(number(false), width)
        }
        "arith.extsi" | "arith.index_cast" | "index.casts" => wrap(number(true), width),
        "arith.sitofp" => float(number(true)),
        "arith.uitofp" => float(number(false)),
        "arith.extf" => double(bits, from).to_bits(),
        "arith.truncf" => u64::from((f64::from_bits(bits) as f32).to_bits()),
        "arith.bitcast" => bits,
        "arith.fptosi" => {
            let (least, most) = (-1_i128 << (width - 1), (1_i128 << (width - 1)) - 1);
            wrap((double(bits, from) as i128).clamp(least, most), width)
        }
        "arith.fptoui" => {
            let most = (1_i128 << width) - 1;
            wrap((double(bits, from) as i128).clamp(0, most), width)
        }
        other => unreachable!("{other} is a conversion"),
    }
}
