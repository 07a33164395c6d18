//! Symbols of compiled functions for external tools: a map for `perf`, and an ELF file for
//! debuggers. GDB's JIT interface is not used, because its two symbols may exist only once in a
//! process and another JIT may define them.

use crate::link::Memory;
use crate::{CompileError, Symbols};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

/// The debugger's file, removed when the code is freed.
#[derive(Debug)]
pub(crate) struct SymbolFile(PathBuf);

impl Drop for SymbolFile {
    fn drop(&mut self) {
        // It may have been removed already.
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes the files that the options ask for. `names` are those of all functions, in order.
pub(crate) fn tell(
    symbols: Symbols,
    names: impl Iterator<Item = String>,
    memory: &Memory,
) -> Result<Option<SymbolFile>, CompileError> {
    if symbols == Symbols::default() || memory.size() == 0 {
        return Ok(None);
    }
    let names: Vec<(String, &[u8])> =
        (0..).zip(names).map(|(number, name)| (name, memory.code(number))).collect();
    if symbols.perf {
        let mut lines = String::new();
        for (name, code) in &names {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{:x} {:x} tfrt:{name}", code.as_ptr().addr(), code.len());
        }
        let path = format!("/tmp/perf-{}.map", std::process::id());
        let file = OpenOptions::new().create(true).append(true).open(&path);
        // One write, so that lines of several threads stay whole.
        file.and_then(|mut file| file.write_all(lines.as_bytes()))
            .map_err(|error| CompileError::of(&path, &error))?;
    }
    if !symbols.debugger {
        return Ok(None);
    }
    let base = memory.code(0).as_ptr().addr();
    let name = format!("tfrt-jit-{}-{base:x}.elf", std::process::id());
    let path = std::env::temp_dir().join(name);
    let failed = |error| CompileError::of(&path.to_string_lossy(), &error);
    fs::write(&path, elf(base, memory.bytes(), &names)).map_err(failed)?;
    Ok(Some(SymbolFile(path)))
}

/// Code and symbols as an ELF file for this processor, with the addresses that they have.
fn elf(base: usize, code: &[u8], names: &[(String, &[u8])]) -> Vec<u8> {
    const HEADER: usize = 64;
    const SECTION: usize = 64;
    const NAMES: &[u8] = b"\0.text\0.symtab\0.strtab\0";
    let machine: u16 = match std::env::consts::ARCH {
        "x86_64" => 62,
        "aarch64" => 183,
        "riscv64" => 243,
        _ => 0,
    };
    let mut strings = NAMES.to_vec();
    let mut symbols = vec![0; 24];
    for (name, code) in names {
        symbols.extend((strings.len() as u32).to_le_bytes());
        // A local function, in section 1.
        symbols.extend([2, 0, 1, 0]);
        symbols.extend((code.as_ptr().addr() as u64).to_le_bytes());
        symbols.extend((code.len() as u64).to_le_bytes());
        strings.extend_from_slice(name.as_bytes());
        strings.push(0);
    }
    let text = HEADER;
    let symbols_at = (text + code.len()).next_multiple_of(8);
    let strings_at = symbols_at + symbols.len();
    let sections_at = (strings_at + strings.len()).next_multiple_of(8);

    // 64 bits, little-endian; an executable.
    let mut file = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0".to_vec();
    file.extend(machine.to_le_bytes());
    file.extend(1u32.to_le_bytes());
    for word in [0, 0, sections_at as u64] {
        file.extend(word.to_le_bytes());
    }
    file.extend(0u32.to_le_bytes());
    // Sizes of headers, no segments, four sections, of which the last has the names.
    for half in [HEADER as u16, 0, 0, SECTION as u16, 4, 3] {
        file.extend(half.to_le_bytes());
    }
    file.extend_from_slice(code);
    file.resize(symbols_at, 0);
    file.extend(&symbols);
    file.extend(&strings);
    file.resize(sections_at, 0);
    // Name, type, flags; address, place, size; link, info; alignment, size of an entry.
    let local = (symbols.len() / 24) as u32;
    for (name, kind, flags, address, place, size, link, info, entry) in [
        (0u32, 0u32, 0u64, 0, 0, 0, 0u32, 0u32, 0u64),
        (1, 1, 6, base, text, code.len(), 0, 0, 0),
        (7, 2, 0, 0, symbols_at, symbols.len(), 3, local, 24),
        (15, 3, 0, 0, strings_at, strings.len(), 0, 0, 0),
    ] {
        file.extend(name.to_le_bytes());
        file.extend(kind.to_le_bytes());
        for word in [flags, address as u64, place as u64, size as u64] {
            file.extend(word.to_le_bytes());
        }
        file.extend(link.to_le_bytes());
        file.extend(info.to_le_bytes());
        for word in [8, entry] {
            file.extend(word.to_le_bytes());
        }
    }
    file
}
