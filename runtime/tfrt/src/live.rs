//! Live development: modules of `tfrt_graph!` that were made of files run through the executor from
//! the files as they are now. What generated code calls; nothing here is for users.

use crate::__private::{argument, argument_shared, from_value};
use crate::{Shared, mlir_to_bef};
use std::fs::Metadata;
use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::{Host, RequestContext};
use tfrt_host::error::{Error, ErrorCode};
use tfrt_host::frame::Later;
use tfrt_host::kernel::{Catalogue, Function, KernelType, Signature, Value};

/// Whether the environment asked for it when it was first looked at: `TFRT_LIVE=1`.
pub fn enabled() -> bool {
    static ENABLED: OnceLock<bool> = OnceLock::new();
    *ENABLED.get_or_init(|| std::env::var_os("TFRT_LIVE").is_some_and(|value| value == "1"))
}

/// A module's file, and the program that it last held. Thread-safe.
#[derive(Debug)]
pub struct Module {
    path: &'static str,
    /// As the user wrote it.
    name: &'static str,
    catalogue: fn() -> Catalogue,
    loaded: Mutex<Option<Loaded>>,
}

#[derive(Debug)]
struct Loaded {
    stamp: Stamp,
    program: Result<Program, Error>,
}

/// What tells one state of a file from another.
type Stamp = Option<(SystemTime, u64)>;

impl Module {
    /// A module of the file at `path`, with the kernels that it was compiled with.
    #[must_use]
    pub const fn new(path: &'static str, name: &'static str, catalogue: fn() -> Catalogue) -> Self {
        Self { path, name, catalogue, loaded: Mutex::new(None) }
    }

    /// Starts a function as the file has it now. Types are those that were compiled.
    ///
    /// # Panics
    /// The file cannot be read, has another function of that name or none, and the function has no
    /// result that could say so.
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

    /// The program in the file, read again if the file has changed.
    fn program(&self) -> Result<Program, Error> {
        let stamp = |data: Metadata| Some((data.modified().ok()?, data.len()));
        // A state that cannot be told from another is read every time.
        let stamp: Stamp = std::fs::metadata(self.path).ok().and_then(stamp);
        // Nothing is half done where a panic may come.
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
        let unreadable = |error: io::Error| format!("cannot read {file}: {error}");
        let mut bytes = std::fs::read(self.path).map_err(unreadable)?;
        if !bytes.starts_with(&[0x0b, 0xef]) {
            let text = String::from_utf8(bytes).map_err(|error| {
                format!("{file}: not UTF-8 at byte {}", error.utf8_error().valid_up_to())
            })?;
            bytes = mlir_to_bef(file, &text, &catalogue).map_err(|error| error.to_string())?;
        }
        Program::load(&bytes, &catalogue, &LoadOptions::default())
            .map_err(|error| format!("{file}: {error}"))
    }
}

/// The host of functions that take no context.
fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(|| Host::builder().build().expect("a host without threads can be built"))
}

/// A function that runs: its results, one after the other, as the compiled function gives them.
#[derive(Debug)]
pub struct Run {
    request: RequestContext,
    results: std::vec::IntoIter<Value>,
}

impl Run {
    /// A scalar that is there in compiled code.
    ///
    /// # Panics
    /// It is an error.
    pub fn ready<T: KernelType + Clone>(&mut self) -> T {
        self.fallible().unwrap_or_else(|error| failed(&error))
    }

    /// A boxed value that is there in compiled code.
    ///
    /// # Panics
    /// It is an error.
    pub fn ready_shared<T: KernelType>(&mut self) -> Shared<T> {
        self.fallible_shared().unwrap_or_else(|error| failed(&error))
    }

    /// A scalar that is there, or an error, in compiled code.
    ///
    /// # Errors
    /// It is an error.
    pub fn fallible<T: KernelType + Clone>(&mut self) -> Result<T, Error> {
        argument::<T>(self.there()?.as_ref())
    }

    /// A boxed value that is there, or an error, in compiled code.
    ///
    /// # Errors
    /// It is an error.
    pub fn fallible_shared<T: KernelType>(&mut self) -> Result<Shared<T>, Error> {
        argument_shared::<T>(self.there()?.as_ref())
    }

    /// A value that may come later in compiled code.
    pub fn later<T: KernelType>(&mut self) -> Later<T> {
        from_value::<T>(self.results.next())
    }

    /// The next result, waited for: in the file as it is now it may come later.
    fn there(&mut self) -> Result<Option<Value>, Error> {
        let Some(value) = self.results.next() else { return Ok(None) };
        if !value.is_available() {
            self.request.await_all(&[value.clone().into_ref()])?;
        }
        Ok(Some(value))
    }
}

/// A function that cannot fail as it was compiled has failed.
#[cold]
fn failed(error: &Error) -> ! {
    panic!("{}", error.report())
}
