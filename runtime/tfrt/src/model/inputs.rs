//! Compares the inputs of a run with what the model takes.

use super::programs::Values;
use super::{ModelError, Port};
use crate::Tensor;
use smallvec::SmallVec;
use tfrt_host::kernel::{KernelType, Value};

/// The inputs in the model's order.
///
/// # Errors
/// Everything that is wrong with them.
pub(super) fn in_order(ports: &[Port], given: &[(&str, &Tensor)]) -> Result<Values, ModelError> {
    let mut problems = Vec::new();
    // The sizes of symbols, and of which input each is.
    let mut sizes = SmallVec::<[(&str, &str, i64); 8]>::new();
    let mut values = Values::with_capacity(ports.len());
    for port in ports {
        let mut named = given.iter().filter(|(name, _)| *name == port.name);
        let Some((name, tensor)) = named.next() else {
            problems.push(format!("input '{}' is missing: {port}", port.name));
            continue;
        };
        if named.next().is_some() {
            problems.push(format!("input '{name}' is given twice"));
        }
        if tensor.check_member(&port.ty).is_err() {
            problems.push(format!("input '{name}' is {}, expected {port}", tensor.metadata()));
            continue;
        }
        for (symbol, &size) in port.symbols.iter().zip(tensor.shape().dimensions()) {
            let Some(symbol) = symbol else { continue };
            let Some(&(_, first, known)) = sizes.iter().find(|(known, ..)| known == symbol) else {
                sizes.push((symbol, &port.name, size));
                continue;
            };
            if known != size {
                problems
                    .push(format!("'{symbol}' is {known} in '{first}', but {size} in '{name}'"));
            }
        }
        values.push(Value::new(Tensor::clone(tensor)));
    }
    for (name, _) in given {
        if !ports.iter().any(|port| port.name == *name) {
            let known: Vec<String> = ports.iter().map(|port| format!("'{}'", port.name)).collect();
            problems.push(format!("there is no input '{name}', only {}", known.join(", ")));
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(ModelError::all(problems)) }
}
