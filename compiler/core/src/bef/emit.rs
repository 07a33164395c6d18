//! Emits a verified graph as BEF. Tables are filled in the original's order.
//!
//! One walk over all ops, those in regions before their owner, fills the tables of kernels, types,
//! attributes and functions; a second one over the functions makes their bodies.

mod body;

use super::KernelAttributes;
use crate::encode::{canonical, number_types};
use crate::graph::{
    Attribute, BlockId, Body, COST_ATTRIBUTE, Content, Function, Item, Module, NONSTRICT_ATTRIBUTE,
    Op, OpId, RegionId, Type, ValueDef, is_compiled, is_native, is_return, is_sync,
};
use crate::source::{Diagnostic, Span};
use crate::streams::StreamOptions;
use crate::verify::{Verified, cannot_encode};
use body::{BodyInput, build_body};
use std::collections::HashMap;
use tfrt_bef::{
    AttributesBuilder, ExtraStrings, File, FunctionKind, Limits, LocationsBuilder,
    OptionalSections, Outside, WriteError,
};

/// What to emit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmitOptions {
    /// Types and names of attributes, types of registers: everything that disassembly needs and
    /// running does not.
    pub optional_sections: bool,
}

impl Default for EmitOptions {
    fn default() -> Self {
        Self { optional_sections: true }
    }
}

/// The bytes of a program.
///
/// # Errors
/// All that BEF cannot encode, in the order of the text.
pub fn emit(program: &Verified, options: &EmitOptions) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let file = to_file(program, options)?;
    tfrt_bef::write(&file).map_err(|error| vec![unwritable(program.module().span, error)])
}

/// The bytes of a program that will be loaded under the default limits.
///
/// # Errors
/// As [`emit`]; also names and types that are longer than the limit, where they stand.
pub fn emit_loadable(program: &Verified) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let file = file(program, EmitOptions::default(), Limits::default().string)?;
    tfrt_bef::write(&file).map_err(|error| vec![unwritable(program.module().span, error)])
}

/// A program as a decoded BEF file.
///
/// # Errors
/// All that BEF cannot encode, in the order of the text.
pub fn to_file(program: &Verified, options: &EmitOptions) -> Result<File, Vec<Diagnostic>> {
    file(program, *options, usize::MAX)
}

fn file(program: &Verified, options: EmitOptions, longest: usize) -> Result<File, Vec<Diagnostic>> {
    let mut tables = Tables::new(program, options, longest);
    tables.collect(program.module());
    tables.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    if !tables.diagnostics.is_empty() {
        return Err(tables.diagnostics);
    }
    tables.finish()
}

pub(super) fn unwritable(span: Span, error: WriteError) -> Diagnostic {
    Diagnostic::error(span, format!("the program cannot be written as BEF: {error}"))
}

/// A function of the file that is being made: a function of the program, or a region.
struct Registered<'a> {
    function: &'a Function,
    /// The op that owns the region; `None` for the function itself.
    owner: Option<OpId>,
    block: Option<BlockId>,
}

/// Data about an op for its kernel's record, collected in the first walk.
#[derive(Default)]
pub(super) struct OpRecord {
    pub(super) kernel: u32,
    pub(super) attributes: Vec<u32>,
    pub(super) attribute_names: Vec<u32>,
    pub(super) functions: Vec<FunctionRef>,
    pub(super) nonstrict: bool,
}

/// A function of a kernel: named ones may be registered later.
pub(super) enum FunctionRef {
    Named(String),
    Region(u32),
}

/// A table of texts, each once, in the order of first mention.
#[derive(Default)]
struct Interner {
    texts: Vec<Box<str>>,
    index: HashMap<Box<str>, u32>,
}

impl Interner {
    fn add(&mut self, text: &str) -> u32 {
        if let Some(&index) = self.index.get(text) {
            return index;
        }
        let index = to_u32(self.texts.len());
        self.texts.push(text.into());
        self.index.insert(text.into(), index);
        index
    }
}

/// The tables under construction.
struct Tables<'a> {
    program: &'a Verified,
    /// The most bytes of a name or type.
    longest: usize,
    kernel_attributes: KernelAttributes<'a>,
    names_and_types: bool,
    kernels: Interner,
    types: Interner,
    names: Interner,
    attributes: AttributesBuilder,
    attribute_index: HashMap<Attribute, u32>,
    registered: Vec<Registered<'a>>,
    named: HashMap<&'a str, u32>,
    /// Per function of the program the records of its ops.
    records: HashMap<&'a str, HashMap<OpId, OpRecord>>,
    /// Names of attributes that are arrays of symbols.
    array_names: Interner,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Tables<'a> {
    fn new(program: &'a Verified, options: EmitOptions, longest: usize) -> Self {
        Self {
            program,
            longest,
            kernel_attributes: KernelAttributes::new(program),
            names_and_types: options.optional_sections,
            kernels: Interner::default(),
            types: Interner::default(),
            names: Interner::default(),
            attributes: AttributesBuilder::new(),
            attribute_index: HashMap::new(),
            registered: Vec::new(),
            named: HashMap::new(),
            records: HashMap::new(),
            array_names: Interner::default(),
            diagnostics: Vec::new(),
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    fn check_size(&mut self, span: Span, what: &str, text: &str) {
        let (size, most) = (text.len(), self.longest);
        if size > most {
            let message =
                format!("the {what} has {size} bytes; in a file that is loaded it may have {most}");
            self.error(span, message);
        }
    }

    fn collect(&mut self, module: &'a Module) {
        for item in &module.items {
            match item {
                Item::Function(function) => self.function(function),
                Item::Module(nested) if is_compiled(nested) => {}
                Item::Module(nested) => self.error(
                    nested.span,
                    "modules without 'tfrt.compiled' inside a module cannot be emitted to BEF files",
                ),
                Item::Op(top) => {
                    let Op { name, span, .. } = top.op();
                    let message = format!("'{name}' beside functions cannot be emitted to BEF files");
                    self.error(*span, message);
                }
            }
        }
    }

    fn function(&mut self, function: &'a Function) {
        self.check_size(function.span, "name", &function.name);
        for ty in function.arguments.iter().chain(&function.results) {
            self.check_size(function.span, "type", ty.as_str());
        }
        let block = match &function.body {
            Some(body) => {
                let block = body.entry(Body::ROOT);
                let mut records = HashMap::with_capacity(body.op_count());
                if let Some(block) = block {
                    self.block(function, body, block, &mut records);
                    if is_sync(function) {
                        self.sync_results(body, block);
                    }
                }
                self.records.insert(&function.name, records);
                block
            }
            None if is_native(function) => None,
            None => {
                self.error(function.span, "external functions are not allowed");
                return;
            }
        };
        for ty in &function.arguments {
            self.types.add(ty.as_str());
        }
        for ty in &function.results {
            self.types.add(ty.as_str());
        }
        self.named.insert(&function.name, to_u32(self.registered.len()));
        self.registered.push(Registered { function, owner: None, block });
    }

    /// Collects the ops of a block; a verified graph bounds the recursion through regions.
    fn block(
        &mut self,
        function: &'a Function,
        body: &'a Body,
        block: BlockId,
        records: &mut HashMap<OpId, OpRecord>,
    ) {
        for &id in &body.block(block).ops {
            let op = body.op(id);
            for &region in &op.regions {
                if let Some(inner) = body.entry(region) {
                    self.block(function, body, inner, records);
                }
            }
            if is_return(&op.name) {
                continue;
            }
            self.check_size(op.span, "name", &op.name);
            for &result in &op.results {
                let ty = body.value(result).ty.as_str();
                self.check_size(op.span, "type", ty);
                self.types.add(ty);
            }
            let mut record = OpRecord { kernel: self.kernels.add(&op.name), ..OpRecord::default() };
            self.attributes(op, &mut record);
            for &region in &op.regions {
                let index = self.region(function, body, id, region);
                record.functions.push(FunctionRef::Region(index));
            }
            records.insert(id, record);
        }
    }

    fn region(
        &mut self,
        function: &'a Function,
        body: &'a Body,
        owner: OpId,
        region: RegionId,
    ) -> u32 {
        let block = body.entry(region);
        if let Some(block) = block {
            for &argument in &body.block(block).arguments {
                self.types.add(body.value(argument).ty.as_str());
            }
        }
        let index = to_u32(self.registered.len());
        self.registered.push(Registered { function, owner: Some(owner), block });
        index
    }

    fn attributes(&mut self, op: &'a Op, record: &mut OpRecord) {
        for (name, attribute) in op.attributes.iter() {
            if name == COST_ATTRIBUTE {
                continue;
            }
            if name == NONSTRICT_ATTRIBUTE {
                record.nonstrict = true;
                continue;
            }
            if let Some(functions) = self.kernel_attributes.symbols().function_names(attribute) {
                if self.names_and_types && matches!(attribute, Attribute::Array(_)) {
                    self.array_names.add(name);
                }
                for function in functions {
                    self.function_symbol(op, name, function, record);
                }
                continue;
            }
            let attribute = canonical(attribute.clone());
            let Some(index) = self.attribute(op, name, &attribute) else { continue };
            record.attributes.push(index);
            if self.names_and_types {
                let types = &mut self.types;
                number_types(&attribute, &mut |ty: &Type| {
                    types.add(ty.as_str());
                });
                self.check_size(op.span, "name", name);
                record.attribute_names.push(self.names.add(name));
            }
        }
    }

    fn function_symbol(&mut self, op: &Op, name: &str, function: &str, record: &mut OpRecord) {
        if function.is_empty() {
            self.error(op.span, cannot_encode(name));
        } else if self.kernel_attributes.symbols().function(function).is_none() {
            self.error(op.span, format!("function @{function} not defined"));
        } else {
            record.functions.push(FunctionRef::Named(function.to_owned()));
        }
    }

    fn attribute(&mut self, op: &Op, name: &str, attribute: &Attribute) -> Option<u32> {
        if let Some(&index) = self.attribute_index.get(attribute) {
            return Some(index);
        }
        let pushed = match self.outside(attribute) {
            Some(outside) => Some(self.attributes.push_outside(outside)),
            None => {
                let encoded = self.kernel_attributes.encode(attribute);
                encoded.map(|encoded| self.attributes.push(&encoded))
            }
        };
        match pushed {
            Some(Ok(index)) => {
                self.attribute_index.insert(attribute.clone(), index);
                Some(index)
            }
            Some(Err(error)) => {
                self.error(op.span, format!("{}: {error}", cannot_encode(name)));
                None
            }
            None => {
                self.error(op.span, cannot_encode(name));
                None
            }
        }
    }

    /// The attribute as one whose elements are in another file, if they are.
    fn outside(&self, attribute: &Attribute) -> Option<Outside> {
        let Attribute::Resource(resource) = attribute else { return None };
        let mut resources = self.program.module().resources.iter();
        let place = resources.find_map(|known| match &known.content {
            Content::File(place) if known.key == *resource.name => Some(place),
            _ => None,
        })?;
        let (start, hash) = (place.bytes.as_ref()?.start, place.hash?);
        let (dtype, shape) = resource.tensor()?;
        Some(Outside::new(&resource.name, &place.file, start, hash, dtype, &shape))
    }

    /// A sync function hands each register to one owner: it returns no argument and no value twice.
    fn sync_results(&mut self, body: &Body, block: BlockId) {
        let Some(&last) = body.block(block).ops.last() else { return };
        let op = body.op(last);
        let mut seen = std::collections::HashSet::new();
        for (index, operand) in op.operands.iter().enumerate() {
            if matches!(body.value(*operand).def, ValueDef::Argument { .. }) {
                self.error(
                    op.span,
                    format!("return value {index} is an argument in a sync function"),
                );
            } else if !seen.insert(operand) {
                self.error(
                    op.span,
                    format!("return value {index} is duplicated in a sync function"),
                );
            }
        }
    }

    /// Makes the bodies, in the order of registration.
    fn finish(mut self) -> Result<File, Vec<Diagnostic>> {
        let module = self.program.module();
        let mut locations = LocationsBuilder::new();
        let mut functions = Vec::with_capacity(self.registered.len());
        let mut nonstrict = Vec::new();
        for registered in std::mem::take(&mut self.registered) {
            let function = registered.function;
            let (kind, name) = match registered.owner {
                Some(_) => (FunctionKind::Async, ""),
                None if is_native(function) => (FunctionKind::Native, function.name.as_str()),
                None if is_sync(function) => (FunctionKind::Sync, function.name.as_str()),
                None => (FunctionKind::Async, function.name.as_str()),
            };
            let (Some(body), Some(block)) = (&function.body, registered.block) else {
                let arguments = self.type_indices(&function.arguments);
                let results = self.type_indices(&function.results);
                functions.push(tfrt_bef::Function::new(kind, name, &arguments, &results, None));
                continue;
            };
            let index = to_u32(functions.len());
            let (location, options) = match registered.owner {
                Some(owner) => (&body.op(owner).location, StreamOptions::of_region(module)),
                None => (&function.location, StreamOptions::of_function(function, module)),
            };
            let records = self.records.get(function.name.as_str());
            let input = BodyInput {
                body,
                block,
                location,
                options,
                ops: self.program.definitions(&function.name),
                records: records.expect("collecting makes the records of every function"),
                named: &self.named,
                register_types: self.names_and_types,
            };
            let types = &mut self.types;
            let made = build_body(&input, &mut locations, &mut |ty| types.add(ty.as_str()))
                .map_err(|error| vec![unwritable(function.span, error)])?;
            nonstrict.extend(made.nonstrict.into_iter().map(|kernel| (index, kernel)));
            functions.push(tfrt_bef::Function::new(
                kind,
                name,
                &made.arguments,
                &made.results,
                Some(made.body),
            ));
        }
        // The original leaves these names in the file although nothing refers to them.
        let mut extra_strings = ExtraStrings::new();
        for name in &self.array_names.texts {
            extra_strings.push(name);
        }
        Ok(File {
            attributes: self.attributes.finish(),
            kernels: self.kernels.texts,
            types: self.types.texts,
            attribute_names: self.names.texts,
            functions,
            locations: locations.finish(),
            optional_sections: if self.names_and_types {
                OptionalSections::ALL
            } else {
                OptionalSections::NONE
            },
            extra_strings,
            nonstrict,
        })
    }

    fn type_indices(&mut self, types: &[Type]) -> Vec<u32> {
        types.iter().map(|ty| self.types.add(ty.as_str())).collect()
    }
}

fn to_u32(index: usize) -> u32 {
    u32::try_from(index).expect("limits keep programs below 2^32 elements")
}
