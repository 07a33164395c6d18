//! What dialects of MLIR have that host programs have not: ops beside functions, and operands in
//! groups. Only passes read them.

use super::{Attribute, Body, Op, OpId};
use std::ops::Range;
use tfrt_op::OpDef;

/// An op beside functions, with its regions.
#[derive(Clone, Debug)]
pub struct TopOp {
    /// Holds that op alone, in the one block of its own region.
    pub(super) body: Body,
    id: OpId,
}

impl TopOp {
    /// The op of a body. `None` unless it has exactly one, without operands and results.
    #[must_use]
    pub fn new(body: Body) -> Option<Self> {
        let entry = (body.region_count() > 0).then(|| body.entry(Body::ROOT)).flatten()?;
        let [id] = body.block(entry).ops[..] else { return None };
        let Op { operands, results, .. } = body.op(id);
        let alone = operands.is_empty() && results.is_empty();
        (alone && body.block(entry).arguments.is_empty()).then_some(Self { body, id })
    }

    /// The op.
    #[must_use]
    pub fn op(&self) -> &Op {
        self.body.op(self.id)
    }

    /// The op, to change its attributes.
    pub(crate) fn body_mut(&mut self) -> &mut Body {
        &mut self.body
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> OpId {
        self.id
    }

    /// What holds it and what its regions hold.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The symbol that it defines.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self.op().attributes.get("sym_name")? {
            Attribute::String(name) => std::str::from_utf8(name).ok(),
            _ => None,
        }
    }
}

/// Which operands of an op each of its [groups](tfrt_op::Layout::groups) has. `None` if the op has no groups, or
/// other operands.
#[must_use]
pub fn operand_groups(def: &OpDef, op: &Op) -> Option<Vec<Range<usize>>> {
    let layout = def.traits.layout.filter(|layout| !layout.groups.is_empty())?;
    let sizes = match layout.sizes.and_then(|name| op.attributes.get(name)) {
        Some(attribute) => {
            let numbers = numbers(attribute, "i32")?;
            let sizes = numbers.into_iter().map(|size| usize::try_from(size).ok());
            Some(sizes.collect::<Option<Vec<_>>>()?)
        }
        None => None,
    };
    layout.ranges(op.operands.len(), sizes.as_deref())
}

/// The numbers of `array<i32: …>`.
pub(crate) fn numbers(attribute: &Attribute, ty: &str) -> Option<Vec<i64>> {
    let Attribute::Opaque(text) = attribute else { return None };
    let inner = text.strip_prefix("array<")?.strip_suffix('>')?.strip_prefix(ty)?;
    if inner.is_empty() {
        return Some(Vec::new());
    }
    inner.strip_prefix(": ")?.split(", ").map(|number| number.parse().ok()).collect()
}

/// `array<i32: …>` of these.
pub(crate) fn array_of(ty: &str, numbers: &[i64]) -> Attribute {
    let shown: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let colon = if shown.is_empty() { "" } else { ": " };
    Attribute::Opaque(format!("array<{ty}{colon}{}>", shown.join(", ")).into())
}
