//! Runs a launch: block after block, each with all its threads. Uses the decoded form.

mod access;
mod block;
mod random;
mod step;
mod thread;
mod warp;

use super::fault::{Fault, FaultKind};
use super::instruction::{Body, Known, NONE, Slot};
use super::memory::Memory;
use super::module::{Function, Module};
use block::Block;
use random::Random;

/// Shared memory of a block, at most.
const MAX_SHARED: u32 = 227 << 10;

/// A launch of an entry.
pub struct Launch<'a> {
    /// The function's module.
    pub module: &'a Module,
    /// An entry of it.
    pub function: &'a Function,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Bytes of shared memory that are added to what the function has.
    pub dynamic_shared: u32,
    /// The parameters by their offsets.
    pub params: &'a [u8],
    /// Addresses of the module's globals.
    pub globals: &'a dyn Fn(&str) -> Option<u64>,
    /// Chooses the order of blocks and threads, and where threads are preempted.
    pub seed: u64,
    /// Instructions of all threads together, then [`FaultKind::Limit`].
    pub limit: u64,
}

impl std::fmt::Debug for Launch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let function = self.function.name();
        write!(
            f,
            "Launch({function}, grid {:?}, block {:?}, seed {})",
            self.grid, self.block, self.seed
        )
    }
}

/// What a launch has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Instructions of all threads.
    pub instructions: u64,
    /// Blocks.
    pub blocks: u64,
    /// Threads of all blocks.
    pub threads: u64,
    /// Loads, stores and atomic operations outside of registers.
    pub accesses: u64,
    /// Barriers of blocks that opened.
    pub barriers: u64,
}

/// Runs a launch to its end. The same seed gives the same order of everything.
///
/// # Errors
/// The first fault of a thread, after which no thread does anything.
pub fn run(launch: &Launch<'_>, memory: &dyn Memory) -> Result<Statistics, Fault> {
    let environment = Environment::new(launch, memory)?;
    let blocks = launch.grid.iter().fold(1_u128, |all, &size| all * u128::from(size));
    let mut random = Random::new(launch.seed);
    let (start, step) = order(&mut random, blocks);
    let mut statistics = Statistics::default();
    let mut block = Block::new(&environment);
    for count in 0..blocks {
        let index = (start + count * step) % blocks;
        let [x, y, _] = launch.grid.map(u128::from);
        // Each is below the grid's size.
        let id = [(index % x) as u32, (index / x % y) as u32, (index / x / y) as u32];
        // Threads check the limit only when they branch. Without this check, a grid of many blocks without branches would run past it.
        if statistics.instructions > launch.limit {
            let message = "more instructions than the launch allows".to_owned();
            return Err(Fault { kind: FaultKind::Limit, message, line: 0, thread: (id, [0; 3]) });
        }
        block.run(&environment, id, &mut random, &mut statistics)?;
        statistics.blocks += 1;
        statistics.threads += u64::from(environment.threads);
    }
    Ok(statistics)
}

/// A start and a step that visit all blocks once.
fn order(random: &mut Random, blocks: u128) -> (u128, u128) {
    let start = u128::from(random.next()) % blocks;
    // Half of the seeds take the natural order, on which wrong kernels rely.
    if random.below(2) == 0 || blocks < 3 {
        return (start, 1);
    }
    let mut step = (u128::from(random.next()) % blocks).clamp(1, u128::from(u32::MAX));
    while greatest_common_divisor(step, blocks) != 1 {
        step += 1;
    }
    (start, step)
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A function with what the launch knows of it.
struct Code<'a> {
    body: &'a Body,
    /// What a frame starts with.
    slots: Vec<u64>,
    /// Slots that differ by thread or by frame.
    known: Vec<(Slot, Known)>,
}

/// What all blocks of a launch share.
struct Environment<'a> {
    launch: &'a Launch<'a>,
    memory: &'a dyn Memory,
    /// By the index of the function; none where the entry does not reach it.
    code: Vec<Option<Code<'a>>>,
    /// The entry.
    entry: u32,
    threads: u32,
    shared: u32,
    params: Vec<u8>,
}

impl<'a> Environment<'a> {
    fn new(launch: &'a Launch<'a>, memory: &'a dyn Memory) -> Result<Self, Fault> {
        let refuse = |message: String| Fault {
            kind: FaultKind::Launch,
            message,
            line: 0,
            thread: ([0; 3], [0; 3]),
        };
        let function = launch.function;
        let entry = launch.module.functions.iter().position(|other| std::ptr::eq(other, function));
        let entry = match entry.and_then(|entry| u32::try_from(entry).ok()) {
            Some(entry) if function.is_entry() && function.body.is_some() => entry,
            _ => return Err(refuse(format!("`{}` is no entry of the module", function.name()))),
        };
        let threads =
            launch.block.iter().fold(1_u64, |all, &size| all.saturating_mul(u64::from(size)));
        if threads == 0 || launch.grid.contains(&0) {
            return Err(refuse("a launch without threads".to_owned()));
        }
        if threads > u64::from(function.max_threads()) {
            return Err(refuse(format!(
                "{threads} threads in a block, at most {}",
                function.max_threads()
            )));
        }
        if function.required.is_some_and(|required| required != launch.block) {
            return Err(refuse(format!("the function requires blocks of {:?}", function.required)));
        }
        let parameters = function.params().last().map_or(0, |param| param.offset + param.size);
        if launch.params.len() < parameters as usize {
            return Err(refuse(format!(
                "{} bytes of parameters, {parameters} needed",
                launch.params.len()
            )));
        }
        let start = function.shared_bytes().next_multiple_of(function.dynamic_align);
        let shared = start.saturating_add(launch.dynamic_shared);
        if shared > MAX_SHARED {
            return Err(refuse(format!("{shared} bytes of shared memory, at most {MAX_SHARED}")));
        }
        let mut environment = Environment {
            launch,
            memory,
            code: Vec::new(),
            entry,
            threads: threads as u32,
            shared,
            params: launch.params[..parameters as usize].to_vec(),
        };
        environment.code.resize_with(launch.module.functions.len(), || None);
        for &index in &function.reaches {
            if let Some(body) = &launch.module.functions[index as usize].body {
                environment.code[index as usize] = Some(environment.code(body).map_err(refuse)?);
            }
        }
        Ok(environment)
    }

    fn code(&self, body: &'a Body) -> Result<Code<'a>, String> {
        let mut code = Code { body, slots: body.slots.clone(), known: Vec::new() };
        for (slot, known) in &body.known {
            let (address, offset) = match known {
                Known::Global(index, offset) => {
                    let name = &self.launch.module.globals()[*index as usize].name;
                    let address = (self.launch.globals)(name);
                    (address.ok_or_else(|| format!("the global `{name}` has no address"))?, *offset)
                }
                Known::Shared(index, offset) => {
                    let found =
                        self.launch.function.shared.iter().find(|(other, _)| other == index);
                    (found.map_or(0, |&(_, start)| start.into()), *offset)
                }
                Known::Special(_) | Known::Local(..) => {
                    code.known.push((*slot, known.clone()));
                    continue;
                }
            };
            code.slots[*slot as usize] = address.wrapping_add(offset.cast_unsigned());
        }
        Ok(code)
    }

    /// The code of a function that the entry reaches.
    fn reached(&self, function: u32) -> &Code<'a> {
        self.code[function as usize].as_ref().expect("`reaches` holds whatever a call can name")
    }
}

/// The value of a slot, or zero for none.
fn slot(slots: &[u64], slot: Slot) -> u64 {
    if slot == NONE { 0 } else { slots[slot as usize] }
}
