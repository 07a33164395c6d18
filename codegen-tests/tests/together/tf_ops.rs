//! Compares TensorFlow's ops with NumPy: runs the calls that `numpy/ops.py` wrote to the file named by
//! `TFRT_OPS_CASES`, each on the caller's memory and on memory that ops may overwrite. `cargo xtask numpy` makes the
//! file and runs this test.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tfrt_bef::{Attribute, Dense};
use tfrt_codegen_tests::cases::Reader;
use tfrt_core_runtime::{
    Attributes, DeviceOpHandler, OpAttrs, OpHandler, OpHandlerRef, OpInvocation, Ops, TensorHandle,
};
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::context::{ExecCtx, Host, Site, SiteRef};
use tfrt_host::error::Location;
use tfrt_tensor::{
    Access, Complex, DType, DenseHostTensor, MutableTensor, ScalarHostTensor, StringHostTensor,
    TensorMetadata, TensorShape,
};

static SITE: Site = Site::new("corert.executeop", Location::Unknown);

/// What the script writes, piece by piece.
trait ReadCase {
    fn byte(&mut self) -> u8;
    fn long(&mut self) -> i64;
    fn text(&mut self) -> String;
    fn dtype(&mut self) -> DType;
    fn head(&mut self) -> (u8, TensorMetadata);
    fn tensor(&mut self) -> MutableTensor;
    fn attribute(&mut self, attributes: &mut OpAttrs);
    fn expectation(&mut self) -> Expectation;
}

/// What becomes of a call.
enum Expectation {
    Message(String, bool),
    Equal(MutableTensor),
    Near(TensorMetadata, Comparison, Vec<f64>),
}

enum Comparison {
    /// So many units in the last place.
    Ulps(u64),
    /// Of the element.
    Relative(f64),
    /// Of the largest element.
    OfLargest(f64),
}

fn allocator() -> Arc<dyn HostAllocator> {
    Arc::new(SystemAllocator)
}

impl ReadCase for Reader<'_> {
    fn byte(&mut self) -> u8 {
        self.bytes(1)[0]
    }

    fn long(&mut self) -> i64 {
        i64::from_le_bytes(*self.bytes(8).first_chunk().unwrap())
    }

    fn text(&mut self) -> String {
        let length = self.count();
        String::from_utf8(self.bytes(length).to_vec()).unwrap()
    }

    fn dtype(&mut self) -> DType {
        DType::from_number(self.byte()).unwrap()
    }

    fn head(&mut self) -> (u8, TensorMetadata) {
        let (kind, dtype) = (self.byte(), self.dtype());
        let rank = self.count();
        let sizes: Vec<i64> = (0..rank).map(|_| self.long()).collect();
        (kind, TensorMetadata { dtype, shape: TensorShape::new(&sizes).unwrap() })
    }

    /// In memory of an allocator.
    fn tensor(&mut self) -> MutableTensor {
        let (kind, TensorMetadata { dtype, shape }) = self.head();
        match kind {
            0 => {
                let bytes = self.bytes(shape.bytes(dtype).unwrap());
                let dense = DenseHostTensor::copy_of_bytes(dtype, shape, bytes, &allocator());
                MutableTensor::Dense(dense.unwrap())
            }
            1 => MutableTensor::Scalar(scalar(dtype, shape, self.bytes(dtype.size().unwrap()))),
            _ => {
                let count = shape.elements().unwrap();
                let texts = (0..count).map(|_| self.text().into_bytes()).collect();
                MutableTensor::String(StringHostTensor::new(shape, texts).unwrap())
            }
        }
    }

    fn attribute(&mut self, attributes: &mut OpAttrs) {
        let name = self.text();
        let set = match self.byte() {
            0 => attributes.set(&name, self.byte() != 0),
            1 => {
                let count = self.count();
                attributes.set(&name, &(0..count).map(|_| self.long()).collect::<Vec<_>>()[..])
            }
            2 => attributes.set(&name, &*self.text()),
            3 => attributes.set(&name, self.dtype()),
            4 => attributes.set(&name, f32::from_bits(self.number())),
            5 => {
                let tensor = self.tensor();
                let TensorMetadata { dtype, shape } = tensor.metadata();
                let shape = shape.dimensions().to_vec();
                attributes.set(&name, Dense { dtype, shape, data: bytes(&tensor).into() })
            }
            _ => {
                let count = self.count();
                let texts = (0..count).map(|_| Attribute::String(self.text().into_bytes()));
                attributes.set(&name, &Attribute::Aggregate(texts.collect()))
            }
        };
        assert!(set, "{name} is given twice");
    }

    fn expectation(&mut self) -> Expectation {
        if self.byte() == 0 {
            return Expectation::Message(self.text(), self.byte() != 0);
        }
        let comparison = match self.byte() {
            0 => return Expectation::Equal(self.tensor()),
            1 => {
                let tensor = self.tensor();
                return Expectation::Near(tensor.metadata(), Comparison::Ulps(2), wide(&tensor));
            }
            2 => Comparison::Relative(1e-6),
            _ => Comparison::OfLargest(1e-5),
        };
        let (kind, metadata) = self.head();
        let parts =
            if matches!(metadata.dtype, DType::Complex64 | DType::Complex128) { 2 } else { 1 };
        let count = if kind == 0 { metadata.shape.elements().unwrap() } else { 1 };
        let number = |bits: i64| f64::from_bits(bits.cast_unsigned());
        let elements = (0..parts * count).map(|_| number(self.long())).collect();
        Expectation::Near(metadata, comparison, elements)
    }
}

/// A tensor of that element everywhere.
fn scalar(dtype: DType, shape: TensorShape, bytes: &[u8]) -> ScalarHostTensor {
    macro_rules! of {
        ($($dtype:ident $rust:ty),*) => {
            match dtype {
                $(DType::$dtype => {
                    ScalarHostTensor::new(shape, bytemuck::pod_read_unaligned::<$rust>(bytes))
                })*
                other => panic!("a scalar of {other}"),
            }
        };
    }
    of!(
        Ui8 u8, Ui16 u16, Ui32 u32, Ui64 u64, I8 i8, I16 i16, I32 i32, I64 i64, I1 tfrt_tensor::I1,
        F16 half::f16, F32 f32, F64 f64, Complex64 Complex<f32>, Complex128 Complex<f64>
    )
}

/// The bytes of the elements.
fn bytes(tensor: &MutableTensor) -> Vec<u8> {
    match tensor {
        MutableTensor::Dense(dense) => {
            Access::new(&[dense.buffer()], &[]).unwrap().input::<u8>(0).unwrap().to_vec()
        }
        MutableTensor::Scalar(scalar) => {
            let one = scalar.to_dense(&allocator()).unwrap();
            let size = scalar.metadata().dtype.size().unwrap();
            bytes(&one.into()).into_iter().take(size).collect()
        }
        MutableTensor::String(strings) => {
            let all = strings.strings();
            all.iter().flat_map(|text| text.iter().copied().chain([0])).collect()
        }
        other => panic!("{other} has no elements"),
    }
}

/// The elements of floats, and the parts of complex ones, as doubles.
fn wide(tensor: &MutableTensor) -> Vec<f64> {
    let bytes = bytes(tensor);
    match tensor.metadata().dtype {
        DType::F16 => {
            let halves = bytes.as_chunks().0.iter().map(|it| half::f16::from_le_bytes(*it));
            halves.map(f64::from).collect()
        }
        DType::F32 | DType::Complex64 => {
            bytes.as_chunks().0.iter().map(|it| f32::from_le_bytes(*it).into()).collect()
        }
        DType::F64 | DType::Complex128 => {
            bytes.as_chunks().0.iter().map(|it| f64::from_le_bytes(*it)).collect()
        }
        other => panic!("elements of {other} are not near each other"),
    }
}

/// A copy in the caller's memory, which no op overwrites.
fn callers(tensor: &MutableTensor) -> MutableTensor {
    match tensor {
        MutableTensor::Dense(dense) => {
            let words = bytes(tensor).into_iter();
            // Aligned for any element.
            let mut aligned = vec![0_u128; dense.buffer().size().div_ceil(16)];
            let all: &mut [u8] = bytemuck::cast_slice_mut(&mut aligned);
            all.iter_mut().zip(words).for_each(|(byte, word)| *byte = word);
            let size = dense.buffer().size();
            let whole = tfrt_tensor::HostBuffer::from_owner(Aligned(aligned));
            let part = whole.slice(0..size).unwrap();
            let copy = DenseHostTensor::new(dense.dtype(), dense.shape().clone(), part);
            MutableTensor::Dense(copy.unwrap())
        }
        other => other.clone(),
    }
}

struct Aligned(Vec<u128>);

impl AsRef<[u8]> for Aligned {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

/// How a result differs from what is expected, if it does.
fn difference(found: &MutableTensor, expected: &Expectation) -> Option<String> {
    let same = |ty: &TensorMetadata| {
        let metadata = found.metadata();
        (metadata != *ty).then(|| format!("a tensor {metadata}, expected {ty}"))
    };
    match expected {
        Expectation::Message(message, _) => Some(format!("a tensor, expected '{message}'")),
        Expectation::Equal(tensor) => same(&tensor.metadata()).or_else(|| {
            let kinds = [found, tensor].map(MutableTensor::type_name);
            let equal = kinds[0] == kinds[1] && bytes(found) == bytes(tensor);
            // Zeros of both signs are equal; of floats, the only ones that differ in bits.
            let floats = matches!(tensor.metadata().dtype, DType::F16 | DType::F32 | DType::F64);
            let equal = equal || floats && kinds[0] == kinds[1] && wide(found) == wide(tensor);
            (!equal).then(|| format!("{found}, expected {tensor}"))
        }),
        Expectation::Near(metadata, comparison, elements) => same(metadata).or_else(|| {
            let largest = elements.iter().filter(|it| it.is_finite());
            let largest = largest.fold(0.0_f64, |most, it| most.max(it.abs()));
            let found = wide(found);
            if found.len() != elements.len() {
                return Some(format!("{} elements, expected {}", found.len(), elements.len()));
            }
            let mut pairs = found.iter().zip(elements).enumerate();
            let near = |(_, (found, expected)): &(usize, (&f64, &f64))| {
                let limit = match comparison {
                    Comparison::Ulps(ulps) => *ulps as f64 * ulp(metadata.dtype, **expected),
                    Comparison::Relative(part) => part * expected.abs(),
                    Comparison::OfLargest(part) => part * largest,
                };
                // Halves are too wide for that limit. A quotient by an infinite exponential is 0.
                let rounding = match metadata.dtype {
                    DType::F16 => ulp(DType::F16, **expected),
                    DType::F64 => f64::MIN_POSITIVE,
                    dtype => ulp(dtype, 0.0),
                };
                let limit = limit + rounding;
                found == expected
                    || found.is_nan() && expected.is_nan()
                    || (**found - **expected).abs() <= limit
                    || found.is_infinite() && expected.abs() > greatest(metadata.dtype)
            };
            let (place, (found, expected)) = pairs.find(|pair| !near(pair))?;
            Some(format!("element {place} of {metadata} is {found:e}, in NumPy {expected:e}"))
        }),
    }
}

/// The distance of a number of a type to the next.
fn ulp(dtype: DType, x: f64) -> f64 {
    let (digits, least) = match dtype {
        DType::F16 => (10, -14),
        DType::F32 | DType::Complex64 => (23, -126),
        _ => (52, -1022),
    };
    let exponent = if x == 0.0 || !x.is_finite() { least } else { x.abs().log2().floor() as i32 };
    2.0_f64.powi(exponent.max(least) - digits)
}

/// The greatest number of a type.
fn greatest(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => 65504.0,
        DType::F32 | DType::Complex64 => f32::MAX.into(),
        _ => f64::MAX,
    }
}

#[test]
#[ignore = "needs NumPy: cargo xtask numpy"]
fn ops_come_to_what_numpy_comes_to() {
    let path = std::env::var_os("TFRT_OPS_CASES").expect("cargo xtask numpy sets it");
    let file = std::fs::read(path).unwrap();
    let mut reader = Reader(&file);
    let reported: Arc<Mutex<Vec<String>>> = Arc::default();
    let diagnostics = Arc::clone(&reported);
    let host = Host::builder()
        .threads(3)
        .diagnostics(move |it| diagnostics.lock().unwrap().push(it.error.message().to_owned()))
        .build()
        .unwrap();
    let cpu = host.devices().get("CPU:0").unwrap();
    let ops = Ops::new().with(&tfrt_tf_ops::TF);
    let handler = DeviceOpHandler::new("cpu", cpu, ops, OpHandlerRef::null());
    let request = host.context();
    let context = ExecCtx { request: &request, site: SiteRef::Static(&SITE), depth: 0 };
    let (mut calls, mut failing, mut wrong) = (BTreeMap::<String, usize>::new(), 0, Vec::new());
    while !reader.0.is_empty() {
        let name = reader.text();
        let count = reader.count();
        let arguments: Vec<MutableTensor> = (0..count).map(|_| reader.tensor()).collect();
        let mut attributes = OpAttrs::new();
        for _ in 0..reader.count() {
            reader.attribute(&mut attributes);
        }
        let expected = reader.expectation();
        let op = handler.make_op(&name).unwrap();
        let call = |arguments: Vec<MutableTensor>| {
            let handles = op.call(OpInvocation {
                context,
                arguments: arguments.into_iter().map(TensorHandle::new).collect(),
                attributes: Attributes::Own(&attributes),
                results: if name == "tf.FusedBatchNormV3" { 6 } else { 1 },
                chain: None,
            });
            let result = handles[0].tensor().get().unwrap();
            let result = result.cloned().map_err(|error| error.message().to_owned());
            let known = handles[0].metadata().unwrap().ok();
            if let (Ok(tensor), Some(known)) = (&result, known)
                && known != tensor.metadata()
                && name != "tf.Pad"
            {
                return Err(format!("a tensor {}, promised {known}", tensor.metadata()));
            }
            result
        };
        // The first call leaves the arguments as they are; the second has them alone.
        let text = format!("{name} of {arguments:?} with {attributes}");
        let callers = call(arguments.iter().map(callers).collect());
        let before = std::mem::take(&mut *reported.lock().unwrap());
        let own = call(arguments);
        reported.lock().unwrap().clear();
        let problem = match (&callers, &own, &expected) {
            (Err(message), Err(other), Expectation::Message(expected, reports)) => {
                failing += 1;
                let reports = if *reports { vec![expected.clone()] } else { Vec::new() };
                let same = message == expected && other == expected && before == reports;
                (!same).then(|| format!("'{message}', expected '{expected}', reported: {before:?}"))
            }
            (Ok(tensor), Ok(other), _) => difference(tensor, &expected).or_else(|| {
                let same = bytes(tensor) == bytes(other);
                (!same).then(|| format!("{other} over an argument, else {tensor}"))
            }),
            (Err(message), ..) | (_, Err(message), _) => Some(message.clone()),
        };
        wrong.extend(problem.map(|problem| format!("{problem}\n{text}")));
        *calls.entry(name).or_default() += 1;
    }
    let all: usize = calls.values().sum();
    println!("{all} calls, {failing} of which fail: {calls:?}");
    let few: String = wrong.iter().take(5).map(|it| it.clone() + "\n").collect();
    assert!(wrong.is_empty(), "{} calls differ, the first:\n{few}", wrong.len());
    assert!(all >= 2000 && failing > 100 && calls.len() == tfrt_tf_ops::TF.ops().len());
}
