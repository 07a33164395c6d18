//! Cases, the data that they are tried with, and the driver that they run on.

use bytemuck::Pod;
use cuda_stand_in::StandIn;
use half::f16;
use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use tfrt_cuda::{Buffer, Context, Device, Driver, Stream};
use tfrt_gpu::device_code::{DeviceCode, Operand};
use tfrt_host::error::KernelError;
use tfrt_numeric::Float;
use tfrt_tensor::DType;

/// What a case does.
type Run = Box<dyn Fn(&Trial) -> Result<(), String>>;

/// Some kernels, and calls of these with all shapes that matter.
pub(crate) struct Case {
    pub(crate) file: &'static str,
    pub(crate) kernels: Vec<String>,
    pub(crate) run: Run,
}

impl Case {
    pub(crate) fn new(
        file: &'static str,
        kernels: &[&str],
        run: impl Fn(&Trial) -> Result<(), String> + 'static,
    ) -> Self {
        let kernels = kernels.iter().map(|&name| name.to_owned()).collect();
        Self { file, kernels, run: Box::new(run) }
    }
}

/// A driver without a card; or, for tests that `TFRT_CARD` is set for, the machine's own.
pub(crate) struct Rig {
    stand_in: Option<StandIn>,
    device: Device,
}

impl Rig {
    pub(crate) fn new() -> Self {
        if std::env::var_os("TFRT_CARD").is_some() {
            return Self { stand_in: None, device: Device::open(0).unwrap() };
        }
        let stand_in = StandIn::new().unwrap();
        let driver = Driver::open_at(stand_in.path()).unwrap();
        let device = Device::of(&driver, 0).unwrap();
        Self { stand_in: Some(stand_in), device }
    }

    /// What the driver without a card has found.
    fn reports(&self) -> Vec<String> {
        self.stand_in.as_ref().map(StandIn::reports).unwrap_or_default()
    }

    /// Runs a case in a context of its own, in which its file has that text; what was wrong is an error.
    pub(crate) fn run(&self, case: &Case, text: String, seed: u64) -> Result<(), String> {
        if let Some(stand_in) = &self.stand_in {
            stand_in.control(&format!("stepped {seed}"));
        }
        let context = self.device.create_context().unwrap();
        let code = DeviceCode::with_texts(&context, move |_| Cow::Owned(text.clone()));
        let trial = Trial { stream: context.stream().unwrap(), code, numbers: Numbers::new(seed) };
        let result = (case.run)(&trial);
        drop(trial);
        end(context);
        let reports = self.reports();
        if reports.is_empty() { result } else { Err(reports.join("; ")) }
    }
}

impl Rig {
    /// Calls a function with our code in a context.
    pub(crate) fn with(&self, of: impl FnOnce(&Trial)) {
        let context = self.device.create_context().unwrap();
        let code = DeviceCode::new(&context);
        let trial = Trial { stream: context.stream().unwrap(), code, numbers: Numbers::new(0) };
        of(&trial);
        drop(trial);
        end(context);
        assert_eq!(self.reports(), Vec::<String>::new());
    }

    /// The calls of the driver.
    pub(crate) fn log(&self) -> String {
        self.stand_in.as_ref().map(|it| it.control("log")).unwrap_or_default()
    }
}

fn end(context: Context) {
    let _ = context.quiesce();
}

/// A run of a case.
pub(crate) struct Trial {
    stream: Stream,
    code: DeviceCode,
    pub(crate) numbers: Numbers,
}

/// A tensor on the device.
pub(crate) struct Tensor {
    buffer: Buffer,
    dtype: DType,
    shape: Vec<i64>,
}

impl Tensor {
    pub(crate) fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    pub(crate) fn operand(&self) -> Operand<'_> {
        Operand::new(&self.buffer, self.dtype, &self.shape).unwrap()
    }
}

impl Trial {
    pub(crate) fn face(&self) -> (&DeviceCode, &Stream) {
        (&self.code, &self.stream)
    }

    pub(crate) fn upload<T: Element>(&self, shape: &[usize], elements: &[T]) -> Tensor {
        self.upload_as(T::DTYPE, shape, elements)
    }

    pub(crate) fn upload_as<T: Pod>(
        &self,
        dtype: DType,
        shape: &[usize],
        elements: &[T],
    ) -> Tensor {
        let buffer = self.stream.upload(elements).unwrap();
        Tensor { buffer, dtype, shape: sizes(shape) }
    }

    /// A tensor with nothing of use in it.
    pub(crate) fn fresh(&self, dtype: DType, shape: &[usize]) -> Tensor {
        let size = count(shape) * dtype.size().unwrap();
        let buffer =
            self.stream.context().allocator().unwrap().allocate(&self.stream, size).unwrap();
        Tensor { buffer, dtype, shape: sizes(shape) }
    }

    /// Calls device code for a new tensor, whose elements must be those.
    pub(crate) fn check<T: Element>(
        &self,
        shape: &[usize],
        expected: &[T],
        call: impl FnOnce(&DeviceCode, &Stream, Operand<'_>) -> Result<(), KernelError>,
    ) -> Result<(), String> {
        self.check_as(T::DTYPE, shape, expected, call)
    }

    /// The same, of a type whose elements have the bits of another's.
    pub(crate) fn check_as<T: Element>(
        &self,
        dtype: DType,
        shape: &[usize],
        expected: &[T],
        call: impl FnOnce(&DeviceCode, &Stream, Operand<'_>) -> Result<(), KernelError>,
    ) -> Result<(), String> {
        let found = self.made::<T>(dtype, shape, call)?;
        assert_eq!(found.len(), expected.len());
        let wrong = found.iter().zip(expected).position(|(a, b)| !T::same(*a, *b));
        wrong.map_or(Ok(()), |at| {
            let (found, expected) = (found[at], expected[at]);
            Err(format!("element {at} of {shape:?} is {found:?}, expected {expected:?}"))
        })
    }

    /// Calls device code for a new tensor, whose elements may differ from those by a part of the greatest.
    pub(crate) fn near(
        &self,
        shape: &[usize],
        expected: &[f32],
        call: impl FnOnce(&DeviceCode, &Stream, Operand<'_>) -> Result<(), KernelError>,
    ) -> Result<(), String> {
        const PART: f32 = 1e-5;
        let found = self.made::<f32>(DType::F32, shape, call)?;
        let greatest = expected.iter().fold(0.0_f32, |max, x| max.max(x.abs()));
        let far = |(a, b): &(&f32, &f32)| (*a - *b).abs() > PART * greatest;
        let wrong = found.iter().zip(expected).find(far);
        wrong.map_or(Ok(()), |(found, expected)| {
            Err(format!(
                "{found} of {shape:?}, expected {expected}, where {greatest} is the greatest"
            ))
        })
    }

    fn made<T: Element>(
        &self,
        dtype: DType,
        shape: &[usize],
        call: impl FnOnce(&DeviceCode, &Stream, Operand<'_>) -> Result<(), KernelError>,
    ) -> Result<Vec<T>, String> {
        let out = self.fresh(dtype, shape);
        call(&self.code, &self.stream, out.operand()).map_err(|error| error.to_string())?;
        let found = self.stream.download::<T>(&out.buffer).and_then(|it| it.wait());
        found.map_err(|error| error.to_string())
    }

    /// Random elements.
    pub(crate) fn random<T: Element>(&self, shape: &[usize]) -> Vec<T> {
        (0..count(shape)).map(|_| T::random(&self.numbers)).collect()
    }

    /// Random elements of which sums are near.
    pub(crate) fn ordinary<T: Element>(&self, shape: &[usize]) -> Vec<T> {
        (0..count(shape)).map(|_| T::ordinary(&self.numbers)).collect()
    }
}

pub(crate) fn count(shape: &[usize]) -> usize {
    shape.iter().product()
}

fn sizes(shape: &[usize]) -> Vec<i64> {
    shape.iter().map(|&size| i64::try_from(size).unwrap()).collect()
}

/// Random numbers by a seed.
pub(crate) struct Numbers(AtomicU64);

impl Numbers {
    fn new(seed: u64) -> Self {
        Self(AtomicU64::new(seed))
    }

    pub(crate) fn next(&self) -> u64 {
        let state = self.0.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

/// An element that is computed with.
pub(crate) trait Element: tfrt_tensor::Element + Debug + PartialEq {
    /// Of all kinds.
    fn random(numbers: &Numbers) -> Self;
    /// Between -4 and 4.
    fn ordinary(numbers: &Numbers) -> Self;
    /// Equal bits, or both no numbers.
    fn same(a: Self, b: Self) -> bool;
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Element for $integer {
            fn random(numbers: &Numbers) -> Self {
                numbers.next() as Self
            }
            fn ordinary(numbers: &Numbers) -> Self {
                (numbers.next() % 9) as Self - 4
            }
            fn same(a: Self, b: Self) -> bool {
                a == b
            }
        }
    )*};
}

integers! { i8 i16 i32 i64 }

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Element for $float {
            fn random(numbers: &Numbers) -> Self {
                match numbers.next() % 8 {
                    0 => Self::from_bits(numbers.next() as _),
                    1 => [Self::NAN, Self::INFINITY, -Self::INFINITY, Self::nearest(0.0), Self::nearest(-0.0)]
                        [(numbers.next() % 5) as usize],
                    2 => Self::nearest((numbers.next() % 2000) as f64 - 1000.0),
                    _ => Self::ordinary(numbers),
                }
            }
            fn ordinary(numbers: &Numbers) -> Self {
                Self::nearest((numbers.next() >> 11) as f64 / (1_u64 << 50) as f64 - 4.0)
            }
            fn same(a: Self, b: Self) -> bool {
                a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
            }
        }
    )*};
}

floats! { f16 f32 f64 }
