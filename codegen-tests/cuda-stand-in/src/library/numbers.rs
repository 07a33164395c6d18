//! Elements of arrays on a device.

use crate::driver::memory::View;
use crate::ptx::Memory;
use half::{bf16, f16};

/// A complex number. Real ones have nothing in the second part.
pub(crate) type Number = (f64, f64);

type Checked<T> = Result<T, String>;

/// The type of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    F16,
    Bf16,
    F32,
    F64,
    C32,
    C64,
    I8,
    U8,
    I32,
    U32,
    I64,
    U64,
}

impl Kind {
    pub(crate) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::F16 | Self::Bf16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::C32 | Self::I64 | Self::U64 => 8,
            Self::C64 => 16,
        }
    }

    /// The number in bytes of that size.
    pub(crate) fn read(self, bytes: &[u8]) -> Number {
        let f32_at = |at: usize| f64::from(f32::from_le_bytes(word(&bytes[at..])));
        let f64_at = |at: usize| f64::from_le_bytes(word(&bytes[at..]));
        match self {
            Self::F16 => (f16::from_le_bytes(word(bytes)).to_f64(), 0.0),
            Self::Bf16 => (bf16::from_le_bytes(word(bytes)).to_f64(), 0.0),
            Self::F32 => (f32_at(0), 0.0),
            Self::F64 => (f64_at(0), 0.0),
            Self::C32 => (f32_at(0), f32_at(4)),
            Self::C64 => (f64_at(0), f64_at(8)),
            Self::I8 => (f64::from(i8::from_le_bytes(word(bytes))), 0.0),
            Self::U8 => (f64::from(u8::from_le_bytes(word(bytes))), 0.0),
            Self::I32 => (f64::from(i32::from_le_bytes(word(bytes))), 0.0),
            Self::U32 => (f64::from(u32::from_le_bytes(word(bytes))), 0.0),
            Self::I64 => (i64::from_le_bytes(word(bytes)) as f64, 0.0),
            Self::U64 => (u64::from_le_bytes(word(bytes)) as f64, 0.0),
        }
    }

    pub(crate) fn write(self, (re, im): Number) -> Vec<u8> {
        match self {
            Self::F16 => f16::from_f32(re as f32).to_le_bytes().to_vec(),
            Self::Bf16 => bf16::from_f32(re as f32).to_le_bytes().to_vec(),
            Self::F32 => (re as f32).to_le_bytes().to_vec(),
            Self::F64 => re.to_le_bytes().to_vec(),
            Self::C32 => [(re as f32).to_le_bytes(), (im as f32).to_le_bytes()].concat(),
            Self::C64 => [re.to_le_bytes(), im.to_le_bytes()].concat(),
            Self::I8 => (re as i8).to_le_bytes().to_vec(),
            Self::U8 => (re as u8).to_le_bytes().to_vec(),
            Self::I32 => (re as i32).to_le_bytes().to_vec(),
            Self::U32 => (re as u32).to_le_bytes().to_vec(),
            Self::I64 => (re as i64).to_le_bytes().to_vec(),
            Self::U64 => (re as u64).to_le_bytes().to_vec(),
        }
    }
}

/// So many first bytes.
fn word<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut word = [0; N];
    word.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
    word
}

/// Elements from an address on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements {
    pub(crate) at: u64,
    pub(crate) kind: Kind,
}

impl Elements {
    pub(crate) fn get(self, view: &View, index: i64) -> Checked<Number> {
        let mut bytes = [0; 16];
        let bytes = &mut bytes[..self.kind.size()];
        view.load(self.place(index), bytes)?;
        Ok(self.kind.read(bytes))
    }

    pub(crate) fn set(self, view: &View, index: i64, number: Number) -> Checked<()> {
        view.store(self.place(index), &self.kind.write(number))
    }

    fn place(self, index: i64) -> u64 {
        self.at.wrapping_add_signed(index * self.kind.size() as i64)
    }

    /// The elements so many behind these.
    pub(crate) fn behind(self, count: i64) -> Self {
        Self { at: self.place(count), ..self }
    }
}

pub(crate) fn add((a, b): Number, (c, d): Number) -> Number {
    (a + c, b + d)
}

pub(crate) fn sub((a, b): Number, (c, d): Number) -> Number {
    (a - c, b - d)
}

pub(crate) fn mul((a, b): Number, (c, d): Number) -> Number {
    (a * c - b * d, a * d + b * c)
}

pub(crate) fn div(a: Number, b: Number) -> Number {
    let norm = b.0 * b.0 + b.1 * b.1;
    let (re, im) = mul(a, conjugate(b));
    (re / norm, im / norm)
}

pub(crate) fn conjugate((re, im): Number) -> Number {
    (re, -im)
}
