//! Control flow over tensors: branches and loops whose condition is a handle.

use crate::tensors::as_dense;
use std::mem;
use tfrt_core_runtime::TensorHandle;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Callee, Chain, Function, Gives, Value};
use tfrt_host::value::{AnyRef, AsyncRef, MaybeDone};
use tfrt_kernels::control::conditional::enter_in_task;
use tfrt_kernels::control::enter_anew;
use tfrt_kernels::control::suspend::{self, Loop};
use tfrt_tensor::{DType, DenseHostTensor, Element, MutableTensor};

/// Calls the first function if the condition holds, else the second.
///
/// # Errors
/// The condition is no dense tensor of one truth value or integer, nor can be converted to one.
#[kernel(
    "corert.cond",
    assembly = "$cond $a_true_fn $b_false_fn `(` $in_op_chain (`,` $arguments^)? `)` attr-dict \
        `:` functional-type($arguments, (more-results))",
    traits(
        callees(&[
            Callee::symbol("a_true_fn").takes_from(1).by_name(),
            Callee::symbol("b_false_fn").takes_from(1).by_name(),
        ]),
        result_names(&["out_op_chain", "fn_outputs"])
    )
)]
pub fn cond(
    ctx: ExecCtx<'_>,
    cond: &TensorHandle,
    in_op_chain: Chain,
    functions: &[Function],
    arguments: &[Value],
) -> Result<(MaybeDone<Chain>, Vec<Value>), KernelError> {
    let [then, otherwise] = functions else { return Err("corert.cond needs two functions".into()) };
    let count = then.signature().results.len();
    let state = Branch {
        condition: cond.clone(),
        dense: None,
        then: then.clone(),
        otherwise: otherwise.clone(),
        arguments: chained(in_op_chain, arguments),
        count,
    };
    parted(suspend::run(state, ctx, count))
}

/// The arguments of a function that takes a chain first.
fn chained(chain: Chain, arguments: &[Value]) -> Vec<Value> {
    std::iter::once(Value::new(chain)).chain(arguments.iter().cloned()).collect()
}

/// The results of a function that gives a chain first.
fn parted(mut results: Vec<Value>) -> Result<(MaybeDone<Chain>, Vec<Value>), KernelError> {
    if results.is_empty() {
        return Err("a function of corert gives a chain first".into());
    }
    let chain = results.remove(0);
    Ok((MaybeDone::from_value(chain), results))
}

/// A branch whose condition may be converted first.
struct Branch {
    condition: TensorHandle,
    dense: Option<AsyncRef<MutableTensor>>,
    then: Function,
    otherwise: Function,
    arguments: Vec<Value>,
    count: usize,
}

impl Loop for Branch {
    fn advance(&mut self, ctx: ExecCtx<'_>) -> Option<Vec<Value>> {
        let holds = match truth(ctx, &self.condition, &mut self.dense)? {
            Ok(holds) => holds,
            Err(error) => return Some(vec![Value::Error(error); self.count]),
        };
        let chosen = if holds { &self.then } else { &self.otherwise };
        Some(enter_anew(ctx, chosen, &mut self.arguments))
    }

    fn pending(&self) -> Option<&AnyRef> {
        self.dense.as_ref().filter(|dense| !dense.is_available()).map(AsyncRef::as_any)
    }

    fn resumes_in_task(&self) -> bool {
        true
    }
}

/// Calls the second function over the handles, as long as the tensor that the first one gives for them holds.
///
/// # Errors
/// As `corert.cond`.
#[kernel(
    "corert.while",
    assembly = "$a_cond_fn $b_body_fn `(` $in_op_chain (`,` $arguments^)? `)` attr-dict \
        `:` functional-type($arguments, (more-results))",
    traits(
        callees(&[
            Callee::symbol("a_cond_fn")
                .gives(Gives::Types(&["!tfrt.chain", "!corert.tensorhandle"]))
                .by_name(),
            Callee::symbol("b_body_fn").by_name(),
        ]),
        result_names(&["out_op_chain", "fn_outputs"])
    )
)]
pub fn r#while(
    ctx: ExecCtx<'_>,
    in_op_chain: Chain,
    functions: &[Function],
    arguments: &[Value],
) -> Result<(MaybeDone<Chain>, Vec<Value>), KernelError> {
    let [condition, body] = functions else {
        return Err("corert.while needs two functions".into());
    };
    let values = chained(in_op_chain, arguments);
    let count = values.len();
    if body.signature().results.len() != count {
        return Err("corert.while needs a body that gives what it takes".into());
    }
    let mut state = While {
        condition: condition.clone(),
        body: body.clone(),
        values,
        asked: Vec::new(),
        dense: None,
        failed: None,
    };
    state.ask(ctx);
    parted(suspend::run(state, ctx, count))
}

struct While {
    condition: Function,
    body: Function,
    values: Vec<Value>,
    /// The results of the condition function: a chain and a handle.
    asked: Vec<Value>,
    /// The handle's tensor while it is converted.
    dense: Option<AsyncRef<MutableTensor>>,
    /// The error of a condition; the loop now only waits for the values.
    failed: Option<Error>,
}

impl While {
    /// Asks whether another iteration follows.
    fn ask(&mut self, ctx: ExecCtx<'_>) {
        self.dense = None;
        self.asked = enter_anew(ctx, &self.condition, &mut self.values.clone());
    }

    /// Whether it does; `None` if that is not known yet.
    fn continues(&mut self, ctx: ExecCtx<'_>) -> Option<Result<bool, Error>> {
        let [chain, predicate] = &*self.asked else {
            return Some(Err(ctx.report("corert.while got no condition")));
        };
        if chain.pending().or(predicate.pending()).is_some() {
            return None;
        }
        if let Some(error) = predicate.error().or(chain.error()) {
            return Some(Err(error.clone()));
        }
        let Some(predicate) = predicate.get::<TensorHandle>() else {
            let message = format!("the condition of corert.while is '{}'", predicate.type_name());
            return Some(Err(ctx.report(message)));
        };
        truth(ctx, &predicate, &mut self.dense)
    }
}

impl Loop for While {
    fn advance(&mut self, ctx: ExecCtx<'_>) -> Option<Vec<Value>> {
        while self.failed.is_none() {
            match self.continues(ctx)? {
                Ok(false) => return Some(mem::take(&mut self.values)),
                Err(error) => self.failed = Some(error),
                Ok(true) => {
                    let arguments = mem::take(&mut self.values);
                    self.values = enter_in_task(ctx, &self.body, arguments);
                    self.ask(ctx);
                }
            }
        }
        // The first result waits for all values; the others need not.
        if self.pending().is_some() {
            return None;
        }
        let error = self.failed.clone()?;
        Some(vec![Value::Error(error); self.values.len()])
    }

    fn pending(&self) -> Option<&AnyRef> {
        if self.failed.is_some() {
            return self.values.iter().find_map(Value::pending);
        }
        let dense = self.dense.as_ref().filter(|dense| !dense.is_available());
        let asked = || self.asked.iter().find_map(Value::pending);
        dense.map(AsyncRef::as_any).or_else(asked)
    }

    fn resumes_in_task(&self) -> bool {
        true
    }
}

/// Whether a condition holds; `None` while its tensor is converted to a dense one, which is then in `dense`.
fn truth(
    ctx: ExecCtx<'_>,
    condition: &TensorHandle,
    dense: &mut Option<AsyncRef<MutableTensor>>,
) -> Option<Result<bool, Error>> {
    if dense.is_none() {
        match as_dense(ctx, condition) {
            Ok(converted) => *dense = Some(converted),
            Err(error) => return Some(Err(error)),
        }
    }
    let tensor = dense.as_ref()?.get()?;
    Some(match tensor {
        Err(error) => Err(error.clone()),
        Ok(MutableTensor::Dense(tensor)) => holds(tensor).map_err(|error| ctx.report(error)),
        Ok(other) => {
            let name = other.type_name();
            Err(ctx.report(format!("tensor predicate does not support type {name}")))
        }
    })
}

/// Whether the only element is not zero.
fn holds(tensor: &DenseHostTensor) -> Result<bool, KernelError> {
    fn only<T: Element>(tensor: &DenseHostTensor) -> Result<bool, KernelError> {
        match &*tensor.to_vec::<T>()? {
            [only] => Ok(*only != bytemuck::Zeroable::zeroed()),
            elements => {
                let message =
                    format!("a tensor predicate has {} elements, expected 1", elements.len());
                Err(KernelError::new(ErrorCode::InvalidArgument, message))
            }
        }
    }
    match tensor.dtype() {
        DType::I1 => only::<tfrt_tensor::I1>(tensor),
        DType::I8 => only::<i8>(tensor),
        DType::I16 => only::<i16>(tensor),
        DType::I32 => only::<i32>(tensor),
        DType::I64 => only::<i64>(tensor),
        DType::Ui8 => only::<u8>(tensor),
        DType::Ui16 => only::<u16>(tensor),
        DType::Ui32 => only::<u32>(tensor),
        DType::Ui64 => only::<u64>(tensor),
        other => {
            let name = other.tensor_name();
            Err(format!("tensor predicate does not support element type {name}").into())
        }
    }
}
