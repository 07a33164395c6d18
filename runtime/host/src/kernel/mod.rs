//! The interface between kernels and engines: one definition per kernel, and the views of it that
//! its users need (parser, verifier, executor, generated Rust, JIT, documentation).

mod attr;
mod catalogue;
mod cost;
mod def;
mod effects;
#[doc(hidden)]
pub mod expansion;
mod frame;
mod function;
mod intrinsic;
mod native;
mod number;
mod op;
mod operands;
mod results;
mod slot;
mod suspend;
mod types;
mod value;

pub use attr::{
    Attr, AttributeDecoder, AttributeTarget, Decoded, FromAttribute, OpAttribute, attribute_type,
};
pub use catalogue::{Catalogue, KernelList};
pub use cost::Cost;
pub use def::{
    AttributeCheck, Control, Entry, KernelDef, Outcome, ParamDef, ParamKind, ResultDef, TypeDef,
};
pub use effects::Effects;
pub use frame::KernelFrame;
pub use function::{EngineKind, Function, FunctionBody, Signature};
pub use intrinsic::Intrinsic;
pub use native::NativeDef;
pub use number::{Bf16, F16};
pub use op::{
    Assembly, AssemblyError, Callee, CalleeCheck, CalleeSource, Carries, Directive, Gives,
    OpTraits, OperandSet, StreamCost,
};
pub use operands::Operands;
pub use results::{Filled, IntoResults, ResultSlot, Results};
pub use slot::Slot;
pub use suspend::{
    Promises, Suspended, call_strict, call_when_available, resume_when_ready, when_available,
};
/// Attribute values of programs.
pub use tfrt_bef::{Attribute, Blob, DType, Dense, Numbers, SymbolRef};
pub use types::{Chain, KernelType, ScalarType, is_of_type, is_type_family};
pub use value::{Borrowed, Value, ValueState};

#[cfg(test)]
mod tests;
