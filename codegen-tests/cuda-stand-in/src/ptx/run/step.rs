//! The interpreter's loop: one thread until it waits, ends, or is preempted.

use super::super::fault::{Fault, FaultKind};
use super::super::instruction::{Access, Instruction, NONE, Op, Unary};
use super::super::shadow::Shadow;
use super::Environment;
use super::access::{Refused, Spaces};
use super::thread::Thread;

/// Why a thread stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    Preempted,
    /// It is at an instruction that waits for others.
    Waits,
    Exited,
}

/// What a slice uses of its block.
pub(super) struct Slice<'a> {
    pub(super) environment: &'a Environment<'a>,
    pub(super) shared: &'a mut [u8],
    pub(super) shadow: &'a mut Shadow,
    /// Accesses until it is preempted.
    pub(super) fuel: u32,
    /// Instructions that the launch has left.
    pub(super) left: u64,
    pub(super) accesses: u64,
}

/// A fault of a thread at an instruction.
fn fault(thread: &Thread, line: u32, kind: FaultKind, message: impl Into<String>) -> Fault {
    Fault { kind, message: message.into(), line, thread: (thread.block, thread.id) }
}

impl Slice<'_> {
    /// The fault of an access. A race names both places.
    fn refused(&self, thread: &Thread, line: u32, refused: Refused) -> Fault {
        match refused {
            Refused::Plain(kind, message) => fault(thread, line, kind, message),
            Refused::Race(address, earlier) => {
                let [x, y, _] = self.environment.launch.block;
                let index = u32::from(earlier.thread);
                let id = [index % x, index / x % y, index / x / y];
                let what = if earlier.writes { "written" } else { "read" };
                let message = format!(
                    "shared memory at {address:#x} was {what} at line {} by thread {id:?} of another warp, \
                     with no barrier in between",
                    earlier.line
                );
                fault(thread, line, FaultKind::SharedRace, message)
            }
        }
    }

    fn spaces<'s>(&'s mut self, local: &'s mut [u8], warp: u8, thread: u16) -> Spaces<'s> {
        Spaces {
            environment: self.environment,
            shared: self.shared,
            shadow: self.shadow,
            local,
            warp,
            thread,
        }
    }

    /// Runs a thread.
    pub(super) fn run(&mut self, thread: &mut Thread) -> Result<Stop, Fault> {
        let start = thread.executed;
        loop {
            let stop = self.frame(thread, start)?;
            match stop {
                None => {}
                Some(stop) => return Ok(stop),
            }
        }
    }

    /// Runs until the frame changes, which is none, or the thread stops.
    fn frame(&mut self, thread: &mut Thread, start: u64) -> Result<Option<Stop>, Fault> {
        let environment = self.environment;
        let body = environment.reached(thread.function).body;
        let code = body.instructions.as_slice();
        let (warp, index) = (thread.warp(), thread.index);
        let mut place = thread.place as usize;
        loop {
            // The last instruction of a body returns.
            let Instruction { guard, wanted, line, op } = &code[place];
            let slots = &mut thread.slots[thread.base..];
            thread.executed += 1;
            if *guard != NONE && slots[*guard as usize] != *wanted {
                place += 1;
                continue;
            }
            match *op {
                Op::Move { to, a } => slots[to as usize] = slots[a as usize],
                Op::Unary { f, to, a } => slots[to as usize] = f(slots[a as usize]),
                Op::Binary { f, to, a, b } => {
                    slots[to as usize] = f(slots[a as usize], slots[b as usize]);
                }
                Op::Ternary { f, to, a, b, c } => {
                    slots[to as usize] = f(slots[a as usize], slots[b as usize], slots[c as usize]);
                }
                Op::Quaternary { f, to, a, b, c, d } => {
                    let value = f(
                        slots[a as usize],
                        slots[b as usize],
                        slots[c as usize],
                        slots[d as usize],
                    );
                    slots[to as usize] = value;
                }
                Op::Convert { conversion, to, a, b } => {
                    let value = if b == NONE {
                        conversion.apply(slots[a as usize])
                    } else {
                        conversion.pack(slots[a as usize], slots[b as usize])
                    };
                    slots[to as usize] = value;
                }
                Op::Compare { f, combine, to, other, a, b, c } => {
                    let (result, with) =
                        (f(slots[a as usize], slots[b as usize]), slots[c as usize]);
                    slots[to as usize] = combine(result, with);
                    if other != NONE {
                        slots[other as usize] = combine(result ^ 1, with);
                    }
                }
                Op::Carry { f, to, a, b, c, sets } => {
                    let (a, b, c) = (slots[a as usize], slots[b as usize], slots[c as usize]);
                    let (value, carry) = f(a, b, c, thread.carry);
                    slots[to as usize] = value;
                    if sets {
                        thread.carry = carry;
                    }
                }
                Op::Pack { to, parts, width } => {
                    let mut value = 0;
                    for (at, &part) in (0_u32..).zip(parts.iter().take_while(|&&part| part != NONE))
                    {
                        value |= slots[part as usize] << (at * width);
                    }
                    slots[to as usize] = value;
                }
                Op::Unpack { to, a, width } => {
                    let value = slots[a as usize];
                    for (at, &part) in (0_u32..).zip(to.iter().take_while(|&&part| part != NONE)) {
                        slots[part as usize] = value >> (at * width) & (u64::MAX >> (64 - width));
                    }
                }
                Op::Load(ref access, extend) => {
                    let mut spaces = self.spaces(&mut thread.local, warp, index);
                    if let Err(refused) = load(&mut spaces, slots, access, extend, *line) {
                        return Err(self.refused(thread, *line, refused));
                    }
                    if self.burn(thread, place) {
                        return Ok(Some(Stop::Preempted));
                    }
                }
                Op::Store(ref access) => {
                    let mut spaces = self.spaces(&mut thread.local, warp, index);
                    if let Err(refused) = store(&mut spaces, slots, access, *line) {
                        return Err(self.refused(thread, *line, refused));
                    }
                    if self.burn(thread, place) {
                        return Ok(Some(Stop::Preempted));
                    }
                }
                Op::Atomic(ref atomic) => {
                    let mut spaces = self.spaces(&mut thread.local, warp, index);
                    match spaces.atomic(atomic, slots, *line) {
                        Ok(_) if atomic.to == NONE => {}
                        Ok(old) => slots[atomic.to as usize] = old,
                        Err(refused) => return Err(self.refused(thread, *line, refused)),
                    }
                    if self.burn(thread, place) {
                        return Ok(Some(Stop::Preempted));
                    }
                }
                Op::Fence => self.shadow.fence(usize::from(warp)),
                Op::Branch(target) => {
                    if thread.executed - start > self.left {
                        return Err(fault(
                            thread,
                            *line,
                            FaultKind::Limit,
                            "more instructions than the launch allows",
                        ));
                    }
                    place = target as usize;
                    continue;
                }
                Op::Switch { table, index } => {
                    let index = slots[index as usize];
                    let targets = &body.tables[table as usize];
                    let Some(&target) =
                        usize::try_from(index).ok().and_then(|index| targets.get(index))
                    else {
                        let message = format!("index {index} of {} targets", targets.len());
                        return Err(fault(thread, *line, FaultKind::Trap, message));
                    };
                    if thread.executed - start > self.left {
                        return Err(fault(
                            thread,
                            *line,
                            FaultKind::Limit,
                            "more instructions than the launch allows",
                        ));
                    }
                    place = target as usize;
                    continue;
                }
                Op::Call(call) => {
                    thread.place = place as u32;
                    if thread.executed - start > self.left {
                        return Err(fault(
                            thread,
                            *line,
                            FaultKind::Limit,
                            "more instructions than the launch allows",
                        ));
                    }
                    thread.call(environment, call)?;
                    return Ok(None);
                }
                Op::Return => {
                    return Ok(if thread.leave(environment) { None } else { Some(Stop::Exited) });
                }
                Op::Exit => return Ok(Some(Stop::Exited)),
                Op::Trap => return Err(fault(thread, *line, FaultKind::Trap, "`trap`")),
                Op::Barrier(_) | Op::Warp(_) => {
                    thread.place = place as u32;
                    return Ok(Some(Stop::Waits));
                }
                Op::Clock { to, mask } => slots[to as usize] = thread.executed & mask,
                Op::Yield => {
                    thread.place = place as u32 + 1;
                    return Ok(Some(Stop::Preempted));
                }
                Op::Nothing => {}
            }
            place += 1;
        }
    }

    /// Counts an access; true where the thread is preempted behind it.
    fn burn(&mut self, thread: &mut Thread, place: usize) -> bool {
        self.accesses += 1;
        self.fuel = self.fuel.saturating_sub(1);
        if self.fuel == 0 {
            thread.place = place as u32 + 1;
        }
        self.fuel == 0
    }
}

fn load(
    spaces: &mut Spaces<'_>,
    slots: &mut [u64],
    access: &Access,
    extend: Unary,
    line: u32,
) -> Result<(), Refused> {
    let address = slots[access.base as usize].wrapping_add(access.offset.cast_unsigned());
    let size = usize::from(access.size);
    let mut bytes = [0; 16];
    let all = &mut bytes[..size * usize::from(access.lanes)];
    spaces.load(access.space, address, all, access.order, line)?;
    for (part, &to) in all.chunks_exact(size).zip(&access.slots) {
        let mut value = [0; 8];
        value[..size].copy_from_slice(part);
        slots[to as usize] = extend(u64::from_le_bytes(value));
    }
    Ok(())
}

fn store(
    spaces: &mut Spaces<'_>,
    slots: &[u64],
    access: &Access,
    line: u32,
) -> Result<(), Refused> {
    let address = slots[access.base as usize].wrapping_add(access.offset.cast_unsigned());
    let size = usize::from(access.size);
    let mut bytes = [0; 16];
    let all = &mut bytes[..size * usize::from(access.lanes)];
    for (part, &from) in all.chunks_exact_mut(size).zip(&access.slots) {
        part.copy_from_slice(&slots[from as usize].to_le_bytes()[..size]);
    }
    spaces.store(access.space, address, all, access.order, line)
}
