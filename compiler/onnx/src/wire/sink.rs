//! Where messages are written to: bytes, or a count of bytes, which the length before a message needs.

use super::Wire;

/// Takes the bytes of messages, or counts them.
#[derive(Debug)]
pub(crate) struct Sink<'o> {
    out: Option<&'o mut Vec<u8>>,
    size: usize,
}

impl Sink<'_> {
    /// The bytes that `body` writes.
    pub(crate) fn collect(body: impl Fn(&mut Sink<'_>)) -> Vec<u8> {
        let mut out = Vec::with_capacity(Sink::size_of(&body));
        body(&mut Sink { out: Some(&mut out), size: 0 });
        out
    }

    fn size_of(body: impl Fn(&mut Sink<'_>)) -> usize {
        let mut sink = Sink { out: None, size: 0 };
        body(&mut sink);
        sink.size
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.size = self.size.saturating_add(bytes.len());
        if let Some(out) = &mut self.out {
            out.extend_from_slice(bytes);
        }
    }

    pub(crate) fn varint(&mut self, mut value: u64) {
        while let Some(rest) = value.checked_shr(7).filter(|&rest| rest != 0) {
            let [low, ..] = value.to_le_bytes();
            self.put(&[low | 0x80]);
            value = rest;
        }
        let [low, ..] = value.to_le_bytes();
        self.put(&[low]);
    }

    pub(crate) fn tag(&mut self, number: u32, wire: Wire) {
        self.varint(u64::from(number) << 3 | u64::from(wire.number()));
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.put(bytes);
    }

    /// What `body` writes, with its length before it. While sizes are counted, `body` runs once, so that
    /// messages in messages take no more than the square of their depth.
    pub(crate) fn delimited(&mut self, body: impl Fn(&mut Sink<'_>)) {
        let size = Sink::size_of(&body);
        self.varint(size as u64);
        if self.out.is_some() {
            body(self);
        } else {
            self.size = self.size.saturating_add(size);
        }
    }
}
