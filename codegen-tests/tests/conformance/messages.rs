//! Every text that the front end and the kernels can say is expected by some program. The texts
//! are read from the sources: a new message without a program fails the suite.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tfrt_codegen_tests::conformance::Program;

/// The folders that are searched for texts.
const SOURCES: [&str; 24] = [
    "compiler/core/src/bef/emit.rs",
    "compiler/core/src/graph/place.rs",
    "compiler/core/src/resource.rs",
    "compiler/core/src/syntax/lexer.rs",
    "compiler/core/src/syntax/parser",
    "compiler/core/src/verify",
    "runtime/core-runtime-kernels/src",
    "runtime/gpu-ops/src",
    "runtime/gpu/src/code.rs",
    "runtime/gpu/src/device.rs",
    "runtime/gpu/src/entry_point.rs",
    "runtime/gpu/src/graph.rs",
    "runtime/gpu/src/library",
    "runtime/gpu/src/memory.rs",
    "runtime/gpu/src/registry.rs",
    "runtime/gpu/src/stream.rs",
    "runtime/gpu/src/tensor.rs",
    "runtime/kernels/src",
    "runtime/model-kernels/src",
    "runtime/op/src/shapes",
    "runtime/op/src/shapes.rs",
    "runtime/tensor-kernels/src",
    "runtime/test-kernels/src",
    "runtime/tf-ops/src",
];

/// Texts that no program can bring about, and why.
const NOT_FROM_PROGRAMS: &[(&str, &str)] = &[
    (
        "DenseGpuTensor<dtype={dtype}, shape={shape}, pointer={address:#x} (CUDA)>",
        "an address; `gpu/tensors` expects the text before and after it",
    ),
    ("another op uses the memory of the run", "two threads at one moment; chains put ops in order"),
    ("the run is over", "it is over when nobody refers to it"),
    ("filters of shape {filters:?}, and {} weights", "a constant has as many elements as its type"),
    ("a matrix of shape {shape:?}, and {} elements", "a constant has as many elements as its type"),
    ("Cannot allocate host buffer: {refused}", "the tool's runs have no limit; `runs.rs`"),
    ("DenseFakeTensor dtype = {dtype}, shape = {shape}, device = {device}", DEVICE),
    ("unexpected argument type", "the verifier has said so before"),
    ("a block was freed", "a defect of the fake device"),
    ("the op panics", "a panic also goes to standard error; `eager.rs`"),
    ("cannot allocate tensor", "the tool's allocators refuse no small tensor"),
    ("missing 'value' attribute", METADATA),
    ("reduce_mean of no elements", "a result has a number of elements"),
    ("a tensor of kind {}, expected DenseFake", DEVICE),
    ("device {} is no fake device", DEVICE),
    ("device {} was removed", DEVICE),
    ("'{}', which may be missing", PIECE),
    (", how many of each in '{sizes}'", PIECE),
    ("0 == 0", PIECE),
    ("any number of '{}'", PIECE),
    ("device {} was closed while it worked", "programs of the tool end; `runtime/cuda/tests`"),
    ("', '", PIECE),
    ("{} == 0", PIECE),
    ("{} >= 0", PIECE),
    ("'{name}' beside functions cannot be emitted to BEF files", "the verifier has said so before"),
    ("stands beside functions, where it may not", GRAPH),
    (
        "an op beside functions has no operands and results",
        "no declared op there takes or gives any",
    ),
    ("'{}' op lists a region that is not its own", GRAPH),
    ("'{}' op lists a result that is not its own", GRAPH),
    ("an op cannot branch to a block of another region", GRAPH),
    ("attributes nested deeper than {MAX_NESTING} levels", GRAPH),
    ("An op of the original that has no kernel.", DOC),
    ("a value that was made available is pending", "a defect of the runtime"),
    ("an op cannot branch to a block of another region", GRAPH),
    ("longer than {most} bytes", "it takes a file of 64 MiB"),
    ("duplicate locations {handle}", "every op has a place of its own"),
    ("entry block must have {} arguments to match function signature", GRAPH),
    ("modules nested deeper than {MAX_NESTING} levels", GRAPH),
    (
        "native addition takes two 'i32'",
        "a native function's declaration is only as good as its author",
    ),
    (
        "native addition takes two arguments",
        "a native function's declaration is only as good as its author",
    ),
    ("no memory for an int32", "no allocator of the tool refuses four bytes"),
    ("operand #{index} is no value of this function", GRAPH),
    ("the host has ended", "the tool does not stop a host under way"),
    ("parallel blocks dropped", "the tool does not stop a host under way"),
    ("regions nested deeper than {MAX_NESTING} levels", GRAPH),
    ("a function of corert gives a chain first", BEF),
    ("corert.cond needs two functions", BEF),
    ("corert.while needs a body that gives what it takes", BEF),
    ("corert.while needs two functions", BEF),
    ("corert.while got no condition", BEF),
    ("the condition of corert.while is '{}'", BEF),
    ("array of pairs", BEF),
    ("is no array of pairs of a name and a value", BEF),
    ("{} bytes of elements, expected {}", "a constant has as many elements as its type"),
    ("the shape is not known yet", LATE),
    ("the tensor is not there yet", LATE),
    ("tensor predicate does not support type {name}", "it has been converted to DenseHost"),
    ("TfFusedBatchNormV3Op only supports one valid output", METADATA),
    ("Unsupported output data type", METADATA),
    ("tf.Pad of rank {}, expected 4", METADATA),
    ("_tf.Pad needs a `paddings` dense attribute", METADATA),
    ("Unsupported tensor type for tf.ExpandDims", "the op takes no other kind"),
    ("the elements of an argument are shared", "those of a tensor without other owners are not"),
    ("tfrt.case has no branches", BEF),
    ("function '{name}' takes {expected} arguments, given {}", BEF),
    ("function '{}' waits for something in a capture", BEF),
    ("tfrt.cond needs two functions", BEF),
    ("tfrt.if needs two regions", BEF),
    ("tfrt.repeat.i32 needs a region that gives what it takes", BEF),
    ("tfrt.while needs a function from the loop values to them and a condition", BEF),
    ("tfrt.while needs at least one loop value", BEF),
    ("the condition of tfrt.while is '{actual}', not 'i1'", BEF),
    (
        "the {what} has {size} bytes; in a file that is loaded it may have {most}",
        "it takes a name of 64 KiB",
    ),
    ("the elements of a tensor are not aligned", "a defect of the runtime"),
    ("the program cannot be written as BEF: {error}", "it takes a program of gigabytes"),
    ("the text is larger than 4 GiB", "it takes a text of gigabytes"),
];

const BEF: &str = "the verifier refuses the text; only a BEF file brings it about";
const DEVICE: &str = "the tool has no such device; `devices.rs`";
const DOC: &str = "documentation";
const GRAPH: &str = "the parser makes no such graph; only callers of the library do";
const LATE: &str = "a handle is there when its tensor is";
const METADATA: &str = "the metadata function has said so before";
const PIECE: &str = "a piece of other texts";

/// The texts that no program expects, if there are any.
pub(crate) fn check(programs: &[Program]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut texts = BTreeMap::new();
    for folder in SOURCES {
        for path in sources(&root.join(folder)) {
            let source = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
            let tokens: TokenStream =
                source.parse().map_err(|error| format!("{}: {error}", path.display()))?;
            let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            collect(tokens, &name, &mut texts);
        }
    }
    let expected: Vec<String> = programs.iter().flat_map(expectations).collect();
    let exempt = |text: &str| NOT_FROM_PROGRAMS.iter().any(|(other, _)| *other == text);
    let mut complaints = String::new();
    for (text, file) in &texts {
        // What kernels say, and what is printed, may stand in the middle of a line.
        let mut format = Format::of(text);
        format.closed &= file.starts_with("compiler") && !file.ends_with("builtin.rs");
        let held = expected.iter().any(|line| format.may_end(line));
        if held == exempt(text) {
            let what =
                if held { "is held, no longer to be left out" } else { "no program expects" };
            complaints.push_str(&format!("{file}: {what}: {text:?}\n"));
        }
    }
    for (text, _) in NOT_FROM_PROGRAMS.iter().filter(|(text, _)| !texts.contains_key(*text)) {
        complaints.push_str(&format!("is no text of the sources: {text:?}\n"));
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints) }
}

/// A Rust file, or those below a folder, tests left out.
fn sources(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    for path in entries.flatten().map(|entry| entry.path()) {
        let stem = path.file_stem().unwrap_or_default();
        if stem == "tests" || stem == "testing" {
            continue;
        }
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Collects string literals of several words, but not those of attributes, of `expect`, and of
/// modules with tests.
fn collect(tokens: TokenStream, file: &str, texts: &mut BTreeMap<String, String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| tokens.get(index));
        match token {
            TokenTree::Group(group) => {
                let of_attribute = group.delimiter() == Delimiter::Bracket
                    && matches!(before, Some(TokenTree::Punct(mark)) if matches!(mark.as_char(), '#' | '!'));
                let of_tests = matches!(before, Some(TokenTree::Ident(name)) if *name == "tests");
                let of_expect = matches!(before, Some(TokenTree::Ident(name)) if *name == "expect");
                if !(of_attribute || of_tests || of_expect || is_format(&tokens[..index])) {
                    collect(group.stream(), file, texts);
                }
            }
            TokenTree::Literal(literal) => {
                let Ok(literal) = syn::parse_str::<syn::LitStr>(&literal.to_string()) else {
                    continue;
                };
                let text = literal.value();
                if text.trim().contains(' ') {
                    texts.insert(text, file.to_owned());
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Whether these tokens end with `Assembly::new`, whose argument no user reads.
fn is_format(before: &[TokenTree]) -> bool {
    let named = |token: &TokenTree, name| matches!(token, TokenTree::Ident(it) if *it == name);
    matches!(before, [.., ty, _, _, new] if named(ty, "Assembly") && named(new, "new"))
}

/// What a program expects to be said.
fn expectations(program: &Program) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for step in &program.steps {
        for list in [&step.lines, &step.parts, &step.unordered, &step.errors] {
            lines.extend(list.iter().cloned());
        }
    }
    for line in program.text.lines() {
        let comments = line.split("expected-").skip(1);
        let texts = comments.filter_map(|comment| comment.split("{{").nth(1)?.split("}}").next());
        lines.extend(texts.map(str::to_owned));
    }
    lines
}

/// A text with placeholders.
struct Format {
    /// What stands between the placeholders.
    parts: Vec<String>,
    /// Nothing comes after the last part.
    closed: bool,
}

impl Format {
    fn of(text: &str) -> Self {
        let mut parts = vec![String::new()];
        // Braces that are meant stand twice.
        let mut rest = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
        while let Some((before, after)) = rest.split_once('{') {
            parts.last_mut().expect("there is one").push_str(before);
            parts.push(String::new());
            rest = after.split_once('}').map_or(String::new(), |(_, after)| after.to_owned());
        }
        parts.last_mut().expect("there is one").push_str(&rest);
        let plain = |part: String| part.replace('\u{1}', "{").replace('\u{2}', "}");
        let mut parts: Vec<String> =
            parts.into_iter().map(|part| plain(part).trim().to_owned()).collect();
        let closed = parts.last().is_some_and(|last| !last.is_empty());
        parts.retain(|part| !part.is_empty());
        Self { parts, closed }
    }

    /// Whether a line can be something and then this text.
    fn may_end(&self, line: &str) -> bool {
        let Some((last, before)) = self.parts.split_last() else { return true };
        let mut rest = line;
        for part in before {
            let Some(at) = rest.find(part.as_str()) else { return false };
            rest = &rest[at + part.len()..];
        }
        if self.closed { rest.ends_with(last.as_str()) } else { rest.contains(last.as_str()) }
    }
}
