//! What a module is made of.

use tfrt_bef::Blob;
use tfrt_compiler::verify::Verified;

/// A verified program, and the files that hold data of it, by absolute path.
#[derive(Debug)]
pub struct Program {
    pub(crate) verified: Verified,
    pub(crate) files: Vec<(String, Blob)>,
}

impl From<Verified> for Program {
    fn from(verified: Verified) -> Self {
        Self { verified, files: Vec::new() }
    }
}
