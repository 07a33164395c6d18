//! Reads the body of a function.

use super::functions::{Context, Signature};
use super::tables::Strings;
use super::users::check_users;
use crate::bitmap::Bitmap;
use crate::cursor::{Cursor, widen};
use crate::error::{ErrorKind, ReadError};
use crate::layout::{KERNEL_LIST_ALIGNMENT, PSEUDO_CODE, PSEUDO_LOCATION};
use crate::{Body, FunctionKind, Kernel, LocationId, Register, Users};

/// The least bytes of a kernel: its entry in the table and the head of its record.
const KERNEL_SIZE: usize = 3 + 24;

/// The least bytes of a register: its use count, and as a result its number and its users' count.
const REGISTER_SIZE: usize = 1 + 8;

/// Reads the body at the cursor of the functions section.
pub(super) fn read_body(
    context: &mut Context<'_>,
    strings: &mut Strings<'_>,
    signature: &Signature<'_>,
) -> Result<Body, ReadError> {
    let cursor = &mut context.functions;
    let at = *cursor;
    let location = cursor.vbr32()?;
    context.locations.check(at, location)?;
    let at = *cursor;
    let register_count = cursor.count(REGISTER_SIZE)?;
    if register_count > context.limits.registers {
        return Err(at.error(ErrorKind::Limit("registers")));
    }
    let use_counts = *cursor;
    for _ in 0..register_count {
        cursor.vbr()?;
    }
    let at = *cursor;
    let kernel_count = cursor.count(KERNEL_SIZE)?;
    if kernel_count.saturating_sub(1) > context.limits.kernels {
        return Err(at.error(ErrorKind::Limit("kernels")));
    }
    if kernel_count == 0 {
        return Err(at.error(ErrorKind::PseudoKernel));
    }
    let table = *cursor;
    for _ in 0..kernel_count.saturating_mul(3) {
        cursor.vbr()?;
    }
    let at_results = *cursor;
    if signature.results.len() > cursor.remaining() {
        return Err(cursor.error(ErrorKind::Count));
    }
    let mut result_registers = Vec::with_capacity(signature.results.len());
    for _ in signature.results {
        result_registers.push(cursor.index(register_count, ErrorKind::Register)?);
    }
    if signature.kind == FunctionKind::Sync {
        let arguments = signature.arguments.len();
        check_sync_results(arguments, register_count, &result_registers, at_results)?;
    }
    cursor.pad(usize::from(KERNEL_LIST_ALIGNMENT), false)?;

    let records = cursor.position();
    let mut reader = KernelReader {
        table,
        records,
        written: vec![false; register_count],
        names: kernel_names_table(context, kernel_count)?,
        context,
        signature,
    };
    let (entry_users, root_stream) = reader.entry(register_count)?;
    let mut kernels = Vec::with_capacity(kernel_count.saturating_sub(1));
    for id in (1_u32..).take(kernel_count.saturating_sub(1)) {
        kernels.push(reader.kernel(id, strings)?);
    }
    if let Some(register) = (0_u32..).zip(&reader.written).find(|(_, written)| !**written) {
        return Err(use_counts.error(ErrorKind::NeverWritten(register.0)));
    }
    let names = reader.names;
    context.names = names;
    let registers = read_registers(context, signature, register_count, &result_registers)?;
    let body = Body {
        location: LocationId(location),
        registers,
        kernels,
        entry_users,
        root_stream,
        result_registers,
    };
    check_users(&body, use_counts, context.functions, records)?;
    Ok(body)
}

/// A sync function returns each value by moving it out of its register, so a register can be
/// returned only once, and an argument, which is the caller's, not at all.
fn check_sync_results(
    arguments: usize,
    registers: usize,
    results: &[u32],
    at: Cursor<'_>,
) -> Result<(), ReadError> {
    let mut seen = Bitmap::new(registers);
    for register in results {
        if widen(*register) < arguments || seen.insert(widen(*register)) {
            return Err(at.error(ErrorKind::SyncResult));
        }
    }
    Ok(())
}

/// The table of the names of a function's attributes, past the number of kernels at its start.
fn kernel_names_table<'a>(
    context: &Context<'a>,
    kernels: usize,
) -> Result<Option<Cursor<'a>>, ReadError> {
    let Some(mut names) = context.names else { return Ok(None) };
    let at = names;
    if usize::try_from(names.vbr()?).ok() != Some(kernels) {
        return Err(at.error(ErrorKind::TableLength));
    }
    Ok(Some(names))
}

/// Reads the types of the registers if there are any, and compares them with the signature.
fn read_registers(
    context: &mut Context<'_>,
    signature: &Signature<'_>,
    count: usize,
    results: &[u32],
) -> Result<Vec<Register>, ReadError> {
    let Some(types) = &mut context.register_types else {
        return Ok(vec![Register { ty: None }; count]);
    };
    let at = *types;
    if usize::try_from(types.vbr()?).ok() != Some(count) {
        return Err(at.error(ErrorKind::TableLength));
    }
    if count > types.remaining() {
        return Err(at.error(ErrorKind::TableLength));
    }
    let mut registers = Vec::with_capacity(count);
    for _ in 0..count {
        let ty = types.index(context.types, ErrorKind::TypeIndex)?;
        registers.push(Register { ty: Some(ty) });
    }
    let is = |register: usize, ty: &u32| {
        registers.get(register).is_some_and(|register| register.ty == Some(*ty))
    };
    let arguments = signature.arguments.iter().enumerate().all(|(register, ty)| is(register, ty));
    let mut returned = results.iter().zip(signature.results);
    if !arguments || !returned.all(|(register, ty)| is(widen(*register), ty)) {
        return Err(at.error(ErrorKind::Signature));
    }
    Ok(registers)
}

/// Reads the kernel records of one function, in step with the table of their offsets.
struct KernelReader<'r, 'a, 's> {
    table: Cursor<'a>,
    /// Where the records start in the functions section.
    records: usize,
    /// Which registers the kernels so far have written.
    written: Vec<bool>,
    names: Option<Cursor<'a>>,
    context: &'r mut Context<'a>,
    signature: &'r Signature<'s>,
}

/// The head of a kernel record, and where its lists start.
struct Head {
    code: u32,
    location: u32,
    arguments: usize,
    attributes: usize,
    functions: usize,
    results: usize,
}

impl<'a> KernelReader<'_, 'a, '_> {
    /// Reads an entry of the table, which must point to the next record. Returns the ready count,
    /// with where it stands, and the stream.
    fn table_entry(&mut self, kernel: u32) -> Result<(Cursor<'a>, u64, u32), ReadError> {
        let at = self.table;
        let offset = self.table.vbr()?;
        let position = self.context.functions.position().saturating_sub(self.records);
        if usize::try_from(offset).ok() != Some(position) {
            return Err(at.error(ErrorKind::KernelOffset { kernel }));
        }
        let at = self.table;
        Ok((at, self.table.vbr()?, self.table.vbr32()?))
    }

    fn head(&mut self) -> Result<Head, ReadError> {
        let cursor = &mut self.context.functions;
        let [code, location] = cursor.array()?;
        let at = *cursor;
        let [arguments, attributes, functions, results] = cursor.array()?.map(widen);
        let head = Head { code, location, arguments, attributes, functions, results };
        // A result takes its number and the number of its users.
        let words = head
            .arguments
            .saturating_add(head.attributes)
            .saturating_add(head.functions)
            .saturating_add(head.results.saturating_mul(2));
        if words.saturating_mul(4) > cursor.remaining() {
            return Err(at.error(ErrorKind::Count));
        }
        Ok(head)
    }

    /// Takes the words that tell the number of users of each result; returns them with their sum.
    fn user_counts(&mut self, results: usize) -> Result<(Cursor<'a>, usize), ReadError> {
        let cursor = &mut self.context.functions;
        let counts = *cursor;
        let mut total = 0_usize;
        for count in cursor.words(results)? {
            total = total.saturating_add(widen(count));
        }
        if total.saturating_mul(4) > cursor.remaining() {
            return Err(counts.error(ErrorKind::Count));
        }
        Ok((counts, total))
    }

    /// Reads the numbers of users and the lists of users, which end a record.
    fn users(
        &mut self,
        mut counts: Cursor<'a>,
        results: usize,
        total: usize,
        words: &mut Vec<u32>,
    ) -> Result<(), ReadError> {
        words.extend(counts.words(results)?);
        words.extend(self.context.functions.words(total)?);
        Ok(())
    }

    /// Reads a register and marks it as written.
    fn result(&mut self) -> Result<u32, ReadError> {
        let at = self.context.functions;
        let register = self.context.functions.word()?;
        match self.written.get_mut(widen(register)) {
            Some(written) if !*written => *written = true,
            Some(_) => return Err(at.error(ErrorKind::WrittenTwice(register))),
            None => return Err(at.error(ErrorKind::Register(register))),
        }
        Ok(register)
    }

    /// Reads the pseudo kernel; returns the users of the trigger and the arguments, and the stream.
    fn entry(&mut self, register_count: usize) -> Result<(Users, u32), ReadError> {
        let (at_operands, recorded, stream) = self.table_entry(0)?;
        if recorded != 0 {
            let kind = ErrorKind::OperandCount { kernel: 0, recorded, actual: 0 };
            return Err(at_operands.error(kind));
        }
        let at = self.context.functions;
        let malformed = || at.error(ErrorKind::PseudoKernel);
        let head = self.head()?;
        let arguments = self.signature.arguments.len();
        let magic = head.code == PSEUDO_CODE && head.location == PSEUDO_LOCATION;
        let empty = head.arguments == 0 && head.attributes == 0 && head.functions == 0;
        if !magic || !empty {
            return Err(malformed());
        }
        if head.results != arguments.saturating_add(1) {
            return Err(at.error(ErrorKind::Signature));
        }
        let (counts, total) = self.user_counts(head.results)?;
        if widen(self.context.functions.word()?) != register_count {
            return Err(malformed());
        }
        for argument in 0..arguments {
            let at = self.context.functions;
            if widen(self.result()?) != argument {
                return Err(at.error(ErrorKind::PseudoKernel));
            }
        }
        let mut words = Vec::with_capacity(head.results.saturating_add(total));
        self.users(counts, head.results, total, &mut words)?;
        Ok((Users::from_words(words, head.results), stream))
    }

    fn kernel(&mut self, id: u32, strings: &mut Strings<'_>) -> Result<Kernel, ReadError> {
        let (at_operands, recorded, stream) = self.table_entry(id)?;
        let at = self.context.functions;
        let head = self.head()?;
        if widen(head.code) >= self.context.kernel_names {
            return Err(at.error(ErrorKind::KernelName(head.code)));
        }
        self.context.locations.check(at, head.location)?;
        let (counts, total) = self.user_counts(head.results)?;
        // The names of attributes stand elsewhere, and are as many as the attributes.
        let name_count = if self.names.is_some() { head.attributes } else { 0 };
        let mut lists = Vec::with_capacity(
            head.arguments
                .saturating_add(head.attributes)
                .saturating_add(name_count)
                .saturating_add(head.functions)
                .saturating_add(head.results.saturating_mul(2))
                .saturating_add(total),
        );
        for _ in 0..head.arguments {
            lists.push(self.argument()?);
        }
        for _ in 0..head.attributes {
            lists.push(self.attribute()?);
        }
        if let Some(names) = &mut self.names {
            for _ in 0..head.attributes {
                lists.push(strings.attribute_name(names)?);
            }
        }
        for _ in 0..head.functions {
            let at = self.context.functions;
            let function = self.context.functions.word()?;
            if widen(function) >= self.context.function_count {
                return Err(at.error(ErrorKind::FunctionIndex(function)));
            }
            lists.push(function);
        }
        for _ in 0..head.results {
            lists.push(self.result()?);
        }
        self.users(counts, head.results, total, &mut lists)?;
        let nonstrict = self.context.nonstrict.binary_search(&(self.signature.number, id)).is_ok();
        let actual = if nonstrict { head.arguments.min(1) } else { head.arguments };
        let actual = u32::try_from(actual).unwrap_or(u32::MAX);
        if recorded != u64::from(actual) {
            let kind = ErrorKind::OperandCount { kernel: id, recorded, actual };
            return Err(at_operands.error(kind));
        }
        let counts = [head.arguments, head.attributes, name_count, head.functions, head.results];
        let location = LocationId(head.location);
        Ok(Kernel::from_words(head.code, location, stream, lists, counts))
    }

    /// Reads an argument register, which an earlier kernel must have written: kernels are in block
    /// order, and a cycle could never start.
    fn argument(&mut self) -> Result<u32, ReadError> {
        let at = self.context.functions;
        let register = self.context.functions.word()?;
        match self.written.get(widen(register)) {
            Some(true) => Ok(register),
            Some(false) => Err(at.error(ErrorKind::ReadBeforeWrite(register))),
            None => Err(at.error(ErrorKind::Register(register))),
        }
    }

    /// Reads the offset of an attribute. It becomes the attribute's index if the table is known.
    fn attribute(&mut self) -> Result<u32, ReadError> {
        let at = self.context.functions;
        let offset = self.context.functions.word()?;
        let missing = || at.error(ErrorKind::AttributeOffset(offset));
        let attributes = self.context.attributes;
        if !self.context.typed_attributes {
            let inside = widen(offset) < attributes.bytes.len();
            return if inside { Ok(offset) } else { Err(missing()) };
        }
        let found = attributes.entries.binary_search_by_key(&offset, |entry| entry.offset);
        u32::try_from(found.map_err(|_| missing())?).map_err(|_| missing())
    }
}
