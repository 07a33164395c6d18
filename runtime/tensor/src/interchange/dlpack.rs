//! Tensors of other languages and frameworks in the same process, by the C structures of DLPack
//! (feature `dlpack`): the versioned ones of DLPack 1, and the older ones without a version.
//!
//! A producer makes a *managed tensor*; its last owner calls the deleter, once. Elements are not
//! copied in either direction.
//!
//! ```
//! use tfrt_tensor::dlpack::{export_versioned, import_versioned};
//! use tfrt_tensor::{DenseHostTensor, TensorShape};
//!
//! let shape = TensorShape::new(&[2]).unwrap();
//! let tensor = DenseHostTensor::from_vec(shape, vec![1_i32, 2]).unwrap();
//! let address = tensor.buffer().address();
//! let managed = export_versioned(tensor).unwrap(); // to be passed on as a pointer
//! // SAFETY: nobody else has this managed tensor.
//! let tensor = unsafe { import_versioned(managed) }.unwrap();
//! assert_eq!(tensor.buffer().address(), address);
//! ```
#![expect(unsafe_code, reason = "exchanges memory by C structures")]

use crate::element::alignment;
use crate::{DType, DTypeKind, DenseHostTensor, HostBuffer, TensorError, TensorShape};
use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::slice;

/// Where a tensor's memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLDevice {
    /// The kind of device; 1 is the host's memory.
    pub device_type: i32,
    /// Which of that kind.
    pub device_id: i32,
}

/// An element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLDataType {
    /// 0 signed, 1 unsigned, 2 float, 4 bfloat, 5 complex, 6 truth value.
    pub code: u8,
    /// The bits of a lane.
    pub bits: u8,
    /// Lanes of an element: 1, but for vectors.
    pub lanes: u16,
}

/// A tensor that somebody else owns.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct DLTensor {
    /// The memory, in which the elements begin after `byte_offset` bytes.
    pub data: *mut c_void,
    /// Where that is.
    pub device: DLDevice,
    /// The number of dimensions.
    pub ndim: i32,
    /// The element type.
    pub dtype: DLDataType,
    /// `ndim` sizes.
    pub shape: *mut i64,
    /// `ndim` distances, in elements, or null for row-major order.
    pub strides: *mut i64,
    /// Where the first element is.
    pub byte_offset: u64,
}

/// A tensor and who deletes it, without a version.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensor {
    /// The tensor.
    pub dl_tensor: DLTensor,
    /// What the producer needs to delete it.
    pub manager_ctx: *mut c_void,
    /// Deletes it; null if there is nothing to do.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}

/// The version of DLPack that a structure follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct DLPackVersion {
    /// Structures of another major version are laid out otherwise.
    pub major: u32,
    /// What was added.
    pub minor: u32,
}

/// A tensor and who deletes it, since DLPack 1.
#[derive(Debug)]
#[repr(C)]
pub struct DLManagedTensorVersioned {
    /// The version.
    pub version: DLPackVersion,
    /// What the producer needs to delete it.
    pub manager_ctx: *mut c_void,
    /// Deletes it; null if there is nothing to do.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// [`READ_ONLY`] and others.
    pub flags: u64,
    /// The tensor.
    pub dl_tensor: DLTensor,
}

/// The flag of tensors that must not be written.
pub const READ_ONLY: u64 = 1;

/// The host's memory.
const HOST: DLDevice = DLDevice { device_type: 1, device_id: 0 };

/// The version of what is exported.
const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 0 };

/// The code and the bits of an element type, if DLPack has it.
fn code(dtype: DType) -> Option<(u8, u8)> {
    let code = match dtype.kind() {
        DTypeKind::Signed => 0,
        DTypeKind::Unsigned => 1,
        DTypeKind::Float if dtype == DType::Bf16 => 4,
        DTypeKind::Float => 2,
        DTypeKind::Complex => 5,
        DTypeKind::Bool => 6,
        DTypeKind::Other => return None,
    };
    Some((code, u8::try_from(8 * dtype.size()?).ok()?))
}

/// A structure that manages a tensor: either version.
trait Managed: Sized + 'static {
    fn tensor(&self) -> &DLTensor;
    /// The tensor, and what its deleter needs.
    fn parts(&mut self) -> (&mut DLTensor, &mut *mut c_void);
    /// Calls the deleter.
    ///
    /// # Safety
    /// Nobody uses the structure or the tensor any more.
    unsafe fn delete(this: NonNull<Self>);
}

impl Managed for DLManagedTensor {
    fn tensor(&self) -> &DLTensor {
        &self.dl_tensor
    }

    fn parts(&mut self) -> (&mut DLTensor, &mut *mut c_void) {
        (&mut self.dl_tensor, &mut self.manager_ctx)
    }

    unsafe fn delete(this: NonNull<Self>) {
        // SAFETY: the structure lives until it is deleted.
        if let Some(deleter) = unsafe { this.as_ref() }.deleter {
            // SAFETY: the caller is the last user, as a deleter demands.
            unsafe { deleter(this.as_ptr()) };
        }
    }
}

impl Managed for DLManagedTensorVersioned {
    fn tensor(&self) -> &DLTensor {
        &self.dl_tensor
    }

    fn parts(&mut self) -> (&mut DLTensor, &mut *mut c_void) {
        (&mut self.dl_tensor, &mut self.manager_ctx)
    }

    unsafe fn delete(this: NonNull<Self>) {
        // SAFETY: the structure lives until it is deleted. Its deleter has the same place in all
        // versions.
        if let Some(deleter) = unsafe { this.as_ref() }.deleter {
            // SAFETY: the caller is the last user, as a deleter demands.
            unsafe { deleter(this.as_ptr()) };
        }
    }
}

/// A managed tensor that is deleted when it is dropped.
struct Owned<M: Managed>(NonNull<M>);

// SAFETY: who imports a tensor promises that its deleter can be called from any thread; nothing else
// is done with the structure then.
unsafe impl<M: Managed> Send for Owned<M> {}
// SAFETY: as above; a shared reference gives nothing.
unsafe impl<M: Managed> Sync for Owned<M> {}

impl<M: Managed> Drop for Owned<M> {
    fn drop(&mut self) {
        // SAFETY: this is the only owner.
        unsafe { M::delete(self.0) };
    }
}

/// A tensor in a producer's memory, which its last reference deletes. It is read-only: this version
/// cannot say that it may be written.
///
/// # Errors
/// The tensor is not in the host's memory, its elements are of an unknown type, not in row-major
/// order or not aligned, or its shape is impossible. It is then deleted.
///
/// # Safety
/// `managed` is as DLPack says: what it points to is valid until its deleter is called, which may be
/// done from any thread and is left to this function. Nobody writes the elements until then.
pub unsafe fn import(managed: NonNull<DLManagedTensor>) -> Result<DenseHostTensor, TensorError> {
    // SAFETY: the caller's promise.
    unsafe { imported(Owned(managed), false) }
}

/// A tensor in a producer's memory, which its last reference deletes. It can be written unless it is
/// flagged [`READ_ONLY`].
///
/// # Errors
/// As [`import`], and if the major version is not 1.
///
/// # Safety
/// As [`import`]; and unless it is read-only, nobody else reads the elements either.
pub unsafe fn import_versioned(
    managed: NonNull<DLManagedTensorVersioned>,
) -> Result<DenseHostTensor, TensorError> {
    let owned = Owned(managed);
    // SAFETY: the structure lives until it is deleted; the version has the same place in all.
    let version = unsafe { (*managed.as_ptr()).version };
    if version.major != VERSION.major {
        let DLPackVersion { major, minor } = version;
        return Err(TensorError::from(format!("a tensor of DLPack {major}.{minor}, expected 1")));
    }
    // SAFETY: the structure lives, and is of this version.
    let writable = unsafe { managed.as_ref() }.flags & READ_ONLY == 0;
    // SAFETY: the caller's promise.
    unsafe { imported(owned, writable) }
}

/// # Safety
/// As [`import_versioned`].
unsafe fn imported<M: Managed>(
    owned: Owned<M>,
    writable: bool,
) -> Result<DenseHostTensor, TensorError> {
    // SAFETY: the structure lives until `owned` is dropped.
    let tensor = *unsafe { owned.0.as_ref() }.tensor();
    if tensor.device.device_type != HOST.device_type {
        let kind = tensor.device.device_type;
        return Err(TensorError::from(format!("a tensor on a device of kind {kind}, expected 1")));
    }
    let DLDataType { code, bits, lanes } = tensor.dtype;
    let mut known = DType::ALL.iter().copied();
    let dtype = known.find(|&dtype| lanes == 1 && self::code(dtype) == Some((code, bits)));
    let dtype = dtype.ok_or_else(|| {
        TensorError::from(format!("elements of code {code} with {bits} bits and {lanes} lanes"))
    })?;
    // SAFETY: there are `ndim` sizes and, unless they are null, distances.
    let (sizes, strides) =
        unsafe { (numbers(tensor.shape, tensor.ndim)?, numbers(tensor.strides, tensor.ndim)?) };
    let shape = TensorShape::new(sizes.ok_or("a tensor without a shape")?)?;
    let size = shape
        .bytes(dtype)
        .ok_or_else(|| TensorError::from(format!("no tensor can have the shape {shape}")))?;
    if let Some(strides) = strides
        && !row_major(&shape, strides)
    {
        return Err(TensorError::from(format!("strides {strides:?} of a tensor of shape {shape}")));
    }
    let address = tensor.data.cast::<u8>();
    let offset = usize::try_from(tensor.byte_offset).ok();
    let offset = offset.filter(|&offset| address.addr().checked_add(offset).is_some());
    let offset = offset.ok_or("a tensor beyond the address space")?;
    let data = match NonNull::new(address.wrapping_add(offset)) {
        Some(data) if size > 0 => data,
        None if size > 0 => return Err(TensorError::from("a tensor without memory")),
        // Aligned for everything, and never used.
        _ => NonNull::<u128>::dangling().cast(),
    };
    if !data.addr().get().is_multiple_of(alignment(dtype)) {
        let name = dtype.tensor_name();
        let message = format!("the tensor is not aligned for elements of type {name}");
        return Err(TensorError::from(message));
    }
    // SAFETY: DLPack's tensors have all their elements there, until they are deleted; who reads and
    // writes them is the caller's promise.
    let buffer = unsafe { HostBuffer::external(data, size, writable, move || drop(owned)) };
    DenseHostTensor::new(dtype, shape, buffer)
}

/// # Safety
/// The pointer is null, or valid for that many numbers.
unsafe fn numbers<'a>(at: *const i64, count: i32) -> Result<Option<&'a [i64]>, TensorError> {
    let length = usize::try_from(count);
    let length = length.map_err(|_| TensorError::from(format!("a tensor of rank {count}")))?;
    Ok(match (length, at.is_null()) {
        (0, _) => Some(&[]),
        (_, true) => None,
        // SAFETY: the caller's promise.
        (_, false) => Some(unsafe { slice::from_raw_parts(at, length) }),
    })
}

/// Whether the distances are those of row-major order, wherever there are neighbours.
fn row_major(shape: &TensorShape, strides: &[i64]) -> bool {
    let Some(expected) = shape.strides() else { return false };
    let empty = shape.elements() == Some(0);
    let mut all = shape.dimensions().iter().zip(strides).zip(expected);
    empty
        || all
            .all(|((&size, &found), expected)| size == 1 || usize::try_from(found) == Ok(expected))
}

/// What an exported tensor keeps alive.
struct Exported<M> {
    managed: M,
    shape: Vec<i64>,
    strides: Vec<i64>,
    /// Keeps the elements alive.
    _buffer: HostBuffer,
}

/// Gives a tensor to a consumer, without a copy: it has the only reference, and may write.
///
/// # Errors
/// Others have references to the elements, or they are read-only, which this version cannot say; or
/// DLPack has no such elements.
pub fn export(tensor: DenseHostTensor) -> Result<NonNull<DLManagedTensor>, TensorError> {
    let (tensor, writable) = exportable(tensor)?;
    if !writable {
        return Err(TensorError::from("a read-only tensor needs a versioned structure"));
    }
    exported(tensor, |dl_tensor| DLManagedTensor {
        dl_tensor,
        manager_ctx: ptr::null_mut(),
        deleter: Some(delete),
    })
}

/// Gives a tensor to a consumer, without a copy: either it has the only reference, and may write, or
/// the elements are read-only for everybody, and flagged so.
///
/// # Errors
/// Others have references to elements that can be written, or DLPack has no such elements.
pub fn export_versioned(
    tensor: DenseHostTensor,
) -> Result<NonNull<DLManagedTensorVersioned>, TensorError> {
    let (tensor, writable) = exportable(tensor)?;
    exported(tensor, |dl_tensor| DLManagedTensorVersioned {
        version: VERSION,
        manager_ctx: ptr::null_mut(),
        deleter: Some(delete),
        flags: if writable { 0 } else { READ_ONLY },
        dl_tensor,
    })
}

/// The tensor, and whether its consumer may write. A lock guards elements that several can write,
/// and a consumer does not take it.
fn exportable(tensor: DenseHostTensor) -> Result<(DenseHostTensor, bool), TensorError> {
    let (metadata, mut buffer) = (tensor.metadata().clone(), tensor.buffer().clone());
    let writable = buffer.root().is_writable();
    drop(tensor);
    if writable && buffer.get_mut().is_none() {
        return Err(TensorError::from("others have references to the tensor's elements"));
    }
    Ok((DenseHostTensor::new(metadata.dtype, metadata.shape, buffer)?, writable))
}

fn exported<M: Managed>(
    tensor: DenseHostTensor,
    managed: impl FnOnce(DLTensor) -> M,
) -> Result<NonNull<M>, TensorError> {
    let dtype = tensor.dtype();
    let (code, bits) = code(dtype).ok_or_else(|| {
        let name = dtype.tensor_name();
        TensorError::from(format!("DLPack has no elements of type {name}"))
    })?;
    let shape = tensor.shape().dimensions().to_vec();
    // Of an empty tensor, whose strides may exceed everything, none is used.
    let distance = |stride: usize| i64::try_from(stride).unwrap_or(i64::MAX);
    let strides = tensor.shape().strides().unwrap_or_else(|| vec![1; shape.len()]);
    let strides: Vec<i64> = strides.into_iter().map(distance).collect();
    let rank = i32::try_from(shape.len()).unwrap_or(i32::MAX);
    let buffer = tensor.buffer().clone();
    let dl_tensor = DLTensor {
        data: buffer.bytes().as_ptr().cast(),
        device: HOST,
        ndim: rank,
        dtype: DLDataType { code, bits, lanes: 1 },
        shape: ptr::null_mut(),
        strides: ptr::null_mut(),
        byte_offset: 0,
    };
    let exported = Exported { managed: managed(dl_tensor), shape, strides, _buffer: buffer };
    let whole = Box::into_raw(Box::new(exported));
    // SAFETY: the box is new: nobody else has a reference to it or a part of it.
    let Exported { managed, shape, strides, .. } = unsafe { &mut *whole };
    let (dl_tensor, context) = managed.parts();
    (dl_tensor.shape, dl_tensor.strides) = (shape.as_mut_ptr(), strides.as_mut_ptr());
    *context = whole.cast();
    // SAFETY: the box is alive, so the place is no null.
    Ok(unsafe { NonNull::new_unchecked(&raw mut (*whole).managed) })
}

/// Frees what was exported.
///
/// # Safety
/// `managed` came from [`exported`], and nobody uses it any more.
unsafe extern "C" fn delete<M: Managed>(managed: *mut M) {
    // SAFETY: the structure lives, and its context is the box that it is in.
    drop(unsafe { Box::from_raw((*(*managed).parts().1).cast::<Exported<M>>()) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Access;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A producer's tensor, which counts how often it is deleted.
    struct Produced {
        elements: Vec<f32>,
        shape: Vec<i64>,
        strides: Vec<i64>,
        deleted: &'static AtomicUsize,
    }

    fn produced(shape: &[i64], strides: &[i64], deleted: &'static AtomicUsize) -> DLManagedTensor {
        let mut produced = Box::new(Produced {
            elements: vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0],
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            deleted,
        });
        unsafe extern "C" fn deleter(managed: *mut DLManagedTensor) {
            // SAFETY: the test gave the structure this context and is not using it.
            let produced = unsafe { Box::from_raw((*managed).manager_ctx.cast::<Produced>()) };
            produced.deleted.fetch_add(1, Ordering::Relaxed);
            assert_eq!(produced.elements.len(), 7);
            // SAFETY: as above; the structure is a box.
            drop(unsafe { Box::from_raw(managed) });
        }
        let dl_tensor = DLTensor {
            data: produced.elements.as_mut_ptr().cast(),
            device: HOST,
            ndim: i32::try_from(shape.len()).unwrap(),
            dtype: DLDataType { code: 2, bits: 32, lanes: 1 },
            shape: produced.shape.as_mut_ptr(),
            strides: if strides.is_empty() {
                ptr::null_mut()
            } else {
                produced.strides.as_mut_ptr()
            },
            byte_offset: 4,
        };
        let manager_ctx = Box::into_raw(produced).cast();
        DLManagedTensor { dl_tensor, manager_ctx, deleter: Some(deleter) }
    }

    fn given(managed: DLManagedTensor) -> Result<DenseHostTensor, TensorError> {
        let managed = NonNull::new(Box::into_raw(Box::new(managed))).unwrap();
        // SAFETY: nobody else has the structure.
        unsafe { import(managed) }
    }

    #[test]
    fn what_is_imported_is_not_copied_and_deleted_once() {
        static DELETED: AtomicUsize = AtomicUsize::new(0);
        for strides in [&[][..], &[3, 1]] {
            let managed = produced(&[2, 3], strides, &DELETED);
            let address = managed.dl_tensor.data.addr() + 4;
            let before = DELETED.load(Ordering::Relaxed);
            let tensor = given(managed).unwrap();
            assert_eq!(tensor.buffer().address(), address);
            let copy = tensor.clone();
            assert_eq!(tensor.to_vec::<f32>().unwrap(), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
            assert!(Access::new(&[], &[tensor.buffer()]).is_err(), "it is read-only");
            drop(tensor);
            assert_eq!(DELETED.load(Ordering::Relaxed), before);
            std::thread::spawn(move || drop(copy)).join().unwrap();
            assert_eq!(DELETED.load(Ordering::Relaxed), before + 1);
        }
    }

    #[test]
    fn what_cannot_be_imported_is_deleted() {
        static DELETED: AtomicUsize = AtomicUsize::new(0);
        let bad = |shape: &[i64], strides: &[i64], change: fn(&mut DLTensor)| {
            let mut managed = produced(shape, strides, &DELETED);
            change(&mut managed.dl_tensor);
            given(managed).unwrap_err().to_string()
        };
        let nothing = |_: &mut DLTensor| {};
        let messages = [
            bad(&[2, 3], &[1, 2], nothing),
            bad(&[-1], &[], nothing),
            bad(&[i64::MAX, i64::MAX], &[], nothing),
            bad(&[2], &[], |tensor| tensor.device.device_type = 2),
            bad(&[2], &[], |tensor| tensor.dtype.lanes = 4),
            bad(&[2], &[], |tensor| tensor.ndim = -1),
            bad(&[2], &[], |tensor| tensor.shape = ptr::null_mut()),
            bad(&[2], &[], |tensor| tensor.byte_offset = 2),
            bad(&[2], &[], |tensor| tensor.byte_offset = u64::MAX),
            bad(&[2], &[], |tensor| {
                tensor.byte_offset = 0;
                tensor.data = ptr::null_mut();
            }),
        ];
        assert_eq!(
            messages,
            [
                "strides [1, 2] of a tensor of shape [2, 3]",
                "no tensor can have the shape [-1]",
                "no tensor can have the shape [9223372036854775807, 9223372036854775807]",
                "a tensor on a device of kind 2, expected 1",
                "elements of code 2 with 32 bits and 4 lanes",
                "a tensor of rank -1",
                "a tensor without a shape",
                "the tensor is not aligned for elements of type f32",
                "a tensor beyond the address space",
                "a tensor without memory",
            ]
        );
        assert_eq!(DELETED.load(Ordering::Relaxed), messages.len());
    }

    #[test]
    fn empty_tensors_and_scalars_have_any_strides() {
        static DELETED: AtomicUsize = AtomicUsize::new(0);
        let empty = given(produced(&[2, 0], &[7, -3], &DELETED)).unwrap();
        assert_eq!(empty.to_vec::<f32>().unwrap(), [0.0; 0]);
        let one = given(produced(&[1, 2, 1], &[9, 1, -4], &DELETED)).unwrap();
        assert_eq!(one.to_vec::<f32>().unwrap(), [2.0, 3.0]);
        let scalar = given(produced(&[], &[], &DELETED)).unwrap();
        assert_eq!(scalar.metadata().to_string(), "f32 []");
    }

    fn tensor() -> DenseHostTensor {
        let shape = TensorShape::new(&[2, 2]).unwrap();
        DenseHostTensor::from_vec(shape, vec![1_i64, 2, 3, 4]).unwrap()
    }

    #[test]
    fn what_is_exported_is_not_copied() {
        let (plain, address) = (tensor(), |tensor: &DenseHostTensor| tensor.buffer().address());
        let at = address(&plain);
        let managed = export(plain).unwrap();
        // SAFETY: the structure lives until it is imported.
        let exported = unsafe { &managed.as_ref().dl_tensor };
        // SAFETY: as above.
        let strides = unsafe { slice::from_raw_parts(exported.strides, 2) };
        assert_eq!((exported.data.addr(), exported.ndim, strides), (at, 2, &[2, 1][..]));
        assert_eq!(exported.dtype, DLDataType { code: 0, bits: 64, lanes: 1 });
        // SAFETY: nobody else has the structure.
        let again = unsafe { import(managed) }.unwrap();
        assert_eq!((address(&again), again.to_vec::<i64>().unwrap()), (at, vec![1, 2, 3, 4]));

        let managed = export_versioned(tensor()).unwrap();
        // SAFETY: nobody else has the structure.
        let mut again = unsafe { import_versioned(managed) }.unwrap();
        again.get_mut::<i64>().unwrap().unwrap()[0] = 9;
        assert_eq!(again.to_vec::<i64>().unwrap(), [9, 2, 3, 4]);
    }

    #[test]
    fn elements_that_others_write_are_not_exported() {
        let shared = tensor();
        let message = "others have references to the tensor's elements";
        assert_eq!(export_versioned(shared.clone()).unwrap_err().to_string(), message);
        let constant = HostBuffer::from_owner([1_u8, 0]);
        let shape = TensorShape::new(&[2]).unwrap();
        let constant = DenseHostTensor::new(DType::I1, shape, constant).unwrap();
        let message = "a read-only tensor needs a versioned structure";
        assert_eq!(export(constant.clone()).unwrap_err().to_string(), message);
        let managed = export_versioned(constant).unwrap();
        // SAFETY: the structure lives until it is imported.
        assert_eq!(unsafe { managed.as_ref() }.flags, READ_ONLY);
        // SAFETY: nobody else has the structure.
        let again = unsafe { import_versioned(managed) }.unwrap();
        assert!(Access::new(&[], &[again.buffer()]).is_err());
        let mut later = export_versioned(tensor()).unwrap();
        // SAFETY: nobody else has the structure.
        unsafe { later.as_mut() }.version.major = 2;
        // SAFETY: as above.
        let error = unsafe { import_versioned(later) }.unwrap_err();
        assert_eq!(error.to_string(), "a tensor of DLPack 2.0, expected 1");
    }
}
