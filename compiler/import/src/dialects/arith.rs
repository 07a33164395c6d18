//! `arith`: kernels by the names of their ops and the types of their operands.

use super::rules::{Cast, Compare, Constant, Conversion};
use super::{Dialect, Entry, Names, Others, Rule, entry};
use crate::legal::{Action, Legality, MIXED, SELECT, Site};
use crate::table::Row;
use tfrt_compiler::builder::Reported;
use tfrt_host::kernel::Catalogue;

const CMPI: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const CMPF: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];

const fn own(name: &'static str) -> Entry {
    entry(name, &Cast(Conversion::Own), "")
}

pub(super) const DIALECT: Dialect = Dialect {
    name: "arith",
    ops: &[
        own("arith.bitcast"),
        entry("arith.cmpf", &Compare { kernel: "arith.cmpf", predicates: CMPF }, ""),
        entry("arith.cmpi", &Compare { kernel: "arith.cmpi", predicates: CMPI }, ""),
        entry("arith.constant", &Constant::Value, ""),
        own("arith.extf"),
        own("arith.extsi"),
        own("arith.extui"),
        own("arith.fptosi"),
        own("arith.fptoui"),
        entry("arith.index_cast", &Cast(Conversion::Widening("arith.extsi")), "index is i64"),
        entry("arith.index_castui", &Cast(Conversion::Widening("arith.extui")), "index is i64"),
        entry("arith.select", &Select, "by one i1, values of any type"),
        own("arith.sitofp"),
        own("arith.truncf"),
        own("arith.trunci"),
        own("arith.uitofp"),
    ],
    others: Others::Kernels,
    names: Names::Short,
};

/// The kernel `arith.select.TYPE`, TYPE being that of the second operand; of whole tensors by one
/// condition, and where there is no kernel, `tfrt.if`.
struct Select;

impl Rule for Select {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let op = site.op;
        let condition = legality.computed(site, op.operands.first());
        let (Some(condition), Some(on)) = (condition, legality.computed(site, op.operands.get(1)))
        else {
            return Err(legality.illegal(site, "it has too few operands"));
        };
        if condition.tensors {
            if !on.tensors {
                return Err(legality.illegal(site, MIXED));
            }
            return legality.typed(site, SELECT, 1).map(Action::kernel);
        }
        let name = format!("{SELECT}.{}", on.scalar);
        if !on.tensors && legality.catalogue().kernel(&name).is_some() {
            return legality.typed(site, SELECT, 1).map(Action::kernel);
        }
        let ty = legality.types.of(&site.body.value(op.operands[1]).ty);
        if legality.catalogue().ty(ty.as_str()).is_none() {
            return Err(legality.illegal(site, &format!("there are no values of type '{ty}'")));
        }
        if on.tensors {
            legality.elementwise(site, &op.operands[1..], &[on.scalar.as_str(); 3])?;
        }
        let mut alike = op.operands[1..].iter().chain(&op.results);
        let alike = alike.all(|&value| legality.types.of(&site.body.value(value).ty) == ty);
        if !alike || op.operands.len() != 3 || op.results.len() != 1 {
            return Err(legality.illegal(site, "its values have different types"));
        }
        Ok(Action::lower(|lowering, id| {
            let op = lowering.source.op(id);
            let [condition, a, b] = lowering.operands(op)?[..] else {
                return Err(lowering.malformed(op));
            };
            let result = lowering.select(condition, a, b)?;
            lowering.bind_results(op, &[result])
        }))
    }

    fn row(&self, _: &'static str, catalogue: &Catalogue) -> Option<Row> {
        Row::of_kernels(SELECT, catalogue)
    }
}
