//! What the executor runs: functions decoded once, at load, into flat arrays that every call
//! reads and none writes.

use std::sync::Arc;
use tfrt_bef::Attribute;
use tfrt_host::context::Site;
use tfrt_host::kernel::{Function, KernelDef, NativeDef, Signature};

/// How a function is implemented.
pub use tfrt_bef::FunctionKind;

/// A part of one of a body's flat arrays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    pub(crate) fn new(start: u32, len: u32) -> Self {
        Self { start, len }
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The indices it covers.
    #[inline]
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A user of a value: a kernel's index, and whether the use starts the kernel at once or not at
/// all rather than counting (see [`Kernel::eager`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct User(u32);

impl User {
    const STARTS: u32 = 1 << 31;
    const IGNORED: u32 = 1 << 30;
    const INDEX: u32 = Self::IGNORED - 1;

    /// A use that the kernel waits for.
    pub(crate) fn counted(kernel: u32) -> Self {
        Self(kernel & Self::INDEX)
    }

    /// A use whose availability starts the kernel, if nothing has.
    pub(crate) fn starting(kernel: u32) -> Self {
        Self(kernel & Self::INDEX | Self::STARTS)
    }

    /// A use that the kernel does not wait for.
    pub(crate) fn ignored(kernel: u32) -> Self {
        Self(kernel & Self::INDEX | Self::IGNORED)
    }

    /// The kernel.
    #[inline]
    pub(crate) fn kernel(self) -> u32 {
        self.0 & Self::INDEX
    }

    #[inline]
    pub(crate) fn is_counted(self) -> bool {
        self.0 & !Self::INDEX == 0
    }

    #[inline]
    pub(crate) fn is_starting(self) -> bool {
        self.0 & Self::STARTS != 0
    }
}

/// Where a value goes when its producer has it: an argument of the function or a result of a
/// kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    /// The register.
    pub(crate) register: u32,
    /// Uses by kernels and returns together.
    pub(crate) uses: u32,
    /// The kernels that use it, once per use.
    pub(crate) users: Span,
    /// Its index in [`Body::promised`], or [`Output::UNPROMISED`].
    pub(crate) promise: u32,
}

impl Output {
    /// Nobody outside the body asks for the value before it is there.
    pub(crate) const UNPROMISED: u32 = u32::MAX;
}

/// One kernel of a body.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub(crate) def: &'static KernelDef,
    pub(crate) site: Arc<Site>,
    /// In the order that the kernel wants.
    pub(crate) attributes: Arc<[Attribute]>,
    /// Borrow the program that owns this kernel; a clone does not.
    pub(crate) functions: Box<[Function]>,
    /// Registers, in [`Body::arguments`].
    pub(crate) arguments: Span,
    /// In [`Body::outputs`].
    pub(crate) results: Span,
    /// There are results, their registers follow each other, all are used by kernels and none is
    /// promised: the kernel may write them where they belong.
    pub(crate) in_place: bool,
    /// The op has one result more than the kernel gives: a ready chain.
    pub(crate) extra_chain: bool,
    /// Which operands must be values when the kernel runs, for one that starts on its first
    /// operand (`bef.nonstrict`). Placeholders and errors are fine for the others.
    pub(crate) eager: Option<Box<[bool]>>,
}

/// A function's body.
#[derive(Debug, Default)]
pub(crate) struct Body {
    pub(crate) kernels: Box<[Kernel]>,
    /// The stream of each kernel. Apart from the kernels because it is asked when a kernel
    /// becomes ready, which is long before it runs.
    pub(crate) streams: Box<[u32]>,
    /// Registers that kernels take.
    pub(crate) arguments: Box<[u32]>,
    /// The function's arguments, then the results of kernels.
    pub(crate) outputs: Box<[Output]>,
    pub(crate) users: Box<[User]>,
    /// The kernels without operands, in [`Body::users`].
    pub(crate) entry: Span,
    /// The registers that the function returns.
    pub(crate) returns: Box<[u32]>,
    /// Registers that somebody may ask for before they are set, each once: those returned, and
    /// the operands of kernels that do not wait for them.
    pub(crate) promised: Box<[u32]>,
    /// Some kernel does not wait for its operands.
    pub(crate) eager: bool,
    /// How many registers there are.
    pub(crate) registers: usize,
    /// What the counters of an activation start with: for each register its uses, for each kernel
    /// the operands it waits for (at least one) and, if some kernel is eager, zero for each.
    pub(crate) counters: Box<[u32]>,
    pub(crate) root_stream: u32,
}

impl Body {
    /// For each register its uses.
    pub(crate) fn uses(&self) -> &[u32] {
        &self.counters[..self.registers]
    }

    /// The function's arguments, in [`Body::outputs`].
    pub(crate) fn parameters(&self, count: usize) -> &[Output] {
        &self.outputs[..count]
    }
}

/// A function of a program.
#[derive(Debug)]
pub struct FunctionInfo {
    pub(crate) kind: FunctionKind,
    pub(crate) signature: Signature,
    /// What a native function is, which has no body.
    pub(crate) native: Option<&'static NativeDef>,
    pub(crate) body: Body,
}

impl FunctionInfo {
    /// How it is implemented.
    #[must_use]
    pub fn kind(&self) -> FunctionKind {
        self.kind
    }

    /// Name and types. A region has no name.
    #[must_use]
    pub fn signature(&self) -> &Signature {
        &self.signature
    }
}
