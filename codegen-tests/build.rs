//! Compiles every filetest, the conformance suite's programs that all engines take, some random
//! programs, and every sample of the reference where the folder is beside the checkout, to Rust, so
//! that the tests can hold generated code to the other engines.

#[path = "src/conformance.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of the library, of which this is a part")]
mod conformance;
#[path = "src/faults.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of the library, of which this is a part")]
mod faults;
#[path = "src/matrix.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of the library, of which this is a part")]
mod matrix;
#[path = "src/models.rs"]
#[expect(unreachable_pub, reason = "a module of the library, of which this is a part")]
mod models;
#[path = "src/random/mod.rs"]
#[expect(dead_code, unreachable_pub, reason = "a module of the library, of which this is a part")]
mod random;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use tfrt_compiler::source::{Source, render};
use tfrt_compiler::{bef, front_end, plan, rust};
use tfrt_host::kernel::{Catalogue, KernelDef, KernelList};

/// Reference samples that use only what the catalogue has.
const SAMPLES: &[&str] = &[
    "async",
    "calls",
    "control_flow",
    "empty_regions",
    "errors",
    "locations",
    "once",
    "parallel",
    "recursion",
    "scalars",
    "special_floats",
    "streams",
    "strings",
];

/// The seed of the weights of the models that are compiled.
const SEED: u64 = 38;

/// With this variable the programs are not compiled: lints leave generated code out, and take minutes to read it.
const UNCOMPILED: &str = "TFRT_UNCOMPILED_PROGRAMS";

/// Of so many programs of the conformance suite and of the edge matrix one is compiled. There are hundreds, and each
/// costs every build of the tests its time: `cargo xtask ci` takes all. An optimised build takes none: rustc would
/// need minutes for them, and they show nothing there that the rest does not.
const STEP: &str = "TFRT_PROGRAM_STEP";

/// A chain of kernels in one function, as long as generated Rust is promised to take.
const CHAIN: usize = 5_000;

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=conformance");
    println!("cargo::rerun-if-changed=filetests");
    println!("cargo::rerun-if-changed=src/conformance.rs");
    println!("cargo::rerun-if-changed=src/faults.rs");
    println!("cargo::rerun-if-changed=src/matrix.rs");
    println!("cargo::rerun-if-changed=src/models.rs");
    println!("cargo::rerun-if-changed=src/random");
    waits(&out);
    large(&out);
    compiled_models(&out);
    if std::env::var_os("CARGO_FEATURE_GENERATED").is_none() {
        return;
    }
    println!("cargo::rerun-if-env-changed={UNCOMPILED}");
    if std::env::var_os(UNCOMPILED).is_some() {
        write(&out, "", "", "(\"\", \"\", \"\", Vec::new)", 0);
        return;
    }
    let catalogue = tfrt_test_kernels::catalogue();
    let mut programs: Vec<(String, String, String)> = Vec::new();
    println!("cargo::rerun-if-env-changed={STEP}");
    let optimised = std::env::var("PROFILE").is_ok_and(|profile| profile != "debug");
    let step = match std::env::var(STEP) {
        _ if optimised => 0,
        Ok(step) => step.parse().expect("a number of programs"),
        Err(_) => 4,
    };
    if step > 0 {
        programs.extend(conformance_programs(&root.join("conformance"), &catalogue, step));
        let matrix = matrix::entries(&catalogue).into_iter().step_by(step);
        programs.extend(matrix.map(|entry| (entry.module(), "edges.mlir".to_owned(), entry.text)));
    }
    for path in mlir_files(&root.join("filetests")) {
        programs.push(read(&path, "filetest"));
    }
    let samples = root.join("../../shared/samples");
    // Cargo would take a folder that is not there as changed each time.
    if samples.is_dir() {
        println!("cargo::rerun-if-changed={}", samples.display());
        for name in SAMPLES {
            programs.push(read(&samples.join(format!("{name}.mlir")), "sample"));
        }
    }
    programs.push(("generated_chain".to_owned(), "chain.mlir".to_owned(), chain()));
    programs.extend(random::COMPILED.map(random_program));

    let mut modules = String::new();
    let mut table = String::new();
    for (module, name, text) in programs {
        let (code, entry) = compile(&module, &Source::new(&name, text), &catalogue);
        modules.push_str(&code);
        writeln!(table, "{entry},").expect("strings take it");
    }
    let source = Source::new(faults::NAME, faults::TEXT.to_owned());
    let catalogue = catalogue.with(&KernelList::new(fault_kernels()).with_types(faults::TYPES));
    let (code, fault) = compile("faults", &source, &catalogue);
    modules.push_str(&code);
    write(&out, &modules, &table, &fault, step);
}

/// Writes the programs' modules and the table of them.
fn write(out: &Path, modules: &str, table: &str, fault: &str, step: usize) {
    let text = format!(
        "{modules}\npub(crate) const PROGRAMS: &[(&str, &str, &str, Functions)] = &[\n{table}];
pub(crate) const FAULTS: (&str, &str, &str, Functions) = {fault};
pub(crate) const STEP: usize = {step};\n"
    );
    std::fs::write(out.join("programs.rs"), text).expect("OUT_DIR can be written");
}

/// The graphs of benchmarks of waiting, as text and as Rust: functions that wait so many times, one
/// wait after another, one that does so in a loop, and two of a thousand kernels that run at once,
/// in functions of 25. And the continuations of the former as one would write them by hand.
fn waits(out: &Path) {
    let mut text = String::from(
        "func.func @iterations(%x: i32, %count: i32) -> i32 {
  %end = tfrt.repeat.i32 %count, %x : i32 {
    %one = tfrt.constant.i32 1
    %y = \"bench.later\"(%x) : (i32) -> i32
    %next = tfrt.add.i32 %y, %one
    tfrt.return %next : i32
  }
  tfrt.return %end : i32\n}\n",
    );
    let mut by_hand = String::new();
    for (name, waits) in [("one", 1), ("ten", 10), ("thousand", 1000)] {
        // A continuation finds the next in a table: rustc would recurse through a thousand that
        // name each other.
        let table = name.to_uppercase();
        let steps: Vec<String> = (0..waits).map(|wait| format!("{name}_{wait}")).collect();
        writeln!(by_hand, "const {table}: &[Step] = &[{}];", steps.join(", "))
            .expect("strings take it");
        for wait in 0..waits {
            let next = if wait + 1 == waits {
                "this.result.set(y)".to_owned()
            } else {
                format!("this.steps[{}](this, later(y))", wait + 1)
            };
            writeln!(
                by_hand,
                "fn {name}_{wait}(this: Box<ByHand>, value: AsyncRef<i32>) {{
                    value.into_any().and_then_with(move |value| match this.check(value) {{
                        Ok(y) => {next},
                        Err(error) => this.result.fail(error),
                    }});
                }}"
            )
            .expect("strings take it");
        }
        writeln!(text, "func.func @{name}(%x0: i32) -> i32 {{").expect("strings take it");
        writeln!(text, "  %one = tfrt.constant.i32 1").expect("strings take it");
        for wait in 0..waits {
            let next = wait + 1;
            let op = format!("\"bench.later\"(%x{wait}) : (i32) -> i32");
            writeln!(text, "  %y{wait} = {op}").expect("strings take it");
            writeln!(text, "  %x{next} = tfrt.add.i32 %y{wait}, %one").expect("strings take it");
        }
        writeln!(text, "  tfrt.return %x{waits} : i32\n}}").expect("strings take it");
    }
    fan(&mut text, "spawns", 25, "\"bench.spawn\"(%x) : (i32) -> !tfrt.chain");
    fan(&mut text, "spawned", 40, "tfrt.call @spawns(%x) : (i32) -> !tfrt.chain");
    fan(&mut text, "tasks", 25, "\"bench.task\"(%x) : (i32) -> !tfrt.chain");
    fan(&mut text, "fan_out", 40, "tfrt.call @tasks(%x) : (i32) -> !tfrt.chain");
    std::fs::write(out.join("waits.mlir"), text).expect("OUT_DIR can be written");
    std::fs::write(out.join("by_hand.rs"), by_hand).expect("OUT_DIR can be written");
    let compiled = tfrt_build::Config::new()
        .manifest_dir(out)
        .kernels("crate::support::KERNELS")
        .compile("waits.mlir");
    if let Err(errors) = compiled {
        panic!("{errors}");
    }
}

/// Programs with 64 MiB of elements, as Rust: in a file of the format safetensors beside the program,
/// and in the program's own, which is BEF.
fn large(out: &Path) {
    const SIZE: usize = 64 << 20;
    let text = |elements: &str, size: usize, rest: &str| {
        format!(
            "func.func @f() -> ui64 {{
  %0 = \"my.address\"() {{elements = {elements} : tensor<{size}xi8>}} : () -> ui64
  tfrt.return %0 : ui64\n}}\n{rest}"
        )
    };
    let header =
        format!("{{\"w\":{{\"dtype\":\"I8\",\"shape\":[{SIZE}],\"data_offsets\":[0,{SIZE}]}}}}");
    let header = format!("{header:<120}");
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend(header.bytes());
    file.extend((0..SIZE).map(|index| index as u8));
    std::fs::write(out.join("weights.safetensors"), &file).expect("OUT_DIR can be written");
    let resource = "{-# external_resources: { tfrt: { w: \"weights.safetensors#w\" } } #-}\n";
    let outside = text("dense_resource<w>", SIZE, resource);
    std::fs::write(out.join("outside.mlir"), outside).expect("OUT_DIR can be written");
    let inside = Source::new("inside.mlir", text("dense<7>", SIZE, ""));
    let inside = front_end(&inside, &tfrt_kernels::catalogue()).expect("it is a program");
    let inside = bef::emit(&inside, &bef::EmitOptions::default()).expect("it can be written");
    std::fs::write(out.join("inside.bef"), inside).expect("OUT_DIR can be written");
    for program in ["outside.mlir", "inside.bef"] {
        let compiled =
            tfrt_build::Config::new().manifest_dir(out).kernels("crate::MY").compile(program);
        if let Err(errors) = compiled {
            panic!("{errors}");
        }
    }
}

/// A function of so many ops that do not wait for each other, and of their merged chains.
fn fan(text: &mut String, name: &str, count: usize, op: &str) {
    writeln!(text, "func.func @{name}(%x: i32) -> !tfrt.chain {{").expect("strings take it");
    let chains: Vec<String> = (0..count).map(|chain| format!("%c{chain}")).collect();
    for chain in &chains {
        writeln!(text, "  {chain} = {op}").expect("strings take it");
    }
    let types = vec!["!tfrt.chain"; chains.len()].join(", ");
    let chains = chains.join(", ");
    writeln!(text, "  %all = tfrt.merge.chains {chains} : {types}").expect("strings take it");
    text.push_str("  tfrt.return %all : !tfrt.chain\n}\n");
}

/// A program as a Rust module, and its entry in the table of programs.
fn compile(module: &str, source: &Source, catalogue: &Catalogue) -> (String, String) {
    let program =
        match tfrt_import::front_end(source, catalogue, None, &tfrt_import::Options::new()) {
            Ok(program) => program,
            Err(errors) => panic!("{}", render(&errors, source)),
        };
    let tokens = plan::build(&program, catalogue, plan::Panics::PassThrough).and_then(|plan| {
        rust::emit(
            &plan,
            &program,
            catalogue,
            &rust::RustOptions { entries: true, ..rust::RustOptions::default() },
        )
    });
    let tokens = match tokens {
        Ok(tokens) => tokens,
        Err(errors) => panic!("{}", render(&errors, source)),
    };
    let file = syn::parse2(tokens).expect("generated code is Rust");
    let code = prettyplease::unparse(&file);
    let entry = format!(
        "({module:?}, {:?}, {:?}, {module}::__functions::all as _)",
        source.name, source.text
    );
    (format!("pub(crate) mod {module} {{\n{code}\n}}\n"), entry)
}

/// The kernels of the library's module, rather than of the copy of it that this script has.
fn fault_kernels() -> &'static [KernelDef] {
    let there = faults::KERNELS.iter().map(|def| def.with_function("crate::faults", def.function));
    Vec::leak(there.collect())
}

/// What every engine takes: programs, and not what the suite shows to be none.
fn conformance_programs(
    root: &Path,
    catalogue: &Catalogue,
    step: usize,
) -> impl Iterator<Item = (String, String, String)> {
    let programs = conformance::all(root).into_iter().step_by(step).filter(|program| {
        let source = Source::new(&program.file, program.text.clone());
        program.executor_only.is_none()
            && tfrt_import::front_end(&source, catalogue, None, &tfrt_import::Options::new())
                .is_ok()
    });
    programs.map(|program| {
        let module = format!("conformance_{}", program.name.replace(['/', '-'], "_"));
        (module, program.file, program.text)
    })
}

fn mlir_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of filetests is there");
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "mlir"))
        .collect();
    files.sort();
    files
}

fn read(path: &Path, kind: &str) -> (String, String, String) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    (format!("{kind}_{stem}"), format!("{stem}.mlir"), text)
}

fn random_program(seed: u64) -> (String, String, String) {
    let options = random::Options::compiled(seed);
    let kind = if options.cancel { "cancelling" } else { "random" };
    let program = random::program(seed, options);
    (format!("{kind}_{seed}"), "random.mlir".to_owned(), program.text)
}

fn chain() -> String {
    let mut text = String::from("func.func @chain() -> i32 {\n  %v0 = tfrt.constant.i32 1\n");
    for index in 1..=CHAIN {
        writeln!(text, "  %v{index} = tfrt.add.i32 %v{}, %v0", index - 1).expect("strings take it");
    }
    writeln!(text, "  tfrt.return %v{CHAIN} : i32\n}}").expect("strings take it");
    text
}

/// The models as files, and these as Rust, with open sizes and for three rows.
fn compiled_models(out: &Path) {
    let config = tfrt_build::Config::new().manifest_dir(out);
    let bound = config.clone().math("sizes.onnx", "exact");
    let bound = bound.bind("sizes.onnx", "height", 16).bind("sizes.onnx", "x.3", 16);
    let bound = bound.bind("tiles.onnx", "height", 16).bind("tiles.onnx", "width", 16);
    let bind =
        |config: tfrt_build::Config, name: &str| config.bind(&format!("{name}.onnx"), "batch", 3);
    let bound = models::MODELS.iter().fold(bound, |config, (name, _)| bind(config, name));
    for (folder, config) in [("models", config), ("bound_models", bound)] {
        let path = out.join(folder);
        std::fs::create_dir_all(&path).expect("OUT_DIR takes a folder");
        for (name, make) in models::MODELS {
            let file = path.join(format!("{name}.onnx"));
            std::fs::write(file, make(SEED)).expect("OUT_DIR takes a file");
        }
        config.compile(folder).expect("the models are supported");
    }
}
