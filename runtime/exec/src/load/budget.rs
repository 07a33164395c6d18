//! The memory budget of a load: at most four times the file plus a mebibyte, for any file.

/// The factor of the file's size, and a constant in bytes.
const FACTOR: usize = 4;
const SLACK: usize = 1 << 20;

/// Allowance for small or short-lived allocations that are not counted: names and schemas of the
/// catalogue's kernels, and lists before they are split into chunks.
const UNCOUNTED: usize = 128 << 10;

/// Signatures are made as text on request, each separately, from types that a file shares. Together
/// they may take this constant plus this factor of the file's size.
const TEXT_FACTOR: usize = 16;
const TEXT_SLACK: usize = 16 << 20;

/// Bytes that a load may still allocate. Everything that it keeps in proportion to the file is
/// counted before it is allocated, by its requested size.
#[derive(Debug)]
pub(super) struct Budget {
    memory: usize,
    texts: usize,
}

impl Budget {
    pub(super) fn new(file_size: usize) -> Self {
        let times = |factor, slack| file_size.saturating_mul(factor).saturating_add(slack);
        Self { memory: times(FACTOR, SLACK - UNCOUNTED), texts: times(TEXT_FACTOR, TEXT_SLACK) }
    }

    /// Counts bytes that are about to be allocated.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), String> {
        self.memory = self.memory.checked_sub(bytes).ok_or_else(out_of_proportion)?;
        Ok(())
    }

    /// Counts freed bytes.
    pub(super) fn give_back(&mut self, bytes: usize) {
        self.memory = self.memory.saturating_add(bytes);
    }

    /// Counts bytes of texts that may be made later.
    pub(super) fn spend_text(&mut self, bytes: usize) -> Result<(), String> {
        self.texts = self.texts.checked_sub(bytes).ok_or_else(out_of_proportion)?;
        Ok(())
    }
}

#[cold]
fn out_of_proportion() -> String {
    "what the file shares is out of proportion to the file".to_owned()
}
