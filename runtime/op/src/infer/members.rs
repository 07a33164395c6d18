//! Rules of ops that stand for several.

use super::{ANY, Infer, OpTypes, Rule, element_of, is_no_more_exact, listed};
use crate::ty::Type;

impl Infer {
    /// The rule of an op that stands for several, which differ in the element types that they take: that of
    /// the first which takes those of the operands and, where types of results are written, gives these.
    ///
    /// ```
    /// use tfrt_op::{Infer, OpTypes, Type};
    ///
    /// static MEMBERS: [Infer; 2] =
    ///     [Infer::new("elementwise(f32) -> f32"), Infer::new("elementwise(f64) -> f64")];
    /// let add = Infer::any_of(&MEMBERS);
    /// let operands = [Type::new("tensor<2xf64>")];
    /// let op = OpTypes { operands: &operands, values: &[], numbers: &[], value: None };
    /// assert_eq!(add.member(&op, None), Ok(1));
    /// assert_eq!(add.results(&op), Ok(vec![Type::new("tensor<2xf64>")]));
    /// ```
    #[must_use]
    pub const fn any_of(members: &'static [Self]) -> Self {
        let rule = Rule::AnyOf(members);
        Self { text: "any_of", rule, operands: "", results: "", fails: true }
    }

    /// Which member's rule it is, of one that stands for [several](Self::any_of); else 0.
    ///
    /// # Errors
    /// None takes the operands, or the op must fail.
    pub fn member(&self, op: &OpTypes<'_>, written: Option<&[Type]>) -> Result<usize, String> {
        let Rule::AnyOf(members) = self.rule else { return Ok(0) };
        let mut taking = (0..members.len()).filter(|&index| members[index].takes(op)).peekable();
        let first = taking.peek().copied();
        let gives = |index: &usize| {
            written.is_none_or(|written| {
                let inferred = members[*index].results(op).unwrap_or_default();
                let mut pairs = written.iter().zip(&inferred);
                inferred.is_empty() || pairs.all(|(written, ty)| is_no_more_exact(written, ty))
            })
        };
        taking.find(gives).or(first).ok_or_else(|| {
            let types: Vec<String> = op.operands.iter().map(|ty| format!("'{ty}'")).collect();
            format!("takes no operands of the types {}", types.join(", "))
        })
    }

    /// Whether the operands have the element types that the rule takes.
    fn takes(&self, op: &OpTypes<'_>) -> bool {
        op.operands.iter().enumerate().all(|(position, ty)| {
            listed(self.operands, position).is_none_or(|wanted| {
                element_of(ty).is_some_and(|found| wanted == ANY || wanted == found)
            })
        })
    }
}
