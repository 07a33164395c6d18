//! What streams are given to do.

use crate::driver::clock::Stamp;
use crate::driver::code::Code;
use crate::driver::memory::View;
use crate::host::HostRange;
use crate::library::Call;
use crate::ptx::{self, FaultKind, Memory};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A piece of work.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// Waits for other streams; what it waits for is beside it.
    Wait,
    Kernel(Arc<KernelCall>),
    Copy {
        to: Place,
        from: Place,
        size: usize,
    },
    /// So many elements of so many bytes.
    Set {
        address: u64,
        value: u32,
        width: usize,
        count: usize,
    },
    Free(u64),
    Library(Arc<Call>),
    Graph(Arc<Graph>),
    /// A node of a graph that only joins others.
    Empty,
}

/// An end of a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Device(u64),
    Host(HostRange),
}

/// A call of a kernel.
#[derive(Debug)]
pub(crate) struct KernelCall {
    pub(crate) module: Arc<ptx::Module>,
    pub(crate) name: String,
    pub(crate) globals: Arc<BTreeMap<String, u64>>,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) shared: u32,
    pub(crate) params: Vec<u8>,
}

/// Ops, each after some that come before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) after: Vec<usize>,
}

/// Why work failed: the code of the context from then on, and what happened.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) message: String,
}

/// Bytes of a copy that are moved at a time.
const PIECE: usize = 1 << 16;
/// Instructions of a launch, after which it is taken for endless.
const LIMIT: u64 = 1 << 36;
/// Graphs in graphs.
const DEPTH: usize = 16;

impl Op {
    /// Does the work. Frees are the caller's.
    pub(crate) fn run(&self, view: &View, seed: u64, depth: usize) -> Result<(), Failure> {
        match self {
            Self::Wait | Self::Free(_) | Self::Empty => Ok(()),
            Self::Kernel(call) => call.run(view, seed),
            Self::Library(call) => call.run(view),
            Self::Copy { to, from, size } => copy(view, *to, *from, *size),
            Self::Set { address, value, width, count } => {
                let element = &value.to_le_bytes()[..*width];
                for index in 0..*count {
                    view.store(address + (index * width) as u64, element).map_err(illegal)?;
                }
                Ok(())
            }
            Self::Graph(graph) => {
                if depth > DEPTH {
                    let message = "graphs are nested too deeply".to_owned();
                    return Err(Failure { code: Code::LAUNCH_FAILED, message });
                }
                for index in graph.order(seed) {
                    graph.nodes[index].op.run(view, seed ^ index as u64, depth + 1)?;
                }
                Ok(())
            }
        }
    }

    /// Whether it can begin, if it waits for what other streams do without an event.
    pub(crate) fn is_ready(&self) -> bool {
        match self {
            Self::Library(call) => call.is_ready(),
            _ => true,
        }
    }

    /// What it is called in the log, without addresses.
    pub(crate) fn kind(&self) -> String {
        match self {
            Self::Wait => "wait".to_owned(),
            Self::Kernel(call) => {
                let ([gx, gy, gz], [bx, by, bz]) = (call.grid, call.block);
                format!("kernel {} {gx}x{gy}x{gz} {bx}x{by}x{bz}", call.name)
            }
            Self::Copy { to, from, size } => {
                let name = |place: &Place| match place {
                    Place::Device(_) => "device",
                    Place::Host(_) => "host",
                };
                format!("copy {} {} {size}", name(to), name(from))
            }
            Self::Set { value, width, count, .. } => format!("set {value:#x} {width}x{count}"),
            Self::Free(_) => "free".to_owned(),
            Self::Library(call) => call.name.to_owned(),
            Self::Graph(graph) => format!("graph {}", graph.nodes.len()),
            Self::Empty => "empty".to_owned(),
        }
    }
}

fn illegal(message: String) -> Failure {
    Failure { code: Code::ILLEGAL_ADDRESS, message }
}

fn copy(view: &View, to: Place, from: Place, size: usize) -> Result<(), Failure> {
    let mut bytes = vec![0; PIECE.min(size)];
    let outside = || illegal("a copy leaves its range of the host's memory".to_owned());
    let mut done = 0;
    while done < size {
        let piece = &mut bytes[..PIECE.min(size - done)];
        match from {
            Place::Device(address) => view.load(address + done as u64, piece).map_err(illegal)?,
            Place::Host(range) => {
                if !range.read(done, piece) {
                    return Err(outside());
                }
            }
        }
        match to {
            Place::Device(address) => view.store(address + done as u64, piece).map_err(illegal)?,
            Place::Host(range) => {
                if !range.write(done, piece) {
                    return Err(outside());
                }
            }
        }
        done += piece.len();
    }
    Ok(())
}

impl KernelCall {
    fn run(&self, view: &View, seed: u64) -> Result<(), Failure> {
        let Some(function) = self.module.function(&self.name) else {
            let message = format!("there is no kernel '{}'", self.name);
            return Err(Failure { code: Code::LAUNCH_FAILED, message });
        };
        let launch = ptx::Launch {
            module: &self.module,
            function,
            grid: self.grid,
            block: self.block,
            dynamic_shared: self.shared,
            params: &self.params,
            globals: &|name| self.globals.get(name).copied(),
            seed,
            limit: LIMIT,
        };
        ptx::run(&launch, view).map(|_| ()).map_err(|fault| {
            let code = match fault.kind {
                FaultKind::Address | FaultKind::SharedBounds => Code::ILLEGAL_ADDRESS,
                FaultKind::Misaligned => Code::MISALIGNED_ADDRESS,
                FaultKind::Limit => Code::LAUNCH_TIMEOUT,
                _ => Code::LAUNCH_FAILED,
            };
            Failure { code, message: format!("kernel {}: {fault}", self.name) }
        })
    }
}

impl Graph {
    /// The nodes in an order that a seed chooses among those that the edges allow.
    fn order(&self, seed: u64) -> Vec<usize> {
        let mut random = seed;
        let mut waiting: Vec<usize> = self.nodes.iter().map(|node| node.after.len()).collect();
        let mut followers = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for &before in &node.after {
                followers[before].push(index);
            }
        }
        let mut ready: Vec<usize> =
            (0..self.nodes.len()).filter(|&index| waiting[index] == 0).collect();
        let mut order = Vec::with_capacity(self.nodes.len());
        while !ready.is_empty() {
            let next = ready.swap_remove(pick(&mut random, ready.len()));
            order.push(next);
            for &follower in &followers[next] {
                waiting[follower] -= 1;
                if waiting[follower] == 0 {
                    ready.push(follower);
                }
            }
        }
        order
    }

    /// Whether the other has the same edges and kinds of nodes.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.nodes.len() == other.nodes.len()
            && self.nodes.iter().zip(&other.nodes).all(|(mine, others)| {
                mine.after == others.after
                    && std::mem::discriminant(&mine.op) == std::mem::discriminant(&others.op)
            })
    }
}

/// One of so many, by a generator of pseudo-random numbers (Vigna's SplitMix64).
pub(crate) fn pick(state: &mut u64, count: usize) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ (mixed >> 31)) % count.max(1) as u64) as usize
}

/// The work of a stream, in order.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    pub(crate) op: Op,
    /// What of other streams is done before it.
    pub(crate) waits: Vec<(u32, u64)>,
    pub(crate) stamp: Stamp,
}
