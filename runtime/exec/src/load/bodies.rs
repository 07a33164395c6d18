//! Bodies as calls read them, and the check of each kernel instance against its definition.

use super::LoadError;
use super::tables::Tables;
use crate::body::{Body, Lists};
use std::collections::HashMap;
use tfrt_bef::{AttributeType, File, KernelLists};
use tfrt_host::kernel::{Chain, KernelDef, KernelType, ParamDef, ParamKind, attribute_type};

/// Decoded attributes and the texts of signatures may take this much, and this many times the file:
/// attributes and types are shared in a file, and each kind of kernel or signature gets its own.
const DECODED_BYTES: usize = 16 << 20;
const DECODED_FACTOR: usize = 16;

/// What instances of a kernel are compared with.
struct Schema {
    def: &'static KernelDef,
    /// Operands that it takes one by one.
    operands: usize,
    /// Functions, unless it takes any number.
    functions: Option<usize>,
    /// Its attributes, in the order of their names.
    attributes: Vec<&'static ParamDef>,
    /// How many of an op's attributes it receives.
    receives: usize,
}

impl Schema {
    fn new(def: &'static KernelDef) -> Self {
        let has = |kind| def.params.iter().any(|param| param.kind == kind);
        let is_function = |kind: ParamKind| matches!(kind, ParamKind::Function { .. });
        let functions = def.params.iter().filter(|param| is_function(param.kind)).count();
        let attributes = def.attributes();
        // What the kernel does not receive is not looked at.
        let receives = if has(ParamKind::Attributes) { usize::MAX } else { attributes.len() };
        Self {
            def,
            operands: def.operands().count(),
            functions: (!has(ParamKind::Functions)).then_some(functions),
            attributes,
            receives,
        }
    }
}

/// State of a load, and what it has decoded for all bodies together.
pub(super) struct Loader<'a> {
    file: &'a File,
    /// The texts of the file's types.
    types: &'a [Box<str>],
    kernels: &'a [&'static KernelDef],
    schemas: Vec<Schema>,
    tables: Lists,
    /// The lists of attributes that take memory of their own, by the definition and the file's
    /// attributes: kernels with the same list share them.
    shared: HashMap<Box<[u32]>, u32>,
    /// Bytes that may still be decoded.
    budget: usize,
}

impl<'a> Loader<'a> {
    pub(super) fn new(
        file: &'a File,
        types: &'a [Box<str>],
        functions: &[tfrt_bef::Function],
        kernels: &'a [&'static KernelDef],
        file_size: usize,
    ) -> Self {
        let budget = file_size.saturating_mul(DECODED_FACTOR).saturating_add(DECODED_BYTES);
        let schemas: Vec<Schema> = kernels.iter().map(|def| Schema::new(def)).collect();
        let mut loader = Self {
            file,
            types,
            kernels,
            schemas,
            tables: Lists::default(),
            shared: HashMap::new(),
            budget,
        };
        // Known in advance, so that no table is copied while it grows.
        let any = !file.attributes.is_empty();
        let bodies = functions.iter().filter(|_| any).filter_map(|function| function.body.as_ref());
        let (mut attributes, mut lists) = (0, 0);
        for kernel in bodies.flat_map(|body| &body.kernels) {
            let list = kernel.attributes();
            if !list.is_empty() && loader.are_scalars(list) {
                attributes += list.len().min(loader.schemas[kernel.name as usize].receives);
                lists += 1;
            }
        }
        loader.tables.reserve(attributes, lists);
        loader
    }

    /// What has been decoded.
    pub(super) fn finish(self) -> Lists {
        self.tables
    }

    /// Decodes the body of the function of that index.
    pub(super) fn body(
        &mut self,
        index: u32,
        function: &tfrt_bef::Function,
        body: &tfrt_bef::Body,
    ) -> Result<Body, LoadError> {
        let mut tables = Tables::new(self.file, self.kernels, index, body);
        tables.add_entry(function.arguments().len());
        for kernel in &body.kernels {
            let def = self.kernels[kernel.name as usize];
            let lists = self.kernel(kernel, body).map_err(|message| {
                LoadError::new(message).at(&self.file.locations.get(kernel.location))
            })?;
            tables.add_kernel(def, kernel, lists);
        }
        Ok(tables.finish())
    }

    /// Checks a kernel against its definition; its lists of attributes and of functions.
    fn kernel(
        &mut self,
        kernel: tfrt_bef::Kernel<'_>,
        body: &tfrt_bef::Body,
    ) -> Result<[u32; 2], String> {
        let lists = kernel.lists();
        self.check_arity(&self.schemas[kernel.name as usize], &lists, body)?;
        let attributes = self.attributes(kernel.name, lists.attributes)?;
        Ok([attributes, self.tables.add_functions(lists.functions)])
    }

    /// Counts what a function's signature takes in text, which it has as soon as somebody asks.
    pub(super) fn signature(&mut self, function: &tfrt_bef::Function) -> Result<(), LoadError> {
        for &ty in function.arguments().iter().chain(function.results()) {
            let text = self.types.get(ty as usize).map_or("", |text| text);
            spend(&mut self.budget, size_of::<String>() + text.len()).map_err(LoadError::new)?;
        }
        Ok(())
    }

    /// Operands, results and functions against the definition.
    fn check_arity(
        &self,
        schema: &Schema,
        lists: &KernelLists<'_>,
        body: &tfrt_bef::Body,
    ) -> Result<(), String> {
        let may_be_chain = |register: Option<&u32>| {
            let register = register.and_then(|&register| body.registers.get(register as usize));
            let ty = register.and_then(|register| register.ty);
            ty.and_then(|ty| self.types.get(ty as usize)).is_none_or(|t| **t == *Chain::NAME)
        };
        let Schema { def, operands: declared, .. } = *schema;
        let operands = lists.arguments;
        if operands.len() != declared {
            let extra_chain = operands.len() == declared + 1
                && def.allows_extra_chain_operand()
                && may_be_chain(operands.last());
            let more = def.variadic_operands() && operands.len() >= declared;
            if !extra_chain && !more {
                return Err(wrong_count(def, "operands", declared, operands.len()));
            }
        }
        let results = lists.results;
        let declared = def.results.len();
        if !def.variadic_results && results.len() != declared {
            let extra_chain = results.len() == declared + 1
                && def.allows_extra_chain_result()
                && may_be_chain(results.last());
            if !extra_chain {
                return Err(wrong_count(def, "results", declared, results.len()));
            }
        }
        let functions = lists.functions.len();
        match schema.functions {
            Some(declared) if functions < declared => {
                Err(wrong_count(def, "functions", declared, functions))
            }
            _ => Ok(()),
        }
    }

    /// Whether these attributes take no memory beside themselves.
    fn are_scalars(&self, indices: &[u32]) -> bool {
        let entries = self.file.attributes.entries();
        indices.iter().all(|&index| {
            let ty = entries.get(index as usize).and_then(|entry| entry.attribute_type);
            matches!(ty, Some(AttributeType::Scalar(_)))
        })
    }

    /// The kernel's attributes, decoded and checked.
    fn attributes(&mut self, name: u32, indices: &[u32]) -> Result<u32, String> {
        let Schema { def, attributes: declared, receives, .. } = &self.schemas[name as usize];
        if declared.is_empty() && (indices.is_empty() || *receives == 0) {
            return Ok(Lists::EMPTY);
        }
        let mut key = Vec::new();
        let entries = self.file.attributes.entries();
        if !self.are_scalars(indices) {
            key.push(name);
            key.extend(indices);
            if let Some(&list) = self.shared.get(&*key) {
                return Ok(list);
            }
        }
        let first = self.tables.attributes.len();
        for (position, &index) in indices.iter().take(*receives).enumerate() {
            let entry = entries.get(index as usize);
            let entry = entry.ok_or_else(|| format!("attribute {index} is out of range"))?;
            let expected = || attribute_type(declared.get(position)?.ty);
            let attribute_type = entry.attribute_type.or_else(expected).ok_or_else(|| {
                format!("cannot read attributes of {} without their types", def.name)
            })?;
            let decoded = self.file.attributes.decode_at(entry.offset, attribute_type);
            let decoded = decoded.map_err(|error| error.to_string())?;
            // Before the next: a list may name a large attribute a million times.
            spend(&mut self.budget, decoded.size())?;
            self.tables.attributes.push(decoded);
        }
        let attributes = &self.tables.attributes[first..];
        def.check_attributes(attributes).map_err(|error| error.message.into_owned())?;
        let list = self.tables.end_attributes(first);
        if !key.is_empty() {
            self.shared.insert(key.into(), list);
        }
        Ok(list)
    }
}

fn spend(budget: &mut usize, bytes: usize) -> Result<(), String> {
    *budget = budget
        .checked_sub(bytes)
        .ok_or_else(|| "what the file shares is out of proportion to the file".to_owned())?;
    Ok(())
}

fn wrong_count(def: &KernelDef, what: &str, expected: usize, found: usize) -> String {
    format!("{} has {found} {what}, expected {expected}", def.name)
}
