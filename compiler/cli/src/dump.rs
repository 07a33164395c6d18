//! A BEF file's tables as text.

use std::fmt::Write as _;
use tfrt_bef::{Attribute, File, Function, FunctionKind, Kernel, Location, LocationId, Outside};

/// Longer texts and lists are cut.
const SHOWN: usize = 64;

/// Everything in the file, or one function with the tables that it needs.
///
/// Writing to a string cannot fail, so results of `write!` are dropped here and below.
pub(crate) fn dump(file: &File, function: Option<&str>) -> String {
    let mut out = String::new();
    if function.is_none() {
        let sections = file.optional_sections;
        let _ = writeln!(
            out,
            "optional sections: attribute types {}, attribute names {}, register types {}",
            yes(sections.attribute_types),
            yes(sections.attribute_names),
            yes(sections.register_types)
        );
        table(&mut out, "kernels", &file.kernels);
        table(&mut out, "types", &file.types);
        attributes(&mut out, file);
        for string in file.extra_strings.iter() {
            let _ = writeln!(out, "unreferenced string {}", quoted(string.as_bytes()));
        }
    }
    for (index, entry) in (0..).zip(&file.functions) {
        if function.is_none_or(|name| *entry.name == *name) {
            self::function(&mut out, file, index, entry);
        }
    }
    out
}

fn yes(there: bool) -> &'static str {
    if there { "yes" } else { "no" }
}

fn table(out: &mut String, what: &str, texts: &[Box<str>]) {
    let _ = writeln!(out, "{what}:");
    for (index, text) in texts.iter().enumerate() {
        let _ = writeln!(out, "  {index}: {text}");
    }
}

fn attributes(out: &mut String, file: &File) {
    let _ = writeln!(out, "attributes:");
    for (index, entry) in (0..).zip(file.attributes.entries()) {
        let value = match (file.attributes.find_outside(entry.offset), file.attributes.get(index)) {
            (Some(resource), _) => outside(resource),
            (None, Ok(value)) => attribute(&value),
            (None, Err(_)) => "(type unknown)".to_owned(),
        };
        let _ = writeln!(out, "  {index}: offset {}: {value}", entry.offset);
    }
}

/// An attribute whose elements are in another file.
fn outside(resource: &Outside) -> String {
    let Outside { name, file, start, dtype, shape, .. } = resource;
    format!(
        "dense [{}] : {}, resource {}, {} bytes in {} from {start} on",
        list(shape.iter(), ToString::to_string),
        dtype.name(),
        quoted(name.as_bytes()),
        resource.length().unwrap_or_default(),
        quoted(file.as_bytes())
    )
}

/// An attribute in one line. The reader bounds how deep attributes nest.
fn attribute(value: &Attribute) -> String {
    match value {
        Attribute::Scalar { dtype, bits } => format!("{bits:#x} : {}", dtype.name()),
        Attribute::Type(dtype) => format!("type {}", dtype.name()),
        Attribute::String(bytes) => quoted(bytes),
        Attribute::Function(bytes) => format!("function {}", quoted(bytes)),
        Attribute::Array(numbers) => {
            let shown = list(numbers.iter(), |bits| format!("{bits:#x}"));
            format!("[{shown}] : {}", numbers.dtype().name())
        }
        Attribute::TypeArray(types) => {
            format!("types [{}]", list(types.iter(), |t| t.name().to_owned()))
        }
        Attribute::EmptyArray => "[]".to_owned(),
        Attribute::Aggregate(elements) => {
            format!("aggregate [{}]", list(elements.iter(), attribute))
        }
        Attribute::Shape(None) => "shape of unknown rank".to_owned(),
        Attribute::Shape(Some(dimensions)) => {
            format!("shape [{}]", list(dimensions.iter(), ToString::to_string))
        }
        Attribute::Dense(dense) => format!(
            "dense [{}] : {}, {} bytes",
            list(dense.shape.iter(), ToString::to_string),
            dense.dtype.name(),
            dense.data.len()
        ),
        Attribute::SymbolRef(symbol) => format!(
            "symbol @{}{}, module of {} bytes",
            symbol.root,
            symbol.nested.iter().map(|name| format!("::@{name}")).collect::<String>(),
            symbol.module.len()
        ),
    }
}

fn list<T>(items: impl ExactSizeIterator<Item = T>, show: impl Fn(T) -> String) -> String {
    let count = items.len();
    let mut shown: Vec<_> = items.take(SHOWN).map(show).collect();
    if count > SHOWN {
        shown.push(format!("… {count} in all"));
    }
    shown.join(", ")
}

fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let cut: String = text.chars().take(SHOWN).collect();
    let more = if cut.len() < text.len() { "…" } else { "" };
    format!("{cut:?}{more}")
}

fn function(out: &mut String, file: &File, index: u32, function: &Function) {
    let kind = match function.kind {
        FunctionKind::Async => "function",
        FunctionKind::Native => "native function",
        FunctionKind::Sync => "sync function",
    };
    let types = |indices: &[u32]| {
        let text = |&index: &u32| file.types.get(index as usize).map_or("?", |text| &**text);
        indices.iter().map(text).collect::<Vec<_>>().join(", ")
    };
    let (arguments, results) = (types(function.arguments()), types(function.results()));
    let name = if function.name.is_empty() { "(region)" } else { &*function.name };
    let _ = writeln!(out, "{kind} {index} {name}: ({arguments}) -> ({results})");
    let Some(body) = &function.body else { return };
    let _ = writeln!(out, "  at {}", location(file, body.location));
    for (number, register) in body.registers.iter().enumerate() {
        if let Some(text) = register.ty.and_then(|ty| file.types.get(ty as usize)) {
            let _ = writeln!(out, "  r{number}: {text}");
        }
    }
    let _ = writeln!(out, "  kernel 0 stream {} entry", body.root_stream);
    let mut lists = body.entry_users.iter();
    let _ = writeln!(out, "    starts {}", ids(lists.next().unwrap_or_default()));
    for (register, users) in lists.enumerate() {
        let _ = writeln!(out, "    r{register} used by {}", ids(users));
    }
    for (id, kernel) in (1..).zip(&body.kernels) {
        self::kernel(out, file, index, id, kernel);
    }
    let _ = writeln!(out, "  returns {}", registers(&body.result_registers));
}

fn kernel(out: &mut String, file: &File, function: u32, id: u32, kernel: Kernel<'_>) {
    let name = file.kernels.get(kernel.name as usize).map_or("?", |name| &**name);
    let nonstrict = if file.is_nonstrict(function, id) { " nonstrict" } else { "" };
    let _ = writeln!(
        out,
        "  kernel {id} stream {}{nonstrict} {name}({}) at {}",
        kernel.stream,
        registers(kernel.arguments()),
        location(file, kernel.location)
    );
    for (position, &attribute) in kernel.attributes().iter().enumerate() {
        let name = kernel.attribute_names().get(position);
        let name = name.and_then(|&name| file.attribute_names.get(name as usize));
        let name = name.map_or("", |name| &**name);
        let _ = writeln!(out, "    attribute {attribute} {name}");
    }
    for function in kernel.functions() {
        let _ = writeln!(out, "    function {function}");
    }
    for (register, users) in kernel.results().iter().zip(kernel.used_by()) {
        let _ = writeln!(out, "    r{register} used by {}", ids(users));
    }
}

fn registers(list: &[u32]) -> String {
    list.iter().map(|register| format!("r{register}")).collect::<Vec<_>>().join(", ")
}

fn ids(list: &[u32]) -> String {
    let ids: Vec<_> = list.iter().map(ToString::to_string).collect();
    if ids.is_empty() { "nobody".to_owned() } else { ids.join(" ") }
}

/// The reader bounds how deep locations nest.
fn location(file: &File, id: LocationId) -> String {
    fn text(location: &Location<'_>) -> String {
        match location {
            Location::Unknown => "(unknown)".to_owned(),
            Location::Virtual => "(not encoded)".to_owned(),
            Location::FileLineCol { file, line, column } => format!("{file};{line};{column}"),
            Location::Name { name, child } if **child == Location::Unknown => (*name).to_owned(),
            Location::Name { name, child } => format!("{}({name})", text(child)),
            Location::CallSite { callee, caller } => format!("{}<-{}", text(callee), text(caller)),
            Location::Fused(parts) => parts.iter().map(text).collect::<Vec<_>>().join(","),
        }
    }
    text(&file.locations.get(id))
}
