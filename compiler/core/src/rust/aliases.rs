//! Type aliases. An op whose types are not exact may use another dialect's name for the kernel's
//! type. If the catalogue does not know that name, it is an alias of the kernel's type in the whole
//! program.

use crate::graph::{Function, Op};
use crate::source::Diagnostic;
use crate::verify::Verified;
use std::collections::BTreeMap;
use tfrt_host::kernel::Catalogue;
use tfrt_op::OpDef;

/// Aliases, and their types in the catalogue.
pub(super) type Aliases = BTreeMap<String, &'static str>;

/// Collects the aliases. Reports a name that is used for two types, and a type whose Rust type
/// differs from the kernel's.
pub(super) fn find(
    program: &Verified,
    catalogue: &Catalogue,
    functions: &[&Function],
    errors: &mut Vec<Diagnostic>,
) -> Aliases {
    let mut aliases = Aliases::new();
    for function in functions {
        let Some(body) = &function.body else { continue };
        for id in body.preorder() {
            let Some(definition) = program.definition_of(&function.name, id) else { continue };
            if definition.traits.exact_types {
                continue;
            }
            let op = body.op(id);
            for (what, declared, value) in pairs(definition, op) {
                let given = body.value(value).ty.as_str();
                if given == declared || !declared.starts_with('!') {
                    continue;
                }
                let problem = match (catalogue.ty(given), catalogue.ty(declared)) {
                    (_, None) => continue,
                    // A name that the catalogue does not know is held as a counted reference.
                    (None, Some(declared)) if declared.scalar.is_some() => continue,
                    (Some(given), Some(declared)) if given.rust == declared.rust => continue,
                    (Some(_), Some(_)) => format!("another Rust type than '{declared}'"),
                    (None, Some(_)) => match *aliases.entry(given.to_owned()).or_insert(declared) {
                        before if before == declared => continue,
                        before => format!("both '{before}' and '{declared}' in this program"),
                    },
                };
                let message = format!("'{}' op {what} is '{given}', which is {problem}", op.name);
                errors.push(Diagnostic::error(op.span, message));
            }
        }
    }
    aliases
}

/// Operands and results of an op: which, the kernel's type, the value.
fn pairs<'a>(
    definition: &'static OpDef,
    op: &'a Op,
) -> impl Iterator<Item = (String, &'static str, crate::graph::ValueId)> + 'a {
    let operands = definition.operands().map(|param| param.ty).zip(&op.operands);
    let results = (0..).map_while(|at| definition.result(at)).map(|result| result.ty);
    let results = results.take_while(|ty| !ty.is_empty()).zip(&op.results);
    let operands =
        operands.enumerate().map(|(index, (ty, &value))| (format!("operand #{index}"), ty, value));
    operands.chain(
        results.enumerate().map(|(index, (ty, &value))| (format!("result #{index}"), ty, value)),
    )
}
