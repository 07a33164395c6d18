//! What ops do, and what they refuse.

mod forwarding;
mod hostile;
mod messages;
mod results;
mod sync;

use crate::TF;
use smallvec::SmallVec;
use std::sync::{Arc, Mutex};
use tfrt_bef::{Attribute, Dense};
use tfrt_core_runtime::{
    Attributes, DeviceOpHandler, Handles, IntoOpAttr, OpAttrs, OpHandler, OpHandlerRef,
    OpInvocation, Ops, TensorHandle,
};
use tfrt_host::alloc::HostAllocator;
use tfrt_host::context::{ExecCtx, Host, RequestContext, Site, SiteRef};
use tfrt_host::error::Location;
use tfrt_tensor::{
    DType, DenseHostTensor, Element, MutableTensor, ScalarHostTensor, StringHostTensor, TensorShape,
};

static SITE: Site = Site::new("corert.executeop", Location::Unknown);

/// A host with a run on it, and a handler of the ops.
struct Bench {
    host: Host,
    request: RequestContext,
    handler: DeviceOpHandler,
    reported: Arc<Mutex<Vec<String>>>,
}

impl Bench {
    fn new() -> Self {
        Self::with_threads(2)
    }

    fn with_threads(threads: usize) -> Self {
        let reported: Arc<Mutex<Vec<String>>> = Arc::default();
        let diagnostics = Arc::clone(&reported);
        let host = Host::builder()
            .threads(threads)
            .diagnostics(move |it| {
                diagnostics.lock().unwrap().push(it.error.message().to_owned());
            })
            .build()
            .unwrap();
        let cpu = host.devices().get("CPU:0").unwrap();
        let ops = Ops::new().with(&TF);
        let handler = DeviceOpHandler::new("cpu", cpu, ops, OpHandlerRef::null());
        Self { request: host.context(), host, handler, reported }
    }

    fn context(&self) -> ExecCtx<'_> {
        ExecCtx { request: &self.request, site: SiteRef::Static(&SITE), depth: 0 }
    }

    /// Calls an op, which takes the arguments.
    fn handles(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = TensorHandle>,
        attributes: &Named,
        results: usize,
    ) -> Handles {
        let op = self.handler.make_op(name).unwrap();
        let arguments: SmallVec<_> = arguments.into_iter().collect();
        op.call(OpInvocation {
            context: self.context(),
            arguments,
            attributes: Attributes::Own(&attributes.0),
            results,
            chain: None,
        })
    }

    /// The only result of an op, or its message, of which it is said whether it was reported.
    fn call<T: Into<MutableTensor>>(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = T>,
        attributes: &Named,
    ) -> Result<MutableTensor, (String, bool)> {
        let arguments = arguments.into_iter().map(|argument| TensorHandle::new(argument.into()));
        let handles = self.handles(name, arguments, attributes, 1);
        self.result(&handles[0])
    }

    fn result(&self, handle: &TensorHandle) -> Result<MutableTensor, (String, bool)> {
        let reported = std::mem::take(&mut *self.reported.lock().unwrap());
        match handle.tensor().get().expect("ops compute in the call") {
            Ok(tensor) => {
                assert!(reported.is_empty(), "{reported:?}");
                Ok(tensor.clone())
            }
            Err(error) => {
                let message = error.message().to_owned();
                assert!(reported.iter().all(|it| *it == message), "{message}: {reported:?}");
                Err((message, !reported.is_empty()))
            }
        }
    }

    /// The result as text.
    fn text<T: Into<MutableTensor>>(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = T>,
        attributes: &Named,
    ) -> String {
        self.call(name, arguments, attributes).unwrap().to_string()
    }

    /// The message of an op that fails, which is reported.
    fn error<T: Into<MutableTensor>>(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = T>,
        attributes: &Named,
    ) -> String {
        let (message, reported) = self.call(name, arguments, attributes).unwrap_err();
        assert!(reported, "{message}");
        message
    }

    /// The message of an op that fails, which nobody reports.
    fn quiet<T: Into<MutableTensor>>(
        &self,
        name: &str,
        arguments: impl IntoIterator<Item = T>,
        attributes: &Named,
    ) -> String {
        let (message, reported) = self.call(name, arguments, attributes).unwrap_err();
        assert!(!reported, "{message}");
        message
    }

    fn allocator(&self) -> &Arc<dyn HostAllocator> {
        self.request.allocator()
    }
}

/// Attributes, set one after the other.
#[derive(Clone, Default)]
struct Named(OpAttrs);

fn none() -> Named {
    Named::default()
}

impl Named {
    fn with(mut self, name: &str, value: impl IntoOpAttr) -> Self {
        assert!(self.0.set(name, value));
        self
    }
}

fn shape(sizes: &[i64]) -> TensorShape {
    TensorShape::new(sizes).unwrap()
}

fn dense<T: Element>(sizes: &[i64], elements: &[T]) -> MutableTensor {
    MutableTensor::Dense(DenseHostTensor::from_vec(shape(sizes), elements.to_vec()).unwrap())
}

fn scalar<T: Element>(sizes: &[i64], value: T) -> MutableTensor {
    MutableTensor::Scalar(ScalarHostTensor::new(shape(sizes), value))
}

fn strings(sizes: &[i64], texts: &[&str]) -> MutableTensor {
    let texts = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    MutableTensor::String(StringHostTensor::new(shape(sizes), texts).unwrap())
}

/// A dense tensor of zeros.
fn zeros(dtype: DType, sizes: &[i64]) -> MutableTensor {
    let allocator: Arc<dyn HostAllocator> = Arc::new(tfrt_host::alloc::SystemAllocator);
    MutableTensor::Dense(DenseHostTensor::zeroed(dtype, shape(sizes), &allocator).unwrap())
}

fn elements<T: Element>(tensor: &MutableTensor) -> Vec<T> {
    tensor.dense().unwrap().to_vec::<T>().unwrap()
}

/// An attribute of strings.
fn texts(texts: &[&str]) -> Attribute {
    let text = |text: &&str| Attribute::String(text.as_bytes().to_vec());
    Attribute::Aggregate(texts.iter().map(text).collect())
}

/// An attribute of elements.
fn constant<T: Element>(sizes: &[i64], elements: &[T]) -> Dense {
    let data: Vec<u8> = bytemuck::cast_slice(elements).to_vec();
    Dense { dtype: T::DTYPE, shape: sizes.to_vec(), data: data.into() }
}

/// The attributes of a product.
fn transposed(a: bool, b: bool) -> Named {
    none().with("transpose_a", a).with("transpose_b", b)
}
