//! Live development: modules that `tfrt_graph!` generated from files are executed from the current
//! files. Called by generated code only.

use crate::convert::{argument, argument_shared};
use crate::{Folder, Later, Resolver, ReturnValue, Shared, TranslateOptions, mlir_to_bef_with};
use std::fs::Metadata;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::{Host, RequestContext};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::kernel::{Catalogue, Function, KernelType, Signature, Value};

/// Whether the environment variable `TFRT_LIVE=1` was set at the first call.
pub fn enabled() -> bool {
    static ENABLED: OnceLock<bool> = OnceLock::new();
    *ENABLED.get_or_init(|| std::env::var_os("TFRT_LIVE").is_some_and(|value| value == "1"))
}

/// A module's file and the program last loaded from it. Thread-safe.
#[derive(Debug)]
pub struct Module {
    path: &'static str,
    /// The file name as the user wrote it.
    name: &'static str,
    catalogue: fn() -> Catalogue,
    loaded: Mutex<Option<Loaded>>,
}

#[derive(Debug)]
struct Loaded {
    stamp: Stamp,
    program: Result<Program, Error>,
}

/// Identifies a version of a file.
type Stamp = Option<(SystemTime, u64)>;

impl Module {
    /// The module of the file at `path`, with the kernels that it was compiled with.
    #[must_use]
    pub const fn new(path: &'static str, name: &'static str, catalogue: fn() -> Catalogue) -> Self {
        Self { path, name, catalogue, loaded: Mutex::new(None) }
    }

    /// Starts the current version of a function in the file. Types are the compiled ones.
    ///
    /// # Panics
    /// The file cannot be read, or does not have the function with these types, and the function has no
    /// fallible result to report it.
    pub fn run(
        &self,
        function: &str,
        arguments: &[&str],
        results: &[&str],
        request: Option<&RequestContext>,
        mut values: Vec<Value>,
    ) -> Run {
        let request = request.cloned().unwrap_or_else(|| host().context());
        let mut given = vec![Value::Empty; results.len()];
        match self.function(function, arguments, results) {
            Ok(function) => function.call(&request, 0, &mut values, &mut given),
            Err(error) if results.is_empty() => panic!("{error}"),
            Err(error) => given.fill(Value::Error(error)),
        }
        Run { request, results: given.into_iter() }
    }

    fn function(
        &self,
        name: &str,
        arguments: &[&str],
        results: &[&str],
    ) -> Result<Function, Error> {
        let file = self.name;
        let function = self.program()?.function(name).ok_or_else(|| {
            let message = format!("live: {file} has no function @{name} any more: rebuild");
            Error::new(ErrorCode::NotFound, message)
        })?;
        let Signature { arguments: takes, results: gives, .. } = function.signature();
        if takes == arguments && gives == results {
            return Ok(function);
        }
        let message = format!(
            "live: in {file} function @{name} is ({}) -> ({}) now, and was compiled as \
             ({}) -> ({}): rebuild",
            takes.join(", "),
            gives.join(", "),
            arguments.join(", "),
            results.join(", "),
        );
        Err(Error::new(ErrorCode::InvalidArgument, message))
    }

    /// The program in the file, reloaded if the file has changed.
    fn program(&self) -> Result<Program, Error> {
        let stamp = |data: Metadata| Some((data.modified().ok()?, data.len()));
        // A version that cannot be identified is reloaded every time.
        let stamp: Stamp = std::fs::metadata(self.path).ok().and_then(stamp);
        // A panic cannot leave it half updated.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = loaded.as_ref().filter(|l| l.stamp.is_some() && l.stamp == stamp) {
            return loaded.program.clone();
        }
        let program = self
            .load()
            .map_err(|message| Error::new(ErrorCode::InvalidArgument, format!("live: {message}")));
        *loaded = Some(Loaded { stamp, program: program.clone() });
        program
    }

    fn load(&self) -> Result<Program, String> {
        let (file, catalogue) = (self.name, (self.catalogue)());
        let folder = Folder::new(Path::new(self.path).parent().unwrap_or(Path::new(".")));
        let resolver: Arc<dyn Resolver> = Arc::new(folder);
        let unreadable = |error: io::Error| format!("cannot read {file}: {error}");
        let mut bytes = std::fs::read(self.path).map_err(unreadable)?;
        if !bytes.starts_with(&[0x0b, 0xef]) {
            let text = String::from_utf8(bytes).map_err(|error| {
                format!("{file}: not UTF-8 at byte {}", error.utf8_error().valid_up_to())
            })?;
            let options = TranslateOptions::default().with_resolver(Arc::clone(&resolver));
            bytes = mlir_to_bef_with(file, &text, &catalogue, options)
                .map_err(|error| error.to_string())?;
        }
        let options = LoadOptions::default().with_resolver(resolver);
        Program::load(&bytes, &catalogue, &options).map_err(|error| format!("{file}: {error}"))
    }
}

/// The host for functions that take no context.
fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(|| {
        Host::builder().work_queue("s").build().expect("a host without threads can be built")
    })
}

/// A running function: its results one after the other, in the form of the compiled function.
#[derive(Debug)]
pub struct Run {
    request: RequestContext,
    results: std::vec::IntoIter<Value>,
}

impl Run {
    /// A result that is a ready scalar in compiled code.
    ///
    /// # Panics
    /// It is an error.
    pub fn ready<T: KernelType + Clone>(&mut self) -> T {
        self.fallible().unwrap_or_else(|error| failed(&error))
    }

    /// A result that is a ready boxed value in compiled code.
    ///
    /// # Panics
    /// It is an error.
    pub fn ready_shared<T: KernelType>(&mut self) -> Shared<T> {
        self.fallible_shared().unwrap_or_else(|error| failed(&error))
    }

    /// A result that is a fallible scalar in compiled code.
    ///
    /// # Errors
    /// It is an error.
    pub fn fallible<T: KernelType + Clone>(&mut self) -> Result<T, Error> {
        argument::<T>(self.next_available()?.as_ref())
    }

    /// A result that is a fallible boxed value in compiled code.
    ///
    /// # Errors
    /// It is an error.
    pub fn fallible_shared<T: KernelType>(&mut self) -> Result<Shared<T>, Error> {
        argument_shared::<T>(self.next_available()?.as_ref())
    }

    /// A later result in compiled code.
    pub fn later<R: ReturnValue>(&mut self) -> Later<R> {
        Later::of_value(&self.request, self.results.next().unwrap_or_default())
    }

    /// The next result, after waiting for it: in the current file it may be pending.
    fn next_available(&mut self) -> Result<Option<Value>, Error> {
        let Some(value) = self.results.next() else { return Ok(None) };
        if !value.is_available() {
            self.request.await_all(&[value.clone().into_ref()])?;
        }
        Ok(Some(value))
    }
}

/// Panics, because a function that was compiled as infallible has failed.
#[cold]
fn failed(error: &Error) -> ! {
    panic!("{}", error.report())
}
