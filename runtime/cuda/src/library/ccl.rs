//! Collectives between devices: NCCL.
#![expect(unsafe_code, reason = "calls a library")]
#![expect(non_snake_case, reason = "the names are the library's")]

use super::{Bound, Object};
use crate::context::Context;
use crate::driver::Driver;
use crate::error::CudaError;
use crate::libraries::{call, library};
use crate::library::blas::enumerations;
use crate::memory::Buffer;
use crate::raw::Handle;
use crate::stream::Stream;
use cudarc::driver::sys::CUstream;
use parking_lot::Mutex;
use std::ffi::{c_int, c_void};
use std::fmt;
use std::mem;
use std::ptr;
use std::sync::Arc;

library! {
    /// Functions of NCCL.
    Ccl = "nccl" [2], codes {
        1 ncclUnhandledCudaError
        2 ncclSystemError
        3 ncclInternalError
        4 ncclInvalidArgument
        5 ncclInvalidUsage
        6 ncclRemoteError
        7 ncclInProgress
    }
    ncclGetUniqueId(id: *mut CclId);
    ncclCommInitRank(handle: *mut *mut c_void, count: c_int, id: CclId, rank: c_int);
    ncclCommDestroy(handle: *mut c_void);
    ncclGroupStart();
    ncclGroupEnd();
    ncclAllGather(from: u64, to: u64, count: usize, ty: c_int, handle: *mut c_void, stream: CUstream);
    ncclAllReduce(from: u64, to: u64, count: usize, ty: c_int, reduction: c_int, handle: *mut c_void, stream: CUstream);
    ncclReduceScatter(from: u64, to: u64, count: usize, ty: c_int, reduction: c_int, handle: *mut c_void, stream: CUstream);
    ncclSend(from: u64, count: usize, ty: c_int, peer: c_int, handle: *mut c_void, stream: CUstream);
    ncclRecv(to: u64, count: usize, ty: c_int, peer: c_int, handle: *mut c_void, stream: CUstream);
}

enumerations! {
    /// The type of elements (`ncclDataType_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::CclDataType::FLOAT32, tfrt_cuda::CclDataType(7));
    /// ```
    CclDataType { INT32 = 2, FLOAT32 = 7, FLOAT64 = 8 }
    /// How elements become one (`ncclRedOp_t`).
    ///
    /// ```
    /// assert_eq!(tfrt_cuda::CclReduction::SUM, tfrt_cuda::CclReduction(0));
    /// ```
    CclReduction { SUM = 0, PROD = 1, MAX = 2, MIN = 3 }
}

impl CclDataType {
    /// The bytes of an element.
    fn bytes(self) -> Result<usize, CudaError> {
        Ok(match self.0 {
            0 | 1 => 1,
            6 | 9 => 2,
            2 | 3 | 7 => 4,
            4 | 5 | 8 => 8,
            other => return Err(CudaError::misuse(format!("elements of the type {other}"))),
        })
    }
}

/// By which peers find each other: one makes it, and all use it. Cheap to copy.
///
/// ```
/// # use tfrt_cuda::{CclId, CudaError, Driver};
/// fn meeting(driver: &Driver) -> Result<CclId, CudaError> {
///     CclId::new(driver)
/// }
/// # let _ = meeting;
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct CclId([u8; 128]);

impl CclId {
    /// A new one.
    ///
    /// # Errors
    /// There is no such library; the library's.
    pub fn new(driver: &Driver) -> Result<Self, CudaError> {
        let library = driver.library::<Ccl>()?;
        let table = &*library;
        let mut id = Self([0; 128]);
        call!(table.ncclGetUniqueId(&raw mut id)).map(|()| id)
    }
}

impl fmt::Debug for CclId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CclId").finish_non_exhaustive()
    }
}

/// One of several peers, each with a context of a device. What it is asked to do is noted, and done by
/// [`execute`](Self::execute), together with what the others do. Cheap to clone. Thread-safe.
///
/// ```
/// # use tfrt_cuda::*;
/// /// The sum of what all peers have.
/// fn sum(peer: &CclHandle, stream: &Stream, mine: &Buffer, all: &Buffer) -> Result<(), CudaError> {
///     peer.all_reduce(mine, all, CclDataType::FLOAT32, CclReduction::SUM);
///     peer.execute(stream)
/// }
/// # let _ = sum;
/// ```
#[derive(Clone)]
pub struct CclHandle(Arc<Inner>);

struct Inner {
    bound: Arc<Bound<Ccl>>,
    count: usize,
    noted: Mutex<Vec<Noted>>,
}

/// What is to be done. It is checked when it is done.
struct Noted {
    what: What,
    from: Option<Buffer>,
    to: Option<Buffer>,
    ty: CclDataType,
}

#[derive(Clone, Copy)]
enum What {
    AllGather,
    AllReduce(CclReduction),
    ReduceScatter(CclReduction),
    AllToAll,
    Send(c_int),
    Receive(c_int),
}

impl CclHandle {
    /// The peer of that rank, of so many. It waits until all are there.
    ///
    /// # Errors
    /// A rank beyond their number; there is no such library; the library's.
    pub fn new(context: &Context, rank: i32, count: i32, id: CclId) -> Result<Self, CudaError> {
        if count <= 0 || !(0..count).contains(&rank) {
            return Err(CudaError::misuse(format!("rank {rank} of {count} peers")));
        }
        let create = |table: &Ccl| {
            let mut handle = ptr::null_mut();
            call!(table.ncclCommInitRank(&raw mut handle, count, id, rank))
                .map(|()| Handle::of(handle))
        };
        let destroy = |table: &Ccl, handle: Object| call!(table.ncclCommDestroy(handle.place()));
        let bound = Bound::in_parallel(context, create, destroy)?;
        let count = usize::try_from(count).unwrap_or(0);
        Ok(Self(Arc::new(Inner { bound, count, noted: Mutex::default() })))
    }

    /// The context.
    #[must_use]
    pub fn context(&self) -> &Context {
        self.0.bound.context()
    }

    fn note(&self, what: What, from: Option<&Buffer>, to: Option<&Buffer>, ty: CclDataType) {
        let (from, to) = (from.cloned(), to.cloned());
        self.0.noted.lock().push(Noted { what, from, to, ty });
    }

    /// Notes that `to` becomes what all peers have in `from`, by rank.
    pub fn all_gather(&self, from: &Buffer, to: &Buffer, ty: CclDataType) {
        self.note(What::AllGather, Some(from), Some(to), ty);
    }

    /// Notes that `to` becomes what the elements of all peers in `from` are together.
    pub fn all_reduce(&self, from: &Buffer, to: &Buffer, ty: CclDataType, reduction: CclReduction) {
        self.note(What::AllReduce(reduction), Some(from), Some(to), ty);
    }

    /// The same, of which each peer gets the part of its rank.
    pub fn reduce_scatter(
        &self,
        from: &Buffer,
        to: &Buffer,
        ty: CclDataType,
        reduction: CclReduction,
    ) {
        self.note(What::ReduceScatter(reduction), Some(from), Some(to), ty);
    }

    /// Notes that a peer is sent elements.
    pub fn send(&self, from: &Buffer, peer: i32, ty: CclDataType) {
        self.note(What::Send(peer), Some(from), None, ty);
    }

    /// Notes that elements come from a peer.
    pub fn receive(&self, to: &Buffer, peer: i32, ty: CclDataType) {
        self.note(What::Receive(peer), None, Some(to), ty);
    }

    /// Notes that each peer gets the part of `from` of its rank, and theirs come into `to`.
    pub fn all_to_all(&self, from: &Buffer, to: &Buffer, ty: CclDataType) {
        self.note(What::AllToAll, Some(from), Some(to), ty);
    }

    /// Gives a stream all that was noted, as one group. It may wait until the peers do the same.
    ///
    /// # Errors
    /// `Input size must be output size times ranks.`, `Output size must be input size times ranks.`, `Input size must equal
    /// output size.`, `Total element count must be exact multiple of comm count.`; there is no such peer; a type that is
    /// not known here; a buffer of another context; the library's. What was noted is then forgotten.
    pub fn execute(&self, stream: &Stream) -> Result<(), CudaError> {
        let noted = mem::take(&mut *self.0.noted.lock());
        let mut call = stream.prepare();
        let calls = noted.iter().map(|noted| {
            let mut place = |buffer: &Option<Buffer>| match buffer {
                Some(buffer) => call.use_buffer(buffer),
                None => Ok(0),
            };
            let count = noted.count(self.0.count)?;
            Ok((noted, count, place(&noted.from)?, place(&noted.to)?))
        });
        let calls = calls.collect::<Result<Vec<_>, CudaError>>()?;
        let set = |_: &Ccl, _: Object, _| Ok(());
        let at = stream.handle().place();
        self.0.bound.on(call, set, |table, handle, _| {
            call!(table.ncclGroupStart())?;
            let each = calls.iter().map(|&(noted, count, from, to)| {
                let peers = self.0.count;
                noted.give(table, handle.place(), at, count, [from, to], peers)
            });
            let given = each.collect::<Result<(), CudaError>>();
            // A group that has begun is ended whatever becomes of it.
            let ended = call!(table.ncclGroupEnd());
            given.and(ended)
        })
    }
}

impl Noted {
    /// The elements that the library is told, if the buffers are as they should.
    fn count(&self, peers: usize) -> Result<usize, CudaError> {
        let bytes = self.ty.bytes()?;
        let size = |buffer: &Option<Buffer>| buffer.as_ref().map_or(0, Buffer::size);
        let (from, to) = (size(&self.from), size(&self.to));
        let times = |size: usize| size.checked_mul(peers);
        let peer = match self.what {
            What::AllGather if times(from) != Some(to) => {
                return Err(CudaError::misuse("Output size must be input size times ranks."));
            }
            What::ReduceScatter(_) if times(to) != Some(from) => {
                return Err(CudaError::misuse("Input size must be output size times ranks."));
            }
            What::AllReduce(_) | What::AllToAll if from != to => {
                return Err(CudaError::misuse("Input size must equal output size."));
            }
            What::AllToAll if !(from / bytes).is_multiple_of(peers) => {
                let message = "Total element count must be exact multiple of comm count.";
                return Err(CudaError::misuse(message));
            }
            What::AllToAll => return Ok(from / bytes / peers),
            What::ReduceScatter(_) => return Ok(to / bytes),
            What::AllGather | What::AllReduce(_) => return Ok(from / bytes),
            What::Send(peer) | What::Receive(peer) => peer,
        };
        if usize::try_from(peer).is_ok_and(|peer| peer < peers) {
            return Ok(from.max(to) / bytes);
        }
        Err(CudaError::misuse(format!("there is no peer {peer} of {peers}")))
    }

    fn give(
        &self,
        table: &Ccl,
        handle: *mut c_void,
        stream: CUstream,
        count: usize,
        [from, to]: [u64; 2],
        peers: usize,
    ) -> Result<(), CudaError> {
        let ty = self.ty.0;
        match self.what {
            What::AllGather => call!(table.ncclAllGather(from, to, count, ty, handle, stream)),
            What::AllReduce(CclReduction(reduction)) => {
                call!(table.ncclAllReduce(from, to, count, ty, reduction, handle, stream))
            }
            What::ReduceScatter(CclReduction(reduction)) => {
                call!(table.ncclReduceScatter(from, to, count, ty, reduction, handle, stream))
            }
            What::Send(peer) => call!(table.ncclSend(from, count, ty, peer, handle, stream)),
            What::Receive(peer) => call!(table.ncclRecv(to, count, ty, peer, handle, stream)),
            What::AllToAll => {
                let part = (count * self.ty.bytes()?) as u64;
                for (peer, offset) in (0..peers).zip(0..) {
                    // There are no more of them than an `i32` says.
                    let peer = c_int::try_from(peer).unwrap_or(c_int::MAX);
                    let (from, to): (u64, u64) = (from + offset * part, to + offset * part);
                    call!(table.ncclSend(from, count, ty, peer, handle, stream))?;
                    call!(table.ncclRecv(to, count, ty, peer, handle, stream))?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Debug for CclHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CclHandle").field("count", &self.0.count).finish_non_exhaustive()
    }
}
