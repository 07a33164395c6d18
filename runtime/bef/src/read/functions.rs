//! Reads the function index and, for each entry, the function's body and its optional tables.

mod body;

use super::sections::Sections;
use super::tables::Strings;
use crate::bitmap::Bitmap;
use crate::cursor::{Cursor, widen};
use crate::error::{ErrorKind, ReadError};
use crate::layout::{KERNEL_LIST_ALIGNMENT, Section};
use crate::{Attributes, File, Function, FunctionKind, Kernel, Limits, MAX_NESTING};
use body::read_body;

/// The minimum size of a body: its counts, padding, and the record of the entry.
const BODY_SIZE: usize = 40;

/// The tables that functions may refer to, and the read positions in the sections.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) index: Cursor<'a>,
    pub(super) functions: Cursor<'a>,
    pub(super) names: Option<Cursor<'a>>,
    pub(super) register_types: Option<Cursor<'a>>,
    pub(super) locations: LocationCheck<'a>,
    pub(super) attributes: &'a Attributes,
    pub(super) typed_attributes: bool,
    /// Whether some kernel refers to a function.
    pub(super) has_references: bool,
    /// The likely index of the next attribute: kernels refer to attributes in order.
    pub(super) attribute_hint: usize,
    pub(super) nonstrict: &'a [(u32, u32)],
    pub(super) kernel_names: usize,
    pub(super) types: usize,
    pub(super) function_count: usize,
    pub(super) limits: Limits,
}

/// Checks location numbers.
///
/// The original numbers locations that it cannot encode downwards from the top of 32 bits, so the
/// distance of such a number from the top is at most the number of locations.
#[derive(Debug)]
pub(super) struct LocationCheck<'a> {
    starts: &'a Bitmap,
    seen: u32,
    last_unencoded: u32,
}

impl LocationCheck<'_> {
    pub(super) fn check(&mut self, at: Cursor<'_>, location: u32) -> Result<(), ReadError> {
        match self.accepts(location) {
            true => Ok(()),
            false => Err(at.error(ErrorKind::Location(location))),
        }
    }

    /// Whether this is the number of the next location.
    pub(super) fn accepts(&mut self, location: u32) -> bool {
        self.seen = self.seen.saturating_add(1);
        if self.starts.contains(widen(location)) {
            return true;
        }
        let lowest = u32::MAX.saturating_sub(self.seen).saturating_sub(1);
        let unencoded = lowest <= location && location < self.last_unencoded;
        if unencoded {
            self.last_unencoded = location;
        }
        unencoded
    }
}

/// A function's entry in the index.
pub(super) struct Signature<'a> {
    pub(super) number: u32,
    pub(super) kind: FunctionKind,
    pub(super) arguments: &'a [u32],
    pub(super) results: &'a [u32],
}

impl<'a> Context<'a> {
    pub(super) fn new(
        sections: &Sections<'a>,
        file: &'a File,
        starts: &'a Bitmap,
        limits: Limits,
    ) -> Result<Context<'a>, ReadError> {
        let mut index = sections.required(Section::FunctionIndex)?;
        let functions = sections.required(Section::Functions)?;
        let aligned = functions.base().is_multiple_of(usize::from(KERNEL_LIST_ALIGNMENT));
        if functions.remaining() > 0 && !aligned {
            return Err(functions.error(ErrorKind::Alignment));
        }
        let at = index;
        // A kind, an offset, a name and two counts.
        let function_count = index.count(5)?;
        if function_count > limits.functions {
            return Err(at.error(ErrorKind::Limit("functions")));
        }
        Ok(Context {
            index,
            functions,
            names: table(sections, Section::AttributeNames, function_count)?,
            register_types: table(sections, Section::RegisterTypes, function_count)?,
            locations: LocationCheck { starts, seen: 0, last_unencoded: u32::MAX },
            attributes: &file.attributes,
            typed_attributes: file.optional_sections.attribute_types,
            has_references: false,
            attribute_hint: 0,
            nonstrict: &file.nonstrict,
            kernel_names: file.kernels.len(),
            types: file.types.len(),
            function_count,
            limits,
        })
    }

    /// Reads all functions, up to the end of the sections.
    pub(super) fn read(mut self, strings: &mut Strings<'_>) -> Result<Vec<Function>, ReadError> {
        let mut functions = Vec::with_capacity(self.likely(strings));
        let mut names = strings.bitmap();
        for number in (0_u32..).take(self.function_count) {
            functions.push(self.function(number, strings, &mut names)?);
        }
        if self.has_references && !nest_within(&functions, self.limits.nesting.min(MAX_NESTING)) {
            return Err(self.index.error(ErrorKind::RegionNesting));
        }
        self.index.finish(ErrorKind::TrailingBytes)?;
        self.functions.finish(ErrorKind::TrailingBytes)?;
        for table in [self.names, self.register_types].into_iter().flatten() {
            table.finish(ErrorKind::TableLength)?;
        }
        Ok(functions)
    }

    /// An upper bound on the number of functions. A decoded function takes much more memory than
    /// its index entry, so entries count only as far as there are names and bodies for them.
    fn likely(&self, strings: &Strings<'_>) -> usize {
        let mut cursor = self.index;
        let mut names = strings.bitmap();
        let mut body = 0_usize;
        let mut line = || {
            let native = cursor.byte().ok()? == FunctionKind::Native as u8;
            let offset = usize::try_from(cursor.vbr().ok()?).ok()?;
            let name = cursor.vbr32().ok()?;
            for _ in 0..2 {
                for _ in 0..cursor.count(1).ok()? {
                    cursor.vbr().ok()?;
                }
            }
            let another = strings.is_empty_at(name) || !names.insert(widen(name));
            let there = body <= offset && offset <= self.functions.bytes().len();
            body = offset.saturating_add(if native { 0 } else { BODY_SIZE });
            (there && another && !(native && strings.is_empty_at(name))).then_some(())
        };
        (0..self.function_count).map_while(|_| line()).count()
    }

    fn function(
        &mut self,
        number: u32,
        strings: &mut Strings<'_>,
        names: &mut Bitmap,
    ) -> Result<Function, ReadError> {
        let at = self.index;
        let kind = match self.index.byte()? {
            0 => FunctionKind::Async,
            1 => FunctionKind::Native,
            2 => FunctionKind::Sync,
            other => return Err(at.error(ErrorKind::FunctionKind(other))),
        };
        let at_offset = self.index;
        let offset = self.index.vbr()?;
        if usize::try_from(offset).ok() != Some(self.functions.position()) {
            return Err(at_offset.error(ErrorKind::FunctionOffset(kind)));
        }
        let at_name = self.index;
        let name = strings.function_name(&mut self.index, names)?;
        let Some(name) = name.filter(|name| !(name.is_empty() && kind == FunctionKind::Native))
        else {
            return Err(at_name.error(ErrorKind::FunctionName));
        };
        let mut types = self.index;
        let arguments = self.skip_types()?;
        let results = self.skip_types()?;
        // Both lists are valid by now; one allocation holds them.
        let mut signature = Vec::with_capacity(arguments.saturating_add(results));
        for count in [arguments, results] {
            types.vbr()?;
            for _ in 0..count {
                signature.push(types.vbr32()?);
            }
        }
        let (argument_types, result_types) = signature.split_at(arguments);
        let body = match kind {
            FunctionKind::Native => None,
            FunctionKind::Async | FunctionKind::Sync => {
                let signature =
                    Signature { number, kind, arguments: argument_types, results: result_types };
                Some(read_body(self, strings, &signature)?)
            }
        };
        Ok(Function::from_signature(kind, name, signature, arguments, body))
    }

    /// Checks a counted list of types and returns its length.
    fn skip_types(&mut self) -> Result<usize, ReadError> {
        let count = self.index.count(1)?;
        for _ in 0..count {
            self.index.index(self.types, ErrorKind::TypeIndex)?;
        }
        Ok(count)
    }
}

/// Whether no region contains itself or is nested more deeply than `nesting`. Code that follows
/// functions into their regions may recurse, and only calls of named functions count towards the
/// call depth at run time.
fn nest_within(functions: &[Function], nesting: usize) -> bool {
    let regions_of = |number: usize| {
        let body = functions.get(number).and_then(|function| function.body.as_ref());
        let kernels = body.into_iter().flat_map(|body| &body.kernels);
        let used = kernels.flat_map(Kernel::functions);
        used.map(|&used| widen(used))
            .filter(|&used| functions.get(used).is_some_and(|function| function.name.is_empty()))
    };
    let mut used = (0..functions.len()).flat_map(regions_of).peekable();
    if used.peek().is_none() {
        return true;
    }
    // For each region, the uses that have not been followed yet.
    let mut uses = vec![0_u32; functions.len()];
    for used in used {
        if let Some(uses) = uses.get_mut(used) {
            *uses = uses.saturating_add(1);
        }
    }
    // In rounds: first the regions that no other contains, then those that only these contain, and
    // so on.
    let unused = |(number, uses): (u32, &u32)| (*uses == 0).then_some(number);
    let mut round: Vec<u32> = (0..).zip(&uses).filter_map(unused).collect();
    let mut left = functions.len();
    for _ in 0..=nesting {
        left = left.saturating_sub(round.len());
        let mut next = Vec::new();
        for used in round.iter().flat_map(|&number| regions_of(widen(number))) {
            let Some(uses) = uses.get_mut(used) else { continue };
            *uses = uses.saturating_sub(1);
            if *uses == 0 {
                next.push(u32::try_from(used).unwrap_or(u32::MAX));
            }
        }
        round = next;
    }
    // The remaining ones are nested too deeply, or contain themselves.
    left == 0
}

/// An optional table with a part per function; skips the number of functions at its start.
fn table<'a>(
    sections: &Sections<'a>,
    section: Section,
    functions: usize,
) -> Result<Option<Cursor<'a>>, ReadError> {
    let Some(mut cursor) = sections.get(section) else { return Ok(None) };
    let at = cursor;
    if usize::try_from(cursor.vbr()?).ok() != Some(functions) {
        return Err(at.error(ErrorKind::TableLength));
    }
    Ok(Some(cursor))
}
