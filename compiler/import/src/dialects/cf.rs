//! `cf`: assertions, and branches where they need no blocks.

use super::{Dialect, Names, Others, Rule, entry};
use crate::legal::{Action, Legality, Site};
use crate::lower::Lowering;
use crate::table::Row;
use std::sync::Arc;
use tfrt_compiler::builder::Reported;
use tfrt_compiler::graph::{Attribute, OpId};
use tfrt_host::kernel::Catalogue;

pub(super) const DIALECT: Dialect = Dialect {
    name: "cf",
    ops: &[
        entry("cf.assert", &Assert, "the results of the function become the error"),
        entry("cf.br", &Branch, "to a block with no other predecessor; else lift-cf-to-scf"),
        entry("cf.cond_br", &Lift, "after lift-cf-to-scf"),
        entry("cf.switch", &Lift, "after lift-cf-to-scf"),
    ],
    others: Others::Refused(&[("cf.", "run --lift-cf-to-scf")]),
    names: Names::All,
};

struct Assert;

impl Rule for Assert {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        match site.op.attributes.get("msg") {
            Some(Attribute::String(message)) => {
                let message = Arc::clone(message);
                Ok(Action::asserting(move |lowering, id| assert(lowering, id, &message)))
            }
            _ => Err(legality.illegal(site, "it has no message 'msg'")),
        }
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op("tfrt.assert"))
    }
}

/// After a failed assertion, no other is evaluated.
fn assert(lowering: &mut Lowering<'_, '_>, id: OpId, message: &Arc<[u8]>) -> Result<(), Reported> {
    let op = lowering.source.op(id);
    let [condition] = lowering.operands(op)?[..] else {
        return Err(lowering.report(op, format!("'{}' has one operand", op.name)));
    };
    let condition = match lowering.ok_so_far() {
        Some(ok) => lowering.select(ok, condition, condition)?,
        None => condition,
    };
    let ok = lowering.assertion(condition, message)?;
    lowering.set_ok(Some(ok));
    Ok(())
}

/// The end of a block, followed by the only block that it can lead to.
struct Branch;

impl Rule for Branch {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        if matches!(site.op.successors[..], [to] if site.predecessors[to.index()] == 1) {
            return Ok(Action::Branch);
        }
        Lift.check(legality, site)
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op(""))
    }
}

/// The end of a block with several successors, which passes lift.
struct Lift;

impl Rule for Lift {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let message = legality.caller.lift(&site.op.name, &legality.source.name);
        legality.needs_helper = true;
        Err(legality.report(site, message))
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        None
    }
}
