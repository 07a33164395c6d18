//! Compares the use counts and user lists of a body with its argument lists.

use crate::cursor::{Cursor, widen};
use crate::error::{ErrorKind, ReadError};
use crate::{Body, Kernel};

/// Checks the use counts and the lists of users of a body.
///
/// `use_counts` is positioned at the counts, and `section`, the functions section, at the first
/// kernel record of the body.
pub(super) fn check_users(
    body: &Body,
    mut use_counts: Cursor<'_>,
    section: Cursor<'_>,
) -> Result<(), ReadError> {
    let uses = Uses::new(body);
    let mut counts = uses.counts();
    for register in &body.result_registers {
        if let Some(count) = counts.get_mut(widen(*register)) {
            *count = count.saturating_add(1);
        }
    }
    for (register, actual) in (0_u32..).zip(counts) {
        let at = use_counts;
        let recorded = use_counts.vbr()?;
        if recorded != u64::from(actual) {
            return Err(at.error(ErrorKind::UseCount { register, recorded, actual }));
        }
    }
    let mut scratch = Vec::new();
    let mut position = section.position();
    let wrong = |position, kernel| Err(section.error_at(position, ErrorKind::UsedBy { kernel }));
    let mut entry = body.entry_users.iter();
    let trigger = entry.next().unwrap_or_default();
    let untriggered = (1_u32..).zip(&body.kernels);
    let untriggered = untriggered.filter(|(_, kernel)| kernel.arguments().is_empty());
    if !same(trigger, untriggered.map(|(id, _)| id), &mut scratch) {
        return wrong(position, 0);
    }
    for (register, users) in (0_u32..).zip(entry) {
        if !same(users, uses.of(register).iter().copied(), &mut scratch) {
            return wrong(position, 0);
        }
    }
    // The record of the entry consists of its head, two words per result, and the users.
    let words = |lists: usize, users: usize| {
        lists.saturating_add(users).saturating_add(6).saturating_mul(4)
    };
    let results = body.entry_users.len().saturating_mul(2);
    position = position.saturating_add(words(results, body.entry_users.total()));
    for (id, kernel) in (1_u32..).zip(&body.kernels) {
        for (register, users) in kernel.results().iter().zip(kernel.used_by()) {
            if !same(users, uses.of(*register).iter().copied(), &mut scratch) {
                return wrong(position, id);
            }
        }
        let lists = kernel.lists();
        let length = lists
            .arguments
            .len()
            .saturating_add(lists.attributes.len())
            .saturating_add(lists.functions.len())
            .saturating_add(lists.results.len().saturating_mul(2));
        position = position.saturating_add(words(length, kernel.used_by().total()));
    }
    Ok(())
}

/// Whether a list contains the same ids, in any order, as an ascending sequence.
fn same(list: &[u32], expected: impl Iterator<Item = u32>, scratch: &mut Vec<u32>) -> bool {
    if let [] | [_] = list {
        return list.iter().copied().eq(expected);
    }
    scratch.clear();
    scratch.extend_from_slice(list);
    scratch.sort_unstable();
    scratch.iter().copied().eq(expected)
}

/// The users of each register by the argument lists, each list ascending.
struct Uses {
    /// The end of each register's list in `users`; it starts at the end of the previous one.
    ends: Vec<u32>,
    users: Vec<u32>,
}

impl Uses {
    fn new(body: &Body) -> Uses {
        let arguments = || body.kernels.iter().flat_map(Kernel::arguments);
        let mut ends = vec![0_u32; body.registers.len()];
        let mut total = 0_usize;
        for register in arguments() {
            if let Some(count) = ends.get_mut(widen(*register)) {
                *count = count.saturating_add(1);
                total = total.saturating_add(1);
            }
        }
        // Turn counts into starts; filling the lists then moves each start to its end.
        let mut start = 0_u32;
        for end in &mut ends {
            let count = *end;
            *end = start;
            start = start.saturating_add(count);
        }
        let mut users = vec![0_u32; total];
        for (id, kernel) in (1_u32..).zip(&body.kernels) {
            for register in kernel.arguments() {
                let Some(end) = ends.get_mut(widen(*register)) else { continue };
                if let Some(user) = users.get_mut(widen(*end)) {
                    *user = id;
                }
                *end = end.saturating_add(1);
            }
        }
        Uses { ends, users }
    }

    fn of(&self, register: u32) -> &[u32] {
        let end = |register: u32| self.ends.get(widen(register)).map(|end| widen(*end));
        let start = register.checked_sub(1).and_then(end).unwrap_or_default();
        let end = end(register).unwrap_or_default();
        self.users.get(start..end).unwrap_or_default()
    }

    fn counts(&self) -> Vec<u32> {
        let starts = std::iter::once(&0).chain(&self.ends);
        self.ends.iter().zip(starts).map(|(end, start)| end.saturating_sub(*start)).collect()
    }
}
