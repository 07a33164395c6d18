//! `tensor`: the ops that make, cast and take apart tensors. Elementwise ones are of `arith` and `math`.

use super::{Dialect, Names, Others, Rule, entry};
use crate::legal::{Action, Legality, Site, TENSOR_EXPECTED};
use crate::table::Row;
use crate::types::Elements;
use tfrt_compiler::builder::Reported;
use tfrt_host::kernel::Catalogue;

pub(super) const DIALECT: Dialect = Dialect {
    name: "tensor",
    ops: &[
        entry("tensor.cast", &Cast, "between tensors with a rank"),
        entry("tensor.dim", &Dim, ""),
        entry("tensor.empty", &Make { kernel: "tensor.splat", value: Value::Zero }, "zeros"),
        entry("tensor.extract", &Extract, "an index out of range is an error"),
        entry(
            "tensor.from_elements",
            &Make { kernel: "tensor.from_elements", value: Value::Operands },
            "",
        ),
        entry("tensor.splat", &Make { kernel: "tensor.splat", value: Value::Operand }, ""),
    ],
    others: Others::Refused(&[(
        "tensor.",
        "only cast, dim, empty, extract, from_elements and splat are supported",
    )]),
    names: Names::Short,
};

/// The kernel `tensor.cast.TYPE`, a check of the sizes that its result knows and its operand does not;
/// nothing where the result's shape says no more.
struct Cast;

impl Rule for Cast {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        cast(legality, site)
    }

    fn row(&self, name: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op(name))
    }
}

/// What becomes of a cast between tensors.
pub(super) fn cast(legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
    let from = legality.elements(site, site.op.operands.first());
    let to = legality.elements(site, site.op.results.first());
    let (Some(from), Some(to)) = (from, to) else {
        return Err(legality.illegal(site, TENSOR_EXPECTED));
    };
    let scalar = from.ty;
    legality.elementwise(site, &site.op.operands, &[scalar.as_str(); 2])?;
    if from.shape == to.shape {
        return Ok(Action::forward());
    }
    legality.named(site, &format!("tensor.cast.{scalar}")).map(Action::kernel)
}

/// The kernel `tensor.dim.i64`.
struct Dim;

impl Rule for Dim {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        if legality.elements(site, site.op.operands.first()).is_none() {
            return Err(legality.illegal(site, TENSOR_EXPECTED));
        }
        legality.named(site, "tensor.dim.i64").map(Action::kernel)
    }

    fn row(&self, name: &'static str, _: &Catalogue) -> Option<Row> {
        Some(Row::of_op(name))
    }
}

/// The kernel `tensor.extract.TYPE`.
struct Extract;

impl Rule for Extract {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let Some(Elements { ty, shape }) = legality.elements(site, site.op.operands.first()) else {
            return Err(legality.illegal(site, TENSOR_EXPECTED));
        };
        if site.op.operands.len() != shape.len() + 1 {
            let why = format!("it has not {} indices", shape.len());
            return Err(legality.illegal(site, &why));
        }
        legality.named(site, &format!("tensor.extract.{ty}")).map(Action::kernel)
    }

    fn row(&self, name: &'static str, catalogue: &Catalogue) -> Option<Row> {
        Row::of_kernels(name, catalogue)
    }
}

/// The kernel `NAME.TYPE`, TYPE being that of the result's elements, which also takes its shape.
struct Make {
    /// What the kernel is called before its type.
    kernel: &'static str,
    /// Where the elements come from.
    value: Value,
}

/// Where the elements of a new tensor come from.
#[derive(Clone, Copy)]
enum Value {
    /// They are zero.
    Zero,
    /// The first operand; the others are sizes.
    Operand,
    /// An operand is each element.
    Operands,
}

impl Rule for Make {
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
        let Some(elements) = legality.elements(site, site.op.results.first()) else {
            return Err(legality.illegal(site, TENSOR_EXPECTED));
        };
        let shape = &elements.shape;
        let unknown = shape.iter().filter(|&&size| size < 0).count();
        let count = shape.iter().try_fold(1_i64, |count, &size| count.checked_mul(size));
        let expected = match self.value {
            Value::Zero => Some(unknown),
            Value::Operand => Some(1 + unknown),
            Value::Operands => {
                count.filter(|_| unknown == 0).and_then(|it| usize::try_from(it).ok())
            }
        };
        if expected != Some(site.op.operands.len()) {
            let why = "the number of its operands is not that of its shape";
            return Err(legality.illegal(site, why));
        }
        if let Value::Zero = self.value {
            return filled_with_zero(legality, site, &elements, elements.shape.clone());
        }
        legality.named(site, &format!("{}.{}", self.kernel, elements.ty)).map(Action::kernel)
    }

    fn row(&self, _: &'static str, catalogue: &Catalogue) -> Option<Row> {
        Row::of_kernels(self.kernel, catalogue)
    }
}

/// A tensor of zeros, in which dimensions that are not known are empty.
pub(super) fn zeros(
    legality: &mut Legality<'_, '_>,
    site: Site<'_>,
    elements: &Elements,
) -> Result<Action, Reported> {
    let shape = elements.shape.iter().map(|&size| size.max(0)).collect();
    filled_with_zero(legality, site, elements, shape)
}

fn filled_with_zero(
    legality: &mut Legality<'_, '_>,
    site: Site<'_>,
    elements: &Elements,
    shape: Vec<i64>,
) -> Result<Action, Reported> {
    let zero = legality.zero(site, &elements.ty)?;
    let kernel = legality.named(site, &format!("tensor.splat.{}", elements.ty))?;
    Ok(Action::splat(kernel, zero, shape))
}
