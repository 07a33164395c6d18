//! Aliases and metadata that MLIR's printer writes outside a module: aliases of affine maps and
//! sets before it, resources that it refers to after it.

use super::attribute::escape;
use crate::graph::{Attribute, Attributes, Body, Item, Module, OpId, RegionId, Resource};
use crate::syntax::lexer::is_bare;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use tfrt_host::kernel::Catalogue;

/// The text outside the module.
#[derive(Debug, Default)]
pub(super) struct Outside {
    /// Lines `#map = …`, maps before sets.
    pub(super) before: String,
    /// The file's metadata, if there are any.
    pub(super) after: String,
}

/// Replaces attributes by aliases; returns the new module and the text outside of it.
pub(super) fn take_out<'a>(
    module: &'a Module,
    catalogue: &Catalogue,
    generic: bool,
) -> (Cow<'a, Module>, Outside) {
    if !mentions(module) {
        return (Cow::Borrowed(module), Outside::default());
    }
    let mut module = module.clone();
    let resources = std::mem::take(&mut module.resources);
    let known = resources.iter().map(|resource| (key(&resource.key), resource)).collect();
    let mut search = Search { known, ..Search::default() };
    search.module(&mut module, catalogue, generic);
    let mut outside = Outside::default();
    for (name, text) in search.maps.lines.iter().chain(&search.sets.lines) {
        // Writing to a string cannot fail.
        let _ = writeln!(outside.before, "{name} = {text}");
    }
    let entries = search
        .used
        .iter()
        .map(|resource| format!("      {}: \"0x{}\"", key(&resource.key), resource.digits));
    let entries: Vec<String> = entries.collect();
    if !entries.is_empty() {
        let entries = entries.join(",\n");
        outside.after = format!(
            "\n{{-#\n  dialect_resources: {{\n    builtin: {{\n{entries}\n    }}\n  }}\n#-}}\n"
        );
    }
    (Cow::Owned(module), outside)
}

/// A resource's name as it is written.
fn key(name: &str) -> String {
    if is_bare(name) { name.to_owned() } else { escape(name.as_bytes()) }
}

/// Whether an attribute's text is one of those that are looked for.
fn is_outside(text: &str) -> bool {
    ["affine_map<", "affine_set<", "dense_resource<"].iter().any(|start| text.starts_with(start))
}

/// Whether there is anything to take out.
fn mentions(module: &Module) -> bool {
    let within = |attributes: &Attributes| attributes.iter().any(|(_, value)| is_within(value));
    within(&module.attributes)
        || module.items.iter().any(|item| match item {
            Item::Module(module) => mentions(module),
            Item::Function(function) => {
                let lists = function.argument_attributes.iter().chain(&function.result_attributes);
                let has = |body: &Body| {
                    let mut ops = (0u32..).map(OpId).take(body.op_count());
                    ops.any(|op| within(&body.op(op).attributes))
                };
                within(&function.attributes)
                    || lists.into_iter().any(within)
                    || function.body.as_ref().is_some_and(has)
            }
        })
}

/// Whether an attribute holds any.
fn is_within(attribute: &Attribute) -> bool {
    match attribute {
        Attribute::Opaque(text) => is_outside(text),
        Attribute::Array(elements) => elements.iter().any(is_within),
        Attribute::Dictionary(attributes) => attributes.iter().any(|(_, value)| is_within(value)),
        _ => false,
    }
}

/// The aliases of one kind.
#[derive(Debug, Default)]
struct Aliases {
    names: HashMap<Arc<str>, Arc<str>>,
    lines: Vec<(Arc<str>, Arc<str>)>,
}

impl Aliases {
    /// `#map`, `#map1`, …
    fn name(&mut self, kind: &str, text: &Arc<str>) -> Arc<str> {
        if let Some(name) = self.names.get(text) {
            return Arc::clone(name);
        }
        let name: Arc<str> = match self.lines.len() {
            0 => Arc::from(format!("#{kind}")),
            number => Arc::from(format!("#{kind}{number}")),
        };
        self.names.insert(Arc::clone(text), Arc::clone(&name));
        self.lines.push((Arc::clone(&name), Arc::clone(text)));
        name
    }
}

/// Goes through a module in the order in which MLIR does. It numbers aliases by first use; of what
/// is printed in the generic form, it looks at regions first.
#[derive(Debug, Default)]
struct Search<'a> {
    maps: Aliases,
    sets: Aliases,
    known: HashMap<String, &'a Resource>,
    used: Vec<&'a Resource>,
}

impl Search<'_> {
    fn module(&mut self, module: &mut Module, catalogue: &Catalogue, generic: bool) {
        if !generic {
            self.attributes(&mut module.attributes);
        }
        for item in &mut module.items {
            match item {
                Item::Module(module) => self.module(module, catalogue, generic),
                Item::Function(function) => {
                    if generic && let Some(body) = &mut function.body {
                        self.region(body, Body::ROOT, catalogue, generic);
                    }
                    function.argument_attributes.iter_mut().for_each(|it| self.attributes(it));
                    function.result_attributes.iter_mut().for_each(|it| self.attributes(it));
                    self.attributes(&mut function.attributes);
                    if !generic && let Some(body) = &mut function.body {
                        self.region(body, Body::ROOT, catalogue, generic);
                    }
                }
            }
        }
        if generic {
            self.attributes(&mut module.attributes);
        }
    }

    /// Recurses as deep as regions nest, which the parser limits.
    fn region(&mut self, body: &mut Body, region: RegionId, catalogue: &Catalogue, generic: bool) {
        for block in body.region(region).blocks.clone() {
            for id in body.block(block).ops.clone() {
                let generic_op = generic || catalogue.op(&body.op(id).name).is_none();
                if !generic_op {
                    self.attributes(&mut body.op_mut(id).attributes);
                }
                for region in body.op(id).regions.clone() {
                    self.region(body, region, catalogue, generic);
                }
                if generic_op {
                    self.attributes(&mut body.op_mut(id).attributes);
                }
            }
        }
    }

    fn attributes(&mut self, attributes: &mut Attributes) {
        attributes.values_mut().for_each(|value| self.attribute(value));
    }

    fn attribute(&mut self, attribute: &mut Attribute) {
        match attribute {
            Attribute::Array(elements) => elements.iter_mut().for_each(|it| self.attribute(it)),
            Attribute::Dictionary(attributes) => self.attributes(attributes),
            Attribute::Opaque(text) if text.starts_with("affine_map<") => {
                *text = self.maps.name("map", text);
            }
            Attribute::Opaque(text) if text.starts_with("affine_set<") => {
                *text = self.sets.name("set", text);
            }
            Attribute::Opaque(text) => {
                let named = text.strip_prefix("dense_resource<");
                let name = named.and_then(|text| Some(&text[..text.rfind("> : ")?]));
                if let Some(resource) = name.and_then(|name| self.known.remove(name)) {
                    self.used.push(resource);
                }
            }
            _ => {}
        }
    }
}
