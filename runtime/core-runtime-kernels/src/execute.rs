//! Kernels that call ops.

use crate::site::{FunctionAttributes, OpSite};
use tfrt_core_runtime::{
    Arguments, Attributes, CoreRuntimeOp, Handles, OpHandlerRef, OpInvocation, TensorHandle,
    composite,
};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Callee, Chain, Fold, Function, Gives, ResultCount, Value};
use tfrt_host::value::MaybeDone;

/// Calls the op of that name, without a chain.
///
/// # Errors
/// The handler does not know the op; whatever the op says. Each is the error of all results.
#[kernel(
    "corert.executeop",
    assembly = "`(` $op_handler `)` $op_name `(` $arguments `)` pairs($op_attrs) \
        pairs($op_func_attrs) result-count",
    traits(
        no_effect(),
        pairs(&["op_attrs"]),
        fold(Fold::into("corert.const_dense_tensor")
            .when("op_name", "tf.Const")
            .takes("op_attrs", "value"))
    )
)]
pub fn executeop(
    ctx: ExecCtx<'_>,
    op_handler: &OpHandlerRef,
    arguments: Vec<TensorHandle>,
    op_attrs: Attr<&OpSite>,
    op_func_attrs: Attr<&FunctionAttributes>,
    op_name: Attr<&str>,
    results: ResultCount,
) -> Vec<MaybeDone<TensorHandle>> {
    let call = Call { ctx, arguments, site: op_attrs.0, functions: op_func_attrs.0 };
    call.execute(op_handler, op_name.0, results, None)
        .into_iter()
        .map(TensorHandle::when_there)
        .collect()
}

/// Calls the op of that name after the chain. The new chain is there when its side effects are done; that of an op
/// without is the old one.
///
/// # Errors
/// As `corert.executeop`; also that of the chain.
#[kernel(
    "corert.executeop.seq",
    assembly = "`(` $op_handler `,` $in_op_chain `)` $op_name `(` $arguments `)` pairs($op_attrs) \
        pairs($op_func_attrs) result-count",
    traits(pairs(&["op_attrs"]), result_names(&["out_op_chain", "results"]))
)]
#[expect(clippy::too_many_arguments, reason = "they are the op's")]
pub fn executeop_seq(
    ctx: ExecCtx<'_>,
    op_handler: &OpHandlerRef,
    in_op_chain: Chain,
    arguments: Vec<TensorHandle>,
    op_attrs: Attr<&OpSite>,
    op_func_attrs: Attr<&FunctionAttributes>,
    op_name: Attr<&str>,
    results: ResultCount,
) -> (MaybeDone<Chain>, Vec<MaybeDone<TensorHandle>>) {
    let mut chain = Value::new(in_op_chain);
    let call = Call { ctx, arguments, site: op_attrs.0, functions: op_func_attrs.0 };
    let handles = call.execute(
        op_handler,
        op_name.0,
        ResultCount(results.0.saturating_sub(1)),
        Some(&mut chain),
    );
    (MaybeDone::from_value(chain), handles.into_iter().map(TensorHandle::when_there).collect())
}

/// A call of an op in a program.
struct Call<'a> {
    ctx: ExecCtx<'a>,
    arguments: Vec<TensorHandle>,
    site: &'a OpSite,
    functions: &'a FunctionAttributes,
}

impl Call<'_> {
    fn execute(
        self,
        handler: &OpHandlerRef,
        name: &str,
        results: ResultCount,
        chain: Option<&mut Value>,
    ) -> Handles {
        let op = self.site.op(handler, name);
        let ctx = self.ctx;
        self.invoke(results, chain, |call| match op {
            Ok(op) => op.call(call),
            Err(error) => call.fail(&ctx.report(error)),
        })
    }

    fn invoke(
        self,
        results: ResultCount,
        chain: Option<&mut Value>,
        call: impl FnOnce(OpInvocation<'_>) -> Handles,
    ) -> Handles {
        let attributes = self.functions.with(self.site.attributes());
        call(OpInvocation {
            context: self.ctx,
            arguments: Arguments::from_vec(self.arguments),
            attributes: Attributes::Shared(&attributes),
            results: results.0,
            chain,
        })
    }
}

/// Calls an op that is a value. It follows a ready chain.
///
/// # Errors
/// Whatever the op says.
#[kernel("corert.execute_crt_op", assembly = "`(` operands `)` attr-dict result-count")]
pub fn execute_crt_op(
    ctx: ExecCtx<'_>,
    op: &CoreRuntimeOp,
    arguments: Vec<TensorHandle>,
    op_attrs: Attr<&OpSite>,
    op_func_attrs: Attr<&FunctionAttributes>,
    results: ResultCount,
) -> Vec<MaybeDone<TensorHandle>> {
    let mut chain = Value::new(Chain);
    let call = Call { ctx, arguments, site: op_attrs.0, functions: op_func_attrs.0 };
    let handles = call.invoke(results, Some(&mut chain), |call| op.call(call));
    handles.into_iter().map(TensorHandle::when_there).collect()
}

/// An op that calls a function, which takes a chain and handles and gives a chain and handles.
///
/// # Errors
/// `The function should only takes type [!corert.tensorhandle] as input. But the i-th argument is type [T].`, and
/// so for results.
#[kernel(
    "corert.make_composite_op",
    effects(),
    traits(callees(&[Callee::symbol("fn").gives(Gives::Anything).check(|_, _, _| Vec::new())]))
)]
pub fn make_composite_op(function: &Function) -> Result<CoreRuntimeOp, KernelError> {
    composite(function.clone())
}
