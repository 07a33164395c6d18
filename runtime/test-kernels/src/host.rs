//! Kernels that use the host: its queue, its allocator, its files, the process's log.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::Chain;

use tfrt_kernels::string::{HostString, MAX_STRING};

/// Writes the text to standard error at each level, unconditionally and under a condition.
#[kernel("tfrt_test.logging", effects(prints))]
pub fn logging(text: &HostString) -> Chain {
    let mut log = io::stderr().lock();
    for macro_name in ["TFRT_LOG(", "TFRT_LOG_IF("] {
        let condition = if macro_name == "TFRT_LOG(" { "" } else { ", true" };
        for level in ["INFO", "WARNING", "ERROR"] {
            // If standard error is closed, there is nowhere left to report to.
            let _ = writeln!(log, "from {macro_name}{level}{condition}): {}", text.0);
        }
    }
    Chain
}

/// Allocates four bytes from the run's allocator and leaks them.
///
/// # Errors
/// The allocator is exhausted.
#[kernel("tfrt_test.memory_leak_one_int32", effects(leaks))]
pub fn memory_leak_one_int32(ctx: ExecCtx<'_>) -> Result<(), KernelError> {
    match ctx.allocator().allocate(size_of::<i32>(), align_of::<i32>()) {
        Ok(_) => Ok(()),
        Err(_) => Err(KernelError::new(ErrorCode::ResourceExhausted, "no memory for an int32")),
    }
}

/// Waits until no other work is queued or running.
#[kernel("tfrt_test.quiesce", effects(blocks, host))]
pub fn quiesce(ctx: ExecCtx<'_>, _chain: Chain) -> Chain {
    ctx.host().quiesce();
    Chain
}

/// The content of a file, if it is no longer than a string may be.
///
/// This kernel reads any file that the process can read. It belongs to the test dialect; hosts that
/// run untrusted programs must use a catalogue without it.
///
/// # Errors
/// `failed to read from file X`, with the reason if the file exists: it is not a regular file, too
/// long, or not UTF-8 text.
#[kernel("tfrt_test.read_string_from_file", effects(files, blocks))]
pub fn read_string_from_file(path: &HostString) -> Result<HostString, KernelError> {
    let path = &path.0;
    read(Path::new(path), MAX_STRING as u64).map(HostString).map_err(|why| {
        KernelError::from(match why.raw_os_error() {
            Some(_) => format!("failed to read from file {path}"),
            None => format!("failed to read from file {path}: {why}"),
        })
    })
}

fn read(path: &Path, most: u64) -> io::Result<String> {
    // Checked before opening: opening a pipe blocks until it has a writer.
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a plain file"));
    }
    let mut text = String::new();
    // Files made up by the system do not report their true size, so the read itself is bounded.
    if File::open(path)?.take(most + 1).read_to_string(&mut text)? as u64 > most {
        let message = format!("longer than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::read;
    use std::path::Path;

    #[test]
    fn files_are_read_up_to_a_size() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let size = path.metadata().unwrap().len();
        assert_eq!(read(&path, size).unwrap().len() as u64, size);
        let error = read(&path, size - 1).unwrap_err();
        assert_eq!(error.to_string(), format!("longer than {} bytes", size - 1));
        assert_eq!(read(path.parent().unwrap(), 9).unwrap_err().to_string(), "not a plain file");
    }
}
