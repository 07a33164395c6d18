//! Machine code gets its place in memory. The pages are written while they cannot be executed,
//! become executable when they can no longer be written, and are unmapped with their owner.

#![expect(unsafe_code, reason = "the processor is told that memory has become code")]

use crate::object::{Object, Patch, Referred, Symbol};
use crate::{CompileError, Limit};
use memmap2::{Mmap, MmapOptions};
use tfrt_host::kernel::CEntry;
use wasmtime_internal_jit_icache_coherence::{clear_cache, pipeline_flush_mt};

/// Executable code.
pub(crate) struct Memory {
    pages: Option<Mmap>,
    /// Where each function starts, and one past the last.
    starts: Vec<usize>,
    /// The kernels that it calls.
    kernels: Vec<CEntry>,
}

impl Memory {
    /// The address of what a symbol stands for.
    pub(crate) fn address(&self, symbol: Symbol) -> *const u8 {
        match symbol {
            Symbol::Function(number) => self.code(number).as_ptr(),
            Symbol::Shim(shim) => shim.def().address,
            Symbol::Kernel(number) => self.kernels[number as usize].address() as *const u8,
        }
    }

    /// The code of a function, with what fills up the space to the next.
    pub(crate) fn code(&self, number: u32) -> &[u8] {
        let index = number as usize;
        let pages = self.pages.as_deref().unwrap_or_default();
        &pages[self.starts[index]..self.starts[index + 1]]
    }

    /// All of it.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.pages.as_deref().unwrap_or_default()[..self.size()]
    }

    /// Bytes of code.
    pub(crate) fn size(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }
}

/// Puts functions into memory, in order, and tells each where the others are, and these kernels.
pub(crate) fn link(
    objects: &[Object],
    kernels: Vec<CEntry>,
    limit: usize,
) -> Result<Memory, CompileError> {
    let mut starts = Vec::with_capacity(objects.len() + 1);
    let mut end = 0usize;
    for object in objects {
        let start = end.checked_next_multiple_of(object.alignment.max(1) as usize);
        let next = start.and_then(|start| start.checked_add(object.code.len()));
        let (Some(start), Some(next)) = (start, next.filter(|&next| next <= limit)) else {
            return Err(too_much_code(limit));
        };
        starts.push(start);
        end = next;
    }
    starts.push(end);
    if end == 0 {
        return Ok(Memory { pages: None, starts, kernels });
    }
    let failed = |e: &dyn std::fmt::Display| CompileError::of("memory for code", e);
    // All of it is written to.
    let pages = MmapOptions::new().len(end).populate().map_anon();
    let mut pages = pages.map_err(|e| failed(&e))?;
    let base = pages.as_ptr() as i64;
    for (object, &start) in objects.iter().zip(&starts) {
        pages[start..start + object.code.len()].copy_from_slice(&object.code);
        for relocation in &object.relocations {
            let target = match relocation.target {
                Referred::Symbol(Symbol::Function(function)) => {
                    starts[..objects.len()].get(function as usize).map(|&at| base + at as i64)
                }
                Referred::Symbol(Symbol::Shim(shim)) => Some(shim.def().address as i64),
                Referred::Symbol(Symbol::Kernel(kernel)) => {
                    kernels.get(kernel as usize).map(|entry| entry.address() as usize as i64)
                }
                Referred::Here(offset) => Some(base + start as i64 + i64::from(offset)),
            };
            let place = base + start as i64 + i64::from(relocation.at);
            let patched = target.and_then(|target| {
                let target = target.wrapping_add(relocation.addend);
                let code = &mut pages[start..start + object.code.len()];
                patch(code.get_mut(relocation.at as usize..)?, relocation.patch, target, place)
            });
            patched.ok_or_else(|| CompileError::new("code refers to what is out of its reach"))?;
        }
    }
    let pages = pages.make_exec().map_err(|e| failed(&e))?;
    // SAFETY: the range is mapped; the pipelines are flushed next, as `clear_cache` asks.
    unsafe { clear_cache(pages.as_ptr().cast(), pages.len()) }.map_err(|e| failed(&e))?;
    pipeline_flush_mt().map_err(|e| failed(&e))?;
    Ok(Memory { pages: Some(pages), starts, kernels })
}

pub(crate) fn too_much_code(limit: usize) -> CompileError {
    let message = format!("more than {limit} bytes of machine code");
    CompileError::limit_exceeded(Limit::CodeBytes, message)
}

/// Writes the address `target` to the start of `code`, which is at `place`. None if it does not
/// fit.
fn patch(code: &mut [u8], patch: Patch, target: i64, place: i64) -> Option<()> {
    match patch {
        Patch::Absolute => *code.first_chunk_mut()? = target.to_le_bytes(),
        Patch::Relative => {
            let distance = i32::try_from(target.wrapping_sub(place)).ok()?;
            *code.first_chunk_mut()? = distance.to_le_bytes();
        }
        Patch::Branch => {
            let words = target.wrapping_sub(place) >> 2;
            let bits =
                i32::try_from(words).ok().filter(|words| (-(1 << 25)..1 << 25).contains(words))?;
            let code = code.first_chunk_mut()?;
            let instruction = u32::from_le_bytes(*code) | bits.cast_unsigned() & 0x03ff_ffff;
            *code = instruction.to_le_bytes();
        }
    }
    Some(())
}
