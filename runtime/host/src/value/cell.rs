//! The heap object behind every reference: its layout, its two atomic words, and its destruction.
//! The [module documentation](super) describes its life cycle; only this file touches its memory.
#![expect(unsafe_code, reason = "values are accessed through a type-erased pointer")]

use super::any::AnyRef;
use super::block::{self, Shape};
use super::live;
use super::waiter::{Unqueued, Waiter, Waiters, shielded};
use crate::error::Error;
use crate::sync::AccessCheck;
use crate::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::any::TypeId;
use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, needs_drop, offset_of};
use std::ptr::{self, NonNull};

/// The phases, in the low bits of the state word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// No payload; the rest of the word is the list of waiters.
    Pending = 0,
    /// The payload is a value of the object's type.
    Concrete = 1,
    /// The payload is an error.
    Error = 2,
    /// The payload is a reference to an object that is concrete.
    Forwarded = 3,
}

const PHASE_BITS: usize = 3;

fn phase_of(word: *mut Waiter) -> Phase {
    match word.addr() & PHASE_BITS {
        0 => Phase::Pending,
        1 => Phase::Concrete,
        2 => Phase::Error,
        _ => Phase::Forwarded,
    }
}

/// The type-erased operations and layout of an object.
pub(super) struct VTable {
    type_id: TypeId,
    type_name: fn() -> &'static str,
    /// None if no drop is needed.
    drop_value: Option<unsafe fn(*mut u8)>,
    payload_offset: usize,
    shape: Shape,
}

/// The type of objects that never have a value of their own.
pub(super) struct Indirect;

impl VTable {
    pub(super) fn of<T: 'static>() -> &'static Self {
        AsyncValue::<T>::VTABLE
    }

    /// Whether objects with this table hold a `T`. The address almost always decides; the same
    /// table may exist several times, so a different address is not conclusive.
    #[inline]
    pub(super) fn is<T: 'static>(&'static self) -> bool {
        ptr::eq(self, Self::of::<T>()) || self.type_id == TypeId::of::<T>()
    }

    pub(super) fn type_id(&self) -> TypeId {
        self.type_id
    }

    /// The name of the Rust type for messages: without its modules, which are often not those by which
    /// users import it.
    pub(super) fn type_name(&self) -> &'static str {
        let name = (self.type_name)();
        let path = name.find('<').map_or(name, |end| &name[..end]);
        let is_path = path.starts_with(|first: char| first.is_ascii_alphabetic());
        path.rfind("::").filter(|_| is_path).map_or(name, |at| &name[at + 2..])
    }
}

/// The header of every object.
#[repr(C)]
struct Header {
    vtable: &'static VTable,
    /// Phase and waiters. See [`Phase`].
    word: AtomicPtr<Waiter>,
    refs: AtomicU32,
    /// Stands for the payload in loom models.
    access: AccessCheck,
}

/// Room for all payload kinds, which share their start address.
#[repr(C)]
union Payload<T> {
    value: ManuallyDrop<T>,
    error: ManuallyDrop<Error>,
    target: ManuallyDrop<AnyRef>,
}

/// A whole object.
#[repr(C)]
struct AsyncValue<T> {
    header: Header,
    payload: Payload<T>,
}

impl<T: 'static> AsyncValue<T> {
    const VTABLE: &'static VTable = &VTable {
        type_id: TypeId::of::<T>(),
        type_name: std::any::type_name::<T>,
        drop_value: if needs_drop::<T>() { Some(drop_value::<T>) } else { None },
        payload_offset: offset_of!(Self, payload),
        shape: Shape::of::<Self>(),
    };
}

/// # Safety
/// `value` points to a `T` that is not used afterwards.
unsafe fn drop_value<T>(value: *mut u8) {
    // SAFETY: the caller's contract.
    unsafe { value.cast::<T>().drop_in_place() };
}

/// The outcome of registering a waiter.
#[must_use]
pub(super) enum Registration {
    /// The resolver will run it.
    Queued,
    /// The object is available; returns the waiter.
    Available(Unqueued),
}

/// The outcome of releasing a reference.
#[must_use]
enum Release {
    /// Others are left.
    Shared,
    /// It was the last one; the caller owns the object exclusively.
    Last,
}

/// A pointer to an object that does not own a reference.
///
/// Only this module's reference types and promises hold one, each with a counted reference. That
/// the object is alive is the invariant of all its methods; methods that need more are marked
/// unsafe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct Object(NonNull<Header>);

impl Object {
    /// An object of type `T` without payload, owned by `refs` references.
    #[inline]
    fn allocate<T: 'static>(phase: Phase, refs: u32) -> Self {
        let object = block::allocate(const { Shape::of::<AsyncValue<T>>() }).cast::<Header>();
        let header = Header {
            vtable: VTable::of::<T>(),
            word: AtomicPtr::new(ptr::without_provenance_mut(phase as usize)),
            refs: AtomicU32::new(refs),
            access: AccessCheck::new(),
        };
        // SAFETY: the block is not shared yet and has the shape of an object, which begins with a
        // header.
        unsafe { object.write(header) };
        live::add(1);
        Self(object)
    }

    /// A pending object with two references: the promise's and the first reader's.
    #[inline]
    pub(super) fn pending<T: 'static>() -> Self {
        Self::allocate::<T>(Phase::Pending, 2)
    }

    /// An object that is concrete from the start, with one reference.
    #[inline]
    pub(super) fn concrete<T: 'static>(value: T) -> Self {
        let object = Self::allocate::<T>(Phase::Concrete, 1);
        // SAFETY: the object is not shared yet and has room for a `T`.
        unsafe { object.payload_of::<T>().cast::<T>().write(value) };
        object
    }

    /// An object that is an error from the start, with one reference.
    pub(super) fn error(error: Error) -> Self {
        let object = Self::allocate::<Indirect>(Phase::Error, 1);
        // SAFETY: the object is not shared yet, and every object has room for an error.
        unsafe { object.payload().cast::<Error>().write(error) };
        object
    }

    pub(super) fn as_raw(self) -> NonNull<u8> {
        self.0.cast()
    }

    /// # Safety
    /// `raw` came from [`Object::as_raw`].
    pub(super) unsafe fn from_raw(raw: NonNull<u8>) -> Self {
        Self(raw.cast())
    }

    #[inline]
    fn header<'a>(self) -> &'a Header {
        // SAFETY: the object is alive (see the type), and its header is only ever borrowed shared.
        unsafe { self.0.as_ref() }
    }

    #[inline]
    pub(super) fn vtable(self) -> &'static VTable {
        self.header().vtable
    }

    /// The address of the payload, of any kind. Derived from the pointer to the whole object,
    /// because a reference to the header does not have provenance over the payload.
    #[inline]
    fn payload(self) -> *mut u8 {
        // SAFETY: the offset lies within the object.
        unsafe { self.0.as_ptr().cast::<u8>().add(self.vtable().payload_offset) }
    }

    /// The address of the payload, where the object's type is known to be `T`.
    ///
    /// # Safety
    /// The object's type is `T`.
    #[inline]
    unsafe fn payload_of<T: 'static>(self) -> *mut u8 {
        // SAFETY: the offset lies within the object.
        unsafe { self.0.as_ptr().cast::<u8>().add(offset_of!(AsyncValue<T>, payload)) }
    }

    /// The phase. Acquire: pairs with the release in [`Object::publish`], so that the payload for
    /// this phase may be read.
    #[inline]
    pub(super) fn phase(self) -> Phase {
        phase_of(self.header().word.load(Ordering::Acquire))
    }

    /// The value.
    ///
    /// # Safety
    /// The phase was seen to be concrete, the type is `T`, and a reference is held for `'a`.
    #[inline]
    pub(super) unsafe fn value<'a, T: 'static>(self) -> &'a T {
        self.header().access.read();
        // SAFETY: the caller's contract; a published payload is never written again while there are
        // references.
        unsafe { &*self.payload_of::<T>().cast::<T>() }
    }

    /// The error.
    ///
    /// # Safety
    /// The phase was seen to be error, and a reference is held for `'a`.
    pub(super) unsafe fn as_error<'a>(self) -> &'a Error {
        self.header().access.read();
        // SAFETY: as in `value`.
        unsafe { &*self.payload().cast::<Error>() }
    }

    /// The forwarding target.
    ///
    /// # Safety
    /// The phase was seen to be forwarded, and a reference is held for `'a`.
    #[inline]
    pub(super) unsafe fn target<'a>(self) -> &'a AnyRef {
        self.header().access.read();
        // SAFETY: as in `value`.
        unsafe { &*self.payload().cast::<AnyRef>() }
    }

    /// Pushes a waiter onto the list, unless the object is available.
    #[inline]
    pub(super) fn register(self, waiter: Unqueued) -> Registration {
        let word = &self.header().word;
        let mut head = word.load(Ordering::Acquire);
        loop {
            if phase_of(head) != Phase::Pending {
                return Registration::Available(waiter);
            }
            // Release: pairs with the acquire of the swap in `publish`, which hands the node to
            // the resolver (later pushes continue the release sequence, so one acquire covers the
            // whole list). Acquire on failure: as in `phase`.
            match word.compare_exchange_weak(
                head,
                waiter.before(head),
                Ordering::Release,
                Ordering::Acquire,
            ) {
                Ok(_) => return Registration::Queued,
                Err(now) => head = now,
            }
        }
    }

    /// Writes the value; [`Object::publish`] must follow.
    ///
    /// # Safety
    /// The caller has the right to resolve the object, and its type is `T`.
    #[inline]
    pub(super) unsafe fn write_value<T: 'static>(self, value: T) {
        self.header().access.write();
        // SAFETY: while the phase is pending, only the holder of the right to resolve accesses the
        // payload.
        unsafe { self.payload_of::<T>().cast::<T>().write(value) };
    }

    /// Writes the error; [`Object::publish`] must follow.
    ///
    /// # Safety
    /// The caller has the right to resolve the object.
    pub(super) unsafe fn write_error(self, error: Error) {
        self.header().access.write();
        // SAFETY: as in `write_value`; every object has room for an error.
        unsafe { self.payload().cast::<Error>().write(error) };
    }

    /// Writes the forwarding target, which is concrete; [`Object::publish`] must follow.
    ///
    /// # Safety
    /// The caller has the right to resolve the object.
    pub(super) unsafe fn write_target(self, target: AnyRef) {
        self.header().access.write();
        // SAFETY: as in `write_value`; every object has room for a reference.
        unsafe { self.payload().cast::<AnyRef>().write(target) };
    }

    /// The only transition, out of pending. Returns the waiters, which the caller runs.
    ///
    /// # Safety
    /// The caller has the right to resolve the object, gives it up by this call, and has written the payload for `phase`.
    #[inline]
    pub(super) unsafe fn publish(self, phase: Phase) -> Waiters {
        let resolved = ptr::without_provenance_mut(phase as usize);
        // Release: publishes the payload to the acquire in `phase` and `register`. Acquire:
        // receives the waiters' nodes from the release in `register`.
        let waiters = self.header().word.swap(resolved, Ordering::AcqRel);
        // SAFETY: the swap took the list; the phase was pending, so the word is its head.
        unsafe { Waiters::taken(waiters) }
    }

    /// Adds a reference.
    #[inline]
    pub(super) fn retain(self) {
        // Relaxed: the new reference is cloned from an existing one, so the object cannot be freed
        // meanwhile, and passing it to another thread synchronises with that thread.
        let before = self.header().refs.fetch_add(1, Ordering::Relaxed);
        if before > u32::MAX / 2 {
            // Only leaked references can reach two billion. Half the range is left for threads that
            // get here at the same time, so the count never wraps.
            std::process::abort();
        }
    }

    /// Whether the caller's reference is the only one. It stays unique until the caller clones it,
    /// because references are only made from references.
    #[inline]
    pub(super) fn is_unique(self) -> bool {
        // Acquire: pairs with the release of the `decrement`, so that all accesses of
        // former holders happen before the caller changes or frees the object.
        self.header().refs.load(Ordering::Acquire) == 1
    }

    /// Releases the caller's reference and destroys the object if it was the last.
    ///
    /// # Safety
    /// The caller owns a counted reference and does not use it afterwards.
    #[inline]
    pub(super) unsafe fn release(self) {
        match self.decrement() {
            Release::Shared => {}
            Release::Last => self.end(),
        }
    }

    #[inline]
    fn decrement(self) -> Release {
        // A unique holder need not write the count (see `is_unique`). Others decrement with
        // acquire-release rather than with release and a fence, which the thread sanitizer does not
        // support. No reference to the header is held across the decrement: other threads may free
        // the object as soon as it has happened.
        if self.is_unique() || self.header().refs.fetch_sub(1, Ordering::AcqRel) == 1 {
            Release::Last
        } else {
            Release::Shared
        }
    }

    /// Destroys an object that has no references.
    #[inline]
    fn end(self) {
        // The phase is not pending: a promise holds a reference until it has resolved the object.
        if self.phase() == Phase::Concrete && self.vtable().drop_value.is_none() {
            // SAFETY: there are no references, and the payload needs no drop.
            unsafe { self.free(self.vtable().shape) };
        } else {
            REAPER.with(|reaper| reaper.reap(self));
        }
    }

    /// Drops the payload and frees the object.
    ///
    /// # Safety
    /// There are no references, and the word is as `publish` wrote it.
    unsafe fn drop_and_free(self, phase: Phase) {
        self.header().access.write();
        let payload = self.payload();
        // A user's destructor may panic; dropping a reference never unwinds.
        shielded(|| {
            // SAFETY: the payload is of the kind that the phase says, initialised, and not shared.
            unsafe {
                match phase {
                    Phase::Pending => {}
                    Phase::Concrete => {
                        if let Some(drop_value) = self.vtable().drop_value {
                            drop_value(payload);
                        }
                    }
                    Phase::Error => payload.cast::<Error>().drop_in_place(),
                    Phase::Forwarded => payload.cast::<AnyRef>().drop_in_place(),
                }
            }
        });
        // SAFETY: the caller's contract; the payload has been dropped.
        unsafe { self.free(self.vtable().shape) };
    }

    /// Moves the value out of an object, or of its forwarding target, and frees both.
    ///
    /// # Safety
    /// The phase was seen to be concrete or forwarded, the value is a `T`, and the caller owns the only
    /// references, which are consumed.
    pub(super) unsafe fn into_value<T: 'static>(self) -> T {
        // SAFETY: the caller's contract; each payload is moved out once, before its object is freed
        // without a drop.
        unsafe {
            if self.phase() == Phase::Forwarded {
                self.header().access.write();
                let target = ManuallyDrop::new(self.payload().cast::<AnyRef>().read());
                self.free(self.vtable().shape);
                return target.object().into_value();
            }
            self.into_own_value()
        }
    }

    /// Moves the value out of an object and frees it.
    ///
    /// # Safety
    /// The phase was seen to be concrete, the type is `T`, and the caller owns the only reference, which
    /// is consumed.
    #[inline]
    pub(super) unsafe fn into_own_value<T: 'static>(self) -> T {
        self.header().access.write();
        // SAFETY: the caller's contract; the payload is moved out once, before the object is freed
        // without a drop, in the shape of its type.
        unsafe {
            let value = self.payload_of::<T>().cast::<T>().read();
            self.free(const { Shape::of::<AsyncValue<T>>() });
            value
        }
    }

    /// Frees the memory.
    ///
    /// # Safety
    /// There are no references, the payload is gone, and this is the shape in the table.
    #[inline]
    unsafe fn free(self, shape: Shape) {
        live::add(-1);
        // SAFETY: the header is alive and not used again; dropping it only matters under loom. The
        // block was allocated with the shape in the table.
        unsafe {
            self.0.drop_in_place();
            block::release(self.0.cast(), shape);
        }
    }
}

/// How many destructions may nest on one thread. The rest is queued for the outermost, so dropping
/// a chain of any length takes constant stack.
const MAX_NESTED_ENDS: u32 = 16;

/// One thread's queue of objects to destroy. They are linked through their state words, which are
/// not read otherwise any more; the phase stays in the low bits.
struct Reaper {
    depth: Cell<u32>,
    head: Cell<*mut Header>,
}

thread_local! {
    /// Without a destructor: the list is empty whenever no object is being destroyed on the thread.
    static REAPER: Reaper = const { Reaper { depth: Cell::new(0), head: Cell::new(ptr::null_mut()) } };
}

impl Reaper {
    fn reap(&self, object: Object) {
        let depth = self.depth.get();
        if depth >= MAX_NESTED_ENDS {
            self.postpone(object);
            return;
        }
        self.depth.set(depth + 1);
        // SAFETY: the caller has seen that there are no references.
        unsafe { object.drop_and_free(object.phase()) };
        if depth == 0 {
            self.drain();
        }
        self.depth.set(depth);
    }

    fn drain(&self) {
        while let Some((object, phase)) = self.pop() {
            // SAFETY: objects on the list have no references.
            unsafe { object.drop_and_free(phase) };
        }
    }

    fn postpone(&self, object: Object) {
        let phase = object.phase() as usize;
        let link = self.head.get().map_addr(|next| next | phase);
        object.header().word.store(link.cast(), Ordering::Relaxed);
        self.head.set(object.0.as_ptr());
    }

    fn pop(&self) -> Option<(Object, Phase)> {
        let object = Object(NonNull::new(self.head.get())?);
        let link = object.header().word.load(Ordering::Relaxed);
        self.head.set(link.map_addr(|link| link & !PHASE_BITS).cast());
        Some((object, phase_of(link)))
    }
}

/// Destroys the objects that this thread has postponed.
#[inline]
pub(super) fn run_postponed_ends() {
    REAPER.with(|reaper| {
        if !reaper.head.get().is_null() {
            reaper.drain();
        }
    });
}

/// Marker for a type parameter of a handle: invariant, and without an effect on `Send` and `Sync`.
pub(super) type Invariant<T> = PhantomData<fn(T) -> T>;

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::*;

    #[test]
    fn a_small_value_is_a_half_line() {
        assert_eq!(size_of::<Header>(), 24);
        assert_eq!(size_of::<AsyncValue<i32>>(), 32);
        assert_eq!(size_of::<AsyncValue<()>>(), 32);
        assert_eq!(size_of::<AsyncValue<Indirect>>(), 32);
        assert_eq!(size_of::<AsyncValue<[u64; 4]>>(), 56);
        assert_eq!(offset_of!(AsyncValue<i32>, payload), 24);
        assert_eq!(size_of::<Option<AnyRef>>(), 8);
    }
}
