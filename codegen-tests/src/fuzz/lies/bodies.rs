//! Lies in the bodies of functions.

use super::{any, beyond};
use crate::fuzz::raw::{Body, File, LOCATIONS, Record};
use crate::random::Random;

/// The records of kernels, without those of entries.
fn kernels(file: &mut File) -> impl Iterator<Item = &mut Record> {
    file.bodies().flat_map(|body| body.records.iter_mut().skip(1))
}

fn word(value: u64) -> u32 {
    value as u32
}

pub(super) fn wild_register(file: &mut File, random: &mut Random) -> bool {
    let Some(body) = any(file.bodies(), random) else { return false };
    let register = beyond(body.registers.items.len() as u64, random);
    if random.below(3) == 0
        && let Some(result) = any(body.results.iter_mut(), random)
    {
        result.set(register);
        return true;
    }
    let records = body.records.iter_mut().skip(1);
    let registers =
        records.flat_map(|kernel| kernel.arguments.iter_mut().chain(&mut kernel.results));
    match any(registers, random) {
        Some(place) => *place = word(register),
        None => return false,
    }
    true
}

pub(super) fn wild_kernel(file: &mut File, random: &mut Random) -> bool {
    let code = beyond(file.kernels.items.len() as u64, random);
    match any(kernels(file), random) {
        Some(kernel) => kernel.code = word(code),
        None => return false,
    }
    true
}

pub(super) fn wild_function(file: &mut File, random: &mut Random) -> bool {
    let function = beyond(file.functions.items.len() as u64, random);
    match any(kernels(file).flat_map(|kernel| &mut kernel.functions), random) {
        Some(place) => *place = word(function),
        None => return false,
    }
    true
}

/// Off by one, zero, or huge, but not what it is.
fn wrong_count(value: u64, random: &mut Random) -> u64 {
    let more = value.wrapping_add(1);
    let wrong = [more, value.saturating_sub(1), 0, u64::from(u32::MAX), 1 << 40];
    let chosen = wrong[random.below(wrong.len())];
    if chosen == value { more } else { chosen }
}

pub(super) fn use_count(file: &mut File, random: &mut Random) -> bool {
    let counts = file.bodies().flat_map(|body| &mut body.registers.items);
    let Some(count) = any(counts, random) else { return false };
    let wrong = wrong_count(count.value(), random);
    count.set(wrong);
    true
}

pub(super) fn operand_count(file: &mut File, random: &mut Random) -> bool {
    let records = file.bodies().flat_map(|body| &mut body.records);
    let Some(record) = any(records, random) else { return false };
    let wrong = wrong_count(record.operands.value(), random);
    record.operands.set(wrong);
    true
}

/// A user too many, one too few, or another one.
pub(super) fn users(file: &mut File, random: &mut Random) -> bool {
    let records = file.bodies().flat_map(|body| &mut body.records);
    let Some(list) = any(records.flat_map(|record| &mut record.users), random) else {
        return false;
    };
    let kernel = random.below(5) as u32;
    match random.below(4) {
        0 => list.push(list.last().copied().unwrap_or(kernel)),
        1 => list.push(kernel),
        2 => return list.pop().is_some(),
        _ => match list.first_mut() {
            Some(user) if *user != kernel => *user = kernel,
            _ => return false,
        },
    }
    true
}

pub(super) fn written_twice(file: &mut File, random: &mut Random) -> bool {
    let Some(body) = any(file.bodies(), random) else { return false };
    let written: Vec<u32> =
        body.records.iter().flat_map(|record| &record.results).copied().skip(1).collect();
    let Some((last, earlier)) = written.split_last() else { return false };
    if earlier.is_empty() {
        return false;
    }
    let again = earlier[random.below(earlier.len())];
    let results = body.records.iter_mut().skip(1).flat_map(|record| &mut record.results);
    match results.last() {
        Some(result) if result == last => *result = again,
        _ => return false,
    }
    true
}

/// A kernel that reads what it or a later one writes, or a register that nothing writes.
pub(super) fn read_early(file: &mut File, random: &mut Random) -> bool {
    let types = file.register_types.is_some();
    let chosen = random.below(file.bodies().count().max(1));
    let Some(body) = file.bodies().nth(chosen) else { return false };
    let count = body.registers.items.len();
    if random.below(4) == 0 {
        unwritten(body);
        if types && let Some(table) = &mut file.register_types {
            let list = &mut table.items[chosen];
            list.items.push(crate::fuzz::raw::Number::new(0));
            list.count.set(list.items.len() as u64);
        }
        return true;
    }
    let with_both =
        |record: &&mut Record| !record.arguments.is_empty() && !record.results.is_empty();
    let kernels = body.records.iter_mut().skip(1).filter(with_both);
    let Some(kernel) = any(kernels, random) else { return false };
    let own = kernel.results[0] as usize;
    // After another lie it may be a register that is not there.
    if own >= count {
        return false;
    }
    let later = own + random.below(count - own);
    let argument = random.below(kernel.arguments.len());
    kernel.arguments[argument] = later as u32;
    true
}

/// Adds a register that no kernel writes.
fn unwritten(body: &mut Body) {
    let count = body.registers.items.len();
    body.registers.items.push(crate::fuzz::raw::Number::new(0));
    body.registers.count.set(count as u64 + 1);
    // The entry's first result is the register past the table.
    if let Some(trigger) = body.records.first_mut().and_then(|entry| entry.results.first_mut()) {
        *trigger = count as u32 + 1;
    }
}

/// An argument too many, or a type that is not that of the register.
pub(super) fn signature(file: &mut File, random: &mut Random) -> bool {
    let types = file.types.items.len() as u64;
    let typed = file.register_types.is_some();
    let functions = file.functions.items.iter_mut().filter(|entry| entry.body.is_some());
    let Some(entry) = any(functions, random) else { return false };
    if random.below(2) == 0 && entry.kind == 0 && types > 0 {
        let arguments = &mut entry.arguments;
        arguments.items.push(crate::fuzz::raw::Number::new(0));
        arguments.count.set(arguments.items.len() as u64);
        return true;
    }
    let indices = entry.arguments.items.iter_mut().chain(&mut entry.results.items);
    match any(indices, random) {
        Some(index) if typed && types > 1 => {
            let wrong = (index.value() + 1 + random.below(types as usize - 1) as u64) % types;
            index.set(wrong);
            true
        }
        _ => false,
    }
}

pub(super) fn location(file: &mut File, random: &mut Random) -> bool {
    let Some(section) = file.section(LOCATIONS) else { return false };
    if random.below(4) == 0 {
        // The name of a name of a name.
        let levels = 128 + random.below(200);
        section.data.extend([2, 0].repeat(levels));
        section.data.push(0);
        return true;
    }
    let length = section.data.len();
    // Between the last offset and the numbers that count down from the top of 32 bits.
    let wild = length as u64 + random.below(1 << 30) as u64;
    if random.below(3) == 0 {
        match any(file.bodies(), random) {
            Some(body) => body.location.set(wild),
            None => return false,
        }
        return true;
    }
    match any(kernels(file), random) {
        // The byte after the first of a place is part of it.
        Some(kernel) if random.below(2) == 0 && inside(kernel.location, length) => {
            kernel.location += 1;
        }
        Some(kernel) => kernel.location = word(wild),
        None => return false,
    }
    true
}

fn inside(location: u32, length: usize) -> bool {
    (location as usize) + 1 < length
}
