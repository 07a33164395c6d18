//! `tfrt info`: what is in a file: functions, or a model's inputs, outputs, operators and weights.

use crate::failure::Failure;
use crate::input::Input;
use crate::{onnx, output, program, resources};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;
use tfrt_compiler::graph::{Function, Type};
use tfrt_host::kernel::Catalogue;
use tfrt_model::{Port, symbols};
use tfrt_onnx::{AttributeValue, Limits, Model, Node};

/// What `info` takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// MLIR text, BEF or an ONNX model; `-` or nothing is standard input.
    file: Option<String>,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, json: bool) -> Result<(), Failure> {
    let input = Input::read(arguments.file.as_deref())?;
    if let Input::Model { bytes, .. } = &input {
        let decoded = tfrt_onnx::decode(bytes, &Limits::default())
            .map_err(|error| Failure::diagnosed(format!("{}: error: {error}\n", input.name())))?;
        let imported = onnx::graph(bytes, resources::folder(&input));
        let (graph, problems) = match imported {
            Ok(graph) => (Some(graph), Vec::new()),
            Err(problems) => (None, problems.into_iter().map(|it| it.message).collect()),
        };
        let ports = graph.as_ref().and_then(tfrt_model::face);
        let about = About { decoded: &decoded, ports, problems };
        if json {
            output::json(&about.json(input.name()));
        } else {
            output::print(&about.text());
        }
        return Ok(());
    }
    let module = program::imported(&input, catalogue)?;
    let functions: Vec<&Function> = module.functions().collect();
    let bytes: u64 = module
        .resources
        .iter()
        .map(|it| match &it.content {
            tfrt_compiler::graph::Content::Inline { digits } => digits.len() as u64 / 2,
            tfrt_compiler::graph::Content::File(place) => {
                place.bytes.as_ref().map_or(0, |bytes| bytes.end - bytes.start)
            }
        })
        .sum();
    if json {
        let functions = functions.iter().map(|function| {
            json!({
                "name": function.name,
                "arguments": function.arguments.iter().map(Type::as_str).collect::<Vec<_>>(),
                "results": function.results.iter().map(Type::as_str).collect::<Vec<_>>(),
                "native": function.body.is_none(),
            })
        });
        output::json(&json!({
            "file": input.name(),
            "functions": functions.collect::<Vec<_>>(),
            "resources": { "count": module.resources.len(), "bytes": bytes },
        }));
        return Ok(());
    }
    let list = |types: &[Type]| types.iter().map(Type::as_str).collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    for function in functions {
        let native = if function.body.is_none() { " (native)" } else { "" };
        let (name, arguments, results) =
            (&function.name, list(&function.arguments), list(&function.results));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "@{name}({arguments}) -> ({results}){native}");
    }
    if !module.resources.is_empty() {
        let _ = writeln!(text, "resources: {} of {bytes} bytes", module.resources.len());
    }
    output::print(&text);
    Ok(())
}

/// A model, and whether it can be run.
struct About<'a> {
    decoded: &'a Model<'a>,
    /// Inputs and outputs, if everything is supported.
    ports: Option<(Vec<Port>, Vec<Port>)>,
    problems: Vec<String>,
}

impl About<'_> {
    /// The operators, by domain and name, with the number of their nodes.
    fn operators(&self) -> BTreeMap<(&str, &str), usize> {
        let mut operators = BTreeMap::new();
        let mut pending: Vec<&Node<'_>> = self.decoded.graph.node.iter().collect();
        pending.extend(self.decoded.functions.iter().flat_map(|function| &function.node));
        while let Some(node) = pending.pop() {
            let domain = if node.domain.is_empty() { "ai.onnx" } else { node.domain };
            *operators.entry((domain, node.op_type)).or_default() += 1;
            for attribute in &node.attribute {
                match &attribute.value {
                    AttributeValue::Graph(graph) => pending.extend(&graph.node),
                    AttributeValue::Graphs(graphs) => {
                        pending.extend(graphs.iter().flat_map(|graph| &graph.node));
                    }
                    _ => {}
                }
            }
        }
        operators
    }

    /// The version of a domain's operators that the model means.
    fn version(&self, domain: &str) -> Option<i64> {
        let same = |other: &str| other == domain || domain == "ai.onnx" && other.is_empty();
        let mut sets = self.decoded.opset_import.iter();
        sets.find(|set| same(set.domain)).map(|set| set.version)
    }

    /// The number of initializers, that of their elements, and that of the bytes of these.
    fn weights(&self) -> (usize, u64, u64) {
        let tensors = &self.decoded.graph.initializer;
        let (mut elements, mut bytes) = (0_u64, 0_u64);
        for tensor in tensors {
            let sizes = tensor.dims.iter().map(|&size| u64::try_from(size).unwrap_or(0));
            let count = sizes.fold(1, u64::saturating_mul);
            let bits = u64::from(tensor.data_type.bits().unwrap_or(0));
            elements = elements.saturating_add(count);
            bytes = bytes.saturating_add(count.saturating_mul(bits).div_ceil(8));
        }
        (tensors.len(), elements, bytes)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let Model { ir_version, producer_name, producer_version, .. } = self.decoded;
        let _ = write!(text, "ONNX model, format version {ir_version}");
        if !producer_name.is_empty() {
            let writer = format!("{producer_name} {producer_version}");
            let _ = write!(text, ", written by {}", writer.trim_end());
        }
        text.push('\n');
        if let Some((inputs, outputs)) = &self.ports {
            for (title, ports) in [("inputs", inputs), ("outputs", outputs)] {
                let _ = writeln!(text, "{title}:");
                for port in ports {
                    let _ = writeln!(text, "  {port}");
                }
            }
            let symbols = symbols(inputs);
            if !symbols.is_empty() {
                let _ = writeln!(text, "symbols: {}", symbols.join(", "));
            }
        } else {
            let name = |it: &tfrt_onnx::ValueInfo<'_>| format!("  {}\n", it.name);
            let inputs: String = self.decoded.graph.input.iter().map(name).collect();
            let outputs: String = self.decoded.graph.output.iter().map(name).collect();
            let _ = write!(text, "inputs:\n{inputs}outputs:\n{outputs}");
        }
        text.push_str("operators:\n");
        for ((domain, name), count) in self.operators() {
            let version = self.version(domain).map(|it| format!(" {it}")).unwrap_or_default();
            let _ = writeln!(text, "  {name} x{count} ({domain}{version})");
        }
        let (count, elements, bytes) = self.weights();
        let _ = writeln!(text, "weights: {count} tensors of {elements} elements, {bytes} bytes");
        if !self.problems.is_empty() {
            text.push_str("not supported:\n");
            for problem in &self.problems {
                let _ = writeln!(text, "  {}", problem.replace('\n', "\n  "));
            }
        }
        text
    }

    fn json(&self, file: &str) -> serde_json::Value {
        let ports = |ports: &Vec<Port>| -> Vec<serde_json::Value> {
            let port = |port: &Port| json!({ "name": port.name, "type": port.ty.as_str(), "symbols": port.symbols });
            ports.iter().map(port).collect()
        };
        let operators = self.operators().into_iter().map(|((domain, name), count)| {
            json!({ "domain": domain, "name": name, "version": self.version(domain), "nodes": count })
        });
        let (count, elements, bytes) = self.weights();
        json!({
            "file": file,
            "format_version": self.decoded.ir_version,
            "producer": self.decoded.producer_name,
            "inputs": self.ports.as_ref().map(|(inputs, _)| ports(inputs)),
            "outputs": self.ports.as_ref().map(|(_, outputs)| ports(outputs)),
            "symbols": self.ports.as_ref().map(|(inputs, _)| symbols(inputs)),
            "operators": operators.collect::<Vec<_>>(),
            "weights": { "tensors": count, "elements": elements, "bytes": bytes },
            "not_supported": self.problems,
        })
    }
}
