//! What tests ask of the driver: one line of text a command, text as the answer.

use crate::driver::code::Code;
use crate::driver::{DRIVER, Logged};
use std::fmt::Write;

/// Does what a command says. The answer is empty unless the command asks; `?` and a reason if it cannot be read.
///
/// | command | meaning |
/// |---|---|
/// | `version N`, `devices N`, `memory BYTES`, `init CODE` | before the first call: the driver's version, the number of devices, the memory of each, what `cuInit` gives |
/// | `stepped SEED`, `running` | queries and waits run the work of streams, in an order that the seed chooses; or each stream has a thread that runs it |
/// | `late SEED` | an event that has passed often says that it has not, and copies to the host take a while; `TFRT_STAND_IN_LATE` says so from the start |
/// | `step` | does one piece of work: `1`, or `0` if none can be done |
/// | `fail N CODE`, `fail` | the N-th call from now fails; no call does |
/// | `fail-launch N CODE` | after N others, a launch fails while it runs |
/// | `calls` | the number of calls since `fail` |
/// | `log`, `forget` | a line a call; begins anew |
/// | `objects` | a line a kind: how many there are |
/// | `reports` | what a card would not report, a line each; then forgets it |
pub(crate) fn control(command: &str) -> String {
    let mut words = command.split_whitespace();
    let name = words.next().unwrap_or_default();
    let numbers: Result<Vec<u64>, _> = words.map(str::parse).collect();
    let Ok(numbers) = numbers else {
        return format!("? '{command}' has something that is no number");
    };
    answer(name, &numbers).unwrap_or_else(|| format!("? '{command}' is no command"))
}

fn answer(name: &str, numbers: &[u64]) -> Option<String> {
    let mut state = DRIVER.lock();
    let code = |number: u64| u32::try_from(number).ok().map(Code);
    match (name, numbers) {
        ("version", [version]) => state.settings.version = u32::try_from(*version).ok()?,
        ("devices", [count]) => state.settings.devices = usize::try_from(*count).ok()?,
        ("memory", [bytes]) => state.settings.memory = *bytes,
        ("init", [number]) => state.settings.init = Some(code(*number)?),
        ("stepped", [seed]) => state.settings.stepped = Some(*seed),
        ("running", []) => {
            state.settings.stepped = None;
            drop(state);
            DRIVER.wake();
        }
        ("late", [seed]) => state.settings.late = Some(*seed),
        ("step", []) => return Some(u32::from(DRIVER.step(&mut state)).to_string()),
        ("fail", []) => {
            state.faults.calls = 0;
            state.faults.at.clear();
            state.faults.launch = None;
        }
        ("fail", [after, number]) => {
            let at = state.faults.calls.checked_add(*after)?;
            state.faults.at.push((at, code(*number)?));
        }
        ("fail-launch", [after, number]) => state.faults.launch = Some((*after, code(*number)?)),
        ("calls", []) => return Some(state.faults.calls.to_string()),
        ("log", []) => return Some(state.log.iter().map(line).collect()),
        ("forget", []) => state.log.clear(),
        ("objects", []) => {
            let mut text = String::new();
            for (kind, count) in state.objects.counts() {
                writeln!(text, "{kind} {count}").ok()?;
            }
            let memory =
                state.space.iter().filter(|it| it.is_device() && !state.is_global(it.base));
            let sizes: Vec<usize> = memory.map(|it| it.size).collect();
            writeln!(text, "allocations {}", sizes.len()).ok()?;
            writeln!(text, "bytes {}", sizes.iter().sum::<usize>()).ok()?;
            let registered = state.space.iter().filter(|it| !it.is_device()).count();
            writeln!(text, "registered {}", registered - state.objects.pinned.len()).ok()?;
            return Some(text);
        }
        ("reports", []) => {
            let reports = std::mem::take(&mut state.reports);
            return Some(reports.into_iter().map(|report| report + "\n").collect());
        }
        _ => return None,
    }
    Some(String::new())
}

/// `CALL STREAM CODE DETAIL`, with `-` for no stream.
fn line(logged: &Logged) -> String {
    let stream = logged.stream.map_or_else(|| "-".to_owned(), |stream| stream.to_string());
    format!("{} {stream} {} {}\n", logged.call, logged.code, logged.detail)
}
