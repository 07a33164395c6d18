//! Kernels that read a run's data and resources.

use std::str::FromStr;
use tfrt_host::context::{ExecCtx, RequestContext};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Attr;

/// The integer in the run's data.
///
/// # Errors
/// The run has none.
#[kernel("tfrt_test.get_request_context_data.i32", effects())]
pub fn get_request_context_data_i32(ctx: ExecCtx<'_>) -> Result<i32, KernelError> {
    let data = ctx.request.data::<i32>();
    data.map(|data| *data).ok_or_else(|| KernelError::from("no data of type i32 in this run"))
}

/// The wrapping sum of the attribute `array`, the number in the attribute `init`, the integer in
/// the run's data and the run's resource `val`. Missing data and resources count as zero.
///
/// # Errors
/// `Cannot convert X to target int`; the resource `val` is no `i32`.
#[kernel("tfrt_test.sum_array_attr.i32", effects())]
pub fn sum_array_attr_i32(
    ctx: ExecCtx<'_>,
    array: Attr<&[i32]>,
    init: Attr<&str>,
) -> Result<i32, KernelError> {
    let others = [converted(init.0)?, data(ctx.request), resource(ctx.request)?];
    Ok(array.0.iter().copied().chain(others).fold(0, i32::wrapping_add))
}

/// The wrapping sum of the attribute `array`, the number in the attribute `init`, the integer in
/// the run's data and the run's resource `val`. Missing data and resources count as zero.
///
/// # Errors
/// `Cannot convert X to target int`; the resource `val` is no `i64`.
#[kernel("tfrt_test.sum_array_attr.i64", effects())]
pub fn sum_array_attr_i64(
    ctx: ExecCtx<'_>,
    array: Attr<&[i64]>,
    init: Attr<&str>,
) -> Result<i64, KernelError> {
    let others = [converted(init.0)?, data(ctx.request), resource(ctx.request)?];
    Ok(array.0.iter().copied().chain(others).fold(0, i64::wrapping_add))
}

fn converted<T: FromStr>(text: &str) -> Result<T, KernelError> {
    text.parse().map_err(|_| KernelError::from(format!("Cannot convert {text} to target int")))
}

/// The value in the run's data, or zero.
fn data<T: Copy + Default + Send + Sync + 'static>(request: &RequestContext) -> T {
    request.data::<T>().map_or_else(T::default, |data| *data)
}

/// The run's resource `val`, or zero.
fn resource<T: Copy + Default + Send + Sync + 'static>(
    request: &RequestContext,
) -> Result<T, KernelError> {
    Ok(request.resources().get::<T>("val")?.map_or_else(T::default, |value| *value))
}
