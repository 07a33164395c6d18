//! The driver: where it is found, what it must have, and what it says.

use crate::error::CudaError;
use crate::gate::Gate;
use crate::libraries::{Libraries, Library};
use crate::raw;
use crate::table::{Missing, NAME, PATH_VARIABLE, Table, WAIT_VARIABLE};
use crate::version::Version;
use parking_lot::Mutex;
use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The CUDA driver of this machine. Cheap to clone. Thread-safe.
///
/// Without one, [`open`](Driver::open) says why; nothing is printed, and nothing panics.
///
/// ```
/// use tfrt_cuda::Driver;
///
/// match Driver::open() {
///     Ok(driver) => println!("CUDA {}: {} devices", driver.version(), driver.device_count()?),
///     Err(error) => println!("{error}"),
/// }
/// # Ok::<(), tfrt_cuda::CudaError>(())
/// ```
#[derive(Clone)]
pub struct Driver(Arc<Inner>);

struct Inner {
    table: Table,
    version: Version,
    gate: Gate,
    /// The file that it was loaded from.
    path: PathBuf,
    libraries: Libraries,
    /// Each call that gives a stream work waits until it is done: [`WAIT_VARIABLE`].
    waits: bool,
}

/// The oldest driver that is accepted (R550): the first that tells the parameters of kernels.
const FLOOR: Version = Version { major: 12, minor: 4 };

/// The driver that was found without a path, for the rest of the process.
static FOUND: Mutex<Option<Driver>> = Mutex::new(None);

impl Driver {
    /// The driver: what the environment variable `TFRT_CUDA_DRIVER` names, or else `libcuda.so.1`, where the system's
    /// loader finds it. Once found, it stays the same.
    ///
    /// # Errors
    /// There is none, or it is a stub, has not all functions, or is older than CUDA 12.4; or it finds no device.
    pub fn open() -> Result<Self, CudaError> {
        if let Some(path) = env::var_os(PATH_VARIABLE) {
            return Self::found(&path);
        }
        Self::found(&OsString::from(NAME))
    }

    fn found(path: &OsString) -> Result<Self, CudaError> {
        let mut found = FOUND.lock();
        if let Some(driver) = &*found {
            return Ok(driver.clone());
        }
        let driver = Self::open_at(path.as_ref())?;
        *found = Some(driver.clone());
        Ok(driver)
    }

    /// The driver in that file. If the environment variable `TFRT_CUDA_SYNC` is set, and not to `0`, each call that
    /// gives a stream something waits until it is done: a kernel that fails is then an error of its own launch.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_at(path: &Path) -> Result<Self, CudaError> {
        let table = Table::load(path).map_err(|missing| match missing {
            Missing::Library(error) => {
                // The loader's own words are beneath.
                let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
                CudaError::absent(format!("there is no CUDA driver: {why}")).with_notes([format!(
                    "tried {}; {PATH_VARIABLE} names another file",
                    path.display()
                )])
            }
            Missing::Function(name) => CudaError::absent(format!(
                "the CUDA driver {} has no function {name}: it is older than {FLOOR}, or is none",
                path.display()
            )),
        })?;
        let version = raw::version(&table)?;
        if version < FLOOR {
            let message = format!("the CUDA driver is {version}, and {FLOOR} or newer is needed");
            return Err(CudaError::absent(message));
        }
        raw::init(&table)?;
        let waits = env::var_os(WAIT_VARIABLE).is_some_and(|value| value != "0");
        let driver = Self(Arc::new(Inner {
            table,
            version,
            gate: Gate::default(),
            path: path.to_owned(),
            libraries: Libraries::default(),
            waits,
        }));
        if driver.device_count()? == 0 {
            return Err(CudaError::absent("the CUDA driver finds no device"));
        }
        Ok(driver)
    }

    /// The newest version of CUDA that the driver knows.
    #[must_use]
    pub fn version(&self) -> Version {
        self.0.version
    }

    /// The number of devices.
    ///
    /// # Errors
    /// The driver's.
    pub fn device_count(&self) -> Result<u32, CudaError> {
        raw::device_count(&self.0.table)
    }

    pub(crate) fn table(&self) -> &Table {
        &self.0.table
    }

    pub(crate) fn waits(&self) -> bool {
        self.0.waits
    }

    /// A library beside the driver, loaded the first time.
    ///
    /// # Errors
    /// It is nowhere, or not whole.
    pub(crate) fn library<L: Library>(&self) -> Result<Arc<L>, CudaError> {
        self.0.libraries.get(&self.0.path)
    }

    pub(crate) fn gate(&self) -> &Gate {
        &self.0.gate
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("version", &self.0.version).finish_non_exhaustive()
    }
}
