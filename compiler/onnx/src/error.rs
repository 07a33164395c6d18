//! The one error of the crate.

use std::fmt;

/// The reason that a file is refused: what is wrong, and at which byte.
///
/// ```
/// let error = tfrt_onnx::decode(&[0x08, 0x0A, 0x3A, 0x7F], &Default::default()).unwrap_err();
/// assert_eq!(error.offset, 4);
/// assert_eq!(error.to_string(), "byte 4: graph: 127 bytes are announced, 0 are left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The byte offset in the file.
    pub offset: usize,
    /// The path of fields to what was read, and what is wrong with it.
    pub message: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for DecodeError {}

/// An error on its way out of nested messages, each of which adds its field's name. A box, so that
/// results without an error are small.
pub(crate) type Fault = Box<FaultAt>;

/// What a [`Fault`] points to.
#[derive(Debug)]
pub(crate) struct FaultAt {
    offset: usize,
    /// From the innermost field to the outermost one.
    path: Vec<Step>,
    what: String,
}

#[derive(Debug)]
enum Step {
    Field(&'static str),
    Index(usize),
}

/// A fault at that byte.
pub(crate) fn fault(offset: usize, what: impl Into<String>) -> Fault {
    Box::new(FaultAt { offset, path: Vec::new(), what: what.into() })
}

impl FaultAt {
    /// The fault is inside that field.
    pub(crate) fn within(mut self: Box<Self>, field: &'static str) -> Fault {
        self.path.push(Step::Field(field));
        self
    }

    /// The fault is inside the element with that index of a repeated field.
    pub(crate) fn at_index(mut self: Box<Self>, index: usize) -> Fault {
        self.path.push(Step::Index(index));
        self
    }
}

impl From<Fault> for DecodeError {
    fn from(fault: Fault) -> DecodeError {
        let mut message = String::new();
        for step in fault.path.iter().rev() {
            match step {
                Step::Field(_) if message.is_empty() => {}
                Step::Field(_) => message.push('.'),
                Step::Index(_) => {}
            }
            match step {
                Step::Field(name) => message.push_str(name),
                Step::Index(index) => message.push_str(&format!("[{index}]")),
            }
        }
        if !message.is_empty() {
            message.push_str(": ");
        }
        DecodeError { offset: fault.offset, message: message + &fault.what }
    }
}
