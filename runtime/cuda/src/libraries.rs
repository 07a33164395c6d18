//! The vendor's libraries as tables of functions: how they are declared, where they are found, how they are called.

use crate::error::CudaError;
use crate::table::{Missing, load};
use libloading::Library as Loaded;
use parking_lot::Mutex;
use std::any::Any;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Folders in which libraries are looked for first, as in `PATH`.
const FOLDERS: &str = "TFRT_CUDA_LIBRARIES";
/// Where Python's packages of the vendor are below an environment.
const PACKAGES: &str = "nvidia";

/// A library: its functions, what it is called, and what its codes are.
pub(crate) trait Library: Send + Sync + Sized + 'static {
    /// As in `libNAME.so`.
    const NAME: &'static str;
    /// The numbers behind that, the newest first.
    const VERSIONS: &'static [u32];
    /// What it opens by its name alone: how files beside it are called that must be loaded first.
    const WITH: Option<&'static str>;
    /// The codes of failures, and what they are called.
    const CODES: &'static [(u32, &'static str)];

    /// Finds its functions.
    fn of(library: Loaded) -> Result<Self, Missing>;

    /// The error of a call that gave a code.
    fn error(call: &'static str, code: u32) -> CudaError {
        let name = Self::CODES.iter().find(|(it, _)| *it == code).map(|(_, name)| *name);
        CudaError::of_library(call, name.map_or_else(|| format!("code {code}"), str::to_owned))
    }
}

/// Declares a library: its functions and codes.
macro_rules! library {
    (
        $(#[$doc:meta])*
        $table:ident = $name:literal $versions:tt $(with $with:literal)?, codes of $other:ident
        $($functions:tt)*
    ) => {
        crate::table::fields! { $(#[$doc])* $table { $($functions)* } }
        crate::libraries::library! {
            @impl $table = $name $versions $($with)?, <$other as crate::libraries::Library>::CODES
        }
    };
    (
        $(#[$doc:meta])*
        $table:ident = $name:literal $versions:tt $(with $with:literal)?, codes { $($code:literal $code_name:ident)* }
        $($functions:tt)*
    ) => {
        crate::table::fields! { $(#[$doc])* $table { $($functions)* } }

        crate::libraries::library! {
            @impl $table = $name $versions $($with)?, &[$(($code, stringify!($code_name))),*]
        }
    };
    (@impl $table:ident = $name:literal $versions:tt $($with:literal)?, $codes:expr) => {
        impl crate::libraries::Library for $table {
            const NAME: &'static str = $name;
            const VERSIONS: &'static [u32] = &$versions;
            const WITH: Option<&'static str> = [$(Some($with),)? None][0];
            const CODES: &'static [(u32, &'static str)] = $codes;

            fn of(library: libloading::Library) -> Result<Self, crate::table::Missing> {
                Self::of(library)
            }
        }
    };
}
pub(crate) use library;

/// Calls a function of a library's table.
macro_rules! call {
    ($table:ident.$name:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: handles and descriptors are the library's own and live as long as what has them; places are of the
        // function around; the extents of addresses of the device were compared with their buffers.
        let code = unsafe { ($table.$name)($($argument),*) };
        crate::libraries::checked($table, stringify!($name), code)
    }};
}
pub(crate) use call;

/// The error of a code, if it is one.
pub(crate) fn checked<L: Library>(
    _table: &L,
    call: &'static str,
    code: u32,
) -> Result<(), CudaError> {
    if code == 0 { Ok(()) } else { Err(L::error(call, code)) }
}

/// The libraries of a driver that have been asked for.
#[derive(Default)]
pub(crate) struct Libraries(Mutex<BTreeMap<&'static str, Arc<dyn Any + Send + Sync>>>);

impl Libraries {
    /// A library, loaded the first time: out of the file of the driver, where a stand-in has it, or from the first place
    /// that has one.
    ///
    /// # Errors
    /// It is nowhere, or not whole.
    pub(crate) fn get<L: Library>(&self, driver: &Path) -> Result<Arc<L>, CudaError> {
        let mut libraries = self.0.lock();
        if let Some(known) = libraries.get(L::NAME).cloned()
            && let Ok(known) = known.downcast::<L>()
        {
            return Ok(known);
        }
        let (library, beside) = find::<L>(driver)?;
        let library = Arc::new(library);
        libraries.insert(L::NAME, Arc::<L>::clone(&library));
        if let Some(name) = L::WITH {
            // Loaded as long as the library.
            libraries.insert(name, Arc::new(beside));
        }
        Ok(library)
    }
}

/// A library, and what it needs beside it.
fn find<L: Library>(driver: &Path) -> Result<(L, Vec<Loaded>), CudaError> {
    let mut tried = Vec::new();
    let places = places::<L>();
    for path in std::iter::once(driver).chain(places.iter().map(PathBuf::as_path)) {
        let beside = beside::<L>(path);
        match load(path).and_then(L::of) {
            Ok(library) => return Ok((library, beside)),
            Err(Missing::Function(_)) if path == driver => {}
            Err(Missing::Function(name)) => {
                tried.push(format!("{} has no function {name}", path.display()));
            }
            Err(Missing::Library(_)) => tried.push(format!("tried {}", path.display())),
        }
    }
    tried.push(format!("{FOLDERS} names folders with it"));
    let message = format!("there is no library {}", L::NAME);
    Err(CudaError::absent(message).with_notes(tried))
}

/// What a library opens by its name alone, out of its folder: the loader then takes that.
fn beside<L: Library>(path: &Path) -> Vec<Loaded> {
    let Some((name, folder)) = L::WITH.zip(path.parent()) else { return Vec::new() };
    let named = |path: &PathBuf| {
        path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name))
    };
    folders(folder).iter().filter(|path| named(path)).filter_map(|path| load(path).ok()).collect()
}

/// Where a library may be: in the folders that the environment names, where the system's loader finds it, and in
/// Python's packages of an environment that is active.
fn places<L: Library>() -> Vec<PathBuf> {
    let names: Vec<String> =
        L::VERSIONS.iter().map(|version| format!("lib{}.so.{version}", L::NAME)).collect();
    let named = env::var_os(FOLDERS);
    let named: Vec<PathBuf> = named.iter().flat_map(env::split_paths).collect();
    let environment = env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let packages =
        environment.iter().flat_map(|folder| folders(&folder.join("lib"))).flat_map(|python| {
            let packages = folders(&python.join("site-packages").join(PACKAGES));
            packages.into_iter().map(|package| package.join("lib"))
        });
    let in_folder =
        |folder: &Path| -> Vec<PathBuf> { names.iter().map(|name| folder.join(name)).collect() };
    let mut places: Vec<PathBuf> = named.iter().flat_map(|folder| in_folder(folder)).collect();
    places.extend(names.iter().map(PathBuf::from));
    let packages = packages.flat_map(|folder| in_folder(&folder));
    places.extend(packages.filter(|path| path.is_file()));
    places
}

/// What is in a folder, if it is one.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
}
