//! Sums of products that an equation of letters says.

use super::super::call::{Call, Lowered, ints};
use tfrt_compiler::builder::Reported;

/// The number of a letter is its own; those of the dimensions that dots stand for come behind, the last one
/// first.
const DOTS: i64 = 256;

/// `Einsum`. Letters and dots become numbers, one for each dimension.
pub(crate) fn einsum(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let Some(equation) = call.text("equation")? else {
        return Err(call.report("the attribute 'equation' is missing"));
    };
    let plain: String = equation.chars().filter(|c| !c.is_whitespace()).collect();
    let (left, right) = match plain.split_once("->") {
        Some((left, right)) => (left, Some(right)),
        None => (plain.as_str(), None),
    };
    let operands = call.operands()?;
    let terms: Vec<&str> = left.split(',').collect();
    if terms.len() != operands.len() {
        let (found, wanted) = (terms.len(), operands.len());
        return Err(
            call.report(format!("equation '{equation}' is of {found} operands, not {wanted}"))
        );
    }
    let mut labels = Vec::new();
    let mut dotted = 0;
    for (term, &operand) in terms.iter().zip(&operands) {
        let rank = call.rank(operand)?;
        let letters = term.replace("...", "").len();
        let dots = match term.contains("...") {
            true => rank.checked_sub(letters),
            false => (rank == letters).then_some(0),
        };
        let Some(dots) = dots else {
            let what = format!("'{term}' of equation '{equation}' is no tensor of rank {rank}");
            return Err(call.report(what));
        };
        dotted = dotted.max(dots);
        labels.extend(numbered(call, (equation, term), dots)?);
    }
    let output = match right {
        Some(right) => numbered(call, (equation, right), dotted)?,
        // The dots, then the letters that are there once, in the order of the alphabet.
        None => {
            let mut once: Vec<i64> = labels.clone();
            once.retain(|label| {
                *label < DOTS && labels.iter().filter(|it| *it == label).count() == 1
            });
            once.sort_unstable();
            numbered(call, (equation, "..."), dotted)?.into_iter().chain(once).collect()
        }
    };
    let result = call.op("nn.einsum").operands(operands).attribute("labels", ints(&labels));
    Ok(vec![result.attribute("output", ints(&output)).result()?])
}

/// The numbers of a term, whose dots stand for so many dimensions.
fn numbered(
    call: &mut Call<'_, '_, '_, '_>,
    (equation, term): (&str, &str),
    dots: usize,
) -> Result<Vec<i64>, Reported> {
    let mut all = Vec::new();
    let mut parts = term.split("...");
    let before = parts.next().unwrap_or_default();
    let behind = parts.next();
    let letters = |text: &str| text.bytes().map(i64::from).collect::<Vec<i64>>();
    all.extend(letters(before));
    if let Some(behind) = behind {
        all.extend((0..dots).rev().map(|dot| DOTS.saturating_add(dot as i64)));
        all.extend(letters(behind));
    }
    let known = |label: &i64| {
        *label >= DOTS || u8::try_from(*label).is_ok_and(|it| it.is_ascii_alphabetic())
    };
    if parts.next().is_some() || !all.iter().all(known) {
        return Err(call.report(format!("'{term}' of equation '{equation}' has no letters alone")));
    }
    Ok(all)
}
