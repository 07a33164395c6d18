//! Kernels that forward values, count, and print that they ran.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, Attribute, Chain, FromAttribute, StreamCost, Value};
use tfrt_host::value::AnyRef;
use tfrt_kernels::string::HostString;

/// The operand plus one, two and three, wrapping.
#[kernel("tfrt_test.count3.i32", pure, assembly = Assembly::OPERANDS)]
pub fn count3_i32(a: i32) -> (i32, i32, i32) {
    (a.wrapping_add(1), a.wrapping_add(2), a.wrapping_add(3))
}

/// The operand plus one, two and three, wrapping.
#[kernel("tfrt_test.count3.i64", pure, assembly = Assembly::OPERANDS)]
pub fn count3_i64(a: i64) -> (i64, i64, i64) {
    (a.wrapping_add(1), a.wrapping_add(2), a.wrapping_add(3))
}

/// A chain that is ready when all operands are available.
#[kernel("tfrt_test.as_chain", pure)]
pub fn as_chain(_operands: &[Value]) -> Chain {
    Chain
}

/// The string, the two integers and the float of the attribute `[["string", [0 : i32, 1 : i32]],
/// [1.0 : f32]]`, whatever their values are.
///
/// # Errors
/// The attribute has another structure.
#[kernel("tfrt_test.flat", pure)]
pub fn flat(value: Attr<&Attribute>) -> Result<(HostString, i32, i32, f32), KernelError> {
    let parts = match value.0 {
        Attribute::Aggregate(outer) => match outer.as_slice() {
            [Attribute::Aggregate(inner), floats] => match inner.as_slice() {
                [text, integers] => Some((text, integers, floats)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let Some((text, integers, floats)) = parts else {
        return Err(KernelError::from("attribute 'value' of tfrt_test.flat is nested differently"));
    };
    let text = String::from_attribute(text)?;
    let integers = Vec::<i32>::from_attribute(integers)?;
    let floats = Vec::<f32>::from_attribute(floats)?;
    match (integers.as_slice(), floats.as_slice()) {
        (&[first, second], &[float]) => Ok((HostString(text), first, second, float)),
        _ => Err(KernelError::from("tfrt_test.flat takes two integers and a float")),
    }
}

/// For each operand, whether this is the only reference to it. Engines differ: the executor counts
/// references to scalars too, compiled engines hold them unboxed, as unique copies.
#[kernel("tfrt_test.get_uniqueness", effects(counts))]
pub fn get_uniqueness(values: &[Value]) -> Vec<Value> {
    let unique = |value: &Value| match value {
        Value::Ref(any) => any.is_unique(),
        _ => true,
    };
    values.iter().map(|value| Value::new(unique(value))).collect()
}

/// The operands after the chain: the same values, not copies.
#[kernel("tfrt_test.identity", effects())]
pub fn identity(_chain: Chain, values: &[Value]) -> Vec<Value> {
    values.to_vec()
}

/// Each operand through an indirect value that is forwarded to it.
#[kernel("tfrt_test.make_indirect", effects())]
pub fn make_indirect(values: &[Value]) -> Vec<Value> {
    let indirect = |value: &Value| {
        let (promise, indirect) = AnyRef::indirect();
        promise.forward(value.clone().into_ref());
        Value::Ref(indirect)
    };
    values.iter().map(indirect).collect()
}

/// The operands: the same values, not copies.
#[kernel("tfrt_test.multi_arg_result", effects())]
pub fn multi_arg_result(values: &[Value]) -> Vec<Value> {
    values.to_vec()
}

/// Prints `true` or `false`.
#[kernel("tfrt_test.print_bool", effects(prints))]
pub fn print_bool(ctx: ExecCtx<'_>, _chain: Chain, value: bool) -> Chain {
    ctx.request.print(if value { "true\n" } else { "false\n" });
    Chain
}

/// Prints `hello host executor!`.
#[kernel("tfrt_test.print_hello", effects(prints))]
pub fn print_hello(ctx: ExecCtx<'_>, _chain: Chain) -> Chain {
    ctx.request.print("hello host executor!\n");
    Chain
}

/// The sum of the operands, wrapping.
///
/// # Errors
/// There is no operand, or one is not an `i32`.
#[kernel("tfrt_test.sum", effects())]
pub fn sum(values: &[Value]) -> Result<i32, KernelError> {
    if values.is_empty() {
        return Err(KernelError::from("tfrt_test.sum needs at least one operand"));
    }
    let mut sum = 0i32;
    for (index, value) in values.iter().enumerate() {
        let Some(value) = value.get::<i32>() else {
            let actual = value.type_name();
            return Err(KernelError::from(format!(
                "operand {index} of tfrt_test.sum is '{actual}', expected 'i32'"
            )));
        };
        sum = sum.wrapping_add(*value);
    }
    Ok(sum)
}

/// Prints `id: N` and returns 0. Its cost in the stream analysis is the attribute `_tfrt_cost`,
/// which is not passed to the kernel.
#[kernel(
    "tfrt_test.test_cost",
    effects(),
    assembly = Assembly::TYPED_OPERANDS,
    traits(stream_cost(StreamCost::Attribute))
)]
pub fn test_cost(ctx: ExecCtx<'_>, id: Attr<i64>, _operands: &[Value]) -> i32 {
    ctx.request.print(&format!("id: {}\n", id.0));
    0
}
