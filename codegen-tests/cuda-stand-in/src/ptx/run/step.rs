//! The interpreter's loop: one thread until it waits, ends, or is preempted.

use super::super::fault::{Fault, FaultKind};
use super::super::instruction::{Access, Body, Instruction, NONE, Op, Unary};
use super::super::shadow::Shadow;
use super::Environment;
use super::access::{Refused, Spaces};
use super::thread::Thread;

const LIMIT: &str = "more instructions than the launch allows";

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

    /// Runs a thread.
    pub(super) fn run(&mut self, thread: &mut Thread) -> Result<Stop, Fault> {
        let limit = thread.executed.saturating_add(self.left);
        loop {
            if let Some(stop) = self.frame(thread, limit)? {
                return Ok(stop);
            }
        }
    }

    /// Runs until the frame changes, which is none, or the thread stops.
    fn frame(&mut self, thread: &mut Thread, limit: u64) -> Result<Option<Stop>, Fault> {
        let environment = self.environment;
        let body = environment.reached(thread.function).body;
        let (warp, index) = (thread.warp(), thread.index);
        let mut cursor = Cursor { place: thread.place as usize, executed: thread.executed, limit };
        let end = {
            let Thread { slots, base, local, carry, .. } = &mut *thread;
            let mut spaces = Spaces {
                environment,
                shared: &mut *self.shared,
                shadow: &mut *self.shadow,
                local,
                warp,
                thread: index,
                fuel: self.fuel,
                accesses: 0,
            };
            let end = interpret(body, &mut cursor, &mut slots[*base..], carry, &mut spaces);
            self.fuel = spaces.fuel;
            self.accesses += spaces.accesses;
            end
        };
        // A place is an index of instructions, whose number fits.
        thread.place = cursor.place as u32;
        thread.executed = cursor.executed;
        let line = || body.instructions.get(cursor.place).map_or(0, |instruction| instruction.line);
        match end {
            End::Stop(stop) => Ok(Some(stop)),
            End::Call(call) => thread.call(environment, call).map(|()| None),
            End::CallAt(call, target) => thread.call_at(environment, call, target).map(|()| None),
            End::Return => Ok(if thread.leave(environment) { None } else { Some(Stop::Exited) }),
            End::Refused(refused) => Err(self.refused(thread, line(), refused)),
        }
    }
}

/// Where a frame is.
struct Cursor {
    place: usize,
    executed: u64,
    /// Of `executed`, which is looked at where the flow is not straight.
    limit: u64,
}

/// Why the loop ends.
enum End {
    Stop(Stop),
    Call(u32),
    CallAt(u32, u64),
    Return,
    Refused(Refused),
}

fn refuse(kind: FaultKind, message: impl Into<String>) -> End {
    End::Refused(Refused::Plain(kind, message.into()))
}

/// Runs instructions of one frame. At the end the cursor is at the instruction that ended it, or behind an access where
/// the thread is preempted.
fn interpret(
    body: &Body,
    cursor: &mut Cursor,
    slots: &mut [u64],
    carry: &mut bool,
    spaces: &mut Spaces<'_>,
) -> End {
    let code = body.instructions.as_slice();
    let (mut place, mut executed) = (cursor.place, cursor.executed);
    let end = loop {
        // The last instruction of a body returns.
        let Instruction { guard, wanted, line, op } = &code[place];
        executed += 1;
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
                slots[to as usize] =
                    f(slots[a as usize], slots[b as usize], slots[c as usize], slots[d as usize]);
            }
            Op::Convert { ref conversion, to, a, b } => {
                slots[to as usize] = if b == NONE {
                    conversion.apply(slots[a as usize])
                } else {
                    conversion.pack(slots[a as usize], slots[b as usize])
                };
            }
            Op::Compare { f, combine, to, other, a, b, c } => {
                let (result, with) = (f(slots[a as usize], slots[b as usize]), slots[c as usize]);
                slots[to as usize] = combine(result, with);
                if other != NONE {
                    slots[other as usize] = combine(result ^ 1, with);
                }
            }
            Op::Carry { f, to, a, b, c, sets } => {
                let (value, out) =
                    f(slots[a as usize], slots[b as usize], slots[c as usize], *carry);
                slots[to as usize] = value;
                if sets {
                    *carry = out;
                }
            }
            Op::Pack { to, parts, width } => {
                let mut value = 0;
                for (at, &part) in (0_u32..).zip(parts.iter().take_while(|&&part| part != NONE)) {
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
                if let Err(refused) = load(spaces, slots, access, extend, *line) {
                    break End::Refused(refused);
                }
                if spaces.burn() {
                    place += 1;
                    break End::Stop(Stop::Preempted);
                }
            }
            Op::Store(ref access) => {
                if let Err(refused) = store(spaces, slots, access, *line) {
                    break End::Refused(refused);
                }
                if spaces.burn() {
                    place += 1;
                    break End::Stop(Stop::Preempted);
                }
            }
            Op::Atomic(ref atomic) => {
                match spaces.atomic(atomic, slots, *line) {
                    Ok(_) if atomic.to == NONE => {}
                    Ok(old) => slots[atomic.to as usize] = old,
                    Err(refused) => break End::Refused(refused),
                }
                if spaces.burn() {
                    place += 1;
                    break End::Stop(Stop::Preempted);
                }
            }
            Op::Fence => spaces.shadow.fence(usize::from(spaces.warp)),
            Op::Branch(target) => {
                if executed > cursor.limit {
                    break refuse(FaultKind::Limit, LIMIT);
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
                    break refuse(
                        FaultKind::Trap,
                        format!("index {index} of {} targets", targets.len()),
                    );
                };
                if executed > cursor.limit {
                    break refuse(FaultKind::Limit, LIMIT);
                }
                place = target as usize;
                continue;
            }
            Op::Call(_) | Op::CallAt { .. } | Op::Return if executed > cursor.limit => {
                break refuse(FaultKind::Limit, LIMIT);
            }
            Op::Call(call) => break End::Call(call),
            Op::CallAt { call, target } => break End::CallAt(call, slots[target as usize]),
            Op::Return => break End::Return,
            Op::Exit => break End::Stop(Stop::Exited),
            Op::Trap => break refuse(FaultKind::Trap, "`trap`"),
            Op::Barrier(_) | Op::Warp(_) => break End::Stop(Stop::Waits),
            Op::Clock { to, mask } => slots[to as usize] = executed & mask,
            Op::Yield => {
                place += 1;
                break End::Stop(Stop::Preempted);
            }
            Op::Nothing => {}
        }
        place += 1;
    };
    (cursor.place, cursor.executed) = (place, executed);
    end
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
    if access.lanes == 1 {
        let mut value = [0; 8];
        spaces.load(access.space, address, &mut value[..size], access.order, line)?;
        slots[access.slots[0] as usize] = extend(u64::from_le_bytes(value));
        return Ok(());
    }
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
    if access.lanes == 1 {
        let value = slots[access.slots[0] as usize].to_le_bytes();
        return spaces.store(access.space, address, &value[..size], access.order, line);
    }
    let mut bytes = [0; 16];
    let all = &mut bytes[..size * usize::from(access.lanes)];
    for (part, &from) in all.chunks_exact_mut(size).zip(&access.slots) {
        part.copy_from_slice(&slots[from as usize].to_le_bytes()[..size]);
    }
    spaces.store(access.space, address, all, access.order, line)
}
