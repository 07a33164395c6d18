//! What a load may take in memory: at most four times the file plus a mebibyte, whatever the file.

/// How many times the file a load may take, and how many bytes beside.
const FACTOR: usize = 4;
const SLACK: usize = 1 << 20;

/// What is too small, or too short-lived, to be counted: names and schemas of the catalogue's
/// kernels, and lists while they grow to where they are cut into pieces.
const UNCOUNTED: usize = 128 << 10;

/// Signatures have texts as soon as somebody asks for them, each its own, of types that a file
/// shares. All of them may take this much, and this many times the file.
const TEXT_FACTOR: usize = 16;
const TEXT_SLACK: usize = 16 << 20;

/// Bytes that a load may still take. Whatever it keeps in proportion to the file is counted before
/// it is allocated, with the bytes that are asked of the allocator.
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

    /// Counts bytes that have been freed.
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
