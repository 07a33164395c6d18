//! Which member of a family of types a value belongs to.

use super::{KernelType, Type, Value};
use crate::error::{Error, ErrorCode};

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
