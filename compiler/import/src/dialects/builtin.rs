//! `builtin`: casts between types that are the same in the program that is made. Modules stand in any program.

use super::{Dialect, Names, Others, Rule, entry};
use crate::legal::{Action, Legality, Site};
use crate::table::Row;
use crate::types::MUTABLE;
use tfrt_compiler::builder::Reported;
use tfrt_compiler::graph::{Type, ValueId};
use tfrt_host::kernel::Catalogue;

pub(super) const DIALECT: Dialect = Dialect {
    name: "builtin",
    ops: &[entry("builtin.unrealized_conversion_cast", &Same, "from or to !tfrt_tensor.tensor")],
    others: Others::Refused(&[]),
    names: Names::Listed,
};

/// Nothing: the results are the operands, whose types differ upstream only. To the type of tensors that
/// may be written, a kernel.
struct Same;

impl Rule for Same {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let types = |values: &[ValueId]| -> Vec<Type> {
            values.iter().map(|&value| legality.types.of(&site.body.value(value).ty)).collect()
        };
        let (from, to) = (types(&site.op.operands), types(&site.op.results));
        if from == to {
            return Ok(Action::forward());
        }
        match (&from[..], &to[..]) {
            ([from], [to]) if legality.types.is_tensor(from) && to.as_str() == MUTABLE => {
                return legality.named(site, "tensor.thaw").map(Action::kernel);
            }
            ([from], [to]) if from.as_str() == MUTABLE && legality.types.is_tensor(to) => {
                let why = "'tensor.freeze' makes it of a tensor that may be written, at the place \
                           that its chain says";
                return Err(legality.illegal(site, why));
            }
            _ => {}
        }
        Err(legality.illegal(site, "its types are not the same in the program that is made"))
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op(""))
    }
}
