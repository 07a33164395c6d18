//! The plan: how compiled engines run a program. Inference finds for every value whether it is
//! ready, may fail or may arrive later. The plan cuts each body into segments that wait for the
//! same later values, and says which values live across a wait. Generated Rust and the JIT print
//! the plan and decide nothing themselves.
//!
//! # What a plan promises its printers
//!
//! * A [`FnPlan`] is one body (a function's or a region's) for one vector of parameter classes. A
//!   strict op waits for its operands before it enters a body, and a loop waits for its values
//!   between iterations. So a parameter is [`Class::Later`] only in the instance for callers from
//!   outside whose arguments are pending or errors ([`FnPlan::nonstrict_entry`]).
//! * A [`Step`] first makes its [checks](Step::checks), in order. The first that holds ends the
//!   step: one error is every result. Checked by `codegen-tests/tests/edges.rs` and
//!   `three_ways.rs`, the call depth by `limits.rs`.
//! * Then the step runs: a kernel call or its intrinsic, or the control flow of its [`StepKind`]. A
//!   kernel's own error is reported (one diagnostic at the op) and becomes every result that the
//!   kernel has not set. Checked by `codegen-tests/tests/engines.rs`.
//! * Segment 0 is the entry. A later segment runs once, after all its `waits` are available and
//!   all its `after` segments have run. In it, an operand that was waited for has class
//!   `Fallible`. A body with one segment never suspends by itself and has no frame. Checked by
//!   `codegen-tests/tests/together/delivery.rs` and `allocations.rs`.
//! * Steps of a group ([`Segment::parallel`]) run by fork-join, each with its checks, and all have
//!   ended before the step after the group. Checked by `codegen-tests/tests/together/parallel.rs`.
//! * A segment ends in this order: its steps run; then the promises of its values
//!   ([`Value::promised`]) are resolved, in the order of the values, so that their waiters find the
//!   run as all steps left it; then it delivers results. An eager step gets such a promise for a
//!   value of a later segment. Checked by `codegen-tests/tests/schedules.rs`.
//! * [`FnPlan::checks_cancel_on_entry`]: if the run is cancelled, the function returns the
//!   cancellation error in every result and runs nothing. Checked by `filetests/cancel.mlir`.
//! * `repeat` and `while` check for cancellation before each iteration and wait for all loop values
//!   between iterations. If the condition of a `while` is an error, that error is every result.
//!   Checked by `filetests/cancel.mlir` and `codegen-tests/tests/together/limits.rs`.
//! * [`FnPlan::is_loop`]: the function ends in calls of itself, which are jumps to its start. This
//!   holds for a step with [`Step::tail_of`] that calls the function being printed. Its checks come
//!   first, as before any call. Then its operands become the parameters, the depth grows, and the
//!   function starts again on the same stack, with its check on entry. Functions that call each
//!   other in turn are not loops, nor are functions that wait before their last call. Checked by
//!   `codegen-tests/tests/together/tail.rs`.
//! * [`Value::uses`] counts every use. A printer that counts them down knows where a value of a body
//!   with one segment ends. Checked by `plan/tests.rs`.
//! * The body of a [native](FnPlan::native) function is a call of it, whatever the parameters are.
//!   Checked by `filetests/native.mlir`.
//! * A function that runs in order (`tfrt.sync`) is planned like any other, with steps that guard
//!   each other: each waits for the results of the one before it and takes their error. Checked by
//!   `filetests/sync.mlir`.

mod build;
mod dump;
mod infer;
mod inline;
mod parallel;
mod resolve;
mod signature;
mod simplify;
mod slots;
mod stats;
mod tail;
#[cfg(test)]
mod tests;

pub use build::build;
pub use dump::dump;
pub use slots::{Place, Slots};
pub use stats::Stats;
#[cfg(feature = "rust")]
pub(crate) use tail::TAIL_NESTING;

use crate::graph::{OpId, RegionId, Type};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use tfrt_host::kernel::{KernelDef, NativeDef, ScalarType};
use tfrt_host::value::AnyRef;

/// When a value is available and whether it may be an error. Ordered: joins take the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A value, when its segment has run.
    Ready,
    /// A value or an error, when its segment has run.
    Fallible,
    /// A value or an error that may arrive after its segment has run.
    Later,
}

/// How a panic of an infallible kernel is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panics {
    /// The panic unwinds through the functions to their caller (generated Rust). Results are ready.
    PassThrough,
    /// The panic becomes an error of the kernel's results (the JIT, whose code cannot unwind).
    /// Results are fallible unless the kernel is lowered to instructions.
    AreErrors,
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            pub(crate) fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("limits keep programs below 2^32 elements"))
            }

            /// As an index.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// Index of a [`FnPlan`] in its [`Plan`].
    FnId,
    /// Index of a [`Value`] in its [`FnPlan`]: parameters first, then results of steps.
    LocalId,
    /// Index of a [`Segment`] in its [`FnPlan`].
    SegmentId
}

/// A whole program, planned.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Every instance that an entry reaches.
    pub functions: Vec<FnPlan>,
    /// For each function of the module, in module order: its index among the module's functions,
    /// and its instance for ready arguments.
    pub entries: Vec<(usize, FnId)>,
}

/// Which body of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyRef {
    /// Index among the module's functions (`Module::functions`).
    pub function: usize,
    /// The region in that function's body: [`Body::ROOT`](crate::graph::Body::ROOT) is the
    /// function's own.
    pub region: RegionId,
}

/// One body for one vector of parameter classes.
#[derive(Clone, Debug)]
pub struct FnPlan {
    /// The body.
    pub body: BodyRef,
    /// A name unique in the plan, fit for an identifier in any language: the function's name with
    /// other characters replaced, regions and variants with a suffix.
    pub name: String,
    /// It is a region of an op, not a function: printers inline it where it is used unless
    /// it has a frame. A region is used by one step, or once per variant.
    pub is_region: bool,
    /// How many of `values` are parameters.
    pub params: usize,
    /// Parameters, then results of steps in order of segments and steps.
    pub values: Vec<Value>,
    /// What is returned, in order.
    pub results: Vec<LocalId>,
    /// The body or a callee needs the request context: for a report, a cancellation check, a frame,
    /// kernels that run in parallel, or a kernel that takes it. An engine that calls kernels
    /// dynamically always passes the context and ignores this.
    pub needs_context: bool,
    /// The body or a callee needs the call depth.
    pub needs_depth: bool,
    /// See the module's text.
    pub checks_cancel_on_entry: bool,
    /// Some step in it, or in regions inlined in it, is a [tail](Step::tail_of) of it.
    pub is_loop: bool,
    /// Printers inline it at its calls: a region without a frame, or a small pure function.
    pub inlined: bool,
    /// Set on an entry for ready parameters: the instance to call when arguments are pending or
    /// errors. If `None`, such callers wait for all arguments and return the last error among them,
    /// or the cancellation error.
    pub nonstrict_entry: Option<FnId>,
    /// Set on an entry for ready parameters whose function is pinned (`tfrt.signature`): of which
    /// class all its results are to Rust callers. No result's own class is greater where panics
    /// pass through.
    pub pinned: Option<Class>,
    /// Set on an entry for ready parameters: the parameters of which callers from outside may pass a
    /// value that is not of the type, a member of a family (`tensor<2x?xf32>`). Such a call runs
    /// nothing: each result is the error `InvalidArgument`.
    pub checked: Vec<usize>,
    /// The function is native: it has no steps.
    pub native: Option<&'static NativeDef>,
    /// Segments, entry first.
    pub segments: Vec<Segment>,
    /// Totals over their steps.
    pub stats: Stats,
}

/// One value of a body.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// Its name in the text, without `%`.
    pub name: Option<Arc<str>>,
    /// The class when the producer has run: `Later` only if the producer itself may resolve the
    /// value afterwards.
    pub local: Class,
    /// The segment that produces it (parameters: 0).
    pub segment: SegmentId,
    /// It is live across a wait: used or waited for in a segment other than its own.
    pub in_frame: bool,
    /// How often it is used: as operand, as guard, and as result of the function.
    pub uses: u32,
    /// An eager step of an earlier segment is handed a promise of it.
    pub promised: bool,
}

impl Value {
    /// The class for the function's caller: a value of a later segment is `Later`.
    #[must_use]
    pub fn class(&self) -> Class {
        if self.segment.0 > 0 { Class::Later } else { self.local }
    }
}

/// A run of steps that wait for the same later values.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// Later values that must be available. Sorted.
    pub waits: Vec<LocalId>,
    /// Segments that must have run, among them the producers of `waits`. Without the entry and
    /// without segments that another one implies. Sorted.
    pub after: Vec<SegmentId>,
    /// The segments that have this one in `after`. Sorted.
    pub followers: Vec<SegmentId>,
    /// Every segment with a higher number follows this one, itself or through others: while it
    /// waits, none of them can run.
    pub barrier: bool,
    /// What to do, in order.
    pub steps: Vec<Step>,
    /// Ranges of `steps` that may run at the same time, with their checks: expensive kernels that
    /// do not depend on each other, at least two. In order, and of bounded length.
    pub parallel: Vec<Range<usize>>,
    /// Which results of the function (indices into [`FnPlan::results`]) this segment produces;
    /// they are delivered when it has run. Sorted.
    pub delivers: Vec<usize>,
}

/// An operand of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The value.
    pub value: LocalId,
    /// The class in this segment: `Ready` or `Fallible`; for an eager step, the class when the
    /// producer has run.
    pub class: Class,
    /// The last use of the value in all segments and results, and no later operand of this step
    /// repeats it: it may be moved.
    pub last: bool,
}

/// One op. Common operand counts are stored inline, because a plan has many steps and printers
/// traverse them repeatedly.
#[derive(Clone, Debug)]
pub struct Step {
    /// The op: its attributes, location, name.
    pub op: OpId,
    /// How it runs.
    pub kind: StepKind,
    /// Operands in order.
    pub operands: SmallVec<[Operand; 2]>,
    /// Values that are only waited for and checked.
    pub guards: Vec<Operand>,
    /// Results in order.
    pub results: SmallVec<[LocalId; 1]>,
    /// Check for cancellation before running.
    pub checks_cancel: bool,
    /// The step calls functions that recursion can reach: check the call depth.
    pub counts_depth: bool,
    /// Compare the results with their types, of which some are members of families, when the kernel gives
    /// them. One that is of another becomes an error, which is reported.
    pub checks_results: bool,
    /// This function, if the step is a tail call of it. In code for this function the call is a
    /// jump; in other instances that share the region it is not.
    pub tail_of: Option<FnId>,
}

/// A check before a step runs. The first check that holds ends the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The operand or guard at this index of [`Step::checked`] is an error: that error is every
    /// result.
    Error(usize),
    /// The run is cancelled: the cancellation error is every result.
    Cancelled,
    /// The call depth is exhausted and the step calls a function (a loop without iterations does
    /// not): `call depth exceeds N` is reported at the op, and that error is every result.
    Depth,
}

/// A scalar constant, known at plan time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scalar {
    /// Its type.
    pub ty: ScalarType,
    /// Its bits, as [`KernelType::to_bits`](tfrt_host::kernel::KernelType::to_bits) has them.
    pub bits: u64,
}

impl Scalar {
    /// Whether it compares equal to zero.
    #[must_use]
    pub fn is_zero(self) -> bool {
        // A float's first bit is its sign.
        if self.ty.is_float() {
            self.bits << (65 - 8 * self.ty.bytes()) == 0
        } else {
            self.bits == 0
        }
    }
}

/// A constant, known at plan time.
#[derive(Clone, Debug)]
pub enum Constant {
    /// A scalar.
    Scalar(Scalar),
    /// A value of another builtin type, such as a tensor: all runs share it, and nobody writes it.
    Shared(AnyRef),
}

impl Constant {
    /// The scalar, if it is one.
    #[must_use]
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(*scalar),
            Self::Shared(_) => None,
        }
    }
}

/// Equal scalars, or the same value.
impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(a), Self::Scalar(b)) => a == b,
            (Self::Shared(a), Self::Shared(b)) => a.ptr_eq(b),
            _ => false,
        }
    }
}

impl Eq for Constant {}

impl Hash for Constant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.scalar().hash(state);
    }
}

/// How a step runs.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// All results are constants.
    Constant(Vec<Constant>),
    /// Call the kernel, or emit its intrinsic.
    Kernel {
        /// The kernel.
        kernel: &'static KernelDef,
        /// Its function attributes and regions in BEF order, for ready parameters, to be handed
        /// over as [`Function`](tfrt_host::kernel::Function) values.
        functions: Vec<FnId>,
        /// This call of a fallible kernel is proved not to fail (a division by a nonzero constant):
        /// its results are ready.
        proved: bool,
        /// It does not wait for its operands, which may be of any class.
        eager: bool,
    },
    /// Results are the operands.
    Pass,
    /// Results are the callee's.
    Call {
        /// The callee.
        callee: FnId,
    },
    /// Operand 0 (i1) selects: true the first arm, false the second. The rest are arguments.
    If {
        /// The two arms.
        arms: Vec<FnId>,
    },
    /// Operand 0 (i32) selects an arm; negative or out of range, the last. The rest are
    /// arguments.
    Case {
        /// The arms, at least one.
        arms: Vec<FnId>,
    },
    /// Operand 0 (i32) is the number of iterations; the rest are the initial loop values.
    Repeat {
        /// Values to values.
        body: FnId,
    },
    /// Operand 0 (i1) decides whether to run an iteration; the rest are the initial loop values.
    While {
        /// Values to values and the next condition.
        body: FnId,
    },
}

impl Segment {
    /// Its steps in order: groups that run in parallel, and single steps.
    pub fn runs(&self) -> impl Iterator<Item = &[Step]> {
        let mut groups = self.parallel.iter().peekable();
        let mut next = 0;
        std::iter::from_fn(move || {
            let start = next;
            next =
                groups.next_if(|group| group.start == start).map_or(start + 1, |group| group.end);
            self.steps.get(start..next)
        })
    }
}

impl Step {
    /// What is checked before the step runs: operands, then guards.
    pub fn checked(&self) -> impl DoubleEndedIterator<Item = &Operand> + Clone {
        self.operands.iter().chain(&self.guards)
    }

    /// The checks before the step runs, in order: operands and guards from last to first, so that
    /// the last of several errors wins; then cancellation; then the call depth. An eager step has
    /// no checks, because its kernel receives operands unresolved.
    #[must_use]
    pub fn checks(&self) -> Vec<Check> {
        let mut checks = Vec::new();
        if self.is_eager() {
            return checks;
        }
        let mut seen = BTreeSet::new();
        let taken = self.operands.len() + self.guards.len();
        for (index, operand) in (0..taken).zip(self.checked().rev()) {
            if operand.class != Class::Ready && seen.insert(operand.value) {
                checks.push(Check::Error(taken - 1 - index));
            }
        }
        checks.extend(self.checks_cancel.then_some(Check::Cancelled));
        checks.extend(self.counts_depth.then_some(Check::Depth));
        checks
    }

    /// It calls at most one of its callees, at most once.
    fn branches(&self) -> bool {
        matches!(self.kind, StepKind::Call { .. } | StepKind::If { .. } | StepKind::Case { .. })
    }

    /// It is nonstrict: its operands may be unresolved.
    #[must_use]
    pub fn is_eager(&self) -> bool {
        matches!(self.kind, StepKind::Kernel { eager: true, .. })
    }
}

impl StepKind {
    /// The bodies that the step calls directly. Functions passed to a kernel get their context from
    /// the kernel.
    #[must_use]
    pub fn callees(&self) -> &[FnId] {
        match self {
            Self::Constant(_) | Self::Kernel { .. } | Self::Pass => &[],
            Self::Call { callee } => std::slice::from_ref(callee),
            Self::If { arms } | Self::Case { arms } => arms,
            Self::Repeat { body } | Self::While { body } => std::slice::from_ref(body),
        }
    }
}

/// Reserves an unused name: the given one, or the given one with a number appended.
fn unique_name(taken: &mut BTreeSet<String>, name: String) -> String {
    let mut unique = name.clone();
    let mut count = 2;
    while !taken.insert(unique.clone()) {
        unique = format!("{name}_{count}");
        count += 1;
    }
    unique
}

impl Plan {
    /// An instance.
    #[must_use]
    pub fn function(&self, id: FnId) -> &FnPlan {
        &self.functions[id.index()]
    }
}

impl FnPlan {
    /// A value.
    #[must_use]
    pub fn value(&self, id: LocalId) -> &Value {
        &self.values[id.index()]
    }

    /// Whether a call may suspend by itself and then needs a frame.
    #[must_use]
    pub fn has_frame(&self) -> bool {
        self.segments.len() > 1
    }

    /// Whether a suspending loop may start frames of this body directly. This holds if the body has
    /// no entry check and delivers all results in its last segment, so that the loop could not
    /// continue earlier.
    #[must_use]
    pub fn is_framed_loop(&self) -> bool {
        let all_at_last = |last: &Segment| last.delivers.len() == self.results.len();
        self.has_frame()
            && !self.checks_cancel_on_entry
            && !self.results.is_empty()
            && self.segments.last().is_some_and(all_at_last)
    }

    /// Classes of the results of an entry as Rust callers see them.
    pub fn public_classes(&self) -> impl Iterator<Item = Class> {
        let least = if self.checked.is_empty() { Class::Ready } else { Class::Fallible };
        self.result_classes().map(move |class| self.pinned.unwrap_or(class).max(least))
    }

    /// Classes of the results as callers in the program see them.
    pub fn result_classes(&self) -> impl Iterator<Item = Class> {
        self.results.iter().map(|&result| self.value(result).class())
    }
}
