//! The symbols of a model: names of sizes that are not known before it runs. Dimensions with one name have one
//! size; a dimension without a name equals no other.
//!
//! An argument has the names of its dimensions as the attribute `model.dimensions`, so they are printed and
//! parsed. The names of inputs are the attribute `model.inputs` of the function, in order.

use tfrt_compiler::graph::{Attribute, Attributes, Body, Function, TypeKind};

/// The attribute of an argument that has the names of its dimensions: one for each, empty if it has none.
pub const DIMENSIONS: &str = "model.dimensions";

/// The attribute of a function that has the names of its arguments in the model.
pub const INPUTS: &str = "model.inputs";

/// The attribute of a function that has the names of its results in the model.
pub const OUTPUTS: &str = "model.outputs";

/// The function that a model is.
pub const MAIN: &str = "main";

/// An input of a model whose rank is known.
pub(crate) struct Input {
    pub(crate) position: usize,
    pub(crate) name: String,
    /// Of each dimension; empty if it has none.
    pub(crate) names: Vec<String>,
    /// Negative where it is not known.
    pub(crate) sizes: Vec<i64>,
}

/// The inputs of a model whose ranks are known.
pub(crate) fn inputs(function: &Function) -> Vec<Input> {
    let listed = texts(function.attributes.get(INPUTS));
    let input = |(position, ty): (usize, &tfrt_compiler::graph::Type)| {
        let TypeKind::Shaped { shape, .. } = ty.kind() else { return None };
        let attributes = function.argument_attributes.get(position);
        let mut names = texts(attributes.and_then(|it: &Attributes| it.get(DIMENSIONS)));
        names.resize(shape.len(), String::new());
        let listed = listed.get(position).cloned();
        let name = listed.or_else(|| value_name(function, position)).unwrap_or_default();
        Some(Input { position, name, names, sizes: shape.to_vec() })
    };
    function.arguments.iter().enumerate().filter_map(input).collect()
}

/// The name of an argument in the text.
fn value_name(function: &Function, position: usize) -> Option<String> {
    let body = function.body.as_ref()?;
    let &argument = body.block(body.entry(Body::ROOT)?).arguments.get(position)?;
    body.value(argument).name.as_ref().map(|name| name.to_string())
}

/// A list of texts; what is no text is an empty one.
pub(crate) fn texts(attribute: Option<&Attribute>) -> Vec<String> {
    let text = |attribute: &Attribute| match attribute {
        Attribute::String(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    };
    match attribute {
        Some(Attribute::Array(all)) => all.iter().map(text).collect(),
        _ => Vec::new(),
    }
}
