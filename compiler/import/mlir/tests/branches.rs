//! Random control-flow graphs, irreducible loops among them. The helper lifts them; imported, they must
//! give on the executor and the JIT what MLIR's execution engine gives for the original branches.
//!
//! `TFRT_BRANCH_SEEDS` says how many programs. `TFRT_BRANCH_FOLDER` names a folder that the lifted programs
//! are written to, each with what it gives in its first lines, for `tfrt-bulk`, which compiles them to
//! Rust.

mod common;

use common::{Compiled, Kind, LOWER};
use std::fmt::Write as _;
use std::path::PathBuf;
use tfrt::import::{self, Helper};
use tfrt::{Engine, Host, Program};
use tfrt_mlir::{Pass, normalise};

/// Numbers that are the same for the same seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        mixed ^ (mixed >> 29)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// How often `main` is called, each time by a function without arguments.
const RUNS: usize = 3;

/// A program: the text of `main`, and what it is called with.
struct Branches {
    main: String,
    inputs: [(i32, i64); RUNS],
}

impl Branches {
    /// `main`, and a function without arguments for each input.
    fn text(&self) -> String {
        let mut text = self.main.clone();
        for (run, (x, y)) in self.inputs.iter().enumerate() {
            let _ = writeln!(
                text,
                "func.func @run{run}() -> (i32, i64) {{\n  %x = arith.constant {x} : i32\n  \
                 %y = arith.constant {y} : i64\n  \
                 %r:2 = func.call @main(%x, %y) : (i32, i64) -> (i32, i64)\n  \
                 return %r#0, %r#1 : i32, i64\n}}"
            );
        }
        text
    }
}

fn lifted(text: &str, seed: u64) -> String {
    let lifted = normalise(text.as_bytes(), "x.mlir", &[Pass::LiftCfToScf]);
    lifted.unwrap_or_else(|errors| panic!("{seed}: {errors:?}\n{text}"))
}

/// A function of random blocks, any of which may branch to any other. Each block takes a countdown, an
/// i32 and an i64; at zero it branches to the block that returns, so that every run ends.
fn program(random: &mut Random) -> Branches {
    let mut text = String::from(
        "func.func @main(%x: i32, %y: i64) -> (i32, i64) {\n  \
         %left = arith.constant 40 : i32\n  %zero = arith.constant 0 : i32\n  \
         %one = arith.constant 1 : i32\n  %three = arith.constant 3 : i64\n  \
         %seven = arith.constant 7 : i32\n  %way = arith.andi %x, %seven : i32\n  cf.switch %way : i32, [\n    \
         default: ^b0(%left, %x, %y : i32, i32, i64)",
    );
    let blocks = 2 + random.below(7);
    // A way into each block: MLIR lifts no unreachable ones, and loops get several entries.
    for block in 1..blocks {
        let _ = write!(text, ",\n    {block}: ^b{block}(%left, %x, %y : i32, i32, i64)");
    }
    text.push_str("\n  ]\n");
    for block in 0..blocks {
        let _ = writeln!(text, "^b{block}(%l{block}: i32, %a{block}_0: i32, %b{block}_0: i64):");
        let (mut ints, mut longs) = (vec!["%x".to_owned()], vec!["%y".to_owned()]);
        ints.push(format!("%a{block}_0"));
        longs.push(format!("%b{block}_0"));
        for op in 1..=random.below(6) {
            let pick = |random: &mut Random, from: &[String]| {
                // The last ones oftener: what was just computed.
                let last = from.len() - 1 - random.below(from.len().min(2));
                from[if random.below(4) == 0 { random.below(from.len()) } else { last }].clone()
            };
            let (a, b) = (pick(random, &ints), pick(random, &ints));
            let (c, d) = (pick(random, &longs), pick(random, &longs));
            let (int, long) = (format!("%a{block}_{op}"), format!("%b{block}_{op}"));
            let binary =
                ["addi", "subi", "muli", "xori", "andi", "ori", "maxsi", "minui"][random.below(8)];
            let line = match random.below(8) {
                0..3 => format!("{int} = arith.{binary} {a}, {b} : i32"),
                3 | 4 => format!("{long} = arith.{binary} {c}, {d} : i64"),
                5 => format!("{int} = arith.trunci {c} : i64 to i32"),
                6 => format!("{long} = arith.extsi {a} : i32 to i64"),
                _ => format!("{long} = arith.divsi {c}, %three : i64"),
            };
            if line.starts_with(&int) {
                ints.push(int)
            } else {
                longs.push(long)
            }
            let _ = writeln!(text, "  {line}");
        }
        let (int, long) = (&ints[ints.len() - 1], &longs[longs.len() - 1]);
        let _ = writeln!(
            text,
            "  %m{block} = arith.subi %l{block}, %one : i32\n  \
             %go{block} = arith.cmpi sgt, %m{block}, %zero : i32\n  \
             cf.cond_br %go{block}, ^t{block}, ^exit({int}, {long} : i32, i64)\n^t{block}:"
        );
        let to = |random: &mut Random| {
            format!("^b{}(%m{block}, {int}, {long} : i32, i32, i64)", random.below(blocks))
        };
        match random.below(6) {
            0 => {
                let _ = writeln!(text, "  cf.br {}", to(random));
            }
            1 if random.below(2) == 0 => {
                let _ = writeln!(text, "  return {int}, {long} : i32, i64");
            }
            2 => {
                let _ = writeln!(
                    text,
                    "  %s{block} = arith.andi {int}, %seven : i32\n  cf.switch %s{block} : i32, [\n    \
                     default: {},\n    1: {},\n    2: {},\n    5: {}\n  ]",
                    to(random),
                    to(random),
                    to(random),
                    to(random)
                );
            }
            _ => {
                let predicate = ["slt", "eq", "ugt", "ne"][random.below(4)];
                let _ = writeln!(
                    text,
                    "  %c{block} = arith.cmpi {predicate}, {}, {int} : i32\n  \
                     cf.cond_br %c{block}, {}, {}",
                    ints[random.below(ints.len())],
                    to(random),
                    to(random)
                );
            }
        }
    }
    text.push_str("^exit(%r: i32, %s: i64):\n  return %r, %s : i32, i64\n}\n");
    let number = |random: &mut Random| {
        let x = random.next() as i32 >> random.below(32);
        (x, random.next() as i64 >> random.below(64))
    };
    Branches { main: text, inputs: std::array::from_fn(|_| number(random)) }
}

#[test]
fn lifted_branches_give_what_branches_give() {
    let seeds = std::env::var("TFRT_BRANCH_SEEDS").ok().and_then(|count| count.parse().ok());
    let seeds: u64 = seeds.unwrap_or(30);
    let folder = std::env::var_os("TFRT_BRANCH_FOLDER").map(PathBuf::from);
    let host = Host::builder().build().expect("a host");
    let options = import::ImportOptions::default();
    let mut different = std::collections::BTreeSet::new();
    for seed in 0..seeds {
        let branches = program(&mut Random(seed));
        let text = branches.text();
        let generic = lifted(&text, seed);
        let bef = import::mlir(&generic, &options);
        let bef = bef.unwrap_or_else(|error| panic!("{seed}: {error}\n{generic}"));
        let program = Program::load(&bef, &options.catalogue).expect("it was just written");
        let oracle = Compiled::new(&text, LOWER);
        let engines = [Engine::Executor, Engine::Jit];
        let engines = engines.map(|engine| program.compile(engine).expect("it compiles"));
        let mut told = String::new();
        for (run, (x, y)) in branches.inputs.iter().enumerate() {
            let name = format!("run{run}");
            let expected = oracle.call(&name, &[], &[Kind(32), Kind(64)]);
            let expected = (expected[0] as i32, expected[1] as i64);
            different.insert(expected);
            let _ = writeln!(told, "// {x} {y} = {} {}", expected.0, expected.1);
            for compiled in &engines {
                let function = compiled.function::<(), (i32, i64)>(&name).expect("it exists");
                let found = function.call(&host.context(), ()).expect("nothing fails");
                assert_eq!(found, expected, "program {seed}, {name}, {compiled:?}:\n{text}");
            }
        }
        if let Some(folder) = &folder {
            // Without the functions that only give arguments.
            let text = told + &lifted(&branches.main, seed);
            let path = folder.join(format!("branches_{seed:04}.mlir"));
            std::fs::write(&path, text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        }
    }
    assert!(different.len() as u64 > seeds, "hardly anything was computed");
}

/// Through the child process: an error at run time names the line of the source.
#[test]
fn an_error_at_run_time_names_the_place_in_the_source() {
    let text = "func.func @f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%n : i32)
^head(%i: i32):
  %more = arith.cmpi sgt, %i, %c0 : i32
  cf.cond_br %more, ^body, ^exit
^body:
  %next = arith.subi %i, %c1 : i32
  cf.br ^head(%next : i32)
^exit:
  %bad = arith.divsi %n, %i : i32
  return %bad : i32
}
";
    let helper = Helper::new(env!("CARGO_BIN_EXE_tfrt-mlir"));
    let options = import::ImportOptions::default().with_name("div.mlir").with_helper(helper);
    let bef = import::mlir(text, &options).expect("it is legal");
    let program = Program::load(&bef, &options.catalogue).expect("it was just written");
    let host = Host::builder().build().expect("a host");
    for engine in [Engine::Executor, Engine::Jit] {
        let compiled = program.compile(engine).expect("it compiles");
        let function = compiled.function::<(i32,), (i32,)>("f").expect("it exists");
        let error = function.call(&host.context(), (3,)).expect_err("it divides by zero");
        let shown = error.to_string();
        assert!(shown.contains("Divide by zero"), "{shown}");
        assert_eq!(error.location().file_line_col(), Some(("div.mlir", 12, 10)), "{error:?}");
    }
    let broken = text.replace("arith.divsi %n", "arith.divsj %n");
    let error = import::mlir(&broken, &options).expect_err("no such op").to_string();
    assert!(
        error.starts_with("div.mlir:12:10: error: custom op 'arith.divsj' is unknown"),
        "{error}"
    );
    let unsupported = text.replace(
        "%bad = arith.divsi %n, %i : i32",
        "%bad = arith.constant 1 : i32
  %m = memref.alloc() : memref<4xi32>",
    );
    let error = import::mlir(&unsupported, &options).expect_err("no memref").to_string();
    assert!(error.starts_with("div.mlir:13:8: error: 'memref.alloc'"), "{error}");
}
