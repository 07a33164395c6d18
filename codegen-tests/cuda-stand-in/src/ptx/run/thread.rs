//! A thread: its frames, its local memory, and what it waits for.

use super::super::fault::{Fault, FaultKind};
use super::super::instruction::{Known, Op, Place, Special, Transfer};
use super::super::types::mask;
use super::super::windows;
use super::{Code, Environment};

/// Calls do not nest deeper.
const MAX_DEPTH: usize = 256;
/// A thread has no more slots in all its frames.
const MAX_SLOTS: usize = 1 << 16;
/// A thread has no more local memory.
const MAX_LOCAL: usize = 512 << 10;

/// What a thread can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Ready,
    /// At a barrier of the block.
    Barrier(u8),
    /// At a warp-level instruction.
    Warp,
    Exited,
}

/// Where a caller continues.
#[derive(Debug)]
struct Frame {
    function: u32,
    place: u32,
    base: usize,
    local: usize,
    call: u32,
}

/// A thread.
#[derive(Debug)]
pub(super) struct Thread {
    pub(super) state: State,
    /// In the block.
    pub(super) index: u16,
    pub(super) id: [u32; 3],
    pub(super) block: [u32; 3],
    pub(super) function: u32,
    /// The next instruction; of a thread that waits, the one that it waits at.
    pub(super) place: u32,
    pub(super) carry: bool,
    /// Instructions that it has run.
    pub(super) executed: u64,
    pub(super) slots: Vec<u64>,
    /// Where the frame's slots start.
    pub(super) base: usize,
    pub(super) local: Vec<u8>,
    local_base: usize,
    frames: Vec<Frame>,
    /// Rounds that it has waited for others of its warp.
    pub(super) patience: u32,
}

impl Thread {
    pub(super) fn new(index: u16) -> Self {
        Self {
            state: State::Exited,
            index,
            id: [0; 3],
            block: [0; 3],
            function: 0,
            place: 0,
            carry: false,
            executed: 0,
            slots: Vec::new(),
            base: 0,
            local: Vec::new(),
            local_base: 0,
            frames: Vec::new(),
            patience: 0,
        }
    }

    pub(super) fn warp(&self) -> u8 {
        // Blocks have at most 1,024 threads.
        (self.index / 32) as u8
    }

    pub(super) fn lane(&self) -> u32 {
        u32::from(self.index % 32)
    }

    /// Starts at the entry.
    pub(super) fn start(
        &mut self,
        environment: &Environment<'_>,
        block: [u32; 3],
    ) -> Result<(), Fault> {
        let [x, y, _] = environment.launch.block;
        let index = u32::from(self.index);
        self.id = [index % x, index / x % y, index / x / y];
        self.block = block;
        self.state = State::Ready;
        self.function = environment.entry;
        self.place = 0;
        self.carry = false;
        self.executed = 0;
        self.slots.clear();
        self.base = 0;
        self.local.clear();
        self.local_base = 0;
        self.frames.clear();
        self.enter(environment, environment.entry)
    }

    fn fault(&self, environment: &Environment<'_>, kind: FaultKind, message: String) -> Fault {
        let body = environment.reached(self.function).body;
        let line =
            body.instructions.get(self.place as usize).map_or(0, |instruction| instruction.line);
        Fault { kind, message, line, thread: (self.block, self.id) }
    }

    /// Makes the frame of a function behind those that are there.
    fn enter(&mut self, environment: &Environment<'_>, function: u32) -> Result<(), Fault> {
        let code = environment.reached(function);
        let base = self.slots.len();
        let local = self.local.len().next_multiple_of(128);
        let end = local + code.body.local as usize;
        if self.frames.len() > MAX_DEPTH
            || !self.frames.is_empty() && base + code.slots.len() > MAX_SLOTS
        {
            return Err(self.fault(
                environment,
                FaultKind::Stack,
                "calls nest too deep".to_owned(),
            ));
        }
        if end > MAX_LOCAL {
            return Err(self.fault(
                environment,
                FaultKind::Stack,
                format!("more than {MAX_LOCAL} bytes of local memory"),
            ));
        }
        self.slots.extend_from_slice(&code.slots);
        self.local.resize(end, 0xCD);
        // What an earlier frame has left there must not be seen.
        self.local[local..].fill(0xCD);
        for (slot, known) in &code.known {
            self.slots[base + *slot as usize] = match known {
                Known::Special(special) => self.special(environment, *special),
                Known::Local(start, offset) => {
                    (local as u64 + u64::from(*start)).wrapping_add(offset.cast_unsigned())
                }
                Known::Global(..) | Known::Shared(..) => continue,
            };
        }
        self.base = base;
        self.local_base = local;
        self.function = function;
        self.place = 0;
        Ok(())
    }

    /// Calls a function; the place is that of the call.
    pub(super) fn call(&mut self, environment: &Environment<'_>, call: u32) -> Result<(), Fault> {
        let site = &environment.reached(self.function).body.calls[call as usize];
        self.call_function(environment, call, site.function)
    }

    /// Calls the function at an address.
    pub(super) fn call_at(
        &mut self,
        environment: &Environment<'_>,
        call: u32,
        target: u64,
    ) -> Result<(), Fault> {
        let site = &environment.reached(self.function).body.calls[call as usize];
        let index = u32::try_from(target.wrapping_sub(windows::FUNCTIONS)).ok();
        let found = index.and_then(|index| {
            environment.code.get(index as usize)?.as_ref().map(|code| (index, code))
        });
        let Some((index, code)) = found else {
            return Err(self.fault(
                environment,
                FaultKind::Address,
                format!("no function is at {target:#x}"),
            ));
        };
        let sizes = |transfers: &[Transfer]| {
            transfers.iter().map(|transfer| transfer.size).collect::<Vec<_>>()
        };
        let same = sizes(&site.arguments) == sizes(&code.body.parameters)
            && sizes(&site.results) == sizes(&code.body.results);
        // An entry has no parameters of this kind, and nobody calls one.
        if !same || index == environment.entry {
            let message = "a call whose arguments or results do not fit the function".to_owned();
            return Err(self.fault(environment, FaultKind::Address, message));
        }
        self.call_function(environment, call, index)
    }

    fn call_function(
        &mut self,
        environment: &Environment<'_>,
        call: u32,
        callee: u32,
    ) -> Result<(), Fault> {
        let site = &environment.reached(self.function).body.calls[call as usize];
        let (function, place) = (self.function, self.place);
        let (base, local) = (self.base, self.local_base);
        self.frames.push(Frame { function, place, base, local, call });
        self.enter(environment, callee)?;
        let formals = &environment.reached(callee).body.parameters;
        for (from, to) in site.arguments.iter().zip(formals) {
            self.pass((base, local, from), (self.base, self.local_base, to));
        }
        Ok(())
    }

    /// Returns to the caller; false where there is none.
    pub(super) fn leave(&mut self, environment: &Environment<'_>) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        let Code { body, .. } = environment.reached(self.function);
        let site = &environment.reached(frame.function).body.calls[frame.call as usize];
        let (base, local) = (self.base, self.local_base);
        for (from, to) in body.results.iter().zip(&site.results) {
            self.pass((base, local, from), (frame.base, frame.local, to));
        }
        self.slots.truncate(base);
        self.local.truncate(local);
        self.base = frame.base;
        self.local_base = frame.local;
        self.function = frame.function;
        self.place = frame.place + 1;
        true
    }

    /// Copies a value from a frame to another. Decoding has compared the sizes.
    fn pass(&mut self, from: (usize, usize, &Transfer), to: (usize, usize, &Transfer)) {
        let (from_base, from_local, from) = from;
        let (to_base, to_local, to) = to;
        let size = from.size as usize;
        let bytes =
            |start: u32, local: usize| local + start as usize..local + start as usize + size;
        match (from.place, to.place) {
            (Place::Slot(from), Place::Slot(to)) => {
                self.slots[to_base + to as usize] = self.slots[from_base + from as usize];
            }
            (Place::Slot(from), Place::Local(to)) => {
                let value = self.slots[from_base + from as usize].to_le_bytes();
                self.local[bytes(to, to_local)].copy_from_slice(&value[..size.min(8)]);
            }
            (Place::Local(from), Place::Slot(to)) => {
                let mut value = [0; 8];
                value[..size.min(8)].copy_from_slice(&self.local[bytes(from, from_local)]);
                self.slots[to_base + to as usize] =
                    u64::from_le_bytes(value) & mask(size.min(8) as u32);
            }
            (Place::Local(from), Place::Local(to)) => {
                self.local.copy_within(bytes(from, from_local), to_local + to as usize);
            }
        }
    }

    fn special(&self, environment: &Environment<'_>, special: Special) -> u64 {
        let launch = environment.launch;
        let lane = self.lane();
        let axis = |sizes: [u32; 3], axis: u8| sizes[usize::from(axis) % 3];
        let value = match special {
            Special::ThreadId(at) => axis(self.id, at),
            Special::BlockSize(at) => axis(launch.block, at),
            Special::BlockId(at) => axis(self.block, at),
            Special::GridSize(at) => axis(launch.grid, at),
            Special::Lane => lane,
            Special::Warp => u32::from(self.warp()),
            Special::Warps => environment.threads.div_ceil(32),
            Special::Multiprocessor | Special::Grid => 0,
            Special::Multiprocessors => 1,
            Special::LaneMaskEq => 1 << lane,
            Special::LaneMaskLt => (1 << lane) - 1,
            Special::LaneMaskLe => (1 << lane) | ((1 << lane) - 1),
            Special::LaneMaskGe => !((1 << lane) - 1),
            Special::LaneMaskGt => !((1 << lane) | ((1 << lane) - 1)),
            Special::DynamicShared => launch.dynamic_shared,
            Special::TotalShared => environment.shared,
        };
        u64::from(value)
    }
}

/// The instruction where a thread is, and its line.
pub(super) fn current<'a>(environment: &Environment<'a>, thread: &Thread) -> (&'a Op, u32) {
    let instruction =
        &environment.reached(thread.function).body.instructions[thread.place as usize];
    (&instruction.op, instruction.line)
}

/// The fault of a thread that does not agree with others.
pub(super) fn disagree(
    environment: &Environment<'_>,
    thread: &Thread,
    message: impl Into<String>,
) -> Fault {
    let (_, line) = current(environment, thread);
    Fault {
        kind: FaultKind::Divergence,
        message: message.into(),
        line,
        thread: (thread.block, thread.id),
    }
}
