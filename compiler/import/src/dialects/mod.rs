//! The upstream dialects, a file each: which ops have a rule, what the rule is, and what helps where a
//! dialect has none. Adding an op touches its dialect's file only.
//!
//! What follows from the catalogue is not listed: an op of `arith` or `math` without a rule of its own
//! is imported if the catalogue has the kernel that its name and its operand's type say.

mod arith;
mod builtin;
mod cf;
mod func;
mod index;
mod math;
mod rules;
mod scf;
mod tensor;
mod ub;
mod unsupported;

use crate::legal::{Action, Legality, Site, suffixes};
use crate::table::Row;
use tfrt_compiler::builder::Reported;
use tfrt_compiler::source::Source;
use tfrt_compiler::suggest;
use tfrt_host::kernel::Catalogue;

/// A dialect.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    /// Its name.
    pub(crate) name: &'static str,
    /// The ops with a rule of their own, by name.
    pub(crate) ops: &'static [Entry],
    /// What becomes of the others.
    pub(crate) others: Others,
    /// Which of its names are upstream's.
    pub(crate) names: Names,
}

/// An op with a rule of its own.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its rule.
    pub(crate) rule: &'static dyn Rule,
    /// What is said about it, for people.
    pub(crate) note: &'static str,
}

/// How an op becomes ops of the catalogue.
pub(crate) trait Rule: Sync {
    /// What becomes of an op, or why it cannot be imported.
    fn check(&self, legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported>;

    /// What the table of ops that can be imported says of the op of that name; `None` if none is taken
    /// as it is.
    fn row(&self, name: &'static str, catalogue: &Catalogue) -> Option<Row>;
}

/// What becomes of ops without a rule of their own.
#[derive(Clone, Copy)]
pub(crate) enum Others {
    /// The kernels that their names say.
    Kernels,
    /// Nothing. Prefixes of names, the longer ones first, and what helps.
    Refused(&'static [(&'static str, &'static str)]),
}

/// Which names of a dialect are upstream's, if the catalogue has no op of that name.
#[derive(Clone, Copy)]
pub(crate) enum Names {
    /// All of them.
    All,
    /// All without a second dot: kernels of this project have names that end in types.
    Short,
    /// Those with a rule.
    Listed,
    /// All but these, which stand in any program.
    Except(&'static [&'static str]),
}

impl Dialect {
    /// A dialect of which no op is imported.
    const fn unsupported(
        name: &'static str,
        remedies: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { name, ops: &[], others: Others::Refused(remedies), names: Names::All }
    }

    /// The entry of one of its ops.
    fn find(&self, name: &str) -> Option<&'static Entry> {
        let at = self.ops.binary_search_by_key(&name, |entry| entry.name).ok()?;
        Some(&self.ops[at])
    }
}

const fn entry(name: &'static str, rule: &'static dyn Rule, note: &'static str) -> Entry {
    Entry { name, rule, note }
}

/// The dialects that are imported in part or in whole, by name.
pub(crate) const SUPPORTED: &[&Dialect] = &[
    &arith::DIALECT,
    &builtin::DIALECT,
    &cf::DIALECT,
    &func::DIALECT,
    &index::DIALECT,
    &math::DIALECT,
    &scf::DIALECT,
    &tensor::DIALECT,
    &ub::DIALECT,
];

/// The dialect of an op.
fn dialect(name: &str) -> Option<&'static Dialect> {
    let (dialect, _) = name.split_once('.')?;
    let mut known = SUPPORTED.iter().chain(unsupported::DIALECTS).copied();
    known.find(|known| known.name == dialect)
}

/// The entry of an op.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    dialect(name)?.find(name)
}

/// Whether the catalogue decides if an op of that name is imported.
pub(crate) fn is_elementwise(name: &str) -> bool {
    dialect(name).is_some_and(|it| matches!(it.others, Others::Kernels) && it.find(name).is_none())
}

/// Whether a program with an op of that name came from upstream: the op is of one of its dialects, and
/// no op of the catalogue.
pub(crate) fn is_upstream(name: &str, catalogue: &Catalogue) -> bool {
    let Some(dialect) = dialect(name) else { return false };
    let known = match dialect.names {
        Names::All => true,
        Names::Short => name.matches('.').count() == 1,
        Names::Listed => dialect.find(name).is_some(),
        Names::Except(names) => !names.contains(&name),
    };
    known && catalogue.op(name).is_none()
}

/// What becomes of an op that [is elementwise](is_elementwise).
pub(crate) fn by_name(legality: &mut Legality<'_, '_>, site: Site<'_>) -> Result<Action, Reported> {
    rules::rounding(legality, site)?;
    legality.typed(site, &site.op.name, 0).map(Action::kernel)
}

/// Why no op of that name can be imported, whatever its operands are; `None` if some can. The op is of an
/// upstream dialect.
pub(crate) fn refusal(name: &str, catalogue: &Catalogue) -> Option<String> {
    let dialect = dialect(name).filter(|dialect| dialect.find(name).is_none())?;
    let remedies = match dialect.others {
        Others::Refused(remedies) => remedies,
        Others::Kernels if suffixes(catalogue, name).next().is_some() => return None,
        Others::Kernels => {
            let missing = missing_list(catalogue, name);
            return Some(missing.unwrap_or_else(|| {
                let near = nearest(dialect, name, catalogue);
                let near = near.map(|near| format!("; did you mean '{near}'?"));
                format!("there is no kernel for it{}", near.unwrap_or_default())
            }));
        }
    };
    let remedy = remedies.iter().find(|(prefix, _)| name.starts_with(prefix));
    Some(remedy.map_or("not supported", |(_, remedy)| remedy).to_owned())
}

/// That the catalogue lacks the list with the kernels of an op's dialect, if it does.
pub(crate) fn missing_list(catalogue: &Catalogue, op: &str) -> Option<String> {
    let list = suggest::missing_list(catalogue, op)?;
    let (dialect, _) = op.split_once('.')?;
    Some(suggest::lacks(&format!("dialect '{dialect}'"), list))
}

/// The op of a dialect that can be imported whose name differs least, if it differs little.
fn nearest(dialect: &Dialect, name: &str, catalogue: &Catalogue) -> Option<String> {
    let ops = catalogue
        .ops()
        .filter_map(|op| op.name.match_indices('.').nth(1).map(|(end, _)| &op.name[..end]));
    let ops = ops.filter(|op| op.split_once('.').is_some_and(|it| it.0 == dialect.name));
    let known = ops.chain(dialect.ops.iter().map(|entry| entry.name));
    suggest::nearest_of(name, known).map(str::to_owned)
}

/// Whether a text may have ops of upstream dialects. Says yes too often rather than too rarely: a
/// comment may look like an op.
#[must_use]
pub fn may_be_upstream(source: &Source, catalogue: &Catalogue) -> bool {
    let text = &source.text;
    // One walk over the dots of the text finds every name with a dialect.
    let bytes = text.as_bytes();
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.match_indices('.').any(|(dot, _)| {
        let before = bytes[..dot].iter().rev().take_while(|byte| is_word(byte)).count();
        let start = dot - before;
        if dialect(&text[start..=dot]).is_none() {
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
        for dialect in SUPPORTED.iter().chain(unsupported::DIALECTS) {
            let ops = dialect.ops;
            assert!(ops.is_sorted_by_key(|entry| entry.name), "{}", dialect.name);
            let own = |name: &str| name.split_once('.').is_some_and(|it| it.0 == dialect.name);
            assert!(ops.iter().all(|entry| own(entry.name)), "{}", dialect.name);
            let Others::Refused(remedies) = dialect.others else { continue };
            for (at, (prefix, _)) in remedies.iter().enumerate() {
                let hidden = remedies[..at].iter().any(|(earlier, _)| prefix.starts_with(earlier));
                assert!(own(prefix) && !hidden, "{prefix}");
            }
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
