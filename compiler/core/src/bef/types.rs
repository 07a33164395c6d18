//! Infers the types of a body's registers where a file omits them.

use tfrt_bef::{Body, File, Function, Kernel};
use tfrt_host::kernel::Catalogue;
use tfrt_op::{CalleeSource, Gives, OpDef, is_type_family};

/// The type of each register: as the file says, else by the function's signature, else by what the
/// catalogue knows of the kernels that make and use the register; empty if none of these knows.
pub(super) fn register_types<'a>(
    file: &'a File,
    catalogue: &Catalogue,
    function: &'a Function,
    body: &Body,
) -> Vec<&'a str> {
    let stated: Option<Vec<&str>> =
        body.registers.iter().map(|register| type_text(file, register.ty?)).collect();
    if let Some(stated) = stated {
        return stated;
    }
    let mut types = Types { of: vec![""; body.registers.len()] };
    let by_signature = (0u32..)
        .zip(function.arguments())
        .chain(body.result_registers.iter().copied().zip(function.results()));
    for (register, &ty) in by_signature {
        types.set(register, type_text(file, ty).unwrap_or(""));
    }
    for kernel in &body.kernels {
        let Some(def) = definition(file, catalogue, kernel) else { continue };
        let results = (0..).map_while(|at| def.result(at));
        for (&register, result) in kernel.results().iter().zip(results) {
            types.set(register, result.ty);
        }
        for (&register, operand) in kernel.arguments().iter().zip(def.operands()) {
            types.set(register, operand.ty);
        }
        types.set_by_callees(file, def, kernel);
    }
    types.of
}

/// The definition of a kernel's op in the catalogue.
pub(super) fn definition(
    file: &File,
    catalogue: &Catalogue,
    kernel: Kernel<'_>,
) -> Option<&'static OpDef> {
    catalogue.op(file.kernels.get(kernel.name as usize)?)
}

/// A type's text; `None` if the file has no such type.
pub(super) fn type_text(file: &File, index: u32) -> Option<&str> {
    file.types.get(index as usize).map(AsRef::as_ref)
}

struct Types<'a> {
    of: Vec<&'a str>,
}

impl<'a> Types<'a> {
    /// Sets the types of operands and results that a kernel's functions take and give. Behind a list of
    /// functions, none is known to be a certain callee's.
    fn set_by_callees(&mut self, file: &'a File, def: &OpDef, kernel: Kernel<'_>) {
        for (callee, &function) in def.traits.callees.iter().zip(kernel.functions()) {
            let Some(function) = file.functions.get(function as usize) else { return };
            let results = match callee.gives {
                Gives::Results => function.results(),
                Gives::ResultsAnd(_) => {
                    function.results().split_last().map_or(&[][..], |(_, all)| all)
                }
                Gives::Types(_) | Gives::One | Gives::Anything => &[],
            };
            let arguments = callee.taken(kernel.arguments()).zip(function.arguments());
            for (&register, &ty) in arguments.chain(kernel.results().iter().zip(results)) {
                self.set(register, type_text(file, ty).unwrap_or(""));
            }
            if matches!(callee.source, CalleeSource::Symbols(_)) {
                return;
            }
        }
    }

    /// Sets a type that is not known yet.
    fn set(&mut self, register: u32, ty: &'a str) {
        if let Some(slot) = self.of.get_mut(register as usize)
            && slot.is_empty()
            && ty != "any"
            && !is_type_family(ty)
        {
            *slot = ty;
        }
    }
}
