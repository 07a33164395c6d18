//! The interface between kernels and engines: one definition per kernel, and the views of it that
//! its users need (parser, verifier, executor, generated Rust, JIT, documentation).

mod argument;
mod catalogue;
mod checks;
mod def;
#[doc(hidden)]
pub mod expansion;
mod frame;
mod function;
mod member;
mod native;
mod operands;
mod results;
mod slot;
mod strict;
mod types;
mod value;

pub use crate::value::{Suspended, resume_when_ready};
pub use argument::ArgumentValue;
pub use catalogue::{Catalogue, KernelList};
pub use checks::{TypeChecks, wrong_argument};
pub use def::{CostFunction, Entry, KernelDef, TypeDef};
pub use frame::KernelFrame;
pub use function::{EngineKind, Function, FunctionBody, Signature};
/// The numbers that Rust has no stable types for.
pub use half::{bf16, f16};
pub use member::{MemberCheck, member_check};
pub use native::{Native, NativeDef};
pub use num_complex::Complex;
pub use operands::Operands;
pub use results::{Filled, IntoResults, ResultCount, ResultList, ResultSlot, Results};
pub use slot::Slot;
pub use strict::{Promises, call_strict, call_when_available, when_available};
#[doc(inline)]
pub use tfrt_op::{
    Assembly, AssemblyError, Attr, AttributeCheck, AttributeDecoder, AttributeTarget, Callee,
    CalleeCheck, CalleeSource, Carries, Control, Cost, Decoded, Directive, Effects, Fold,
    FromAttribute, Gives, Group, GroupCount, Infer, InnerRegion, Intrinsic, Layout, OpAttribute,
    OpDef, OpTraits, OpTypes, OperandSet, Outcome, ParamDef, ParamKind, ResultDef, StreamCost,
    Type, TypeKind, attribute_type, is_checked_family, is_of_type, is_type_family, shapes,
};
/// Attribute values of programs.
pub use tfrt_op::{Attribute, Blob, DType, DTypeKind, Dense, Numbers, SymbolRef};
pub use types::{Chain, KernelType, ScalarType};
pub use value::{Borrowed, Value, ValueState};

#[cfg(test)]
mod tests;
