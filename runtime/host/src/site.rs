//! The position of a kernel in a program: looked up on demand, and kept by work that outlives the
//! call.

use crate::error::{Error, KernelError, Location, Text};
use std::borrow::Cow;
use std::fmt;
use std::ptr;
use std::sync::{Arc, OnceLock};

/// An op of a program, as errors and traces name it.
///
/// ```
/// use tfrt_host::context::Site;
/// use tfrt_host::error::Location;
///
/// static READ: Site = Site::new("my.read", Location::at("graph.mlir", 3, 7));
/// assert_eq!(READ.kernel, "my.read");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// The op's name.
    pub kernel: Text,
    /// The op's location.
    pub location: Location,
}

impl Site {
    /// For use in statics.
    #[must_use]
    pub const fn new(kernel: &'static str, location: Location) -> Self {
        Self { kernel: Cow::Borrowed(kernel), location }
    }
}

/// Ops whose sites are made on demand, because most are never asked for: those of a loaded program, or of a client
/// that has its own way to name places.
///
/// ```
/// use std::sync::Arc;
/// use tfrt_host::context::{LazySite, OpIndex, Site, SiteRef, Sites};
/// use tfrt_host::error::Location;
///
/// /// The lines of a file.
/// #[derive(Clone)]
/// struct Lines;
///
/// impl Sites for Lines {
///     fn site(&self, (_, line): OpIndex) -> Site {
///         Site::new("my.op", Location::at("my.script", line, 1))
///     }
///
///     fn address(&self, (_, line): OpIndex) -> usize {
///         line as usize
///     }
///
///     fn keep(&self) -> Arc<dyn Sites> {
///         Arc::new(self.clone())
///     }
/// }
///
/// let third = LazySite::new((0, 3));
/// let site = SiteRef::Lazy(&Lines, &third);
/// assert_eq!(site.location.place(), "my.script:3:1");
/// ```
pub trait Sites: Send + Sync {
    /// The site of the op.
    fn site(&self, op: OpIndex) -> Site;
    /// An address that is unique to the op.
    fn address(&self, op: OpIndex) -> usize;
    /// A reference that keeps the program alive.
    fn keep(&self) -> Arc<dyn Sites>;
}

/// An op of a program: the indices of its function and of the op in it; of a client, what it likes.
pub type OpIndex = (u32, u32);

/// A site of a [`Sites`] that is made on demand.
///
/// The example of [`Sites`] makes one:
/// ```
/// # use tfrt_host::context::LazySite;
/// let of_the_third_op = LazySite::new((0, 3));
/// # let _ = of_the_third_op;
/// ```
#[derive(Clone, Debug)]
pub struct LazySite {
    op: OpIndex,
    made: OnceLock<Arc<Site>>,
}

impl LazySite {
    /// The site of that op.
    #[inline]
    #[must_use]
    pub const fn new(op: OpIndex) -> Self {
        Self { op, made: OnceLock::new() }
    }
}

/// A reference to a [`Site`].
///
/// ```
/// # use tfrt_host::context::ExecCtx;
/// #[tfrt_host::kernel("my.where", effects())]
/// fn place(ctx: ExecCtx<'_>) -> i32 {
///     let (_file, line, _column) = ctx.site.location.file_line_col().unwrap_or(("", 0, 0));
///     line.try_into().unwrap_or(i32::MAX)
/// }
/// ```
#[derive(Clone, Copy)]
pub enum SiteRef<'a> {
    /// A static of generated code.
    Static(&'static Site),
    /// Kept per op by an engine.
    Shared(&'a Arc<Site>),
    /// Made on demand from a loaded program.
    Lazy(&'a dyn Sites, &'a LazySite),
}

impl SiteRef<'_> {
    /// An address that is unique to the op while its program lives.
    #[must_use]
    pub fn address(&self) -> usize {
        match self {
            Self::Static(site) => ptr::from_ref::<Site>(site).addr(),
            Self::Shared(site) => Arc::as_ptr(site).addr(),
            Self::Lazy(sites, lazy) => sites.address(lazy.op),
        }
    }
}

impl fmt::Debug for SiteRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Site::fmt(self, f)
    }
}

impl std::ops::Deref for SiteRef<'_> {
    type Target = Site;

    fn deref(&self) -> &Site {
        match self {
            Self::Static(site) => site,
            Self::Shared(site) => site,
            Self::Lazy(sites, lazy) => lazy.made.get_or_init(|| Arc::new(sites.site(lazy.op))),
        }
    }
}

impl SiteRef<'_> {
    /// Converts into a site that outlives the call.
    pub(crate) fn to_owned(self) -> OwnedSite {
        match self {
            Self::Static(site) => OwnedSite::Static(site),
            Self::Shared(site) => OwnedSite::Shared(Arc::clone(site)),
            Self::Lazy(sites, lazy) => OwnedSite::Lazy(sites.keep(), lazy.clone()),
        }
    }
}

/// The site that an asynchronous kernel keeps.
#[derive(Clone)]
pub(crate) enum OwnedSite {
    Static(&'static Site),
    Shared(Arc<Site>),
    Lazy(Arc<dyn Sites>, LazySite),
}

impl fmt::Debug for OwnedSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl OwnedSite {
    pub(crate) fn as_ref(&self) -> SiteRef<'_> {
        match self {
            Self::Static(site) => SiteRef::Static(site),
            Self::Shared(site) => SiteRef::Shared(site),
            Self::Lazy(sites, lazy) => SiteRef::Lazy(&**sites, lazy),
        }
    }
}

/// The site of the kernel that spawned a task, for the error that the task's panic becomes.
pub(crate) trait TaskSite: Send + 'static {
    /// The site.
    fn site(&self) -> Site;

    /// The error of a panic with this message.
    #[cold]
    fn error(&self, message: String) -> Error {
        let Site { kernel, location } = self.site();
        Error::at(KernelError::from(message), kernel, location)
    }
}

impl TaskSite for &'static Site {
    fn site(&self) -> Site {
        Site::clone(self)
    }
}

impl TaskSite for Arc<Site> {
    fn site(&self) -> Site {
        Site::clone(self)
    }
}

impl TaskSite for OwnedSite {
    fn site(&self) -> Site {
        Site::clone(&self.as_ref())
    }
}

/// An op of a loaded program, kept by its task.
pub(crate) struct ProgramSite(Arc<dyn Sites>, OpIndex);

impl ProgramSite {
    #[inline]
    pub(crate) fn new(sites: &dyn Sites, site: &LazySite) -> Self {
        Self(sites.keep(), site.op)
    }
}

impl TaskSite for ProgramSite {
    fn site(&self) -> Site {
        self.0.site(self.1)
    }
}
