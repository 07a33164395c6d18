//! The linker: places functions in executable memory and applies relocations. Pages are writable or
//! executable, never both, and are unmapped when their owner is dropped.
//!
//! Calls are relative. The pages lie [near](crate::pages) this process's own code, so the range of
//! a relative call usually suffices. A target out of range is called through a stub after the
//! functions.

#![expect(unsafe_code, reason = "the processor is notified that memory has become code")]

use crate::object::{Object, Patch, Symbol, Target};
use crate::pages::{Executable, Writable};
use crate::{CompileError, Limit};
use rustc_hash::{FxHashMap, FxHashSet};
use wasmtime_internal_jit_icache_coherence::{clear_cache, pipeline_flush_mt};

/// Whether external functions are called by relative calls, which need [`Stubs`].
pub(crate) const STUBS: bool = cfg!(target_arch = "x86_64");

/// Executable code.
pub(crate) struct Memory {
    pages: Option<Executable>,
    /// Where each function starts, and one past the last.
    starts: Vec<usize>,
    outside: Outside,
}

/// The external functions that compiled code calls, by number.
pub(crate) struct Outside {
    /// The shims.
    pub(crate) shims: Vec<*const u8>,
}

// SAFETY: the addresses are of functions, which any thread may call.
unsafe impl Send for Outside {}
// SAFETY: as above.
unsafe impl Sync for Outside {}

impl Outside {
    /// The address of what a symbol stands for, unless it is compiled code or unknown.
    fn address(&self, symbol: Symbol) -> Option<*const u8> {
        match symbol {
            Symbol::Function(_) => None,
            Symbol::Shim(number) => self.shims.get(number as usize).copied(),
        }
    }
}

impl Memory {
    /// The address of what a symbol stands for.
    pub(crate) fn address(&self, symbol: Symbol) -> *const u8 {
        match symbol {
            Symbol::Function(number) => self.code(number).as_ptr(),
            outside => self.outside.address(outside).expect("it was linked with that"),
        }
    }

    /// The code of a function, with padding.
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

/// Copies functions into memory, in order, and applies their relocations.
pub(crate) fn link(
    objects: &[Object],
    outside: Outside,
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
        return Ok(Memory { pages: None, starts, outside });
    }
    let failed = |e: &dyn std::fmt::Display| CompileError::of("memory for code", e);
    let mut stubs = Stubs::behind(end, objects);
    let here = too_much_code as *const u8;
    let mut pages = Writable::near(here, stubs.end).map_err(|e| failed(&e))?;
    let base = pages.as_ptr() as i64;
    for (object, &start) in objects.iter().zip(&starts) {
        pages[start..start + object.code.len()].copy_from_slice(&object.code);
        for relocation in &object.relocations {
            let target = match relocation.target {
                Target::Symbol(Symbol::Function(function)) => {
                    starts[..objects.len()].get(function as usize).map(|&at| base + at as i64)
                }
                Target::Symbol(symbol) => outside.address(symbol).map(|at| at as i64),
                Target::Here(offset) => Some(base + start as i64 + i64::from(offset)),
            };
            let place = base + start as i64 + i64::from(relocation.at);
            let patched = target.and_then(|target| {
                let at = start + relocation.at as usize..start + object.code.len();
                let set = |target: i64, pages: &mut [u8]| {
                    let target = target.wrapping_add(relocation.addend);
                    patch(pages.get_mut(at.clone())?, relocation.patch, target, place)
                };
                set(target, &mut pages).or_else(|| {
                    let stub = stubs.jump(relocation.target, target, &mut pages)?;
                    set(base + stub as i64, &mut pages)
                })
            });
            patched.ok_or_else(|| CompileError::new("code refers to what is out of its reach"))?;
        }
    }
    let pages = pages.into_executable().map_err(|e| failed(&e))?;
    // SAFETY: the range is mapped; the pipelines are flushed next, as `clear_cache` asks.
    unsafe { clear_cache(pages.as_ptr().cast(), pages.len()) }.map_err(|e| failed(&e))?;
    pipeline_flush_mt().map_err(|e| failed(&e))?;
    Ok(Memory { pages: Some(pages), starts, outside })
}

pub(crate) fn too_much_code(limit: usize) -> CompileError {
    let message = format!("more than {limit} bytes of machine code");
    CompileError::limit_exceeded(Limit::CodeBytes, message)
}

/// Stubs after a program's functions, created on demand.
struct Stubs {
    made: FxHashMap<Symbol, usize>,
    next: usize,
    end: usize,
}

impl Stubs {
    /// Bytes of each: `jmp [rip]`, the address, and padding.
    const SIZE: usize = 16;

    /// Reserves space for the most stubs possible, after the functions, which end at `end`.
    fn behind(end: usize, objects: &[Object]) -> Self {
        let mut called = FxHashSet::default();
        for relocation in objects.iter().flat_map(|object| &object.relocations) {
            if let (Patch::Relative, Target::Symbol(symbol)) = (relocation.patch, relocation.target)
                && !matches!(symbol, Symbol::Function(_))
            {
                called.insert(symbol);
            }
        }
        let next = end.next_multiple_of(Self::SIZE);
        Self { made: FxHashMap::default(), next, end: next + called.len() * Self::SIZE }
    }

    /// Where the stub that jumps to `address`, which is this, is in the pages.
    fn jump(&mut self, to: Target, address: i64, pages: &mut [u8]) -> Option<usize> {
        let Target::Symbol(symbol) = to else { return None };
        if let Some(&stub) = self.made.get(&symbol) {
            return Some(stub);
        }
        let stub = pages[..self.end].get_mut(self.next..)?.first_chunk_mut::<{ Self::SIZE }>()?;
        stub[..6].copy_from_slice(&[0xff, 0x25, 0, 0, 0, 0]);
        stub[6..14].copy_from_slice(&address.to_le_bytes());
        self.made.insert(symbol, self.next);
        self.next += Self::SIZE;
        Some(self.next - Self::SIZE)
    }
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

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::object::Relocation;

    type Shim = extern "C" fn() -> u64;

    /// `jmp` to a shim, as the code generator leaves it.
    fn calls_it(shim: u32) -> Object {
        let target = Target::Symbol(Symbol::Shim(shim));
        let relocation = Relocation { at: 1, patch: Patch::Relative, target, addend: -4 };
        let code = vec![0xe9, 0, 0, 0, 0];
        Object { code, alignment: 16, frame: 0, relocations: vec![relocation] }
    }

    fn entered(memory: &Memory, function: u32) -> Shim {
        let address = memory.address(Symbol::Function(function));
        // SAFETY: the code jumps to a function of that type, in pages that are kept.
        unsafe { std::mem::transmute::<*const u8, Shim>(address) }
    }

    #[test]
    fn what_is_far_is_reached_through_a_stub() {
        extern "C" fn near() -> u64 {
            41
        }
        // `mov eax, 42`, `ret`, where libraries lie, far from programs.
        let mut far = Writable::at(0, 64).unwrap();
        far[..6].copy_from_slice(&[0xb8, 42, 0, 0, 0, 0xc3]);
        let far = far.into_executable().unwrap();
        let objects = [calls_it(0), calls_it(1), calls_it(1)];
        let shims = vec![near as *const u8, far.as_ptr()];
        let memory = link(&objects, Outside { shims }, 1000).unwrap();
        assert_eq!(memory.size(), 37);
        assert_eq!([0, 1, 2].map(|function| entered(&memory, function)()), [41, 42, 42]);
    }

    #[test]
    fn an_unknown_shim_is_refused() {
        assert!(link(&[calls_it(0)], Outside { shims: Vec::new() }, 1000).is_err());
    }
}
