//! A device that computes with the processor but behaves as if it were far away: memory of its own, which
//! kernels reach by copies only, and a thread of its own, on which its work is done in order and from which
//! completions come. It shows what the host promises devices. Its kernels are in a list of their own, which
//! no catalogue has by default: [`FAKE`].

use parking_lot::{Condvar, Mutex};
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use tfrt_core_runtime::{CoreRuntime, MetadataCall, OpList, ResultMetadata, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::device::Device;
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::Chain;
use tfrt_host::value::AsyncRef;
use tfrt_kernels::device::DeviceRef;
use tfrt_kernels::string::HostString;
use tfrt_tensor::{
    Access, DenseHostTensor, DeviceTensor, HostBuffer, MutableTensor, TensorError, TensorMetadata,
};

tfrt_host::kernels! {
    /// The kernels of the fake device.
    pub FAKE = [
        upload,
        add,
        download,
        place,
        remove,
    ]
}

/// The name of the thread of a fake device, on which no kernel runs.
pub const THREAD: &str = "fake-device";

/// The device. Thread-safe.
///
/// ```
/// use tfrt_host::context::Host;
/// use tfrt_test_kernels::fake::FakeDevice;
///
/// let host = Host::builder().threads(1).build()?;
/// let device = FakeDevice::new("FAKE:0")?;
/// host.devices().add(device)?;
/// assert_eq!(host.devices().names(), ["CPU:0", "FAKE:0"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FakeDevice {
    shared: Arc<Shared>,
    /// Taken by the thread that closes the device.
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// What tensors and the thread have of the device.
struct Shared {
    name: String,
    /// Locked while the thread does a piece of work, and for short by hosts that allocate.
    memory: Mutex<Memory>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Memory {
    blocks: HashMap<u64, Vec<u8>>,
    /// Addresses are never used twice.
    next: u64,
}

#[derive(Default)]
struct State {
    work: VecDeque<Work>,
    /// Pieces of work that the device was given, and that it has done.
    given: u64,
    done: u64,
    /// Nothing is begun.
    held: bool,
    /// Work fails.
    closed: bool,
}

/// Work on the memory; an error if the device was closed before.
type Work = Box<dyn FnOnce(Result<&Mutex<Memory>, Error>) + Send>;

impl FakeDevice {
    /// A device with its thread.
    ///
    /// # Errors
    /// The system refuses the thread.
    pub fn new(name: &str) -> io::Result<Arc<Self>> {
        let shared = Arc::new(Shared {
            name: name.to_owned(),
            memory: Mutex::default(),
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let thread = std::thread::Builder::new().name(THREAD.to_owned()).spawn({
            let shared = Arc::clone(&shared);
            move || shared.run()
        })?;
        Ok(Arc::new(Self { shared, thread: Mutex::new(Some(thread)) }))
    }

    /// Begins no work until [`release`](Self::release): what programs wait for stays pending.
    pub fn hold(&self) {
        self.shared.state.lock().held = true;
    }

    /// Begins work again.
    pub fn release(&self) {
        self.shared.state.lock().held = false;
        self.shared.changed.notify_all();
    }

    /// The blocks of its memory that are in use.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.shared.memory.lock().blocks.len()
    }

    /// The device, as one of these.
    fn of(device: &dyn Device) -> Result<&Self, KernelError> {
        let fake = device.downcast_ref();
        fake.ok_or_else(|| format!("device {} is no fake device", device.name()).into())
    }
}

impl Device for FakeDevice {
    fn name(&self) -> &str {
        &self.shared.name
    }

    fn quiesce(&self) -> u64 {
        let mut state = self.shared.state.lock();
        while state.done != state.given {
            self.shared.changed.wait(&mut state);
        }
        state.given
    }

    fn close(&self) {
        self.shared.state.lock().closed = true;
        self.shared.changed.notify_all();
        let thread = self.thread.lock().take();
        // Not on its own thread, where only a mistake of the host could close it: tests are to fail then,
        // not to hang.
        let here = std::thread::current().id();
        if let Some(thread) = thread.filter(|thread| thread.thread().id() != here) {
            // Work does not panic.
            let _ = thread.join();
        }
    }
}

impl Drop for FakeDevice {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    /// The device's thread: does what is given until the device is closed and nothing is left.
    fn run(&self) {
        let mut state = self.state.lock();
        loop {
            while !state.closed && (state.held || state.work.is_empty()) {
                self.changed.wait(&mut state);
            }
            let Some(work) = state.work.pop_front() else { break };
            let closed = state.closed;
            drop(state);
            if closed {
                work(Err(self.removed()));
            } else {
                work(Ok(&self.memory));
            }
            state = self.state.lock();
            state.done += 1;
            self.changed.notify_all();
        }
        drop(state);
        self.memory.lock().blocks.clear();
    }

    /// The address of a block of zeros.
    ///
    /// # Errors
    /// The device was removed.
    fn allocate(&self, size: usize) -> Result<u64, Error> {
        // Held meanwhile: the device is not closed, and its memory not given up, before the block is there.
        let state = self.state.lock();
        if state.closed {
            return Err(self.removed());
        }
        let mut memory = self.memory.lock();
        let address = memory.next;
        memory.next += 1;
        memory.blocks.insert(address, vec![0; size]);
        Ok(address)
    }

    /// Queues work.
    ///
    /// # Errors
    /// The device was removed.
    fn give(
        &self,
        work: impl FnOnce(Result<&Mutex<Memory>, Error>) + Send + 'static,
    ) -> Result<(), Error> {
        let mut state = self.state.lock();
        if state.closed {
            return Err(self.removed());
        }
        state.given += 1;
        state.work.push_back(Box::new(work));
        self.changed.notify_all();
        Ok(())
    }

    fn removed(&self) -> Error {
        Error::new(ErrorCode::NotFound, format!("device {} was removed", self.name))
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A block of the device's memory. Freed in the order of the device's work.
#[derive(Debug)]
struct Block {
    address: u64,
    shared: Arc<Shared>,
}

impl Drop for Block {
    fn drop(&mut self) {
        let address = self.address;
        let free = move |memory: Result<&Mutex<Memory>, Error>| {
            if let Ok(memory) = memory {
                memory.lock().blocks.remove(&address);
            }
        };
        // The memory of a device that was removed is gone.
        let _ = self.shared.give(free);
    }
}

/// A tensor of `f32` on the device.
#[derive(Debug)]
struct FakeTensor {
    metadata: TensorMetadata,
    block: Block,
    device: Arc<dyn Device>,
}

impl FakeTensor {
    /// A tensor of zeros.
    fn new(device: &Arc<dyn Device>, metadata: TensorMetadata) -> Result<Self, KernelError> {
        let shared = &FakeDevice::of(&**device)?.shared;
        metadata.expect(tfrt_tensor::DType::F32)?;
        let size = metadata.shape.bytes(metadata.dtype).ok_or(TensorError::OUT_OF_MEMORY)?;
        let address = shared.allocate(size)?;
        let block = Block { address, shared: Arc::clone(shared) };
        Ok(Self { metadata, block, device: Arc::clone(device) })
    }

    /// The tensor, as one of these.
    fn of(tensor: &MutableTensor) -> Result<&Self, KernelError> {
        let kind = || format!("a tensor of kind {}, expected DenseFake", tensor.type_name());
        tensor.on_device().ok_or_else(|| KernelError::new(ErrorCode::InvalidArgument, kind()))
    }

    /// Gives the device work, whose result arrives by a task of the host's queue.
    fn later(
        &self,
        ctx: ExecCtx<'_>,
        work: impl FnOnce(&mut Memory) -> Result<MutableTensor, Error> + Send + 'static,
    ) -> Result<AsyncRef<MutableTensor>, KernelError> {
        let (promise, value) = AsyncRef::pending();
        let promise = promise.on(ctx.host().queue());
        self.block.shared.give(move |memory| {
            let result = memory.and_then(|memory| work(&mut memory.lock()));
            promise.resolve(result);
        })?;
        Ok(value)
    }
}

impl DeviceTensor for FakeTensor {
    fn type_name(&self) -> &'static str {
        "DenseFake"
    }

    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn device(&self) -> &Arc<dyn Device> {
        &self.device
    }
}

/// `DenseFakeTensor dtype = f32, shape = [2], device = FAKE:0`.
impl fmt::Display for FakeTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorMetadata { dtype, shape } = &self.metadata;
        let (dtype, device) = (dtype.tensor_name(), self.device.name());
        write!(f, "DenseFakeTensor dtype = {dtype}, shape = {shape}, device = {device}")
    }
}

impl Memory {
    /// The elements at an address; the tensors that work refers to keep their blocks.
    fn elements(&self, address: u64) -> Result<Vec<f32>, Error> {
        let block = self.blocks.get(&address).ok_or_else(|| Error::bug("a block was freed"))?;
        let words = block.chunks_exact(size_of::<f32>());
        Ok(words.map(|word| f32::from_ne_bytes(word.try_into().unwrap_or_default())).collect())
    }

    fn write(&mut self, address: u64, elements: impl Iterator<Item = f32>) {
        self.blocks.insert(address, elements.flat_map(f32::to_ne_bytes).collect());
    }
}

/// A copy of a dense tensor in the memory of a fake device.
///
/// # Errors
/// The device was removed, or is another; a tensor of another kind or element type.
#[kernel("fake.upload", effects())]
pub fn upload(
    ctx: ExecCtx<'_>,
    tensor: &MutableTensor,
    device: &DeviceRef,
    _chain: Chain,
) -> Result<AsyncRef<MutableTensor>, KernelError> {
    let dense = tensor.dense()?;
    let elements = dense.to_vec::<f32>()?;
    let result = Arc::new(FakeTensor::new(&device.0, dense.metadata().clone())?);
    let made = Arc::clone(&result);
    result.later(ctx, move |memory| {
        memory.write(made.block.address, elements.into_iter());
        Ok(MutableTensor::Device(made))
    })
}

/// The sums of the elements of two tensors on a fake device, on that device.
///
/// # Errors
/// The device was removed; a tensor of another kind or shape.
#[kernel("fake.add", effects())]
pub fn add(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
) -> Result<AsyncRef<MutableTensor>, KernelError> {
    let (x, y) = (FakeTensor::of(a)?, FakeTensor::of(b)?);
    if x.metadata != y.metadata {
        let message = format!("tensor shape mismatch: {} vs. {}", x.metadata, y.metadata);
        return Err(KernelError::new(ErrorCode::InvalidArgument, message));
    }
    let result = Arc::new(FakeTensor::new(&x.device, x.metadata.clone())?);
    let (made, addresses) = (Arc::clone(&result), [x.block.address, y.block.address]);
    let operands = [a.clone(), b.clone()];
    result.later(ctx, move |memory| {
        let [x, y] = [memory.elements(addresses[0])?, memory.elements(addresses[1])?];
        memory.write(made.block.address, x.iter().zip(y).map(|(x, y)| x + y));
        drop(operands);
        Ok(MutableTensor::Device(made))
    })
}

/// A dense tensor with the elements of one on a fake device.
///
/// # Errors
/// The device was removed; a tensor of another kind; `Cannot allocate tensor`.
#[kernel("fake.download", effects())]
pub fn download(
    ctx: ExecCtx<'_>,
    tensor: &MutableTensor,
) -> Result<AsyncRef<MutableTensor>, KernelError> {
    let source = FakeTensor::of(tensor)?;
    let TensorMetadata { dtype, shape } = source.metadata.clone();
    let bytes = shape.bytes(dtype).ok_or(TensorError::OUT_OF_MEMORY)?;
    let buffer = HostBuffer::zeroed(bytes, align_of::<f32>(), ctx.allocator());
    let buffer = buffer.map_err(TensorError::from)?;
    let (kept, address) = (tensor.clone(), source.block.address);
    source.later(ctx, move |memory| {
        let elements = memory.elements(address)?;
        Access::new(&[], &[&buffer])?.output::<f32>(0)?.copy_from_slice(&elements);
        drop(kept);
        Ok(DenseHostTensor::new(dtype, shape, buffer)?.into())
    })
}

/// The name of the device where a tensor is.
#[kernel("fake.place", effects())]
pub fn place(tensor: &MutableTensor) -> HostString {
    let device = tensor.device().map(|device| device.name());
    HostString(device.unwrap_or(tfrt_host::device::HOST_DEVICE).to_owned())
}

/// Removes a device from the host, in use or not.
///
/// # Errors
/// The host has no such device any more.
#[kernel("fake.remove", effects(host))]
pub fn remove(ctx: ExecCtx<'_>, device: &DeviceRef, _chain: Chain) -> Result<Chain, KernelError> {
    ctx.host().devices().remove(device.name())?;
    Ok(Chain)
}

/// What the Core Runtime of a host knows of fake devices: that dense tensors are `DenseFake` there, and how they come and
/// go.
pub fn register(runtime: &CoreRuntime) {
    runtime.add_device_kind("FAKE", "DenseFake");
    runtime.add_conversions(&[
        ("DenseHost", "DenseFake", |ctx, tensor, device| {
            upload(ctx, tensor, &DeviceRef(Arc::clone(device)), Chain)
        }),
        ("DenseFake", "DenseHost", |ctx, tensor, _| download(ctx, tensor)),
    ]);
}

/// The metadata of the first argument.
fn same(call: &MetadataCall<'_>) -> Result<ResultMetadata, KernelError> {
    Ok(call.arguments[0].clone().into())
}

/// The sums of the elements of two tensors on a fake device, on that device.
///
/// # Errors
/// As `fake.add` of programs.
#[op("tf.AddV2", pure, infer = same)]
pub fn add_v2(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
) -> Result<AsyncRef<MutableTensor>, KernelError> {
    add(ctx, a, b)
}

/// The ops of fake devices.
pub static FAKE_OPS: OpList = OpList::new(&[ADD_V2]);
