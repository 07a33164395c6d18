//! What the threads of a warp do together: a thread waits until all of its mask that have not exited are at an equal
//! instruction, then all get their results.

use super::super::fault::Fault;
use super::super::instruction::{NONE, Op, Warp, WarpKind};
use super::Environment;
use super::thread::{State, Thread, current, disagree};

/// What a lane gets that reads from one that is not there.
const UNDEFINED: u64 = 0xCDCD_CDCD;

/// Rounds until a mask of those that are there is taken while others still run.
const PATIENCE: u32 = 64;

fn instruction<'a>(environment: &Environment<'a>, thread: &Thread) -> Option<&'a Warp> {
    match current(environment, thread).0 {
        Op::Warp(warp) if thread.state == State::Warp => Some(warp),
        _ => None,
    }
}

fn value(thread: &Thread, slot: u32) -> u64 {
    if slot == NONE { 0 } else { thread.slots[thread.base + slot as usize] }
}

/// Lets a thread wait at its instruction.
pub(super) fn wait(environment: &Environment<'_>, thread: &mut Thread) -> Result<(), Fault> {
    thread.state = State::Warp;
    thread.patience = 0;
    let Some(warp) = instruction(environment, thread) else { return Ok(()) };
    let mask = value(thread, warp.mask);
    if warp.kind != WarpKind::Active && mask >> thread.lane() & 1 == 0 {
        return Err(disagree(
            environment,
            thread,
            format!("the mask {mask:#x} is without lane {}", thread.lane()),
        ));
    }
    Ok(())
}

/// Gives results to all that wait no more, since a thread of the warp has exited.
pub(super) fn resume(environment: &Environment<'_>, threads: &mut [Thread]) {
    for index in 0..threads.len() {
        if threads[index].state == State::Warp {
            resume_with(environment, threads, index);
        }
    }
}

/// Gives results to a thread and those of its mask, if all are there.
pub(super) fn resume_with(environment: &Environment<'_>, threads: &mut [Thread], index: usize) {
    let thread = &threads[index];
    let Some(&warp) = instruction(environment, thread).filter(|warp| warp.kind != WarpKind::Active)
    else {
        return;
    };
    let mask = value(thread, warp.mask);
    let mut present = 0_u32;
    for other in threads.iter().filter(|other| mask >> other.lane() & 1 == 1) {
        match other.state {
            State::Exited => continue,
            State::Warp => present |= 1 << other.lane(),
            State::Ready | State::Barrier(_) => return,
        }
    }
    let complete = threads.iter().filter(|other| present >> other.lane() & 1 == 1).all(|other| {
        instruction(environment, other)
            .is_some_and(|found| found.kind == warp.kind && value(other, found.mask) == mask)
    });
    if complete {
        give(environment, threads, present);
    }
}

/// The mask of those that are at the same instruction, once no other thread of the warp can come.
pub(super) fn converge(environment: &Environment<'_>, threads: &mut [Thread]) {
    let active = |thread: &Thread| {
        instruction(environment, thread)
            .filter(|warp| warp.kind == WarpKind::Active)
            .map(|warp| (thread.function, thread.place, warp.to))
    };
    if threads.iter().all(|thread| thread.state != State::Warp) {
        return;
    }
    let others_run = threads.iter().any(|thread| thread.state == State::Ready);
    for index in 0..threads.len() {
        let Some(place) = active(&threads[index]) else { continue };
        if others_run && threads[index].patience < PATIENCE {
            threads[index].patience += 1;
            continue;
        }
        let together: Vec<usize> =
            (0..threads.len()).filter(|&at| active(&threads[at]) == Some(place)).collect();
        let mask = together.iter().fold(0, |mask, &at| mask | 1_u64 << threads[at].lane());
        for at in together {
            finish(&mut threads[at], place.2, mask, NONE, 0);
        }
    }
}

fn finish(thread: &mut Thread, to: u32, result: u64, other: u32, second: u64) {
    if to != NONE {
        thread.slots[thread.base + to as usize] = result;
    }
    if other != NONE {
        thread.slots[thread.base + other as usize] = second;
    }
    thread.place += 1;
    thread.state = State::Ready;
}

/// Gives each lane of the set its results, which depend on the operands of all.
fn give(environment: &Environment<'_>, threads: &mut [Thread], present: u32) {
    let mut operands = [None; 32];
    for thread in threads.iter() {
        if let Some(warp) =
            instruction(environment, thread).filter(|_| present >> thread.lane() & 1 == 1)
        {
            operands[thread.lane() as usize] = Some((*warp, value(thread, warp.a)));
        }
    }
    let values = || operands.iter().flatten().map(|&(_, a)| a);
    let ballot = (0..32)
        .filter(|&lane| matches!(operands[lane], Some((_, 1..))))
        .fold(0, |all, lane| all | 1_u64 << lane);
    for thread in threads.iter_mut() {
        let lane = thread.lane();
        let Some((warp, a)) = operands[lane as usize] else { continue };
        let equal = (0..32)
            .filter(|&at| operands[at].is_some_and(|(_, other)| other == a))
            .fold(0, |all, at| all | 1_u64 << at);
        let every = u64::from(present);
        let signed = |value: u64| value as i32;
        let (result, second) = match warp.kind {
            WarpKind::ShuffleUp
            | WarpKind::ShuffleDown
            | WarpKind::ShuffleButterfly
            | WarpKind::ShuffleIndex => {
                let (source, inside) =
                    source(warp.kind, lane, value(thread, warp.b), value(thread, warp.c));
                let found = operands[source as usize].map_or(UNDEFINED, |(_, other)| other);
                (found, u64::from(inside))
            }
            WarpKind::VoteAll => (u64::from(ballot == every), 0),
            WarpKind::VoteAny => (u64::from(ballot != 0), 0),
            WarpKind::VoteUniform => (u64::from(ballot == 0 || ballot == every), 0),
            WarpKind::Ballot => (ballot, 0),
            WarpKind::MatchAny => (equal, 0),
            WarpKind::MatchAll if equal == every => (every, 1),
            WarpKind::Add => (values().fold(0, |all, other| (all + other) & 0xFFFF_FFFF), 0),
            WarpKind::MinUnsigned => (values().min().unwrap_or(0), 0),
            WarpKind::MaxUnsigned => (values().max().unwrap_or(0), 0),
            WarpKind::MinSigned => (values().min_by_key(|&other| signed(other)).unwrap_or(0), 0),
            WarpKind::MaxSigned => (values().max_by_key(|&other| signed(other)).unwrap_or(0), 0),
            WarpKind::And => (values().fold(0xFFFF_FFFF, |all, other| all & other), 0),
            WarpKind::Or => (values().fold(0, |all, other| all | other), 0),
            WarpKind::Xor => (values().fold(0, |all, other| all ^ other), 0),
            WarpKind::MatchAll | WarpKind::Sync | WarpKind::Active => (0, 0),
        };
        finish(thread, warp.to, result, warp.other, second);
    }
}

/// The lane that a shuffle reads from, and whether it is in range: else a lane reads from itself.
fn source(kind: WarpKind, lane: u32, b: u64, c: u64) -> (u32, bool) {
    let (by, clamp, segment) = ((b & 31) as u32, (c & 31) as u32, (c >> 8 & 31) as u32);
    let highest = lane & segment | clamp & !segment;
    let lowest = lane & segment;
    let (found, inside) = match kind {
        WarpKind::ShuffleUp => {
            let found = lane.wrapping_sub(by);
            // The clamp of an upwards shuffle is its lowest lane.
            (found, found.cast_signed() >= highest.cast_signed())
        }
        WarpKind::ShuffleDown => (lane + by, lane + by <= highest),
        WarpKind::ShuffleButterfly => (lane ^ by, (lane ^ by) <= highest),
        _ => {
            let found = lowest | by & !segment;
            (found, found <= highest)
        }
    };
    if inside { (found & 31, true) } else { (lane, false) }
}
