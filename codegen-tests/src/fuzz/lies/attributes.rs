//! Lies about attributes.

use super::{any, beyond};
use crate::fuzz::raw::{ATTRIBUTES, Counted, File, Number};
use crate::random::Random;

pub(super) fn wild_offset(file: &mut File, random: &mut Random) -> bool {
    let Some(section) = file.section(ATTRIBUTES) else { return false };
    let length = section.data.len() as u64;
    let starts: Vec<u64> = match &file.attribute_types {
        Some(table) => table.items.iter().map(|[offset, _]| offset.value()).collect(),
        None => return false,
    };
    let mut offset = random.below(length as usize + 1) as u64;
    if starts.contains(&offset) {
        offset = beyond(length, random);
    }
    if random.below(3) == 0
        && let Some(table) = &mut file.attribute_types
        && let [first, .., last] = &mut table.items[..]
    {
        // Two values in one place.
        let place = [first[0].value(), length + 1][random.below(2)];
        last[0].set(place);
        return true;
    }
    let kernels = file.bodies().flat_map(|body| &mut body.records);
    match any(kernels.flat_map(|record| &mut record.attributes), random) {
        Some(place) => *place = offset as u32,
        None => return false,
    }
    true
}

/// Adds an attribute that no kernel has: aggregates in aggregates, too deep or in a circle.
pub(super) fn nested(file: &mut File, random: &mut Random) -> bool {
    let circle = random.below(2) == 0;
    let levels = if circle { 2 + random.below(4) } else { 129 + random.below(200) };
    let Some(section) = file.section(ATTRIBUTES) else { return false };
    section.alignment = section.alignment.max(8);
    section.data.resize(section.data.len().next_multiple_of(8), 0xCC);
    let start = section.data.len();
    for level in 0..levels {
        let innermost = level + 1 == levels;
        // A header of twelve bytes, the offset of the element, and up to it padding and its type.
        let size = 24 * (levels - level - 1) + 18;
        let alignment = if innermost { 4 } else { 8 };
        let element = if innermost { 17 } else { 24 };
        section.data.extend([alignment, 0, 16, 0]);
        section.data.extend((size as u32).to_le_bytes());
        section.data.extend([1, 0, 0, 0, element, 0, 0, 0]);
        section.data.extend([0xCC; 7].iter().take(if innermost { 0 } else { 7 }));
        section.data.push(if innermost { 6 } else { 30 });
    }
    section.data.push(7);
    if circle {
        // The innermost but one claims to contain itself; before it stands that it is an aggregate.
        let inner = start + 24 * (levels - 1);
        section.data[inner + 12] = 0;
    }
    let Some(Counted { count, items }) = &mut file.attribute_types else { return false };
    items.push([Number::new(start as u64), Number::new(30)]);
    count.set(items.len() as u64);
    true
}
