//! Decodes bodies into their flat form and checks each kernel instance against its definition.

use super::LoadError;
use super::budget::Budget;
use super::lists::{Maker, Wanted};
use super::tables::Tables;
use crate::body::{Body, Lists};
use std::collections::HashMap;
use tfrt_bef::{DType, File, KernelLists};
use tfrt_host::kernel::shapes::MAX_RANK;
use tfrt_host::kernel::{
    Attribute, Catalogue, Chain, FromAttribute, KernelDef, KernelType, OpTypes, ParamDef,
    ParamKind, Type, TypeChecks, is_checked_family,
};

/// The schema that instances of a kernel are checked against.
struct Schema {
    def: &'static KernelDef,
    /// Number of operands that it takes one by one.
    operands: usize,
    /// Number of functions, unless it takes any number.
    functions: Option<usize>,
    /// Its attributes, sorted by name.
    attributes: Vec<&'static ParamDef>,
    /// How many of an op's attributes it receives.
    receives: usize,
    /// Whether binding changes its attributes from their plain form.
    binds: bool,
}

impl Schema {
    fn new(def: &'static KernelDef) -> Self {
        let has = |kind| def.params.iter().any(|param| param.kind == kind);
        let is_function = |kind: ParamKind| matches!(kind, ParamKind::Function { .. });
        let functions = def.params.iter().filter(|param| is_function(param.kind)).count();
        let attributes = def.attributes();
        // Attributes that the kernel does not receive are not checked.
        let receives = if has(ParamKind::Attributes) { usize::MAX } else { attributes.len() };
        Self {
            def,
            operands: def.operands().count(),
            functions: (!has(ParamKind::Functions)).then_some(functions),
            attributes,
            receives,
            binds: def.binds_attributes(),
        }
    }
}

/// The state of a load, and the data decoded for all bodies.
pub(super) struct Loader<'a> {
    file: &'a File,
    /// The type names of the file.
    types: &'a [Box<str>],
    kernels: &'a [&'static KernelDef],
    schemas: Vec<Schema>,
    lists: Maker<'a>,
    catalogue: &'a Catalogue,
    /// The elements of the constant lists among the registers of the body that is being decoded.
    constants: HashMap<u32, Vec<i64>>,
    /// The checks of the results of kernels without a rule, by function and kernel.
    pub(super) result_checks: HashMap<(u32, u32), TypeChecks>,
    pub(super) budget: Budget,
}

impl<'a> Loader<'a> {
    pub(super) fn new(
        file: &'a File,
        types: &'a [Box<str>],
        functions: usize,
        kernels: &'a [&'static KernelDef],
        catalogue: &'a Catalogue,
        mut budget: Budget,
    ) -> Result<Self, LoadError> {
        let schemas = kernels.iter().map(|def| Schema::new(def)).collect();
        let lists = Maker::new(file, functions, &mut budget).map_err(LoadError::new)?;
        let (constants, result_checks) = (HashMap::new(), HashMap::new());
        Ok(Self {
            file,
            types,
            kernels,
            schemas,
            lists,
            catalogue,
            constants,
            result_checks,
            budget,
        })
    }

    /// The decoded lists.
    pub(super) fn finish(mut self) -> Result<Lists, LoadError> {
        self.lists.finish(&mut self.budget).map_err(LoadError::new)
    }

    /// Decodes the body of the function of that index.
    pub(super) fn body(
        &mut self,
        index: u32,
        function: &tfrt_bef::Function,
        body: &tfrt_bef::Body,
    ) -> Result<Body, LoadError> {
        let budget = &mut self.budget;
        let mut tables =
            Tables::new(self.file, self.kernels, index, body, budget).map_err(|message| {
                LoadError::new(message).at(&self.file.locations.get(body.location))
            })?;
        tables.add_entry(function.arguments().len());
        self.constants.clear();
        for (number, kernel) in (0..).zip(&body.kernels) {
            let def = self.kernels[kernel.name as usize];
            self.check_results(def, (index, number), kernel.lists().results, body)
                .map_err(LoadError::new)?;
            let lists = self.kernel(kernel, body).map_err(|message| {
                LoadError::new(message).at(&self.file.locations.get(kernel.location))
            })?;
            tables.add_kernel(def, kernel, lists);
        }
        Ok(tables.finish(&mut self.budget))
    }

    /// Checks a kernel against its definition; returns its lists of attributes and functions.
    fn kernel(
        &mut self,
        kernel: tfrt_bef::Kernel<'_>,
        body: &tfrt_bef::Body,
    ) -> Result<[u32; 2], String> {
        let lists = kernel.lists();
        let schema = &self.schemas[kernel.name as usize];
        self.check_arity(schema, &lists, body)?;
        let attributes = &lists.attributes[..lists.attributes.len().min(schema.receives)];
        self.check_types(schema, &lists, body)?;
        if let Some((register, list)) = self.constant_list(schema, &lists) {
            self.constants.insert(register, list);
        }
        let schema = &self.schemas[kernel.name as usize];
        let (name, def, declared) = (kernel.name, schema.def, &*schema.attributes);
        let wanted = Wanted { name, def, declared, binds: schema.binds };
        let attributes = self.lists.attributes(&wanted, attributes, &mut self.budget)?;
        Ok([attributes, self.lists.functions(lists.functions, &mut self.budget)?])
    }

    /// Notes the checks of the results of a kernel whose types no rule infers. Those of control flow are
    /// what functions return.
    fn check_results(
        &mut self,
        def: &KernelDef,
        op: (u32, u32),
        results: &[u32],
        body: &tfrt_bef::Body,
    ) -> Result<(), String> {
        let open = || def.variadic_results || def.results.iter().any(|it| is_checked_family(it.ty));
        if def.infer.is_some() || def.control.is_some() || !open() {
            return Ok(());
        }
        let text = |&register: &u32| {
            let ty = body.registers.get(register as usize).and_then(|register| register.ty);
            ty.and_then(|ty| self.types.get(ty as usize)).map_or("", |text| text)
        };
        let checks = TypeChecks::new(self.catalogue, results.iter().map(text));
        if checks.is_empty() {
            return Ok(());
        }
        self.budget.spend(checks.size())?;
        self.result_checks.insert(op, checks);
        Ok(())
    }

    /// Compares the types that a file with register types claims with those that are inferred.
    fn check_types(
        &self,
        schema: &Schema,
        lists: &KernelLists<'_>,
        body: &tfrt_bef::Body,
    ) -> Result<(), String> {
        if schema.def.infer.is_none() {
            return Ok(());
        }
        let claimed = |registers: &[u32]| -> Option<Vec<Type>> {
            let ty = |&register: &u32| body.registers.get(register as usize)?.ty;
            let text = |register| self.types.get(ty(register)? as usize);
            registers.iter().map(|register| text(register).map(|text| Type::new(text))).collect()
        };
        let types = claimed(lists.arguments).zip(claimed(lists.results));
        let Some((operands, results)) = types else { return Ok(()) };
        let (mut numbers, mut value) = (Vec::new(), None);
        for (param, &attribute) in schema.attributes.iter().zip(lists.attributes) {
            let Ok(attribute) = self.file.attributes.get(attribute) else { continue };
            if let Attribute::Dense(dense) = &attribute {
                if param.name == "value" {
                    value = Some(Type::tensor(&Type::new(dense.dtype.name()), &dense.shape));
                }
            } else if let (Attribute::Type(dtype), "to") = (&attribute, param.name) {
                value = Some(Type::new(dtype.name()));
            } else if let Ok(number) = i64::from_attribute(&attribute) {
                numbers.push((param.name, vec![number]));
            } else if let Ok(list) = Vec::<i64>::from_attribute(&attribute) {
                numbers.push((param.name, list));
            }
        }
        let values: Vec<Option<Vec<i64>>> = if schema.def.infer.is_some_and(|it| it.asks_values()) {
            lists.arguments.iter().map(|register| self.constants.get(register).cloned()).collect()
        } else {
            Vec::new()
        };
        let value = value.as_ref();
        let op = OpTypes { operands: &operands, values: &values, numbers: &numbers, value };
        let inferred = schema.def.infer_types(&op, &results);
        inferred.map(drop).map_err(|message| format!("'{}' op {message}", schema.def.name))
    }

    /// The list that a kernel makes from an attribute, and its register.
    fn constant_list(&self, schema: &Schema, lists: &KernelLists<'_>) -> Option<(u32, Vec<i64>)> {
        schema.def.infer.filter(|infer| infer.is_constant())?;
        let (&[attribute], &[register]) = (lists.attributes, lists.results) else { return None };
        let Ok(Attribute::Dense(dense)) = self.file.attributes.get(attribute) else { return None };
        let length = usize::try_from(*dense.shape.first()?).ok()?;
        // Longer lists are no sizes, places or axes.
        let is_list = dense.dtype == DType::I64 && dense.shape.len() == 1 && length <= MAX_RANK;
        let (elements, _) = dense.data.as_chunks::<8>();
        let list: Vec<i64> = elements.iter().map(|&bytes| i64::from_le_bytes(bytes)).collect();
        (is_list && list.len() == length).then_some((register, list))
    }

    /// Counts the memory of a function's signature as text, which is made on first request.
    pub(super) fn signature(&mut self, function: &tfrt_bef::Function) -> Result<(), LoadError> {
        for &ty in function.arguments().iter().chain(function.results()) {
            let text = self.types.get(ty as usize).map_or("", |text| text);
            let size = size_of::<String>() + text.len();
            self.budget.spend_text(size).map_err(LoadError::new)?;
        }
        Ok(())
    }

    /// Checks the numbers of operands, results and functions against the definition.
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
            let more = def.variadic_operands()
                && operands.len() >= declared
                && def.most_operands().is_none_or(|most| operands.len() <= most);
            if !extra_chain && !more {
                return Err(wrong_count(def, "operands", declared, operands.len()));
            }
        }
        let results = lists.results;
        let declared = def.results.len();
        if !def.allows_results(results.len()) {
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
}

fn wrong_count(def: &KernelDef, what: &str, expected: usize, found: usize) -> String {
    format!("{} has {found} {what}, expected {expected}", def.name)
}
