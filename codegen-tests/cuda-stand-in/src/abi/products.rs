//! Functions of cuBLASLt: products that are described before they are computed.

use super::library::{Address, BLAS, Handle, Stream, destroy, elements, product_of};
use super::{functions, put};
use crate::driver::State;
use crate::driver::code::{Code, Result};
use crate::library::blas::{self, Epilogue};
use crate::library::lt;
use crate::library::numbers::{Elements, Kind};
use std::ffi::{c_int, c_void};

/// The code of what no algorithm does.
const UNSUPPORTED: Code = Code(15);

/// A new description.
fn describe_product(state: &mut State, place: *mut Handle, object: lt::Object) -> Result<()> {
    let made = state.objects.make();
    state.objects.libraries.products.insert(made, object);
    // SAFETY: the caller's.
    unsafe { put(place, made) }
}

fn forget_product(state: &mut State, handle: Handle) -> Result<()> {
    state.objects.libraries.products.remove(&handle).map(|_| ()).ok_or(BLAS)
}

fn layout(state: &State, handle: Handle) -> Result<lt::Layout> {
    match state.objects.libraries.products.get(&handle) {
        Some(lt::Object::Layout(layout)) => Ok(*layout),
        _ => Err(BLAS),
    }
}

/// The value of an attribute.
///
/// # Safety
/// Null, or the place of so many bytes.
unsafe fn attribute<T: Copy>(place: *const c_void, size: usize) -> Result<T> {
    if place.is_null() || size != size_of::<T>() {
        return Err(BLAS);
    }
    // SAFETY: the caller's: a number of that size, which may lie anywhere.
    Ok(unsafe { place.cast::<T>().read_unaligned() })
}

/// A product that is described.
struct Described {
    product: lt::Product,
    layouts: [lt::Layout; 3],
}

impl Described {
    fn new(state: &State, product: Handle, layouts: [Handle; 4]) -> Result<Self> {
        let Some(lt::Object::Product(product)) = state.objects.libraries.products.get(&product)
        else {
            return Err(BLAS);
        };
        let [a, b, c, d] = layouts;
        if c != d {
            return Err(UNSUPPORTED);
        }
        let layouts = [layout(state, a)?, layout(state, b)?, layout(state, c)?];
        Ok(Self { product: *product, layouts })
    }

    /// m, n and k.
    fn sizes(&self) -> Result<[c_int; 3]> {
        let [a_op, b_op] = self.product.operations;
        let [a, b, c] = &self.layouts;
        let turned = |operation: c_int, layout: &lt::Layout| match operation {
            0 => [layout.rows, layout.columns],
            _ => [layout.columns, layout.rows],
        };
        let ([m, k], [inner, n]) = (turned(a_op, a), turned(b_op, b));
        if k != inner || [m, n] != [c.rows, c.columns] {
            return Err(BLAS);
        }
        let [m, n, k] = [m, n, k].map(c_int::try_from);
        Ok([m.map_err(|_| BLAS)?, n.map_err(|_| BLAS)?, k.map_err(|_| BLAS)?])
    }
}

functions! {
    fn cublasLtCreate(handle: *mut Handle) |state| {
        let made = state.library_handle()?;
        // SAFETY: the caller's.
        unsafe { put(handle, made) }
    }

    fn cublasLtDestroy(handle: Handle) |state| { destroy(state, handle) }

    fn cublasLtMatmulDescCreate(description: *mut Handle, compute: c_int, _scale: c_int) |state| {
        let product = lt::Product { compute, operations: [0; 2], epilogue: 1, bias: 0 };
        describe_product(state, description, lt::Object::Product(product))
    }

    fn cublasLtMatmulDescDestroy(description: Handle) |state| { forget_product(state, description) }

    fn cublasLtMatmulDescSetAttribute(
        description: Handle, which: c_int, value: *const c_void, size: usize,
    ) |state| {
        let Some(lt::Object::Product(product)) = state.objects.libraries.products.get_mut(&description) else {
            return Err(BLAS);
        };
        match which {
            // SAFETY: the caller's.
            3 => product.operations[0] = unsafe { attribute(value, size)? },
            // SAFETY: as above.
            4 => product.operations[1] = unsafe { attribute(value, size)? },
            // SAFETY: as above.
            7 => product.epilogue = unsafe { attribute(value, size)? },
            // SAFETY: as above.
            8 => product.bias = unsafe { attribute(value, size)? },
            _ => return Err(BLAS),
        }
        Ok(())
    }

    fn cublasLtMatrixLayoutCreate(
        made: *mut Handle, ty: c_int, rows: u64, columns: u64, stride: i64,
    ) |state| {
        let layout = lt::Layout { ty, rows, columns, stride, batch: 1, step: 0 };
        describe_product(state, made, lt::Object::Layout(layout))
    }

    fn cublasLtMatrixLayoutDestroy(layout: Handle) |state| { forget_product(state, layout) }

    fn cublasLtMatrixLayoutSetAttribute(
        layout: Handle, which: c_int, value: *const c_void, size: usize,
    ) |state| {
        let Some(lt::Object::Layout(layout)) = state.objects.libraries.products.get_mut(&layout) else {
            return Err(BLAS);
        };
        match which {
            // SAFETY: the caller's.
            5 => layout.batch = unsafe { attribute(value, size)? },
            // SAFETY: as above.
            6 => layout.step = unsafe { attribute(value, size)? },
            _ => return Err(BLAS),
        }
        Ok(())
    }

    fn cublasLtMatmulPreferenceCreate(preference: *mut Handle) |state| {
        describe_product(state, preference, lt::Object::Preference(0))
    }

    fn cublasLtMatmulPreferenceDestroy(preference: Handle) |state| { forget_product(state, preference) }

    fn cublasLtMatmulPreferenceSetAttribute(
        preference: Handle, which: c_int, value: *const c_void, size: usize,
    ) |state| {
        let Some(lt::Object::Preference(most)) = state.objects.libraries.products.get_mut(&preference) else {
            return Err(BLAS);
        };
        if which != 1 {
            return Err(BLAS);
        }
        // SAFETY: the caller's.
        *most = unsafe { attribute(value, size)? };
        Ok(())
    }

    fn cublasLtMatmulAlgoGetHeuristic(
        _handle: Handle, description: Handle, a: Handle, b: Handle, c: Handle, d: Handle, preference: Handle,
        wanted: c_int, found: *mut Found, count: *mut c_int,
    ) |state| {
        let described = Described::new(state, description, [a, b, c, d])?;
        let Some(lt::Object::Preference(most)) = state.objects.libraries.products.get(&preference) else {
            return Err(BLAS);
        };
        if wanted < 1 || found.is_null() {
            return Err(BLAS);
        }
        // A result that is none.
        let known = described.sizes().is_ok() && lt::epilogue(described.product.epilogue).is_some();
        let (algorithm, workspace) = match *most {
            lt::WORKSPACE.. => (lt::ALGORITHMS[0], lt::WORKSPACE),
            _ => (lt::ALGORITHMS[1], 0),
        };
        let found_one = Found {
            algorithm: [algorithm, 0, 0, 0, 0, 0, 0, 0],
            workspace,
            state: if known { 0 } else { UNSUPPORTED.0 },
            waves: 1.0,
            reserved: [0; 4],
        };
        // SAFETY: the caller's: places of at least one.
        unsafe { put(found, found_one)? };
        // SAFETY: as above.
        unsafe { put(count, c_int::from(known)) }
    }

    fn cublasLtMatmul(
        handle: Handle, description: Handle, alpha: *const c_void, a: Address, a_layout: Handle, b: Address,
        b_layout: Handle, beta: *const c_void, c: Address, c_layout: Handle, d: Address, d_layout: Handle,
        algorithm: *const u64, workspace: Address, size: usize, stream: Stream,
    ) |state| {
        state.objects.libraries.handles.get(&handle).ok_or(Code(1))?;
        let described = Described::new(state, description, [a_layout, b_layout, c_layout, d_layout])?;
        if algorithm.is_null() || c != d {
            return Err(BLAS);
        }
        // SAFETY: the caller's.
        let needs = match unsafe { algorithm.read() } {
            it if it == lt::ALGORITHMS[0] => lt::WORKSPACE,
            it if it == lt::ALGORITHMS[1] => 0,
            _ => return Err(BLAS),
        };
        if (size as u64) < needs || (needs > 0 && workspace == 0) {
            return Err(BLAS);
        }
        let Described { product, layouts } = &described;
        let (function, adds) = lt::epilogue(product.epilogue).ok_or(UNSUPPORTED)?;
        let [a_layout, b_layout, c_layout] = layouts;
        if layouts.iter().any(|layout| layout.batch != c_layout.batch) {
            return Err(BLAS);
        }
        let stride = |layout: &lt::Layout| c_int::try_from(layout.stride).map_err(|_| BLAS);
        let strides = [stride(a_layout)?, stride(b_layout)?, stride(c_layout)?];
        let (types, steps) = (layouts.map(|it| it.ty), layouts.map(|it| it.step));
        let (at, scales) = ([a, b, c], [alpha, beta]);
        let mut gemm = product_of(
            product.operations, described.sizes()?, scales, at, types, strides, product.compute, c_layout.batch, steps,
        )?;
        let bias = adds.then(|| elements(product.bias, c_layout.ty)).transpose()?;
        gemm.epilogue = Epilogue { bias, function };
        let number = state.stream(stream)?;
        if needs > 0 {
            // It is written to, whatever is in it.
            let scratch = Elements { at: workspace, kind: Kind::U64 };
            state.submit(number, lt::scratch(scratch))?;
        }
        state.submit(number, blas::gemm(gemm))
    }
}

/// An algorithm that was found, as C has it.
#[repr(C)]
struct Found {
    algorithm: [u64; 8],
    workspace: u64,
    state: u32,
    waves: f32,
    reserved: [c_int; 4],
}
