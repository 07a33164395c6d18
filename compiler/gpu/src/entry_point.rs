//! `--tfrt-set-entry-point`: a function that says which function runs the program, and with what.

use crate::Context;
use crate::names;
use crate::options::{list, parse, wrong};
use crate::rewrite::{Maker, Place, attributes, integer, string};
use tfrt_compiler::graph::{Attribute, Item, Module};
use tfrt_compiler::source::Diagnostic;

/// What the program that reads an entry point expects.
const VERSION: i128 = 410_724_080;

const FUNCTION: &str = "get_tfrt_gpu_entry_point";

/// Runs the pass.
pub(crate) fn run(module: &mut Module, context: &Context<'_>) -> Result<(), Vec<Diagnostic>> {
    let at = |message: String| Err(vec![Diagnostic::error(module.span, message)]);
    let [platform, function, sizes] =
        parse(context.options, ["platform", "function_name", "buffer_sizes"])?;
    let platform = match platform {
        Some("CUDA") => 1,
        Some("ROCm") => 2,
        None | Some("NONE" | "") => return at("Unspecified 'platform' option".to_owned()),
        Some(other) => return wrong(format!("there is no platform '{other}': it is CUDA or ROCm")),
    };
    let sizes = list(sizes).map(|size| match size.parse::<i64>() {
        Ok(number) if number >= 0 => Ok(integer(number.into(), "i64")),
        _ => wrong(format!("the size of a buffer is a number of bytes, not '{size}'")),
    });
    let sizes: Vec<Attribute> = sizes.collect::<Result<_, _>>()?;
    let function = match function {
        Some(name) if module.function(name).is_some() => name.to_owned(),
        Some(name) => return at(format!("Function '{name}' not found")),
        None => {
            let mut functions = module.functions();
            match (functions.next(), functions.next()) {
                (Some(only), None) => only.name.clone(),
                _ => return at("Expected exactly one function".to_owned()),
            }
        }
    };
    if module.function(FUNCTION).is_some() {
        return at(format!("there is a function '{FUNCTION}' already"));
    }
    let place = Place { location: module.location.clone(), span: module.span };
    let (mut made, _) = Maker::new(&[], place);
    let said = attributes([
        ("buffer_sizes", Attribute::Array(sizes)),
        ("function_name", string(&function)),
        ("platform", integer(platform, "si32")),
        ("version", integer(VERSION, "i64")),
    ]);
    let point = made.op(names::GET_ENTRY_POINT, &[], said, [names::ENTRY_POINT]);
    module.items.insert(0, Item::Function(made.finish(FUNCTION, &point)));
    Ok(())
}
