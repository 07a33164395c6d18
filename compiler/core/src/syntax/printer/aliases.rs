//! Aliases and metadata that MLIR's printer writes outside a module: aliases of affine maps and
//! sets before it, resources that it refers to after it.

use super::attribute::{escape, resource_key};
use crate::graph::{Attribute, Attributes, Body, Content, Item, Module, OpId, RegionId, Resource};
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
    let known = resources.iter().map(|resource| (&*resource.key, resource)).collect();
    let mut search = Search { known, ..Search::default() };
    search.module(&mut module, catalogue, generic);
    let mut outside = Outside::default();
    for (name, text) in search.maps.lines.iter().chain(&search.sets.lines) {
        // Writing to a string cannot fail.
        let _ = writeln!(outside.before, "{name} = {text}");
    }
    outside.after = metadata(&search.used);
    (Cow::Owned(module), outside)
}

/// The metadata with these resources; empty without any.
fn metadata(resources: &[&Resource]) -> String {
    let (mut inline, mut files) = (Vec::new(), Vec::new());
    for resource in resources {
        let (group, value) = match &resource.content {
            Content::Inline { digits } => (&mut inline, format!("\"0x{digits}\"")),
            Content::File(place) => (&mut files, escape(place.to_string().as_bytes())),
        };
        group.push(format!("      {}: {value}", resource_key(&resource.key)));
    }
    let groups = [("dialect_resources", "builtin", inline), ("external_resources", "tfrt", files)];
    let groups = groups.into_iter().filter(|(_, _, entries)| !entries.is_empty());
    let groups: Vec<String> = groups
        .map(|(kind, group, entries)| {
            let entries = entries.join(",\n");
            format!("  {kind}: {{\n    {group}: {{\n{entries}\n    }}\n  }}")
        })
        .collect();
    if groups.is_empty() {
        return String::new();
    }
    format!("\n{{-#\n{}\n#-}}\n", groups.join(",\n"))
}

/// Whether an attribute's text is one of the candidates.
fn is_outside(text: &str) -> bool {
    ["affine_map<", "affine_set<"].iter().any(|start| text.starts_with(start))
}

/// Whether there is anything to take out.
fn mentions(module: &Module) -> bool {
    let within = |attributes: &Attributes| attributes.iter().any(|(_, value)| is_within(value));
    within(&module.attributes)
        || module.items.iter().any(|item| match item {
            Item::Module(module) => mentions(module),
            Item::Op(top) => {
                let body = top.body();
                let mut ops = (0u32..).map(OpId).take(body.op_count());
                ops.any(|op| within(&body.op(op).attributes))
            }
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
        Attribute::Resource(_) => true,
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

/// Visits a module in MLIR's order. Aliases are numbered by first use; of an op in the generic form,
/// regions come first.
#[derive(Debug, Default)]
struct Search<'a> {
    maps: Aliases,
    sets: Aliases,
    known: HashMap<&'a str, &'a Resource>,
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
                Item::Op(top) => self.region(top.body_mut(), Body::ROOT, catalogue, generic),
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
            Attribute::Resource(resource) => {
                if let Some(resource) = self.known.remove(&*resource.name) {
                    self.used.push(resource);
                }
            }
            _ => {}
        }
    }
}
