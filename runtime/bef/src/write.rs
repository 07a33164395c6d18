//! Writes a file, byte for byte as the original does.

use crate::cursor::{push_vbr, push_word, widen};
use crate::layout::{KERNEL_LIST_ALIGNMENT, MAGIC, PADDING, PSEUDO_CODE, PSEUDO_LOCATION, Section};
use crate::{AttributeType, Body, File, Function, FunctionKind, Kernel, UserLists, WriteError};
use std::collections::BTreeMap;

/// Writes a file.
///
/// # Errors
/// The file is inconsistent, or something in it is too large for the format's fields.
pub fn write(file: &File) -> Result<Vec<u8>, WriteError> {
    let strings = StringTable::new(file)?;
    let mut index = Vec::new();
    let functions = write_functions(file, &strings, &mut index)?;
    let mut out = MAGIC.to_vec();
    push_section(&mut out, Section::Strings, 1, &strings.bytes);
    let attributes = &file.attributes;
    push_section(&mut out, Section::Attributes, attributes.alignment, &attributes.bytes);
    push_section(&mut out, Section::Kernels, 1, &strings.table(&file.kernels)?);
    push_section(&mut out, Section::Types, 1, &strings.table(&file.types)?);
    push_section(&mut out, Section::FunctionIndex, 1, &index);
    let alignment = if functions.is_empty() { 1 } else { KERNEL_LIST_ALIGNMENT };
    push_section(&mut out, Section::Functions, alignment, &functions);
    if !file.locations.is_empty() {
        push_section(&mut out, Section::LocationStrings, 1, file.locations.strings.as_bytes());
        push_section(&mut out, Section::Locations, 1, &file.locations.bytes);
    }
    if file.optional_sections.attribute_types {
        push_section(&mut out, Section::AttributeTypes, 1, &attribute_types(file)?);
    }
    if file.optional_sections.attribute_names {
        push_section(&mut out, Section::AttributeNames, 1, &attribute_names(file, &strings)?);
    }
    if file.optional_sections.register_types {
        push_section(&mut out, Section::RegisterTypes, 1, &register_types(file)?);
    }
    if !file.nonstrict.is_empty() {
        let mut pairs = Vec::new();
        push_vbr(&mut pairs, wide(file.nonstrict.len()));
        for (function, kernel) in &file.nonstrict {
            file.kernel(*function, *kernel).ok_or(WriteError::OutOfRange("non-strict kernel"))?;
            push_vbr(&mut pairs, u64::from(*function));
            push_vbr(&mut pairs, u64::from(*kernel));
        }
        push_section(&mut out, Section::Nonstrict, 1, &pairs);
    }
    let outside = &file.attributes.outside;
    if !outside.is_empty() {
        let mut records = Vec::new();
        push_vbr(&mut records, wide(outside.len()));
        outside.iter().for_each(|resource| resource.write(&mut records));
        push_section(&mut out, Section::Resources, 1, &records);
    }
    Ok(out)
}

fn wide(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn fit(length: usize, what: &'static str) -> Result<u32, WriteError> {
    u32::try_from(length).map_err(|_| WriteError::TooLarge(what))
}

/// Appends a section. The alignment is recorded, and padding added, only where the data would not
/// be aligned right after a header without it.
fn push_section(out: &mut Vec<u8>, section: Section, alignment: u8, data: &[u8]) {
    out.push(section.id());
    let length = wide(data.len()).saturating_mul(2);
    let mut header = Vec::new();
    push_vbr(&mut header, length);
    let multiple = usize::from(alignment.max(1));
    if out.len().saturating_add(header.len()).is_multiple_of(multiple) {
        out.append(&mut header);
    } else {
        push_vbr(out, length | 1);
        out.push(alignment);
        pad(out, multiple);
    }
    out.extend_from_slice(data);
}

fn pad(out: &mut Vec<u8>, multiple: usize) {
    while !out.len().is_multiple_of(multiple) {
        out.push(PADDING);
    }
}

/// The sorted set of all strings of a file, and their offsets.
struct StringTable<'a> {
    offsets: BTreeMap<&'a str, u64>,
    bytes: Vec<u8>,
}

impl<'a> StringTable<'a> {
    fn new(file: &'a File) -> Result<StringTable<'a>, WriteError> {
        let mut offsets = BTreeMap::new();
        let mut names = |texts: &'a [Box<str>]| {
            for text in texts {
                offsets.insert(&**text, 0);
            }
        };
        names(&file.types);
        names(&file.kernels);
        if file.optional_sections.attribute_names {
            names(&file.attribute_names);
        }
        offsets.extend(file.functions.iter().map(|function| (&*function.name, 0)));
        offsets.extend(file.extra_strings.iter().map(|text| (text, 0)));
        let mut bytes = Vec::new();
        for (text, offset) in &mut offsets {
            if text.contains('\0') {
                return Err(WriteError::Nul);
            }
            *offset = u64::from(fit(bytes.len(), "string table")?);
            bytes.extend_from_slice(text.as_bytes());
            bytes.push(0);
        }
        Ok(StringTable { offsets, bytes })
    }

    fn offset(&self, text: &str) -> Result<u64, WriteError> {
        self.offsets.get(text).copied().ok_or(WriteError::OutOfRange("string"))
    }

    /// A counted table of string offsets.
    fn table(&self, texts: &[Box<str>]) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        push_vbr(&mut out, wide(texts.len()));
        for text in texts {
            push_vbr(&mut out, self.offset(text)?);
        }
        Ok(out)
    }
}

/// Writes the function index, and returns the functions section.
fn write_functions(
    file: &File,
    strings: &StringTable<'_>,
    index: &mut Vec<u8>,
) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    push_vbr(index, wide(file.functions.len()));
    for (number, function) in (0_u32..).zip(&file.functions) {
        index.push(function.kind as u8);
        push_vbr(index, u64::from(fit(out.len(), "functions section")?));
        push_vbr(index, strings.offset(&function.name)?);
        for types in [function.arguments(), function.results()] {
            push_vbr(index, wide(types.len()));
            for ty in types {
                push_vbr(index, u64::from(*ty));
            }
        }
        match (&function.body, function.kind) {
            (None, FunctionKind::Native) => {}
            (Some(body), FunctionKind::Async | FunctionKind::Sync) => {
                write_body(file, number, function, body, &mut out)?;
            }
            _ => return Err(WriteError::Body),
        }
    }
    Ok(out)
}

fn write_body(
    file: &File,
    number: u32,
    function: &Function,
    body: &Body,
    out: &mut Vec<u8>,
) -> Result<(), WriteError> {
    push_vbr(out, u64::from(body.location.raw()));
    push_vbr(out, wide(body.registers.len()));
    for count in use_counts(body)? {
        push_vbr(out, u64::from(count));
    }
    // The records follow the table of their offsets, so they are built separately.
    let mut records = Vec::new();
    push_vbr(out, wide(body.kernels.len()).saturating_add(1));
    for word in [0, 0, body.root_stream] {
        push_vbr(out, u64::from(word));
    }
    let argument_count = fit(function.arguments().len(), "arguments")?;
    let entry = Record {
        code: PSEUDO_CODE,
        location: PSEUDO_LOCATION,
        lists: [&[], &[], &[]],
        // The trigger of the entry is a register past the table.
        results: (fit(body.registers.len(), "registers")?, argument_count),
        kernel: None,
        users: body.entry_users.iter(),
    };
    entry.push(&mut records)?;
    for (id, kernel) in (1_u32..).zip(&body.kernels) {
        let lists = kernel.lists();
        let attributes = attribute_offsets(file, lists.attributes)?;
        let operands = fit(lists.arguments.len(), "arguments")?;
        let operands = if file.is_nonstrict(number, id) { operands.min(1) } else { operands };
        push_vbr(out, u64::from(fit(records.len(), "functions section")?));
        push_vbr(out, u64::from(operands));
        push_vbr(out, u64::from(kernel.stream));
        let record = Record {
            code: kernel.name,
            location: kernel.location.raw(),
            lists: [lists.arguments, &attributes, lists.functions],
            results: (0, 0),
            kernel: Some(kernel),
            users: kernel.used_by(),
        };
        record.push(&mut records)?;
    }
    if body.result_registers.len() != function.results().len() {
        return Err(WriteError::OutOfRange("results"));
    }
    for register in &body.result_registers {
        push_vbr(out, u64::from(*register));
    }
    pad(out, usize::from(KERNEL_LIST_ALIGNMENT));
    out.append(&mut records);
    Ok(())
}

/// The uses of each register by kernels and by the return, including repeated uses.
fn use_counts(body: &Body) -> Result<Vec<u32>, WriteError> {
    let mut counts = vec![0_u32; body.registers.len()];
    let arguments = body.kernels.iter().flat_map(Kernel::arguments);
    for register in arguments.chain(&body.result_registers) {
        let count = counts.get_mut(widen(*register)).ok_or(WriteError::OutOfRange("register"))?;
        *count = count.checked_add(1).ok_or(WriteError::TooLarge("use count"))?;
    }
    Ok(counts)
}

fn attribute_offsets(file: &File, attributes: &[u32]) -> Result<Vec<u32>, WriteError> {
    let entries = file.attributes.entries();
    let offset = |index: &u32| entries.get(widen(*index)).map(|entry| entry.offset);
    let offsets: Option<Vec<u32>> = attributes.iter().map(offset).collect();
    offsets.ok_or(WriteError::OutOfRange("attribute"))
}

/// A kernel record.
struct Record<'a> {
    code: u32,
    location: u32,
    lists: [&'a [u32]; 3],
    /// For the entry: the trigger's register and the number of arguments.
    results: (u32, u32),
    kernel: Option<Kernel<'a>>,
    users: UserLists<'a>,
}

impl Record<'_> {
    fn push(self, out: &mut Vec<u8>) -> Result<(), WriteError> {
        let entry: Vec<u32>;
        let results = match self.kernel {
            Some(kernel) => kernel.results(),
            None => {
                let (trigger, arguments) = self.results;
                entry = std::iter::once(trigger).chain(0..arguments).collect();
                &entry
            }
        };
        if self.users.len() != results.len() {
            return Err(WriteError::OutOfRange("users"));
        }
        push_word(out, self.code);
        push_word(out, self.location);
        for list in self.lists.into_iter().chain([results]) {
            push_word(out, fit(list.len(), "kernel")?);
        }
        for list in self.users.clone() {
            push_word(out, fit(list.len(), "kernel")?);
        }
        for word in self.lists.into_iter().flatten().chain(results).chain(self.users.flatten()) {
            push_word(out, *word);
        }
        Ok(())
    }
}

fn attribute_types(file: &File) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    push_vbr(&mut out, wide(file.attributes.len()));
    for entry in file.attributes.entries() {
        push_vbr(&mut out, u64::from(entry.offset));
        // The name of a resource is what stands in the attribute section.
        let outside = file.attributes.find_outside(entry.offset);
        let attribute_type = match outside {
            Some(_) => AttributeType::String,
            None => entry.attribute_type.ok_or(WriteError::MissingType)?,
        };
        push_vbr(&mut out, u64::from(attribute_type.number()));
    }
    Ok(out)
}

fn attribute_names(file: &File, strings: &StringTable<'_>) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    push_vbr(&mut out, wide(file.functions.len()));
    for body in file.functions.iter().filter_map(|function| function.body.as_deref()) {
        push_vbr(&mut out, wide(body.kernels.len()).saturating_add(1));
        for kernel in &body.kernels {
            let lists = kernel.lists();
            if lists.attribute_names.len() != lists.attributes.len() {
                return Err(WriteError::MissingName);
            }
            for name in lists.attribute_names {
                let name = file.attribute_names.get(widen(*name));
                let name = name.ok_or(WriteError::OutOfRange("attribute name"))?;
                push_vbr(&mut out, strings.offset(name)?);
            }
        }
    }
    Ok(out)
}

fn register_types(file: &File) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    push_vbr(&mut out, wide(file.functions.len()));
    for body in file.functions.iter().filter_map(|function| function.body.as_deref()) {
        push_vbr(&mut out, wide(body.registers.len()));
        for register in &body.registers {
            push_vbr(&mut out, u64::from(register.ty.ok_or(WriteError::MissingType)?));
        }
    }
    Ok(out)
}
