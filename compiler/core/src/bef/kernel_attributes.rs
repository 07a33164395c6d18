//! Encodes the attributes of ops for their kernels, on every engine: selection, order, and the text
//! behind references into compiled modules.

use crate::encode::encode;
use crate::graph::{Attribute, Item, Op, is_stored};
use crate::syntax::{PrintOptions, print};
use crate::verify::{Symbols, Verified, has_splat};
use std::collections::HashMap;
use tfrt_bef::{Attribute as BefAttribute, SymbolRef};

/// Encodes the attributes of one program.
#[derive(Debug)]
pub struct KernelAttributes<'a> {
    program: &'a Verified,
    symbols: Symbols<'a>,
    /// The texts of compiled modules that attributes refer to, by name.
    module_texts: HashMap<String, String>,
    /// Attributes with a repeated element, which take much more memory encoded: each is encoded once.
    expanded: HashMap<Attribute, BefAttribute>,
}

impl<'a> KernelAttributes<'a> {
    /// For the ops of `program`.
    #[must_use]
    pub fn new(program: &'a Verified) -> Self {
        let symbols = Symbols::of(program.module());
        Self { program, symbols, module_texts: HashMap::new(), expanded: HashMap::new() }
    }

    /// What the program's symbols name.
    pub(crate) fn symbols(&self) -> &Symbols<'a> {
        &self.symbols
    }

    /// The attributes that an op's kernel receives, in the kernel's order, without functions and
    /// compiler-only attributes.
    pub fn of<'b>(&self, op: &'b Op) -> impl Iterator<Item = (&'b str, &'b Attribute)> {
        op.attributes.iter().filter(|(name, attribute)| {
            is_stored(name) && self.symbols.function_names(attribute).is_none()
        })
    }

    /// An attribute in the form that kernels receive; `None` if BEF has no encoding for it. A
    /// reference into a compiled module carries the module's text.
    ///
    /// Attributes must not nest deeper than those of a [`Verified`] graph.
    pub fn encode(&mut self, attribute: &Attribute) -> Option<BefAttribute> {
        if !has_splat(attribute) {
            return self.encoded(attribute);
        }
        if let Some(known) = self.expanded.get(attribute) {
            return Some(known.clone());
        }
        let encoded = self.encoded(attribute)?;
        self.expanded.insert(attribute.clone(), encoded.clone());
        Some(encoded)
    }

    fn encoded(&mut self, attribute: &Attribute) -> Option<BefAttribute> {
        let (symbols, texts, program) = (&self.symbols, &mut self.module_texts, self.program);
        encode(attribute, &mut |root, nested| {
            symbols.compiled(root)?;
            if !texts.contains_key(root) {
                texts.insert(root.to_owned(), module_text(program, root)?);
            }
            let module = texts.get(root)?.clone();
            let symbol = SymbolRef { root: root.to_owned(), nested: nested.to_vec(), module };
            Some(BefAttribute::SymbolRef(Box::new(symbol)))
        })
    }
}

/// The text of a compiled module in the generic form. Values are numbered through the whole
/// program, so it is cut out of the program's text: the items of a module stand on lines indented
/// by exactly two blanks, and so does nothing else that starts with a quote.
fn module_text(program: &Verified, name: &str) -> Option<String> {
    let module = program.module();
    let position = module.items.iter().position(|item| match item {
        Item::Module(nested) => nested.name.as_deref() == Some(name),
        Item::Function(_) | Item::Op(_) => false,
    })?;
    let text = print(
        module,
        program.catalogue(),
        PrintOptions { generic: true, ..PrintOptions::default() },
    );
    let mut items = 0;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("  \"") {
            items += 1;
        }
        if items == position + 1 && line.starts_with("  ") {
            lines.push(&line[2..]);
        }
    }
    Some(lines.join("\n"))
}
