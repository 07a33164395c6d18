//! Reads the body of a function.

use super::{Context, Signature};
use crate::bitmap::Bitmap;
use crate::cursor::{Cursor, widen};
use crate::error::{ErrorKind, ReadError};
use crate::kernel::{Entry, HEAD, Tables};
use crate::layout::{KERNEL_LIST_ALIGNMENT, PSEUDO_CODE, PSEUDO_LOCATION};
use crate::read::tables::Strings;
use crate::read::users::check_users;
use crate::{Body, FunctionKind, Kernels, LocationId, Register, Users};

/// The minimum size of a kernel: its entry in the table and the head of its record.
const KERNEL_SIZE: usize = 3 + 24;

/// The minimum size of a register: its use count and, as a result, its number and its users' count.
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
    let mut registers = Vec::with_capacity(register_count);
    for _ in 0..register_count {
        // A count that does not fit cannot match the lists, which the final comparison reports.
        let uses = u32::try_from(cursor.vbr()?).unwrap_or(u32::MAX);
        registers.push(State { users: 0, left: uses });
    }
    let at = *cursor;
    let kernel_count = cursor.count(KERNEL_SIZE)?;
    if kernel_count.saturating_sub(1) > context.limits.kernels {
        return Err(at.error(ErrorKind::Limit("kernels")));
    }
    if kernel_count == 0 {
        return Err(at.error(ErrorKind::PseudoKernel));
    }
    let at_table = *cursor;
    let entry = table_entry(cursor)?;
    let mut entries = Vec::with_capacity(kernel_count.saturating_sub(1));
    for _ in 1..kernel_count {
        entries.push(table_entry(cursor)?);
    }
    let at_results = *cursor;
    if signature.results.len() > cursor.remaining() {
        return Err(cursor.error(ErrorKind::Count));
    }
    let mut expected = true;
    let mut result_registers = Vec::with_capacity(signature.results.len());
    for _ in signature.results {
        let register = cursor.index(register_count, ErrorKind::Register)?;
        if let Some(state) = registers.get_mut(widen(register)) {
            // The remaining uses are by kernels.
            expected &= state.left > 0;
            state.left = state.left.saturating_sub(1);
        }
        result_registers.push(register);
    }
    if signature.kind == FunctionKind::Sync {
        let arguments = signature.arguments.len();
        check_sync_results(arguments, register_count, &result_registers, at_results)?;
    }
    cursor.pad(usize::from(KERNEL_LIST_ALIGNMENT), false)?;

    let section = *cursor;
    let (words, _) = section.rest().as_chunks();
    let mut reader = KernelReader {
        section,
        words,
        next: 0,
        at_table,
        registers,
        triggers: &[],
        expected,
        tables: Tables { words: Vec::new(), entries, attribute_names: Vec::new() },
        attribute_names: 0,
        context,
        signature,
    };
    let entry_users = reader.entry(entry, register_count)?;
    reader.kernels()?;
    if let Some(register) = (0_u32..).zip(&reader.registers).find(|(_, state)| state.users == 0) {
        return Err(use_counts.error(ErrorKind::NeverWritten(register.0)));
    }
    let as_expected = reader.users_are_as_expected();
    let KernelReader { next, mut tables, attribute_names, registers, .. } = reader;
    // Freed because the tables below allocate for registers too.
    drop(registers);
    context.functions.take(next.saturating_mul(4))?;
    if let Some(names) = &mut context.names {
        let at = *names;
        if usize::try_from(names.vbr()?).ok() != Some(kernel_count) {
            return Err(at.error(ErrorKind::TableLength));
        }
        // The names of all kernels are contiguous.
        tables.attribute_names.reserve_exact(attribute_names.min(names.remaining()));
        for _ in 0..attribute_names {
            tables.attribute_names.push(strings.attribute_name(names)?);
        }
    }
    let registers = read_registers(context, signature, register_count, &result_registers)?;
    let body = Body {
        location: LocationId(location),
        registers,
        kernels: Kernels::from_tables(tables),
        entry_users,
        root_stream: entry.stream,
        result_registers,
    };
    if !as_expected {
        check_users(&body, use_counts, section)?;
    }
    Ok(body)
}

/// Reads an entry of the table of kernels: the offset of the record and the number of operands,
/// which stays there until the position of the names is known. A number that does not fit cannot
/// match the records.
fn table_entry(cursor: &mut Cursor<'_>) -> Result<Entry, ReadError> {
    let record = u32::try_from(cursor.vbr()?).unwrap_or(u32::MAX);
    let names = u32::try_from(cursor.vbr()?).unwrap_or(u32::MAX);
    Ok(Entry { record, names, stream: cursor.vbr32()? })
}

/// A sync function returns each value by moving it out of its register, so a register can be
/// returned only once, and an argument, which the caller owns, not at all.
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

/// Reads the types of the registers, if present, and compares them with the signature.
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

/// The state of a register while kernels are read.
#[derive(Clone, Copy)]
struct State {
    /// The end of the users that have not been seen yet, as a word index. Zero until the register
    /// is written.
    users: u32,
    /// Uses by kernels that have not been seen yet.
    left: u32,
}

/// Reads the kernel records of one function.
///
/// It compares uses with the file's user lists as it reads, assuming the usual order: users latest
/// first, kernels without operands earliest first. If anything differs, [`check_users`] does the
/// complete check.
struct KernelReader<'r, 'a, 's> {
    /// The functions section, at the first record.
    section: Cursor<'a>,
    /// The words from there on.
    words: &'a [[u8; 4]],
    /// The index of the next word.
    next: usize,
    /// The table of record offsets, for errors.
    at_table: Cursor<'a>,
    registers: Vec<State>,
    /// The kernels without operands that have not been seen yet.
    triggers: &'a [[u8; 4]],
    /// Whether all uses so far match the file in the usual order.
    expected: bool,
    tables: Tables,
    /// The number of attributes so far, if attributes have names.
    attribute_names: usize,
    context: &'r mut Context<'a>,
    signature: &'r Signature<'s>,
}

/// A kernel record, with the word indices of its parts.
struct Record<'a> {
    name: u32,
    location: u32,
    lengths: &'a [[u8; 4]],
    arguments: &'a [[u8; 4]],
    attributes: &'a [[u8; 4]],
    functions: &'a [[u8; 4]],
    results: &'a [[u8; 4]],
    users: &'a [[u8; 4]],
    at_arguments: usize,
    at_attributes: usize,
    at_functions: usize,
    at_results: usize,
    at_users: usize,
}

/// The number in a word.
fn number(word: &[u8; 4]) -> u32 {
    u32::from_le_bytes(*word)
}

impl<'a> KernelReader<'_, 'a, '_> {
    /// An error at a word.
    fn error(&self, word: usize, kind: ErrorKind) -> ReadError {
        let offset = self.section.position().saturating_add(word.saturating_mul(4));
        self.section.error_at(offset, kind)
    }

    /// The positions of a kernel's entry in the table: of the record offset and of the operand
    /// count.
    #[cold]
    fn at_table(&self, kernel: u32) -> [Cursor<'a>; 2] {
        let mut cursor = self.at_table;
        for _ in 0..widen(kernel).saturating_mul(3) {
            // It has been read successfully before.
            let _ = cursor.vbr();
        }
        let at = cursor;
        let _ = cursor.vbr();
        [at, cursor]
    }

    /// Takes the next record, which must be at the offset in the table.
    fn record(&mut self, kernel: u32, place: u32) -> Result<Record<'a>, ReadError> {
        let at = self.next;
        if Some(widen(place)) != at.checked_mul(4) {
            return Err(self.at_table(kernel)[0].error(ErrorKind::KernelOffset { kernel }));
        }
        let head = self.words.get(at..).and_then(<[_]>::split_first_chunk::<HEAD>);
        let Some((head, rest)) = head else {
            return Err(self.error(self.words.len(), ErrorKind::UnexpectedEnd));
        };
        let [name, location, counts @ ..] = head.map(|word| number(&word));
        let [arguments, attributes, functions, results] = counts.map(widen);
        let lists = arguments.saturating_add(attributes).saturating_add(functions);
        let (Some((lengths, rest)), true) =
            (rest.split_at_checked(results), lists.saturating_add(results) <= rest.len())
        else {
            return Err(self.error(at.saturating_add(2), ErrorKind::Count));
        };
        let users = lengths.iter().fold(0_usize, |sum, it| sum.saturating_add(widen(number(it))));
        let at_lengths = at.saturating_add(HEAD);
        let at_arguments = at_lengths.saturating_add(results);
        let at_attributes = at_arguments.saturating_add(arguments);
        let at_functions = at_attributes.saturating_add(attributes);
        let at_results = at_functions.saturating_add(functions);
        let at_users = at_results.saturating_add(results);
        let parts = rest.split_at_checked(arguments).and_then(|(arguments, rest)| {
            let (attributes, rest) = rest.split_at_checked(attributes)?;
            let (functions, rest) = rest.split_at_checked(functions)?;
            let (results, rest) = rest.split_at_checked(results)?;
            Some([arguments, attributes, functions, results, rest.get(..users)?])
        });
        let Some([arguments, attributes, functions, results, users]) = parts else {
            let numbers =
                if at_users > self.words.len() { at.saturating_add(2) } else { at_lengths };
            return Err(self.error(numbers, ErrorKind::Count));
        };
        self.next = at_users.saturating_add(users.len());
        Ok(Record {
            name,
            location,
            lengths,
            arguments,
            attributes,
            functions,
            results,
            users,
            at_arguments,
            at_attributes,
            at_functions,
            at_results,
            at_users,
        })
    }

    /// Reads the pseudo kernel: the users of the trigger and of the arguments.
    fn entry(&mut self, entry: Entry, register_count: usize) -> Result<Users, ReadError> {
        let record = self.record(0, entry.record)?;
        if entry.names != 0 {
            let recorded = u64::from(entry.names);
            let kind = ErrorKind::OperandCount { kernel: 0, recorded, actual: 0 };
            return Err(self.at_table(0)[1].error(kind));
        }
        let malformed = self.error(0, ErrorKind::PseudoKernel);
        let arguments = self.signature.arguments.len();
        let magic = record.name == PSEUDO_CODE && record.location == PSEUDO_LOCATION;
        let lists = [record.arguments, record.attributes, record.functions];
        if !magic || lists.into_iter().any(|list| !list.is_empty()) {
            return Err(malformed);
        }
        if record.results.len() != arguments.saturating_add(1) {
            return Err(self.error(0, ErrorKind::Signature));
        }
        let mut results = record.results.iter().map(number).map(widen);
        if results.next() != Some(register_count) {
            return Err(malformed);
        }
        for (argument, result) in results.enumerate() {
            let at = record.at_results.saturating_add(argument).saturating_add(1);
            if result >= register_count {
                let shown = u32::try_from(result).unwrap_or(u32::MAX);
                return Err(self.error(at, ErrorKind::Register(shown)));
            }
            if result != argument {
                return Err(self.error(at, ErrorKind::PseudoKernel));
            }
        }
        let mut lengths = record.lengths.iter().map(number);
        let triggers = lengths.next().map_or(0, widen);
        self.triggers = record.users.get(..triggers).unwrap_or_default();
        let mut end = record.at_users.saturating_add(triggers);
        for (state, users) in self.registers.iter_mut().zip(lengths) {
            end = end.saturating_add(widen(users));
            self.expected &= state.left == users;
            state.users = u32::try_from(end).unwrap_or(u32::MAX);
        }
        let words = [record.lengths, record.users].concat();
        Ok(Users::from_words(words.iter().map(number).collect(), record.results.len()))
    }

    /// Reads the records of the kernels.
    fn kernels(&mut self) -> Result<(), ReadError> {
        let start = self.next;
        self.tables.words = self.all_words().iter().map(number).collect();
        for id in (1_u32..).take(self.tables.entries.len()) {
            self.kernel(id, start)?;
        }
        Ok(())
    }

    /// The words up to the end of the last record; arbitrary if the table is wrong.
    fn all_words(&self) -> &'a [[u8; 4]] {
        let end = || {
            let last = widen(self.tables.entries.last()?.record) / 4;
            let (head, rest) = self.words.get(last..)?.split_first_chunk::<HEAD>()?;
            let [_, _, lists @ .., results] = head.map(|word| widen(number(&word)));
            let lists = lists.into_iter().fold(results.saturating_mul(2), usize::saturating_add);
            let users = rest.get(..results)?.iter().map(|length| widen(number(length)));
            let length = users.fold(lists.saturating_add(HEAD), usize::saturating_add);
            last.checked_add(length)
        };
        let words = end().and_then(|end| self.words.get(self.next..end));
        words.unwrap_or_default()
    }

    /// Reads the record of a kernel. `start` is the start of the kernel records.
    fn kernel(&mut self, id: u32, start: usize) -> Result<(), ReadError> {
        let index = widen(id).saturating_sub(1);
        let Some(entry) = self.tables.entries.get(index).copied() else { return Ok(()) };
        let at = self.next;
        let record = self.record(id, entry.record)?;
        if widen(record.name) >= self.context.kernel_names {
            return Err(self.error(at, ErrorKind::KernelName(record.name)));
        }
        if !self.context.locations.accepts(record.location) {
            return Err(self.error(at, ErrorKind::Location(record.location)));
        }
        for (at, argument) in (record.at_arguments..).zip(record.arguments) {
            self.argument(id, at, number(argument))?;
        }
        for (at, attribute) in (record.at_attributes..).zip(record.attributes) {
            let attribute = self.attribute(at, number(attribute))?;
            if let Some(word) = self.tables.words.get_mut(at.saturating_sub(start)) {
                *word = attribute;
            }
        }
        for (at, function) in (record.at_functions..).zip(record.functions) {
            self.context.has_references = true;
            let function = number(function);
            if widen(function) >= self.context.function_count {
                return Err(self.error(at, ErrorKind::FunctionIndex(function)));
            }
        }
        let mut users = record.at_users;
        for ((at, result), length) in (record.at_results..).zip(record.results).zip(record.lengths)
        {
            users = users.saturating_add(widen(number(length)));
            self.result(at, number(result), users, number(length))?;
        }
        let nonstrict = !self.context.nonstrict.is_empty()
            && self.context.nonstrict.binary_search(&(self.signature.number, id)).is_ok();
        let operands = record.arguments.len();
        let actual = if nonstrict { operands.min(1) } else { operands };
        let (recorded, actual) = (entry.names, u32::try_from(actual).unwrap_or(u32::MAX));
        if recorded != actual {
            let recorded = u64::from(recorded);
            let kind = ErrorKind::OperandCount { kernel: id, recorded, actual };
            return Err(self.at_table(id)[1].error(kind));
        }
        if operands == 0 {
            let trigger = self.triggers.split_first();
            self.expected &= trigger.is_some_and(|(first, _)| number(first) == id);
            self.triggers = trigger.map_or(&[], |(_, rest)| rest);
        }
        let place = |at| u32::try_from(at).unwrap_or(u32::MAX);
        if let Some(entry) = self.tables.entries.get_mut(index) {
            entry.record = place(at.saturating_sub(start));
            entry.names = place(self.attribute_names);
        }
        if self.context.names.is_some() {
            self.attribute_names = self.attribute_names.saturating_add(record.attributes.len());
        }
        Ok(())
    }

    /// Checks an argument, which an earlier kernel must have written: kernels are in block order,
    /// and a cycle could never start.
    fn argument(&mut self, kernel: u32, at: usize, register: u32) -> Result<(), ReadError> {
        let Some(state) = self.registers.get_mut(widen(register)) else {
            return Err(self.error(at, ErrorKind::Register(register)));
        };
        if state.users == 0 {
            return Err(self.error(at, ErrorKind::ReadBeforeWrite(register)));
        }
        if self.expected {
            self.expected = state.left > 0;
            state.left = state.left.saturating_sub(1);
            state.users = state.users.saturating_sub(1);
            let user = self.words.get(widen(state.users));
            self.expected &= user.is_some_and(|user| number(user) == kernel);
        }
        Ok(())
    }

    /// Checks the offset of an attribute. Returns the attribute's index if the table has types.
    fn attribute(&mut self, at: usize, offset: u32) -> Result<u32, ReadError> {
        let missing = || self.error(at, ErrorKind::AttributeOffset(offset));
        let attributes = self.context.attributes;
        if !self.context.typed_attributes {
            let inside = widen(offset) < attributes.bytes.len();
            return if inside { Ok(offset) } else { Err(missing()) };
        }
        let hint = self.context.attribute_hint;
        let index = match attributes.entries.get(hint) {
            Some(entry) if entry.offset == offset => hint,
            _ => {
                let found = attributes.entries.binary_search_by_key(&offset, |entry| entry.offset);
                found.map_err(|_| missing())?
            }
        };
        let found = u32::try_from(index).map_err(|_| missing())?;
        self.context.attribute_hint = index.saturating_add(1);
        Ok(found)
    }

    /// Checks a result and marks it as written. `users` is the end of its users, and `count` their
    /// number.
    fn result(
        &mut self,
        at: usize,
        register: u32,
        users: usize,
        count: u32,
    ) -> Result<(), ReadError> {
        match self.registers.get_mut(widen(register)) {
            Some(state) if state.users == 0 => {
                state.users = u32::try_from(users).unwrap_or(u32::MAX);
                self.expected &= state.left == count;
                Ok(())
            }
            Some(_) => Err(self.error(at, ErrorKind::WrittenTwice(register))),
            None => Err(self.error(at, ErrorKind::Register(register))),
        }
    }

    /// Whether all users in the file have been seen in the usual order.
    fn users_are_as_expected(&self) -> bool {
        self.expected
            && self.triggers.is_empty()
            && self.registers.iter().all(|state| state.left == 0)
    }
}
