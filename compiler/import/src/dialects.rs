//! The upstream dialects: which ops have a rule, and what helps where a dialect has none.
//!
//! What follows from the catalogue is not listed: an op of `arith` or `math` without a rule of its own
//! is imported if the catalogue has the kernel that its name and its operand's type say.

use tfrt_compiler::source::Source;
use tfrt_host::kernel::Catalogue;

/// How an op becomes ops of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The kernel `NAME.TYPE`, TYPE being that of the operand at this place.
    Typed {
        /// What the kernel is called before its type.
        kernel: &'static str,
        /// The operand.
        operand: usize,
    },
    /// The kernel `NAME.FROM.TO`; nothing where both types are the same.
    Cast {
        /// The same for integers of `index`, which are 64 bits wide: wider, narrower.
        kernel: Conversion,
    },
    /// The kernel `NAME.PREDICATE.TYPE`.
    Compare {
        /// What the kernel is called before the predicate.
        kernel: &'static str,
        /// What the numbers of the attribute `predicate` mean; empty if the attribute is a word.
        predicates: &'static [&'static str],
    },
    /// The kernel `arith.select.TYPE`, TYPE being that of the second operand; `tfrt.if` where there is
    /// none.
    Select,
    /// The kernel `NAME.TYPE`, whose second operand is an `i64`, to which narrower ones are extended.
    Power,
    /// Nothing: the results are the operands, whose types differ upstream only.
    Same,
    /// The kernel `tensor.cast.tensor`; nothing where the result's shape says no more.
    TensorCast,
    /// The kernel `tensor.dim.i64`.
    TensorDim,
    /// The kernel `tensor.extract.TYPE`.
    TensorExtract,
    /// The kernel `NAME.TYPE`, TYPE being that of the result's elements, which also takes its shape.
    TensorMake {
        /// What the kernel is called before its type.
        kernel: &'static str,
        /// Where the elements come from.
        value: Value,
    },
    /// A constant of the attribute `value`.
    Constant,
    /// Any value of the type: zero.
    Poison,
    /// The number of bits of `index`.
    IndexWidth,
    /// The kernel `tfrt.assert`.
    Assert,
    /// `tfrt.call`.
    Call,
    /// `tfrt.if`.
    If,
    /// A conditional loop that counts.
    For,
    /// A conditional loop.
    While,
    /// `tfrt.case`.
    Switch,
    /// The ops of the region, where the op stands.
    Inline,
    /// The end of a region.
    End,
    /// The end of a block, followed by the only block that it can lead to.
    Branch,
    /// The end of a block with several successors, which passes lift.
    Lift,
}

/// Where the elements of a new tensor come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// They are zero.
    Zero,
    /// The first operand; the others are sizes.
    Operand,
    /// An operand is each element.
    Operands,
}

/// How a conversion names its kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// By the op itself.
    Own,
    /// By the widths: this kernel to a wider integer, `arith.trunci` to a narrower one.
    Widening(&'static str),
}

/// An op with a rule of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its rule.
    pub(crate) rule: Rule,
    /// What is said about it, for people.
    pub(crate) note: &'static str,
}

const CMPI: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const CMPF: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];

const fn entry(name: &'static str, rule: Rule, note: &'static str) -> Entry {
    Entry { name, rule, note }
}

/// An op of `index`, which is that of `arith` on `i64`.
const fn index(name: &'static str, kernel: &'static str) -> Entry {
    entry(name, Rule::Typed { kernel, operand: 0 }, "")
}

const fn own(name: &'static str) -> Entry {
    entry(name, Rule::Cast { kernel: Conversion::Own }, "")
}

const fn widening(name: &'static str, kernel: &'static str) -> Entry {
    entry(name, Rule::Cast { kernel: Conversion::Widening(kernel) }, "index is i64")
}

const fn make(name: &'static str, kernel: &'static str, value: Value, note: &'static str) -> Entry {
    entry(name, Rule::TensorMake { kernel, value }, note)
}

/// The ops with a rule of their own, by name.
pub(crate) const ENTRIES: &[Entry] = &[
    own("arith.bitcast"),
    entry("arith.cmpf", Rule::Compare { kernel: "arith.cmpf", predicates: CMPF }, ""),
    entry("arith.cmpi", Rule::Compare { kernel: "arith.cmpi", predicates: CMPI }, ""),
    entry("arith.constant", Rule::Constant, ""),
    own("arith.extf"),
    own("arith.extsi"),
    own("arith.extui"),
    own("arith.fptosi"),
    own("arith.fptoui"),
    widening("arith.index_cast", "arith.extsi"),
    widening("arith.index_castui", "arith.extui"),
    entry("arith.select", Rule::Select, "by one i1, values of any type"),
    own("arith.sitofp"),
    own("arith.truncf"),
    own("arith.trunci"),
    own("arith.uitofp"),
    entry("builtin.unrealized_conversion_cast", Rule::Same, "from or to !tfrt_tensor.tensor"),
    entry("cf.assert", Rule::Assert, "the results of the function become the error"),
    entry("cf.br", Rule::Branch, "to a block with no other predecessor; else lift-cf-to-scf"),
    entry("cf.cond_br", Rule::Lift, "after lift-cf-to-scf"),
    entry("cf.switch", Rule::Lift, "after lift-cf-to-scf"),
    entry("func.call", Rule::Call, ""),
    entry("func.return", Rule::End, ""),
    index("index.add", "arith.addi"),
    index("index.and", "arith.andi"),
    entry("index.bool.constant", Rule::Constant, ""),
    widening("index.casts", "arith.extsi"),
    widening("index.castu", "arith.extui"),
    index("index.ceildivs", "arith.ceildivsi"),
    index("index.ceildivu", "arith.ceildivui"),
    entry("index.cmp", Rule::Compare { kernel: "arith.cmpi", predicates: &[] }, ""),
    entry("index.constant", Rule::Constant, ""),
    index("index.divs", "arith.divsi"),
    index("index.divu", "arith.divui"),
    index("index.floordivs", "arith.floordivsi"),
    index("index.maxs", "arith.maxsi"),
    index("index.maxu", "arith.maxui"),
    index("index.mins", "arith.minsi"),
    index("index.minu", "arith.minui"),
    index("index.mul", "arith.muli"),
    index("index.or", "arith.ori"),
    index("index.rems", "arith.remsi"),
    index("index.remu", "arith.remui"),
    index("index.shl", "arith.shli"),
    index("index.shrs", "arith.shrsi"),
    index("index.shru", "arith.shrui"),
    entry("index.sizeof", Rule::IndexWidth, "64"),
    index("index.sub", "arith.subi"),
    index("index.xor", "arith.xori"),
    entry("math.fpowi", Rule::Power, "to the power of any integer"),
    entry("scf.condition", Rule::End, "of scf.while"),
    entry("scf.execute_region", Rule::Inline, "of one block"),
    entry("scf.for", Rule::For, "a step that is not positive is an error"),
    entry("scf.if", Rule::If, ""),
    entry("scf.index_switch", Rule::Switch, ""),
    entry("scf.while", Rule::While, ""),
    entry("scf.yield", Rule::End, ""),
    entry("tensor.cast", Rule::TensorCast, "between tensors with a rank"),
    entry("tensor.dim", Rule::TensorDim, ""),
    make("tensor.empty", "tensor.splat", Value::Zero, "zeros"),
    entry("tensor.extract", Rule::TensorExtract, "an index out of range is an error"),
    make("tensor.from_elements", "tensor.from_elements", Value::Operands, ""),
    make("tensor.splat", "tensor.splat", Value::Operand, ""),
    entry("ub.poison", Rule::Poison, "zero"),
];

/// The ops of dialects whose other ops have the kernels that their names say.
const KERNEL_DIALECTS: &[&str] = &["arith", "math"];

/// Dialects that are imported in part or in whole.
const DIALECTS: &[&str] =
    &["arith", "builtin", "cf", "func", "index", "math", "scf", "tensor", "ub"];

/// What helps against an op that cannot be imported: a prefix of its name, and what to do.
const REMEDIES: &[(&str, &str)] = &[
    ("affine.", "run --lower-affine"),
    ("async.", "leave out --async-parallel-for and the like"),
    ("bufferization.", "leave out --one-shot-bufferize: tensors are values here"),
    ("cf.", "run --lift-cf-to-scf"),
    ("complex.", "run --convert-complex-to-standard"),
    ("func.call_indirect", "run --canonicalize or --inline, so that calls name their functions"),
    ("func.constant", "run --canonicalize or --inline, so that calls name their functions"),
    ("gpu.", "leave out the passes that map to GPUs"),
    ("linalg.", "not supported"),
    ("llvm.", "leave out the passes that convert to llvm"),
    ("memref.", "leave out --one-shot-bufferize: programs have values and no memory"),
    ("omp.", "leave out --convert-scf-to-openmp"),
    ("scf.forall", "run --scf-forall-to-for"),
    ("scf.", "run --scf-parallel-for-to-nested-fors"),
    ("shape.", "run --shape-to-shape-lowering and --convert-shape-to-std"),
    ("spirv.", "leave out the passes that convert to spirv"),
    ("stablehlo.", "not supported"),
    ("tensor.", "only cast, dim, empty, extract, from_elements and splat are supported"),
    ("tosa.", "not supported"),
    ("vector.", "leave out --convert-vector-to-scf and the vectorizing passes"),
];

/// The entry of an op.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.binary_search_by_key(&name, |entry| entry.name).ok().map(|at| &ENTRIES[at])
}

/// Whether the catalogue decides if an op of that name is imported.
pub(crate) fn is_elementwise(name: &str) -> bool {
    find(name).is_none() && KERNEL_DIALECTS.contains(&dialect(name))
}

/// Whether a program with an op of that name came from upstream: the op is of one of its dialects, and
/// no op of the catalogue.
pub(crate) fn is_upstream(name: &str, catalogue: &Catalogue) -> bool {
    let known = match dialect(name) {
        // Modules may be in any program.
        "builtin" => find(name).is_some(),
        // The kernels' own names end in an element type.
        "arith" | "math" | "tensor" => name.matches('.').count() == 1,
        dialect => DIALECTS.contains(&dialect) || remedy(name).is_some(),
    };
    known && !matches!(name, "func.func" | "func.return") && catalogue.op(name).is_none()
}

/// What helps against an op that cannot be imported.
pub(crate) fn remedy(name: &str) -> Option<&'static str> {
    let remedy = REMEDIES.iter().find(|(prefix, _)| name.starts_with(prefix));
    remedy.map(|(_, remedy)| *remedy)
}

fn dialect(name: &str) -> &str {
    name.split_once('.').map_or("", |(dialect, _)| dialect)
}

/// Whether a text may have ops of upstream dialects. Says yes too often rather than too rarely: a
/// comment may look like an op.
pub(crate) fn may_be_upstream(source: &Source, catalogue: &Catalogue) -> bool {
    let text = &source.text;
    let prefixes = REMEDIES.iter().map(|(prefix, _)| *prefix);
    let dialects = DIALECTS.iter().copied().chain(prefixes);
    let mut dialects: Vec<&str> =
        dialects.map(|prefix| prefix.split('.').next().unwrap_or_default()).collect();
    dialects.sort_unstable();
    dialects.dedup();
    // One walk over the dots of the text finds every name with a dialect.
    let bytes = text.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.match_indices('.').any(|(dot, _)| {
        let before = bytes[..dot].iter().rev().take_while(|byte| is_word(byte)).count();
        let start = dot - before;
        if dialects.binary_search(&&text[start..dot]).is_err() {
            return false;
        }
        if start > 0 && matches!(bytes[start - 1], b'#' | b'!' | b'@' | b'%' | b'.' | b'-') {
            return false;
        }
        let rest = &bytes[dot + 1..];
        let after = rest.iter().take_while(|byte| is_word(byte) || **byte == b'.').count();
        after > 0 && is_upstream(&text[start..=dot + after], catalogue)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_sorted_and_remedies_reachable() {
        assert!(ENTRIES.is_sorted_by_key(|entry| entry.name));
        for (at, (prefix, _)) in REMEDIES.iter().enumerate() {
            let hidden = REMEDIES[..at].iter().any(|(earlier, _)| prefix.starts_with(earlier));
            assert!(!hidden, "{prefix}");
        }
    }

    #[test]
    fn only_ops_that_the_catalogue_lacks_are_upstream() {
        let catalogue = tfrt_kernels::catalogue();
        let upstream = |text: &str| may_be_upstream(&Source::new("f", text), &catalogue);
        assert!(upstream("%0 = \"arith.addi\"(%a, %b) : (i32, i32) -> i32"));
        assert!(upstream("  scf.for %i = %a to %b"));
        assert!(upstream("\"memref.load\"(%m)"));
        assert!(!upstream("func.func @f() { tfrt.return } // see x.arith"));
        assert!(!upstream("func.func @math.f() { %arith.f = tfrt.new.chain }"));
        assert!(!upstream("overflowFlags = #arith.overflow<none>, 1.5"));
    }
}
