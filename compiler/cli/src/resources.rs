//! The files with a program's outside resources: those beside the program.

#![expect(unsafe_code, reason = "maps files into memory")]

use crate::input::Input;
use std::path::Path;
use std::sync::Arc;
use tfrt_host::resource::{Folder, Resolver};

/// The folder of the input. Standard input has none.
pub(crate) fn folder(input: &Input) -> Option<&Path> {
    let name = input.name();
    if name == "-" {
        return None;
    }
    // A path of one part has an empty parent.
    let folder = Path::new(name).parent().filter(|folder| !folder.as_os_str().is_empty());
    Some(folder.unwrap_or(Path::new(".")))
}

/// The files in the folder of the input.
pub(crate) fn resolver(input: &Input) -> Option<Arc<dyn Resolver>> {
    let folder = folder(input)?;
    // SAFETY: users of the tool leave the files of a program as they are while it runs, which the guide
    // asks of them.
    Some(Arc::new(unsafe { Folder::mapped(folder) }))
}
