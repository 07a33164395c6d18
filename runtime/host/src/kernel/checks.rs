//! Checks of arguments from outside: a family of types has members (`tensor<2x?xf32>`), and only a value
//! itself knows to which it belongs.

use super::{Catalogue, KernelType, Type, Value, ValueState};
use crate::error::{Error, ErrorCode};
use crate::value::AnyRef;

/// Checks that an available value belongs to that member of its type's family.
pub type MemberCheck = fn(&Value, &Type) -> Result<(), Error>;

/// Checks that a value is a `T` and belongs to that member of its family: the [`MemberCheck`] of `T`.
///
/// # Errors
/// Code `InvalidArgument`.
pub fn member_check<T: KernelType>(value: &Value, ty: &Type) -> Result<(), Error> {
    let invalid = |message| Error::new(ErrorCode::InvalidArgument, message);
    match value.get::<T>() {
        Some(content) => content.check_member(ty).map_err(invalid),
        None => Err(invalid(format!("expected a value of type {ty}, got {}", value.type_name()))),
    }
}

/// The checks of a function's arguments when it is called from outside its program, where nobody has
/// compared them with the function's type. Empty for most functions: only members of families are
/// checked.
///
/// ```
/// use tfrt_host::kernel::{ArgumentChecks, Catalogue, Value};
///
/// let checks = ArgumentChecks::new(&Catalogue::new(), ["i32"]);
/// assert!(checks.check(&mut [Value::new(7)]).is_ok()); // nothing to check
/// ```
#[derive(Clone, Debug, Default)]
pub struct ArgumentChecks(Box<[ArgumentCheck]>);

#[derive(Clone, Debug)]
struct ArgumentCheck {
    position: usize,
    ty: Type,
    check: MemberCheck,
}

impl ArgumentChecks {
    /// The checks of arguments of these types.
    #[must_use]
    pub fn new<'a>(catalogue: &Catalogue, types: impl IntoIterator<Item = &'a str>) -> Self {
        // Only members of families have parameters.
        let types = types.into_iter().enumerate().filter(|(_, ty)| ty.ends_with('>'));
        let checks =
            types.filter_map(|(position, ty)| Some((position, ty, catalogue.ty(ty)?.check?)));
        Self::from_checks(checks)
    }

    /// The checks of the arguments at these positions, each by its type's check.
    #[must_use]
    pub fn from_checks<'a>(
        checks: impl IntoIterator<Item = (usize, &'a str, MemberCheck)>,
    ) -> Self {
        let check = |(position, ty, check)| ArgumentCheck { position, ty: Type::new(ty), check };
        Self(checks.into_iter().map(check).collect())
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

    fn check_each(&self, arguments: &mut [Value]) -> Result<(), Error> {
        let mut result = Ok(());
        for ArgumentCheck { position, ty, check } in &self.0 {
            let Some(argument) = arguments.get_mut(*position) else { continue };
            match argument.state() {
                ValueState::Ready => result = check(argument, ty).and(result),
                ValueState::Pending => later(argument, ty, *check),
                ValueState::Error(_) => {}
            }
        }
        result
    }
}

/// Replaces a pending value by one that arrives when it has been checked.
fn later(argument: &mut Value, ty: &Type, check: MemberCheck) {
    let Value::Ref(pending) = std::mem::take(argument) else { return };
    let (promise, checked) = AnyRef::indirect();
    *argument = Value::Ref(checked);
    let ty = ty.clone();
    pending.and_then_with(move |arrived| {
        let value = Value::Ref(arrived.clone());
        match value.state() {
            ValueState::Ready => match check(&value, &ty) {
                Ok(()) => promise.forward(arrived),
                Err(error) => promise.fail(error),
            },
            _ => promise.forward(arrived),
        }
    });
}
