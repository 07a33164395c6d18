//! The file `X.weights` beside a program: valid safetensors, in which each constant begins at a multiple of
//! 64 bytes, so that it can be mapped and used as it is. The program names ranges of it, with their hashes.

use super::Weights;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;
use tfrt_compiler::graph::{Content, Module, TypeKind};
use tfrt_host::kernel::{Blob, DType};
pub use tfrt_host::resource::LAYOUT;
use tfrt_host::resource::element_name;

/// Where each constant begins, from the beginning of the file.
const ALIGNMENT: u64 = 64;

/// The content of a file of weights.
#[derive(Debug)]
pub struct WeightsFile {
    /// With its length before it, and blanks up to the first constant.
    header: Vec<u8>,
    /// With the zeros before each.
    data: Vec<(u64, Blob)>,
}

impl Weights {
    /// The file of that name that has these weights, for the program that they were taken of, which then
    /// names it. `source` is the model's file.
    #[must_use]
    pub fn into_file(self, module: &mut Module, name: &str, source: &[u8]) -> WeightsFile {
        let mut entries = String::new();
        let mut data = Vec::new();
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let mut at = 0_u64;
        for (index, weight) in self.all.iter().enumerate() {
            let start = at.next_multiple_of(ALIGNMENT);
            if start > at {
                entry(&mut entries, &format!("padding.{index}"), "U8", &[start - at], at..start);
            }
            let end = start + weight.data.len() as u64;
            let (element, shape) = described(weight).unwrap_or(("U8", vec![end - start]));
            entry(&mut entries, &weight.name, element, &shape, start..end);
            data.push((start - at, weight.data.clone()));
            ranges.push(start..end);
            at = end;
        }
        let mut header = format!(
            "{{\"__metadata__\":{{\"tfrt.layout\":\"{LAYOUT}\",\"tfrt.source\":\"{}\"}}{entries}}}",
            digits(&Sha256::digest(source))
        );
        let length = 8 + header.len() as u64;
        let blanks = length.next_multiple_of(ALIGNMENT) - length;
        header.extend((0..blanks).map(|_| ' '));
        let begin = 8 + header.len() as u64;
        let places = self.all.iter().zip(&ranges);
        for (weight, range) in places {
            let known = module.resources.iter_mut().find(|known| known.key == *weight.name);
            if let Some(Content::File(place)) = known.map(|known| &mut known.content) {
                name.clone_into(&mut place.file);
                place.bytes = Some(begin + range.start..begin + range.end);
                place.hash = Some(Sha256::digest(&*weight.data).into());
            }
        }
        let length = (header.len() as u64).to_le_bytes();
        WeightsFile { header: [&length, header.as_bytes()].concat(), data }
    }
}

impl WeightsFile {
    /// Writes the file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.header)?;
        for (zeros, data) in &self.data {
            io::copy(&mut io::Read::take(io::repeat(0), *zeros), out)?;
            out.write_all(data)?;
        }
        out.flush()
    }
}

/// The type of a constant, if the format has such elements.
fn described(weight: &super::Weight) -> Option<(&'static str, Vec<u64>)> {
    let TypeKind::Shaped { shape, element } = weight.ty.kind() else { return None };
    let element = DType::from_mlir(element.as_str()).and_then(element_name)?;
    let shape = shape.iter().map(|&size| u64::try_from(size).ok()).collect::<Option<_>>()?;
    Some((element, shape))
}

/// Names need no escapes: they are identifiers.
fn entry(out: &mut String, name: &str, element: &str, shape: &[u64], bytes: Range<u64>) {
    let Range { start, end } = bytes;
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        ",\"{name}\":{{\"dtype\":\"{element}\",\"shape\":{shape:?},\"data_offsets\":[{start},{end}]}}"
    );
}

fn digits(hash: &[u8]) -> String {
    hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
