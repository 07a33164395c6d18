//! Files of cases that scripts write for tests: numbers in little endian and texts, one after the other.
#![expect(clippy::missing_panics_doc, reason = "a file that ends too early fails its test")]

/// The bytes of the file that have not been read yet.
#[derive(Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// So many bytes.
    pub fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
    }

    /// A number of 32 bits.
    pub fn number(&mut self) -> u32 {
        u32::from_le_bytes(*self.bytes(4).first_chunk().expect("these are four bytes"))
    }

    /// The same as a count.
    pub fn count(&mut self) -> usize {
        self.number().try_into().expect("counts are small")
    }
}
