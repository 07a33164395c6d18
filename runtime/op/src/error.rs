//! Errors as values: the message, the failing kernel, its source location, and the call trail.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Text that is static in generated code and owned when it was read from a file.
pub type Text = Cow<'static, str>;

/// A number and what it counts, for messages: `1 argument`, `2 arguments`.
#[doc(hidden)]
#[must_use]
pub fn counted(count: usize, thing: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{end}")
}

/// Calls that an error's trail names. Calls further out are only counted, so that an error that
/// leaves ten thousand nested calls stays small.
const MAX_TRAIL: u32 = 32;

/// The source location of an op. Mirrors the location kinds of BEF.
///
/// Nesting is expected to be shallow (the loader limits it to 128).
///
/// ```
/// use tfrt_op::error::Location;
/// let place = Location::at("graph.mlir", 3, 7);
/// assert_eq!(place.file_line_col(), Some(("graph.mlir", 3, 7)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Location {
    /// The location is unknown.
    #[default]
    Unknown,
    /// A position in a file; line and column count from one.
    FileLineCol {
        /// The path exactly as the compiler was given it.
        file: Text,
        /// Line, from one.
        line: u32,
        /// Column, from one.
        column: u32,
    },
    /// A name given to the op, with a location.
    Name {
        /// The name.
        name: Text,
        /// The location under the name.
        child: Box<Location>,
    },
    /// A location inlined at a call site.
    CallSite {
        /// The location in the callee.
        callee: Box<Location>,
        /// The location of the call.
        caller: Box<Location>,
    },
    /// Several locations merged.
    Fused(Vec<Location>),
}

impl Location {
    /// A position in a file, for use in statics.
    #[must_use]
    pub const fn at(file: &'static str, line: u32, column: u32) -> Self {
        Self::FileLineCol { file: Cow::Borrowed(file), line, column }
    }

    /// The file position at which a diagnostic is shown: that of the named location, of the callee,
    /// or of the first of several.
    #[must_use]
    pub fn file_line_col(&self) -> Option<(&str, u32, u32)> {
        let mut location = self;
        loop {
            match location {
                Self::Unknown => return None,
                Self::FileLineCol { file, line, column } => return Some((file, *line, *column)),
                Self::Name { child, .. } => location = child,
                Self::CallSite { callee, .. } => location = callee,
                Self::Fused(locations) => location = locations.first()?,
            }
        }
    }

    /// The place as editors and terminals know it, `file:line:column`; of a location without one,
    /// its whole text.
    ///
    /// ```
    /// let location = tfrt_op::error::Location::at("src/main.rs", 17, 14);
    /// assert_eq!(location.place(), "src/main.rs:17:14");
    /// ```
    #[must_use]
    pub fn place(&self) -> String {
        match self.file_line_col() {
            Some((file, line, column)) => format!("{file}:{line}:{column}"),
            None => self.to_string(),
        }
    }

    /// The name that tools show for the op: the name given to it, all names of a fusion, or the
    /// name in the callee.
    #[must_use]
    pub fn debug_info(&self) -> Option<String> {
        let name_of = |place: &Self| match place {
            Self::Name { name, .. } => Some(name.to_string()),
            _ => None,
        };
        match self {
            Self::Name { .. } => name_of(self),
            Self::CallSite { callee, .. } => name_of(callee),
            Self::Fused(places) => {
                let names: Vec<String> = places.iter().filter_map(name_of).collect();
                (!names.is_empty()).then(|| names.concat())
            }
            Self::Unknown | Self::FileLineCol { .. } => None,
        }
    }
}

/// The text form of the tools. Written with a work list, so that depth costs no stack.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Part<'a> {
            Place(&'a Location),
            Text(&'a str),
        }
        let mut parts = vec![Part::Place(self)];
        while let Some(part) = parts.pop() {
            match part {
                Part::Text(text) => f.write_str(text)?,
                Part::Place(Self::Unknown) => f.write_str("(unknown)")?,
                Part::Place(Self::FileLineCol { file, line, column }) => {
                    write!(f, "{file};{line};{column}")?;
                }
                Part::Place(Self::Name { name, child }) => {
                    if **child == Self::Unknown {
                        f.write_str(name)?;
                    } else {
                        parts.push(Part::Text(")"));
                        parts.push(Part::Text(name));
                        parts.push(Part::Text("("));
                        parts.push(Part::Place(child));
                    }
                }
                Part::Place(Self::CallSite { callee, caller }) => {
                    parts.push(Part::Place(caller));
                    parts.push(Part::Text("<-"));
                    parts.push(Part::Place(callee));
                }
                Part::Place(Self::Fused(places)) => {
                    for (index, place) in places.iter().enumerate().rev() {
                        parts.push(Part::Place(place));
                        if index > 0 {
                            parts.push(Part::Text(","));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// The class of an error: whose fault it is and what a caller may do about it.
///
/// ```
/// use tfrt_op::error::{Error, ErrorCode};
/// let error = Error::new(ErrorCode::NotFound, "no model of that name");
/// let status = match error.code() {
///     ErrorCode::NotFound => 404,
///     ErrorCode::InvalidArgument => 400,
///     ErrorCode::DeadlineExceeded => 504,
///     _ => 500,
/// };
/// assert_eq!(status, 404);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// A kernel failed: the default for errors that kernels report.
    Internal,
    /// The run was cancelled.
    Cancelled,
    /// The run's deadline passed.
    DeadlineExceeded,
    /// The program or its input asks for something that does not exist or is not allowed.
    InvalidArgument,
    /// A limit was reached (call depth, memory, queue capacity).
    ResourceExhausted,
    /// A name (function, kernel, device) was not found.
    NotFound,
    /// Something that the program needs is not on this machine: a driver, a device, a library.
    Unavailable,
    /// A device has failed, and everything on it is lost. Only a new process can use it again.
    DeviceLost,
    /// A defect of this runtime; please report it.
    Bug,
}

impl ErrorCode {
    /// The code's name in the original's status vocabulary. That has no code for a defect of the
    /// runtime, nor for a lost device: `Bug` becomes `INTERNAL`, `DeviceLost` becomes `DATA_LOSS`.
    #[must_use]
    pub fn absl_name(self) -> &'static str {
        match self {
            Self::Internal | Self::Bug => "INTERNAL",
            Self::Cancelled => "CANCELLED",
            Self::DeadlineExceeded => "DEADLINE_EXCEEDED",
            Self::InvalidArgument => "INVALID_ARGUMENT",
            Self::ResourceExhausted => "RESOURCE_EXHAUSTED",
            Self::NotFound => "NOT_FOUND",
            Self::Unavailable => "UNAVAILABLE",
            Self::DeviceLost => "DATA_LOSS",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Internal => "internal",
            Self::Cancelled => "cancelled",
            Self::DeadlineExceeded => "deadline exceeded",
            Self::InvalidArgument => "invalid argument",
            Self::ResourceExhausted => "resource exhausted",
            Self::NotFound => "not found",
            Self::Unavailable => "unavailable",
            Self::DeviceLost => "device lost",
            Self::Bug => "a defect of the runtime",
        })
    }
}

/// An error whose [source](std::error::Error::source) is a code states it for the kernel that fails
/// with it.
impl std::error::Error for ErrorCode {}

/// A kernel's own report: a message and a code, before the runtime adds kernel and location.
///
/// Made from a `&'static str`, a `String`, and every error that becomes a
/// `Box<dyn std::error::Error + Send + Sync>`: std's, those of other crates, your own. So a kernel
/// may return `Result<T, E>` for each of these, and `?` makes one of each in a kernel that returns
/// `Result<T, KernelError>`. The code is [`ErrorCode::Internal`], except that an [`Error`] keeps its
/// own, and an error whose source is an [`ErrorCode`] has that; [`KernelError::new`] states another.
///
/// An error that is not only a text is kept: it is the [source](std::error::Error::source) of the
/// [`Error`] that callers get, where its type can be recovered.
///
/// ```
/// use tfrt_op::error::{Error, KernelError, Location};
///
/// fn parse(text: &str) -> Result<i32, KernelError> {
///     Ok(text.parse()?)
/// }
/// let error = Error::at(parse("x").unwrap_err(), "my.parse".into(), Location::Unknown);
/// let source = std::error::Error::source(&error).unwrap();
/// assert!(source.is::<std::num::ParseIntError>());
/// assert_eq!(error.message(), "invalid digit found in string");
/// ```
///
/// It is not a `std::error::Error` itself: it lives only between a kernel and its engine.
#[derive(Clone, Debug)]
pub struct KernelError {
    /// What went wrong: lower-case where it can be, no full stop.
    pub message: Text,
    /// The kind of failure.
    pub code: ErrorCode,
    cause: Option<Cause>,
}

/// The error that a kernel failed with. One word, because results of kernels that can fail have room
/// for it.
type Cause = Arc<AnyError>;

type AnyError = Box<dyn std::error::Error + Send + Sync>;

impl KernelError {
    /// A report with an explicit code.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<Text>) -> Self {
        Self { message: message.into(), code, cause: None }
    }

    /// The end of a run, for a kernel that notices it and returns early: no failure of its own. Who calls
    /// gets the run's error, and nothing is reported.
    ///
    /// ```
    /// use tfrt_op::error::{Error, ErrorCode, KernelError};
    /// let end = Error::new(ErrorCode::Cancelled, "cancelled");
    /// let error = KernelError::of_ended_run(end);
    /// assert!(error.ended_run().is_some());
    /// ```
    #[must_use]
    pub fn of_ended_run(end: Error) -> Self {
        let Origin { message, code, .. } = end.origin();
        let (message, code) = (message.clone(), *code);
        Self { message, code, cause: Some(Arc::new(Box::new(EndedRun(end)))) }
    }

    /// The error of the run, if its end is all that this is.
    #[must_use]
    pub fn ended_run(&self) -> Option<&Error> {
        let cause = self.cause.as_ref()?;
        cause.downcast_ref().map(|EndedRun(end)| end)
    }

    #[cold]
    fn caused_by(error: AnyError) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => {
                let Origin { message, code, cause, .. } = error.origin();
                Self { message: message.clone(), code: *code, cause: cause.clone() }
            }
            Err(error) => {
                let stated = error.source().and_then(|source| source.downcast_ref()).copied();
                Self {
                    message: error.to_string().into(),
                    code: stated.unwrap_or(ErrorCode::Internal),
                    cause: Some(Arc::new(error)),
                }
            }
        }
    }
}

/// What a kernel ends with that notices the end of its run.
#[derive(Debug)]
struct EndedRun(Error);

impl fmt::Display for EndedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for EndedRun {}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Texts are messages. Of an [`Error`], message, code and source are kept; its origin is replaced by
/// the kernel that reports it. Every other error is kept as it is.
// One conversion, because those from a text and from any `std::error::Error` would overlap: std may
// make a `String` an error one day. What std has for them is `Into<Box<dyn Error>>`.
impl<E: Into<AnyError> + 'static> From<E> for KernelError {
    fn from(error: E) -> Self {
        fn take<T: 'static>(error: &mut dyn Any) -> Option<T> {
            error.downcast_mut::<Option<T>>()?.take()
        }
        let mut error = Some(error);
        let text = take::<&'static str>(&mut error).map(Text::Borrowed);
        let text = text.or_else(|| take::<String>(&mut error).map(Text::Owned));
        match (text, error) {
            (Some(text), _) => Self::new(ErrorCode::Internal, text),
            (None, Some(error)) => Self::caused_by(error.into()),
            (None, None) => unreachable!("only texts are taken"),
        }
    }
}

impl Error {
    /// The error of a caught panic: the one that it carries, or one with its message.
    #[must_use]
    pub fn of_panic(payload: Box<dyn Any + Send>) -> Self {
        match payload.downcast::<Self>() {
            Ok(error) => *error,
            Err(payload) => {
                let message = panic_message(&*payload);
                drop_quietly(payload);
                Self::new(ErrorCode::Internal, message)
            }
        }
    }
}

/// Drops a panic's payload. Its destructor may panic again; that second payload is dropped if it is
/// plain text and leaked otherwise, because the sequence may never end.
#[doc(hidden)]
pub fn drop_quietly(payload: Box<dyn Any + Send>) {
    let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) else { return };
    if !second.is::<&str>() && !second.is::<String>() {
        let _leaked = ManuallyDrop::new(second);
    }
}

/// The message of a panic.
#[doc(hidden)]
#[must_use]
pub fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("unknown reason")
}

/// The message of a panic as an error message.
#[doc(hidden)]
#[must_use]
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    format!("kernel panicked: {}", panic_text(payload))
}

/// An error value: cheap to clone, immutable, shared by every result that it poisons. One word,
/// also in an `Option`.
///
/// Thread-safe.
///
/// ```
/// use tfrt_op::error::{Error, ErrorCode, Location};
///
/// let error = Error::at("no such file".into(), "my.read".into(), Location::at("g.mlir", 2, 8));
/// assert_eq!((error.message(), error.code()), ("no such file", ErrorCode::Internal));
/// assert_eq!(error.kernel(), Some("my.read"));
/// assert_eq!(error.report(), "no such file\n  in my.read at g.mlir:2:8");
/// ```
#[derive(Clone)]
pub struct Error(Arc<Inner>);

enum Inner {
    /// Not propagated through a call yet.
    Origin(Origin),
    /// Propagated through at least one call. The origin is shared, not copied.
    Through {
        /// The original error.
        error: Error,
        /// The outermost call that is named.
        last: Arc<Call>,
        /// Number of named calls, at most [`MAX_TRAIL`].
        named: u32,
        /// Number of calls further out, which are only counted.
        omitted: u32,
    },
}

struct Origin {
    message: Text,
    code: ErrorCode,
    kernel: Option<Text>,
    location: Location,
    cause: Option<Cause>,
}

/// One call that an error was propagated through. At most [`MAX_TRAIL`] are linked, which also
/// bounds the recursion of their drop.
struct Call {
    function: Text,
    location: Location,
    inner: Option<Arc<Call>>,
}

impl Error {
    /// A defect of this runtime.
    #[must_use]
    pub fn bug(message: impl Into<Text>) -> Self {
        Self::new(ErrorCode::Bug, message)
    }

    /// The error of a result that its kernel has not set.
    #[cold]
    #[must_use]
    pub fn unset_result() -> Self {
        Self::bug("a kernel has not set a result")
    }

    /// An error without origin.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<Text>) -> Self {
        let (kernel, location, cause) = (None, Location::Unknown, None);
        Self::origin_error(Origin { message: message.into(), code, kernel, location, cause })
    }

    /// An error of a kernel at a location.
    #[must_use]
    pub fn at(error: KernelError, kernel: Text, location: Location) -> Self {
        let KernelError { message, code, cause } = error;
        Self::origin_error(Origin { message, code, kernel: Some(kernel), location, cause })
    }

    /// This error, propagated out of a call of `function` at `location`.
    #[must_use]
    pub fn through(&self, function: impl Into<Text>, location: Location) -> Self {
        let call = |inner| Arc::new(Call { function: function.into(), location, inner });
        let inner = match &*self.0 {
            Inner::Origin(_) => {
                Inner::Through { error: self.clone(), last: call(None), named: 1, omitted: 0 }
            }
            Inner::Through { error, last, named, omitted } if *named < MAX_TRAIL => {
                let last = call(Some(Arc::clone(last)));
                Inner::Through { error: error.clone(), last, named: named + 1, omitted: *omitted }
            }
            Inner::Through { error, last, named, omitted } => Inner::Through {
                error: error.clone(),
                last: Arc::clone(last),
                named: *named,
                omitted: omitted.saturating_add(1),
            },
        };
        Self(Arc::new(inner))
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.origin().message
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.origin().code
    }

    /// The kernel that failed.
    #[must_use]
    pub fn kernel(&self) -> Option<&str> {
        self.origin().kernel.as_deref()
    }

    /// The location of the failure.
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.origin().location
    }

    /// The calls that the error was propagated through, innermost first. Calls beyond the innermost
    /// 32 are only counted, by [`Error::omitted_calls`].
    pub fn trail(&self) -> impl Iterator<Item = (&str, &Location)> {
        let mut calls = Vec::new();
        let mut next = match &*self.0 {
            Inner::Origin(_) => None,
            Inner::Through { last, .. } => Some(last),
        };
        while let Some(call) = next {
            calls.push((call.function.as_ref(), &call.location));
            next = call.inner.as_ref();
        }
        calls.into_iter().rev()
    }

    /// The number of calls beyond those that [`Error::trail`] names.
    #[must_use]
    pub fn omitted_calls(&self) -> u32 {
        match &*self.0 {
            Inner::Origin(_) => 0,
            Inner::Through { omitted, .. } => *omitted,
        }
    }

    /// The full report, on several lines: message, kernel, location, and call trail.
    #[must_use]
    pub fn report(&self) -> String {
        let place = |location: &Location, before: &str| match location {
            Location::Unknown => String::new(),
            location => before.to_owned() + &location.place(),
        };
        let mut text = self.message().to_owned();
        match self.kernel() {
            Some(kernel) => text += &format!("\n  in {kernel}{}", place(self.location(), " at ")),
            None => text += &place(self.location(), "\n  at "),
        }
        for (function, location) in self.trail() {
            text += &format!("\n  in @{function}{}", place(location, ", called from "));
        }
        match self.omitted_calls() {
            0 => {}
            1 => text += "\n  and 1 more call",
            more => text += &format!("\n  and {more} more calls"),
        }
        text
    }

    /// Whether both are the same error object.
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn origin_error(origin: Origin) -> Self {
        Self(Arc::new(Inner::Origin(origin)))
    }

    fn origin(&self) -> &Origin {
        let mut error = self;
        loop {
            match &*error.0 {
                Inner::Origin(origin) => return origin,
                Inner::Through { error: inner, .. } => error = inner,
            }
        }
    }
}

/// The message alone; [`Error::report`] has the rest.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}: {})", self.code(), self.report())
    }
}

/// The source is the error that the kernel failed with, if that was more than a text. The message is
/// that error's own.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let cause = self.origin().cause.as_deref()?;
        Some(&**cause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<Error>(), 8);
        assert_eq!(size_of::<Option<Error>>(), 8);
    }

    fn name(name: &'static str, child: Location) -> Location {
        Location::Name { name: name.into(), child: Box::new(child) }
    }

    #[test]
    fn locations_have_the_text_of_the_tools() {
        let place = || Location::at("a.mlir", 3, 7);
        assert_eq!(Location::Unknown.to_string(), "(unknown)");
        assert_eq!(place().to_string(), "a.mlir;3;7");
        assert_eq!(name("n", Location::Unknown).to_string(), "n");
        assert_eq!(name("n", place()).to_string(), "a.mlir;3;7(n)");
        assert_eq!(name("o", name("n", place())).to_string(), "a.mlir;3;7(n)(o)");
        let call =
            Location::CallSite { callee: Box::new(name("f", place())), caller: Box::default() };
        assert_eq!(call.to_string(), "a.mlir;3;7(f)<-(unknown)");
        let fused = Location::Fused(vec![call.clone(), name("g", Location::Unknown), place()]);
        assert_eq!(fused.to_string(), "a.mlir;3;7(f)<-(unknown),g,a.mlir;3;7");
        assert_eq!(fused.file_line_col(), Some(("a.mlir", 3, 7)));
        assert_eq!(Location::Fused(vec![]).file_line_col(), None);
        assert_eq!(fused.debug_info(), Some("g".to_owned()));
        assert_eq!(call.debug_info(), Some("f".to_owned()));
        assert_eq!(
            Location::Fused(vec![name("a", place()), name("b", place())]).debug_info(),
            Some("ab".to_owned())
        );
        assert_eq!(place().debug_info(), None);
    }

    #[test]
    fn printing_a_deep_location_needs_no_stack() {
        let mut deep = Location::Unknown;
        for _ in 0..5_000 {
            deep = Location::CallSite { callee: Box::new(deep), caller: Box::default() };
        }
        let text = std::thread::Builder::new()
            .stack_size(512 << 10)
            .spawn(move || (deep.to_string().len(), deep.file_line_col().is_none()));
        assert_eq!(text.unwrap().join().unwrap(), (9 + 5_000 * 11, true));
    }

    #[test]
    fn the_trail_is_capped_and_counted() {
        let location = Location::at("a.mlir", 1, 2);
        let base = Error::at("went wrong".into(), "my.kernel".into(), location);
        let mut error = base.clone();
        for depth in 0..40 {
            error = error.through(format!("f{depth}"), Location::at("b.mlir", depth, 1));
        }
        assert_eq!(error.message(), "went wrong");
        assert_eq!(error.kernel(), Some("my.kernel"));
        assert_eq!(base.trail().count(), 0);
        let trail: Vec<_> = error.trail().map(|(function, _)| function.to_owned()).collect();
        assert_eq!(trail.len(), 32);
        assert_eq!((trail[0].as_str(), trail[31].as_str()), ("f0", "f31"));
        assert_eq!(error.omitted_calls(), 8);
        let report = error.report();
        assert!(report.starts_with(
            "went wrong\n  in my.kernel at a.mlir:1:2\n  in @f0, called from b.mlir:0:1\n"
        ));
        assert!(report.ends_with("\n  and 8 more calls"));
    }

    #[test]
    fn kernel_errors_convert_from_common_types() {
        fn parse(text: &str) -> Result<i32, KernelError> {
            Ok(text.parse::<i32>()?)
        }
        assert_eq!(parse("7").unwrap(), 7);
        assert_eq!(parse("x").unwrap_err().code, ErrorCode::Internal);
        let error = Error::new(ErrorCode::NotFound, "no such function");
        assert_eq!(KernelError::from(error).code.absl_name(), "NOT_FOUND");
        for text in [KernelError::from("text"), KernelError::from("text".to_owned())] {
            assert_eq!(text.message, "text");
            assert!(text.cause.is_none());
        }
        let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(fmt::Error);
        assert!(KernelError::from(boxed).cause.unwrap().is::<fmt::Error>());
    }

    #[test]
    fn the_source_is_what_the_kernel_failed_with() {
        use std::error::Error as _;
        let failed = |error| Error::at(error, "my.kernel".into(), Location::Unknown);
        let error = failed(std::io::Error::from(std::io::ErrorKind::NotFound).into());
        let again = failed(error.through("f", Location::Unknown).into());
        for error in [error, again] {
            let source = error.source().and_then(|source| source.downcast_ref::<std::io::Error>());
            assert_eq!(source.unwrap().kind(), std::io::ErrorKind::NotFound);
        }
        assert!(failed("text".into()).source().is_none());
    }
}
