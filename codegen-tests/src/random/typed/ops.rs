//! The ops that compute each element of tensors from those at the same place of others: every one that
//! `arith` and `math` have, by their families. `tests/typed_tensors.rs` compares the list with the
//! catalogue.

use super::Element;
use std::sync::LazyLock;

/// An op: `arith.addf.tensor.f32`.
#[derive(Clone, Debug)]
pub struct Op {
    /// Its name.
    pub name: String,
    /// The element types of its operands.
    pub takes: Vec<Element>,
    /// The element types of its results.
    pub gives: Vec<Element>,
    /// It fails where the last operand is zero.
    pub(super) divides: bool,
    /// The operand of which it gives the sign or the bits, which those of a NaN would be.
    pub(super) shows_bits: Option<usize>,
}

const INTEGERS: [Element; 5] = ["i1", "i8", "i16", "i32", "i64"];

const FLOATS: [Element; 4] = ["f16", "bf16", "f32", "f64"];

/// Ops of integers, how many they take, and whether they fail where the last is zero.
const OF_INTEGERS: [(&str, usize, bool); 25] = [
    ("arith.addi", 2, false),
    ("arith.andi", 2, false),
    ("arith.ceildivsi", 2, true),
    ("arith.ceildivui", 2, true),
    ("arith.divsi", 2, true),
    ("arith.divui", 2, true),
    ("arith.floordivsi", 2, true),
    ("arith.maxsi", 2, false),
    ("arith.maxui", 2, false),
    ("arith.minsi", 2, false),
    ("arith.minui", 2, false),
    ("arith.muli", 2, false),
    ("arith.ori", 2, false),
    ("arith.remsi", 2, true),
    ("arith.remui", 2, true),
    ("arith.shli", 2, false),
    ("arith.shrsi", 2, false),
    ("arith.shrui", 2, false),
    ("arith.subi", 2, false),
    ("arith.xori", 2, false),
    ("math.absi", 1, false),
    ("math.ctlz", 1, false),
    ("math.ctpop", 1, false),
    ("math.cttz", 1, false),
    ("math.ipowi", 2, false),
];

/// Ops of integers with two results, and whether the second is an `i1`.
const WITH_TWO: [(&str, bool); 3] = [
    ("arith.addui_extended", true),
    ("arith.mulsi_extended", false),
    ("arith.mului_extended", false),
];

/// Ops of floats, and how many they take.
const OF_FLOATS: [(&str, usize); 45] = [
    ("arith.addf", 2),
    ("arith.divf", 2),
    ("arith.maximumf", 2),
    ("arith.maxnumf", 2),
    ("arith.minimumf", 2),
    ("arith.minnumf", 2),
    ("arith.mulf", 2),
    ("arith.negf", 1),
    ("arith.remf", 2),
    ("arith.subf", 2),
    ("math.absf", 1),
    ("math.acos", 1),
    ("math.acosh", 1),
    ("math.asin", 1),
    ("math.asinh", 1),
    ("math.atan", 1),
    ("math.atan2", 2),
    ("math.atanh", 1),
    ("math.cbrt", 1),
    ("math.ceil", 1),
    ("math.clampf", 3),
    ("math.copysign", 2),
    ("math.cos", 1),
    ("math.cosh", 1),
    ("math.erf", 1),
    ("math.erfc", 1),
    ("math.exp", 1),
    ("math.exp2", 1),
    ("math.expm1", 1),
    ("math.floor", 1),
    ("math.fma", 3),
    ("math.log", 1),
    ("math.log10", 1),
    ("math.log1p", 1),
    ("math.log2", 1),
    ("math.powf", 2),
    ("math.round", 1),
    ("math.roundeven", 1),
    ("math.rsqrt", 1),
    ("math.sin", 1),
    ("math.sinh", 1),
    ("math.sqrt", 1),
    ("math.tan", 1),
    ("math.tanh", 1),
    ("math.trunc", 1),
];

/// Ops of a float that say what it is.
const CLASSES: [&str; 4] = ["math.isfinite", "math.isinf", "math.isnan", "math.isnormal"];

const COMPARISONS: [&str; 10] =
    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

const FLOAT_COMPARISONS: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];

/// Bits as those of another type.
const BITCASTS: [(Element, Element); 10] = [
    ("f16", "i16"),
    ("f16", "bf16"),
    ("bf16", "i16"),
    ("bf16", "f16"),
    ("i16", "f16"),
    ("i16", "bf16"),
    ("f32", "i32"),
    ("i32", "f32"),
    ("f64", "i64"),
    ("i64", "f64"),
];

/// Floats from the narrower to the wider, of which those of 16 bits are not each other's.
const WIDER: [(Element, Element); 5] =
    [("f16", "f32"), ("bf16", "f32"), ("f16", "f64"), ("bf16", "f64"), ("f32", "f64")];

static OPS: LazyLock<Vec<Op>> = LazyLock::new(all);

/// All ops.
#[must_use]
pub fn ops() -> &'static [Op] {
    &OPS
}

/// The op of that name.
pub(super) fn named(name: &str) -> &'static Op {
    OPS.iter().find(|op| op.name == name).expect("the list has every op that is named")
}

fn op(name: String, takes: &[Element], gives: &[Element]) -> Op {
    Op { name, takes: takes.to_vec(), gives: gives.to_vec(), divides: false, shows_bits: None }
}

fn all() -> Vec<Op> {
    let mut ops = Vec::new();
    for element in INTEGERS {
        for (name, count, divides) in OF_INTEGERS {
            let takes = vec![element; count];
            ops.push(Op { divides, ..op(format!("{name}.tensor.{element}"), &takes, &[element]) });
        }
        for (name, truth) in WITH_TWO {
            let second = if truth { "i1" } else { element };
            ops.push(op(format!("{name}.tensor.{element}"), &[element; 2], &[element, second]));
        }
        for predicate in COMPARISONS {
            let name = format!("arith.cmpi.{predicate}.tensor.{element}");
            ops.push(op(name, &[element; 2], &["i1"]));
        }
    }
    for element in FLOATS {
        for (name, count) in OF_FLOATS {
            let shows_bits = (name == "math.copysign").then_some(1);
            let takes = vec![element; count];
            ops.push(Op {
                shows_bits,
                ..op(format!("{name}.tensor.{element}"), &takes, &[element])
            });
        }
        ops.push(op(format!("math.sincos.tensor.{element}"), &[element], &[element, element]));
        ops.push(op(format!("math.fpowi.tensor.{element}"), &[element, "i64"], &[element]));
        for name in CLASSES {
            ops.push(op(format!("{name}.tensor.{element}"), &[element], &["i1"]));
        }
        for predicate in FLOAT_COMPARISONS {
            let name = format!("arith.cmpf.{predicate}.tensor.{element}");
            ops.push(op(name, &[element; 2], &["i1"]));
        }
    }
    for element in INTEGERS.into_iter().chain(FLOATS) {
        let name = format!("arith.select.tensor.{element}");
        ops.push(op(name, &["i1", element, element], &[element]));
    }
    let mut cast = |name: &str, from: Element, to: Element| {
        let name = format!("arith.{name}.tensor.{from}.{to}");
        let shows_bits = (name.starts_with("arith.bitcast") && FLOATS.contains(&from)).then_some(0);
        ops.push(Op { shows_bits, ..op(name, &[from], &[to]) });
    };
    for (at, narrow) in INTEGERS.into_iter().enumerate() {
        for wide in &INTEGERS[at + 1..] {
            cast("extsi", narrow, wide);
            cast("extui", narrow, wide);
            cast("trunci", wide, narrow);
        }
        for float in FLOATS {
            cast("sitofp", narrow, float);
            cast("uitofp", narrow, float);
            cast("fptosi", float, narrow);
            cast("fptoui", float, narrow);
        }
    }
    for (narrow, wide) in WIDER {
        cast("extf", narrow, wide);
        cast("truncf", wide, narrow);
    }
    for (from, to) in BITCASTS {
        cast("bitcast", from, to);
    }
    ops
}
