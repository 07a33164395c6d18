//! A block: its threads in an order of the seed's choice, its barriers, and the end when nobody can run.

use super::super::fault::{Fault, FaultKind};
use super::super::instruction::{Barrier, BarrierKind, NONE, Op};
use super::super::shadow::{Shadow, WARPS};
use super::random::Random;
use super::step::{Slice, Stop};
use super::thread::{State, Thread, current, disagree};
use super::warp;
use super::{Environment, Statistics};

/// Barriers of a block.
const BARRIERS: usize = 16;

/// A barrier while threads arrive.
#[derive(Debug, Clone, Default)]
struct Gate {
    /// Threads that must arrive, or zero before the first one.
    expected: u32,
    arrived: u32,
    /// Of the predicates of a reduction.
    set: u32,
    /// What warps did that arrived without to wait.
    clock: [u32; WARPS],
}

/// One block after the other.
pub(super) struct Block {
    pub(super) threads: Vec<Thread>,
    shared: Vec<u8>,
    shadow: Shadow,
    gates: Vec<Gate>,
    warps: Vec<usize>,
}

impl Block {
    pub(super) fn new(environment: &Environment<'_>) -> Self {
        let shared = environment.shared as usize;
        let count = u16::try_from(environment.threads).unwrap_or(1024);
        Self {
            threads: (0..count).map(Thread::new).collect(),
            shared: vec![0; shared],
            shadow: Shadow::new(shared, usize::from(count).div_ceil(32)),
            gates: vec![Gate::default(); BARRIERS],
            warps: (0..usize::from(count).div_ceil(32)).collect(),
        }
    }

    /// Runs all threads of a block to their end.
    pub(super) fn run(
        &mut self,
        environment: &Environment<'_>,
        id: [u32; 3],
        random: &mut Random,
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        self.shared.fill(0xCD);
        self.shadow.next_block();
        self.gates.fill(Gate::default());
        for thread in &mut self.threads {
            thread.start(environment, id)?;
        }
        // From a preemption at nearly every access to a rare one. A thread that spins spends all that it has.
        let most = [3, 17, 129, 2048][random.below(4) as usize];
        loop {
            self.round(environment, random, most, statistics)?;
            for at in 0..self.warps.len() {
                warp::converge(environment, self.warp(at));
            }
            if self.threads.iter().all(|thread| thread.state == State::Exited) {
                return Ok(());
            }
            if self.threads.iter().all(|thread| thread.state != State::Ready) {
                return Err(self.standstill(environment));
            }
        }
    }

    fn warp(&mut self, warp: usize) -> &mut [Thread] {
        let end = (warp * 32 + 32).min(self.threads.len());
        &mut self.threads[warp * 32..end]
    }

    /// Each thread that can run runs for a while.
    fn round(
        &mut self,
        environment: &Environment<'_>,
        random: &mut Random,
        most: u32,
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        for end in (1..self.warps.len()).rev() {
            // At most 31.
            self.warps.swap(end, random.below(end as u32 + 1) as usize);
        }
        for at in 0..self.warps.len() {
            let warp = self.warps[at];
            // An odd step visits all lanes.
            let (start, step) = (random.below(32), random.below(16) * 2 + 1);
            for count in 0..32 {
                let index = warp * 32 + (start + count * step) as usize % 32;
                if self.threads.get(index).is_some_and(|thread| thread.state == State::Ready) {
                    let fuel = 1 + random.below(most);
                    self.slice(environment, index, fuel, statistics)?;
                }
            }
        }
        Ok(())
    }

    fn slice(
        &mut self,
        environment: &Environment<'_>,
        index: usize,
        fuel: u32,
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        let thread = &mut self.threads[index];
        let before = thread.executed;
        let left = environment.launch.limit.saturating_sub(statistics.instructions);
        let shared = self.shared.as_mut_slice();
        let mut slice =
            Slice { environment, shared, shadow: &mut self.shadow, fuel, left, accesses: 0 };
        let stop = slice.run(thread)?;
        statistics.accesses += slice.accesses;
        statistics.instructions += thread.executed - before;
        match stop {
            Stop::Preempted => {}
            Stop::Exited => {
                thread.state = State::Exited;
                // Others of its warp may have waited for it only.
                warp::resume(environment, self.warp(index / 32));
            }
            Stop::Waits => match current(environment, thread).0 {
                Op::Barrier(barrier) => self.arrive(environment, index, *barrier, statistics)?,
                _ => {
                    warp::wait(environment, thread)?;
                    warp::resume_with(environment, self.warp(index / 32), index % 32);
                }
            },
        }
        Ok(())
    }

    /// A thread arrives at a barrier.
    fn arrive(
        &mut self,
        environment: &Environment<'_>,
        index: usize,
        barrier: Barrier,
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        let thread = &mut self.threads[index];
        let value = |slot| thread.slots[thread.base + slot as usize];
        let id = value(barrier.id);
        let all = environment.threads;
        let expected = if barrier.count == NONE { u64::from(all) } else { value(barrier.count) };
        let Some(gate) = usize::try_from(id).ok().and_then(|id| self.gates.get_mut(id)) else {
            return Err(disagree(environment, thread, format!("barrier {id} of {BARRIERS}")));
        };
        if barrier.count != NONE && (expected == 0 || expected % 32 != 0) {
            return Err(disagree(
                environment,
                thread,
                format!("a barrier for {expected} threads, which are no whole warps"),
            ));
        }
        // A last warp that is not whole counts as one.
        let expected = u32::try_from(expected.min(u64::from(all))).unwrap_or(all);
        if gate.arrived > 0 && gate.expected != expected {
            let message = format!(
                "barrier {id} waits for {} threads, this one for {expected}",
                gate.expected
            );
            return Err(disagree(environment, thread, message));
        }
        gate.expected = expected;
        gate.arrived += 1;
        if barrier.value != NONE {
            gate.set += u32::from(value(barrier.value) != 0);
        }
        if barrier.kind == BarrierKind::Arrive {
            self.shadow.arrive(usize::from(thread.warp()), &mut gate.clock);
            thread.place += 1;
        } else {
            // Below the number of barriers.
            thread.state = State::Barrier(id as u8);
        }
        if gate.arrived < gate.expected {
            return Ok(());
        }
        statistics.barriers += 1;
        self.open(environment, id as u8)
    }

    /// All have arrived.
    fn open(&mut self, environment: &Environment<'_>, id: u8) -> Result<(), Fault> {
        let gate = std::mem::take(&mut self.gates[usize::from(id)]);
        let mut warps = 0_u32;
        // By warp, where its threads wait.
        let mut places = [None; WARPS];
        for thread in &mut self.threads {
            if thread.state != State::Barrier(id) {
                continue;
            }
            let warp = usize::from(thread.warp());
            warps |= 1 << warp;
            let Op::Barrier(barrier) = current(environment, thread).0 else { continue };
            let place = (thread.function, thread.place);
            if barrier.aligned && *places[warp].get_or_insert(place) != place {
                return Err(disagree(
                    environment,
                    thread,
                    "threads of one warp are at different aligned barriers",
                ));
            }
            let result = match barrier.kind {
                BarrierKind::Count => gate.set,
                BarrierKind::And => u32::from(gate.set == gate.expected),
                BarrierKind::Or => u32::from(gate.set > 0),
                BarrierKind::Sync | BarrierKind::Arrive => 0,
            };
            if barrier.to != NONE {
                thread.slots[thread.base + barrier.to as usize] = result.into();
            }
            thread.place += 1;
            thread.state = State::Ready;
        }
        self.shadow.barrier(warps, &gate.clock);
        Ok(())
    }

    /// Nobody can run.
    fn standstill(&self, environment: &Environment<'_>) -> Fault {
        let waiting = self.threads.iter().find(|thread| thread.state != State::Exited);
        let exited = self.threads.iter().filter(|thread| thread.state == State::Exited).count();
        let all = self.threads.len();
        let Some(thread) = waiting else {
            let message = "no thread".to_owned();
            return Fault {
                kind: FaultKind::Standstill,
                message,
                line: 0,
                thread: ([0; 3], [0; 3]),
            };
        };
        let same = self.threads.iter().filter(|other| other.state == thread.state).count();
        let (_, line) = current(environment, thread);
        let message = match thread.state {
            State::Barrier(id) => {
                let expected = self.gates[usize::from(id)].expected;
                format!(
                    "{same} threads wait at barrier {id} for {expected}; {exited} of {all} have exited"
                )
            }
            _ => format!(
                "{same} threads wait for others of their warp; {exited} of {all} have exited"
            ),
        };
        Fault { kind: FaultKind::Standstill, message, line, thread: (thread.block, thread.id) }
    }
}
