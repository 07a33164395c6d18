//! The symbols of a model: names of sizes that are not known before it runs. Dimensions with one name have one
//! size; a dimension without a name equals no other.
//!
//! An argument has the names of its dimensions as the attribute `model.dimensions`, so they are printed and
//! parsed. The names of inputs are the attribute `model.inputs` of the function, in order.

use tfrt_compiler::graph::{Attribute, Attributes, Body, Function, Module, TypeKind};

/// The attribute of an argument that has the names of its dimensions: one for each, empty if it has none.
pub const DIMENSIONS: &str = "model.dimensions";

/// The attribute of a function that has the names of its arguments in the model.
pub const INPUTS: &str = "model.inputs";

/// The attribute of a function that has the names of its results in the model.
pub const OUTPUTS: &str = "model.outputs";

/// The function that a model is.
pub const MAIN: &str = "main";

/// A symbol, and where its size occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// The dimensions that have this size, in the order of the inputs.
    pub places: Vec<Dimension>,
}

/// A dimension of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// The place of the input among all.
    pub position: usize,
    /// The name of the input.
    pub input: String,
    /// Which of its dimensions.
    pub axis: usize,
}

/// The symbols of a model that have no number yet, in the order in which they occur.
///
/// ```
/// # use tfrt_compiler::{source::Source, syntax};
/// let text = r#"
///     func.func @main(%x: tensor<?x3xf32> {model.dimensions = ["batch", ""]},
///                     %y: tensor<?xf32> {model.dimensions = ["batch"]}) -> tensor<?x3xf32> {
///       tfrt.return %x : tensor<?x3xf32>
///     }"#;
/// let source = Source::new("m.mlir", text.to_owned());
/// let (module, _) = syntax::parse(&source, tfrt_model::ops(), Default::default());
/// let symbols = tfrt_model::symbols(&module);
/// assert_eq!((symbols.len(), symbols[0].name.as_str()), (1, "batch"));
/// assert_eq!((symbols[0].places[1].input.as_str(), symbols[0].places[1].axis), ("y", 0));
/// ```
#[must_use]
pub fn symbols(module: &Module) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    for input in module.function(MAIN).map(inputs).unwrap_or_default() {
        for (axis, (name, size)) in input.names.iter().zip(&input.sizes).enumerate() {
            if name.is_empty() || *size >= 0 {
                continue;
            }
            let place = Dimension { position: input.position, input: input.name.clone(), axis };
            match symbols.iter_mut().find(|symbol| symbol.name == *name) {
                Some(symbol) => symbol.places.push(place),
                None => symbols.push(Symbol { name: name.clone(), places: vec![place] }),
            }
        }
    }
    symbols
}

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
