//! The MLIR helper as a child process, played by shell scripts: whatever it does is a text or an error.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tfrt_compiler::source::{Diagnostic, LineTable, Source};
use tfrt_import::{Caller, Helper, Options, front_end};

/// A helper that is a shell script, in a folder that ends with this.
struct Script {
    folder: PathBuf,
    helper: Helper,
}

impl Script {
    fn new(name: &str, body: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("tfrt-helper-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let file = folder.join("tfrt-mlir");
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).expect("a script");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it is ours");
        Self { folder, helper: Helper::new(file) }
    }

    fn error(&self) -> String {
        let errors = self.helper.normalise("x.mlir", b"text", &[]).expect_err("it fails");
        errors.join("\n")
    }

    /// The errors of a text that needs the helper, each with its line, column and text.
    fn refused(&self, source: &Source) -> Vec<(u32, u32, String)> {
        let options = Options::new().helper(Some(self.helper.clone()));
        let errors = front_end(source, &tfrt_kernels::catalogue(), None, &options).err();
        let table = LineTable::new(source);
        let place = |Diagnostic { span, message, .. }: Diagnostic| {
            let position = table.position(span.start);
            (position.line, position.column, message)
        };
        errors.expect("it is refused").into_iter().map(place).collect()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn the_source_goes_in_and_text_comes_out() {
    let script = Script::new("echo", "echo \"$@\"; cat");
    // More than a pipe holds.
    let source = "x".repeat(1 << 20);
    let text = script.helper.normalise("a b.mlir", source.as_bytes(), &["cse", "inline"]);
    let text = text.expect("it ends well");
    assert_eq!(text, format!("--name a b.mlir --seconds 61 --passes cse,inline\n{source}"));
}

#[test]
fn a_helper_that_does_not_read_or_end_well_is_an_error() {
    let missing = Helper::new("/nowhere/tfrt-mlir").normalise("x", b"", &[]).expect_err("no file");
    assert!(missing[0].contains("/nowhere/tfrt-mlir cannot run"), "{missing:?}");
    assert!(Script::new("killed", "kill -SEGV $$").error().contains("crashed: signal: 11"));
    assert!(Script::new("silent", "exit 3").error().contains("crashed: exit status: 3"));
    assert!(Script::new("bytes", "printf '\\377'").error().contains("wrote what is no text"));
    let full = Script::new("full", "cat >/dev/null; echo a:1:1: error: b >&2; exit 1");
    assert_eq!(full.error(), "a:1:1: error: b");
    let deaf = Script::new("deaf", "exec <&-; echo fine");
    let text = deaf.helper.normalise("x", "x".repeat(1 << 20).as_bytes(), &[]);
    assert_eq!(text.as_deref(), Ok("fine\n"));
}

#[test]
fn time_is_limited() {
    let script = Script::new("slow", "exec sleep 1000");
    let start = Instant::now();
    let helper = script.helper.clone().timeout(Duration::from_millis(200));
    let errors = helper.normalise("x", b"", &[]).expect_err("it is too slow");
    assert!(errors[0].contains("took more than 200ms"), "{errors:?}");
    assert!(start.elapsed() < Duration::from_secs(100));
}

const PRETTY: &str = "func.func @f(%a: i32) -> i32 {\n  %b = func.call @f(%a) : (i32) -> i32\n  return %b : i32\n}\n";

#[test]
fn without_a_helper_the_error_names_it() {
    let source = Source::new("x.mlir", PRETTY);
    let errors = front_end(&source, &tfrt_kernels::catalogue(), None, &Options::new()).err();
    let errors = errors.expect("it is refused");
    assert!(errors[0].message.contains("'func.call' in its pretty form needs the MLIR helper"));
}

#[test]
fn who_imports_decides_what_helps() {
    let source = Source::new("x.mlir", PRETTY);
    for (caller, helps) in [
        (Caller::Library, "give the import `Helper::find()`, which finds what `cargo install"),
        (Caller::Tool, "helper: `cargo install --path compiler/import/mlir` in tfrt's repository"),
        (Caller::Compilation, "write the program with `tfrt import X.mlir -o X.gen.mlir` and name"),
        (Caller::Reader, "`tfrt import` makes a program of this project's ops of it"),
    ] {
        let options = Options::new().caller(caller);
        let errors = front_end(&source, &tfrt_kernels::catalogue(), None, &options).err();
        let message = &errors.expect("it is refused")[0].message;
        assert!(message.contains(helps), "{message}");
        let runs_nothing = matches!(caller, Caller::Compilation | Caller::Reader);
        assert_eq!(message.contains("mlir-opt"), !runs_nothing, "{message}");
    }
}

#[test]
fn only_what_mlir_has_to_read_is_made_generic() {
    let script = Script::new("generic", "cat >/dev/null; echo \"$@\"");
    let generic = |text: &str| {
        let source = tfrt_import::generic(&Source::new("x.mlir", text), &script.helper);
        source.expect("the script ends well").map(|source| source.text)
    };
    let plain = "--name x.mlir --seconds 61\n";
    assert_eq!(generic(PRETTY).as_deref(), Some(plain));
    let branch = "func.func @f() {\n\"cf.br\"()[^a] : () -> ()\n^a:\n\"cf.br\"()[^a] : () -> ()\n}";
    let lifted = "--name x.mlir --seconds 61 --passes lift-cf-to-scf\n";
    assert_eq!(generic(branch).as_deref(), Some(lifted));
    assert_eq!(generic("func.func @f() {\n\"arith.x\"() : () -> ()\nreturn\n}"), None);
    assert_eq!(generic("func.func @f() {\n  tfrt.return\n}"), None);
}

#[test]
fn errors_of_the_helper_stand_in_the_source() {
    let body =
        "cat >/dev/null; printf 'x.mlir:2:8: error: no good\\nerror: nowhere\\n' >&2; exit 1";
    let script = Script::new("errors", body);
    let found = script.refused(&Source::new("x.mlir", PRETTY));
    assert_eq!(found, [(2, 8, "no good".to_owned()), (1, 1, "nowhere".to_owned())]);
}

#[test]
fn errors_of_what_the_helper_made_stand_in_the_source() {
    // An op that cannot be imported, made from the second line of the source.
    let body = "cat >/dev/null; cat <<'END'
func.func @f() {
  \"arith.unheard_of\"() : () -> () loc(fused[\"x.mlir\":2:8, \"y.mlir\":1:1])
  \"func.return\"() : () -> ()
}
END";
    let script = Script::new("made", body);
    let found = script.refused(&Source::new("x.mlir", PRETTY));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0, found[0].1), (2, 8));
    assert!(found[0].2.contains("arith.unheard_of"), "{found:?}");
}

#[test]
fn a_piece_of_a_split_file_keeps_its_lines() {
    let script = Script::new("lines", "printf 'x.mlir:%s:1: error: end\\n' $(wc -l) >&2; exit 1");
    let mut source = Source::new("x.mlir", PRETTY);
    source.first_line = 11;
    // Its last line is the fourth.
    assert_eq!(script.refused(&source), [(14, 1, "end".to_owned())]);
}
