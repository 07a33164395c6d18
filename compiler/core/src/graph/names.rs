//! Names with a meaning in every program, independent of the catalogue.

use super::{Attribute, Function, Module};

/// The attribute with an op's cost. Read by the stream analysis and not written to BEF.
pub const COST_ATTRIBUTE: &str = "_tfrt_cost";

/// The unit attribute of ops that start on their first available operand. BEF has a list of these ops
/// in its place.
pub(crate) const NONSTRICT_ATTRIBUTE: &str = "bef.nonstrict";

/// The attribute of a function that pins what its Rust function returns. BEF does not keep it.
pub const SIGNATURE_ATTRIBUTE: &str = "tfrt.signature";

/// What that attribute says, if it is one of the words that it can be.
pub(crate) fn signature(attribute: &Attribute) -> Option<&'static str> {
    let Attribute::String(text) = attribute else { return None };
    ["ready", "fallible", "later"].into_iter().find(|word| word.as_bytes() == &**text)
}

/// Whether BEF stores an attribute of that name, as an attribute or as functions.
pub(crate) fn is_stored(name: &str) -> bool {
    name != COST_ATTRIBUTE && name != NONSTRICT_ATTRIBUTE
}

/// The full names of the ops that end a block. They are part of the language, not of a catalogue.
pub(crate) const RETURNS: [&str; 2] = ["tfrt.return", "func.return"];

/// Whether an op of that name ends a block.
#[must_use]
pub fn is_return(name: &str) -> bool {
    name == "return" || RETURNS.contains(&name)
}

/// Whether a module's content is opaque: it is passed on as text for another compiler.
#[must_use]
pub fn is_compiled(module: &Module) -> bool {
    module.attributes.get("tfrt.compiled").is_some()
}

/// Whether a function is native: implemented outside the program and looked up by name.
#[must_use]
pub fn is_native(function: &Function) -> bool {
    function.attributes.get("tfrt.native").is_some()
}

/// Whether a function runs in order, without asynchronous values.
#[must_use]
pub fn is_sync(function: &Function) -> bool {
    function.attributes.get("tfrt.sync").is_some()
}
