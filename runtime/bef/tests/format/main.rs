//! The format from outside: the original's files, damaged files, files that lie.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

mod attributes;
mod damage;
mod golden;
mod lies;
mod support;
