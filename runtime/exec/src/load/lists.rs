//! Decodes the attributes and functions of kernels, once where kernels can share them.
//!
//! An attribute is decoded when a kernel first refers to it, after the previously decoded one. A
//! kernel's list is a range of the decoded attributes if its attributes are contiguous there, as
//! every list of one is; the same holds for functions. Other lists get copies.

use super::budget::Budget;
use crate::body::{Lists, Span};
use crate::program::Program;
use std::collections::{HashMap, HashSet};
use tfrt_bef::{Attribute, AttributeType, File};
use tfrt_host::kernel::{KernelDef, OpAttribute, ParamDef, attribute_type};

/// The maximum size of an entry of the tables below while they grow, without keys on the heap.
const COPY: usize = 96;
const FITTING: usize = 64;

/// What is reserved for the allocation of an attribute that is decoded for one kernel, until its size
/// is known; and the overhead of all attributes of an op whose kernel takes any.
const BOUND: usize = 64;
const ALL: usize = 2 * size_of::<usize>();

/// Stands for an attribute that is decoded for no kernel in particular; no kernel has that name.
const UNBOUND: (u32, u32) = (u32::MAX, 0);

/// The bytes of a small attribute.
const SMALL: usize = 64;

/// Builds the lists of a program.
pub(super) struct Maker<'a> {
    file: &'a File,
    lists: Lists,
    /// For each attribute, and each function, of the file: its index among those of the program
    /// plus one; 0 if it has none.
    attributes: Vec<u32>,
    functions: Vec<u32>,
    /// For each of the file's attributes that is decoded for one kernel: the kernel's name, and the
    /// position in its list. Empty while there is none.
    bound: Vec<(u32, u32)>,
    /// Lists of copies that are not all scalars, by the kernel's name and the file's attributes.
    copies: HashMap<Box<[u32]>, u32>,
    /// Large attributes that have passed a check: the kernel's name, the position in its list and
    /// the file's index.
    fitting: HashSet<(u32, u32, u32)>,
}

/// The attributes that a kernel declares.
pub(super) struct Wanted<'a> {
    /// The kernel's name in the file.
    pub(super) name: u32,
    pub(super) def: &'static KernelDef,
    /// The declared attributes, sorted by name.
    pub(super) declared: &'a [&'static ParamDef],
    /// Whether binding changes its attributes from their plain form.
    pub(super) binds: bool,
}

impl<'a> Maker<'a> {
    pub(super) fn new(
        file: &'a File,
        functions: usize,
        budget: &mut Budget,
    ) -> Result<Self, String> {
        let attributes = file.attributes.len();
        budget.spend(4 * (attributes + functions))?;
        Ok(Self {
            file,
            lists: Lists::default(),
            attributes: vec![0; attributes],
            functions: vec![0; functions],
            bound: Vec::new(),
            copies: HashMap::new(),
            fitting: HashSet::new(),
        })
    }

    /// The lists and the space for what they refer to.
    pub(super) fn finish(self, budget: &mut Budget) -> Result<Lists, String> {
        let distinct = self.functions.iter().filter(|&&place| place != 0).count();
        budget.spend(Program::own_size(self.lists.functions.len(), distinct))?;
        Ok(self.lists)
    }

    /// The list of these functions.
    pub(super) fn functions(
        &mut self,
        indices: &[u32],
        budget: &mut Budget,
    ) -> Result<u32, String> {
        let Some(&first) = indices.first() else { return Ok(Lists::EMPTY) };
        let follows = |(&index, place): (&u32, u32)| self.functions[index as usize] == place;
        let place = self.functions[first as usize];
        let start = if place != 0 && indices.iter().zip(place..).all(follows) {
            place - 1
        } else {
            // They grow geometrically.
            budget.spend(3 * size_of_val(indices))?;
            let start = number(self.lists.functions.len());
            self.lists.functions.extend(indices);
            for (&index, place) in indices.iter().zip(start + 1..) {
                let known = &mut self.functions[index as usize];
                if *known == 0 {
                    *known = place;
                }
            }
            start
        };
        let span = Span::new(start, number(indices.len()));
        budget.spend(Lists::LIST)?;
        Ok(self.lists.add_functions(span))
    }

    /// The list of these attributes, after checking them.
    pub(super) fn attributes(
        &mut self,
        wanted: &Wanted<'_>,
        indices: &[u32],
        budget: &mut Budget,
    ) -> Result<u32, String> {
        let mut scalars = true;
        for (position, &index) in indices.iter().enumerate() {
            scalars &= matches!(self.kind(wanted, position, index)?.1, AttributeType::Scalar(_));
        }
        let Some(&first) = indices.first() else {
            wanted.def.check_attributes(&[]).map_err(|error| error.message.into_owned())?;
            return Ok(Lists::EMPTY);
        };
        let typed = self.file.optional_sections.attribute_types;
        let place = self.attributes[first as usize];
        let follows = |(&index, place): (&u32, u32)| self.attributes[index as usize] == place;
        let as_wanted = |(position, index): (u32, &u32)| {
            let bound = self.bound.get(*index as usize).copied().unwrap_or(UNBOUND);
            bound == if wanted.binds { (wanted.name, position) } else { UNBOUND }
        };
        // All attributes of an op are bound as one for a kernel that takes any.
        let takes_any = wanted.def.takes_any_attributes();
        let known = place != 0
            && !takes_any
            && indices.iter().zip(place..).all(follows)
            && (0..).zip(indices).all(as_wanted);
        // Scalars take less than what finding a copy of them would.
        let copied = scalars && (takes_any || !wanted.binds);
        let new = typed
            && !takes_any
            && indices.iter().all(|&index| self.attributes[index as usize] == 0);
        let list = if known && Lists::in_one_chunk(place - 1, indices.len()) {
            let list = self.list(Span::new(place - 1, number(indices.len())), budget)?;
            if !wanted.binds {
                self.check(wanted, indices, list, budget)?;
            }
            list
        } else if new || copied {
            let span = self.decode(wanted, indices, budget)?;
            if new && indices.len() <= Lists::CHUNK {
                for (&index, place) in indices.iter().zip(span.start() + 1..) {
                    self.attributes[index as usize] = place;
                }
                if wanted.binds {
                    if self.bound.is_empty() {
                        budget.spend(self.attributes.len() * size_of_val(&UNBOUND))?;
                        self.bound = vec![UNBOUND; self.attributes.len()];
                    }
                    for (position, &index) in (0..).zip(indices) {
                        self.bound[index as usize] = (wanted.name, position);
                    }
                }
            }
            self.list(span, budget)?
        } else {
            let key: Box<[u32]> =
                std::iter::once(wanted.name).chain(indices.iter().copied()).collect();
            if let Some(&list) = self.copies.get(&key) {
                // They have been checked for that kernel already.
                return Ok(list);
            }
            budget.spend(COPY + size_of_val(&*key))?;
            let span = self.decode(wanted, indices, budget)?;
            let list = self.list(span, budget)?;
            self.copies.insert(key, list);
            list
        };
        Ok(list)
    }

    fn list(&mut self, span: Span, budget: &mut Budget) -> Result<u32, String> {
        budget.spend(Lists::LIST)?;
        Ok(self.lists.add_attributes(span))
    }

    /// The offset of an attribute in the file, and its type: as the file says, or as the kernel
    /// declares.
    fn kind(
        &self,
        wanted: &Wanted<'_>,
        position: usize,
        index: u32,
    ) -> Result<(u32, AttributeType), String> {
        let entry = self.file.attributes.entries().get(index as usize);
        let entry = entry.ok_or_else(|| format!("attribute {index} is out of range"))?;
        let expected = || attribute_type(wanted.declared.get(position)?.ty);
        match entry.attribute_type.or_else(expected) {
            Some(kind) => Ok((entry.offset, kind)),
            None => {
                Err(format!("cannot read attributes of {} without their types", wanted.def.name))
            }
        }
    }

    /// Whether an attribute is so small that repeated checks are cheap.
    fn is_small(&self, index: u32) -> bool {
        let entries = self.file.attributes.entries();
        let next = entries.get(index as usize + 1).map(|next| next.offset as usize);
        let end = next.unwrap_or_else(|| self.file.attributes.bytes().len());
        entries.get(index as usize).is_some_and(|entry| {
            let scalar = matches!(entry.attribute_type, Some(AttributeType::Scalar(_)));
            scalar
                || (entry.attribute_type.is_some()
                    && end.saturating_sub(entry.offset as usize) <= SMALL)
        })
    }

    /// Decodes contiguous attributes, checked against what the kernel declares.
    fn decode(
        &mut self,
        wanted: &Wanted<'_>,
        indices: &[u32],
        budget: &mut Budget,
    ) -> Result<Span, String> {
        let mut decoded = Vec::with_capacity(indices.len());
        let scratch = 2 * indices.len() * size_of::<Attribute>();
        budget.spend(scratch)?;
        for (position, &index) in indices.iter().enumerate() {
            let (offset, kind) = self.kind(wanted, position, index)?;
            let attributes = &self.file.attributes;
            if !matches!(kind, AttributeType::Scalar(_)) {
                let size = attributes.size_at(offset, kind).map_err(|error| error.to_string())?;
                budget.spend(size - size_of::<Attribute>())?;
            }
            let attribute = attributes.decode_at(offset, kind);
            decoded.push(attribute.map_err(|error| error.to_string())?);
        }
        wanted.check(decoded.iter())?;
        let reserved = if wanted.def.takes_any_attributes() {
            ALL + scratch / 2
        } else if wanted.binds {
            indices.len() * BOUND
        } else {
            0
        };
        budget.spend(reserved)?;
        let bound = wanted.def.bind(decoded);
        budget.give_back(scratch + reserved);
        budget.spend(bound.iter().map(OpAttribute::shared_size).sum())?;
        budget.spend(self.lists.growth(bound.len()))?;
        let start = self.lists.reserve(bound.len());
        let length = number(bound.len());
        bound.into_iter().for_each(|attribute| self.lists.push(attribute));
        Ok(Span::new(start, length))
    }

    /// Checks a kernel's attributes that were decoded for another op.
    fn check(
        &mut self,
        wanted: &Wanted<'_>,
        indices: &[u32],
        list: u32,
        budget: &mut Budget,
    ) -> Result<(), String> {
        let declared = &indices[..indices.len().min(wanted.declared.len())];
        let triples = || (0..).zip(declared).map(|(at, &index): (u32, _)| (wanted.name, at, index));
        let complete = indices.len() >= wanted.declared.len();
        let large = !declared.iter().all(|&index| self.is_small(index));
        if large && complete && triples().all(|triple| self.fitting.contains(&triple)) {
            return Ok(());
        }
        let attributes = self.lists.attributes(list).iter();
        let attributes: Vec<_> = attributes.filter_map(OpAttribute::plain).collect();
        wanted.check(attributes.into_iter())?;
        if large {
            budget.spend(declared.len() * FITTING)?;
            self.fitting.extend(triples());
        }
        Ok(())
    }
}

impl Wanted<'_> {
    fn check<'a>(
        &self,
        attributes: impl ExactSizeIterator<Item = &'a Attribute>,
    ) -> Result<(), String> {
        let checked = self.def.check_declared(self.declared, attributes);
        checked.map_err(|error| error.message.into_owned())
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).expect("a file's counts are within 32 bits")
}
