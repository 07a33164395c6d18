//! The attributes of an op in a program, decoded once, and the op that they are for.

use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_bef::Attribute;
use tfrt_core_runtime::{CoreRuntimeOp, OpAttrs, OpAttrsRef, OpHandlerRef};
use tfrt_host::error::KernelError;
use tfrt_host::kernel::FromAttribute;

/// The attribute `op_attrs` of a call, `[["k", v], …]`, shared by all calls of its place in the program; and the op
/// that the last of them called.
#[derive(Clone, Debug)]
pub struct OpSite(Arc<Site>);

#[derive(Debug)]
struct Site {
    attributes: OpAttrsRef,
    /// With its handler, which stays where it is as long as it is kept here.
    made: Mutex<Option<(OpHandlerRef, CoreRuntimeOp)>>,
}

impl OpSite {
    /// The attributes.
    #[must_use]
    pub fn attributes(&self) -> &OpAttrsRef {
        &self.0.attributes
    }

    /// The op of that name, which is the same for all calls of the place.
    ///
    /// # Errors
    /// The handler does not know it.
    pub(crate) fn op(
        &self,
        handler: &OpHandlerRef,
        name: &str,
    ) -> Result<CoreRuntimeOp, KernelError> {
        if let Some((of, op)) = &*self.0.made.lock()
            && of.address() == handler.address()
        {
            return Ok(op.clone());
        }
        // Not under the lock: handlers are users' code.
        let op = handler.make_op(name)?;
        let before = self.0.made.lock().replace((handler.clone(), op.clone()));
        drop(before);
        Ok(op)
    }
}

/// The pairs of an attribute of that kind.
fn pairs(attribute: &Attribute) -> Result<impl Iterator<Item = (&str, &Attribute)>, KernelError> {
    const EXPECTED: &str = "is no array of pairs of a name and a value";
    let elements: &[Attribute] = match attribute {
        Attribute::Aggregate(elements) => elements,
        Attribute::EmptyArray => &[],
        Attribute::Array(numbers) if numbers.is_empty() => &[],
        Attribute::TypeArray(types) if types.is_empty() => &[],
        _ => return Err(EXPECTED.into()),
    };
    let pair = |element: &'_ Attribute| match element {
        Attribute::Aggregate(pair) => {
            matches!(&**pair, [Attribute::String(name), _] if std::str::from_utf8(name).is_ok())
        }
        _ => false,
    };
    if !elements.iter().all(pair) {
        return Err(EXPECTED.into());
    }
    Ok(elements.iter().filter_map(|element| match element {
        Attribute::Aggregate(pair) => match &**pair {
            [Attribute::String(name), value] => Some((std::str::from_utf8(name).ok()?, value)),
            _ => None,
        },
        _ => None,
    }))
}

impl FromAttribute for OpSite {
    const KIND: &'static str = "array of pairs";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let mut attributes = OpAttrs::new();
        for (name, value) in pairs(attribute)? {
            attributes.set(name, value);
        }
        let attributes = attributes.freeze();
        Ok(Self(Arc::new(Site { attributes, made: Mutex::new(None) })))
    }

    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        pairs(attribute).map(drop)
    }
}

/// The attribute `op_func_attrs` of a call, `[["k", "function"], …]`.
#[derive(Clone, Debug, Default)]
pub struct FunctionAttributes(Vec<(String, Attribute)>);

impl FunctionAttributes {
    /// These attributes and others.
    pub(crate) fn with(&self, others: &OpAttrsRef) -> OpAttrsRef {
        if self.0.is_empty() {
            return others.clone();
        }
        let mut all = OpAttrs::clone(others);
        for (name, function) in &self.0 {
            all.set(name, function);
        }
        all.freeze()
    }
}

impl FromAttribute for FunctionAttributes {
    const KIND: &'static str = "array of pairs";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let function = |(name, value): (&str, &Attribute)| match value {
            Attribute::String(function) | Attribute::Function(function) => {
                Ok((name.to_owned(), Attribute::Function(function.clone())))
            }
            _ => Err(KernelError::from("names no function")),
        };
        pairs(attribute)?.map(function).collect::<Result<_, _>>().map(Self)
    }
}
