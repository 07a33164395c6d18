//! Lies about sections, tables and numbers as such.

use super::{any, beyond};
use crate::fuzz::raw::{
    ATTRIBUTE_NAMES, ATTRIBUTE_TYPES, Counted, File, LOCATION_STRINGS, LOCATIONS, Number,
    REGISTER_TYPES, STRINGS,
};
use crate::random::Random;

/// All numbers of variable length outside of section headers and attributes.
fn numbers(file: &mut File) -> Vec<&mut Number> {
    let mut all = Vec::new();
    for table in [&mut file.kernels, &mut file.types] {
        all.push(&mut table.count);
        all.extend(&mut table.items);
    }
    all.push(&mut file.functions.count);
    for entry in &mut file.functions.items {
        all.push(&mut entry.name);
        for list in [&mut entry.arguments, &mut entry.results] {
            all.push(&mut list.count);
            all.extend(&mut list.items);
        }
        if let Some(body) = &mut entry.body {
            all.extend([&mut body.location, &mut body.registers.count, &mut body.kernel_count]);
            all.extend(&mut body.registers.items);
            all.extend(&mut body.results);
            for record in &mut body.records {
                all.extend([&mut record.operands, &mut record.stream]);
            }
        }
    }
    if let Some(table) = &mut file.attribute_types {
        all.push(&mut table.count);
        all.extend(table.items.iter_mut().flatten());
    }
    for table in [&mut file.attribute_names, &mut file.register_types].into_iter().flatten() {
        all.push(&mut table.count);
        for list in &mut table.items {
            all.push(&mut list.count);
            all.extend(&mut list.items);
        }
    }
    all
}

pub(super) fn over_long(file: &mut File, random: &mut Random) -> bool {
    let zeros = 1 + random.below(12);
    let Some(number) = any(numbers(file).into_iter(), random) else { return false };
    let mut spelling = vec![0x80; zeros];
    number.push(&mut spelling);
    number.spell(spelling);
    true
}

pub(super) fn overflowing(file: &mut File, random: &mut Random) -> bool {
    let groups = 9 + random.below(30);
    let Some(number) = any(numbers(file).into_iter(), random) else { return false };
    let mut spelling = vec![0xFF; groups];
    spelling[0] = 0x83;
    spelling.push(0x7F);
    number.spell(spelling);
    true
}

pub(super) fn long_section(file: &mut File, random: &mut Random) -> bool {
    let size = file.bytes().len() as u64;
    let more = [0, 1, 1000, 1 << 32, 1 << 50][random.below(5)];
    let Some(section) = any(file.sections.iter_mut(), random) else { return false };
    section.excess = size + more;
    true
}

/// Sections follow each other, so that they cannot overlap.
pub(super) fn repeated_section(file: &mut File, random: &mut Random) -> bool {
    let section = file.sections[random.below(file.sections.len())].clone();
    let place = random.below(file.sections.len() + 1);
    file.sections.insert(place, section);
    true
}

pub(super) fn missing_section(file: &mut File, random: &mut Random) -> bool {
    let located = file.section(LOCATIONS).is_some();
    let missing = random.below(if located { 8 } else { 6 });
    file.sections.retain(|section| usize::from(section.id) != missing);
    true
}

pub(super) fn large_count(file: &mut File, random: &mut Random) -> bool {
    let mut counts =
        vec![&mut file.kernels.count, &mut file.types.count, &mut file.functions.count];
    let mut records = Vec::new();
    for entry in &mut file.functions.items {
        counts.extend([&mut entry.arguments.count, &mut entry.results.count]);
        if let Some(body) = &mut entry.body {
            counts.extend([&mut body.registers.count, &mut body.kernel_count]);
            records.extend(&mut body.records);
        }
    }
    if let Some(table) = &mut file.attribute_types {
        counts.push(&mut table.count);
    }
    if random.below(2) == 0 {
        let Some(count) = any(counts.into_iter(), random) else { return false };
        count.set([u64::from(u32::MAX), 1 << 60, u64::MAX, 1 << 24][random.below(4)]);
        return true;
    }
    let which = random.below(5);
    let Some(record) = any(records.into_iter(), random) else { return false };
    if which == 4 && record.users.is_empty() {
        return false;
    }
    record.excess[which] = [1 << 24, 1 << 30, u32::MAX / 2][random.below(3)];
    true
}

pub(super) fn misaligned(file: &mut File, random: &mut Random) -> bool {
    let wrong = |byte: usize| if byte == 0xCC { 0 } else { byte as u8 };
    if random.below(2) == 0 {
        let stated = [0, 1, 3, 5, 6, 12, 24, 127, 255][random.below(9)];
        let Some(section) = any(file.sections.iter_mut(), random) else { return false };
        section.stated = Some(stated);
        return true;
    }
    let before = file.bytes();
    let padding = wrong(random.below(256));
    if let Some(body) = any(file.bodies(), random) {
        body.padding = padding;
    }
    let chosen = random.below(file.sections.len());
    file.sections[chosen].padding = padding;
    file.bytes() != before
}

pub(super) fn wild_string(file: &mut File, random: &mut Random) -> bool {
    let Some(strings) = file.section(STRINGS) else { return false };
    let strings = strings.data.clone();
    let starts = |offset: usize| offset == 0 || strings.get(offset - 1) == Some(&0);
    let inside: Vec<u64> =
        (0..strings.len()).filter(|&at| !starts(at)).map(|at| at as u64).collect();
    let offset = if inside.is_empty() || random.below(2) == 0 {
        beyond(strings.len() as u64, random)
    } else {
        inside[random.below(inside.len())]
    };
    let mut offsets: Vec<&mut Number> = Vec::new();
    offsets.extend(&mut file.kernels.items);
    offsets.extend(&mut file.types.items);
    offsets.extend(file.functions.items.iter_mut().map(|entry| &mut entry.name));
    if let Some(table) = &mut file.attribute_names {
        offsets.extend(table.items.iter_mut().flat_map(|list| &mut list.items));
    }
    let Some(number) = any(offsets.into_iter(), random) else { return false };
    number.set(offset);
    true
}

pub(super) fn unterminated(file: &mut File, random: &mut Random) -> bool {
    let id = [STRINGS, LOCATION_STRINGS][random.below(2)];
    match file.section(id).and_then(|section| section.data.last_mut()) {
        Some(last) => *last = b'!' + random.below(90) as u8,
        None => return false,
    }
    true
}

pub(super) fn wild_type(file: &mut File, random: &mut Random) -> bool {
    let index = beyond(file.types.items.len() as u64, random);
    let mut indices: Vec<&mut Number> = Vec::new();
    for entry in &mut file.functions.items {
        indices.extend(entry.arguments.items.iter_mut().chain(&mut entry.results.items));
    }
    if let Some(table) = &mut file.register_types {
        indices.extend(table.items.iter_mut().flat_map(|list| &mut list.items));
    }
    let Some(number) = any(indices.into_iter(), random) else { return false };
    number.set(index);
    true
}

/// Another name for a kernel, of the same length.
pub(super) fn unknown_kernel(file: &mut File, random: &mut Random) -> bool {
    let kernels = file.kernels.items.len();
    if kernels == 0 {
        return false;
    }
    let start = file.kernels.items[random.below(kernels)].value() as usize;
    let Some(strings) = file.section(STRINGS) else { return false };
    match strings.data.get_mut(start) {
        Some(first) => *first = b'A' + random.below(26) as u8,
        None => return false,
    }
    true
}

pub(super) fn wrong_length(file: &mut File, random: &mut Random) -> bool {
    let id = [ATTRIBUTE_TYPES, ATTRIBUTE_NAMES, REGISTER_TYPES][random.below(3)];
    let table = match id {
        ATTRIBUTE_TYPES => {
            // All attributes are listed, so the last one's bytes are left over.
            let Some(table) = &mut file.attribute_types else { return false };
            if table.items.pop().is_none() {
                return false;
            }
            let count = table.items.len() as u64;
            table.count.set(count);
            return true;
        }
        ATTRIBUTE_NAMES => &mut file.attribute_names,
        _ => &mut file.register_types,
    };
    let Some(table) = table else { return false };
    if random.below(3) == 0 {
        return off_by_one(&mut table.count, random);
    }
    match any(table.items.iter_mut(), random) {
        Some(Counted { count, .. }) => off_by_one(count, random),
        None => false,
    }
}

fn off_by_one(count: &mut Number, random: &mut Random) -> bool {
    let value = count.value();
    count.set(match random.below(3) {
        0 => value + 1,
        1 => value.wrapping_sub(1) % (1 << 32),
        _ => value + (1 << 20),
    });
    true
}
