//! The stream analysis, over op positions instead of graph ids.

use super::{Stream, StreamOptions, Streams};
use std::collections::HashSet;

/// The node that stands before the ops: ops are nodes `1..`, in block order.
const ROOT: usize = 0;

/// A block, reduced to the input of the analysis.
#[derive(Debug, Default)]
pub(super) struct Input {
    ops: Vec<OpInput>,
    /// The operands of all ops, in order: the defining node, and whether it is a chain.
    operands: Vec<(usize, bool)>,
}

#[derive(Debug)]
struct OpInput {
    cost: Option<i64>,
    is_return: bool,
    first_operand: usize,
}

impl Input {
    /// An empty block with room for that many ops.
    pub(super) fn with_capacity(ops: usize) -> Self {
        Self { ops: Vec::with_capacity(ops), operands: Vec::with_capacity(ops * 2) }
    }

    /// Adds an op without operands; `None` is the default cost.
    pub(super) fn add_op(&mut self, cost: Option<i64>, is_return: bool) {
        self.ops.push(OpInput { cost, is_return, first_operand: self.operands.len() });
    }

    /// Adds an operand to the last op: the position of its definition, `None` for a block
    /// argument.
    pub(super) fn add_operand(&mut self, def: Option<usize>, is_chain: bool) {
        self.operands.push((def.map_or(ROOT, |position| position + 1), is_chain));
    }

    fn operands(&self, node: usize) -> &[(usize, bool)] {
        let end = self.ops.get(node).map_or(self.operands.len(), |next| next.first_operand);
        &self.operands[self.ops[node - 1].first_operand..end]
    }
}

/// Analyses a block.
pub(super) fn run(input: &Input, options: StreamOptions) -> Streams {
    let forward = Forward::run(input, options);
    let longest_path = forward.longest_path;
    let mut backward = Backward::new(input, &forward, options);
    for node in (0..=input.ops.len()).rev() {
        backward.build(node);
    }
    backward.finish(longest_path)
}

/// The forward pass: parents and costs from the root.
struct Forward {
    cost: Vec<i64>,
    from_root: Vec<i64>,
    children: Vec<Vec<usize>>,
    /// For each node the users of its non-chain results whose parent it is not. Only filled if
    /// merging of inter-dependent streams asks for it.
    side_users: Vec<Vec<usize>>,
    longest_path: i64,
}

impl Forward {
    fn run(input: &Input, options: StreamOptions) -> Self {
        let nodes = input.ops.len() + 1;
        let default = options.cost_threshold.max(1);
        let mut this = Self {
            cost: vec![1; nodes],
            from_root: vec![1; nodes],
            children: vec![Vec::new(); nodes],
            side_users: vec![Vec::new(); nodes],
            longest_path: 1,
        };
        for node in 1..nodes {
            this.cost[node] = input.ops[node - 1].cost.unwrap_or(default);
            let operands = input.operands(node);
            let (mut parent, mut before) = (ROOT, 0);
            for &(def, is_chain) in operands {
                if options.merge_inter_dependent_streams
                    && !is_chain
                    && this.side_users[def].last() != Some(&node)
                {
                    this.side_users[def].push(node);
                }
                if this.from_root[def] > before {
                    (parent, before) = (def, this.from_root[def]);
                }
            }
            if this.side_users[parent].last() == Some(&node) {
                this.side_users[parent].pop();
            }
            this.children[parent].push(node);
            this.from_root[node] = this.cost[node].saturating_add(before);
            this.longest_path = this.longest_path.max(this.from_root[node]);
        }
        this
    }
}

/// A stream while it grows.
struct Growing {
    cost: i64,
    has_return: bool,
    /// The node it branches off, until it is merged.
    parent: Option<usize>,
    /// The stream it was merged into.
    merged: Option<u32>,
    /// Streams with which it exchanges values past their common parent, in the order of finding;
    /// those no longer in `Backward::side_pairs` do not count.
    side: Vec<u32>,
}

/// The backward pass: nodes join streams, cheap streams merge.
struct Backward<'a> {
    input: &'a Input,
    forward: &'a Forward,
    threshold: i64,
    /// No threshold was given: the critical path decides.
    by_path: bool,
    inter_dependent: bool,
    streams: Vec<Growing>,
    side_pairs: HashSet<(u32, u32)>,
    of: Vec<u32>,
}

impl<'a> Backward<'a> {
    fn new(input: &'a Input, forward: &'a Forward, options: StreamOptions) -> Self {
        let by_path = options.cost_threshold <= 0;
        Self {
            input,
            forward,
            threshold: if by_path { forward.longest_path } else { options.cost_threshold },
            by_path,
            inter_dependent: options.merge_inter_dependent_streams,
            streams: Vec::new(),
            side_pairs: HashSet::new(),
            of: vec![0; forward.cost.len()],
        }
    }

    /// Gives `node` its stream; all nodes after it have theirs.
    fn build(&mut self, node: usize) {
        let forward = self.forward;
        let children = &forward.children[node];
        if children.is_empty() {
            let id = u32::try_from(self.streams.len()).expect("blocks have fewer than 2^32 ops");
            self.streams.push(Growing {
                cost: 0,
                has_return: false,
                parent: None,
                merged: None,
                side: Vec::new(),
            });
            self.assign(node, id);
            return;
        }
        let mut candidates: Vec<u32> = children.iter().map(|&child| self.of[child]).collect();
        for &candidate in &candidates {
            self.streams[candidate as usize].parent = Some(node);
        }
        if self.inter_dependent && candidates.len() > 1 {
            self.merge_inter_dependent(node, &mut candidates);
        }

        let (mut best, mut best_cost, mut returning) = (candidates[0], 0, None);
        let mut bucket: Option<u32> = None;
        for candidate in candidates {
            let kept = if self.is_expensive(node, candidate, None) {
                candidate
            } else {
                match bucket {
                    Some(open) if !self.is_expensive(node, open, Some(candidate)) => {
                        self.merge(candidate, open);
                        open
                    }
                    _ => {
                        bucket = Some(candidate);
                        candidate
                    }
                }
            };
            let stream = &self.streams[kept as usize];
            if best_cost < stream.cost {
                (best, best_cost) = (kept, stream.cost);
            }
            if stream.has_return {
                returning = Some(kept);
            }
        }
        let id = returning.unwrap_or(best);
        self.streams[id as usize].parent = None;
        self.assign(node, id);
        if let Some(last) = bucket
            && !self.by_path
            && last != id
            && !self.is_expensive(node, last, None)
        {
            self.merge(last, id);
        }
    }

    /// Merges cheap candidates that exchange values, most often into one stream, until it is
    /// worth a task.
    fn merge_inter_dependent(&mut self, node: usize, candidates: &mut Vec<u32>) {
        let base = if self.by_path { self.forward.from_root[node] } else { 0 };
        let pool: HashSet<u32> = candidates.iter().copied().collect();
        let mut gone = HashSet::new();
        for &candidate in candidates.iter() {
            if gone.contains(&candidate) {
                continue;
            }
            let mut cheap = Vec::new();
            let mut seen = HashSet::new();
            for index in 0..self.streams[candidate as usize].side.len() {
                let other = self.streams[candidate as usize].side[index];
                if !self.side_pairs.contains(&(candidate, other)) || !pool.contains(&other) {
                    continue;
                }
                let other = self.survivor(other);
                if self.streams[other as usize].cost < self.threshold && seen.insert(other) {
                    cheap.push(other);
                }
            }
            for other in cheap {
                self.merge(other, candidate);
                gone.insert(other);
                let cost = self.streams[candidate as usize].cost;
                if base.saturating_add(cost) >= self.threshold {
                    break;
                }
            }
        }
        candidates.retain(|candidate| !gone.contains(candidate));
    }

    /// Whether a stream, with another if given, is worth a task of its own at this node.
    fn is_expensive(&self, node: usize, stream: u32, with: Option<u32>) -> bool {
        let cost = self.streams[stream as usize].cost;
        let total = if self.by_path {
            let with = with.map_or(0, |other| self.streams[other as usize].cost);
            self.forward.from_root[node].saturating_add(cost).saturating_add(with)
        } else {
            cost
        };
        total >= self.threshold
    }

    fn assign(&mut self, node: usize, id: u32) {
        self.of[node] = id;
        let stream = &mut self.streams[id as usize];
        stream.cost = stream.cost.saturating_add(self.forward.cost[node]);
        stream.has_return |= node != ROOT && self.input.ops[node - 1].is_return;
        for &user in &self.forward.side_users[node] {
            let other = self.survivor(self.of[user]);
            self.of[user] = other;
            if other != id {
                self.add_side(id, other);
                self.add_side(other, id);
            }
        }
    }

    fn add_side(&mut self, stream: u32, other: u32) {
        if self.side_pairs.insert((stream, other)) {
            self.streams[stream as usize].side.push(other);
        }
    }

    fn merge(&mut self, from: u32, into: u32) {
        for index in 0..self.streams[from as usize].side.len() {
            let other = self.streams[from as usize].side[index];
            if self.side_pairs.contains(&(from, other)) {
                let other = self.survivor(other);
                if other != into {
                    self.add_side(into, other);
                }
            }
        }
        self.side_pairs.remove(&(into, from));
        let Growing { cost, has_return, .. } = self.streams[from as usize];
        let target = &mut self.streams[into as usize];
        target.cost = target.cost.saturating_add(cost);
        target.has_return |= has_return;
        self.streams[from as usize].merged = Some(into);
    }

    /// Finds the stream that a stream was merged into, with path compression.
    fn survivor(&mut self, stream: u32) -> u32 {
        let mut last = stream;
        while let Some(next) = self.streams[last as usize].merged {
            last = next;
        }
        let mut at = stream;
        while let Some(next) = self.streams[at as usize].merged.filter(|&next| next != last) {
            self.streams[at as usize].merged = Some(last);
            at = next;
        }
        last
    }

    fn finish(mut self, longest_path: i64) -> Streams {
        for node in 0..self.of.len() {
            self.of[node] = self.survivor(self.of[node]);
        }
        let root = self.of[ROOT];
        let mut streams: Vec<Stream> =
            self.streams.iter().map(|s| Stream { cost: s.cost, parent: None }).collect();
        let mut children = vec![Vec::new(); self.of.len()];
        let mut seen = vec![false; streams.len()];
        seen[root as usize] = true;
        for &id in &self.of[1..] {
            if std::mem::replace(&mut seen[id as usize], true) {
                continue;
            }
            if let Some(parent) = self.streams[id as usize].parent {
                streams[id as usize].parent = Some(self.of[parent]);
                children[parent].push(id);
            }
        }
        let root_children = std::mem::take(&mut children[ROOT]);
        children.remove(ROOT);
        self.of.remove(ROOT);
        Streams { root, of: self.of, streams, root_children, children, longest_path }
    }
}
