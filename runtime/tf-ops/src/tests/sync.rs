//! A kernel of `tf_sync` gives the bits of its op.

use super::*;
use crate::TF_SYNC;
use half::f16;
use tfrt_host::kernel::{KernelDef, KernelFrame, Operands, Value};
use tfrt_numeric::Float;

/// Calls a kernel, which returns nothing, and gives its message if it fails.
fn run(
    bench: &Bench,
    name: &str,
    operands: Vec<Value>,
    attributes: Vec<Attribute>,
) -> Result<(), String> {
    let mut all = TF_SYNC.kernels().iter();
    let kernel: &KernelDef = all.find(|kernel| kernel.name == name).expect("the kernel is listed");
    let mut operands = operands;
    let mut results = [];
    kernel.invoke(&mut KernelFrame {
        request: &bench.request,
        site: SiteRef::Static(&SITE),
        depth: 0,
        operands: Operands::owned(&mut operands),
        attributes: &kernel.bind(attributes),
        functions: &[],
        results: &mut results,
    });
    let mut reported = std::mem::take(&mut *bench.reported.lock().unwrap());
    reported.pop().map_or(Ok(()), Err)
}

fn values<'a>(tensors: impl IntoIterator<Item = &'a MutableTensor>) -> Vec<Value> {
    tensors.into_iter().map(|tensor| Value::new(tensor.clone())).collect()
}

/// A tensor like another, of other elements.
fn like(tensor: &MutableTensor) -> MutableTensor {
    let metadata = tensor.metadata();
    let size = metadata.shape.bytes(metadata.dtype).unwrap();
    let bytes = vec![0x55_u8; size];
    let allocator: Arc<dyn HostAllocator> = Arc::new(tfrt_host::alloc::SystemAllocator);
    let made = DenseHostTensor::copy_of_bytes(metadata.dtype, metadata.shape, &bytes, &allocator);
    MutableTensor::Dense(made.unwrap())
}

fn bytes(tensor: &MutableTensor) -> Vec<u8> {
    let dense = tensor.dense().unwrap();
    tfrt_tensor::Access::new(&[dense.buffer()], &[]).unwrap().input::<u8>(0).unwrap().to_vec()
}

/// Numbers of a type, of both signs if it has one. None is zero.
fn numbers(dtype: DType, sizes: &[i64]) -> MutableTensor {
    fn made<T: Element>(sizes: &[i64], of: fn(f64) -> T) -> MutableTensor {
        let count = shape(sizes).elements().unwrap();
        let number = |at: usize| of(((at + 1) as f64 * 0.73).sin() * 90.0 + 0.01);
        dense(sizes, &(0..count).map(number).collect::<Vec<T>>())
    }
    match dtype {
        DType::Ui8 => made(sizes, |x| x as u8 | 1),
        DType::Ui16 => made(sizes, |x| x as u16 | 1),
        DType::Ui32 => made(sizes, |x| x as u32 | 1),
        DType::Ui64 => made(sizes, |x| x as u64 | 1),
        DType::I8 => made(sizes, |x| x as i8 | 1),
        DType::I16 => made(sizes, |x| x as i16 | 1),
        DType::I32 => made(sizes, |x| x as i32 | 1),
        DType::I64 => made(sizes, |x| x as i64 | 1),
        DType::F16 => made(sizes, f16::nearest),
        DType::F32 => made(sizes, |x| x as f32),
        _ => made(sizes, |x| x),
    }
}

const NUMERIC: [DType; 11] = [
    DType::Ui8,
    DType::Ui16,
    DType::Ui32,
    DType::Ui64,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::F16,
    DType::F32,
    DType::F64,
];

const FLOATS: [DType; 2] = [DType::F32, DType::F64];

/// Compares what a kernel writes with what the op makes.
fn same_bits(
    bench: &Bench,
    (op, kernel): (&str, &str),
    arguments: &[MutableTensor],
    attributes: &Named,
    run: impl FnOnce(&MutableTensor) -> Result<(), String>,
) {
    let expected = bench.call(op, arguments.to_vec(), attributes).unwrap();
    let output = like(&expected);
    assert_eq!(run(&output), Ok(()), "{kernel}");
    assert_eq!(bytes(&output), bytes(&expected), "{kernel}");
}

#[test]
fn elementwise_kernels() {
    let bench = Bench::new();
    for dtype in NUMERIC {
        for op in ["AddV2", "Mul", "RealDiv", "Sub"] {
            let kernel = format!("tf_sync.{op}.{}", dtype.tensor_name());
            let [a, b, row] = [&[2, 3][..], &[2, 3], &[3]].map(|sizes| numbers(dtype, sizes));
            let one = numbers(dtype, &[]);
            for operands in [[&a, &b], [&a, &row], [&row, &a], [&one, &a]] {
                let arguments = operands.map(MutableTensor::clone);
                same_bits(&bench, (&format!("tf.{op}"), &kernel), &arguments, &none(), |output| {
                    run(&bench, &kernel, values(operands.into_iter().chain([output])), Vec::new())
                });
            }
        }
    }
    let half = scalar(&[], 0.5_f32);
    let x = numbers(DType::F32, &[2, 3]);
    let names = ("tf.Mul", "tf_sync.Mul.f32");
    same_bits(&bench, names, &[half.clone(), x.clone()], &none(), |output| {
        run(&bench, "tf_sync.Mul.f32", values([&half, &x, output]), Vec::new())
    });
    for dtype in FLOATS {
        for op in ["Log", "Log1p", "Rsqrt", "Sigmoid", "Softmax", "LogSoftmax"] {
            let kernel = format!("tf_sync.{op}.{}", dtype.tensor_name());
            let x = numbers(dtype, &[5, 7]);
            let arguments = std::slice::from_ref(&x);
            same_bits(&bench, (&format!("tf.{op}"), &kernel), arguments, &none(), |output| {
                run(&bench, &kernel, values([&x, output]), Vec::new())
            });
        }
    }
}

#[test]
fn kernels_that_move_elements() {
    let bench = Bench::new();
    for dtype in NUMERIC {
        let kernel = format!("tf_sync.Tile.{}", dtype.tensor_name());
        let (x, multiples) = (numbers(dtype, &[2, 3]), dense(&[2], &[2_i64, 3]));
        let arguments = [x.clone(), multiples.clone()];
        same_bits(&bench, ("tf.Tile", &kernel), &arguments, &none(), |output| {
            run(&bench, &kernel, values([&x, &multiples, output]), Vec::new())
        });
    }
    let letters = strings(&[1, 2], &["a", "b"]);
    let expected = bench.call("tf.Tile", [letters.clone(), dense(&[2], &[2, 2])], &none()).unwrap();
    let output = strings(&[2, 4], &[""; 8]);
    assert_eq!(run(&bench, "tf_sync.Tile.string", values([&letters, &output]), Vec::new()), Ok(()));
    assert_eq!(output.to_string(), expected.to_string());
    for dtype in FLOATS {
        let kernel = format!("tf_sync.ConcatV2.{}", dtype.tensor_name());
        let inputs = [&[2, 1, 2][..], &[2, 3, 2], &[2, 2, 2]].map(|sizes| numbers(dtype, sizes));
        let mut arguments = inputs.to_vec();
        arguments.push(dense(&[], &[-2]));
        same_bits(&bench, ("tf.ConcatV2", &kernel), &arguments, &none(), |output| {
            let mut operands = vec![Value::new(-2_i32)];
            operands.extend(values(inputs.iter().chain([output])));
            run(&bench, &kernel, operands, Vec::new())
        });
    }
    let value = constant(&[3], &[1.5_f32, 2.0, -1.0]);
    let attribute = Attribute::Dense(Box::new(value.clone()));
    same_bits(&bench, ("tf.Const", "tf_sync.Const"), &[], &none().with("value", value), |output| {
        run(&bench, "tf_sync.Const", values([output]), vec![attribute])
    });
}

#[test]
fn fused_products() {
    let bench = Bench::new();
    let flag = |value: bool| Attribute::Scalar { dtype: DType::I1, bits: value.into() };
    for fusion in
        [&["BiasAdd"][..], &["BiasAdd", "Relu"], &["BiasAdd", "Relu6"], &["BiasAdd", "Elu"]]
    {
        for (transpose_a, transpose_b) in
            [(false, false), (true, false), (false, true), (true, true)]
        {
            let sizes = |[rows, columns]: [i64; 2], turned| {
                if turned { [columns, rows] } else { [rows, columns] }
            };
            let a = numbers(DType::F32, &sizes([4, 5], transpose_a));
            let b = numbers(DType::F32, &sizes([5, 3], transpose_b));
            let bias = numbers(DType::F32, &[3]);
            let attributes = transposed(transpose_a, transpose_b).with("fused_ops", &texts(fusion));
            let arguments = [a.clone(), b.clone(), bias.clone()];
            let names = ("tf._FusedMatMul", "tf_sync._FusedMatMul.f32");
            let given = vec![texts(fusion), flag(transpose_a), flag(transpose_b)];
            same_bits(&bench, names, &arguments, &attributes, |output| {
                run(&bench, "tf_sync._FusedMatMul.f32", values([&a, &b, output, &bias]), given)
            });
        }
    }
    // There is no op of this type.
    let a = dense(&[1, 2], &[1.0_f64, 2.0]);
    let (b, bias) = (dense(&[2, 1], &[3.0_f64, -4.0]), dense(&[1], &[1.0_f64]));
    let output = zeros(DType::F64, &[1, 1]);
    let given = vec![texts(&["BiasAdd", "Relu"]), flag(false), flag(false)];
    let operands = values([&a, &b, &output, &bias]);
    assert_eq!(run(&bench, "tf_sync._FusedMatMul.f64", operands, given), Ok(()));
    assert_eq!(elements::<f64>(&output), [0.0]);
}

#[test]
fn outputs_are_checked() {
    let bench = Bench::new();
    let wrong = Err("output tensor has the wrong shape".to_owned());
    let [a, b] = [numbers(DType::F32, &[2, 3]), numbers(DType::F32, &[3])];
    let output = zeros(DType::F32, &[3, 2]);
    let call = |name: &str, operands: Vec<Value>| run(&bench, name, operands, Vec::new());
    assert_eq!(call("tf_sync.AddV2.f32", values([&a, &b, &output])), wrong);
    assert_eq!(call("tf_sync.Log.f32", values([&a, &output])), wrong);
    assert_eq!(call("tf_sync.Softmax.f32", values([&a, &output])), wrong);
    let multiples = dense(&[2], &[1, 2]);
    assert_eq!(call("tf_sync.Tile.f32", values([&a, &multiples, &output])), wrong);
    let mut operands = vec![Value::new(0_i32)];
    operands.extend(values([&b, &b, &output]));
    assert_eq!(call("tf_sync.ConcatV2.f32", operands), wrong);
    assert_eq!(
        call("tf_sync.ConcatV2.f32", vec![Value::new(0_i32)]),
        Err("there are no tensors to concatenate".to_owned())
    );
    let ints = zeros(DType::I32, &[2, 3]);
    let types = Err("a tensor of type i32, expected f32".to_owned());
    assert_eq!(call("tf_sync.AddV2.f32", values([&a, &b, &ints])), types);
    assert_eq!(
        call("tf_sync.AddV2.f32", values([&ints, &ints, &zeros(DType::F32, &[2, 3])])),
        Err("a tensor of type i32, expected f32".to_owned())
    );
    let letters = |sizes: &[i64]| strings(sizes, &vec![""; shape(sizes).elements().unwrap()]);
    for (from, to) in [(&[2][..], &[3][..]), (&[2], &[2, 2]), (&[0], &[2])] {
        let operands = values([&letters(from), &letters(to)]);
        assert_eq!(call("tf_sync.Tile.string", operands), wrong);
    }
    let rank = Err("Unsupported tensor rank".to_owned());
    assert_eq!(call("tf_sync.Tile.string", values([&letters(&[]), &letters(&[])])), rank);
    let kinds = Err("tensors of kinds StringHost and DenseHost, expected StringHost".to_owned());
    assert_eq!(call("tf_sync.Tile.string", values([&letters(&[]), &output])), kinds);
    // An input that is the output is read as before.
    let own = numbers(DType::F32, &[2, 3]);
    let sum = bench.call("tf.AddV2", [own.clone(), own.clone()], &none()).unwrap();
    assert_eq!(call("tf_sync.AddV2.f32", values([&own, &own, &own])), Ok(()));
    assert_eq!(bytes(&own), bytes(&sum));
}
