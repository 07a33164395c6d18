//! `math`: kernels by the names of their ops and the types of their operands.

use super::{Dialect, Names, Others, Rule, entry};
use crate::legal::{Action, Legality, MIXED, Site};
use crate::table::Row;
use tfrt_compiler::builder::Reported;
use tfrt_compiler::graph::Type;
use tfrt_host::kernel::Catalogue;

pub(super) const DIALECT: Dialect = Dialect {
    name: "math",
    ops: &[entry("math.fpowi", &Power, "to the power of any integer")],
    others: Others::Kernels,
    names: Names::Short,
};

/// The kernel `NAME.TYPE`, whose second operand is an `i64`, to which narrower ones are extended.
struct Power;

impl Rule for Power {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let (op, i64) = (site.op, legality.types.i64.clone());
        let on = legality.computed(site, op.operands.first());
        let (Some(on), Some(exponent)) = (on, legality.computed(site, op.operands.get(1))) else {
            return Err(legality.illegal(site, "it has too few operands"));
        };
        if exponent.scalar == i64 {
            return legality.typed(site, &op.name, 0).map(Action::kernel);
        }
        if on.tensors {
            let scalars = [&on.scalar, &exponent.scalar, &on.scalar].map(Type::as_str);
            legality.elementwise(site, &op.operands, &scalars)?;
        } else if exponent.tensors {
            return Err(legality.illegal(site, MIXED));
        }
        let tensors = if on.tensors { ".tensor" } else { "" };
        let names = [
            format!("{}{tensors}.{}", op.name, on.scalar),
            format!("arith.extsi{tensors}.{}.i64", exponent.scalar),
        ];
        let catalogue = legality.catalogue();
        let [Some(kernel), Some(extend)] = names.map(|name| catalogue.kernel(&name)) else {
            let (base, power) = (on.scalar, exponent.scalar);
            let why = format!("there is no kernel for '{base}' to the power of '{power}'");
            return Err(legality.illegal(site, &why));
        };
        let exponents = legality.types.elements(&site.body.value(op.operands[1]).ty);
        let ty = exponents.map_or(i64.clone(), |elements| Type::tensor(&i64, &elements.shape));
        Ok(Action::lower(move |lowering, id| {
            let op = lowering.source.op(id);
            let mut operands = lowering.operands(op)?;
            if let Some(exponent) = operands.last_mut() {
                let extended = lowering.builder.op(extend.name).operands([*exponent]);
                *exponent = extended.types([ty.clone()]).result()?;
            }
            lowering.add(op, kernel.name, operands)
        }))
    }

    fn row(&self, name: &'static str, catalogue: &Catalogue) -> Option<Row> {
        Row::of_kernels(name, catalogue)
    }
}
