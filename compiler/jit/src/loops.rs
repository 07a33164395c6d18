//! Loops that wait between trips for the values of the trip before: the runtime's, over compiled
//! bodies.

use crate::abi::{Activation, Slot, ref_word};
use tfrt_host::context::RequestContext;
use tfrt_host::frame::{repeat_values, while_values};
use tfrt_host::kernel::Value;

/// Runs loop `record` from `values` on; `control` is the count of trips or the first condition.
/// `results` receive later values.
pub(crate) fn run(
    activation: &Activation<'_>,
    record: usize,
    depth: u32,
    control: u32,
    values: Vec<Value>,
    results: &mut [Slot],
) {
    let shape = &activation.code.loops[record];
    let body = crate::function::function(activation.code, shape.body);
    let produced = values.len() + usize::from(shape.condition);
    let trip = move |request: &RequestContext, mut values: Vec<Value>| {
        let mut results: Vec<Value> = (0..produced).map(|_| Value::Empty).collect();
        body.call(request, depth, &mut values, &mut results);
        results
    };
    let last = if shape.condition {
        while_values(activation.request, Ok(control != 0), values, trip)
    } else {
        repeat_values(activation.request, control.cast_signed(), values, trip)
    };
    for (result, value) in results.iter_mut().zip(last) {
        *result = Slot { word: ref_word(value.into_ref()), err: 0 };
    }
}
