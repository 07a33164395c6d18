//! Damaged texts of these dialects, through every pass: nothing panics, and what a pass gives is a valid
//! module that reads as it prints.

use super::{catalogue, check, shown};
use std::path::Path;
use tfrt_host::kernel::Catalogue;

/// The texts that are damaged.
fn seeds() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codegen-tests/conformance/tool");
    let mut seeds = vec![include_str!("forms.mlir").to_owned()];
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the conformance suite is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().contains("opt_devices_"))
        .collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(path).expect("a program can be read");
        let body: Vec<&str> = text.lines().filter(|line| !line.starts_with("//")).collect();
        seeds.push(body.join("\n"));
    }
    seeds
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// The words of a text, blanks apart.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let inside = |next: char| next.is_alphanumeric() || "_.%@#!".contains(next);
        let end = if inside(first) {
            rest.find(|next| !inside(next)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

fn damaged(seed: &str, others: &[String], random: &mut Random) -> String {
    let mut lines: Vec<String> = seed.lines().map(str::to_owned).collect();
    for _ in 0..=random.below(2) {
        let at = random.below(lines.len());
        match random.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let with = random.below(lines.len());
                lines.swap(at, with);
            }
            // A line of another text.
            3 => {
                let other = &others[random.below(others.len())];
                let count = other.lines().count();
                let line = other.lines().nth(random.below(count)).unwrap_or_default();
                lines.insert(at, line.to_owned());
            }
            // A word in the place of another: most often a value, a type or a number.
            _ => {
                let line = lines[at].clone();
                let mut line = words(&line);
                let word = random.below(line.len());
                if let Some(old) = line.get_mut(word) {
                    let alike = |word: &&str| word.chars().next() == old.chars().next();
                    let pool: Vec<&str> = words(seed).into_iter().filter(alike).collect();
                    *old = match random.below(12) {
                        0 => "",
                        1 => "9223372036854775807",
                        2 => "-1",
                        _ => pool.get(random.below(pool.len())).copied().unwrap_or_default(),
                    };
                }
                lines[at] = line.concat();
            }
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

/// Runs every pass; says for how many it had something to give.
fn run(text: &str, catalogue: &Catalogue) -> usize {
    let mut given = 0;
    for pass in tfrt_streamify::PASSES {
        let Ok(program) = check(text, catalogue) else { return 0 };
        let options = match pass.name {
            "tfrt-streamify-ops" => "ops=gpu.memcpy,memref.load,tfrt.add.i32,tfrt.constant.i32",
            "tfrt-set-entry-point" => "platform=CUDA function_name=main buffer_sizes=1,2",
            _ => "",
        };
        let Ok(module) = pass.run(program, options) else { continue };
        given += 1;
        for generic in [false, true] {
            let first = shown(&module, catalogue, generic);
            let again = check(&first, catalogue).unwrap_or_else(|errors| {
                let errors: Vec<_> = errors.into_iter().map(|error| error.message).collect();
                panic!("--{} of\n{text}\ngives\n{first}\nwhich has {errors:#?}", pass.name)
            });
            assert_eq!(shown(again.module(), catalogue, generic), first, "--{}", pass.name);
        }
    }
    given
}

#[test]
fn damaged_texts_pass_through_every_pass() {
    let (catalogue, seeds) = (catalogue(), seeds());
    assert!(seeds.len() > 10, "there are seeds");
    let whole: usize = seeds.iter().map(|seed| run(seed, &catalogue)).sum();
    assert!(whole > 50, "the passes ran on whole texts {whole} times");
    let rounds = std::env::var("TFRT_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut given = 0;
    for _ in 0..rounds.unwrap_or(1000) {
        let seed = &seeds[random.below(seeds.len())];
        let text = damaged(seed, &seeds, &mut random);
        given += run(&text, &catalogue);
    }
    println!("{given} results of passes");
    assert!(given > rounds.unwrap_or(1000) / 2, "few damaged texts are valid: {given} results");
}
