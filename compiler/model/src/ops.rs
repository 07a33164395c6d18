//! The ops of the op graph, each made from the definitions of its family of kernels.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use tfrt_host::kernel::{Catalogue, Infer, KernelList, OpDef};
use tfrt_op::{integer, is_float};

/// The kernels of a family, in the order of their names; their types are those of its rule, in that order.
pub(crate) type Family = Vec<&'static str>;

/// The catalogue of op graphs.
struct Ops {
    catalogue: Catalogue,
    families: BTreeMap<&'static str, Family>,
}

static OPS: LazyLock<Ops> = LazyLock::new(|| {
    let lists = [&tfrt_kernels::CORE, &tfrt_mlir_kernels::MLIR, &tfrt_model_kernels::NN];
    let mut families: BTreeMap<&'static str, Vec<&'static OpDef>> = BTreeMap::new();
    for kernel in lists.iter().flat_map(|list| list.kernels()) {
        if let Some(name) = family(kernel.name) {
            families.entry(name).or_default().push(&kernel.op);
        }
    }
    // Made once for the process, as every other definition.
    let declared: Vec<OpDef> =
        families.iter().map(|(name, members)| declared(name, members)).collect();
    let list = KernelList::new(&[]).with_declared(declared.leak());
    let catalogue =
        lists.into_iter().fold(Catalogue::new(), |all, list| all.with(list)).with(&list);
    let names = |members: Vec<&'static OpDef>| members.iter().map(|member| member.name).collect();
    Ops { catalogue, families: families.into_iter().map(|(name, it)| (name, names(it))).collect() }
});

/// The ops that op graphs consist of, and the kernels that they become.
///
/// ```
/// let conv = tfrt_model::ops().op("nn.conv").ok_or("it has a family")?;
/// assert!(conv.attributes().iter().any(|attribute| attribute.name == "dilations"));
/// assert!(tfrt_model::ops().kernel("nn.conv").is_none());
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn ops() -> &'static Catalogue {
    &OPS.catalogue
}

/// The kernels that an op stands for, if it stands for some.
pub(crate) fn members(op: &str) -> Option<&'static Family> {
    OPS.families.get(op)
}

/// The name of the family of a kernel of tensors, which lacks the element types at the end.
fn family(kernel: &'static str) -> Option<&'static str> {
    let is_element = |name: &str| is_float(name) || integer(name).is_some();
    let mut family = kernel;
    while let Some((before, last)) = family.rsplit_once('.') {
        if !is_element(last) {
            break;
        }
        family = before;
    }
    let of_tensors = kernel.starts_with("nn.") || family.ends_with(".tensor");
    (family != kernel && of_tensors).then_some(family)
}

/// The op that stands for kernels.
fn declared(name: &'static str, members: &[&'static OpDef]) -> OpDef {
    let rules: Vec<Infer> = members.iter().filter_map(|member| member.infer).collect();
    let mut op = *members[0];
    op.name = name;
    op.infer = (rules.len() == members.len()).then(|| Infer::any_of(rules.leak()));
    op.intrinsic = None;
    op
}
