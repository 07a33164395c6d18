//! Files byte by byte: what the decoder makes of them, and what it refuses.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod elements;
mod external;
mod messages;
mod support;

use tfrt_onnx::{DecodeError, Limits, Model, decode};

/// The model in a file that has one.
#[track_caller]
fn decoded(file: &[u8]) -> Model<'_> {
    decode(file, &Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The error of a file that has none.
#[track_caller]
fn refusal(file: &[u8]) -> String {
    refused(decode(file, &Limits::default()))
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, DecodeError>) -> String {
    result.expect_err("it is refused").to_string()
}
