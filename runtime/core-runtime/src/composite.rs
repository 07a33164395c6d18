//! Composite ops: ops that call a function of a program.

use crate::dispatch::{Handles, OpInvocation};
use crate::handle::TensorHandle;
use crate::handler::CoreRuntimeOp;
use smallvec::SmallVec;
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel::{Chain, Function, KernelType, Value};
use tfrt_host::value::{AnyRef, AsyncRef};

/// An op that calls a function, which takes a chain and handles, and gives a chain and handles.
///
/// The attributes of a call are not seen by the function.
///
/// # Errors
/// `The function should only takes type [!corert.tensorhandle] as input. But the i-th argument is type [T].`, and so for
/// results.
pub fn composite(function: Function) -> Result<CoreRuntimeOp, KernelError> {
    let signature = function.signature();
    let handles = |types: &[String], what: fn(usize, &str) -> String| {
        if types.first().is_none_or(|first| first != Chain::NAME) {
            return Err(KernelError::from("The function should take and return a chain first."));
        }
        let other = types[1..].iter().position(|ty| ty != TensorHandle::NAME);
        other.map_or(Ok(()), |index| Err(what(index, &types[index + 1]).into()))
    };
    handles(&signature.arguments, |index, ty| {
        format!(
            "The function should only takes type [!corert.tensorhandle] as input. But the {index}-th argument is type \
             [{ty}]."
        )
    })?;
    handles(&signature.results, |index, ty| {
        format!(
            "The function should only returns type [!corert.tensorhandle]. But the {index}-th results is type [{ty}]."
        )
    })?;
    Ok(CoreRuntimeOp::new(move |call| run(&function, call)))
}

fn run(function: &Function, call: OpInvocation<'_>) -> Handles {
    let signature = function.signature();
    let (takes, gives) = (signature.arguments.len() - 1, signature.results.len() - 1);
    let context = call.context;
    if call.arguments.len() != takes || call.results != gives {
        let name = &signature.name;
        let message = format!(
            "function '{name}' takes {takes} handles and gives {gives}, the call has {} and {}",
            call.arguments.len(),
            call.results,
        );
        let error = context.report(KernelError::new(ErrorCode::InvalidArgument, message));
        return call.fail(&error);
    }
    let depth = match context.enter_call() {
        Ok(depth) => depth,
        Err(error) => return call.fail(&error),
    };
    let OpInvocation { arguments: handles, chain, .. } = call;
    let after = chain.as_deref().cloned().unwrap_or(Value::new(Chain));
    let mut arguments: SmallVec<[Value; 4]> = SmallVec::new();
    arguments.push(after);
    arguments.extend(handles.into_iter().map(|handle| handle.when_there().into_value()));
    let mut results: SmallVec<[Value; 4]> = (0..=gives).map(|_| Value::Empty).collect();
    tfrt_host::frame::grow_stack(|| {
        function.call(context.request, depth, &mut arguments, &mut results);
    });
    let mut results = results.into_iter();
    if let (Some(new), Some(chain)) = (results.next(), chain) {
        *chain = new;
    }
    results.map(handle_of).collect()
}

/// The handle that a value is, or will be.
fn handle_of(value: Value) -> TensorHandle {
    if let Some(handle) = value.get::<TensorHandle>() {
        return handle.clone();
    }
    if let Some(error) = value.error() {
        return TensorHandle::error(error.clone());
    }
    let (promise, tensor) = AnyRef::indirect();
    value.into_ref().and_then_with(move |value| {
        match (value.get::<TensorHandle>(), value.error()) {
            (Some(handle), _) => promise.forward(handle.tensor().clone().into_any()),
            (None, Some(error)) => promise.fail(error.clone()),
            (None, None) => {
                promise.fail(Error::new(ErrorCode::Internal, "a composite op gave no handle"));
            }
        }
    });
    let tensor = AsyncRef::from_any(tensor);
    tensor.map_or_else(
        |_| TensorHandle::error(Error::bug("an indirect value has a type")),
        TensorHandle::later,
    )
}
