//! Fields of protobuf by hand, so that tests say what is in a file byte by byte.

/// An integer, seven bits a byte.
pub(crate) fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7F {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

pub(crate) fn tag(number: u32, wire: u32) -> Vec<u8> {
    varint(u64::from(number << 3 | wire))
}

/// A field that is an integer.
pub(crate) fn int(number: u32, value: i64) -> Vec<u8> {
    [tag(number, 0), varint(value as u64)].concat()
}

/// A field that is a float.
pub(crate) fn float(number: u32, value: f32) -> Vec<u8> {
    [tag(number, 5), value.to_le_bytes().to_vec()].concat()
}

/// A field with a length: bytes, a text, a message, packed numbers.
pub(crate) fn bytes(number: u32, bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let bytes = bytes.as_ref();
    [tag(number, 2), varint(bytes.len() as u64), bytes.to_vec()].concat()
}

/// A field that is a message with these fields.
pub(crate) fn message(number: u32, fields: &[Vec<u8>]) -> Vec<u8> {
    bytes(number, fields.concat())
}

/// A model of version 10 with a graph of these fields. They start at byte 4 if they are short.
pub(crate) fn model(graph: &[Vec<u8>]) -> Vec<u8> {
    [int(1, 10), message(7, graph)].concat()
}
