//! Suspending loops: the runtime's loop driver over compiled bodies.

use crate::abi::{Slot, ref_word};
use crate::run::activation::Activation;
use crate::run::frame::JitFrame;
use std::sync::Arc;
use tfrt_host::frame::{LoopControl, LoopValues, grow_stack_for, run_loop, run_loop_of_calls};
use tfrt_host::kernel::Value;

/// Runs loop `record` from `values` on; `control` is the count of iterations or the first condition.
/// `results` receive later values.
pub(crate) fn run(
    activation: &Activation<'_>,
    record: usize,
    depth: u32,
    control: u32,
    values: LoopValues,
    results: &mut [Slot],
) {
    let (code, request) = (activation.code, activation.request);
    let shape = &code.loops[record];
    let entry = code.entry(shape.body);
    let control = if shape.condition {
        LoopControl::condition(control != 0)
    } else {
        LoopControl::count(control.cast_signed())
    };
    let frame = entry.frame().filter(|_| shape.framed).map(|(frame, _)| frame);
    let last = grow_stack_for(entry.stack, || match frame {
        Some(frame) => {
            let code = Arc::clone(code);
            let begin = move |values| JitFrame::of_values(&code, frame, depth, values);
            run_loop(request, control, values, begin, JitFrame::take_values)
        }
        None => {
            let body = crate::run::function::function(code, shape.body);
            let produced = results.len() + usize::from(shape.condition);
            run_loop_of_calls(request, control, values, move |request, mut values: LoopValues| {
                let mut results = LoopValues::from_elem(Value::Empty, produced);
                body.call(request, depth, &mut values, &mut results);
                Ok(results)
            })
        }
    });
    for (result, value) in results.iter_mut().zip(last) {
        *result = Slot { word: ref_word(value.into_ref()), err: 0 };
    }
}
