//! `index`: the kernels of `arith` on `i64`.

use super::rules::{Cast, Compare, Constant, Conversion, Kernel};
use super::{Dialect, Names, Others, entry};

pub(super) const DIALECT: Dialect = Dialect {
    name: "index",
    ops: &[
        entry("index.add", &Kernel("arith.addi"), ""),
        entry("index.and", &Kernel("arith.andi"), ""),
        entry("index.bool.constant", &Constant::Value, ""),
        entry("index.casts", &Cast(Conversion::Widening("arith.extsi")), "index is i64"),
        entry("index.castu", &Cast(Conversion::Widening("arith.extui")), "index is i64"),
        entry("index.ceildivs", &Kernel("arith.ceildivsi"), ""),
        entry("index.ceildivu", &Kernel("arith.ceildivui"), ""),
        entry("index.cmp", &Compare { kernel: "arith.cmpi", predicates: &[] }, ""),
        entry("index.constant", &Constant::Value, ""),
        entry("index.divs", &Kernel("arith.divsi"), ""),
        entry("index.divu", &Kernel("arith.divui"), ""),
        entry("index.floordivs", &Kernel("arith.floordivsi"), ""),
        entry("index.maxs", &Kernel("arith.maxsi"), ""),
        entry("index.maxu", &Kernel("arith.maxui"), ""),
        entry("index.mins", &Kernel("arith.minsi"), ""),
        entry("index.minu", &Kernel("arith.minui"), ""),
        entry("index.mul", &Kernel("arith.muli"), ""),
        entry("index.or", &Kernel("arith.ori"), ""),
        entry("index.rems", &Kernel("arith.remsi"), ""),
        entry("index.remu", &Kernel("arith.remui"), ""),
        entry("index.shl", &Kernel("arith.shli"), ""),
        entry("index.shrs", &Kernel("arith.shrsi"), ""),
        entry("index.shru", &Kernel("arith.shrui"), ""),
        entry("index.sizeof", &Constant::IndexWidth, "64"),
        entry("index.sub", &Kernel("arith.subi"), ""),
        entry("index.xor", &Kernel("arith.xori"), ""),
    ],
    others: Others::Refused(&[]),
    names: Names::All,
};
