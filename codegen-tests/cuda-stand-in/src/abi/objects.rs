//! Devices, contexts, modules.

use super::{functions, put, text};
use crate::driver::code::{Code, Result, name};
use crate::driver::{CURRENT, DRIVER, State};
use parking_lot::MutexGuard;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::slice;

type Device = c_int;
type Context = u64;
type Module = u64;
type Function = u64;

/// `CU_JIT_ERROR_LOG_BUFFER` and the size of it.
const ERROR_LOG: c_uint = 5;
const ERROR_LOG_SIZE: c_uint = 6;
/// The largest image that is read.
const IMAGE: usize = 1 << 28;

functions! {
    fn cuInit(flags: c_uint) |state| {
        if flags != 0 {
            return Err(Code::INVALID_VALUE);
        }
        if let Some(code) = state.settings.init {
            return Err(code);
        }
        if state.settings.devices == 0 {
            return Err(Code::NO_DEVICE);
        }
        state.initialised = true;
        Ok(())
    }

    fn cuDriverGetVersion(version: *mut c_int) |state| {
        // SAFETY: the caller's.
        unsafe { put(version, state.settings.version.cast_signed()) }
    }

    fn cuDeviceGetCount(count: *mut c_int) |state| {
        // SAFETY: the caller's.
        unsafe { put(count, c_int::try_from(state.settings.devices).unwrap_or(c_int::MAX)) }
    }

    fn cuDeviceGet(device: *mut Device, ordinal: c_int) |state| {
        state.device(ordinal)?;
        // SAFETY: the caller's.
        unsafe { put(device, ordinal) }
    }

    fn cuDeviceGetName(name: *mut c_char, size: c_int, device: Device) |state| {
        state.device(device)?;
        let text = format!("Stand-in {device}\0");
        let room = usize::try_from(size).unwrap_or(0);
        for (index, byte) in text.bytes().take(room).enumerate() {
            // SAFETY: the caller has room for so many bytes.
            unsafe { put(name.wrapping_add(index), byte.cast_signed())? };
        }
        Ok(())
    }

    fn cuDeviceTotalMem_v2(bytes: *mut usize, device: Device) |state| {
        state.device(device)?;
        // SAFETY: the caller's.
        unsafe { put(bytes, usize::try_from(state.settings.memory).unwrap_or(usize::MAX)) }
    }

    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_uint, device: Device) |state| {
        state.device(device)?;
        let found = match attribute {
            // Threads of a block, in all and by dimension; blocks of a grid by dimension.
            1..=3 => 1024,
            4 => 64,
            5 => i32::MAX,
            6 | 7 => 65_535,
            // Shared memory of a block, the threads of a warp, processors.
            8 => 48 << 10,
            10 => 32,
            16 => 4,
            // The compute capability; pools.
            75 => 9,
            76 => 0,
            97 => 227 << 10,
            115 => 1,
            _ => return Err(Code::INVALID_VALUE),
        };
        // SAFETY: the caller's.
        unsafe { put(value, found) }
    }

    fn cuDevicePrimaryCtxRetain(context: *mut Context, device: Device) |state| {
        let device = state.device(device)?;
        let handle = state.retain_primary(device)?;
        // SAFETY: the caller's.
        unsafe { put(context, handle) }
    }

    fn cuDevicePrimaryCtxRelease_v2(device: Device) |state| {
        let device = state.device(device)?;
        if let Some(context) = state.primary(device) {
            finish(state, context)?;
        }
        state.release_primary(device)
    }

    fn cuCtxCreate_v2(context: *mut Context, _flags: c_uint, device: Device) |state| {
        let device = state.device(device)?;
        let handle = state.create_context(device);
        // SAFETY: the caller's.
        unsafe { put(context, handle) }
    }

    fn cuCtxDestroy_v2(context: Context) |state| {
        if state.objects.context(context)?.primary.is_some() {
            return Err(Code::INVALID_CONTEXT);
        }
        finish(state, context)?;
        state.destroy_context(context)
    }

    fn cuCtxSetCurrent(context: Context) |state| {
        if context != 0 {
            state.objects.context(context)?;
        }
        CURRENT.set(context);
        Ok(())
    }

    fn cuCtxGetCurrent(context: *mut Context) |_state| {
        // SAFETY: the caller's.
        unsafe { put(context, CURRENT.get()) }
    }

    fn cuCtxSynchronize() |state| {
        let context = state.current()?;
        state.unsafe_in_capture()?;
        let work = state.work_of(context);
        DRIVER.wait(state, |state| {
            state.usable(context)?;
            Ok(work.iter().all(|stamp| state.is_done(stamp.point)))
        })?;
        for stamp in work {
            state.seen(&stamp);
        }
        Ok(())
    }

    fn cuModuleLoadDataEx(
        module: *mut Module,
        image: *const c_void,
        count: c_uint,
        options: *const c_uint,
        values: *const *mut c_void,
    ) |state| {
        let context = state.current()?;
        state.unsafe_in_capture()?;
        if image.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the caller's image ends with a zero.
        let image = unsafe { CStr::from_ptr(image.cast()) }.to_bytes();
        let image = image.get(..image.len().min(IMAGE)).unwrap_or_default();
        match state.load(context, image) {
            // SAFETY: the caller's.
            Ok(handle) => unsafe { put(module, handle) },
            Err((code, message)) => {
                // SAFETY: the caller's: there are so many options, and a value for each.
                unsafe { write_log(&message, count, options, values) };
                Err(code)
            }
        }
    }

    fn cuModuleUnload(module: Module) |state| {
        state.unsafe_in_capture()?;
        state.unload(module)
    }

    fn cuModuleGetFunction(function: *mut Function, module: Module, name: *const c_char) |state| {
        // SAFETY: the caller's.
        let handle = state.get_function(module, unsafe { text(name)? })?;
        // SAFETY: the caller's.
        unsafe { put(function, handle) }
    }

    fn cuModuleGetGlobal_v2(
        address: *mut u64,
        size: *mut usize,
        module: Module,
        name: *const c_char,
    ) |state| {
        // SAFETY: the caller's.
        let (found, bytes) = state.get_global(module, unsafe { text(name)? })?;
        // SAFETY: the caller's.
        unsafe {
            put(address, found)?;
            put(size, bytes)
        }
    }

    fn cuFuncGetParamInfo(
        function: Function,
        index: usize,
        offset: *mut usize,
        size: *mut usize,
    ) |state| {
        let function = state.objects.function(function)?;
        let code = function.code.function(&function.name).ok_or(Code::INVALID_HANDLE)?;
        let param = code.params().get(index).ok_or(Code::INVALID_VALUE)?;
        // SAFETY: the caller's.
        unsafe {
            put(offset, param.offset as usize)?;
            if size.is_null() { Ok(()) } else { put(size, param.size as usize) }
        }
    }

    fn cuFuncGetAttribute(value: *mut c_int, attribute: c_uint, function: Function) |state| {
        let function = state.objects.function(function)?;
        let code = function.code.function(&function.name).ok_or(Code::INVALID_HANDLE)?;
        let found = match attribute {
            // Threads of a block, bytes of shared memory.
            0 => code.max_threads().min(1024),
            1 => code.shared_bytes(),
            _ => return Err(Code::INVALID_VALUE),
        };
        // SAFETY: the caller's.
        unsafe { put(value, c_int::try_from(found).unwrap_or(c_int::MAX)) }
    }

    fn cuGetErrorName(code: u32, text: *mut *const c_char) |_state| {
        let name = name(code).ok_or(Code::INVALID_VALUE)?;
        // SAFETY: the caller's.
        unsafe { put(text, name.as_ptr().cast()) }
    }
}

/// Waits until a context that ends has done its work.
fn finish(state: &mut MutexGuard<'_, State>, context: Context) -> Result<()> {
    let work = state.work_of(context);
    DRIVER.wait(state, |state| Ok(work.iter().all(|stamp| state.is_done(stamp.point))))
}

/// Copies what the assembler says to where the options want it.
///
/// # Safety
/// There are so many options, and a value for each, as the driver's documentation says.
unsafe fn write_log(
    message: &str,
    count: c_uint,
    options: *const c_uint,
    values: *const *mut c_void,
) {
    if count == 0 || options.is_null() || values.is_null() {
        return;
    }
    // SAFETY: the caller's.
    let (options, values) = unsafe {
        let count = count as usize;
        (slice::from_raw_parts(options, count), slice::from_raw_parts(values, count))
    };
    let value = |wanted: c_uint| {
        let index = options.iter().position(|option| *option == wanted)?;
        values.get(index).copied()
    };
    let (Some(buffer), Some(room)) = (value(ERROR_LOG), value(ERROR_LOG_SIZE)) else { return };
    let room = room.addr();
    if buffer.is_null() || room == 0 {
        return;
    }
    let copied = message.len().min(room - 1);
    // SAFETY: the caller has room for so many bytes.
    unsafe {
        buffer.cast::<u8>().copy_from_nonoverlapping(message.as_ptr(), copied);
        buffer.cast::<u8>().add(copied).write(0);
    }
}
