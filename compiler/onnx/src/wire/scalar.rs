//! Numbers as protobuf writes them.

use super::{Reader, Sink, Wire};
use crate::error::Fault;

/// A number of protobuf.
pub(crate) trait Scalar: Copy {
    const WIRE: Wire;

    fn read(reader: &mut Reader<'_>) -> Result<Self, Fault>;

    fn write(self, sink: &mut Sink<'_>);
}

impl Scalar for i32 {
    const WIRE: Wire = Wire::Varint;

    /// The low 32 bits; negative numbers have 64.
    fn read(reader: &mut Reader<'_>) -> Result<i32, Fault> {
        let [a, b, c, d, ..] = reader.varint()?.to_le_bytes();
        Ok(i32::from_le_bytes([a, b, c, d]))
    }

    fn write(self, sink: &mut Sink<'_>) {
        Scalar::write(i64::from(self), sink);
    }
}

impl Scalar for i64 {
    const WIRE: Wire = Wire::Varint;

    fn read(reader: &mut Reader<'_>) -> Result<i64, Fault> {
        Ok(reader.varint()?.cast_signed())
    }

    fn write(self, sink: &mut Sink<'_>) {
        sink.varint(self.cast_unsigned());
    }
}

impl Scalar for u64 {
    const WIRE: Wire = Wire::Varint;

    fn read(reader: &mut Reader<'_>) -> Result<u64, Fault> {
        reader.varint()
    }

    fn write(self, sink: &mut Sink<'_>) {
        sink.varint(self);
    }
}

impl Scalar for f32 {
    const WIRE: Wire = Wire::Fixed32;

    fn read(reader: &mut Reader<'_>) -> Result<f32, Fault> {
        reader.array().map(f32::from_le_bytes)
    }

    fn write(self, sink: &mut Sink<'_>) {
        sink.put(&self.to_le_bytes());
    }
}

impl Scalar for f64 {
    const WIRE: Wire = Wire::Fixed64;

    fn read(reader: &mut Reader<'_>) -> Result<f64, Fault> {
        reader.array().map(f64::from_le_bytes)
    }

    fn write(self, sink: &mut Sink<'_>) {
        sink.put(&self.to_le_bytes());
    }
}
