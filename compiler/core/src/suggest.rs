//! Suggestions for names of ops and types that the catalogue does not have: which list has them, and what
//! is called like them.

use crate::graph::RETURNS;
use tfrt_host::kernel::Catalogue;

/// The longest name that is compared: the work grows with the square of the length.
const MAX_LENGTH: usize = 64;

/// The errors of a program that get a suggestion, which takes a comparison with the whole catalogue.
const MAX_HINTS: usize = 100;

/// The dialects whose kernels and types are in lists that a program has to name, and ops that are in another list than
/// their dialect.
const LISTS: [(&str, &str); 21] = [
    ("arena", "tfrt::NN"),
    ("arith", "tfrt::MLIR"),
    ("btf", "tfrt::BTF"),
    ("coo", "tfrt::TENSOR"),
    ("corert", "tfrt::CORERT"),
    ("corert.create_gpu_op_handler", "tfrt::GPU_OPS"),
    ("corert_sync", "tfrt::CORERT"),
    ("eigen", "tfrt::TENSOR"),
    ("ht", "tfrt::TENSOR"),
    ("math", "tfrt::MLIR"),
    ("nn", "tfrt::NN"),
    ("tensor", "tfrt::MLIR"),
    ("tf_sync", "tfrt::TF_SYNC"),
    ("tfrt_dht", "tfrt::TENSOR"),
    ("tfrt_dht_sync", "tfrt::TENSOR"),
    ("tfrt_gpu", "tfrt::GPU"),
    ("tfrt_sht", "tfrt::TENSOR"),
    ("tfrt_sht_sync", "tfrt::TENSOR"),
    ("tfrt_tensor", "tfrt::TENSOR"),
    ("ts", "tfrt::TENSOR"),
    ("ts_sync", "tfrt::TENSOR"),
];

/// The list with the kernels of a dialect, or with that op, if it is one of `tfrt`'s that a program has to name: `tfrt::MLIR`
/// for `arith`.
fn list_of(dialect: &str) -> Option<&'static str> {
    let place = LISTS.binary_search_by_key(&dialect, |(dialect, _)| dialect).ok()?;
    Some(LISTS[place].1)
}

/// The list with the kernels of an op's dialect, if the catalogue has no op of that dialect.
///
/// ```
/// let list = tfrt_compiler::suggest::missing_list(&tfrt_kernels::catalogue(), "arith.addi.i32");
/// assert_eq!(list, Some("tfrt::MLIR"));
/// ```
#[must_use]
pub fn missing_list(catalogue: &Catalogue, op: &str) -> Option<&'static str> {
    if let Some(list) = list_of(op) {
        return Some(list).filter(|_| catalogue.ops().all(|it| it.name != op));
    }
    let (dialect, _) = op.split_once('.')?;
    list_of(dialect).filter(|_| !has_dialect(catalogue, dialect))
}

/// The list that has a type, if it is one of `tfrt`'s that a program has to name.
///
/// ```
/// use tfrt_compiler::suggest::list_of_type;
///
/// assert_eq!(list_of_type("!tfrt_tensor.tensor"), Some("tfrt::TENSOR"));
/// assert_eq!(list_of_type("tensor<2xf32>"), Some("tfrt::MLIR"));
/// assert_eq!(list_of_type("i32"), None);
/// ```
#[must_use]
pub fn list_of_type(ty: &str) -> Option<&'static str> {
    if ty.starts_with("tensor<") {
        return list_of("tensor");
    }
    let (dialect, _) = ty.strip_prefix('!')?.split_once('.')?;
    list_of(dialect)
}

/// That a list is missing, for messages.
#[must_use]
pub fn lacks(what: &str, list: &str) -> String {
    format!("{what} is in the list `{list}`, which the catalogue lacks")
}

/// Whether the catalogue has ops of a dialect.
pub(crate) fn has_dialect(catalogue: &Catalogue, dialect: &str) -> bool {
    let mut names = catalogue.ops().map(|op| op.name);
    names.any(|name| name.strip_prefix(dialect).is_some_and(|rest| rest.starts_with('.')))
}

/// `; did you mean 'NAME'?`, or which list is missing, or nothing if no known op is close to `name`.
/// `errors` is how many the program has so far.
pub(crate) fn hint(catalogue: &Catalogue, name: &str, errors: usize) -> String {
    if errors >= MAX_HINTS {
        return String::new();
    }
    let dialect = name.split_once('.').map_or("", |(dialect, _)| dialect);
    if let Some(list) = missing_list(catalogue, name) {
        let what = if list_of(name).is_some() { "the op" } else { &format!("dialect '{dialect}'") };
        return format!(": {}", lacks(what, list));
    }
    let near = nearest(catalogue, name);
    near.map(|near| format!("; did you mean '{near}'?")).unwrap_or_default()
}

/// Of some names, that which differs least from `name`, if it differs little.
pub fn nearest_of<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Any name is near to one of a letter.
    if !(2..=MAX_LENGTH).contains(&name.len()) {
        return None;
    }
    let ranked = known.into_iter().filter_map(|it| Some((difference(name, it, "")?, it)));
    ranked.min().map(|(_, known)| known)
}

/// The known op that differs least from `name`, if it differs little.
fn nearest(catalogue: &Catalogue, name: &str) -> Option<&'static str> {
    if name.len() > MAX_LENGTH {
        return None;
    }
    let ops = catalogue.ops().map(|op| (op.name, op.doc));
    let ops = ops.chain(RETURNS.map(|name| (name, "")));
    // An op of that type is meant rather than one of another, and then one of its own dialect rather than
    // one that is spelt nearly like it elsewhere.
    let dialect = |name: &str| name.split_once('.').map(|(dialect, _)| dialect.to_owned());
    let ty = |name: &str| name.splitn(3, '.').nth(2).map(str::to_owned);
    let (own, meant) = (dialect(name), ty(name));
    let ranked = ops.filter_map(|(known, doc)| {
        let difference = difference(name, known, doc)?;
        let of_other_type = meant.is_some() && ty(known).is_some_and(|it| Some(it) != meant);
        Some((of_other_type, dialect(known) != own, difference, known))
    });
    ranked.min().map(|(.., known)| known)
}

/// How much two names differ, if it is little. Only the words between dots that differ count, so
/// that what names share does not make them alike. A word that begins the other, or a word of the
/// documentation, is an abbreviation: `sub` is near `minus`, which "subtracts".
fn difference(name: &str, known: &str, doc: &str) -> Option<usize> {
    if let (Some((_, a)), Some((_, b))) = (name.split_once('.'), known.split_once('.'))
        && a == b
        && a.contains('.')
    {
        // The op of that name and type in another dialect.
        return Some(0);
    }
    let (mut a, mut b): (Vec<_>, Vec<_>) = (name.split('.').collect(), known.split('.').collect());
    while a.len() > 1 && b.len() > 1 && a.last() == b.last() {
        a.pop();
        b.pop();
    }
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let same = same.min(a.len().saturating_sub(1)).min(b.len().saturating_sub(1));
    let (a, b) = (a[same..].join("."), b[same..].join("."));
    let allowed = (a.len().max(b.len()) / 3).max(1);
    if a.len().abs_diff(b.len()) <= allowed {
        let distance = strsim::osa_distance(&a, &b);
        if distance <= allowed {
            return Some(distance);
        }
    }
    let short = |word: &str| word.len() < 3 || word.contains('.');
    if short(&a) || short(&b) {
        return None;
    }
    let sentence = doc.split_once(". ").map_or(doc, |(first, _)| first).to_ascii_lowercase();
    let mut words = sentence.split(|c: char| !c.is_ascii_alphanumeric());
    let abbreviates = a.starts_with(&b) || b.starts_with(&a) || words.any(|w| w.starts_with(&a));
    abbreviates.then_some(MAX_LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_op_is_suggested() {
        let catalogue = tfrt_kernels::catalogue();
        for (written, meant) in [
            ("tfrt.sub.i32", Some("tfrt.minus.i32")),
            ("tfrt.add.i3", Some("tfrt.add.i32")),
            ("tfrt.equals.i32", Some("tfrt.equal.i32")),
            ("ftrt.add.i32", Some("tfrt.add.i32")),
            ("arith.minus.i32", Some("tfrt.minus.i32")),
            ("tfrt.retrun", Some("tfrt.return")),
            ("tfrt.less_equal.i32", Some("tfrt.lessequal.i32")),
            ("tfrt.frobnicate.i32", None),
            ("tfrt.", None),
            ("", None),
            ("arith.xyzzyx", None),
        ] {
            assert_eq!(nearest(&catalogue, written), meant, "{written}");
        }
        assert_eq!(nearest(&catalogue, &"tfrt.add.i32".repeat(1_000_000)), None);
    }
}
