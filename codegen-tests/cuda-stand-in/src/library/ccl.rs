//! Collectives: peers give what they have, and take what they need when all have given.

use super::Call;
use super::numbers::Kind;
use crate::driver::memory::View;
use crate::driver::work::Op;
use crate::ptx::Memory;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The kind of elements of a number of `ncclDataType_t`.
pub(crate) fn kind(ty: i32) -> Option<Kind> {
    Some(match ty {
        0 => Kind::I8,
        1 => Kind::U8,
        2 => Kind::I32,
        3 => Kind::U32,
        4 => Kind::I64,
        5 => Kind::U64,
        6 => Kind::F16,
        7 => Kind::F32,
        8 => Kind::F64,
        9 => Kind::Bf16,
        _ => return None,
    })
}

/// One of several.
#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) clique: Arc<Clique>,
    pub(crate) rank: usize,
    /// How many collectives it has taken part in, and how often it has sent to and received from each.
    collectives: u64,
    sent: BTreeMap<usize, u64>,
    received: BTreeMap<usize, u64>,
}

/// Several that meet.
#[derive(Debug)]
pub(crate) struct Clique {
    pub(crate) count: usize,
    given: Mutex<BTreeMap<Meeting, BTreeMap<usize, Vec<u8>>>>,
}

/// What is given and taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meeting {
    All(u64),
    Pair { from: usize, to: usize, number: u64 },
}

/// How elements of all become one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Collective {
    Gather,
    /// All of it, or the part of one's rank.
    Reduce {
        by: i32,
        part: bool,
    },
}

impl Clique {
    pub(crate) fn new(count: usize) -> Self {
        Self { count, given: Mutex::default() }
    }

    fn give(&self, meeting: Meeting, rank: usize, bytes: Vec<u8>) {
        self.given.lock().entry(meeting).or_default().insert(rank, bytes);
    }

    fn is_complete(&self, meeting: Meeting, count: usize) -> bool {
        self.given.lock().get(&meeting).is_some_and(|given| given.len() == count)
    }

    fn take(&self, meeting: Meeting) -> Vec<Vec<u8>> {
        let given = self.given.lock();
        given.get(&meeting).into_iter().flat_map(|given| given.values().cloned()).collect()
    }
}

fn load(view: &View, at: u64, size: usize) -> Result<Vec<u8>, String> {
    let mut bytes = vec![0; size];
    if size > 0 {
        view.load(at, &mut bytes)?;
    }
    Ok(bytes)
}

impl Peer {
    pub(crate) fn new(clique: Arc<Clique>, rank: usize) -> Self {
        let (sent, received) = (BTreeMap::new(), BTreeMap::new());
        Self { clique, rank, collectives: 0, sent, received }
    }

    /// What a collective of so many elements gives a stream to do.
    pub(crate) fn collective(
        &mut self,
        what: Collective,
        kind: Kind,
        [from, to]: [u64; 2],
        count: usize,
    ) -> [Op; 2] {
        self.collectives += 1;
        let (meeting, rank) = (Meeting::All(self.collectives), self.rank);
        let all = self.clique.count;
        let size = match what {
            Collective::Reduce { part: true, .. } => count * all,
            _ => count,
        } * kind.size();
        let giver = Arc::clone(&self.clique);
        let give = Call::op("give", move |view| {
            giver.give(meeting, rank, load(view, from, size)?);
            Ok(())
        });
        let (asked, taker) = (Arc::clone(&self.clique), Arc::clone(&self.clique));
        let take = Call::op_when(
            "take",
            move || asked.is_complete(meeting, all),
            move |view| {
                let given = taker.take(meeting);
                let bytes = match what {
                    Collective::Gather => given.concat(),
                    Collective::Reduce { by, part } => {
                        let whole = reduce(&given, kind, by);
                        let one = count * kind.size();
                        if part { whole[rank * one..][..one].to_vec() } else { whole }
                    }
                };
                if bytes.is_empty() { Ok(()) } else { view.store(to, &bytes) }
            },
        );
        [give, take]
    }

    pub(crate) fn send(&mut self, to: usize, from: u64, size: usize) -> Op {
        let number = self.sent.entry(to).or_default();
        *number += 1;
        let (rank, clique) = (self.rank, Arc::clone(&self.clique));
        let meeting = Meeting::Pair { from: rank, to, number: *number };
        Call::op("send", move |view| {
            clique.give(meeting, rank, load(view, from, size)?);
            Ok(())
        })
    }

    pub(crate) fn receive(&mut self, from: usize, to: u64) -> Op {
        let number = self.received.entry(from).or_default();
        *number += 1;
        let (asked, clique) = (Arc::clone(&self.clique), Arc::clone(&self.clique));
        let meeting = Meeting::Pair { from, to: self.rank, number: *number };
        Call::op_when(
            "receive",
            move || asked.is_complete(meeting, 1),
            move |view| {
                let bytes = clique.take(meeting).concat();
                if bytes.is_empty() { Ok(()) } else { view.store(to, &bytes) }
            },
        )
    }
}

fn reduce(given: &[Vec<u8>], kind: Kind, by: i32) -> Vec<u8> {
    let size = given.first().map_or(0, Vec::len) / kind.size();
    let element = |index: usize| {
        let numbers = given.iter().map(|bytes| kind.read(&bytes[index * kind.size()..]).0);
        let one = numbers.reduce(|a, b| match by {
            0 => a + b,
            1 => a * b,
            2 => a.max(b),
            _ => a.min(b),
        });
        kind.write((one.unwrap_or(0.0), 0.0))
    };
    (0..size).flat_map(element).collect()
}
