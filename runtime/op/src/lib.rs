//! What an op is, for everything that reads, checks, writes or plans programs: an [`OpDef`] with its
//! schema, traits, assembly format and effects, the types of the graph, and errors. Nothing here runs:
//! there are no values, queues or threads.
//!
//! Layers, each of which uses only earlier ones: [`error`], [`shapes`], `words` · `ty`, `effects`, `intrinsic`,
//! `cost`, `infer` · `attr` · `param` · `traits` · `def`.

mod attr;
mod cost;
mod def;
mod effects;
pub mod error;
mod infer;
mod intrinsic;
mod param;
pub mod shapes;
mod traits;
mod ty;
mod words;

pub use attr::{
    Attr, AttributeDecoder, AttributeTarget, Decoded, FromAttribute, OpAttribute, attribute_type,
};
pub use cost::Cost;
pub use def::OpDef;
pub use effects::Effects;
pub use infer::{Infer, OpTypes, is_no_more_exact};
pub use intrinsic::Intrinsic;
pub use param::{AttributeCheck, Outcome, ParamDef, ParamKind, ResultDef};
#[doc(hidden)]
pub use tfrt_bef::is_same;
/// Attribute values of programs.
pub use tfrt_bef::{Attribute, Blob, DType, DTypeKind, Dense, Numbers, SymbolRef};
pub use traits::{
    Assembly, AssemblyError, Callee, CalleeCheck, CalleeSource, Carries, Control, Directive, Fold,
    Gives, Group, GroupCount, InnerRegion, Layout, OpCheck, OpTraits, OperandSet, RegionCheck,
    StreamCost, content_of,
};
pub use ty::{
    CHAIN, Signedness, Type, TypeKind, integer, is_checked_family, is_float, is_of_type,
    is_type_family, type_family,
};
pub use words::Words;
