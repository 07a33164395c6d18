//! Reads the input, a file or standard input, and tells text, BEF and models apart by their content.

use crate::failure::Failure;
use std::fs::File;
use std::io::{self, Read};
use tfrt::{Model, ModelBuilder, ModelError};
use tfrt_bef::{Blob, ErrorKind, Limits};
use tfrt_compiler::source::Source;
use tfrt_import::Helper;

/// Larger programs are refused: twice the limit of BEF files.
const MAX_PROGRAM: usize = 512 << 20;

/// A program as it was given.
#[derive(Debug)]
pub(crate) enum Input {
    /// MLIR text.
    Text(Source),
    /// BEF.
    Bef {
        /// The path as typed; `-` for standard input.
        name: String,
        /// The file.
        bytes: Blob,
    },
    /// An ONNX model.
    Model {
        /// The path as typed; `-` for standard input.
        name: String,
        /// The file.
        bytes: Blob,
    },
}

impl Input {
    /// Reads `path`; `-` or nothing is standard input.
    pub(crate) fn read(path: Option<&str>) -> Result<Self, Failure> {
        let name = path.unwrap_or("-");
        let bytes = if name == "-" {
            read_all(io::stdin().lock())
        } else {
            File::open(name).and_then(read_all)
        };
        let bytes =
            bytes.map_err(|error| Failure::unusable(format!("cannot read {name}: {error}")))?;
        if tfrt_onnx::looks_like_model(&bytes) {
            return Ok(Self::Model { name: name.to_owned(), bytes: bytes.into() });
        }
        if bytes.len() > MAX_PROGRAM {
            return Err(Failure::unusable(format!("cannot read {name}: more than 512 MiB")));
        }
        if tfrt_bef::looks_like_bef(&bytes) {
            return Ok(Self::Bef { name: name.to_owned(), bytes: bytes.into() });
        }
        let refused = tfrt_bef::read(&bytes, &Limits::default()).err();
        if refused.is_some_and(|error| error.kind == ErrorKind::Bytecode) {
            let Some(helper) = Helper::find() else {
                let message = "MLIR bytecode is read by the helper `tfrt-mlir`, which is not \
                               installed; or print it as text, as mlir-opt does";
                return Err(Failure::diagnosed(format!("{name}: error: {message}\n")));
            };
            let text = helper.normalise(name, &bytes, &[]);
            let text = text.map_err(|errors| Failure::diagnosed(errors.join("\n") + "\n"))?;
            return Ok(Self::Text(Source::new(name, text)));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
            Failure::diagnosed(format!(
                "{name}:{line}:{column}: error: neither BEF nor UTF-8 text\n"
            ))
        })?;
        Ok(Self::Text(Source::new(name, text)))
    }

    /// The input as a model.
    pub(crate) fn model(&self, builder: &ModelBuilder) -> Result<Model, ModelError> {
        match self {
            // Beside a file there may be others.
            _ if self.name() != "-" => builder.load(self.name()),
            Self::Text(source) => builder.from_bytes(source.text.as_bytes()),
            Self::Bef { bytes, .. } | Self::Model { bytes, .. } => {
                builder.from_bytes(bytes.clone())
            }
        }
    }

    /// The path as typed.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Text(source) => &source.name,
            Self::Bef { name, .. } | Self::Model { name, .. } => name,
        }
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Option<&Source> {
        match self {
            Self::Text(source) => Some(source),
            Self::Bef { .. } | Self::Model { .. } => None,
        }
    }
}

fn read_all(reader: impl Read) -> io::Result<Vec<u8>> {
    let most = tfrt_onnx::Limits::default().file;
    let mut bytes = Vec::new();
    reader.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "more than 2 GiB"));
    }
    Ok(bytes)
}
