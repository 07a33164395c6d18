//! [`Later`]: a result of a function, as the future that a caller awaits.

use crate::Shared;
use crate::convert::{from_value, scalar, shared};
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use tfrt_host::context::{RequestContext, UntilEnd};
use tfrt_host::error::Error;
use tfrt_host::frame::MaybeDone;
use tfrt_host::kernel::{KernelType, Slot, Value};
use tfrt_host::value::AsyncRef;

/// A type in which callers take a result: a scalar as itself, any other value as [`Shared<T>`], or
/// as a `T` of its own, which is cloned if the value has other users.
///
/// ```
/// // The same result, as a reference and as a value that can be cloned.
/// use tfrt::HostString;
/// fn is_return_value<R: tfrt::ReturnValue<Content = HostString>>() {}
/// is_return_value::<tfrt::Shared<HostString>>();
/// is_return_value::<HostString>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of results",
    label = "neither a `KernelType` that can be cloned nor `Shared<T>`",
    note = "a value that cannot be cloned is taken as `tfrt::Shared<{Self}>`"
)]
pub trait ReturnValue: Sized + Send + 'static {
    /// The type in the program.
    type Content: KernelType;

    /// Takes an available value.
    ///
    /// # Errors
    /// It is an error.
    fn take(value: MaybeDone<Self::Content>) -> Result<Self, Error>;

    /// Takes an available dynamic value.
    ///
    /// # Errors
    /// It is an error.
    fn take_value(value: Value) -> Result<Self, Error>;

    /// Converts from bits, if it is an unboxed scalar and the bits are valid.
    fn from_slot(slot: Slot) -> Option<Self>;
}

impl<T: KernelType + Clone> ReturnValue for T {
    type Content = T;

    fn take(value: MaybeDone<T>) -> Result<T, Error> {
        scalar(value)
    }

    fn take_value(value: Value) -> Result<T, Error> {
        scalar(MaybeDone::from_value(value))
    }

    fn from_slot(slot: Slot) -> Option<T> {
        T::from_bits(slot.word)
    }
}

impl<T: KernelType> ReturnValue for Shared<T> {
    type Content = T;

    fn take(value: MaybeDone<T>) -> Result<Self, Error> {
        shared(value)
    }

    fn take_value(value: Value) -> Result<Self, Error> {
        shared(MaybeDone::from_value(value))
    }

    fn from_slot(_: Slot) -> Option<Self> {
        None
    }
}

/// A result that may arrive later: a future of `Result<R, Error>`, where `R` is what the function
/// would return if the result were ready.
///
/// The computation runs whether it is awaited or not. When its run is cancelled or the deadline of
/// its run passes, the future completes at once with that error, even if the result never arrives.
/// On a host without threads (queue `s`) it is awaited in [`HostHandle::block_on`]; anywhere else
/// it gives an error, because nothing would run.
///
/// ```
/// #[tfrt::kernel("my.slow")]
/// pub async fn slow(x: i32) -> i32 {
///     x + 1
/// }
/// tfrt::kernels! { MY = [slow] }
/// tfrt::tfrt_graph! {
///     pub mod graph;
///     kernels = [MY];
///     func.func @twice(%x: i32) -> i32 {
///         %y = "my.slow"(%x) : (i32) -> i32
///         %z = "my.slow"(%y) : (i32) -> i32
///         tfrt.return %z : i32
///     }
/// }
///
/// fn main() -> Result<(), tfrt::Error> {
///     let host = tfrt::Host::builder().build()?;
///     let later: tfrt::Later<i32> = graph::twice(&host.context(), 1);
///     assert_eq!(host.block_on(later)?, 3);
///     Ok(())
/// }
/// ```
///
/// # Cancel safety
/// Dropping it drops only the reference to the value.
///
/// # Panics
/// When polled again after completion.
///
/// [`HostHandle::block_on`]: crate::HostHandle::block_on
#[must_use = "its computation continues if it is dropped, but its error is then lost"]
pub struct Later<R: ReturnValue> {
    /// None after completion.
    value: Option<MaybeDone<R::Content>>,
    /// There if the value was pending when the function returned.
    waits: Option<UntilEnd>,
}

impl<R: ReturnValue> Later<R> {
    /// The result of a run.
    #[inline]
    pub(crate) fn of_run(request: &RequestContext, value: MaybeDone<R::Content>) -> Self {
        let waits = value.pending().map(|_| UntilEnd::new(request));
        Self { value: Some(value), waits }
    }

    /// The same of a dynamic value.
    #[inline]
    pub(crate) fn of_value(request: &RequestContext, value: Value) -> Self {
        Self::of_run(request, from_value(Some(value)))
    }

    /// Whether the value or its error is available.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.value.as_ref().is_none_or(MaybeDone::is_available)
    }

    /// The value or its error, if it is available.
    #[must_use]
    pub fn take_available(self) -> Option<Result<R, Error>> {
        let Self { value, waits } = self;
        drop(waits);
        value.filter(MaybeDone::is_available).map(R::take)
    }

    /// The async value behind it, which knows nothing of the run: waiting for it does not end when
    /// the run is cancelled.
    #[must_use]
    pub fn into_ref(self) -> AsyncRef<R::Content> {
        let completed = || MaybeDone::Done(Err(Error::bug("a completed future has no value")));
        self.value.unwrap_or_else(completed).into_ref()
    }
}

// Nothing in it is pinned: the value is moved out whole.
impl<R: ReturnValue> Unpin for Later<R> {}

impl<R: ReturnValue> Future for Later<R> {
    type Output = Result<R, Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let pending = this.value.as_ref().and_then(MaybeDone::pending);
        if let (Some(value), Some(waits)) = (pending, &mut this.waits) {
            match waits.poll(value, cx) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(error)) => {
                    (this.value, this.waits) = (None, None);
                    return Poll::Ready(Err(error));
                }
            }
        }
        // Its reference to the value goes first, so that a value without other users is moved out.
        this.waits = None;
        Poll::Ready(R::take(this.value.take().expect("a completed future is not polled again")))
    }
}

impl<R: ReturnValue> fmt::Debug for Later<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.value {
            None => "completed",
            Some(value) if value.is_available() => "available",
            Some(_) => "pending",
        };
        f.debug_tuple("Later").field(&format_args!("{state}")).finish()
    }
}
