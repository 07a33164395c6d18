//! What an elementwise op computes.

use crate::output::invalid;
use std::fmt;
use tfrt_bef::Attribute;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::FromAttribute;
use tfrt_numeric::Formula;

/// The attribute `of` of `arena.elementwise`: the steps for each element, such as `mul a b; add %0 0.5`. Operands are
/// `a` to `h`, in their order; the results of steps are `%0`, `%1` and so on, and the last one's is the op's. The
/// operations are those of `nn` and `math` with these names: `add`, `sub`, `mul`, `div`, `max` and `min` of two, and
/// `relu`, `sqrt`, `erf`, `exp`, `log` and `tanh` of one.
///
/// ```
/// use tfrt_host::kernel::{Attribute, FromAttribute};
/// use tfrt_model_kernels::arena::Steps;
/// let steps = Steps::from_attribute(&Attribute::String(b"relu a".as_slice().into()))?;
/// assert_eq!(steps.to_string(), "relu a");
/// # Ok::<(), tfrt_host::error::KernelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steps(pub(super) Formula);

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromAttribute for Steps {
    const KIND: &'static str = "steps";

    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        let Attribute::String(text) = attribute else { return Err(Self::wrong_kind(attribute)) };
        let text = std::str::from_utf8(text).map_err(|_| invalid("is no text".to_owned()))?;
        let formula = text.parse().map_err(|error| invalid(format!("is '{text}': {error}")))?;
        Ok(Self(formula))
    }
}
