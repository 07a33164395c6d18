//! Our device code on a driver without a card: each kernel has the bits of the CPU for every order of its threads, and a
//! mistake in it is reported.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod elementwise;
mod images;
mod movement;
mod reduction;
mod support;

use support::{Case, Rig};

/// The orders of threads that are tried.
const SEEDS: std::ops::Range<u64> = 0..16;

/// Of how many seeds and mistakes one is tried: all of them in an optimised build.
const FEWER: usize = if cfg!(debug_assertions) { 16 } else { 1 };

fn cases() -> Vec<Case> {
    let all = [elementwise::cases(), images::cases(), movement::cases(), reduction::cases()];
    all.into_iter().flatten().collect()
}

/// The text of a file.
fn text(file: &str) -> &'static str {
    match file {
        "cast" => include_str!("../../ptx/cast.ptx"),
        "elementwise" => include_str!("../../ptx/elementwise.ptx"),
        "images" => include_str!("../../ptx/images.ptx"),
        "movement" => include_str!("../../ptx/movement.ptx"),
        "product" => include_str!("../../ptx/product.ptx"),
        "reduction" => include_str!("../../ptx/reduction.ptx"),
        other => panic!("there is no {other}"),
    }
}

/// What begins an entry.
const ENTRY: &str = ".visible .entry ";

/// What is before the entries of a file, and these.
fn parts(file: &str) -> (&'static str, Vec<(&'static str, &'static str)>) {
    let mut parts = text(file).split(ENTRY);
    let head = parts.next().unwrap();
    let entries = parts.map(|entry| (entry.split_once('(').unwrap().0, entry)).collect();
    (head, entries)
}

/// The text of a case's kernels, of which one may be another.
fn text_of(case: &Case, changed: Option<(&str, &str)>) -> String {
    let (head, entries) = parts(case.file);
    let mut all = head.to_owned();
    for kernel in &case.kernels {
        let (_, entry) = entries.iter().find(|(name, _)| name == kernel).unwrap();
        let entry = changed.filter(|(name, _)| name == kernel).map_or(*entry, |(_, entry)| entry);
        all += ENTRY;
        all += entry;
    }
    all
}

#[test]
fn kernels_have_the_bits_of_the_cpu() {
    let rig = Rig::new();
    for (case, number) in cases().iter().zip(0..) {
        for seed in SEEDS.skip(number % FEWER).step_by(FEWER) {
            rig.run(case, text_of(case, None), seed)
                .unwrap_or_else(|error| panic!("{:?}, seed {seed}: {error}", case.kernels));
        }
    }
}
