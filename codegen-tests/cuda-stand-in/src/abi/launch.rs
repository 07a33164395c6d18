//! Launches of kernels.

use super::functions;
use crate::driver::State;
use crate::driver::code::{Code, Result};
use crate::driver::work::{KernelCall, Op};
use std::ffi::{c_uint, c_void};
use std::ptr;
use std::sync::Arc;

type Function = u64;
type Stream = u64;

/// Threads of a block, bytes of shared memory, blocks in the second and third dimension.
const THREADS: u32 = 1024;
const SHARED: u32 = 227 << 10;
const BLOCKS: u32 = 65_535;

functions! {
    fn cuLaunchKernel(
        function: Function,
        gx: c_uint,
        gy: c_uint,
        gz: c_uint,
        bx: c_uint,
        by: c_uint,
        bz: c_uint,
        shared: c_uint,
        stream: Stream,
        params: *const *const c_void,
        extra: *const *const c_void,
    ) |state| {
        let number = state.stream(stream)?;
        if !extra.is_null() {
            return Err(Code::NOT_SUPPORTED);
        }
        // SAFETY: the caller has a value for each parameter of the function.
        let call = unsafe { call(state, function, [gx, gy, gz], [bx, by, bz], shared, params)? };
        if state.objects.function(function)?.context != state.stream_of(number)?.context {
            return Err(Code::INVALID_CONTEXT);
        }
        state.submit(number, Op::Kernel(Arc::new(call)))
    }
}

/// The call of a kernel, with the values of its parameters.
///
/// # Safety
/// For each parameter of the function there is a place from which its value can be read.
pub(super) unsafe fn call(
    state: &State,
    function: Function,
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    params: *const *const c_void,
) -> Result<KernelCall> {
    let function = state.objects.function(function)?;
    let code = function.code.function(&function.name).ok_or(Code::INVALID_HANDLE)?;
    let threads = block.iter().try_fold(1_u32, |product, it| product.checked_mul(*it));
    let threads = threads.filter(|it| *it > 0 && *it <= code.max_threads().min(THREADS));
    if threads.is_none() || block[2] > 64 || grid.contains(&0) || grid[1].max(grid[2]) > BLOCKS {
        return Err(Code::INVALID_VALUE);
    }
    if code.shared_bytes().saturating_add(shared) > SHARED {
        return Err(Code::INVALID_VALUE);
    }
    let size = code.params().last().map_or(0, |last| last.offset + last.size);
    let mut bytes = vec![0; size as usize];
    if !code.params().is_empty() && params.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    for (index, param) in code.params().iter().enumerate() {
        // SAFETY: the caller has a place for each parameter.
        let place = unsafe { *params.add(index) };
        if place.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        let (offset, size) = (param.offset as usize, param.size as usize);
        let to = bytes.get_mut(offset..offset + size).ok_or(Code::UNKNOWN)?;
        // SAFETY: the caller's value has the size of the parameter.
        unsafe { ptr::copy_nonoverlapping(place.cast::<u8>(), to.as_mut_ptr(), size) };
    }
    Ok(KernelCall {
        module: Arc::clone(&function.code),
        name: function.name.clone(),
        globals: Arc::clone(&function.globals),
        grid,
        block,
        shared,
        params: bytes,
    })
}
