//! Rules that ask for the elements of lists: of sizes, places and axes.

use super::{Infer, OpTypes, Rule, Sizes, listed};
use crate::shapes;

impl Infer {
    /// The shape of the result by a rule of [`shapes`] that asks for the elements of lists, which follow the
    /// tensor.
    pub(super) fn shape_by_lists(&self, op: &OpTypes<'_>) -> Result<Sizes, String> {
        let from = self.tensor(op, 0, listed(self.operands, 0))?;
        // Of a pad, the third operand is what it consists of.
        let is_list = |position: &usize| !(matches!(self.rule, Rule::Pad) && *position == 2);
        let lists = (1..op.operands.len()).filter(is_list);
        let lengths = lists.map(|position| self.list(op, position));
        let lengths = lengths.collect::<Result<Vec<Option<usize>>, String>>()?;
        let length = |position: usize| lengths.get(position - 1).copied().flatten();
        let optional = matches!(self.rule, Rule::Reduce | Rule::Squeeze);
        if !optional && lengths.is_empty() {
            return Err("it has too few operands".to_owned());
        }
        match self.rule {
            Rule::Reshape => {
                let allow_zero = op.number("allowzero")? != 0;
                let Some(wanted) = op.elements(1) else {
                    return length(1).map(shapes::unknown).transpose();
                };
                match from {
                    Some(from) => shapes::reshape(&from, wanted, allow_zero).map(Some),
                    None => {
                        let size = |&size: &i64| match size {
                            0 if !allow_zero => shapes::UNKNOWN,
                            size => size.max(shapes::UNKNOWN),
                        };
                        Ok(Some(wanted.iter().map(size).collect()))
                    }
                }
            }
            Rule::Expand => {
                let wanted = match op.elements(1) {
                    Some(wanted) => Some(shapes::sizes(wanted)?.to_vec()),
                    None => length(1).map(shapes::unknown).transpose()?,
                };
                match (from, wanted) {
                    (Some(from), Some(wanted)) => {
                        shapes::broadcast_all([&from[..], &wanted]).map(Some)
                    }
                    _ => Ok(None),
                }
            }
            Rule::Squeeze => {
                let Some(from) = from else { return Ok(None) };
                match (op.operands.len(), op.elements(1)) {
                    (..2, _) if from.iter().any(|&size| size < 0) => Ok(None),
                    (..2, _) => shapes::squeeze(&from, None).map(Some),
                    (_, Some(axes)) => shapes::squeeze(&from, Some(axes)).map(Some),
                    (_, None) => {
                        let rest = length(1).and_then(|gone| from.len().checked_sub(gone));
                        rest.map(shapes::unknown).transpose()
                    }
                }
            }
            Rule::Unsqueeze => {
                let Some(from) = from else { return Ok(None) };
                match op.elements(1) {
                    Some(axes) => shapes::unsqueeze(&from, axes).map(Some),
                    None => {
                        let rank = length(1).map(|more| from.len().saturating_add(more));
                        rank.map(shapes::unknown).transpose()
                    }
                }
            }
            Rule::Pad => {
                let Some(from) = from else { return Ok(None) };
                let axes = op.elements(3);
                match op.elements(1) {
                    Some(pads) if axes.is_some() == (op.operands.len() > 3) => {
                        shapes::pad(&from, pads, axes).map(Some)
                    }
                    _ => shapes::unknown(from.len()).map(Some),
                }
            }
            Rule::TopK => {
                let Some(mut sizes) = from else { return Ok(None) };
                let at = shapes::dimension(&sizes, op.number("axis")?)?;
                sizes[at] = match op.elements(1) {
                    Some(&[count]) if count >= 0 => count,
                    _ => shapes::UNKNOWN,
                };
                Ok(Some(sizes))
            }
            Rule::Dft => {
                let Some(from) = from else { return Ok(None) };
                let part = (op.number("inverse")? != 0, op.number("onesided")? != 0);
                match op.elements(2) {
                    Some(axis) => shapes::dft(&from, op.elements(1), axis, part).map(Some),
                    None => shapes::unknown(from.len()).map(Some),
                }
            }
            Rule::Tile => {
                let Some(from) = from else { return Ok(None) };
                match op.elements(1) {
                    Some(repeats) => shapes::tile(&from, repeats).map(Some),
                    None => shapes::unknown(from.len()).map(Some),
                }
            }
            Rule::Slice => {
                let Some(from) = from else { return Ok(None) };
                let [starts, ends] = [1, 2].map(|position| op.elements(position));
                let there = |position: usize| op.operands.len() > position;
                if let (Some(starts), Some(ends)) = (starts, ends)
                    && there(3) == op.elements(3).is_some()
                    && there(4) == op.elements(4).is_some()
                {
                    let lists =
                        shapes::SliceLists::new(starts, ends, op.elements(3), op.elements(4));
                    return shapes::slice(&from, &lists).map(Some);
                }
                Ok(Some(vec![shapes::UNKNOWN; from.len()]))
            }
            _ => {
                let Some(from) = from else { return Ok(None) };
                let keep = op.number("keepdims")? != 0;
                let none = op.number("noop_with_empty_axes")? != 0;
                let axes = if op.operands.len() > 1 { op.elements(1) } else { Some(&[][..]) };
                if let Some(axes) = axes {
                    return shapes::reduce(&from, axes, keep, none).map(Some);
                }
                Ok(match length(1) {
                    _ if keep => {
                        let size = |&size: &i64| if size == 1 { 1 } else { shapes::UNKNOWN };
                        Some(from.iter().map(size).collect())
                    }
                    Some(gone) if gone > 0 => {
                        Some(vec![shapes::UNKNOWN; from.len().saturating_sub(gone)])
                    }
                    _ => None,
                })
            }
        }
    }

    /// The sizes of the first operand, of which that along `axis` is not known.
    pub(super) fn resized(&self, op: &OpTypes<'_>) -> Result<Sizes, String> {
        let Some(mut sizes) = self.tensor(op, 0, listed(self.operands, 0))? else {
            return Ok(None);
        };
        let at = shapes::dimension(&sizes, op.number("axis")?)?;
        sizes[at] = shapes::UNKNOWN;
        Ok(Some(sizes))
    }

    /// The length of a list, if it is known.
    fn list(&self, op: &OpTypes<'_>, position: usize) -> Result<Option<usize>, String> {
        let sizes = self.tensor(op, position, Some("i64"))?;
        let ty = &op.operands[position];
        match sizes.as_deref() {
            None => Ok(None),
            Some([length]) => Ok(usize::try_from(*length).ok()),
            Some(_) => {
                Err(format!("operand #{position} must be a tensor of rank 1, but got '{ty}'"))
            }
        }
    }

    /// The sizes of the first and of all other results of an op of sequences.
    pub(super) fn of_sequences(&self, op: &OpTypes<'_>) -> Result<[Vec<i64>; 2], String> {
        for position in 3..op.operands.len() {
            self.tensor(op, position, listed(self.operands, position))?;
        }
        let sizes = |position: usize| {
            let sizes = self.tensor(op, position, listed(self.operands, position))?;
            Ok::<_, String>(sizes.unwrap_or(vec![shapes::UNKNOWN; 3]))
        };
        let [first, second, third] = [sizes(0)?, sizes(1)?, sizes(2)?];
        match self.rule {
            Rule::Recurrent => shapes::recurrent(&first, &third),
            _ => {
                let heads = [op.number("q_num_heads")?, op.number("kv_num_heads")?];
                shapes::linear_attention([&first, &second, &third], heads)
            }
        }
    }
}
