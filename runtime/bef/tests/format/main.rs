//! The format through its public interface: the original's files, damaged files, files with false
//! claims.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

mod attributes;
mod damage;
mod golden;
mod lies;
mod resources;
mod support;
