//! `func`: calls. Functions and their returns stand in any program.

use super::rules::End;
use super::{Dialect, Names, Others, Rule, entry};
use crate::legal::{Action, Legality, Site};
use crate::lower::{Lowering, symbol};
use crate::table::Row;
use tfrt_compiler::builder::Reported;
use tfrt_compiler::graph::{Attribute, OpId};
use tfrt_host::kernel::Catalogue;

const INDIRECT: &str = "run --canonicalize or --inline, so that calls name their functions";

pub(super) const DIALECT: Dialect = Dialect {
    name: "func",
    ops: &[entry("func.call", &Call, ""), entry("func.return", &End, "")],
    others: Others::Refused(&[("func.call_indirect", INDIRECT), ("func.constant", INDIRECT)]),
    names: Names::Except(&["func.func", "func.return"]),
};

struct Call;

impl Rule for Call {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let callee = match site.op.attributes.get("callee") {
            Some(Attribute::Symbol { root, nested }) if nested.is_empty() => root,
            _ => {
                let why = "it has no 'callee', the symbol of a function";
                return Err(legality.illegal(site, why));
            }
        };
        if !legality.functions.contains_key(callee.as_str()) {
            let why = format!("'{callee}' does not reference a valid function");
            return Err(legality.illegal(site, &why));
        }
        let name = callee.clone();
        Ok(Action::calling(callee.clone(), move |lowering, id| call(lowering, id, &name)))
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op("tfrt.call"))
    }
}

fn call(lowering: &mut Lowering<'_, '_>, id: OpId, name: &str) -> Result<(), Reported> {
    let op = lowering.source.op(id);
    let mut operands = lowering.operands(op)?;
    let mut types = lowering.result_types(op);
    let checked = lowering.checked_function(name).map(str::to_owned);
    if checked.is_some() {
        operands.push(lowering.ok()?);
        types.push(lowering.ok_type());
    }
    let callee = symbol(checked.as_deref().unwrap_or(name));
    let call = lowering.builder.op("tfrt.call").attribute("callee", callee);
    let mut results = call.operands(operands).types(types).results()?;
    if checked.is_some() {
        lowering.set_ok(results.pop());
    }
    lowering.bind_results(op, &results)
}
