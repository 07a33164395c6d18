//! Memory of devices and of the host, copies.

use super::{functions, put};
use crate::driver::State;
use crate::driver::clock::Point;
use crate::driver::code::{Code, Result};
use crate::driver::memory::Pool;
use crate::driver::work::{Op, Place};
use crate::host::HostRange;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ffi::{c_int, c_uchar, c_uint, c_void};

type Stream = u64;
type PoolHandle = u64;
type Address = u64;

/// What the driver aligns memory of the host to.
const PAGE: usize = 4096;

/// How a pool is asked for (`CUmemPoolProps`), as far as it is read.
#[repr(C)]
struct PoolProps {
    kind: c_int,
    handles: c_int,
    /// Where the memory is: 1 is a device.
    location: c_int,
    device: c_int,
    rest: [u8; 72],
}

fn layout(size: usize) -> Result<Layout> {
    Layout::from_size_align(size, PAGE).map_err(|_| Code::OUT_OF_MEMORY)
}

/// Allocates, unless the device has not so much.
fn allocate(
    state: &mut State,
    context: u64,
    size: usize,
    pool: Option<u64>,
    born: Point,
) -> Result<Address> {
    if size == 0 {
        return Err(Code::INVALID_VALUE);
    }
    let device = state.objects.context(context)?.device;
    let free = state.settings.memory.saturating_sub(state.used(device));
    if size as u64 > free {
        return Err(Code::OUT_OF_MEMORY);
    }
    state.space.allocate(size, context, pool, born)
}

functions! {
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) |state| {
        let context = state.current()?;
        let device = state.objects.context(context)?.device;
        let all = state.settings.memory;
        let left = all.saturating_sub(state.used(device));
        // SAFETY: the caller's.
        unsafe {
            put(free, usize::try_from(left).unwrap_or(usize::MAX))?;
            put(total, usize::try_from(all).unwrap_or(usize::MAX))
        }
    }

    fn cuMemAlloc_v2(address: *mut Address, size: usize) |state| {
        let context = state.current()?;
        state.unsafe_in_capture()?;
        let found = allocate(state, context, size, None, Point::default())?;
        // SAFETY: the caller's.
        unsafe { put(address, found) }
    }

    fn cuMemFree_v2(address: Address) |state| {
        state.current()?;
        state.unsafe_in_capture()?;
        let allocation = state.space.get(address).filter(|it| it.is_device());
        let context = allocation.ok_or(Code::INVALID_VALUE)?.context;
        // It waits for the context, as the driver does.
        let work = state.work_of(context);
        crate::driver::DRIVER.wait(state, |state| {
            state.usable(context)?;
            Ok(work.iter().all(|stamp| state.is_done(stamp.point)))
        })?;
        state.space.remove(address);
        Ok(())
    }

    fn cuMemPoolCreate(pool: *mut PoolHandle, props: *const PoolProps) |state| {
        if props.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the caller's, and it is not null.
        let (location, device) = unsafe { ((*props).location, (*props).device) };
        if location != 1 {
            return Err(Code::INVALID_VALUE);
        }
        state.device(device)?;
        let context = state.current()?;
        let handle = state.objects.make();
        state.objects.pools.insert(handle, (context, Pool::default()));
        // SAFETY: the caller's.
        unsafe { put(pool, handle) }
    }

    fn cuMemPoolDestroy(pool: PoolHandle) |state| {
        state.objects.pools.remove(&pool).map(|_| ()).ok_or(Code::INVALID_VALUE)
    }

    fn cuMemPoolTrimTo(pool: PoolHandle, keep: usize) |state| {
        let (_, pool) = state.objects.pools.get_mut(&pool).ok_or(Code::INVALID_VALUE)?;
        pool.trim(keep as u64);
        Ok(())
    }

    fn cuMemPoolSetAttribute(pool: PoolHandle, attribute: c_uint, _value: *const c_void) |state| {
        state.objects.pools.get(&pool).ok_or(Code::INVALID_VALUE)?;
        // Its three ways to use memory again, the threshold, and the two high marks.
        if matches!(attribute, 1..=4 | 6 | 8) { Ok(()) } else { Err(Code::INVALID_VALUE) }
    }

    fn cuMemPoolGetAttribute(pool: PoolHandle, attribute: c_uint, value: *mut c_void) |state| {
        let (_, pool) = state.objects.pools.get(&pool).ok_or(Code::INVALID_VALUE)?;
        let found = match attribute {
            5 => pool.reserved,
            6 => pool.reserved_high,
            7 => pool.used,
            8 => pool.used_high,
            _ => return Err(Code::INVALID_VALUE),
        };
        // SAFETY: the caller's: these attributes have eight bytes.
        unsafe { put(value.cast::<u64>(), found) }
    }

    fn cuMemAllocFromPoolAsync(
        address: *mut Address,
        size: usize,
        pool: PoolHandle,
        stream: Stream,
    ) |state| {
        let number = state.stream(stream)?;
        state.not_in_capture(number)?;
        state.objects.pools.get(&pool).ok_or(Code::INVALID_VALUE)?;
        let context = state.stream_of(number)?.context;
        let born = state.next_point(number)?;
        state.note(number, format!("allocate {size}"));
        let found = allocate(state, context, size, Some(pool), born)?;
        if let Some((_, pool)) = state.objects.pools.get_mut(&pool) {
            pool.take(size as u64);
        }
        // SAFETY: the caller's.
        unsafe { put(address, found) }
    }

    fn cuMemFreeAsync(address: Address, stream: Stream) |state| {
        let number = state.stream(stream)?;
        state.not_in_capture(number)?;
        state.space.get(address).filter(|it| it.is_device()).ok_or(Code::INVALID_VALUE)?;
        state.submit(number, Op::Free(address))
    }

    fn cuMemHostAlloc(place: *mut *mut c_void, size: usize, _flags: c_uint) |state| {
        let context = state.current()?;
        state.unsafe_in_capture()?;
        if size == 0 {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the layout has a size.
        let memory = unsafe { alloc_zeroed(layout(size)?) };
        if memory.is_null() {
            return Err(Code::OUT_OF_MEMORY);
        }
        // SAFETY: it was just allocated, and is freed when it is not known any more.
        let range = unsafe { HostRange::new(memory.expose_provenance() as u64, size) };
        state.space.add_host(range, context)?;
        state.objects.pinned.insert(range.address(), range);
        // SAFETY: the caller's.
        unsafe { put(place, memory.cast()) }
    }

    fn cuMemFreeHost(place: *mut c_void) |state| {
        state.current()?;
        state.unsafe_in_capture()?;
        let address = place.addr() as u64;
        let range = state.objects.pinned.remove(&address).ok_or(Code::INVALID_VALUE)?;
        let allocation = state.space.remove(address);
        if let Some(report) = allocation.and_then(|it| it.in_use(&state.host)) {
            state.reports.push(report);
        }
        // SAFETY: it was allocated with this layout, and nobody has it any more.
        unsafe { dealloc(place.cast(), layout(range.size())?) };
        Ok(())
    }

    fn cuMemHostRegister_v2(place: *mut c_void, size: usize, _flags: c_uint) |state| {
        let context = state.current()?;
        state.unsafe_in_capture()?;
        if place.is_null() || size == 0 {
            return Err(Code::INVALID_VALUE);
        }
        // SAFETY: the caller keeps the memory until it is unregistered.
        let range = unsafe { HostRange::new(place.expose_provenance() as u64, size) };
        state.space.add_host(range, context)
    }

    fn cuMemHostUnregister(place: *mut c_void) |state| {
        state.current()?;
        state.unsafe_in_capture()?;
        let address = place.addr() as u64;
        let known = state.space.get(address).is_some_and(|it| !it.is_device());
        if !known || state.objects.pinned.contains_key(&address) {
            return Err(Code::HOST_MEMORY_NOT_REGISTERED);
        }
        let allocation = state.space.remove(address);
        if let Some(report) = allocation.and_then(|it| it.in_use(&state.host)) {
            state.reports.push(report);
        }
        Ok(())
    }

    fn cuMemcpyHtoDAsync_v2(to: Address, from: *const c_void, size: usize, stream: Stream) |state| {
        // SAFETY: the caller keeps the memory until the stream has passed the copy.
        let from = unsafe { HostRange::new(from.expose_provenance() as u64, size) };
        copy(state, stream, Place::Device(to), Place::Host(from), size)
    }

    fn cuMemcpyDtoHAsync_v2(to: *mut c_void, from: Address, size: usize, stream: Stream) |state| {
        // SAFETY: the caller keeps the memory until the stream has passed the copy.
        let to = unsafe { HostRange::new(to.expose_provenance() as u64, size) };
        copy(state, stream, Place::Host(to), Place::Device(from), size)
    }

    fn cuMemcpyDtoDAsync_v2(to: Address, from: Address, size: usize, stream: Stream) |state| {
        copy(state, stream, Place::Device(to), Place::Device(from), size)
    }

    fn cuMemsetD8Async(address: Address, value: c_uchar, count: usize, stream: Stream) |state| {
        set(state, stream, address, u32::from(value), 1, count)
    }

    fn cuMemsetD32Async(address: Address, value: c_uint, count: usize, stream: Stream) |state| {
        set(state, stream, address, value, 4, count)
    }
}

fn set(
    state: &mut State,
    stream: Stream,
    address: Address,
    value: u32,
    width: usize,
    count: usize,
) -> Result<()> {
    let number = state.stream(stream)?;
    let size = count.checked_mul(width).ok_or(Code::INVALID_VALUE)?;
    if !address.is_multiple_of(width as u64) {
        return Err(Code::INVALID_VALUE);
    }
    state.inside(address, size)?;
    state.submit(number, Op::Set { address, value, width, count })
}

fn copy(state: &mut State, stream: Stream, to: Place, from: Place, size: usize) -> Result<()> {
    let number = state.stream(stream)?;
    for place in [to, from] {
        if let Place::Device(address) = place {
            state.inside(address, size)?;
        }
    }
    state.submit(number, Op::Copy { to, from, size })
}
