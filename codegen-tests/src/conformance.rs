//! Programs of the conformance suite: what their headers say. `conformance/README.md` is the
//! format's description; the suite itself is `tests/conformance/`, and the build script compiles
//! those programs that every engine takes.

use std::path::{Path, PathBuf};

/// One program of the suite.
#[derive(Debug)]
pub struct Program {
    /// `AREA/NAME`.
    pub name: String,
    /// The folder, in which the tool is started.
    pub folder: PathBuf,
    /// The file's own name: what the tool and so locations call it.
    pub file: String,
    /// The text, header and all.
    pub text: String,
    /// The rules that it holds the implementation to.
    pub rules: Vec<String>,
    /// What to do.
    pub steps: Vec<Step>,
    /// Why only the executor may be compared with itself; `None`: every engine must agree.
    pub executor_only: Option<String>,
    /// Why the text that BEF is turned back into is no program; `None`: it is the same program.
    pub no_lift: Option<String>,
}

/// One use of the tool and what must come of it.
#[derive(Debug, Default)]
pub struct Step {
    /// The line of the header that asks for it.
    pub line: usize,
    /// Command lines; each reads what the one before it wrote.
    pub commands: Vec<Vec<String>>,
    /// Asked for by `run:`: the lines `Choosing …` are not written down, and the same must come
    /// of the program as BEF.
    pub short: bool,
    /// The exit status of the last command; those before it must give 0.
    pub exit: i32,
    /// `out| …`: standard output, line by line.
    pub lines: Vec<String>,
    /// `out*| …`: some line of standard output contains this. Where there is one of these,
    /// `lines` must be empty, and other lines are ignored.
    pub parts: Vec<String>,
    /// `out!| …`: no line of standard output contains this.
    pub absent: Vec<String>,
    /// `out~| …`: standard output in any order, with `lines` empty.
    pub unordered: Vec<String>,
    /// `err| …`: the lines of standard error that contain these come in this order. Without any,
    /// standard error must be empty.
    pub errors: Vec<String>,
}

/// All programs below a folder, by name.
///
/// # Panics
/// A file cannot be read, or its header is wrong: a defect of the suite.
#[must_use]
pub fn all(root: &Path) -> Vec<Program> {
    let mut programs = Vec::new();
    for area in entries(root).filter(|path| path.is_dir()) {
        for path in entries(&area).filter(|path| path.extension().is_some_and(|e| e == "mlir")) {
            let text =
                std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            let part = |part: Option<&std::ffi::OsStr>| {
                part.unwrap_or_default().to_string_lossy().into_owned()
            };
            let name = format!("{}/{}", part(area.file_name()), part(path.file_stem()));
            match program(name, area.clone(), part(path.file_name()), text) {
                Ok(program) => programs.push(program),
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    entries.flatten().map(|entry| entry.path())
}

/// A program out of its text.
fn program(name: String, folder: PathBuf, file: String, text: String) -> Result<Program, String> {
    let mut program = Program {
        name,
        folder,
        file,
        text,
        rules: Vec::new(),
        steps: Vec::new(),
        executor_only: None,
        no_lift: None,
    };
    let text = std::mem::take(&mut program.text);
    for (line, number) in text.lines().zip(1..) {
        let Some(line) = line.strip_prefix("//") else { break };
        program.header(line, number).map_err(|error| format!("line {number}: {error}"))?;
    }
    program.text = text;
    if program.rules.is_empty() {
        return Err("says no rule".to_owned());
    }
    if program.steps.is_empty() {
        return Err("does nothing: neither 'run:' nor 'tool:'".to_owned());
    }
    for step in &program.steps {
        let kinds = [&step.lines, &step.parts, &step.unordered];
        if kinds.iter().filter(|lines| !lines.is_empty()).count() > 1 {
            return Err(format!("line {}: 'out|', 'out*|' and 'out~|' in one step", step.line));
        }
    }
    Ok(program)
}

impl Program {
    fn header(&mut self, line: &str, number: usize) -> Result<(), String> {
        let text = line.strip_prefix(' ').unwrap_or(line);
        if let Some(rule) = text.strip_prefix("rule:") {
            self.rules.push(rule.trim().to_owned());
        } else if let Some(command) = text.strip_prefix("run:") {
            let words = ["run", "--reference-output", "--verify-diagnostics"].map(str::to_owned);
            let given = words_of(command)?;
            let command = words.into_iter().chain(given).chain([self.file.clone()]).collect();
            let commands = vec![command];
            self.steps.push(Step { line: number, commands, short: true, ..Step::default() });
        } else if let Some(line) = text.strip_prefix("tool:") {
            let commands = line.split(" | ").map(|command| self.command(command));
            let commands = commands.collect::<Result<_, _>>()?;
            self.steps.push(Step { line: number, commands, ..Step::default() });
        } else if let Some(reason) = text.strip_prefix("engines: executor,") {
            self.executor_only = Some(reason.trim().to_owned());
        } else if let Some(reason) = text.strip_prefix("lift: none,") {
            self.no_lift = Some(reason.trim().to_owned());
        } else if text.starts_with("  ") && self.steps.is_empty() {
            let rule = self.rules.last_mut().ok_or("continues no rule")?;
            rule.push(' ');
            rule.push_str(text.trim());
        } else {
            let step = self.steps.last_mut().ok_or("neither a rule nor a step")?;
            step.header(text)?;
        }
        Ok(())
    }

    fn command(&self, text: &str) -> Result<Vec<String>, String> {
        let mut words = words_of(text)?;
        words.iter_mut().filter(|word| *word == "FILE").for_each(|word| *word = self.file.clone());
        Ok(words)
    }
}

impl Step {
    fn header(&mut self, text: &str) -> Result<(), String> {
        if let Some(status) = text.strip_prefix("exit:") {
            self.exit = status.trim().parse().map_err(|_| "the exit status is no number")?;
            return Ok(());
        }
        let (kind, line) = text.split_once('|').ok_or("what is this?")?;
        let list = match kind {
            "out" => &mut self.lines,
            "out*" => &mut self.parts,
            "out!" => &mut self.absent,
            "out~" => &mut self.unordered,
            "err" => &mut self.errors,
            _ => return Err(format!("'{kind}|' means nothing")),
        };
        list.push(line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned());
        Ok(())
    }
}

/// Words apart by blanks; one may stand in double quotes.
fn words_of(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    if text.matches('"').count() % 2 == 1 {
        return Err("a quote is not closed".to_owned());
    }
    Ok(words)
}
