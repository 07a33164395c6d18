//! Lifts functions of a file to bodies, with nested regions.

use super::error;
use crate::bef::location;
use crate::bef::types::{definition, register_types, type_text};
use crate::encode::{decode_attribute, decoded_size, tensor_type};
use crate::graph::{
    Attribute, Attributes, BlockId, Body, Content, NONSTRICT_ATTRIBUTE, Op, OpId, Place, RegionId,
    Resource, ResourceRef, Type, ValueId,
};
use crate::infer::{self, Operands};
use crate::source::{Diagnostic, Span};
use crate::syntax::{is_item, type_of};
use crate::verify::MAX_NESTING;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tfrt_bef::{
    Attribute as BefAttribute, AttributeType, Body as BefBody, DType, File, Function, FunctionKind,
    Kernel, LocationId, Outside, SymbolRef,
};
use tfrt_host::error::Location;
use tfrt_host::kernel::Catalogue;
use tfrt_op::{Callee, CalleeSource, OpDef, ParamDef, ParamKind, attribute_type};

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
    /// The same, to look them up.
    seen_modules: HashSet<(String, String)>,
    /// The resources that attributes refer to, by name.
    resources: BTreeMap<&'a str, Place>,
    /// Types by their texts.
    types: HashMap<&'a str, Type>,
    /// Bytes that the graph may still grow by.
    budget: usize,
}

/// A named function of the file.
pub(super) struct NamedFunction {
    pub(super) arguments: Vec<Type>,
    pub(super) results: Vec<Type>,
    pub(super) body: Option<Body>,
    pub(super) location: Location,
}

/// Memory limit of the graph and its text: a constant plus a multiple of the file size. Attributes,
/// types, names and locations are shared in a file but repeated per op in a graph. Byte arrays grow
/// most.
const LIFTED_BYTES: usize = 16 << 20;
const LIFTED_FACTOR: usize = 64;

/// An estimate of the memory of the file.
fn file_size(file: &File) -> usize {
    let bodies = file.functions.iter().filter_map(|function| function.body.as_deref());
    let kernels = bodies.clone().flat_map(|body| &body.kernels);
    let words = kernels.map(|kernel| {
        let lists = kernel.lists();
        let lists = [lists.arguments, lists.attributes, lists.functions, lists.results];
        7 + lists.iter().map(|list| list.len()).sum::<usize>()
    });
    let registers = bodies.map(|body| body.registers.len()).sum::<usize>();
    let signatures = file.functions.iter().map(|f| f.arguments().len() + f.results().len());
    let tables = [&file.kernels, &file.types, &file.attribute_names];
    let texts = tables.into_iter().flatten().map(|text| text.len()).sum::<usize>();
    let attributes = file.attributes.bytes().len();
    4 * words.sum::<usize>() + registers + signatures.sum::<usize>() + texts + attributes
}

impl<'a> Lifter<'a> {
    pub(super) fn new(file: &'a File, catalogue: &'a Catalogue) -> Self {
        Self {
            file,
            catalogue,
            names: file.kernels.iter().map(|name| Arc::from(&**name)).collect(),
            lifted: vec![false; file.functions.len()],
            module_texts: Vec::new(),
            seen_modules: HashSet::new(),
            resources: BTreeMap::new(),
            types: HashMap::new(),
            budget: file_size(file).saturating_mul(LIFTED_FACTOR).saturating_add(LIFTED_BYTES),
        }
    }

    fn spend(&mut self, bytes: usize) -> Result<(), Diagnostic> {
        self.budget = self
            .budget
            .checked_sub(bytes)
            .ok_or_else(|| error("what the file shares is out of proportion to the file"))?;
        Ok(())
    }

    /// The type of that text.
    fn ty(&mut self, text: &'a str) -> Result<Type, Diagnostic> {
        self.spend(text.len())?;
        if let Some(ty) = self.types.get(text) {
            return Ok(ty.clone());
        }
        let ty = type_of(text, self.catalogue);
        let ty = ty.ok_or_else(|| error(format!("'{}' is no type", text.escape_debug())))?;
        self.types.insert(text, ty.clone());
        Ok(ty)
    }

    /// The types of those indices.
    fn types(&mut self, indices: &[u32]) -> Result<Vec<Type>, Diagnostic> {
        indices.iter().map(|&ty| self.ty(type_text(self.file, ty).unwrap_or("none"))).collect()
    }

    /// A place of the file.
    fn location(&mut self, id: LocationId) -> Result<Location, Diagnostic> {
        let location = self.file.locations.get(id);
        self.spend(location.size())?;
        Ok(location::decode(location))
    }

    /// A function with a name.
    pub(super) fn named_function(
        &mut self,
        index: u32,
        function: &'a Function,
    ) -> Result<NamedFunction, Diagnostic> {
        demand_name(function.name.as_bytes())?;
        let arguments = self.types(function.arguments())?;
        let results = self.types(function.results())?;
        let Some(bef) = function.body.as_ref().filter(|_| function.kind != FunctionKind::Native)
        else {
            let (body, location) = (None, Location::Unknown);
            return Ok(NamedFunction { arguments, results, body, location });
        };
        let mut body = Body::new();
        let region = body.add_region(None);
        self.region(&mut body, region, index, function, bef, 0)?;
        let location = self.location(bef.location)?;
        Ok(NamedFunction { arguments, results, body: Some(body), location })
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
        let mut texts = register_types(file, self.catalogue, function, bef);
        texts.resize(bef.registers.len(), "");
        let known = |ty: &&'a str| if ty.is_empty() { "none" } else { ty };
        let types = texts.iter().map(known).map(|ty| self.ty(ty));
        let mut types: Vec<Type> = types.collect::<Result<_, _>>()?;
        let type_of = |types: &[Type], register: u32| types[register as usize].clone();
        let mut registers = Registers { values: vec![None; bef.registers.len()] };
        for (register, _) in (0u32..).zip(function.arguments()) {
            let value = body.add_argument(block, type_of(&types, register), None);
            registers.define(register, value)?;
        }
        for (id, kernel) in (1u32..).zip(&bef.kernels) {
            let name = self.names.get(kernel.name as usize);
            let name = name.filter(|name| !name.is_empty() && !is_item(name)).cloned();
            // In the text each operand has its type.
            let operands = kernel.arguments().iter();
            self.spend(operands.map(|&it| type_of(&types, it).as_str().len()).sum())?;
            let mut op = Op {
                name: name.ok_or_else(|| error("a kernel without a name of its own"))?,
                operands: registers.all(kernel.arguments())?,
                results: Vec::new(),
                attributes: self.attributes(kernel)?,
                regions: Vec::new(),
                properties: Vec::new(),
                successors: Vec::new(),
                location: self.location(kernel.location)?,
                span: Span::default(),
            };
            if file.is_nonstrict(index, id) {
                op.attributes.insert(NONSTRICT_ATTRIBUTE, Attribute::Unit);
            }
            let regions = self.functions(kernel, &mut op.attributes)?;
            let is_unknown = |register: &u32| texts[*register as usize].is_empty();
            if kernel.results().iter().any(is_unknown)
                && let Some(def) = definition(file, self.catalogue, kernel)
            {
                let operands = kernel.arguments().iter().map(|&it| type_of(&types, it));
                let operands = Operands::new(operands.collect());
                let operands = operands.with_values(def, &op.operands, body, self.catalogue);
                let inferred = infer::inferred(def, &op.attributes, &operands);
                let inferred = inferred.into_iter().flatten();
                for (&register, ty) in kernel.results().iter().zip(inferred) {
                    if is_unknown(&register) {
                        self.spend(ty.as_str().len())?;
                        types[register as usize] = ty;
                    }
                }
            }
            let op = body.add_op(block, op);
            for &register in kernel.results() {
                let value = body.add_result(op, type_of(&types, register), None);
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
            properties: Vec::new(),
            successors: Vec::new(),
            location: Location::Unknown,
            span: Span::default(),
        };
        body.add_op(block, op);
    }

    /// Names the functions of a kernel as attributes; gives the anonymous ones, which are its
    /// regions.
    fn functions(
        &mut self,
        kernel: Kernel<'_>,
        attributes: &mut Attributes,
    ) -> Result<Vec<u32>, Diagnostic> {
        let mut symbols = Vec::new();
        let mut regions = Vec::new();
        for &index in kernel.functions() {
            let name = self.file.functions.get(index as usize).map_or(0, |f| f.name.len());
            self.spend(size_of::<Attribute>() + name)?;
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
        let list = def.and_then(list_name);
        let names = function_names(def);
        if list.is_none() && names.len() == symbols.len() {
            for (name, symbol) in names.into_iter().zip(symbols) {
                attributes.insert(name, symbol);
            }
        } else if list.is_some() || symbols.len() > 1 {
            attributes.insert(list.unwrap_or("callee"), Attribute::Array(symbols));
        } else if let Some(symbol) = symbols.pop() {
            attributes.insert("callee", symbol);
        }
        Ok(regions)
    }

    /// The attributes of a kernel, in an order of names that is their order in the file.
    fn attributes(&mut self, kernel: Kernel<'_>) -> Result<Attributes, Diagnostic> {
        let def = definition(self.file, self.catalogue, kernel);
        let params = def.map(OpDef::attributes).unwrap_or_default();
        let indices = kernel.attributes();
        let names = self.attribute_names(kernel, &params);
        let mut attributes = Attributes::new();
        for (position, (&index, name)) in indices.iter().zip(names).enumerate() {
            demand_name(name.as_bytes())?;
            self.spend(name.len())?;
            let param = params.get(position).copied();
            attributes.insert(name, self.attribute(index, param)?);
        }
        Ok(attributes)
    }

    fn attribute_names(&self, kernel: Kernel<'_>, params: &[&ParamDef]) -> Vec<Cow<'a, str>> {
        let count = kernel.attributes().len();
        let usable =
            |names: &[&str]| names.len() == count && names.windows(2).all(|pair| pair[0] < pair[1]);
        let file = self.file;
        let stated = kernel.attribute_names().iter();
        let stated = stated.filter_map(|&name| file.attribute_names.get(name as usize));
        let stated: Vec<&'a str> = stated.map(AsRef::as_ref).collect();
        let known: Vec<&str> = params.iter().map(|param| param.name).collect();
        if let Some(names) = [stated, known].into_iter().find(|names| usable(names)) {
            return names.into_iter().map(Cow::Borrowed).collect();
        }
        // As many digits for all, so that the order of the names is the order in the file.
        let digits = count.saturating_sub(1).to_string().len();
        (0..count).map(|index| Cow::Owned(format!("attr{index:0digits$}"))).collect()
    }

    fn attribute(&mut self, index: u32, param: Option<&ParamDef>) -> Result<Attribute, Diagnostic> {
        let table = &self.file.attributes;
        let entry = table.entries().get(index as usize);
        let entry =
            entry.ok_or_else(|| error("a kernel refers to an attribute that is not there"))?;
        if let Some(outside) = table.find_outside(entry.offset) {
            return self.resource(outside).map(Attribute::Resource);
        }
        let kind = entry.attribute_type.or_else(|| attribute_type(param?.ty));
        let Some(kind) = kind else {
            // The original's text for an unknown attribute.
            return Ok(Attribute::Opaque(Arc::from("0xdeadbeef : i32")));
        };
        let mut decoded = table.decode_at(entry.offset, kind);
        if decoded.is_err() && entry.attribute_type.is_none() {
            // An empty array is aligned like an array of 32-bit numbers, whatever its element type.
            let empty = table.decode_at(entry.offset, AttributeType::Array(DType::I32));
            decoded = empty.ok().filter(|a| *a == BefAttribute::EmptyArray).map_or(decoded, Ok);
        }
        let attribute =
            decoded.map_err(|why| error(format!("an attribute cannot be decoded: {why}")))?;
        self.spend(decoded_size(&attribute))?;
        self.note_symbols(&attribute, MAX_NESTING)?;
        Ok(decode_attribute(&attribute))
    }

    /// A resource outside the file.
    fn resource(&mut self, outside: &'a Outside) -> Result<ResourceRef, Diagnostic> {
        let Outside { name, file, start, hash, dtype, shape, .. } = outside;
        let length = outside.length().unwrap_or_default();
        let (file, bytes) = (file.to_string(), Some(*start..start.saturating_add(length)));
        self.spend(name.len() + file.len() + size_of_val(&**shape))?;
        let place = Place { file, bytes, hash: Some(*hash) };
        let known = self.resources.entry(name).or_insert_with(|| place.clone());
        if *known != place {
            return Err(error(format!("resource '{}' is in two places", name.escape_debug())));
        }
        let (name, ty) = (Arc::from(&**name), tensor_type(*dtype, shape));
        Ok(ResourceRef { name, ty, data: outside.data().cloned() })
    }

    /// The resources that attributes refer to.
    pub(super) fn take_resources(&mut self) -> Vec<Resource> {
        let resources = std::mem::take(&mut self.resources).into_iter();
        let resource = |(key, place): (&str, Place)| Resource {
            key: key.to_owned(),
            content: Content::File(place),
        };
        resources.map(resource).collect()
    }

    /// Checks the names that an attribute refers to, and remembers their compiled modules.
    fn note_symbols(&mut self, attribute: &BefAttribute, levels: usize) -> Result<(), Diagnostic> {
        match attribute {
            BefAttribute::Function(name) => demand_name(name),
            BefAttribute::SymbolRef(symbol) => {
                let SymbolRef { root, nested, module } = &**symbol;
                let text = (root.clone(), module.clone());
                if self.seen_modules.insert(text.clone()) {
                    self.module_texts.push(text);
                }
                let mut names = nested.iter().chain([root]);
                names.try_for_each(|name| demand_name(name.as_bytes()))
            }
            BefAttribute::Aggregate(elements) if levels > 0 => {
                elements.iter().try_for_each(|element| self.note_symbols(element, levels - 1))
            }
            _ => Ok(()),
        }
    }
}

/// In a text, a name cannot be empty.
fn demand_name(name: &[u8]) -> Result<(), Diagnostic> {
    if name.is_empty() { Err(error("a name is empty")) } else { Ok(()) }
}

/// The name of the attribute that lists the functions of a kernel.
fn list_name(def: &OpDef) -> Option<&'static str> {
    match def.traits.callees {
        [Callee { source: CalleeSource::Symbols(name), .. }] => Some(name),
        _ => None,
    }
}

/// The names of the attributes that refer to the functions of a kernel: those of its callees, else
/// those of its parameters if their order agrees with BEF's.
fn function_names(def: Option<&OpDef>) -> Vec<&'static str> {
    let Some(def) = def else { return Vec::new() };
    if !def.traits.callees.is_empty() {
        return def.traits.symbols().collect();
    }
    let function = |param: &ParamDef| match param.kind {
        ParamKind::Function { index } => Some((index, param.name)),
        _ => None,
    };
    let mut names: Vec<(usize, &'static str)> = def.params.iter().filter_map(function).collect();
    names.sort_unstable();
    let ascending = names.windows(2).all(|pair| pair[0].1 < pair[1].1);
    if ascending { names.into_iter().map(|(_, name)| name).collect() } else { Vec::new() }
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
