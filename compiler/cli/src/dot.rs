//! Draws a module as a Graphviz graph: ops as boxes, values as arrows, functions and regions as
//! clusters.

use std::collections::HashMap;
use std::fmt::Write as _;
use tfrt_compiler::graph::{Body, Function, Module, OpId, RegionId, ValueDef, ValueId};

/// The drawing in Graphviz' language.
pub(crate) fn draw(module: &Module) -> String {
    let mut drawing = Drawing { text: String::new(), arrows: String::new() };
    drawing
        .text
        .push_str("digraph program {\n  compound=true;\n  node [shape=box, fontname=monospace];\n");
    for (index, function) in module.functions().enumerate() {
        drawing.function(index, function);
    }
    let Drawing { mut text, arrows } = drawing;
    text.push_str(&arrows);
    text.push_str("}\n");
    text
}

struct Drawing {
    text: String,
    /// Arrows come last, so that a node always belongs to the frame that names it first.
    arrows: String,
}

/// What is still to be drawn of a body.
enum Work {
    Region(RegionId),
    Op(OpId),
    Close,
}

impl Drawing {
    /// Writing to a string cannot fail, so results of `write!` are dropped here and below.
    fn function(&mut self, index: usize, function: &Function) {
        let prefix = format!("f{index}");
        let name = escape(&function.name);
        let _ = writeln!(self.text, "  subgraph cluster_{prefix} {{ label=\"@{name}\";");
        let Some(body) = &function.body else {
            let _ = writeln!(self.text, "    {prefix} [label=\"(declaration)\"];\n  }}");
            return;
        };
        let mut names = HashMap::new();
        let mut work = vec![Work::Region(Body::ROOT)];
        while let Some(next) = work.pop() {
            match next {
                Work::Close => self.text.push_str("    }\n"),
                Work::Region(region) => self.region(body, region, &prefix, &mut names, &mut work),
                Work::Op(op) => self.op(body, op, &prefix, &names, &mut work),
            }
        }
        self.text.push_str("  }\n");
    }

    fn region(
        &mut self,
        body: &Body,
        region: RegionId,
        prefix: &str,
        names: &mut HashMap<ValueId, String>,
        work: &mut Vec<Work>,
    ) {
        if region != Body::ROOT {
            let _ =
                writeln!(self.text, "    subgraph cluster_{prefix}_r{} {{ label=\"\";", region.0);
            work.push(Work::Close);
        }
        for &block in body.region(region).blocks.iter().rev() {
            let block = body.block(block);
            for &argument in &block.arguments {
                let node = format!("{prefix}_v{}", argument.0);
                let label = escape(&label(body, argument));
                let _ = writeln!(self.text, "    {node} [shape=ellipse, label=\"{label}\"];");
                names.insert(argument, node);
            }
            for &op in &block.ops {
                for &result in &body.op(op).results {
                    names.insert(result, format!("{prefix}_o{}", op.0));
                }
            }
            work.extend(block.ops.iter().rev().map(|&op| Work::Op(op)));
        }
    }

    fn op(
        &mut self,
        body: &Body,
        id: OpId,
        prefix: &str,
        names: &HashMap<ValueId, String>,
        work: &mut Vec<Work>,
    ) {
        let op = body.op(id);
        let node = format!("{prefix}_o{}", id.0);
        let _ = writeln!(self.text, "    {node} [label=\"{}\"];", escape(&op.name));
        for &operand in &op.operands {
            let Some(from) = names.get(&operand) else { continue };
            let label = escape(&label(body, operand));
            let _ = writeln!(self.arrows, "  {from} -> {node} [label=\"{label}\"];");
        }
        for &region in op.regions.iter().rev() {
            work.push(Work::Region(region));
        }
    }
}

/// A value's name, or number, and its type.
fn label(body: &Body, id: ValueId) -> String {
    let value = body.value(id);
    let position = match value.def {
        ValueDef::Argument { index, .. } | ValueDef::Result { index, .. } => index,
    };
    match &value.name {
        Some(name) => format!("%{name}: {}", value.ty),
        None => format!("#{position}: {}", value.ty),
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
