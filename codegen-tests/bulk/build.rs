//! Compiles programs to Rust, from the seed `TFRT_BULK_FIRST` on: `TFRT_BULK_PROGRAMS` random host
//! programs, `TFRT_BULK_TYPED` with tensors that are values, `TFRT_BULK_IMPORTED` random programs of upstream dialects, and every program of the folder
//! `TFRT_BULK_FOLDER`.

#[expect(dead_code, unreachable_pub, reason = "a module of `tfrt-codegen-tests`, used in part")]
mod random;
#[expect(dead_code, unreachable_pub, reason = "a module of `tfrt-codegen-tests`, used in part")]
mod upstream;

use std::fmt::Write;
use std::path::PathBuf;
use tfrt_compiler::source::{Source, render};
use tfrt_compiler::{plan, rust};
use tfrt_host::kernel::Catalogue;

/// Host programs, if the environment does not say: few, so that who builds the workspace does not wait.
const PROGRAMS: u64 = 20;

/// The same of programs with tensors that are values.
const TYPED: u64 = 10;

/// The same of programs of upstream dialects.
const IMPORTED: u64 = 10;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=random");
    println!("cargo::rerun-if-changed=upstream");
    let first = setting("TFRT_BULK_FIRST", 0);
    let programs = first..first + setting("TFRT_BULK_PROGRAMS", PROGRAMS);
    let typed = first..first + setting("TFRT_BULK_TYPED", TYPED);
    let imported = first..first + setting("TFRT_BULK_IMPORTED", IMPORTED);
    let mut code = Code { catalogue: tfrt_test_kernels::catalogue(), text: String::new() };
    code.table("RANDOM", "u64", programs, |&seed| {
        random::program(seed, random::Options::wide(seed)).text
    });
    code.table("TYPED", "u64", typed, |&seed| random::typed::program(seed).text);
    code.table("IMPORTED", "u64", imported, |&seed| {
        // Without functions that call `main` with inputs: the test does.
        upstream::text(&upstream::Program {
            inputs: Vec::new(),
            ..upstream::program(seed / 2, seed % 2 == 1)
        })
    });
    code.table("FILES", "&str", files().iter(), |path| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
    });
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(out.join("programs.rs"), code.text).expect("OUT_DIR can be written");
}

/// Generated Rust.
struct Code {
    catalogue: Catalogue,
    text: String,
}

impl Code {
    /// A module for each program, and a table of what tells them apart and their functions.
    fn table<T: std::fmt::Debug>(
        &mut self,
        name: &str,
        ty: &str,
        keys: impl Iterator<Item = T>,
        text: impl Fn(&T) -> String,
    ) {
        let mut table = String::new();
        for (number, key) in keys.enumerate() {
            let module = format!("{}_{number}", name.to_lowercase());
            let code = self.module(Source::new("bulk.mlir", text(&key)), &key);
            write!(self.text, "pub(crate) mod {module} {{\n{code}\n}}\n").expect("strings take it");
            writeln!(table, "({key:?}, {module}::__functions::all as _),")
                .expect("strings take it");
        }
        write!(self.text, "pub(crate) const {name}: &[({ty}, Functions)] = &[\n{table}];\n")
            .expect("strings take it");
    }

    fn module(&self, source: Source, key: &impl std::fmt::Debug) -> String {
        let catalogue = &self.catalogue;
        let options = tfrt_import::Options::new();
        let tokens =
            tfrt_import::front_end(&source, catalogue, None, &options).and_then(|program| {
                let plan = plan::build(&program, catalogue, plan::Panics::PassThrough)?;
                let options = rust::RustOptions { entries: true, ..rust::RustOptions::default() };
                rust::emit(&plan, &program, catalogue, &options)
            });
        let tokens = match tokens {
            Ok(tokens) => tokens,
            Err(errors) => panic!("{key:?}: {}", render(&errors, &source)),
        };
        prettyplease::unparse(&syn::parse2(tokens).expect("generated code is Rust"))
    }
}

/// The programs of the folder that the environment names.
fn files() -> Vec<PathBuf> {
    println!("cargo::rerun-if-env-changed=TFRT_BULK_FOLDER");
    let Some(folder) = std::env::var_os("TFRT_BULK_FOLDER").map(PathBuf::from) else {
        return Vec::new();
    };
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    files
}

fn setting(name: &str, default: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={name}");
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number of seeds"))
}
