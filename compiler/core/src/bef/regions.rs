//! Functions of a file as bodies of the graph, regions inside.

use super::attribute::decode_attribute;
use super::lift::error;
use super::location;
use super::types::{definition, register_types};
use crate::graph::{Attribute, Attributes, BlockId, Body, Op, OpId, RegionId, Type, ValueId};
use crate::source::{Diagnostic, Span};
use crate::verify::{MAX_NESTING, NONSTRICT_ATTRIBUTE, callee_attribute};
use std::sync::Arc;
use tfrt_bef::{
    Attribute as BefAttribute, AttributeType, Body as BefBody, DType, File, Function, FunctionKind,
    Kernel,
};
use tfrt_host::error::Location;
use tfrt_host::kernel::{Catalogue, Form, KernelDef, ParamDef, ParamKind, attribute_type};

/// Makes bodies out of functions of one file.
pub(super) struct Lifter<'a> {
    file: &'a File,
    catalogue: &'a Catalogue,
    /// The names of kernels, shared by the ops.
    names: Vec<Arc<str>>,
    /// Which functions have become regions. Each may once, or a small file could grow without
    /// bound.
    lifted: Vec<bool>,
    /// Names and texts of compiled modules, in the order of reference.
    pub(super) module_texts: Vec<(String, String)>,
}

impl<'a> Lifter<'a> {
    pub(super) fn new(file: &'a File, catalogue: &'a Catalogue) -> Self {
        Self {
            file,
            catalogue,
            names: file.kernels.iter().map(|name| Arc::from(&**name)).collect(),
            lifted: vec![false; file.functions.len()],
            module_texts: Vec::new(),
        }
    }

    /// The body of a function with a name.
    pub(super) fn function(
        &mut self,
        index: u32,
        function: &'a Function,
        bef: &'a BefBody,
    ) -> Result<Body, Diagnostic> {
        let mut body = Body::new();
        let region = body.add_region(None);
        self.region(&mut body, region, index, function, bef, 0)?;
        Ok(body)
    }

    /// Fills a region with one block.
    fn region(
        &mut self,
        body: &mut Body,
        region: RegionId,
        index: u32,
        function: &'a Function,
        bef: &'a BefBody,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        if depth > MAX_NESTING {
            return Err(error(format!("regions nested deeper than {MAX_NESTING} levels")));
        }
        let file = self.file;
        let block = body.add_block(region);
        let types = register_types(file, self.catalogue, function, bef);
        let type_of = |register: u32| match types.get(register as usize) {
            None | Some(&"") => Type::new("none"),
            Some(ty) => Type::new(ty),
        };
        let mut registers = Registers { values: vec![None; bef.registers.len()] };
        for (register, _) in (0u32..).zip(function.arguments()) {
            let value = body.add_argument(block, type_of(register), None);
            registers.define(register, value)?;
        }
        for (id, kernel) in (1u32..).zip(&bef.kernels) {
            let name = self.names.get(kernel.name as usize).cloned();
            let mut op = Op {
                name: name.ok_or_else(|| error("a kernel without a name"))?,
                operands: registers.all(kernel.arguments())?,
                results: Vec::new(),
                attributes: self.attributes(kernel)?,
                regions: Vec::new(),
                successors: Vec::new(),
                location: location::decode(file.locations.get(kernel.location)),
                span: Span::default(),
            };
            if file.is_nonstrict(index, id) {
                op.attributes.insert(NONSTRICT_ATTRIBUTE, Attribute::Unit);
            }
            let regions = self.functions(kernel, &mut op.attributes)?;
            let op = body.add_op(block, op);
            for &register in kernel.results() {
                let value = body.add_result(op, type_of(register), None);
                registers.define(register, value)?;
            }
            for inner in regions {
                self.inner_region(body, op, inner, depth)?;
            }
        }
        let operands = registers.all(&bef.result_registers)?;
        self.add_return(body, block, operands);
        Ok(())
    }

    fn inner_region(
        &mut self,
        body: &mut Body,
        owner: OpId,
        index: u32,
        depth: usize,
    ) -> Result<(), Diagnostic> {
        let position = index as usize;
        let (Some(function), Some(lifted)) =
            (self.file.functions.get(position), self.lifted.get_mut(position))
        else {
            return Err(error("a kernel refers to a function that is not there"));
        };
        if std::mem::replace(lifted, true) {
            return Err(error("a region belongs to more than one kernel, or to itself"));
        }
        let Some(bef) = &function.body else {
            return Err(error("a function without a name or a body"));
        };
        let region = body.add_region(Some(owner));
        body.op_mut(owner).regions.push(region);
        self.region(body, region, index, function, bef, depth + 1)
    }

    fn add_return(&self, body: &mut Body, block: BlockId, operands: Vec<ValueId>) {
        let op = Op {
            name: Arc::from("tfrt.return"),
            operands,
            results: Vec::new(),
            attributes: Attributes::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            location: Location::Unknown,
            span: Span::default(),
        };
        body.add_op(block, op);
    }

    /// Names the functions of a kernel as attributes; gives the anonymous ones, which are its
    /// regions.
    fn functions(
        &self,
        kernel: &Kernel,
        attributes: &mut Attributes,
    ) -> Result<Vec<u32>, Diagnostic> {
        let mut symbols = Vec::new();
        let mut regions = Vec::new();
        for &index in kernel.functions() {
            match self.file.functions.get(index as usize) {
                Some(function)
                    if function.name.is_empty() && function.kind == FunctionKind::Async =>
                {
                    regions.push(index);
                }
                Some(function) if regions.is_empty() => symbols.push(Attribute::Symbol {
                    root: function.name.to_string(),
                    nested: Vec::new(),
                }),
                _ => return Err(error("a kernel lists a function after a region")),
            }
        }
        let def = definition(self.file, self.catalogue, kernel);
        let is_list = def.is_some_and(|def| def.form == Form::Case);
        let names = function_names(def);
        if !is_list && names.len() == symbols.len() {
            for (name, symbol) in names.into_iter().zip(symbols) {
                attributes.insert(name, symbol);
            }
        } else if is_list || symbols.len() > 1 {
            let name = if is_list { "branches" } else { "callee" };
            attributes.insert(name, Attribute::Array(symbols));
        } else if let Some(symbol) = symbols.pop() {
            attributes.insert("callee", symbol);
        }
        Ok(regions)
    }

    /// The attributes of a kernel, in an order of names that is their order in the file.
    fn attributes(&mut self, kernel: &Kernel) -> Result<Attributes, Diagnostic> {
        let def = definition(self.file, self.catalogue, kernel);
        let params = def.map(KernelDef::attributes).unwrap_or_default();
        let indices = kernel.attributes();
        let names = self.attribute_names(kernel, &params);
        let mut attributes = Attributes::new();
        for (position, (&index, name)) in indices.iter().zip(names).enumerate() {
            let param = params.get(position).copied();
            attributes.insert(name, self.attribute(index, param)?);
        }
        Ok(attributes)
    }

    fn attribute_names(&self, kernel: &Kernel, params: &[&ParamDef]) -> Vec<String> {
        let count = kernel.attributes().len();
        let ascending = |names: &[String]| names.windows(2).all(|pair| pair[0] < pair[1]);
        let told: Vec<String> = kernel
            .attribute_names()
            .iter()
            .filter_map(|&name| self.file.attribute_names.get(name as usize))
            .map(ToString::to_string)
            .collect();
        if told.len() == count && ascending(&told) {
            return told;
        }
        let known: Vec<String> = params.iter().map(|param| param.name.to_owned()).collect();
        if known.len() == count && ascending(&known) {
            return known;
        }
        // As many digits for all, so that the order of the names is the order in the file.
        let digits = count.saturating_sub(1).to_string().len();
        (0..count).map(|index| format!("attr{index:0digits$}")).collect()
    }

    fn attribute(&mut self, index: u32, param: Option<&ParamDef>) -> Result<Attribute, Diagnostic> {
        let table = &self.file.attributes;
        let entry = table.entries().get(index as usize);
        let entry =
            entry.ok_or_else(|| error("a kernel refers to an attribute that is not there"))?;
        let kind = entry.attribute_type.or_else(|| attribute_type(param?.ty));
        let Some(kind) = kind else {
            // What the original prints for an attribute of which it knows nothing.
            return Ok(Attribute::Opaque(Arc::from("0xdeadbeef : i32")));
        };
        let mut decoded = table.decode_at(entry.offset, kind);
        if decoded.is_err() && entry.attribute_type.is_none() {
            // An empty array lies where one of 32-bit numbers may, whatever its elements are.
            let empty = table.decode_at(entry.offset, AttributeType::Array(DType::I32));
            decoded = empty.ok().filter(|a| *a == BefAttribute::EmptyArray).map_or(decoded, Ok);
        }
        let attribute =
            decoded.map_err(|why| error(format!("an attribute cannot be decoded: {why}")))?;
        self.note_modules(&attribute, MAX_NESTING);
        Ok(decode_attribute(&attribute))
    }

    /// Remembers the compiled modules that an attribute refers to.
    fn note_modules(&mut self, attribute: &BefAttribute, levels: usize) {
        match attribute {
            BefAttribute::SymbolRef { root, module, .. } => {
                let text = (root.clone(), module.clone());
                if !self.module_texts.contains(&text) {
                    self.module_texts.push(text);
                }
            }
            BefAttribute::Aggregate(elements) if levels > 0 => {
                for element in elements {
                    self.note_modules(element, levels - 1);
                }
            }
            _ => {}
        }
    }
}

/// The names of the attributes that refer to the functions of a kernel: those that its op's form
/// has, else those of its parameters if their order agrees with BEF's.
fn function_names(def: Option<&KernelDef>) -> Vec<&'static str> {
    let Some(def) = def else { return Vec::new() };
    match def.form {
        Form::Call | Form::ParallelCall => vec![callee_attribute(def)],
        Form::Once => vec!["function"],
        Form::Cond => vec!["a_true_fn", "b_false_fn"],
        Form::SyncBenchmark => vec!["target_fn"],
        Form::While => vec!["body_fn"],
        Form::If
        | Form::Case
        | Form::Repeat
        | Form::Region
        | Form::ParallelFor
        | Form::Benchmark => Vec::new(),
        Form::Generic | Form::Operands | Form::Constant | Form::Complex | Form::TypedOperands => {
            let mut names: Vec<(usize, &'static str)> = def
                .params
                .iter()
                .filter_map(|param| match param.kind {
                    ParamKind::Function { index } => Some((index, param.name)),
                    _ => None,
                })
                .collect();
            names.sort_unstable();
            let ascending = names.windows(2).all(|pair| pair[0].1 < pair[1].1);
            if ascending { names.into_iter().map(|(_, name)| name).collect() } else { Vec::new() }
        }
    }
}

/// The values of a body's registers, as far as they are made.
struct Registers {
    values: Vec<Option<ValueId>>,
}

impl Registers {
    fn define(&mut self, register: u32, value: ValueId) -> Result<(), Diagnostic> {
        match self.values.get_mut(register as usize) {
            Some(slot @ None) => {
                *slot = Some(value);
                Ok(())
            }
            _ => Err(error(format!("register {register} is defined twice or is not there"))),
        }
    }

    fn all(&self, registers: &[u32]) -> Result<Vec<ValueId>, Diagnostic> {
        let value = |&register: &u32| {
            let value = self.values.get(register as usize).copied().flatten();
            value.ok_or_else(|| error(format!("register {register} is used before it is defined")))
        };
        registers.iter().map(value).collect()
    }
}
