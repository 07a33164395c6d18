//! Changes to files of protobuf that leave most of the structure whole, so that what is changed is read.

use crate::random::Random;

/// A field: its tag, and its bytes without the length that they may have before them.
struct Field {
    tag: u64,
    body: Vec<u8>,
}

impl Field {
    fn is_delimited(&self) -> bool {
        self.tag & 7 == 2
    }
}

/// Files made of one another: fields moved, doubled, removed, renumbered, exchanged, and made anew, on
/// any level; now and then a byte is changed.
///
/// # Panics
/// There are no files, or one is empty.
pub fn onnx_mutated(files: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = files[random.below(files.len())].clone();
    for _ in 0..=random.below(3) {
        let other = &files[random.below(files.len())];
        bytes = mutated(&bytes, other, random);
    }
    if random.below(4) == 0 && !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = byte(random);
    }
    bytes
}

fn byte(random: &mut Random) -> u8 {
    random.below(256) as u8
}

/// A message with one change in it.
fn mutated(message: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let Some(mut fields) = parsed(message).filter(|fields| !fields.is_empty()) else {
        let mut bytes = message.to_vec();
        let at = random.below(bytes.len() + 1);
        bytes.splice(at..(at + random.below(3)).min(message.len()), [byte(random)]);
        return bytes;
    };
    let at = random.below(fields.len());
    let to = random.below(fields.len());
    match random.below(10) {
        0..=4 if fields[at].is_delimited() => {
            fields[at].body = mutated(&fields[at].body, other, random);
        }
        0..=2 => fields[at].body = value(fields[at].tag, random),
        3 | 4 => fields.swap(at, to),
        5 => {
            let Field { tag, ref body } = fields[at];
            let double = Field { tag, body: body.clone() };
            fields.insert(to, double);
        }
        6 => _ = fields.remove(at),
        7 => fields[at].tag = (1 + random.below(26) as u64) << 3 | fields[at].tag & 7,
        8 => {
            let wire = [0, 1, 2, 5][random.below(4)];
            let tag = (1 + random.below(26) as u64) << 3 | wire;
            fields.insert(to, Field { tag, body: value(tag, random) });
        }
        _ => fields[at] = from_another(other, random),
    }
    let mut bytes = Vec::new();
    for field in fields {
        push_varint(&mut bytes, field.tag);
        if field.is_delimited() {
            push_varint(&mut bytes, field.body.len() as u64);
        }
        bytes.extend(field.body);
    }
    bytes
}

/// A field of another file, from any level of it.
fn from_another(file: &[u8], random: &mut Random) -> Field {
    let mut fields = parsed(file).unwrap_or_default();
    loop {
        let Field { tag, body } = fields.swap_remove(random.below(fields.len()));
        match parsed(&body) {
            Some(inner) if tag & 7 == 2 && !inner.is_empty() && random.below(3) > 0 => {
                fields = inner;
            }
            _ => return Field { tag, body },
        }
    }
}

/// A value for a field of that tag.
fn value(tag: u64, random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    match tag & 7 {
        0 => {
            let number = match random.below(4) {
                0 => random.below(32) as u64,
                1 => u64::MAX - random.below(3) as u64,
                2 => 1 << random.below(64),
                _ => random.below(1 << 20) as u64,
            };
            push_varint(&mut bytes, number);
        }
        1 => bytes.extend((0..8).map(|_| byte(random))),
        5 => bytes.extend((0..4).map(|_| byte(random))),
        // Numbers, or a text.
        _ => bytes.extend((0..random.below(9)).map(|_| byte(random) & 0x7F)),
    }
    bytes
}

/// The fields of a message, if it is one without groups.
fn parsed(mut bytes: &[u8]) -> Option<Vec<Field>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let tag = take_varint(&mut bytes)?;
        let before = bytes;
        let length = match tag & 7 {
            0 => {
                take_varint(&mut bytes)?;
                before.len() - bytes.len()
            }
            1 => 8,
            2 => usize::try_from(take_varint(&mut bytes)?).ok()?,
            5 => 4,
            _ => return None,
        };
        let from = if tag & 7 == 0 { before } else { bytes };
        let (body, rest) = from.split_at_checked(length)?;
        fields.push(Field { tag, body: body.to_vec() });
        bytes = rest;
    }
    Some(fields)
}

fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value > 0x7F {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
