//! Shared test support: the worked example, the original's files, and splitting files into
//! sections.

use std::path::PathBuf;

/// `func.func @f(%a: i32) -> i32`, which adds a constant 1.
const EXAMPLE: &str = "\
    0bef000056660069333200746672742e6164642e69333200746672742e636f6e7374616e742e6933320076616c756500\
    010904cc010000000206021306030401020410010000000100010005822104cc00030101010300000030000158020002\
    ababababcdcdcdcd00000000000000000000000002000000010000000100000003000000000000000100000002000000\
    000000000400000000000000010000000000000001000000010000000000000001000000020000000100000008000000\
    0200000000000000000000000100000000000000000000000100000002000000060e662e6d6c69720007180100010101\
    00020801000308080601000809060103250a0a0103000000";

/// The worked example of the format's description.
pub(crate) fn example() -> Vec<u8> {
    let digits = EXAMPLE.as_bytes().chunks_exact(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// The original's files, if they are available.
pub(crate) fn samples() -> Vec<(PathBuf, Vec<u8>)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    let mut paths = Vec::new();
    for folder in [root.clone(), root.join("random")] {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            println!("no samples in {}: skipped", folder.display());
            continue;
        };
        paths.extend(entries.map(|entry| entry.unwrap().path()));
    }
    paths.retain(|path| path.extension().is_some_and(|it| it == "bef"));
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    };
    paths.into_iter().map(read).collect()
}

/// A section of a split file.
#[derive(Clone, Debug)]
pub(crate) struct RawSection {
    pub(crate) id: u8,
    pub(crate) alignment: usize,
    pub(crate) data: Vec<u8>,
}

/// Splits a well-formed file.
pub(crate) fn split(bytes: &[u8]) -> Vec<RawSection> {
    let mut sections = Vec::new();
    let mut position = 3;
    while position < bytes.len() {
        let id = bytes[position];
        let mut header = 0;
        loop {
            position += 1;
            header = header << 7 | usize::from(bytes[position] & 0x7F);
            if bytes[position] < 0x80 {
                break;
            }
        }
        position += 1;
        let mut alignment = if id == 5 { 4 } else { 1 };
        if header & 1 == 1 {
            alignment = usize::from(bytes[position]);
            position = (position + 1).next_multiple_of(alignment);
        }
        let end = position + (header >> 1);
        sections.push(RawSection { id, alignment, data: bytes[position..end].to_vec() });
        position = end;
    }
    sections
}

/// Joins sections into a file.
pub(crate) fn join(sections: &[RawSection]) -> Vec<u8> {
    let mut out = vec![0x0B, 0xEF, 0];
    for section in sections {
        out.push(section.id);
        let header = section.data.len() << 1;
        let length = vbr(header).len();
        if (out.len() + length).is_multiple_of(section.alignment) {
            out.extend(vbr(header));
        } else {
            out.extend(vbr(header | 1));
            out.push(u8::try_from(section.alignment).unwrap());
            out.resize(out.len().next_multiple_of(section.alignment), 0xCC);
        }
        out.extend(&section.data);
    }
    out
}

/// A variable-length integer.
pub(crate) fn vbr(mut value: usize) -> Vec<u8> {
    let mut groups = vec![u8::try_from(value & 0x7F).unwrap()];
    while value >= 0x80 {
        value >>= 7;
        groups.insert(0, u8::try_from(value & 0x7F).unwrap() | 0x80);
    }
    groups
}
