//! Legality of ops on tensors: their element types and shapes, which the program that is made does not
//! have in its types.

use crate::dialects::Value;
use crate::legal::{Action, Constant, Judge, SELECT, constant_kernel};
use crate::problems::Noted;
use crate::types::{Elements, Types};
use std::sync::Arc;
use tfrt_compiler::graph::{Attribute, Body, Op, Type, ValueId};

/// The bytes of a constant of one repeated element up to which the program has them all: a kernel
/// would allocate and fill a tensor in each run.
const KEPT: usize = 1 << 10;

/// Why an op is illegal that is on tensors in part.
const MIXED: &str = "some of its operands and results are tensors, some are not";

/// Why an op is illegal that is not on tensors.
const TENSOR_EXPECTED: &str = "it must be on tensors with a rank, of scalars";

impl Judge<'_, '_> {
    /// Checks that operands and the results of an op are tensors of these scalars, all of one shape.
    pub(crate) fn elementwise(
        &mut self,
        body: &Body,
        op: &Op,
        operands: &[ValueId],
        scalars: &[&str],
    ) -> Result<(), Noted> {
        let values = operands.iter().chain(&op.results);
        let tensors: Option<Vec<Elements>> =
            values.map(|&value| self.types.elements(&body.value(value).ty)).collect();
        let Some(tensors) = tensors else { return Err(self.illegal(op, MIXED)) };
        if !tensors.iter().map(|tensor| tensor.ty.as_str()).eq(scalars.iter().copied()) {
            let why = format!("its tensors must have elements of {}", scalars.join(", "));
            return Err(self.illegal(op, &why));
        }
        let same = |a: &Elements, b: &Elements| {
            let mut sizes = a.shape.iter().zip(&b.shape);
            a.shape.len() == b.shape.len() && sizes.all(|(&a, &b)| a == b || a < 0 || b < 0)
        };
        if tensors.iter().all(|a| tensors.iter().all(|b| same(a, b))) {
            return Ok(());
        }
        Err(self.illegal(op, "its tensors have different shapes"))
    }

    /// `arith.select`: of scalars, or of elements by tensors of `i1`, a kernel.
    pub(crate) fn select(&mut self, body: &Body, op: &Op) -> Result<Action, Noted> {
        let condition = self.computed(body, op.operands.first());
        let (Some(condition), Some(on)) = (condition, self.computed(body, op.operands.get(1)))
        else {
            return Err(self.illegal(op, "it has too few operands"));
        };
        if condition.tensors {
            return if on.tensors {
                self.typed(body, op, SELECT, 1)
            } else {
                Err(self.illegal(op, MIXED))
            };
        }
        let name = format!("{SELECT}.{}", on.scalar);
        if !on.tensors && self.catalogue.kernel(&name).is_some() {
            return self.typed(body, op, SELECT, 1);
        }
        let ty = self.types.of(&body.value(op.operands[1]).ty);
        if self.catalogue.ty(ty.as_str()).is_none() {
            return Err(self.illegal(op, &format!("there are no values of type '{ty}'")));
        }
        if on.tensors {
            self.elementwise(body, op, &op.operands[1..], &[on.scalar.as_str(); 3])?;
        }
        let mut alike = op.operands[1..].iter().chain(&op.results);
        let alike = alike.all(|&value| self.types.of(&body.value(value).ty) == ty);
        if alike && op.operands.len() == 3 && op.results.len() == 1 {
            return Ok(Action::Select);
        }
        Err(self.illegal(op, "its values have different types"))
    }

    /// `math.fpowi`: its kernels take exponents of type `i64`.
    pub(crate) fn power(&mut self, body: &Body, op: &Op) -> Result<Action, Noted> {
        let on = self.computed(body, op.operands.first());
        let (Some(on), Some(exponent)) = (on, self.computed(body, op.operands.get(1))) else {
            return Err(self.illegal(op, "it has too few operands"));
        };
        if exponent.scalar == self.types.i64 {
            return self.typed(body, op, &op.name, 0);
        }
        if on.tensors {
            let scalars = [&on.scalar, &exponent.scalar, &on.scalar].map(Type::as_str);
            self.elementwise(body, op, &op.operands, &scalars)?;
        } else if exponent.tensors {
            return Err(self.illegal(op, MIXED));
        }
        let tensors = if on.tensors { ".tensor" } else { "" };
        let names = [
            format!("{}{tensors}.{}", op.name, on.scalar),
            format!("arith.extsi{tensors}.{}.i64", exponent.scalar),
        ];
        let kernels = names.map(|name| self.catalogue.kernel(&name).map(|kernel| kernel.name));
        let [Some(kernel), Some(cast)] = kernels else {
            let why = format!(
                "there is no kernel for '{}' to the power of '{}'",
                on.scalar, exponent.scalar
            );
            return Err(self.illegal(op, &why));
        };
        let ty = match self.elements(body, op.operands.get(1)) {
            Some(exponents) => Type::tensor(&self.types.i64, &exponents.shape),
            None => self.types.i64.clone(),
        };
        Ok(Action::Cast { kernel: self.names.get(kernel), cast: self.names.get(cast), ty })
    }

    /// A value's elements, if it is a tensor.
    fn elements(&self, body: &Body, value: Option<&ValueId>) -> Option<Elements> {
        self.types.elements(&body.value(*value?).ty)
    }

    /// `tensor.cast`: a check of the sizes that its result knows and its operand does not.
    pub(crate) fn tensor_cast(&mut self, body: &Body, op: &Op) -> Result<Action, Noted> {
        let from = self.elements(body, op.operands.first());
        let (Some(from), Some(to)) = (from, self.elements(body, op.results.first())) else {
            return Err(self.illegal(op, TENSOR_EXPECTED));
        };
        let scalar = from.ty.clone();
        self.elementwise(body, op, &op.operands, &[scalar.as_str(); 2])?;
        if from.shape == to.shape {
            return Ok(Action::Forward);
        }
        self.shaped(op, &format!("tensor.cast.{scalar}"), None, to.shape)
    }

    /// `tensor.dim`.
    pub(crate) fn tensor_dim(&mut self, body: &Body, op: &Op) -> Result<Action, Noted> {
        if self.elements(body, op.operands.first()).is_none() {
            return Err(self.illegal(op, TENSOR_EXPECTED));
        }
        self.named(op, "tensor.dim.i64").map(Action::Kernel)
    }

    /// `tensor.extract`.
    pub(crate) fn tensor_extract(&mut self, body: &Body, op: &Op) -> Result<Action, Noted> {
        let Some(Elements { ty, shape }) = self.elements(body, op.operands.first()) else {
            return Err(self.illegal(op, TENSOR_EXPECTED));
        };
        if op.operands.len() != shape.len() + 1 {
            let why = format!("it has not {} indices", shape.len());
            return Err(self.illegal(op, &why));
        }
        self.named(op, &format!("tensor.extract.{ty}")).map(Action::Kernel)
    }

    /// `tensor.empty`, `tensor.from_elements` and `tensor.splat`.
    pub(crate) fn tensor_make(
        &mut self,
        body: &Body,
        op: &Op,
        kernel: &str,
        value: Value,
    ) -> Result<Action, Noted> {
        let Some(Elements { ty, shape }) = self.elements(body, op.results.first()) else {
            return Err(self.illegal(op, TENSOR_EXPECTED));
        };
        let unknown = shape.iter().filter(|&&size| size < 0).count();
        let count = shape.iter().try_fold(1_i64, |count, &size| count.checked_mul(size));
        let expected = match value {
            Value::Zero => Some(unknown),
            Value::Operand => Some(1 + unknown),
            Value::Operands => {
                count.filter(|_| unknown == 0).and_then(|it| usize::try_from(it).ok())
            }
        };
        if expected != Some(op.operands.len()) {
            return Err(self.illegal(op, "the number of its operands is not that of its shape"));
        }
        let first = match value {
            Value::Zero => Some(self.zero(op, &ty)?),
            Value::Operand | Value::Operands => None,
        };
        self.shaped(op, &format!("{kernel}.{ty}"), first, shape)
    }

    /// `ub.poison`: zero, or a tensor of zeros, in which dimensions that are not known are empty.
    pub(crate) fn poison(&mut self, body: &Body, op: &Op) -> Result<Action, Noted> {
        let Some(Elements { ty, shape }) = self.elements(body, op.results.first()) else {
            let zero = op.results.first().and_then(|&it| Types::zero(&body.value(it).ty));
            return self.constant(body, op, zero);
        };
        let zero = self.zero(op, &ty)?;
        let shape = shape.into_iter().map(|size| size.max(0)).collect();
        self.shaped(op, &format!("tensor.splat.{ty}"), Some(zero), shape)
    }

    /// A constant of one repeated element, as a kernel that fills a tensor; `None` if its elements are
    /// better kept in the program, because they are few, or if a kernel is missing.
    pub(crate) fn splat(&mut self, value: &Attribute) -> Option<Action> {
        let Attribute::Dense { element: ty, shape, data, splat: true, .. } = value else {
            return None;
        };
        let mut sizes = shape.iter().map(|&size| usize::try_from(size).ok());
        let bytes = sizes.try_fold(data.len(), |bytes, size| bytes.checked_mul(size?));
        if bytes.is_some_and(|bytes| bytes <= KEPT) {
            return None;
        }
        let kernel = self.catalogue.kernel(&format!("tensor.splat.{ty}"))?.name;
        let scalar = constant_kernel(self.catalogue, ty)?;
        let value = Types::scalar(ty, data)?;
        let scalar = Constant { kernel: self.names.get(scalar), value, ty: ty.clone() };
        let kernel = self.names.get(kernel);
        Some(Action::Shaped { kernel, first: Some(scalar), shape: shape.clone() })
    }

    /// Zero of a type of elements.
    fn zero(&mut self, op: &Op, ty: &Type) -> Result<Constant, Noted> {
        match (constant_kernel(self.catalogue, ty), Types::zero(ty)) {
            (Some(kernel), Some(value)) => {
                Ok(Constant { kernel: self.names.get(kernel), value, ty: ty.clone() })
            }
            _ => Err(self.illegal(op, &format!("there are no constants of type '{ty}'"))),
        }
    }

    fn shaped(
        &mut self,
        op: &Op,
        kernel: &str,
        first: Option<Constant>,
        shape: Vec<i64>,
    ) -> Result<Action, Noted> {
        Ok(Action::Shaped { kernel: self.named(op, kernel)?, first, shape })
    }

    /// The kernel of that name.
    pub(crate) fn named(&mut self, op: &Op, name: &str) -> Result<Arc<str>, Noted> {
        match self.catalogue.kernel(name) {
            Some(kernel) => Ok(self.names.get(kernel.name)),
            None => Err(self.illegal(op, &format!("there is no kernel '{name}'"))),
        }
    }
}
