//! What generated Rust looks like: a readable set of programs and their expansions, which must
//! stay as they are until somebody blesses a change. `TFRT_BLESS=1` rewrites them.

use std::path::{Path, PathBuf};
use tfrt::kernel;
use tfrt_codegen_tests::verified;
use tfrt_compiler::{plan, rust};

/// A kernel that is worth a thread.
#[kernel("golden.costly", pure, cost = 1_000_000)]
fn costly(x: i32) -> i32 {
    x
}

/// One that may fail.
#[kernel("golden.fallible", pure, cost = 1_000_000)]
fn fallible(x: i32) -> Result<i32, String> {
    Ok(x)
}

tfrt::kernels! { GOLDEN = [costly, fallible] }

/// The programs: those beside the expansions, and the example's.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(root.join("expanded")).expect("the folder is there");
    let files = entries.flatten().map(|entry| entry.path());
    let mut programs: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|e| e == "mlir")).collect();
    programs.push(root.join("../examples/graphs/fizzbuzz.mlir"));
    programs.sort();
    programs
}

/// The expansion of a program, formatted.
fn expansion(path: &Path) -> String {
    let catalogue = tfrt_test_kernels::catalogue().with(&GOLDEN);
    let name = path.file_name().expect("a file has a name").to_string_lossy();
    // A checkout may have other line ends; columns and lines are the same.
    let text = std::fs::read_to_string(path).expect("the program can be read").replace('\r', "");
    let program = verified(&name, &text, &catalogue).expect("the program is valid");
    let plan = plan::build(&program, &catalogue, plan::Panics::PassThrough)
        .expect("the program can be planned");
    let options = &rust::RustOptions::default();
    let tokens =
        rust::emit(&plan, &program, &catalogue, options).expect("the program can be printed");
    prettyplease::unparse(&syn::parse2(tokens).expect("generated code is Rust"))
}

#[test]
fn expansions_are_as_blessed() {
    let bless = std::env::var_os("TFRT_BLESS").is_some_and(|value| value == "1");
    for program in programs() {
        let found = expansion(&program);
        let stem = program.file_stem().expect("a file has a name").to_string_lossy();
        let golden =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("expanded").join(format!("{stem}.rs"));
        if bless {
            std::fs::write(&golden, &found).expect("the expansion can be written");
            continue;
        }
        let expected = std::fs::read_to_string(&golden)
            .unwrap_or_else(|error| panic!("{}: {error}", golden.display()))
            .replace('\r', "");
        assert_eq!(expected, found, "the expansion of {stem} is another; bless it if it is better");
    }
}

#[test]
fn every_emission_is_the_same() {
    for program in programs() {
        assert_eq!(expansion(&program), expansion(&program), "{}", program.display());
    }
}

#[test]
fn ready_functions_only_call_kernels() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("expanded/scalar.mlir");
    let file: syn::File = syn::parse_str(&expansion(&path)).expect("generated code is Rust");
    let functions: Vec<_> = file
        .items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Fn(function) => Some(function),
            _ => None,
        })
        .collect();
    assert!(!functions.is_empty());
    for function in functions {
        for input in &function.sig.inputs {
            let syn::FnArg::Typed(input) = input else { panic!("a method") };
            assert_eq!(input.ty, syn::parse_quote!(i32), "only the program's arguments");
        }
        assert_eq!(function.sig.output, syn::parse_quote!(-> i32));
        for statement in &function.block.stmts {
            only_kernels(statement);
        }
    }
}

/// A call of a kernel, values and constants: nothing else.
fn only_kernels(statement: &syn::Stmt) {
    let expression = match statement {
        syn::Stmt::Local(syn::Local { init: Some(init), .. }) => &init.expr,
        syn::Stmt::Expr(expression, _) => expression,
        _ => panic!("a statement of another kind"),
    };
    plain(expression);
}

fn plain(expression: &syn::Expr) {
    match expression {
        syn::Expr::Path(_) | syn::Expr::Lit(_) => {}
        syn::Expr::Unary(syn::ExprUnary { expr, .. })
        | syn::Expr::Paren(syn::ExprParen { expr, .. })
        | syn::Expr::Return(syn::ExprReturn { expr: Some(expr), .. }) => plain(expr),
        syn::Expr::Call(call) => {
            let syn::Expr::Path(function) = &*call.func else { panic!("a call of a value") };
            let names: Vec<_> =
                function.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            // An attribute is its value, wrapped.
            let wraps = names == ["__rt", "Attr"];
            assert!(wraps || names[..2] == ["__rt", "tfrt_kernels"], "a call of {names:?}");
            call.args.iter().for_each(plain);
        }
        _ => panic!("an expression of another kind"),
    }
}
