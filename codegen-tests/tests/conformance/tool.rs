//! Runs the tool and compares what comes of it with what a program's header says.

use cuda_stand_in::StandIn;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tfrt_codegen_tests::conformance::{Program, Step};

/// The name under which this binary is the tool.
pub(crate) const TOOL: &str = "tfrt";

/// More than any program of the suite needs on a slow machine.
const LIMIT: Duration = Duration::from_secs(120);

/// What a command came to.
struct Ran {
    exit: Option<i32>,
    stdout: Vec<u8>,
    stderr: String,
}

/// Does what a step asks for. The error is what differs.
pub(crate) fn check(program: &Program, step: &Step, scratch: &Path) -> Result<(), String> {
    let commands = step.commands.clone();
    compare(step, &pipeline(&program.folder, &commands, scratch)?)
        .map_err(|error| format!("{}\n{error}", shown(&commands)))?;
    // Only a program has BEF.
    if !step.short || step.exit == 2 {
        return Ok(());
    }
    // What is of upstream dialects is imported to text first.
    let file = program.file.clone();
    let mut commands = match program.name.starts_with("upstream/") {
        true => vec![vec!["import".to_owned(), file], vec!["translate".to_owned()]],
        false => vec![vec!["translate".to_owned(), file]],
    };
    let last = commands.len();
    commands.push(step.commands[0].clone());
    commands[last].pop();
    compare(step, &pipeline(&program.folder, &commands, scratch)?)
        .map_err(|error| format!("{}\n{error}", shown(&commands)))
}

fn shown(commands: &[Vec<String>]) -> String {
    let commands = commands.iter().map(|words| format!("tfrt {}", words.join(" ")));
    commands.collect::<Vec<_>>().join(" | ")
}

/// Runs commands, each on what the one before it wrote.
fn pipeline(folder: &Path, commands: &[Vec<String>], scratch: &Path) -> Result<Ran, String> {
    let mut input = Vec::new();
    for (index, words) in commands.iter().enumerate() {
        let words: Vec<String> =
            words.iter().map(|word| word.replace("TMP", &scratch.to_string_lossy())).collect();
        let ran = run(folder, &words, input)?;
        if index + 1 == commands.len() {
            return Ok(ran);
        }
        if ran.exit != Some(0) {
            let what = words.join(" ");
            return Err(format!("tfrt {what}: exit {:?}\n{}", ran.exit, ran.stderr));
        }
        input = ran.stdout;
    }
    Err("no command".to_owned())
}

fn run(folder: &Path, words: &[String], input: Vec<u8>) -> Result<Ran, String> {
    let failed = |error: std::io::Error| format!("the tool does not start: {error}");
    let mut child = Command::new(std::env::current_exe().map_err(failed)?)
        .arg0(TOOL)
        .args(words)
        .current_dir(folder)
        // Programs say what happens without the MLIR helper.
        .env("TFRT_MLIR", "")
        // Devices are those of a driver without a card.
        .env("TFRT_CUDA_DRIVER", StandIn::library().map_err(failed)?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let (mut stdin, mut stdout, mut stderr) = (
        child.stdin.take().expect("it is piped"),
        child.stdout.take().expect("it is piped"),
        child.stderr.take().expect("it is piped"),
    );
    let (done, finished) = mpsc::channel();
    let (out, err) = thread::scope(|scope| {
        // A tool that reads none of it closes the pipe; that is its right.
        scope.spawn(move || stdin.write_all(&input));
        let out = scope.spawn(move || {
            let mut bytes = Vec::new();
            let read = stdout.read_to_end(&mut bytes).map(|_| bytes);
            let _ = done.send(());
            read
        });
        let err = scope.spawn(move || {
            let mut bytes = Vec::new();
            stderr.read_to_end(&mut bytes).map(|_| bytes)
        });
        if finished.recv_timeout(LIMIT).is_err() {
            let _ = child.kill();
        }
        (out.join().expect("it does not panic"), err.join().expect("it does not panic"))
    });
    let status = child.wait().map_err(failed)?;
    Ok(Ran {
        exit: status.code(),
        stdout: out.map_err(failed)?,
        stderr: String::from_utf8_lossy(&err.map_err(failed)?).into_owned(),
    })
}

/// What differs, if anything does.
fn compare(step: &Step, ran: &Ran) -> Result<(), String> {
    let mut complaints = String::new();
    if ran.exit != Some(step.exit) {
        complaints.push_str(&format!("exit {:?}, expected {}\n", ran.exit, step.exit));
    }
    let stdout = String::from_utf8_lossy(&ran.stdout);
    if !stdout.is_empty() && !stdout.ends_with('\n') {
        complaints.push_str("standard output does not end with a newline\n");
    }
    let mut lines: Vec<&str> = stdout.lines().map(str::trim_end).collect();
    if step.short {
        let chosen = lines.iter().take(2).filter(|line| line.starts_with("Choosing ")).count();
        // An input that cannot be used stops the tool before it chooses, or after.
        if chosen != 2 && step.exit != 2 {
            complaints.push_str("the two lines 'Choosing …' are missing\n");
        }
        lines.drain(..chosen);
    }
    if !step.parts.is_empty() {
        for part in &step.parts {
            if !lines.iter().any(|line| line.contains(part.as_str())) {
                complaints.push_str(&format!("standard output lacks: {part}\n"));
            }
        }
    } else if !step.unordered.is_empty() {
        let mut expected: Vec<&str> = step.unordered.iter().map(String::as_str).collect();
        expected.sort_unstable();
        lines.sort_unstable();
        complaints.push_str(&difference(&expected, &lines));
    } else if !step.lines.is_empty() || step.absent.is_empty() {
        let expected: Vec<&str> = step.lines.iter().map(String::as_str).collect();
        complaints.push_str(&difference(&expected, &lines));
    }
    for part in &step.absent {
        if lines.iter().any(|line| line.contains(part.as_str())) {
            complaints.push_str(&format!("standard output must not have: {part}\n"));
        }
    }
    let mut rest = ran.stderr.lines();
    for part in &step.errors {
        if !rest.any(|line| line.contains(part.as_str())) {
            complaints.push_str(&format!("standard error lacks, in this order: {part}\n"));
            break;
        }
    }
    if step.errors.is_empty() && !ran.stderr.is_empty() {
        complaints.push_str("standard error is not empty\n");
    }
    if complaints.is_empty() {
        return Ok(());
    }
    if step.parts.is_empty() && step.unordered.is_empty() {
        return Err(format!("{complaints}standard error:\n{}", ran.stderr));
    }
    Err(format!("{complaints}standard output:\n{stdout}standard error:\n{}", ran.stderr))
}

/// The lines that differ, with those around them; empty if none does.
fn difference(expected: &[&str], found: &[&str]) -> String {
    if expected == found {
        return String::new();
    }
    let before = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    let (left, right) = (&expected[before..], &found[before..]);
    let after = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    let mut text = "standard output (- expected, + found):\n".to_owned();
    let same = |lines: &[&str]| lines.iter().map(|line| format!("  {line}\n")).collect::<String>();
    text.push_str(&same(&expected[before.saturating_sub(2)..before]));
    left[..left.len() - after].iter().for_each(|line| text.push_str(&format!("- {line}\n")));
    right[..right.len() - after].iter().for_each(|line| text.push_str(&format!("+ {line}\n")));
    text.push_str(&same(&left[left.len() - after..][..after.min(2)]));
    text
}
