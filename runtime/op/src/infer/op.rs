//! What rules read of an op's attributes.

use super::{OpTypes, Sizes};
use crate::shapes::Window;

impl<'a> OpTypes<'a> {
    /// The sizes that the attribute `shape` says, if there is one.
    pub(super) fn shape(&self) -> Sizes {
        let sizes = self.numbers("shape").ok()?;
        Some(sizes.iter().map(|&size| size.max(-1)).collect())
    }

    /// The numbers of an attribute.
    ///
    /// # Errors
    /// The op has no attribute of that name that is integers.
    pub fn numbers(&self, name: &str) -> Result<&'a [i64], String> {
        let found = self.numbers.iter().find(|(other, _)| *other == name);
        found
            .map(|(_, numbers)| numbers.as_slice())
            .ok_or_else(|| format!("it has no attribute '{name}' of integers"))
    }

    /// The elements of an operand, if they are known.
    pub(super) fn elements(&self, position: usize) -> Option<&'a [i64]> {
        self.values.get(position)?.as_deref()
    }

    /// The number of an attribute.
    ///
    /// # Errors
    /// The op has no attribute of that name that is one integer.
    pub fn number(&self, name: &str) -> Result<i64, String> {
        match self.numbers(name)? {
            [number] => Ok(*number),
            _ => Err(format!("attribute '{name}' is not one number")),
        }
    }

    /// The window of the attributes `strides`, `pads` and `dilations`.
    pub(super) fn window(&self, kernel: &'a [i64]) -> Result<Window<'a>, String> {
        let [strides, pads, dilations] =
            ["strides", "pads", "dilations"].map(|name| self.numbers(name));
        let (strides, pads, dilations) = (strides?, pads?, dilations?);
        Ok(Window { kernel, strides, pads, dilations, ceil_mode: false, auto_pad: 0 })
    }

    /// The same, of an op with `auto_pad`.
    pub(super) fn padded_window(
        &self,
        kernel: &'a [i64],
        ceil_mode: bool,
    ) -> Result<Window<'a>, String> {
        Ok(Window { ceil_mode, auto_pad: self.number("auto_pad")?, ..self.window(kernel)? })
    }
}
