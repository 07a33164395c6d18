//! Rules that ops of several dialects share.

use super::Rule;
use crate::legal::{Action, Legality, Site};
use crate::table::Row;
use crate::types::Types;
use tfrt_compiler::builder::Reported;
use tfrt_compiler::graph::{Attribute, Op, Type, TypeKind};
use tfrt_host::kernel::Catalogue;

/// The kernel `NAME.TYPE`, TYPE being that of the first operand.
pub(super) struct Kernel(pub(super) &'static str);

impl Rule for Kernel {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        legality.typed(site, self.0, 0).map(Action::kernel)
    }

    fn row(&self, _: &'static str, catalogue: &Catalogue) -> Option<Row> {
        Row::of_kernels(self.0, catalogue)
    }
}

/// The kernel `NAME.FROM.TO`; nothing where both types are the same.
pub(super) struct Cast(pub(super) Conversion);

/// How a conversion names its kernel.
pub(super) enum Conversion {
    /// By the op itself.
    Own,
    /// By the widths: this kernel to a wider integer, `arith.trunci` to a narrower one.
    Widening(&'static str),
}

impl Rule for Cast {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        rounding(legality, site)?;
        let on = legality.computed(site, site.op.operands.first());
        let to = legality.computed(site, site.op.results.first());
        let (Some(on), Some(to)) = (on, to) else {
            return Err(legality.illegal(site, "it has no operand or no result"));
        };
        if on == to {
            let cast = on.tensors;
            return if cast { super::tensor::cast(legality, site) } else { Ok(Action::forward()) };
        }
        let width = |ty: &Type| match ty.kind() {
            TypeKind::Integer { width, .. } => Some(width),
            _ => None,
        };
        let base = match self.0 {
            Conversion::Own => &*site.op.name,
            Conversion::Widening(kernel) => match (width(&on.scalar), width(&to.scalar)) {
                (Some(from), Some(to)) if from > to => "arith.trunci",
                _ => kernel,
            },
        };
        let types = format!("{}.{}", on.scalar, to.scalar);
        legality.kernel(site, base, &types, &on).map(Action::kernel)
    }

    fn row(&self, name: &'static str, catalogue: &Catalogue) -> Option<Row> {
        let kernel = match self.0 {
            Conversion::Own => name,
            Conversion::Widening(kernel) => kernel,
        };
        let mut row = Row::of_kernels(kernel, catalogue)?;
        for ty in row.types.iter_mut().chain(&mut row.tensors) {
            if let Some((from, to)) = ty.split_once('.') {
                *ty = format!("{from} -> {to}");
            }
        }
        Some(row)
    }
}

/// Floats round to the nearest, ties to even, and no op may ask for more.
pub(super) fn rounding(legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<(), Reported> {
    let nearest = match site.op.attributes.get("roundingmode") {
        None => true,
        Some(Attribute::Integer { value, .. }) => *value == 0,
        Some(Attribute::Opaque(text)) => text.contains("to_nearest_even"),
        Some(_) => false,
    };
    if nearest {
        return Ok(());
    }
    Err(legality.illegal(site, "its 'roundingmode' is not supported"))
}

/// The kernel `NAME.PREDICATE.TYPE`.
pub(super) struct Compare {
    /// What the kernel is called before the predicate.
    pub(super) kernel: &'static str,
    /// What the numbers of the attribute `predicate` mean; empty if the attribute is a word.
    pub(super) predicates: &'static [&'static str],
}

impl Rule for Compare {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let Some(predicate) = predicate(site.op, self.predicates) else {
            return Err(legality.illegal(site, "its predicate is not known"));
        };
        legality.typed(site, &format!("{}.{predicate}", self.kernel), 0).map(Action::kernel)
    }

    fn row(&self, _: &'static str, catalogue: &Catalogue) -> Option<Row> {
        let mut row = Row::of_kernels(self.kernel, catalogue)?;
        for ty in &mut row.types {
            if let Some((_, operands)) = ty.split_once('.') {
                *ty = operands.to_owned();
            }
        }
        row.types.sort_unstable();
        row.types.dedup();
        Some(row)
    }
}

/// The word for the attribute of a comparison.
fn predicate<'a>(op: &'a Op, predicates: &[&'a str]) -> Option<&'a str> {
    match op.attributes.get("predicate").or_else(|| op.attributes.get("pred"))? {
        Attribute::Integer { value, .. } => {
            usize::try_from(*value).ok().and_then(|at| predicates.get(at).copied())
        }
        Attribute::Opaque(text) => text.strip_suffix('>')?.rsplit_once([' ', '<']).map(|it| it.1),
        _ => None,
    }
}

/// A constant.
pub(super) enum Constant {
    /// Of the attribute `value`.
    Value,
    /// Any value of the type: zero, or a tensor of zeros, in which dimensions that are not known are
    /// empty.
    Poison,
    /// The number of bits of `index`.
    IndexWidth,
}

impl Rule for Constant {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        match self {
            Self::Value => legality.constant(site, site.op.attributes.get("value").cloned()),
            Self::IndexWidth => {
                let width = Attribute::Integer { value: 64, ty: Type::new("index") };
                legality.constant(site, Some(width))
            }
            Self::Poison => {
                let result = site.op.results.first().map(|&it| &site.body.value(it).ty);
                let Some(elements) = result.and_then(|ty| legality.types.elements(ty)) else {
                    return legality.constant(site, result.and_then(Types::zero));
                };
                super::tensor::zeros(legality, site, &elements)
            }
        }
    }

    fn row(&self, _: &'static str, catalogue: &Catalogue) -> Option<Row> {
        let mut row = Row::constants(catalogue);
        if let Self::IndexWidth = self {
            row.tensors.clear();
        }
        Some(row)
    }
}

/// The end of a region.
pub(super) struct End;

impl Rule for End {
    fn check(&self, _: &mut Legality<'_, '_>, _: Site<'_>) -> Result<Action, Reported> {
        Ok(Action::End)
    }

    fn row(&self, _: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op("tfrt.return"))
    }
}
