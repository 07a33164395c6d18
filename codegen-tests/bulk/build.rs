//! Compiles the random programs of a range of seeds to Rust: `TFRT_BULK_PROGRAMS` of them, from
//! `TFRT_BULK_FIRST` on.

#[expect(dead_code, unreachable_pub, reason = "a module of `tfrt-codegen-tests`, used in part")]
mod random;

use std::fmt::Write;
use std::path::PathBuf;
use tfrt_compiler::source::{Source, render};
use tfrt_compiler::{front_end, plan, rust};

/// Programs, if the environment does not say: few, so that who builds the workspace does not wait.
const PROGRAMS: u64 = 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=random");
    let (first, programs) =
        (setting("TFRT_BULK_FIRST", 0), setting("TFRT_BULK_PROGRAMS", PROGRAMS));
    let catalogue = tfrt_test_kernels::catalogue();
    let (mut modules, mut table) = (String::new(), String::new());
    for seed in first..first + programs {
        let text = random::program(seed, random::Options::wide(seed)).text;
        let source = Source::new("random.mlir", text);
        let tokens = front_end(&source, &catalogue).and_then(|program| {
            let plan = plan::build(&program, &catalogue, plan::Panics::PassThrough)?;
            rust::emit(
                &plan,
                &program,
                &catalogue,
                &rust::Options { entries: true, ..rust::Options::default() },
            )
        });
        let tokens = match tokens {
            Ok(tokens) => tokens,
            Err(errors) => panic!("seed {seed}: {}", render(&errors, &source)),
        };
        let file = syn::parse2(tokens).expect("generated code is Rust");
        let code = prettyplease::unparse(&file);
        writeln!(modules, "pub(crate) mod random_{seed} {{\n{code}\n}}").expect("strings take it");
        writeln!(table, "({seed}, random_{seed}::__functions::all as _),")
            .expect("strings take it");
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let text =
        format!("{modules}\npub(crate) const PROGRAMS: &[(u64, Functions)] = &[\n{table}];\n");
    std::fs::write(out.join("programs.rs"), text).expect("OUT_DIR can be written");
}

fn setting(name: &str, default: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={name}");
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number of seeds"))
}
