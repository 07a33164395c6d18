//! Modules of device code.

use crate::driver::State;
use crate::driver::clock::Point;
use crate::driver::code::{Code, Result};
use crate::ptx::{self, ReadErrorKind, Relocation};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) context: u64,
    code: Arc<ptx::Module>,
    /// The addresses of its globals.
    globals: Arc<BTreeMap<String, u64>>,
}

#[derive(Debug)]
pub(crate) struct Function {
    module: u64,
    pub(crate) context: u64,
    pub(crate) code: Arc<ptx::Module>,
    pub(crate) name: String,
    pub(crate) globals: Arc<BTreeMap<String, u64>>,
}

/// The newest device code that the devices run: that of compute capability 9.0.
const TARGET: u32 = 90;

impl State {
    /// Loads a module. The text beside a code is what the assembler says.
    pub(crate) fn load(
        &mut self,
        context: u64,
        image: &[u8],
    ) -> std::result::Result<u64, (Code, String)> {
        let code = ptx::Module::read(image).map_err(|error| {
            let code = match error.kind {
                ReadErrorKind::Version => Code::UNSUPPORTED_PTX_VERSION,
                ReadErrorKind::Target => Code::NO_BINARY_FOR_GPU,
                ReadErrorKind::Unsupported => Code::NOT_SUPPORTED,
                _ if !image.starts_with(b"//") && !image.starts_with(b".") => Code::INVALID_IMAGE,
                _ => Code::INVALID_PTX,
            };
            (code, format!("ptxas stand-in, line {}: {}", error.line, error.message))
        })?;
        if code.target() > TARGET {
            let message = format!("code for sm_{} on a device of sm_{TARGET}", code.target());
            return Err((Code::NO_BINARY_FOR_GPU, message));
        }
        let mut globals = BTreeMap::new();
        for global in code.globals() {
            if global.external {
                let message = format!("the global '{}' is defined nowhere", global.name);
                return Err((Code::NOT_FOUND, message));
            }
            let size = usize::try_from(global.size).unwrap_or(usize::MAX);
            let address = self.space.allocate(size, context, None, Point::default());
            let address = address.map_err(|code| (code, String::new()))?;
            globals.insert(global.name.clone(), address);
        }
        for global in code.globals() {
            let size = usize::try_from(global.size).unwrap_or(usize::MAX);
            let mut bytes = global.initial.clone();
            bytes.resize(size, 0);
            for Relocation { offset, name, addend } in &global.relocations {
                let place = usize::try_from(*offset).ok().and_then(|it| bytes.get_mut(it..));
                if let (Some(target), Some(place)) =
                    (globals.get(name), place.and_then(|it| it.get_mut(..8)))
                {
                    place.copy_from_slice(&target.wrapping_add_signed(*addend).to_le_bytes());
                }
            }
            if let Some(allocation) = globals.get(&global.name).and_then(|it| self.space.get(*it)) {
                allocation.initialise(&bytes);
            }
        }
        let handle = self.objects.make();
        let (code, globals) = (Arc::new(code), Arc::new(globals));
        self.objects.modules.insert(handle, Module { context, code, globals });
        Ok(handle)
    }

    pub(crate) fn unload(&mut self, module: u64) -> Result<()> {
        let Module { globals, .. } =
            self.objects.modules.remove(&module).ok_or(Code::INVALID_HANDLE)?;
        self.objects.functions.retain(|_, function| function.module != module);
        for address in globals.values() {
            self.space.remove(*address);
        }
        Ok(())
    }

    pub(crate) fn module(&self, handle: u64) -> Result<&Module> {
        let module = self.objects.modules.get(&handle).ok_or(Code::INVALID_HANDLE)?;
        self.usable(module.context)?;
        Ok(module)
    }

    pub(crate) fn get_function(&mut self, handle: u64, name: &str) -> Result<u64> {
        let module = self.module(handle)?;
        module.code.function(name).ok_or(Code::NOT_FOUND)?;
        let function = Function {
            module: handle,
            context: module.context,
            code: Arc::clone(&module.code),
            name: name.to_owned(),
            globals: Arc::clone(&module.globals),
        };
        let handle = self.objects.make();
        self.objects.functions.insert(handle, function);
        Ok(handle)
    }

    /// The address and size of a global.
    pub(crate) fn get_global(&self, handle: u64, name: &str) -> Result<(u64, usize)> {
        let address = *self.module(handle)?.globals.get(name).ok_or(Code::NOT_FOUND)?;
        let size = self.space.get(address).map_or(0, |it| it.size);
        Ok((address, size))
    }

    /// Whether the memory there belongs to a module.
    pub(crate) fn is_global(&self, address: u64) -> bool {
        self.objects.modules.values().any(|it| it.globals.values().any(|it| *it == address))
    }
}
