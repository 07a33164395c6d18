//! The MLIR helper: the binary `tfrt-mlir`, which reads what only MLIR itself can read and writes
//! generic text with the locations of its source. It is run as a child process, since MLIR crashes on
//! some input: its death is an error like another.

use std::env;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tfrt_compiler::source::{Diagnostic, LineTable, Position, Source, Span};

/// The helper's command.
const HELPER: &str = "tfrt-mlir";

/// The flags of MLIR's own tool that print what is imported.
const PRINT: &str = "--mlir-print-op-generic --mlir-print-debuginfo";

/// How the helper is installed.
const INSTALL: &str = "`cargo install --path compiler/import/mlir` in tfrt's repository installs";

/// What the helper is asked to write at most.
const MAX_OUTPUT: u64 = 1 << 30;

/// What is kept of its errors.
const MAX_ERRORS: u64 = 1 << 20;

/// The pass that turns branches between blocks into structured control flow.
pub(crate) const LIFT: &str = "lift-cf-to-scf";

/// Who imports a text, and so what helps where it needs the MLIR helper and there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Caller {
    /// A program that calls this library: it can give a helper.
    #[default]
    Library,
    /// The tool `tfrt`, which searches for a helper without being told to.
    Tool,
    /// A macro or a build script: a compilation runs no other programs unless a build script says so.
    Compilation,
    /// A command that reads texts of this project's ops, and imports none.
    Reader,
}

impl Caller {
    fn remedy(self, flags: &str, file: &str) -> String {
        let printed = format!("or import what `mlir-opt {flags} {file}` prints");
        match self {
            Self::Library => {
                format!("give the import `Helper::find()`, which finds what {INSTALL}; {printed}")
            }
            Self::Tool => format!("{INSTALL} it; {printed}"),
            Self::Compilation => {
                "a compilation does not run it: write the program with `tfrt import \
                                  X.mlir -o X.gen.mlir` and name that file, or have a build script \
                                  run it (`tfrt_build::Config::mlir_helper`)"
                    .to_owned()
            }
            Self::Reader => "`tfrt import` makes a program of this project's ops of it".to_owned(),
        }
    }

    /// Why an op in a form of its own cannot be read.
    pub(crate) fn pretty(self, name: &str, file: &str) -> String {
        let remedy = self.remedy(PRINT, file);
        format!("custom op '{name}' in its pretty form needs the MLIR helper: {remedy}")
    }

    /// Why an op between blocks cannot be imported.
    pub(crate) fn lift(self, name: &str, file: &str) -> String {
        let remedy = self.remedy(&format!("--{LIFT} {PRINT}"), file);
        format!("'{name}' between blocks needs the MLIR helper: {remedy}")
    }
}

/// The MLIR helper that is installed.
///
/// ```no_run
/// let helper = tfrt_import::Helper::find().ok_or("tfrt-mlir is not installed")?;
/// let text = b"func.func @f(%n: i32) -> i32 { return %n : i32 }";
/// let generic = helper.normalise("f.mlir", text, &["cse"]).map_err(|errors| errors.join("\n"))?;
/// assert!(generic.contains("\"func.return\""));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Helper {
    program: PathBuf,
    timeout: Duration,
}

impl Helper {
    /// The helper that `TFRT_MLIR` names, that lies beside this program, or that is in a folder of
    /// `PATH`. `None` if there is none, or `TFRT_MLIR` is empty.
    #[must_use]
    pub fn find() -> Option<Self> {
        if let Some(program) = env::var_os("TFRT_MLIR") {
            return (!program.is_empty()).then(|| Self::new(program));
        }
        let file = format!("{HELPER}{}", env::consts::EXE_SUFFIX);
        let beside = env::current_exe().ok().and_then(|path| Some(path.parent()?.to_owned()));
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = beside.into_iter().chain(env::split_paths(&path));
        let program = folders.map(|folder| folder.join(&file)).find(|program| program.is_file())?;
        Some(Self::new(program))
    }

    /// The helper at a path. It is given a minute.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), timeout: Duration::from_secs(60) }
    }

    /// How long a run may take.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// MLIR text or bytecode as generic text with locations, after some of MLIR's passes: `cse`,
    /// `lift-cf-to-scf`, `symbol-dce`, `inline`. `name` is what locations call the source.
    ///
    /// # Errors
    /// Lines `FILE:LINE:COLUMN: error: MESSAGE`, and notes; or one line: the helper cannot be started,
    /// took too long, wrote too much, or crashed.
    pub fn normalise(
        &self,
        name: &str,
        source: &[u8],
        passes: &[&str],
    ) -> Result<String, Vec<String>> {
        let failed = |message: String| vec![format!("error: the MLIR helper {message}")];
        let mut command = Command::new(&self.program);
        // Its own limit comes after this one, which tells what happened.
        command.args(["--name", name, "--seconds", &(self.timeout.as_secs() + 1).to_string()]);
        if !passes.is_empty() {
            command.args(["--passes", &passes.join(",")]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command
            .spawn()
            .map_err(|error| failed(format!("{} cannot run: {error}", self.program.display())))?;
        let (output, errors, status) = self.exchange(&mut child, source).map_err(failed)?;
        if !status.success() {
            let errors: Vec<String> = String::from_utf8_lossy(&errors)
                .lines()
                .filter(|line| !line.trim().is_empty())
                .map(str::to_owned)
                .collect();
            let said = status.code().is_some() && !errors.is_empty();
            return Err(if said { errors } else { failed(format!("crashed: {status}")) });
        }
        String::from_utf8(output).map_err(|_| failed("wrote what is no text".into()))
    }

    /// Writes the source to the child, and reads what it writes until it ends.
    fn exchange(
        &self,
        child: &mut Child,
        source: &[u8],
    ) -> Result<(Vec<u8>, Vec<u8>, ExitStatus), String> {
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Err("has no pipes".into());
        };
        let (sender, done) = mpsc::channel();
        thread::scope(|scope| {
            // A child that ends early does not read all of it.
            scope.spawn(move || drop(stdin.write_all(source)));
            let errors = scope.spawn(move || read(stderr, MAX_ERRORS));
            let output = scope.spawn(move || {
                let output = read(stdout, MAX_OUTPUT);
                let _ = sender.send(());
                output
            });
            let in_time = done.recv_timeout(self.timeout).is_ok();
            if !in_time {
                // The pipes close with it.
                let _ = child.kill();
            }
            let output = output.join().unwrap_or_default();
            let too_much = output.len() as u64 == MAX_OUTPUT;
            if too_much {
                let _ = child.kill();
            }
            let status = child.wait().map_err(|error| format!("cannot be awaited: {error}"))?;
            let errors = errors.join().unwrap_or_default();
            if !in_time {
                return Err(format!("took more than {:?}", self.timeout));
            }
            if too_much {
                return Err(format!("wrote more than {MAX_OUTPUT} bytes"));
            }
            Ok((output, errors, status))
        })
    }

    /// The same of a program's text, with errors at their places in it.
    pub(crate) fn normalise_text(
        &self,
        source: &Source,
        passes: &[&str],
    ) -> Result<Source, Vec<Diagnostic>> {
        // MLIR counts lines from one, so a piece of a split file follows as many empty lines.
        let lines = "\n".repeat(source.first_line.saturating_sub(1) as usize);
        let text = lines + &source.text;
        match self.normalise(&source.name, text.as_bytes(), passes) {
            Ok(text) => Ok(Source::new(source.name.clone(), text)),
            Err(lines) => {
                let table = LineTable::new(source);
                Err(lines.iter().map(|line| diagnostic(source, &table, line)).collect())
            }
        }
    }
}

/// Reads to the end, or so many bytes.
fn read(pipe: impl Read, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error counts.
    let _ = pipe.take(most).read_to_end(&mut bytes);
    bytes
}

/// An error at the place in the source that its line begins with, if it begins with one.
fn diagnostic(source: &Source, table: &LineTable, line: &str) -> Diagnostic {
    let placed = || {
        let rest = line.strip_prefix(&source.name)?.strip_prefix(':')?;
        let (row, rest) = rest.split_once(':')?;
        let (column, rest) = rest.split_once(':')?;
        let position = Position { line: row.parse().ok()?, column: column.parse().ok()? };
        Some((span(source, table, position)?, rest.trim_start()))
    };
    let (span, message) = placed().unwrap_or((Span::default(), line));
    Diagnostic::error(span, message.strip_prefix("error: ").unwrap_or(message))
}

/// The word at a position of a text.
pub(crate) fn span(source: &Source, table: &LineTable, position: Position) -> Option<Span> {
    let start = table.offset(position)?;
    let rest = source.text.get(start as usize..)?;
    let word = |c: char| c.is_alphanumeric() || matches!(c, '%' | '@' | '.' | '_' | '$');
    let length = rest.find(|c| !word(c)).unwrap_or(rest.len()).max(1).min(rest.len());
    Some(Span::new(start, start.saturating_add(u32::try_from(length).ok()?)))
}
