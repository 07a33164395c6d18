//! What a model takes and gives, by name. Importers write it as attributes of `@main`; text keeps these.

use crate::symbols::{DIMENSIONS, INPUTS, MAIN, OUTPUTS, texts};
use tfrt_compiler::graph::{Attributes, Function, Module, Type, TypeKind};

/// An input or output of a model.
///
/// ```
/// # use tfrt_compiler::{source::Source, syntax};
/// let text = r#"func.func @main(%x: tensor<?x2xf32> {model.dimensions = ["N", ""]})
///     -> tensor<?x2xf32> attributes {model.inputs = ["x:0"], model.outputs = ["y"]} {
///   tfrt.return %x : tensor<?x2xf32>
/// }"#;
/// let source = Source::new("m.mlir", text);
/// let (module, _) = syntax::parse(&source, tfrt_model::ops(), Default::default());
/// let (inputs, outputs) = tfrt_model::face(&module).ok_or("a model has a @main")?;
/// assert_eq!(inputs[0].to_string(), "x:0: f32 [N, 2]");
/// assert_eq!(outputs[0].to_string(), "y: f32 [?, 2]");
/// assert_eq!(tfrt_model::symbols(&inputs), ["N"]);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Port {
    /// The name.
    pub name: String,
    /// The type as programs write it: `tensor<?x224xf32>`.
    pub ty: Type,
    /// The symbols of the dimensions; `None` of those that have a number or no name.
    pub symbols: Vec<Option<String>>,
}

impl std::fmt::Display for Port {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.name)?;
        match self.ty.kind() {
            TypeKind::Shaped { shape, element } => {
                write!(f, "{element} [")?;
                for (axis, &size) in shape.iter().enumerate() {
                    let comma = if axis == 0 { "" } else { ", " };
                    match self.symbols.get(axis) {
                        Some(Some(symbol)) if size < 0 => write!(f, "{comma}{symbol}")?,
                        _ if size < 0 => write!(f, "{comma}?")?,
                        _ => write!(f, "{comma}{size}")?,
                    }
                }
                f.write_str("]")
            }
            TypeKind::Unranked { element } => write!(f, "{element} of any shape"),
            _ => write!(f, "{}", self.ty),
        }
    }
}

/// The inputs and outputs of a model. `None` if the module has no function `@main`; a name that is not
/// written is `0` and so on.
#[must_use]
pub fn face(module: &Module) -> Option<(Vec<Port>, Vec<Port>)> {
    let main = module.function(MAIN)?;
    Some((
        ports(main, INPUTS, &main.arguments, &main.argument_attributes),
        ports(main, OUTPUTS, &main.results, &main.result_attributes),
    ))
}

/// The symbols of inputs, in the order in which they occur.
#[must_use]
pub fn symbols(inputs: &[Port]) -> Vec<&str> {
    let mut symbols: Vec<&str> = Vec::new();
    for symbol in inputs.iter().flat_map(|input| input.symbols.iter().flatten()) {
        if !symbols.contains(&symbol.as_str()) {
            symbols.push(symbol);
        }
    }
    symbols
}

fn ports(main: &Function, names: &str, types: &[Type], attributes: &[Attributes]) -> Vec<Port> {
    let names = texts(main.attributes.get(names));
    let port = |(index, ty): (usize, &Type)| Port {
        name: names.get(index).cloned().unwrap_or_else(|| index.to_string()),
        ty: ty.clone(),
        symbols: open_sizes(ty, texts(attributes.get(index).and_then(|it| it.get(DIMENSIONS)))),
    };
    types.iter().enumerate().map(port).collect()
}

/// The names of the dimensions whose sizes are not in the type.
fn open_sizes(ty: &Type, names: Vec<String>) -> Vec<Option<String>> {
    let TypeKind::Shaped { shape, .. } = ty.kind() else { return Vec::new() };
    let mut names = names.into_iter();
    let symbol = |&size: &i64| names.next().filter(|name| size < 0 && !name.is_empty());
    shape.iter().map(symbol).collect()
}
