//! The reference graph of a module's functions: finds recursion and unused functions.

use crate::graph::{Attribute, Attributes, Body, Function, Item, Module, Visibility};
use std::collections::HashMap;

/// The functions of one module and their references to each other.
#[derive(Debug)]
pub(super) struct References {
    /// Where in the module's items a function stands, by its name.
    index: HashMap<String, usize>,
    /// For each item, the items that it refers to, in order and as often as it does.
    edges: Vec<Vec<usize>>,
    /// How often something that is no item of the module refers to each item.
    outside: Vec<usize>,
}

impl References {
    /// Reads a module. Modules in it count as one referrer each, with all that they contain.
    pub(super) fn of(module: &Module) -> Self {
        let functions = module.items.iter().enumerate().filter_map(|(at, item)| match item {
            Item::Function(function) => Some((function.name.clone(), at)),
            Item::Module(_) | Item::Op(_) => None,
        });
        let index: HashMap<_, _> = functions.collect();
        let edges = module.items.iter().map(|item| {
            let mut found = Vec::new();
            in_item(item, &mut |name| found.extend(index.get(name).copied()));
            found
        });
        let edges = edges.collect();
        let mut outside = vec![0; module.items.len()];
        in_attributes(&module.attributes, &mut |name| {
            if let Some(&at) = index.get(name) {
                outside[at] += 1;
            }
        });
        Self { index, edges, outside }
    }

    /// The item that defines a function.
    pub(super) fn function(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// All items, each after those that it refers to where that is possible, and for each whether
    /// it may come to refer to itself. Tarjan's strongly connected components, with a stack of its
    /// own: chains of calls are as long as a program likes.
    pub(super) fn callees_first(&self) -> Vec<(usize, bool)> {
        const NEW: usize = usize::MAX;
        let count = self.edges.len();
        let (mut number, mut low) = (vec![NEW; count], vec![0; count]);
        let (mut open, mut is_open) = (Vec::new(), vec![false; count]);
        let (mut order, mut next) = (Vec::with_capacity(count), 0);
        for root in 0..count {
            let mut path = if number[root] == NEW { vec![(root, 0)] } else { Vec::new() };
            while let Some((node, edge)) = path.pop() {
                if edge == 0 {
                    (number[node], low[node]) = (next, next);
                    next += 1;
                    open.push(node);
                    is_open[node] = true;
                } else {
                    // Back from the edge before, if that was one into a new node.
                    let child = self.edges[node][edge - 1];
                    if is_open[child] {
                        low[node] = low[node].min(low[child]);
                    }
                }
                if let Some(&child) = self.edges[node].get(edge) {
                    path.push((node, edge + 1));
                    if number[child] == NEW {
                        path.push((child, 0));
                    }
                    continue;
                }
                if low[node] == number[node] {
                    let at = open.iter().rposition(|&n| n == node).expect("the node is open");
                    let component = open.split_off(at);
                    let recursive = component.len() > 1 || self.edges[node].contains(&node);
                    for &member in &component {
                        is_open[member] = false;
                    }
                    order.extend(component.into_iter().map(|member| (member, recursive)));
                }
            }
        }
        order
    }

    /// The items that are private functions with a body and that nothing refers to, or only others
    /// of them. A function that refers to itself is in use.
    pub(super) fn unused(&self, module: &Module) -> Vec<bool> {
        let mut uses = self.outside.clone();
        for &target in self.edges.iter().flatten() {
            uses[target] += 1;
        }
        let removable = |at: usize| match &module.items[at] {
            Item::Function(function) => {
                function.visibility == Visibility::Private && function.body.is_some()
            }
            Item::Module(_) | Item::Op(_) => false,
        };
        let mut unused = vec![false; uses.len()];
        let mut pending: Vec<_> =
            (0..uses.len()).filter(|&at| uses[at] == 0 && removable(at)).collect();
        while let Some(at) = pending.pop() {
            unused[at] = true;
            for &target in &self.edges[at] {
                uses[target] -= 1;
                if uses[target] == 0 && removable(target) {
                    pending.push(target);
                }
            }
        }
        unused
    }
}

/// Calls `found` with the name of each symbol that an item refers to.
fn in_item(item: &Item, found: &mut impl FnMut(&str)) {
    let mut pending = vec![item];
    while let Some(item) = pending.pop() {
        match item {
            Item::Function(function) => in_function(function, found),
            Item::Module(module) => {
                in_attributes(&module.attributes, found);
                pending.extend(&module.items);
            }
            Item::Op(top) => in_body(top.body(), found),
        }
    }
}

fn in_function(function: &Function, found: &mut impl FnMut(&str)) {
    in_attributes(&function.attributes, found);
    if let Some(body) = &function.body {
        in_body(body, found);
    }
}

fn in_body(body: &Body, found: &mut impl FnMut(&str)) {
    for op in body.preorder() {
        in_attributes(&body.op(op).attributes, found);
    }
}

fn in_attributes(attributes: &Attributes, found: &mut impl FnMut(&str)) {
    let mut pending: Vec<&Attribute> = attributes.iter().map(|(_, attribute)| attribute).collect();
    // In the order of the text, which decides the order of the passes' work.
    pending.reverse();
    while let Some(attribute) = pending.pop() {
        match attribute {
            Attribute::Symbol { root, .. } => found(root),
            Attribute::Array(elements) => pending.extend(elements.iter().rev()),
            Attribute::Dictionary(entries) => {
                pending.extend(entries.iter().map(|(_, attribute)| attribute));
            }
            _ => {}
        }
    }
}
