//! Bodies as calls read them, and the check of each kernel instance against its definition.

use super::LoadError;
use super::error::host_location;
use super::tables::Tables;
use crate::body::{Body, Kernel};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use tfrt_bef::{Attribute, File};
use tfrt_host::context::Site;
use tfrt_host::kernel::{Chain, KernelDef, KernelType, ParamKind, Signature, attribute_type};

/// Which functions a kernel (by its index in the body) refers to.
pub(super) type BodyLinks = Vec<(usize, Box<[u32]>)>;

/// Decoded text and attributes may take this much, and this many times the file: attributes, types
/// and locations are shared in a file, and each kernel or signature gets its own.
const DECODED_BYTES: usize = 16 << 20;
const DECODED_FACTOR: usize = 16;

/// State of a load.
pub(super) struct Loader<'a> {
    file: &'a File,
    kernels: &'a [&'static KernelDef],
    /// Decoded attributes, by the list that kernels have; kernels with the same list and the same
    /// expectations share them.
    attributes: HashMap<(u32, Vec<u32>), Arc<[Attribute]>>,
    /// Bytes that may still be decoded.
    budget: usize,
}

impl<'a> Loader<'a> {
    pub(super) fn new(file: &'a File, kernels: &'a [&'static KernelDef], file_size: usize) -> Self {
        let budget = file_size.saturating_mul(DECODED_FACTOR).saturating_add(DECODED_BYTES);
        Self { file, kernels, attributes: HashMap::new(), budget }
    }

    /// Decodes the body of the function of that index.
    pub(super) fn body(
        &mut self,
        index: u32,
        function: &tfrt_bef::Function,
        body: &tfrt_bef::Body,
    ) -> Result<(Body, BodyLinks), LoadError> {
        let mut links = BodyLinks::new();
        let mut decoded = Vec::with_capacity(body.kernels.len());
        let mut tables = Tables::new(self.file, self.kernels, index, body);
        tables.add_entry(function.arguments().len());
        for (position, kernel) in body.kernels.iter().enumerate() {
            let def = self.kernels[kernel.name as usize];
            let location = self.file.locations.get(kernel.location);
            let here = |message: String| LoadError::new(message).at(&location);
            self.check_arity(def, kernel, body).map_err(here)?;
            let attributes = self.attributes(def, kernel).map_err(here)?;
            if !kernel.functions().is_empty() {
                links.push((position, kernel.functions().into()));
            }
            self.spend(location.size()).map_err(LoadError::new)?;
            let location = host_location(&location);
            let (arguments, results) = tables.add_kernel(kernel);
            let eager = tables.needed(position);
            decoded.push(Kernel {
                def,
                site: Arc::new(Site { kernel: Cow::Borrowed(def.name), location }),
                attributes,
                functions: Box::default(),
                arguments,
                results,
                in_place: tables.is_in_place(results),
                extra_chain: !def.variadic_results
                    && kernel.results().len() == def.results.len() + 1,
                eager,
            });
        }
        Ok((tables.finish(decoded.into()), links))
    }

    /// A function's signature in text.
    pub(super) fn signature(
        &mut self,
        function: &tfrt_bef::Function,
    ) -> Result<Signature, LoadError> {
        let mut text = |&ty: &u32| {
            let text = self.file.types.get(ty as usize).map_or("", |text| text);
            self.spend(size_of::<String>() + text.len())?;
            Ok(text.to_owned())
        };
        let mut texts = |types: &[u32]| types.iter().map(&mut text).collect::<Result<_, String>>();
        Ok(Signature {
            name: function.name.to_string(),
            arguments: texts(function.arguments()).map_err(LoadError::new)?,
            results: texts(function.results()).map_err(LoadError::new)?,
        })
    }

    fn spend(&mut self, bytes: usize) -> Result<(), String> {
        self.budget = self
            .budget
            .checked_sub(bytes)
            .ok_or_else(|| "what the file shares is out of proportion to the file".to_owned())?;
        Ok(())
    }

    /// Operands, results and functions against the definition.
    fn check_arity(
        &self,
        def: &KernelDef,
        kernel: &tfrt_bef::Kernel,
        body: &tfrt_bef::Body,
    ) -> Result<(), String> {
        let may_be_chain = |register: Option<&u32>| {
            let register = register.and_then(|&register| body.registers.get(register as usize));
            let ty = register.and_then(|register| register.ty);
            ty.and_then(|ty| self.file.types.get(ty as usize)).is_none_or(|t| **t == *Chain::NAME)
        };
        let operands = kernel.arguments();
        let declared = def.operands().count();
        let extra_chain = operands.len() == declared + 1
            && def.allows_extra_chain_operand()
            && may_be_chain(operands.last());
        let more = def.variadic_operands() && operands.len() >= declared;
        if operands.len() != declared && !extra_chain && !more {
            return Err(wrong_count(def, "operands", declared, operands.len()));
        }
        let results = kernel.results();
        let declared = def.results.len();
        let extra_chain = results.len() == declared + 1
            && def.allows_extra_chain_result()
            && may_be_chain(results.last());
        if !def.variadic_results && results.len() != declared && !extra_chain {
            return Err(wrong_count(def, "results", declared, results.len()));
        }
        let functions = kernel.functions().len();
        let is_function = |kind: ParamKind| matches!(kind, ParamKind::Function { .. });
        let declared = def.params.iter().filter(|param| is_function(param.kind)).count();
        let any = def.params.iter().any(|param| param.kind == ParamKind::Functions);
        if !any && functions != declared {
            return Err(wrong_count(def, "functions", declared, functions));
        }
        Ok(())
    }

    /// The kernel's attributes, decoded and checked.
    fn attributes(
        &mut self,
        def: &KernelDef,
        kernel: &tfrt_bef::Kernel,
    ) -> Result<Arc<[Attribute]>, String> {
        let key = (kernel.name, kernel.attributes().to_vec());
        if let Some(attributes) = self.attributes.get(&key) {
            return Ok(Arc::clone(attributes));
        }
        let declared = def.attributes();
        // What the kernel does not receive is not looked at.
        let all = def.params.iter().any(|param| param.kind == ParamKind::Attributes);
        let wanted = if all { usize::MAX } else { declared.len() };
        let mut attributes = Vec::new();
        for (position, &index) in kernel.attributes().iter().take(wanted).enumerate() {
            let entry = self.file.attributes.entries().get(index as usize);
            let entry = entry.ok_or_else(|| format!("attribute {index} is out of range"))?;
            let expected = || attribute_type(declared.get(position)?.ty);
            let attribute_type = entry.attribute_type.or_else(expected).ok_or_else(|| {
                format!("cannot read attributes of {} without their types", def.name)
            })?;
            let decoded = self.file.attributes.decode_at(entry.offset, attribute_type);
            let decoded = decoded.map_err(|error| error.to_string())?;
            // Before the next: a list may name a large attribute a million times.
            self.spend(decoded.size())?;
            attributes.push(decoded);
        }
        let attributes: Arc<[Attribute]> = attributes.into();
        def.check_attributes(&attributes).map_err(|error| error.message.into_owned())?;
        self.attributes.insert(key, Arc::clone(&attributes));
        Ok(attributes)
    }
}

fn wrong_count(def: &KernelDef, what: &str, expected: usize, found: usize) -> String {
    format!("{} has {found} {what}, expected {expected}", def.name)
}
