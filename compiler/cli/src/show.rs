//! `tfrt show`: prints an intermediate form of a program.

use crate::failure::Failure;
use crate::input::Input;
use crate::onnx::{self, Choices};
use crate::{dot, dump, memory, output, passes, program, resources, translate};
use clap::builder::{PossibleValue, PossibleValuesParser};
use serde_json::json;
use std::collections::HashSet;
use tfrt_compiler::graph::{Item, Module};
use tfrt_compiler::plan::{self, Panics, Plan};
use tfrt_compiler::syntax::PrintOptions;
use tfrt_compiler::verify::Verified;
use tfrt_host::kernel::Catalogue;
use tfrt_jit::Explained;
use tfrt_model::{Options, Weights};

/// Which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// The op graph of a model, with the names of its values and nodes, after the passes over op graphs. Large
    /// constants have names instead of elements.
    Ops,
    /// MLIR text, with the value names of the input if that is text; of a model, the kernels that it becomes,
    /// with names for large constants.
    Graph,
    /// Of a model whose memory is planned: where its values lie in the memory of a run, from which op on to which,
    /// and what is allocated besides.
    Memory,
    /// The plan: classes of values, segments, frames; then, per function, how many ops became
    /// instructions and which kernels are called.
    Plan,
    /// The tables of the BEF file.
    Bef,
    /// Generated Rust.
    Rust,
    /// Cranelift's intermediate form.
    Clif,
    /// The JIT's machine code.
    Asm,
    /// A drawing for Graphviz.
    Dot,
}

/// What `show` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// MLIR text, BEF or an ONNX model; `-` or nothing is standard input.
    file: Option<String>,
    /// The form.
    #[arg(id = "as", long = "as", value_name = "FORM", default_value = "graph")]
    form: Form,
    /// Only this function.
    #[arg(long)]
    function: Option<String>,
    /// With `--as ops`: after which pass; `import` is before all of them.
    #[arg(long, value_name = "PASS", value_parser = passes(), default_value = LAST)]
    after: String,
    #[command(flatten)]
    choices: Choices,
}

/// The last pass of which an op graph comes, not kernels.
const LAST: &str = "winograd";

/// What `--after` can name.
fn passes() -> PossibleValuesParser {
    let before = PossibleValue::new("import").help("As it is imported");
    let passes = tfrt_model::PASSES.map(|pass| PossibleValue::new(pass.name).help(pass.summary));
    PossibleValuesParser::new(std::iter::once(before).chain(passes))
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let input = Input::read(arguments.file.as_deref())?;
    let function = arguments.function.as_deref();
    let of_model = match arguments.form {
        Form::Ops => true,
        Form::Graph | Form::Memory => matches!(input, Input::Model { .. }),
        _ => false,
    };
    if arguments.choices.are_given() && !of_model {
        let what = "`--bind`, `--math` and `--form` are for `--as ops`, `--as graph` and `--as memory` of a model";
        return Err(Failure::unusable(what));
    }
    let options = arguments.choices.options();
    let text = match arguments.form {
        Form::Ops => {
            let graph = passes::op_graph(&input)?;
            let graph = graph.and_then(|graph| passes::up_to(&arguments.after, graph, &options));
            let graph = graph.map_err(|list| program::diagnosed(&input, &list))?;
            let shown = PrintOptions { names: true, locations: true, ..PrintOptions::default() };
            translate::print(&only(short(graph), function)?, tfrt_model::ops(), shown)
        }
        Form::Graph => {
            let module = kernels(&input, &options, catalogue)?;
            let module = if of_model { short(module) } else { module };
            let module = only(module, function)?;
            let options = PrintOptions { names: true, ..PrintOptions::default() };
            translate::print(&module, catalogue, options)
        }
        Form::Memory => memory::show(&kernels(&input, &options, catalogue)?)?,
        Form::Dot => dot::draw(&only(program::imported(&input, catalogue)?, function)?),
        Form::Bef => {
            let bytes = program::to_bef(&input, catalogue)?;
            let file = program::read_bef(input.name(), &bytes)?;
            if let Some(name) = function
                && !file.functions.iter().any(|function| *function.name == *name)
            {
                let known = file.functions.iter().map(|function| &*function.name);
                return Err(Failure::no_function(name, known));
            }
            dump::dump(&file, function)
        }
        Form::Plan | Form::Rust | Form::Clif | Form::Asm => compiled(arguments, &input, catalogue)?,
    };
    if json {
        output::json(&json!({ "file": input.name(), "text": text }));
    } else {
        output::print(&text);
    }
    Ok(())
}

/// The program of kernels that an input is.
fn kernels(input: &Input, options: &Options, catalogue: &Catalogue) -> Result<Module, Failure> {
    match input {
        Input::Model { bytes, .. } => onnx::program(bytes, resources::folder(input), options)
            .map_err(|list| program::diagnosed(input, &list)),
        _ => program::imported(input, catalogue),
    }
}

/// The forms on the way to compiled engines.
fn compiled(
    arguments: &Arguments,
    input: &Input,
    catalogue: &Catalogue,
) -> Result<String, Failure> {
    let verified = program::verified(input, catalogue)?;
    let function = arguments.function.as_deref();
    if let Some(name) = function
        && verified.module().function(name).is_none()
    {
        return Err(not_found(name, verified.module()));
    }
    let panics = match arguments.form {
        Form::Rust => Panics::PassThrough,
        _ => Panics::AreErrors,
    };
    let plan = plan::build(&verified, catalogue, panics)
        .map_err(|list| program::diagnosed(input, &list))?;
    Ok(match arguments.form {
        Form::Plan => {
            let mut text = of_function(plan::dump(&plan, &verified), function);
            text.push_str("jit:\n");
            for part in explain(&verified, &plan, input, catalogue, function)? {
                text.push_str(&what_became(&part));
            }
            text
        }
        Form::Rust => rust(&verified, &plan, input, catalogue, function)?,
        form => {
            let parts = explain(&verified, &plan, input, catalogue, function)?;
            let texts = parts.into_iter().map(|part| match form {
                Form::Clif => part.clif,
                _ => format!("; {}\n{}", part.name, part.disassembly),
            });
            texts.collect::<Vec<_>>().join("\n")
        }
    })
}

/// The JIT's output for one function and its regions, or for all.
fn explain(
    verified: &Verified,
    plan: &Plan,
    input: &Input,
    catalogue: &Catalogue,
    function: Option<&str>,
) -> Result<Vec<Explained>, Failure> {
    let parts = tfrt_jit::explain(verified, plan, catalogue, &tfrt_jit::JitOptions::default())
        .map_err(|error| Failure::diagnosed(format!("{}: error: {error}\n", input.name())))?;
    let wanted = |part: &Explained| function.is_none_or(|function| function == part.function);
    Ok(parts.into_iter().filter(wanted).collect())
}

/// Which kernels of a compiled function are instructions, and which are called.
fn what_became(part: &Explained) -> String {
    let Explained { name, code_bytes, inlined, called, .. } = part;
    let mut line = format!("  {name}: {code_bytes} bytes, {inlined} ops as instructions");
    for (index, (kernel, times)) in called.iter().enumerate() {
        line.push_str(if index == 0 { ", calls " } else { ", " });
        line.push_str(kernel);
        if *times > 1 {
            line.push_str(&format!(" x{times}"));
        }
    }
    line.push('\n');
    line
}

/// A module without the elements of large constants, which have names instead: a model's are too many to be
/// read.
fn short(mut module: Module) -> Module {
    drop(Weights::take(&mut module));
    module.resources.clear();
    module
}

fn not_found(name: &str, module: &Module) -> Failure {
    Failure::no_function(name, module.functions().map(|function| function.name.as_str()))
}

/// A module with only that function.
fn only(mut module: Module, function: Option<&str>) -> Result<Module, Failure> {
    let Some(name) = function else { return Ok(module) };
    if module.function(name).is_none() {
        return Err(not_found(name, &module));
    }
    module.items.retain(|item| matches!(item, Item::Function(function) if function.name == name));
    Ok(module)
}

/// The parts of a plan's dump that belong to a function: its instances and its regions'.
fn of_function(dump: String, function: Option<&str>) -> String {
    let Some(name) = function else { return dump };
    let belongs = |header: &str| {
        let owner = header.rsplit_once("// of @").map_or("", |(_, rest)| rest);
        owner.split([',', ' ']).next() == Some(name)
    };
    let mut wanted = false;
    let mut out = String::new();
    for line in dump.split_inclusive('\n') {
        if line.starts_with("fn ") {
            wanted = belongs(line);
        }
        if wanted {
            out.push_str(line);
        }
    }
    out
}

/// The generated Rust: of one function, what it is made of.
fn rust(
    verified: &Verified,
    plan: &Plan,
    input: &Input,
    catalogue: &Catalogue,
    function: Option<&str>,
) -> Result<String, Failure> {
    let tokens = tfrt_compiler::rust::emit(
        plan,
        verified,
        catalogue,
        &tfrt_compiler::rust::RustOptions::default(),
    )
    .map_err(|list| program::diagnosed(input, &list))?;
    let mut file = syn::parse2(tokens).map_err(|error| {
        Failure::unusable(format!(
            "the generated Rust does not parse, which is our defect: {error}"
        ))
    })?;
    if let Some(name) = function {
        keep_reachable(&mut file, name);
    }
    Ok(prettyplease::unparse(&file))
}

/// Keeps of a file the entry of a function and the items that are named on the way from it.
fn keep_reachable(file: &mut syn::File, function: &str) {
    let items = std::mem::take(&mut file.items);
    let shown = |item: &syn::Item| {
        prettyplease::unparse(&syn::File { items: vec![item.clone()], ..file.clone() })
    };
    let texts: Vec<String> = items.iter().map(shown).collect();
    let words = |text: &str| -> HashSet<String> {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let entry = format!("`func.func @{function}(");
    // Imports are always kept.
    let mut kept: Vec<bool> = items
        .iter()
        .zip(&texts)
        .map(|(item, text)| matches!(item, syn::Item::Use(_)) || text.contains(&entry))
        .collect();
    let mut pending: Vec<usize> =
        (0..texts.len()).filter(|&at| kept[at] && texts[at].contains(&entry)).collect();
    while let Some(at) = pending.pop() {
        let words = words(&texts[at]);
        for (other, item) in items.iter().enumerate() {
            if !kept[other] && name_of(item).is_some_and(|name| words.contains(&name)) {
                kept[other] = true;
                pending.push(other);
            }
        }
    }
    file.items =
        items.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(item, _)| item).collect();
}

/// What an item is known by; that of an implementation is its type's.
fn name_of(item: &syn::Item) -> Option<String> {
    Some(match item {
        syn::Item::Fn(item) => item.sig.ident.to_string(),
        syn::Item::Struct(item) => item.ident.to_string(),
        syn::Item::Enum(item) => item.ident.to_string(),
        syn::Item::Static(item) => item.ident.to_string(),
        syn::Item::Const(item) => item.ident.to_string(),
        syn::Item::Mod(item) => item.ident.to_string(),
        syn::Item::Type(item) => item.ident.to_string(),
        syn::Item::Impl(item) => match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last()?.ident.to_string(),
            _ => return None,
        },
        _ => return None,
    })
}
