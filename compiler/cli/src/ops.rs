//! `tfrt ops`: the types, kernels and ops of the catalogue, from their definitions.

use crate::failure::Failure;
use crate::{called, operators, output};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tfrt_compiler::suggest::nearest_of;
use tfrt_host::kernel::{
    Carries, Catalogue, Cost, Directive, Effects, Group, GroupCount, OpDef, OperandSet, Outcome,
    ParamDef, ParamKind, TypeDef,
};

/// What `ops` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The name of an op, type or native function, or what names begin with; nothing lists all.
    name: Option<String>,
    /// The operators of ONNX that models may have, with their versions and limits, instead of ops.
    #[arg(long, conflicts_with = "pages")]
    onnx: bool,
    /// Print the reference page of the guide: the types and the dialects, or the ops of a name.
    #[arg(long)]
    markdown: bool,
    /// Write a page of the reference for each dialect into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["name", "markdown"])]
    pages: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    if let Some(folder) = &arguments.pages {
        return pages(folder, catalogue);
    }
    let start = arguments.name.as_deref().unwrap_or_default();
    if arguments.onnx {
        return operators::list(start, arguments.markdown, json);
    }
    let exact = catalogue.op(start).is_some();
    let picked = |name: &str| if exact { name == start } else { name.starts_with(start) };
    let mut ops: Vec<_> = catalogue.ops().filter(|op| picked(op.name)).collect();
    ops.sort_by_key(|op| op.name);
    let types: Vec<_> = catalogue.types().filter(|ty| picked(ty.name)).collect();
    let natives: Vec<_> = catalogue.natives().filter(|native| picked(native.name)).collect();
    let called = if exact { Vec::new() } else { called::beginning(start) };
    if ops.is_empty() && types.is_empty() && natives.is_empty() && called.is_empty() {
        let near = nearest_of(start, catalogue.ops().map(|op| op.name));
        let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        let message =
            format!("no op, type or native function has a name that begins with {start}{near}");
        return Err(Failure::unusable(message));
    }
    if json {
        let executable = |op: &&OpDef| catalogue.kernel(op.name).is_some();
        output::json(&json!({
            "ops": ops.iter().map(|op| op_json(op, executable(op))).collect::<Vec<_>>(),
            "types": types.iter().map(|ty| type_json(ty)).collect::<Vec<_>>(),
            "natives": natives.iter().map(|native| native.name).collect::<Vec<_>>(),
            "called": called.iter().map(|op| called::json(op)).collect::<Vec<_>>(),
        }));
        return Ok(());
    }
    let mut text = String::new();
    if arguments.markdown && start.is_empty() {
        contents(&mut text, &ops, &types);
    } else if arguments.markdown {
        page(&mut text, catalogue, &ops);
        called.iter().for_each(|op| called::part(&mut text, op));
    } else if let ([], [op], true) = (&*ops, &*called, types.is_empty() && natives.is_empty()) {
        called::describe(&mut text, op);
    } else if let [op] = *ops
        && types.is_empty()
        && natives.is_empty()
        && called.is_empty()
    {
        let _ = writeln!(text, "{}\n\n{}\n", syntax(op), op.doc.trim().replace("# ", ""));
        let _ = writeln!(text, "{:12}{}", "signature", signature(op));
        for (label, what) in facts(op, catalogue) {
            let _ = writeln!(text, "{label:12}{}", what.replace('`', ""));
        }
        if let Some(infer) = op.infer {
            let _ = writeln!(text, "{:12}by the rule {infer}", "types");
        }
    } else {
        for ty in &types {
            let _ = writeln!(text, "type {}", type_line(ty));
        }
        for op in &ops {
            let list = list_of(op.name).map(|list| format!(" [{}]", list.0)).unwrap_or_default();
            let (name, signature) = (op.name, signature(op));
            let _ = writeln!(text, "{name} : {signature}{list}\n    {}", sentence(op));
        }
        for native in &natives {
            let _ = writeln!(text, "native function {}", native.name);
        }
        for op in &called {
            called::line(&mut text, op);
        }
    }
    output::print(&text);
    Ok(())
}

/// A list of kernels: what it is called, and how a program gets it.
struct List(&'static str, &'static str);

/// The list that an op is in; `None` if it is none of this workspace's.
fn list_of(op: &str) -> Option<List> {
    static LISTS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
        let passes = ("passes", tfrt_streamify::DECLARED);
        let lists = tfrt_test_kernels::LISTS.into_iter().chain([passes]).rev();
        lists.flat_map(|(list, ops)| ops.names().map(move |op| (op, list))).collect()
    });
    Some(match *LISTS.get(op)? {
        "core" => List("core", "core, which every program has"),
        "tests" => List("tests", "only in the tool, for tests: projects do not have it"),
        "declared" => List("declared", "only in the tool, for tests, and without a kernel"),
        "passes" => List("passes", "only in the tool, for its passes, and without a kernel"),
        name => List(name, name),
    })
}

/// The first page of the reference: the types, and the dialects with their lists and pages.
fn contents(text: &mut String, ops: &[&OpDef], types: &[&TypeDef]) {
    text.push_str(
        "# Types and ops\n\n\
         Made from the definitions by `tfrt ops --markdown`. `tfrt ops NAME` prints one op, or those \
         whose names begin so, `tfrt ops --json` all of them for scripts. The pages of the dialects \
         are not kept with the sources: `cargo xtask docs` makes them, or `tfrt ops --pages FOLDER`.\n\n\
         `(T?)` is an operand that may be left out, `T...` stands for any number of operands. A \
         result is *ready*, *fallible* (an error is possible) or *later* (it may arrive after \
         the kernel has returned); of an op that runs functions or regions of the program, they say. \
         An op without a chain among its operands takes one more operand \
         if it is a chain, and gives one more result if that is a chain. An op whose first line \
         has its name in quotes has only the generic form.\n\n## Dialects\n\n\
         A program names the lists whose kernels it uses: `kernels = [tfrt::MLIR];` in \
         `tfrt_graph!`, `tfrt::catalogue().with(&tfrt::MLIR)` where programs are loaded.\n\n\
         | dialect | list |\n|---|---|\n",
    );
    let mut dialects: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for op in ops {
        let lists = dialects.entry(dialect(op.name)).or_default();
        lists.extend(list_of(op.name).map(|list| list.0));
    }
    let (tests, own): (Vec<_>, Vec<_>) = dialects
        .iter()
        .partition(|(_, lists)| lists.iter().all(|list| matches!(*list, "tests" | "declared")));
    for (dialect, lists) in own {
        let shown = lists.iter().rev().map(|list| match *list {
            "core" => "core, which every program has".to_owned(),
            name if name.starts_with("tfrt::") => format!("`{name}`"),
            _ => "some only in the tool, for tests".to_owned(),
        });
        let mut shown: Vec<String> = shown.collect();
        shown.dedup();
        let _ = writeln!(text, "| [`{dialect}`](ops/{dialect}.md) | {} |", shown.join("; "));
    }
    let tests = tests.iter().map(|(dialect, _)| format!("[`{dialect}`](ops/{dialect}.md)"));
    let tests: Vec<String> = tests.collect();
    if !tests.is_empty() {
        let tests = tests.join(", ");
        let _ = writeln!(text, "\nOnly the tool has these, for tests; projects do not: {tests}.");
    }
    text.push_str("\n## Types\n\n| type | in Rust | |\n|---|---|---|\n");
    for ty in types {
        let scalar = if ty.scalar.is_some() { "scalar" } else { "" };
        let _ = writeln!(text, "| `{}` | `{}` | {scalar} |", ty.name, (ty.path)());
    }
}

/// Writes a page for each dialect.
fn pages(folder: &Path, catalogue: &Catalogue) -> Result<(), Failure> {
    let unwritten = |path: &Path, error: &std::io::Error| {
        Failure::unusable(format!("cannot write {}: {error}", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let mut ops: Vec<_> = catalogue.ops().collect();
    ops.sort_by_key(|op| (dialect(op.name), op.name));
    for ops in ops.chunk_by(|a, b| dialect(a.name) == dialect(b.name)) {
        let name = dialect(ops[0].name);
        let mut text = format!("# Dialect `{name}`\n");
        page(&mut text, catalogue, ops);
        if name == "corert" {
            text.push_str("\n# Ops that are called by name\n");
            called::beginning("").into_iter().for_each(|op| called::part(&mut text, op));
        }
        let path = folder.join(format!("{name}.md"));
        std::fs::write(&path, text).map_err(|error| unwritten(&path, &error))?;
    }
    Ok(())
}

fn dialect(op: &str) -> &str {
    op.split('.').next().unwrap_or_default()
}

/// The ops of a page. The documentation of kernels is Markdown already.
fn page(text: &mut String, catalogue: &Catalogue, ops: &[&OpDef]) {
    for family in ops.chunk_by(|a, b| are_alike(a, b, catalogue)) {
        let [op, others @ ..] = family else { continue };
        let name = if others.is_empty() {
            op.name.to_owned()
        } else {
            format!("{}.*", family_name(op.name))
        };
        // Links and headings of Rust's documentation are none of this page.
        let doc = op.doc.trim().replace("[`", "`").replace("`]", "`").replace("# ", "### ");
        let _ = writeln!(text, "\n## `{name}`\n\n```text\n{}\n```\n\n{doc}\n", syntax(op));
        if others.is_empty() {
            let _ = writeln!(text, "- signature: `{}`", signature(op));
        }
        for (label, what) in facts(op, catalogue) {
            let _ = writeln!(text, "- {label}: {what}");
        }
        if others.is_empty() {
            if let Some(infer) = op.infer {
                let _ = writeln!(text, "- types: by the rule `{infer}`");
            }
        } else if op.infer.is_some() {
            text.push_str("\n| op | signature | types by the rule |\n|---|---|---|\n");
            for op in family {
                let infer = op.infer.map(|infer| format!("`{infer}`")).unwrap_or_default();
                let _ = writeln!(text, "| `{}` | `{}` | {infer} |", op.name, signature(op));
            }
        } else {
            text.push_str("\n| op | signature |\n|---|---|\n");
            for op in family {
                let _ = writeln!(text, "| `{}` | `{}` |", op.name, signature(op));
            }
        }
    }
}

/// Whether the page describes both ops at once: their names differ in the last word, and else only
/// their signatures and their rules of types differ.
fn are_alike(a: &OpDef, b: &OpDef, catalogue: &Catalogue) -> bool {
    let family = family_name(a.name);
    family.contains('.')
        && family == family_name(b.name)
        && a.doc == b.doc
        && a.infer.is_some() == b.infer.is_some()
        && is_generic(a) == is_generic(b)
        && facts(a, catalogue) == facts(b, catalogue)
}

/// Whether an op has only the generic form.
fn is_generic(op: &OpDef) -> bool {
    syntax(op).contains(&format!("\"{}\"", op.name))
}

/// An op's name without the last word.
fn family_name(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(family, _)| family)
}

/// What a definition says besides syntax, signature, types and documentation.
fn facts(op: &OpDef, catalogue: &Catalogue) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(List(name, how)) = list_of(op.name) {
        let code = name.starts_with("tfrt::");
        facts.push(("list", if code { format!("`{how}`") } else { how.to_owned() }));
    }
    let attributes: Vec<_> = op.params.iter().filter_map(attribute).collect();
    if !attributes.is_empty() {
        facts.push(("attributes", attributes.join(", ")));
    }
    let callees = op.traits.callees.iter().map(|callee| match callee.symbol_name() {
        Some(name) => format!("`{name}`"),
        None => format!("a region ({})", callee.role),
    });
    let callees: Vec<_> = callees.collect();
    if !callees.is_empty() {
        facts.push(("functions", callees.join(", ")));
    }
    if op.traits.has_own_check() {
        let said = "a function of its own checks what it calls, where a program is loaded";
        facts.push(("check", said.to_owned()));
    }
    let of_callees = !op.traits.callees.is_empty() && op.variadic_results;
    let outcome = if of_callees { "those of what it runs" } else { outcome(op.outcome) };
    facts.push(("results", outcome.to_owned()));
    if op.pure {
        facts.push(("pure", "no side effect, the same results for the same operands".to_owned()));
    }
    match op.effects {
        Some(effects) if effects == Effects::NONE => {}
        Some(effects) => facts.push(("effects", effects.to_string())),
        None => facts.push(("effects", "not stated".to_owned())),
    }
    match op.cost {
        Cost::Fixed(0) => {}
        Cost::Fixed(cost) => facts.push(("cost", format!("about {cost} ns"))),
        Cost::OfOperands => facts.push(("cost", "it depends on the operands".to_owned())),
    }
    if catalogue.kernel(op.name).is_none() {
        facts.push(("kernel", "none: the op can be parsed and printed, not loaded".to_owned()));
    }
    facts
}

/// The first sentence of the documentation.
fn sentence(op: &OpDef) -> String {
    let doc = op.doc.trim();
    let end = doc.find(". ").or_else(|| doc.find(".\n")).map_or(doc.len(), |at| at + 1);
    let words: Vec<_> = doc[..end].split_whitespace().collect();
    words.join(" ")
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ready => "ready",
        Outcome::Fallible => "fallible",
        Outcome::Later => "later",
    }
}

/// `name: type` of an attribute.
fn attribute(param: &ParamDef) -> Option<String> {
    match param.kind {
        ParamKind::Attribute { .. } if param.optional => {
            Some(format!("`{}`: {}, may be left out", param.name, param.ty))
        }
        ParamKind::Attribute { .. } => Some(format!("`{}`: {}", param.name, param.ty)),
        ParamKind::Attributes => Some("any, of any names".to_owned()),
        _ => None,
    }
}

/// The operands of a definition, with their types as the signature shows them.
fn operands(op: &OpDef) -> Vec<(&'static ParamDef, String)> {
    let operand = |param: &'static ParamDef| {
        let shown = match param.kind {
            ParamKind::Any => "any".to_owned(),
            ParamKind::Variadic => "...".to_owned(),
            ParamKind::Value | ParamKind::Borrow | ParamKind::Async => match param {
                ParamDef { optional: true, ty, .. } => format!("({ty}?)"),
                ParamDef { variadic: true, ty, .. } => format!("{ty}..."),
                ParamDef { ty, .. } => (*ty).to_owned(),
            },
            _ => return None,
        };
        Some((param, shown))
    };
    op.params.iter().filter_map(operand).collect()
}

/// `(i32, i32) -> (i32, i32)`.
fn signature(op: &OpDef) -> String {
    let types: Vec<_> = operands(op).into_iter().map(|(_, ty)| ty).collect();
    let results = op.results.iter().map(|result| result.ty.to_owned());
    let more = op.variadic_results.then(|| format!("{}...", op.variadic_type));
    let results: Vec<_> = results.chain(more).collect();
    let results = match (op.traits.carries, results.as_slice()) {
        (Some(Carries { end: Some(end), .. }), _) => {
            format!("the types of the operands before number {end}")
        }
        (Some(carries), _) => format!("the types of the operands from number {} on", carries.from),
        (None, [one]) if !op.variadic_results => one.clone(),
        (None, many) => format!("({})", many.join(", ")),
    };
    format!("({}) -> {results}", types.join(", "))
}

/// How the op is written: its custom form if it has one.
fn syntax(op: &OpDef) -> String {
    let names: Vec<_> = operands(op).into_iter().map(|(param, _)| value(param)).collect();
    let mut results: Vec<_> = (0..op.results.len()).map(|index| format!("%r{index}")).collect();
    if op.variadic_results || op.traits.carries.is_some() {
        results.push("%r:N".to_owned());
    }
    let results = match results.as_slice() {
        [] => String::new(),
        [_] if !op.results.is_empty() => "%r = ".to_owned(),
        _ => format!("{} = ", results.join(", ")),
    };
    let mut named = Vec::new();
    let Some(assembly) = op.traits.assembly else {
        let regions = vec!["{...}"; op.traits.regions()];
        let regions =
            if regions.is_empty() { String::new() } else { format!(" ({})", regions.join(", ")) };
        let attributes = dictionary(op, &named);
        return format!(
            "{results}\"{}\"({}){regions}{attributes} : {}",
            op.name,
            names.join(", "),
            signature(op)
        );
    };
    let mut words: Vec<String> = Vec::new();
    let mut ends = Vec::new();
    for (index, element) in assembly.elements().iter().enumerate() {
        while ends.last() == Some(&index) {
            ends.pop();
            words.push(")?".to_owned());
        }
        let word = match *element {
            Directive::Literal(word) => word.to_owned(),
            Directive::Blank | Directive::NoBlank | Directive::AttrList(_) => continue,
            Directive::Name(name) => {
                named.push(name);
                let mut params = op.params.iter().filter(|param| param.name == name);
                match params.find(|param| !matches!(param.kind, ParamKind::Function { .. })) {
                    Some(param) if attribute(param).is_some() => name.to_owned(),
                    Some(param) => value(param),
                    None if let Some(group) = group_of(op, name) => {
                        let many = if group.count == GroupCount::One { "" } else { "..." };
                        format!("%{name}{many}")
                    }
                    None => format!("@{name}"),
                }
            }
            Directive::TypedAttribute(name) => {
                named.push(name);
                format!("{name} : TYPE")
            }
            Directive::Word { name, table, .. } => {
                named.push(name);
                table.name.to_uppercase()
            }
            Directive::Operands => names.join(", "),
            Directive::Typed(set) => format!("{} : TYPE", set_of(set, &names)),
            Directive::Types(set) => format!("TYPES({})", set_of(set, &names)),
            Directive::FunctionalType { operands, results, .. } => {
                let (operands, results) = (set_of(operands, &names), set_of(results, &names));
                format!("(TYPES({operands})) -> (TYPES({results}))")
            }
            Directive::AttrDict { .. } => {
                let elements = assembly.elements().iter();
                let all: Vec<_> = elements.filter_map(names_attribute).collect();
                let rest = dictionary(op, &all);
                if rest.is_empty() {
                    continue;
                }
                rest.trim_start().to_owned()
            }
            Directive::Entry { name, default: None } => format!("{name} = ..."),
            Directive::Entry { name, default: Some(default) } => format!("{name} = {default}"),
            Directive::Pairs(name) => {
                named.push(name);
                format!("({{{name}...}})?")
            }
            Directive::ResultCount => "(: N)?".to_owned(),
            Directive::Async => "(async)?".to_owned(),
            Directive::As(name) => format!("((%{name} as %x : TYPE...))?"),
            Directive::Content(name) => format!("TYPES(%{name})"),
            Directive::Arrow(set) => format!("(-> TYPES({}))?", set_of(set, &names)),
            Directive::Unit { word, name } => {
                named.push(name);
                format!("({word})?")
            }
            Directive::Symbol(name) => {
                named.push(name);
                format!("@{name}")
            }
            Directive::Signature { name, ty } => {
                named.extend([name, ty]);
                format!("@{name}(%x : TYPE...) (-> TYPES)?")
            }
            Directive::Dimensions { operands, numbers } => {
                named.push(numbers);
                format!("[N or %{operands}...]")
            }
            Directive::Initial { value, .. } => {
                named.push(value);
                format!("({value} or uninitialized)")
            }
            Directive::Region => "{...}".to_owned(),
            Directive::Group { end, .. } => {
                ends.push(end);
                "(".to_owned()
            }
        };
        words.push(word);
    }
    words.extend(ends.iter().map(|_| ")?".to_owned()));
    let mut text = format!("{results}{}", op.name);
    for word in words.into_iter().filter(|word| !word.is_empty()) {
        let tight = matches!(word.as_str(), "," | ")" | "]" | ")?") || text.ends_with(['(', '[']);
        if !tight {
            text.push(' ');
        }
        text.push_str(&word);
    }
    text
}

/// The group of operands of that name.
fn group_of(op: &OpDef, name: &str) -> Option<Group> {
    let layout = op.traits.layout?;
    layout.group(name).and_then(|index| layout.groups.get(index)).copied()
}

fn names_attribute(element: &Directive) -> Option<&'static str> {
    match *element {
        Directive::Name(name)
        | Directive::TypedAttribute(name)
        | Directive::Pairs(name)
        | Directive::Unit { name, .. }
        | Directive::Symbol(name)
        | Directive::Signature { name, .. }
        | Directive::Dimensions { numbers: name, .. }
        | Directive::Initial { value: name, .. }
        | Directive::Word { name, .. }
        | Directive::Entry { name, .. } => Some(name),
        _ => None,
    }
}

/// ` {name = type}` of the attributes that are not among these.
fn dictionary(op: &OpDef, named: &[&str]) -> String {
    let attributes = op.params.iter().filter(|param| !named.contains(&param.name));
    let attributes = attributes.filter_map(|param| match param.kind {
        ParamKind::Attribute { .. } => Some(format!("{} = ...", param.name)),
        ParamKind::Attributes => Some("...".to_owned()),
        _ => None,
    });
    let symbols = op.traits.symbols().filter(|name| !named.contains(name));
    let all: Vec<_> = attributes.chain(symbols.map(|name| format!("{name} = @{name}"))).collect();
    if all.is_empty() { String::new() } else { format!(" {{{}}}", all.join(", ")) }
}

/// The name of an operand in a program.
fn value(param: &ParamDef) -> String {
    let many = param.variadic || param.kind == ParamKind::Variadic;
    let name = param.name.trim_start_matches('_');
    format!("%{name}{}", if many { "..." } else { "" })
}

fn set_of(set: OperandSet, names: &[String]) -> String {
    match set {
        OperandSet::Operands => names.join(", "),
        OperandSet::Name(name) => format!("%{name}"),
        OperandSet::Results => "results".to_owned(),
        OperandSet::MoreResults => "more results".to_owned(),
    }
}

fn type_line(ty: &TypeDef) -> String {
    let scalar = if ty.scalar.is_some() { ", a scalar" } else { "" };
    format!("{} : {} in Rust{scalar}", ty.name, (ty.path)())
}

fn type_json(ty: &TypeDef) -> serde_json::Value {
    json!({ "name": ty.name, "rust": (ty.path)(), "scalar": ty.scalar.is_some() })
}

fn op_json(op: &OpDef, executable: bool) -> serde_json::Value {
    let operand = |(param, _): (&ParamDef, String)| {
        let variadic = param.variadic || param.kind == ParamKind::Variadic;
        let (name, ty, optional) = (param.name, param.ty, param.optional);
        json!({ "name": name, "type": ty, "optional": optional, "variadic": variadic })
    };
    let attributes = op.params.iter().filter_map(|param| match param.kind {
        ParamKind::Attribute { .. } => {
            Some(json!({ "name": param.name, "type": param.ty, "optional": param.optional }))
        }
        _ => None,
    });
    let result = |result: &tfrt_host::kernel::ResultDef| json!({ "type": result.ty, "outcome": outcome(result.outcome) });
    json!({
        "name": op.name,
        "doc": op.doc.trim(),
        "list": list_of(op.name).map(|list| list.0),
        "syntax": syntax(op),
        "signature": signature(op),
        "operands": operands(op).into_iter().map(operand).collect::<Vec<_>>(),
        "attributes": attributes.collect::<Vec<_>>(),
        "functions": op.traits.callees.iter().map(|callee| callee.role).collect::<Vec<_>>(),
        "own_check": op.traits.has_own_check(),
        "results": op.results.iter().map(result).collect::<Vec<_>>(),
        "variadic_results": op.variadic_results,
        "outcome": outcome(op.outcome),
        "pure": op.pure,
        "infer": op.infer.map(|infer| infer.to_string()),
        "effects": op.effects.map(|effects| effects.names().collect::<Vec<_>>()),
        "cost": match op.cost {
            Cost::Fixed(cost) => json!(cost),
            Cost::OfOperands => json!("of operands"),
        },
        "kernel": executable,
    })
}
