//! Models as op graphs: which ops nodes become, and what is refused, all of it at once.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod attributes;
mod external;
mod functions;
mod sequences;
mod support;
mod versions;
