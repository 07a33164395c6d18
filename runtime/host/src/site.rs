//! Where in a program a kernel stands: looked up on demand, and kept by work that outlives the
//! call.

use crate::error::{Error, KernelError, Location, Text};
use std::borrow::Cow;
use std::fmt;
use std::ptr;
use std::sync::{Arc, OnceLock};

/// An op in a program: what an error or a trace says about its origin.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// The op's name.
    pub kernel: Text,
    /// The op's place.
    pub location: Location,
}

impl Site {
    /// For use in statics.
    #[must_use]
    pub const fn new(kernel: &'static str, location: Location) -> Self {
        Self { kernel: Cow::Borrowed(kernel), location }
    }
}

/// The ops of a loaded program, whose places are looked up on demand.
pub trait Sites: Send + Sync {
    /// What is known of the op at that place of the program.
    fn site(&self, op: OpIndex) -> Site;
    /// An address that no other op has.
    fn address(&self, op: OpIndex) -> usize;
    /// The same program, kept alive.
    fn keep(&self) -> Arc<dyn Sites>;
}

/// A function of a program, and an op of it.
pub type OpIndex = (u32, u32);

/// A site of [`Sites`] that is made on demand.
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
#[derive(Clone, Copy)]
pub enum SiteRef<'a> {
    /// In generated code.
    Static(&'static Site),
    /// Kept by an engine for each op.
    Shared(&'a Arc<Site>),
    /// In a loaded program, to be made when it is needed.
    Lazy(&'a dyn Sites, &'a LazySite),
}

impl SiteRef<'_> {
    /// An address that is the op's alone while its program lives.
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
    /// To keep after the call.
    pub(crate) fn to_owned(self) -> OwnedSite {
        match self {
            Self::Static(site) => OwnedSite::Static(site),
            Self::Shared(site) => OwnedSite::Shared(Arc::clone(site)),
            Self::Lazy(sites, lazy) => OwnedSite::Lazy(sites.keep(), lazy.clone()),
        }
    }
}

/// What an asynchronous kernel keeps.
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

/// The site of the kernel that a task belongs to, for the error that the task's panic becomes.
pub(crate) trait TaskSite: Send + 'static {
    /// What is known of the op.
    fn site(&self) -> Site;

    /// What a panic with this message becomes.
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

/// An op of a loaded program, for its task.
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
