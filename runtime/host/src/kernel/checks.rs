//! Checks of values whose types nobody has inferred: arguments from outside, and results of kernels without
//! a rule. A family of types has members (`tensor<2x?xf32>`), and only a value itself knows to which it
//! belongs.

use super::{MemberCheck, Type, Value, ValueState};
use crate::context::ExecCtx;
use crate::error::{Error, KernelError};
use crate::value::AnyRef;

/// The checks of some values against types: of a function's arguments when it is called from outside its
/// program, or of the results of an op whose types no rule infers. Empty for most, since only members of
/// families are checked.
///
/// ```
/// use tfrt_host::kernel::{Catalogue, TypeChecks, Value};
///
/// let checks = TypeChecks::new(&Catalogue::new(), ["i32"]);
/// assert!(checks.is_empty() && checks.check(&mut [Value::new(7)]).is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct TypeChecks(Box<[TypeCheck]>);

#[derive(Clone, Debug)]
struct TypeCheck {
    position: usize,
    ty: Type,
    check: MemberCheck,
}

impl TypeChecks {
    /// The checks of the values at these positions, each by its type's check.
    #[must_use]
    pub fn from_checks<'a>(
        checks: impl IntoIterator<Item = (usize, &'a str, MemberCheck)>,
    ) -> Self {
        let check = |(position, ty, check)| TypeCheck { position, ty: Type::new(ty), check };
        Self(checks.into_iter().map(check).collect())
    }

    /// Whether nothing is checked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An upper bound of their size in memory.
    #[must_use]
    pub fn size(&self) -> usize {
        // The type is its text and its sizes, and has an element.
        const TYPES: usize = 256;
        let size = |check: &TypeCheck| size_of::<TypeCheck>() + TYPES + 8 * check.ty.as_str().len();
        self.0.iter().map(size).sum()
    }

    /// Checks the arguments that are available. One that is pending is replaced by a value that is
    /// checked when it arrives.
    ///
    /// # Errors
    /// Code `InvalidArgument`: of several arguments that do not belong to their types, the last. An
    /// argument that is an error is left to the function.
    #[inline]
    pub fn check(&self, arguments: &mut [Value]) -> Result<(), Error> {
        if self.0.is_empty() { Ok(()) } else { self.check_each(arguments) }
    }

    /// Checks the results of an op. One that does not belong to its type becomes an error, which is
    /// reported; one that is pending is checked when it arrives.
    #[inline]
    pub fn check_results(&self, context: ExecCtx<'_>, results: &mut [Value]) {
        if !self.0.is_empty() {
            self.check_each_result(context, results);
        }
    }

    /// Checks results of a function: one that does not belong to its type becomes an error, code
    /// `InvalidArgument`; one that is pending is checked when it arrives.
    #[inline]
    pub fn check_values(&self, values: &mut [Value]) {
        if !self.0.is_empty() {
            self.replace(values, |error| error, || |error| error);
        }
    }

    fn check_each_result(&self, context: ExecCtx<'_>, results: &mut [Value]) {
        let now = |error: Error| context.report(kernel_error(&error));
        let later = || {
            let context = context.to_owned();
            move |error: Error| context.as_ctx().report(kernel_error(&error))
        };
        self.replace(results, now, later);
    }

    /// Replaces values that do not belong to their types by what `now` makes of the error, or later what
    /// comes from `later` does.
    fn replace<F: FnOnce(Error) -> Error + Send + 'static>(
        &self,
        values: &mut [Value],
        now: impl Fn(Error) -> Error,
        later: impl Fn() -> F,
    ) {
        for TypeCheck { position, ty, check } in &self.0 {
            let Some(value) = values.get_mut(*position) else { continue };
            match value.state() {
                ValueState::Ready => {
                    if let Err(error) = check(value, ty) {
                        *value = Value::Error(now(error));
                    }
                }
                ValueState::Pending => check_later(value, ty, *check, later()),
                ValueState::Error(_) => {}
            }
        }
    }

    fn check_each(&self, arguments: &mut [Value]) -> Result<(), Error> {
        let mut result = Ok(());
        for TypeCheck { position, ty, check } in &self.0 {
            let Some(argument) = arguments.get_mut(*position) else { continue };
            match argument.state() {
                ValueState::Ready => {
                    let wrong = |error| wrong_argument(*position, &error);
                    result = check(argument, ty).map_err(wrong).and(result);
                }
                ValueState::Pending => {
                    let position = *position;
                    check_later(argument, ty, *check, move |error| {
                        wrong_argument(position, &error)
                    });
                }
                ValueState::Error(_) => {}
            }
        }
        result
    }
}

/// The error of an argument that does not belong to its type: `argument #0: …`.
#[must_use]
pub fn wrong_argument(position: usize, error: &Error) -> Error {
    Error::new(error.code(), format!("argument #{position}: {}", error.message()))
}

fn kernel_error(error: &Error) -> KernelError {
    KernelError::new(error.code(), error.message().to_owned())
}

/// Replaces a pending value by one that arrives when it has been checked.
fn check_later(
    slot: &mut Value,
    ty: &Type,
    check: MemberCheck,
    fail: impl FnOnce(Error) -> Error + Send + 'static,
) {
    let Value::Ref(pending) = std::mem::take(slot) else { return };
    let (promise, checked) = AnyRef::indirect();
    *slot = Value::Ref(checked);
    let ty = ty.clone();
    pending.and_then_with(move |arrived| {
        let value = Value::Ref(arrived.clone());
        match value.state() {
            ValueState::Ready => match check(&value, &ty) {
                Ok(()) => promise.forward(arrived),
                Err(error) => promise.fail(fail(error)),
            },
            _ => promise.forward(arrived),
        }
    });
}
