//! Damaged files: truncated, with single bytes changed, changed at random. Each is refused or
//! loads; one that loads is consistent, so that writing and reading it again gives the same.

use crate::support::{example, join, samples, split};
use tfrt_bef::{Limits, read, write};

/// Reads a file, which must not panic, and checks that a loaded one survives writing.
pub(crate) fn attempt(bytes: &[u8]) {
    let Ok(file) = read(bytes, &Limits::default()) else { return };
    let written = write(&file).expect("what loads can be written");
    let again = read(&written, &Limits::default()).expect("what was written loads");
    assert_eq!(again, file);
    assert_eq!(write(&again).unwrap(), written);
}

/// The files to damage: the example, and the smaller of the original's.
fn files() -> Vec<Vec<u8>> {
    let samples = samples().into_iter().map(|(_, bytes)| bytes);
    std::iter::once(example()).chain(samples.filter(|bytes| bytes.len() < 1200)).collect()
}

#[test]
fn every_prefix_is_refused_or_loads() {
    for bytes in files() {
        for length in 0..bytes.len() {
            attempt(&bytes[..length]);
        }
    }
}

#[test]
fn every_byte_changed_to_every_value_is_refused_or_loads() {
    let mut bytes = example();
    for position in 0..bytes.len() {
        let original = bytes[position];
        for value in 0..=u8::MAX {
            bytes[position] = value;
            attempt(&bytes);
        }
        bytes[position] = original;
    }
}

#[test]
fn every_byte_of_the_samples_changed_somehow_is_refused_or_loads() {
    for mut bytes in files() {
        for position in 0..bytes.len() {
            let original = bytes[position];
            for change in [0x01, 0x80, 0xFF, original, original ^ 0xCC] {
                bytes[position] = original ^ change;
                attempt(&bytes);
            }
            bytes[position] = original;
        }
    }
}

#[test]
fn random_changes_are_refused_or_load() {
    // A linear congruential generator is random enough and deterministic.
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    for bytes in files() {
        for _ in 0..60 {
            let mut damaged = bytes.clone();
            for _ in 0..1 + random(3) {
                let position = random(damaged.len());
                match random(3) {
                    0 => damaged[position] = u8::try_from(random(256)).unwrap(),
                    1 => damaged.insert(position, u8::try_from(random(256)).unwrap()),
                    _ => drop(damaged.remove(position)),
                }
            }
            attempt(&damaged);
            // The same within a section, whose length stays correct.
            let mut sections = split(&bytes);
            let chosen = random(sections.len());
            let data = &mut sections[chosen].data;
            if !data.is_empty() {
                let position = random(data.len());
                match random(3) {
                    0 => data[position] = u8::try_from(random(256)).unwrap(),
                    1 => data.insert(position, u8::try_from(random(256)).unwrap()),
                    _ => drop(data.remove(position)),
                }
            }
            attempt(&join(&sections));
        }
    }
}

#[test]
fn unknown_sections_are_passed_over() {
    let mut bytes = example();
    let file = read(&bytes, &Limits::default()).unwrap();
    bytes.extend([0x55, 0x06, 1, 2, 3]);
    assert_eq!(read(&bytes, &Limits::default()).unwrap(), file);
}
