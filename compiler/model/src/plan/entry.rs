//! `@main` of a planned program, which begins a run and calls the function that works on its memory.

use crate::ops::ops;
use crate::symbols::MAIN;
use tfrt_compiler::builder::{ModuleBuilder, Origin, Reported};
use tfrt_compiler::graph::{
    Attribute, Attributes, Body, Function, Item, Module, Type, ValueId, Visibility, is_return,
};
use tfrt_compiler::source::Diagnostic;

pub(super) const RUN: &str = "!arena.run";
pub(super) const CHAIN: &str = "!tfrt.chain";

const BEGIN: &str = "arena.begin";
const CALL: &str = "tfrt.call";

/// What `@main` of a planned program does.
///
/// ```
/// # use tfrt_compiler::{source::Source, syntax};
/// let text = r#"
///     func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
///       %y = nn.relu %x : tensor<4xf32>
///       %z = nn.softmax %y {axis = 0 : i64} : tensor<4xf32>
///       tfrt.return %z : tensor<4xf32>
///     }"#;
/// let source = Source::new("m.mlir", text);
/// let (graph, _) = syntax::parse(&source, tfrt_model::ops(), Default::default());
/// let program = tfrt_model::compile(&graph, &Default::default());
/// let program = program.map_err(|errors| errors[0].message.clone())?;
/// let entry = tfrt_model::entry(&program).ok_or("it is planned")?;
/// assert_eq!((entry.function.as_str(), entry.bytes), ("main.planned", 80));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The function that it calls with a run, a chain and its own arguments.
    pub function: String,
    /// The bytes of memory that the run has.
    pub bytes: usize,
}

/// What `@main` of a program does, if it only begins a run and calls a function with it.
#[must_use]
pub fn entry(module: &Module) -> Option<Entry> {
    let body = module.function(MAIN)?.body.as_ref()?;
    let [block] = body.region(Body::ROOT).blocks[..] else { return None };
    let block = body.block(block);
    let [begin, call, end] = block.ops[..] else { return None };
    let [begin, call, end] = [begin, call, end].map(|id| body.op(id));
    let given: Vec<ValueId> = begin.results.iter().chain(&block.arguments).copied().collect();
    let is_entry = *begin.name == *BEGIN
        && *call.name == *CALL
        && is_return(&end.name)
        && call.operands == given
        && end.operands == call.results;
    match (begin.attributes.get("bytes"), call.attributes.get("callee")) {
        (Some(Attribute::Integer { value, .. }), Some(Attribute::Symbol { root, nested }))
            if is_entry && nested.is_empty() =>
        {
            Some(Entry { function: root.clone(), bytes: usize::try_from(*value).ok()? })
        }
        _ => None,
    }
}

/// Makes of `@main`, whose last arguments are a run and a chain, the function that `@main` calls.
pub(super) fn enter(mut module: Module, bytes: usize) -> Result<Module, Vec<Diagnostic>> {
    let is_main = |item: &Item| matches!(item, Item::Function(it) if it.name == MAIN);
    let Some(at) = module.items.iter().position(is_main) else { return Ok(module) };
    let mut made = ModuleBuilder::new(ops(), "the model");
    for function in module.functions() {
        made.symbol(function.name.clone());
    }
    let name = made.symbol(format!("{MAIN}.planned"));
    if let Item::Function(main) = &module.items[at] {
        // What is wrong is among the problems.
        let _ = begin(&mut made, main, &name, bytes);
    }
    let begins = made.finish()?.items;
    if let Item::Function(planned) = &mut module.items[at] {
        planned.name = name;
        planned.visibility = Visibility::Private;
        planned.attributes = Attributes::new();
        planned.argument_attributes.clear();
        planned.result_attributes.clear();
        planned.arguments.rotate_right(2);
        if let Some(body) = &mut planned.body
            && let Some(block) = body.entry(Body::ROOT)
        {
            let mut arguments = body.block(block).arguments.clone();
            arguments.rotate_right(2);
            body.order_arguments(block, arguments);
        }
    }
    module.items.splice(at..at, begins);
    Ok(module)
}

/// Builds `@main` of a function that takes a run and a chain behind its arguments.
fn begin(
    module: &mut ModuleBuilder<'_>,
    planned: &Function,
    name: &str,
    bytes: usize,
) -> Result<(), Reported> {
    let mut main = module.function(MAIN);
    main.set_origin(Origin::from(planned));
    main.set_visibility(planned.visibility);
    main.set_attributes(
        planned.attributes.clone(),
        planned.argument_attributes.clone(),
        planned.result_attributes.clone(),
    );
    let body = planned.body.as_ref();
    let block = body.and_then(|body| Some((body, body.block(body.entry(Body::ROOT)?))));
    let mut inputs = Vec::new();
    let known = planned.arguments.len().saturating_sub(2);
    for (position, ty) in planned.arguments.iter().take(known).enumerate() {
        let value_name = block
            .and_then(|(body, block)| body.value(*block.arguments.get(position)?).name.clone());
        inputs.push(main.argument(ty.clone(), value_name));
    }
    let bytes = i128::try_from(bytes).unwrap_or(i128::MAX);
    let bytes = Attribute::Integer { value: bytes, ty: Type::new("i64") };
    let begun = main.op(BEGIN).attribute("bytes", bytes).results()?;
    let callee = Attribute::Symbol { root: name.to_owned(), nested: Vec::new() };
    let call = main.op(CALL).attribute("callee", callee).operands(begun.into_iter().chain(inputs));
    let results = call.types(planned.results.iter().cloned()).results()?;
    main.finish(&results)
}
