//! Our device code on a driver without a card: each kernel has the bits of the CPU for every order of its threads, and a
//! mistake in it is reported.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod elementwise;
mod images;
mod movement;
mod reduction;
mod refused;
mod support;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use support::{Case, Rig};

/// The orders of threads that are tried.
const SEEDS: std::ops::Range<u64> = 0..16;

/// With how many of them a mistake is looked for.
const TRIES: usize = 2;

/// Of so many mistakes, one is tried: all of them in an optimised build.
const FEWER: usize = if cfg!(debug_assertions) { 61 } else { 1 };

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

/// Calls a function with each case, on a driver of its own for each of two threads.
fn each_case(of: impl Fn(&Rig, &Case) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        let (rig, cases) = (Rig::new(), cases());
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            of(&rig, case);
        }
    };
    thread::scope(|scope| {
        scope.spawn(run);
        run();
    });
}

#[test]
fn kernels_have_the_bits_of_the_cpu() {
    let tried = AtomicUsize::new(0);
    each_case(|rig, case| {
        for seed in SEEDS {
            // In a debug build, one seed of each case.
            if cfg!(debug_assertions) && seed != case.kernels[0].len() as u64 % 16 {
                continue;
            }
            tried.fetch_add(1, Ordering::Relaxed);
            rig.run(case, text_of(case, None), seed)
                .unwrap_or_else(|error| panic!("{:?}, seed {seed}: {error}", case.kernels));
        }
    });
    println!("{} runs of cases", tried.into_inner());
}

#[test]
fn products_are_near_those_of_tensorflows_ops() {
    let kernels = ["matmul_f32", "convolution_f32"];
    let case = Case::new("product", &kernels, images::near_tensorflow);
    Rig::new().run(&case, text_of(&case, None), 0).unwrap();
}

#[test]
fn each_kernel_has_a_case() {
    let tried: BTreeSet<String> = cases().into_iter().flat_map(|case| case.kernels).collect();
    let files = ["cast", "elementwise", "images", "movement", "product", "reduction"];
    let all = files.into_iter().flat_map(|file| parts(file).1);
    let all: BTreeSet<String> = all.map(|(name, _)| name.to_owned()).collect();
    assert_eq!(tried, all);
}

/// A mistake in a kernel.
struct Mistake {
    kernel: String,
    /// What was wrong, and the entry with it.
    what: String,
    entry: String,
}

/// Each barrier of a kernel removed, each store dropped, and each comparison of integers off by one.
fn mistakes(kernel: &str, entry: &str) -> Vec<Mistake> {
    const LESS: [(&str, &str); 4] = [
        ("setp.lt.", "setp.le."),
        ("setp.le.", "setp.lt."),
        ("setp.gt.", "setp.ge."),
        ("setp.ge.", "setp.gt."),
    ];
    let mut mistakes = Vec::new();
    for (at, line) in entry.lines().enumerate() {
        let code = line.trim_start();
        let changed = if code.starts_with("bar.sync") || code.starts_with("st.") {
            Some(String::new())
        } else if [".s32", ".u32", ".s64", ".u64"].iter().any(|of| code.contains(of)) {
            LESS.iter()
                .find(|(from, _)| code.starts_with(from))
                .map(|(from, to)| line.replace(from, to))
        } else {
            None
        };
        let Some(changed) = changed else { continue };
        let lines = entry
            .lines()
            .enumerate()
            .map(|(index, line)| if index == at { &changed } else { line });
        let entry = lines.flat_map(|line| [line, "\n"]).collect();
        mistakes.push(Mistake { kernel: kernel.to_owned(), what: code.to_owned(), entry });
    }
    mistakes
}

#[test]
fn each_mistake_is_reported() {
    let (number, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let missed = Mutex::new(Vec::new());
    each_case(|rig, case| {
        let (_, entries) = parts(case.file);
        for kernel in &case.kernels {
            let (_, entry) = entries.iter().find(|(name, _)| name == kernel).unwrap();
            for mistake in mistakes(kernel, entry) {
                if number.fetch_add(1, Ordering::Relaxed) % FEWER != 0 {
                    continue;
                }
                tried.fetch_add(1, Ordering::Relaxed);
                let text = text_of(case, Some((&mistake.kernel, &mistake.entry)));
                let reported = SEEDS
                    .clone()
                    .take(TRIES)
                    .any(|seed| rig.run(case, text.clone(), seed).is_err());
                if !reported {
                    missed.lock().unwrap().push(format!("{kernel}: {}", mistake.what));
                }
            }
        }
    });
    println!("{} of {} mistakes", tried.into_inner(), number.into_inner());
    assert_eq!(missed.into_inner().unwrap(), Vec::<String>::new());
}
