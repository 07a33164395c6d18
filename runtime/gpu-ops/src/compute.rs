//! What ops of a device share: its stream, its allocator and our device code there.

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
use tfrt_core_runtime::{ConversionRow, CoreRuntime};
use tfrt_cuda::{Allocator, Buffer, Stream};
use tfrt_gpu::device_code::{DeviceCode, Operand};
use tfrt_gpu::{DenseGpuTensor, open_context};
use tfrt_host::context::{ExecCtx, HostHandle};
use tfrt_host::device::Device;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::value::AsyncRef;
use tfrt_tensor::{Access, DenseHostTensor, DeviceTensor, MutableTensor, TensorMetadata};

/// A device on which ops compute. Thread-safe.
#[derive(Debug)]
pub(crate) struct Compute {
    pub(crate) device: Arc<dyn Device>,
    pub(crate) stream: Stream,
    pub(crate) code: DeviceCode,
    allocator: Allocator,
}

/// Those of a host, by the names of their devices.
#[derive(Debug, Default)]
struct Computes(Mutex<BTreeMap<String, Arc<Compute>>>);

impl Compute {
    /// That of the device of this number, which is made once a host.
    ///
    /// # Errors
    /// There is no driver, or not so many devices; the driver's.
    pub(crate) fn open(host: &HostHandle, ordinal: u32) -> Result<Arc<Self>, KernelError> {
        let computes = host.shared::<Computes>();
        let mut computes = computes.0.lock();
        let name = format!("GPU:{ordinal}");
        if let Some(known) = computes.get(&name) {
            return Ok(Arc::clone(known));
        }
        let (context, device) = open_context(host, ordinal)?;
        let compute = Arc::new(Self {
            device,
            stream: context.stream()?,
            code: DeviceCode::new(&context),
            allocator: Allocator::new(&context, None)?,
        });
        if computes.is_empty() {
            let runtime = host.shared::<CoreRuntime>();
            runtime.add_device_kind("GPU", "DenseGpu");
            runtime.add_conversions(CONVERSIONS);
        }
        computes.insert(name, Arc::clone(&compute));
        Ok(compute)
    }

    /// That of a device.
    ///
    /// # Errors
    /// No handler of the device was made.
    pub(crate) fn of(host: &HostHandle, device: &dyn Device) -> Result<Arc<Self>, KernelError> {
        let found = host.shared::<Computes>().0.lock().get(device.name()).cloned();
        found.ok_or_else(|| {
            let message = format!("there is no op handler of device {}", device.name());
            KernelError::new(ErrorCode::NotFound, message)
        })
    }

    /// A tensor whose elements are undefined until the stream writes them.
    ///
    /// # Errors
    /// There is not so much memory; the driver's.
    pub(crate) fn allocate(
        &self,
        ctx: ExecCtx<'_>,
        metadata: TensorMetadata,
    ) -> Result<DenseGpuTensor, KernelError> {
        let TensorMetadata { dtype, shape } = &metadata;
        let Some(bytes) = shape.bytes(*dtype) else {
            let message = format!("no memory of a device has {metadata}");
            return Err(KernelError::new(ErrorCode::ResourceExhausted, message));
        };
        let buffer = self.buffer(bytes)?;
        DenseGpuTensor::new(ctx, metadata, buffer)
    }

    fn buffer(&self, bytes: usize) -> Result<Buffer, KernelError> {
        Ok(self.allocator.allocate(&self.stream, bytes)?)
    }
}

/// The tensor of a device that an argument is.
///
/// # Errors
/// `a tensor of kind DenseHost, expected DenseGpu`.
pub(crate) fn on_device(tensor: &MutableTensor) -> Result<&DenseGpuTensor, KernelError> {
    tensor.on_device().ok_or_else(|| {
        let message = format!("a tensor of kind {}, expected DenseGpu", tensor.type_name());
        KernelError::new(ErrorCode::InvalidArgument, message)
    })
}

/// A tensor, as device code takes it.
pub(crate) fn operand(tensor: &DenseGpuTensor) -> Result<Operand<'_>, KernelError> {
    let TensorMetadata { dtype, shape } = tensor.metadata();
    Operand::new(tensor.buffer(), *dtype, shape.dimensions())
}

/// How dense tensors come and go.
const CONVERSIONS: &[ConversionRow] = &[
    ("DenseHost", "DenseGpu", |ctx, tensor, device| {
        let dense = tensor.dense()?;
        let compute = Compute::of(ctx.host(), &**device)?;
        let made = compute.allocate(ctx, dense.metadata().clone())?;
        let access = Access::new(&[dense.buffer()], &[])?;
        compute.stream.copy_from_host(made.buffer(), access.input::<u8>(0)?)?;
        Ok(AsyncRef::available(MutableTensor::Device(Arc::new(made))))
    }),
    ("DenseGpu", "DenseHost", |ctx, tensor, _| {
        let source = on_device(tensor)?;
        let compute = Compute::of(ctx.host(), &**source.device())?;
        let TensorMetadata { dtype, shape } = source.metadata().clone();
        let (promise, result) = AsyncRef::pending();
        let (promise, owned) = (promise.on(ctx.host().queue()), ctx.to_owned());
        let bytes = vec![0_u8; source.buffer().size()];
        compute.stream.copy_to_host(source.buffer(), bytes, move |arrived| {
            let ctx = owned.as_ctx();
            let made = arrived.map_err(KernelError::from).and_then(|bytes| {
                let dense = DenseHostTensor::copy_of_bytes(dtype, shape, &bytes, ctx.allocator())?;
                Ok(MutableTensor::Dense(dense))
            });
            promise.resolve(made.map_err(|error| ctx.report(error)));
        })?;
        Ok(result)
    }),
];
