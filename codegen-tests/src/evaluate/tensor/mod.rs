//! Tensors as the evaluator has them: bytes, which tensors share, and how they are shown and
//! printed, after `spec/tensors.md`.

mod kernels;
mod models;
mod values;
mod writes;

pub(super) use kernels::apply;
pub(super) use values::argument;

use super::scalar::{show_f32, show_f64};
use std::cell::RefCell;
use std::rc::Rc;

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Class {
    Signed,
    Unsigned,
    Truth,
    Float,
    /// Sixteen bits, and how they are printed.
    Half(&'static str),
    Complex,
}

/// A type of elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dtype {
    /// As tensors print it.
    name: &'static str,
    /// As kernels' names end.
    suffix: &'static str,
    /// As attributes have it.
    attribute: &'static str,
    size: usize,
    class: Class,
}

const fn dtype(
    name: &'static str,
    suffix: &'static str,
    attribute: &'static str,
    size: usize,
    class: Class,
) -> Dtype {
    Dtype { name, suffix, attribute, size, class }
}

const DTYPES: [Dtype; 15] = [
    dtype("u8", "ui8", "ui8", 1, Class::Unsigned),
    dtype("u16", "ui16", "ui16", 2, Class::Unsigned),
    dtype("u32", "ui32", "ui32", 4, Class::Unsigned),
    dtype("u64", "ui64", "ui64", 8, Class::Unsigned),
    dtype("i1", "bool", "i1", 1, Class::Truth),
    dtype("i8", "i8", "i8", 1, Class::Signed),
    dtype("i16", "i16", "i16", 2, Class::Signed),
    dtype("i32", "i32", "i32", 4, Class::Signed),
    dtype("i64", "i64", "i64", 8, Class::Signed),
    dtype("f32", "f32", "f32", 4, Class::Float),
    dtype("f64", "f64", "f64", 8, Class::Float),
    dtype("complex64", "complex64", "complex<f32>", 8, Class::Complex),
    dtype("complex128", "complex128", "complex<f64>", 16, Class::Complex),
    dtype("f16", "f16", "f16", 2, Class::Half("fp16")),
    dtype("bf16", "bf16", "bf16", 2, Class::Half("bf16")),
];

impl Dtype {
    /// That of a kernel's name.
    fn of_suffix(suffix: &str) -> Option<Self> {
        DTYPES.into_iter().find(|dtype| dtype.suffix == suffix)
    }

    /// That of an attribute.
    fn of_attribute(name: &str) -> Option<Self> {
        DTYPES.into_iter().find(|dtype| dtype.attribute == name)
    }

    /// What addresses of elements are multiples of.
    fn alignment(self) -> usize {
        if self.class == Class::Complex { self.size / 2 } else { self.size }
    }

    fn zero(self) -> Number {
        match self.class {
            Class::Float => Number::Float(0.0),
            Class::Complex => Number::Complex(0.0, 0.0),
            _ => Number::Integer(0),
        }
    }

    fn read(self, bytes: &[u8]) -> Number {
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |word, &it| word << 8 | u64::from(it));
        let float = |bytes: &[u8]| match bytes.len() {
            4 => f64::from(f32::from_bits(word(bytes) as u32)),
            _ => f64::from_bits(word(bytes)),
        };
        match self.class {
            Class::Signed => {
                let unused = 64 - 8 * self.size as u32;
                Number::Integer(i128::from((word(bytes) << unused) as i64 >> unused))
            }
            Class::Unsigned | Class::Half(_) => Number::Integer(i128::from(word(bytes))),
            Class::Truth => Number::Integer(i128::from(bytes[0] != 0)),
            Class::Float => Number::Float(float(bytes)),
            Class::Complex => {
                let (re, im) = bytes.split_at(self.size / 2);
                Number::Complex(float(re), float(im))
            }
        }
    }

    fn write(self, number: Number, bytes: &mut [u8]) {
        let half = self.size / 2;
        let float = |value: f64, bytes: &mut [u8]| match bytes.len() {
            4 => bytes.copy_from_slice(&(value as f32).to_le_bytes()),
            _ => bytes.copy_from_slice(&value.to_le_bytes()),
        };
        match number {
            Number::Integer(value) => bytes.copy_from_slice(&value.to_le_bytes()[..self.size]),
            Number::Float(value) => float(value, bytes),
            Number::Complex(re, im) => {
                float(re, &mut bytes[..half]);
                float(im, &mut bytes[half..]);
            }
        }
    }

    /// Whether the sixteen bits of a float are those of no number.
    fn is_nan(self, bits: i128) -> bool {
        match self.name {
            "f16" => bits & 0x7fff > 0x7c00,
            "bf16" => bits & 0x7fff > 0x7f80,
            _ => false,
        }
    }

    /// As a tensor prints it.
    fn print(self, number: Number) -> String {
        match (self.class, number) {
            (Class::Half(name), Number::Integer(bits)) if self.is_nan(bits) => {
                format!("{name}(nan)")
            }
            (Class::Half(name), Number::Integer(bits)) => format!("{name}({bits})"),
            (_, Number::Integer(value)) => value.to_string(),
            (_, Number::Float(value)) => scientific(value),
            (_, Number::Complex(re, im)) => format!("({},{})", scientific(re), scientific(im)),
        }
    }

    /// As a result shows it: all of it.
    fn show(self, number: Number) -> String {
        let float = |value: f64| match self.name {
            "f32" | "complex64" => show_f32(value as f32),
            _ => show_f64(value),
        };
        match number {
            Number::Integer(bits) if self.is_nan(bits) => "nan".to_owned(),
            Number::Integer(value) => value.to_string(),
            Number::Float(value) => float(value),
            Number::Complex(re, im) => format!("{}+{}i", float(re), float(im)),
        }
    }
}

/// An element. Singles are doubles here; of the sixteen bits of halves nothing is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Integer(i128),
    Float(f64),
    Complex(f64, f64),
}

/// As C's `%e`.
fn scientific(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "INF" } else { "-INF" }.to_owned();
    }
    let text = format!("{value:.6e}");
    let place = text.find('e').expect("the format has an exponent");
    let exponent: i32 = text[place + 1..].parse().expect("it is a number");
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", &text[..place], exponent.abs())
}

/// Bytes, shared by all that have a part of them.
#[derive(Clone, Debug)]
pub(super) struct Bytes {
    memory: Rc<RefCell<Vec<u8>>>,
    start: usize,
    size: usize,
}

impl Bytes {
    fn new(bytes: Vec<u8>) -> Self {
        let size = bytes.len();
        Self { memory: Rc::new(RefCell::new(bytes)), start: 0, size }
    }

    fn overlaps(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.memory, &other.memory)
            && self.start < other.start + other.size
            && other.start < self.start + self.size
    }
}

#[derive(Clone, Debug)]
pub(super) struct Dense {
    dtype: Dtype,
    shape: Vec<i64>,
    bytes: Bytes,
}

impl Dense {
    fn new(dtype: Dtype, shape: &[i64], numbers: &[Number]) -> Self {
        let dense = Self {
            dtype,
            shape: shape.to_vec(),
            bytes: Bytes::new(vec![0; numbers.len() * dtype.size]),
        };
        dense.put(numbers);
        dense
    }

    fn numbers(&self) -> Vec<Number> {
        let memory = self.bytes.memory.borrow();
        let bytes = &memory[self.bytes.start..][..self.bytes.size];
        bytes.chunks_exact(self.dtype.size).map(|bytes| self.dtype.read(bytes)).collect()
    }

    fn put(&self, numbers: &[Number]) {
        let mut memory = self.bytes.memory.borrow_mut();
        let bytes = &mut memory[self.bytes.start..][..self.bytes.size];
        for (bytes, &number) in bytes.chunks_exact_mut(self.dtype.size).zip(numbers) {
            self.dtype.write(number, bytes);
        }
    }

    pub(super) fn show(&self) -> String {
        let numbers: Vec<String> =
            self.numbers().into_iter().map(|number| self.dtype.show(number)).collect();
        format!("{} {}: {}", self.dtype.name, shape_text(&self.shape), numbers.join(" "))
    }

    /// The elements as printed, at most so many.
    fn printed(&self, most: usize) -> String {
        let numbers = self.numbers();
        let some: Vec<String> =
            numbers.iter().take(most).map(|&number| self.dtype.print(number)).collect();
        let more = if numbers.len() > most { ", ... " } else { "" };
        format!("{}{more}", some.join(", "))
    }
}

#[derive(Clone, Debug)]
pub(super) enum Tensor {
    Dense(Dense),
    /// The dense shape, coordinates and values.
    Coo(Vec<i64>, Dense, Dense),
    Strings(Vec<i64>, Rc<[String]>),
}

impl Tensor {
    /// As a result shows it.
    pub(super) fn show(&self) -> String {
        match self {
            Self::Dense(dense) => dense.show(),
            Self::Coo(shape, indices, values) => {
                format!("coo {}: {}, {}", shape_text(shape), indices.show(), values.show())
            }
            Self::Strings(shape, strings) => format!("str {}: {strings:?}", shape_text(shape)),
        }
    }

    fn shape(&self) -> &[i64] {
        match self {
            Self::Dense(dense) => &dense.shape,
            Self::Coo(shape, ..) | Self::Strings(shape, _) => shape,
        }
    }

    /// The lines that it is printed on.
    fn printed(&self) -> Vec<String> {
        match self {
            Self::Dense(dense) => vec![format!(
                "DenseHostTensor dtype = {}, shape = {}, values = [{}]",
                dense.dtype.name,
                shape_text(&dense.shape),
                dense.printed(16)
            )],
            Self::Coo(shape, indices, values) => {
                let text = format!(
                    "CooHostTensor dtype = {}, shape = {}, indices = [{}], values = [{}]",
                    values.dtype.name,
                    shape_text(shape),
                    indices.printed(usize::MAX),
                    values.printed(usize::MAX)
                );
                vec![text, String::new()]
            }
            Self::Strings(shape, strings) => {
                let quoted: Vec<String> = strings.iter().map(|it| format!("\"{it}\"")).collect();
                let (shape, strings) = (shape_text(shape), quoted.join(", "));
                vec![format!("StringHostTensor shape = {shape}, values = [{strings}]")]
            }
        }
    }
}

/// `[2, 3]`.
pub(super) fn shape_text(shape: &[i64]) -> String {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("[{}]", sizes.join(", "))
}

/// The number of elements, if a tensor can have so many.
fn count(shape: &[i64]) -> Option<usize> {
    if shape.iter().any(|&size| size < 0) {
        return None;
    }
    if shape.contains(&0) {
        return Some(0);
    }
    let product = shape.iter().try_fold(1_i128, |product, &size| product.checked_mul(size.into()));
    usize::try_from(product?).ok()
}

/// The bytes of a dense tensor, if there can be so many.
fn byte_count(shape: &[i64], dtype: Dtype) -> Option<usize> {
    let bytes = count(shape)? as u128 * dtype.size as u128;
    isize::try_from(bytes).ok().map(isize::unsigned_abs)
}
