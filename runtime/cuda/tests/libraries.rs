//! The vendor's libraries, on the stand-in's plain loops: answers by their definitions, graphs, faults, and what is said
//! where a library is not there.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use cuda_stand_in::StandIn;
use std::sync::{Arc, Mutex};
use support::{assert_clean, context_of, left, open, stepped};
use tfrt_cuda::{
    BlasHandle, BlasLtHandle, CclDataType, CclHandle, CclId, CclReduction, ComputeType, Context,
    CudaError, DataType, Device, Diagonal, DnnDataType, DnnHandle, ErrorClass, FftDirection,
    FftHandle, FftType, Fill, Fused, Gemm, GemmAlgorithm, Graph, HostMemory, LtEpilogue, Operation,
    PoolingDescriptor, Side, SolverHandle, Stream, Strided, Tensor, TensorDescriptor, Trsm,
};

/// Numbers between -1 and 1.
fn numbers(seed: u64, count: usize) -> Vec<f64> {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// An element of a triangle as its equations have it.
fn triangle(a: &[f64], lda: usize, trsm: &Trsm<'_>, row: usize, column: usize) -> f64 {
    let (row, column) =
        if trsm.operation == Operation::NONE { (row, column) } else { (column, row) };
    if row == column && trsm.diagonal == Diagonal::UNIT {
        return 1.0;
    }
    let inside = if trsm.fill == Fill::UPPER { row <= column } else { row >= column };
    if inside { a[column * lda + row] } else { 0.0 }
}

/// Each side, triangle, operation and diagonal: the equations hold.
#[test]
fn equations_hold() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    let blas = BlasHandle::new(&context).unwrap();
    let (m, n, batch) = (4_usize, 3_usize, 2_usize);
    for case in 0..16_u64 {
        let of = |bit: u64| (case >> bit & 1) as i32;
        let order = if of(0) == 0 { m } else { n };
        let (lda, ldb) = (order + 1, m + 2);
        let mut a = numbers(case, lda * order * batch);
        // Far from one that has no solution.
        for part in 0..batch {
            (0..order).for_each(|at| a[part * lda * order + at * lda + at] += 3.0);
        }
        let b = numbers(case + 100, ldb * n * batch);
        let (at_a, at_b) = (stream.upload(&a).unwrap(), stream.upload(&b).unwrap());
        let ty = DataType::R_64F;
        let trsm = Trsm {
            side: Side(of(0)),
            fill: Fill(of(1)),
            operation: Operation(of(2)),
            diagonal: Diagonal(of(3)),
            m: m as i32,
            n: n as i32,
            alpha: 2.0_f64.into(),
            a: Strided { buffer: &at_a, ty, stride: lda as i32 },
            b: Strided { buffer: &at_b, ty, stride: ldb as i32 },
        };
        blas.trsm_batch(&stream, &trsm, batch as i32).unwrap();
        let x: Vec<f64> = stream.download(&at_b).unwrap().wait().unwrap();
        for part in 0..batch {
            let a = &a[part * lda * order..];
            let (x, b) = (&x[part * ldb * n..], &b[part * ldb * n..]);
            for row in 0..m {
                for column in 0..n {
                    let terms = (0..order).map(|inner| match trsm.side {
                        Side::LEFT => triangle(a, lda, &trsm, row, inner) * x[column * ldb + inner],
                        _ => x[inner * ldb + row] * triangle(a, lda, &trsm, inner, column),
                    });
                    let difference = terms.sum::<f64>() - 2.0 * b[column * ldb + row];
                    assert!(difference.abs() < 1e-12, "case {case}: {difference}");
                }
            }
        }
    }
    drop((blas, stream));
    assert_clean(&stand_in, context);
}

/// A factor times itself, transposed and conjugate, is the matrix.
#[test]
fn factors_multiply_to_their_matrix() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    let solver = SolverHandle::new(&context).unwrap();
    let n = 5_usize;
    for fill in [Fill::LOWER, Fill::UPPER] {
        // A product of a matrix with itself, conjugate, and a diagonal: it has a factor.
        let half = numbers(7, 2 * n * n);
        let at = |row: usize, column: usize| {
            (half[2 * (column * n + row)], half[2 * (column * n + row) + 1])
        };
        let mut a = vec![0.0; 2 * n * n];
        for row in 0..n {
            for column in 0..n {
                let (mut re, mut im) = (if row == column { 1.0 } else { 0.0 }, 0.0);
                for inner in 0..n {
                    let ((a, b), (c, d)) = (at(row, inner), at(column, inner));
                    re += a * c + b * d;
                    im += b * c - a * d;
                }
                a[2 * (column * n + row)] = re;
                a[2 * (column * n + row) + 1] = im;
            }
        }
        let (buffer, info) = (stream.upload(&a).unwrap(), stream.upload(&[9_i32]).unwrap());
        let matrix = Strided { buffer: &buffer, ty: DataType::C_64F, stride: n as i32 };
        let size = solver.potrf_size(&stream, fill, n as i32, matrix.ty, matrix.stride).unwrap();
        let workspace = context.allocator().unwrap().allocate(&stream, size).unwrap();
        solver.potrf(&stream, fill, n as i32, matrix, &workspace, &info).unwrap();
        let factor: Vec<f64> = stream.download(&buffer).unwrap().wait().unwrap();
        assert_eq!(stream.download::<i32>(&info).unwrap().wait().unwrap(), [0]);
        let l = |row: usize, column: usize| {
            let (place, sign) = match fill {
                Fill::LOWER => (2 * (column * n + row), 1.0),
                _ => (2 * (row * n + column), -1.0),
            };
            if row < column { (0.0, 0.0) } else { (factor[place], sign * factor[place + 1]) }
        };
        for row in 0..n {
            for column in 0..n {
                let (mut re, mut im) = (0.0, 0.0);
                for inner in 0..n {
                    let ((a, b), (c, d)) = (l(row, inner), l(column, inner));
                    re += a * c + b * d;
                    im += b * c - a * d;
                }
                let place = 2 * (column * n + row);
                assert!((re - a[place]).abs() + (im - a[place + 1]).abs() < 1e-12);
            }
        }
    }
    drop((solver, stream));
    assert_clean(&stand_in, context);
}

/// Real numbers of one to three dimensions, there and back, with room between rows.
#[test]
fn transforms_come_back() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    for sizes in [&[6_i64][..], &[3, 5], &[2, 3, 4]] {
        let last = sizes[sizes.len() - 1];
        let strides = |inner: i64| -> Vec<i64> {
            let mut strides = vec![1];
            let mut stride = inner;
            for size in sizes[..sizes.len() - 1].iter().rev() {
                strides.insert(0, stride);
                stride *= size;
            }
            strides.insert(0, stride);
            strides
        };
        let (real, complex) = (strides(last + 1), strides(last / 2 + 1));
        let x = numbers(3, 2 * real[0] as usize);
        let (from, to) = (
            stream.upload(&x).unwrap(),
            stream.upload(&vec![0.0; 4 * complex[0] as usize]).unwrap(),
        );
        let there = FftHandle::new(&context, FftType::D2Z, 2, sizes, &real, &complex).unwrap();
        let back = FftHandle::new(&context, FftType::Z2D, 2, sizes, &complex, &real).unwrap();
        let size = there.workspace_size().max(back.workspace_size());
        let workspace = context.allocator().unwrap().allocate(&stream, size).unwrap();
        there.execute(&stream, &from, &to, &workspace, FftDirection::FORWARD).unwrap();
        let spectrum: Vec<f64> = stream.download(&to).unwrap().wait().unwrap();
        let count: i64 = sizes.iter().product();
        // The first is the sum of all.
        let rows = count / last;
        let all = (0..rows).flat_map(|row| (0..last).map(move |at| row * (last + 1) + at));
        let sum: f64 = all.clone().map(|place| x[place as usize]).sum();
        assert!((spectrum[0] - sum).abs() < 1e-12);
        back.execute(&stream, &to, &from, &workspace, FftDirection::INVERSE).unwrap();
        let y: Vec<f64> = stream.download(&from).unwrap().wait().unwrap();
        for place in all {
            let place = place as usize;
            assert!((y[place] / count as f64 - x[place]).abs() < 1e-12);
        }
    }
    drop(stream);
    assert_clean(&stand_in, context);
}

/// Calls of a library are nodes of a graph, and the graph keeps the handle.
#[test]
fn calls_are_captured() {
    let (stand_in, context) = stepped(5);
    let stream = context.stream().unwrap();
    let x = stream.upload(&[1.0_f32, 2.0, 3.0]).unwrap();
    let blas = BlasHandle::new(&context).unwrap();
    let (ty, stride) = (DataType::R_32F, 1);
    let double = |stream: &Stream| {
        let x = Strided { buffer: &x, ty, stride };
        blas.scal(stream, 3, (2.0_f32.into(), ty), x, ty)
    };
    double(&stream).unwrap();
    let graph = Graph::capture(&context, |stream| double(stream)).unwrap();
    drop(blas);
    stream.launch_graph(&graph).unwrap();
    stream.launch_graph(&graph).unwrap();
    assert_eq!(stream.download::<f32>(&x).unwrap().wait().unwrap(), [8.0, 16.0, 24.0]);
    drop((graph, x, stream));
    assert_clean(&stand_in, context);
}

/// Memory of the host that a device reads and writes.
struct Bytes(Mutex<Vec<u8>>);

impl HostMemory for Bytes {
    fn size(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    fn read(&self, bytes: &mut [u8]) -> bool {
        bytes.copy_from_slice(&self.0.lock().unwrap());
        true
    }

    fn write(&self, bytes: &[u8]) {
        self.0.lock().unwrap().copy_from_slice(bytes);
    }
}

/// `c = 0 a b + c`, which leaves `c` as it is: `a` is a column of so many rows, and `b` one number.
fn column<'a>(rows: i32, a: Strided<'a>, b: Strided<'a>, c: Strided<'a>) -> Gemm<'a> {
    let (operations, sizes) = ([Operation::NONE; 2], [rows, 1, 1]);
    let (alpha, beta) = (0.0_f32.into(), 1.0_f32.into());
    let (compute, algorithm) = (ComputeType::F32, GemmAlgorithm::DEFAULT);
    Gemm { operations, sizes, alpha, a, b, beta, c, compute, algorithm }
}

/// Everything that a library and registered memory have.
fn scenario(context: &Context) -> Result<Vec<f32>, CudaError> {
    let stream = context.stream()?;
    let ty = DataType::R_32F;
    let host = Arc::new(Bytes(Mutex::new([1.0_f32; 4].map(f32::to_ne_bytes).concat())));
    let x = context.register(Arc::<Bytes>::clone(&host))?;
    let y = stream.upload(&[1.0_f32; 4])?;
    let blas = BlasHandle::new(context)?;
    let (from, to) = (Strided { buffer: &x, ty, stride: 1 }, Strided { buffer: &y, ty, stride: 1 });
    blas.axpy(&stream, 4, (2.0_f32.into(), ty), from, to, ty)?;
    let one = stream.upload(&[1.0_f32])?;
    let one = Strided { buffer: &one, ty, stride: 1 };
    let product = column(4, Strided { stride: 4, ..from }, one, Strided { stride: 4, ..to });
    BlasLtHandle::new(context)?.matmul(&stream, &product, &Fused::default())?;
    let plan = FftHandle::new(context, FftType::C2C, 1, &[2], &[2, 1], &[2, 1])?;
    let workspace = context.allocator()?.allocate(&stream, plan.workspace_size())?;
    plan.execute(&stream, &y, &y, &workspace, FftDirection::FORWARD)?;
    let solver = SolverHandle::new(context)?;
    let info = stream.upload(&[7_i32; 4])?;
    solver.potrf_batch(&stream, Fill::LOWER, 1, to, &info, 4)?;
    let dnn = DnnHandle::new(context)?;
    let driver = context.device().driver();
    let image = TensorDescriptor::new(driver, DnnDataType::FLOAT, &[1, 1, 2, 2], &[4, 4, 2, 1])?;
    let window: &[i32] = &[1, 1];
    let pooling = PoolingDescriptor::new(driver, 0, 0, [window, &[0, 0], window])?;
    let of = |buffer| Tensor { descriptor: &image, buffer };
    dnn.pooling_forward(&stream, &pooling, 1.0, of(&y), 0.0, of(&x))?;
    let peer = CclHandle::new(context, 0, 1, CclId::new(driver)?)?;
    peer.all_reduce(&x, &y, CclDataType::FLOAT32, CclReduction::SUM);
    peer.execute(&stream)?;
    let found = stream.download::<f32>(&y)?.wait()?;
    // What the device wrote has come back before that.
    let bytes = host.0.lock().unwrap().clone();
    assert_eq!(bytes, found.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<_>>());
    Ok(found)
}

/// Each call of a scenario with all libraries fails once: an error, and nothing is left.
#[test]
fn any_call_of_a_library_may_fail() {
    let (stand_in, context) = open();
    stand_in.control("fail");
    assert_eq!(scenario(&context).unwrap(), [6.0_f32.sqrt(), 6.0_f32.sqrt(), 0.0, 0.0]);
    let calls: u64 = stand_in.control("calls").parse().unwrap();
    let _ = context.quiesce();
    drop(context);
    assert_eq!(left(&stand_in), []);
    let mut stand_in = stand_in;
    for code in [1_u32, 3, 13, 719] {
        // Each that loses the context needs a driver of its own.
        let step = if code == 719 { 5 } else { 1 };
        for n in (1..=calls).step_by(step) {
            let context = context_of(&stand_in);
            stand_in.control("fail");
            stand_in.control("forget");
            stand_in.control(&format!("fail {n} {code}"));
            let result = scenario(&context);
            let lost = context.health().is_err();
            if !lost && let Err(error) = result {
                assert_ne!(error.class(), ErrorClass::Lost, "call {n}, code {code}: {error}");
            }
            stand_in.control("fail");
            // Descriptions are of no context that would count their drops.
            let described = |line: &str| {
                let product = line.starts_with("cublasLtMat") && line.contains("Destroy");
                product || line.starts_with("cudnnDestroy")
            };
            let destroyed = |line: &str| described(line) && !line.contains(" - 0");
            let failed = stand_in.control("log").lines().any(destroyed);
            let left_something = lost || failed || context.failed_drops() > 0;
            let _ = context.quiesce();
            drop(context);
            if left_something {
                stand_in = StandIn::new().unwrap();
            } else {
                assert_eq!(left(&stand_in), [], "call {n}, code {code}");
            }
        }
    }
}

/// The elements of a matrix whose columns are so far apart, or of its transpose.
fn stored(matrix: &[f64], stride: usize, operation: Operation) -> impl Fn(usize, usize) -> f64 {
    move |row, column| {
        let (row, column) =
            if operation == Operation::NONE { (row, column) } else { (column, row) };
        matrix[column * stride + row]
    }
}

/// Each epilogue, with operands as they are and transposed, one product and two, with memory and without.
#[test]
fn a_product_has_what_follows_it() {
    let (stand_in, context) = stepped(7);
    let stream = context.stream().unwrap();
    let lt = BlasLtHandle::new(&context).unwrap();
    let (m, n, k, ldc) = (3_usize, 2_usize, 4_usize, 5_usize);
    let gelu = |x: f64| {
        0.5 * x * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3))).tanh())
    };
    let epilogues: [(LtEpilogue, &dyn Fn(f64) -> f64); 6] = [
        (LtEpilogue::DEFAULT, &|x| x),
        (LtEpilogue::RELU, &|x| x.max(0.0)),
        (LtEpilogue::BIAS, &|x| x),
        (LtEpilogue::RELU_BIAS, &|x| x.max(0.0)),
        (LtEpilogue::GELU, &gelu),
        (LtEpilogue::GELU_BIAS, &gelu),
    ];
    for (case, (epilogue, function)) in epilogues.into_iter().enumerate() {
        for bits in 0..16_u64 {
            let operation = |bit: u64| Operation((bits >> bit & 1) as i32);
            let operations = [operation(0), operation(1)];
            let batch = 1 + (bits >> 2 & 1) as usize;
            let workspace = if bits >> 3 & 1 == 0 { 0 } else { 1 << 20 };
            let lda = if operations[0] == Operation::NONE { m } else { k };
            let ldb = if operations[1] == Operation::NONE { k } else { n };
            let steps = [m * k, k * n, ldc * n];
            let of = |which: usize| numbers(bits + 10 * case as u64, steps[which] * batch);
            let (a, b, c) = (of(0), of(1), of(2));
            let bias = numbers(99, m);
            let [at_a, at_b, at_c, at_bias] =
                [&a, &b, &c, &bias].map(|elements| stream.upload(elements).unwrap());
            let ty = DataType::R_64F;
            let matrix = |buffer, stride| Strided { buffer, ty, stride: stride as i32 };
            let product = Gemm {
                operations,
                sizes: [m as i32, n as i32, k as i32],
                alpha: 2.0_f64.into(),
                a: matrix(&at_a, lda),
                b: matrix(&at_b, ldb),
                beta: 0.5_f64.into(),
                c: matrix(&at_c, ldc),
                compute: ComputeType::F64,
                algorithm: GemmAlgorithm::DEFAULT,
            };
            let adds = epilogue.0 & LtEpilogue::BIAS.0 != 0;
            let fused = Fused {
                epilogue,
                bias: adds.then_some(&at_bias),
                batch: batch as i32,
                steps: steps.map(|step| step as i64),
                workspace,
            };
            lt.matmul(&stream, &product, &fused).unwrap();
            let found: Vec<f64> = stream.download(&at_c).unwrap().wait().unwrap();
            for part in 0..batch {
                let left = stored(&a[part * steps[0]..], lda, operations[0]);
                let right = stored(&b[part * steps[1]..], ldb, operations[1]);
                for row in 0..m {
                    for column in 0..n {
                        let place = part * steps[2] + column * ldc + row;
                        let sum: f64 = (0..k).map(|at| left(row, at) * right(at, column)).sum();
                        let bias = if adds { bias[row] } else { 0.0 };
                        let expected = function(2.0 * sum + 0.5 * c[place] + bias);
                        let difference = (found[place] - expected).abs();
                        assert!(difference < 1e-12, "{epilogue:?} {bits}: {difference}");
                    }
                }
            }
        }
    }
    drop((lt, stream));
    assert_clean(&stand_in, context);
}

/// Wrong biases, extents and epilogues are errors, and nothing is left of what was described.
#[test]
fn a_wrong_product_is_refused() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    let lt = BlasLtHandle::new(&context).unwrap();
    let x = stream.upload(&[1.0_f32; 4]).unwrap();
    let (one, bias) = (x.view(0, 4).unwrap(), x.view(0, 8).unwrap());
    let of = |buffer| Strided { buffer, ty: DataType::R_32F, stride: 4 };
    let product = column(4, of(&x), of(&one), of(&x));
    let refused = |product: &Gemm<'_>, fused: Fused<'_>| {
        let error = lt.matmul(&stream, product, &fused).unwrap_err();
        assert_eq!(error.class(), ErrorClass::Refused, "{error}");
        error.to_string()
    };
    let with = |epilogue| Fused { epilogue, ..Fused::default() };
    let message = refused(&product, with(LtEpilogue::BIAS));
    assert_eq!(message, "the epilogue adds a bias");
    let unused = Fused { bias: Some(&x), ..Fused::default() };
    assert_eq!(refused(&product, unused), "the epilogue adds no bias");
    let short = Fused { bias: Some(&bias), ..with(LtEpilogue::BIAS) };
    assert_eq!(refused(&product, short), "the bias has 8 bytes, and 16 are used of it");
    let message = refused(&column(5, of(&x), of(&one), of(&x)), Fused::default());
    assert_eq!(message, "A has 16 bytes, and 20 are used of it");
    let message = refused(&product, with(LtEpilogue(128)));
    assert_eq!(message, "'cublasLtMatmulAlgoGetHeuristic': CUBLAS_STATUS_NOT_SUPPORTED");
    let narrow = Strided { stride: 3, ..of(&x) };
    let message = refused(&column(4, of(&x), of(&one), narrow), Fused::default());
    assert_eq!(message, "'cublasLtMatmul': CUBLAS_STATUS_INVALID_VALUE");
    // Nothing to compute.
    lt.matmul(&stream, &column(0, of(&x), of(&one), of(&x)), &Fused::default()).unwrap();
    drop((x, one, bias, lt, stream));
    assert_clean(&stand_in, context);
}

/// Memory of the host is in use from when a call is given until it is done: not by a call that is refused, and by all
/// of a call that needs others before it.
#[test]
fn registered_memory_is_used_by_its_own_call() {
    for seed in 0..8 {
        let (stand_in, context) = stepped(seed);
        let stream = context.stream().unwrap();
        let host =
            Arc::new(Bytes(Mutex::new([4.0_f32, 9.0, 16.0, 25.0].map(f32::to_ne_bytes).concat())));
        let matrices = context.register(Arc::<Bytes>::clone(&host)).unwrap();
        let short = stream.upload(&[0.0_f32; 2]).unwrap();
        let of = |buffer| Strided { buffer, ty: DataType::R_32F, stride: 1 };
        let one = (1.0_f32.into(), DataType::R_32F);
        let blas = BlasHandle::new(&context).unwrap();
        let refused = blas.axpy(&stream, 4, one, of(&matrices), of(&short), DataType::R_32F);
        assert_eq!(refused.unwrap_err().to_string(), "y has 8 bytes, and 16 are used of it");
        // Nothing uses the memory, so a program may change it.
        host.0.lock().unwrap()[..4].copy_from_slice(&36.0_f32.to_ne_bytes());
        let solver = SolverHandle::new(&context).unwrap();
        let info = stream.upload(&[7_i32; 4]).unwrap();
        solver.potrf_batch(&stream, Fill::LOWER, 1, of(&matrices), &info, 4).unwrap();
        assert_eq!(stream.download::<i32>(&info).unwrap().wait().unwrap(), [0; 4]);
        let roots = [6.0_f32, 3.0, 4.0, 5.0].map(f32::to_ne_bytes).concat();
        assert_eq!(*host.0.lock().unwrap(), roots, "seed {seed}");
        drop((blas, solver, matrices, short, info, stream));
        assert_clean(&stand_in, context);
    }
}

/// What is missing is said, with what was tried; the rest of the driver works.
#[test]
fn an_absent_library_is_an_error() {
    let stand_in = StandIn::without("cublasCreate_v2").unwrap();
    let context = context_of(&stand_in);
    let error = BlasHandle::new(&context).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Absent);
    let text = error.to_string();
    assert!(text.starts_with("there is no library cublas\n"), "{text}");
    assert!(text.contains("tried libcublas.so.13\n"), "{text}");
    assert!(text.contains("TFRT_CUDA_LIBRARIES names folders with it"), "{text}");
    // Another library of the same file is there.
    drop(SolverHandle::new(&context).unwrap());
    assert_clean(&stand_in, context);
}

/// What a call would touch past the end of a buffer is refused before the library sees it.
#[test]
fn buffers_are_long_enough() {
    let (stand_in, context) = open();
    let stream = context.stream().unwrap();
    let blas = BlasHandle::new(&context).unwrap();
    let ty = DataType::R_32F;
    let x = stream.upload(&[0.0_f32; 6]).unwrap();
    let scal = |n: i32, stride: i32, ty: DataType| {
        let x = Strided { buffer: &x, ty, stride };
        blas.scal(&stream, n, (1.0_f32.into(), DataType::R_32F), x, DataType::R_32F)
    };
    scal(6, 1, ty).unwrap();
    scal(3, 2, ty).unwrap();
    for (n, stride, ty) in [
        (7, 1, ty),
        (4, 2, ty),
        (i32::MAX, i32::MAX, ty),
        (4, 1, DataType::R_64F),
        (1, 1, DataType(99)),
    ] {
        let error = scal(n, stride, ty).unwrap_err();
        assert_eq!((error.class(), error.code()), (ErrorClass::Refused, None), "{error}");
    }
    // A second matrix in front of the first, whose extent would end inside the buffer.
    let matrix = Strided { buffer: &x, ty, stride: 2 };
    let gemm = Gemm {
        operations: [Operation::NONE; 2],
        sizes: [2, 1, 1],
        alpha: 1.0_f32.into(),
        a: matrix,
        b: matrix,
        beta: 0.0_f32.into(),
        c: matrix,
        compute: ComputeType::F32,
        algorithm: GemmAlgorithm::DEFAULT,
    };
    blas.gemm_batch(&stream, &gemm, 2, [0, 1, 2]).unwrap();
    let error = blas.gemm_batch(&stream, &gemm, 2, [0, 1, -1]).unwrap_err();
    assert_eq!(error.to_string(), "a negative stride leads out of C");
    let driver = context.device().driver();
    let backwards =
        TensorDescriptor::new(driver, DnnDataType::FLOAT, &[1, 1, 2, 2], &[4, 4, -1, 1]);
    let (backwards, dnn) = (backwards.unwrap(), DnnHandle::new(&context).unwrap());
    let window: &[i32] = &[1, 1];
    let pooling = PoolingDescriptor::new(driver, 0, 0, [window, &[0, 0], window]).unwrap();
    let image = Tensor { descriptor: &backwards, buffer: &x };
    let error = dnn.pooling_forward(&stream, &pooling, 1.0, image, 0.0, image).unwrap_err();
    assert_eq!(error.to_string(), "a negative stride leads out of x");
    drop((dnn, backwards, pooling));
    // Strides from one matrix to the next that lead out of the buffer, at either end.
    let other = Device::of(context.device().driver(), 1).unwrap().context().unwrap();
    let plan = |strides: &[i64]| FftHandle::new(&other, FftType::C2C, 2, &[2], strides, &[2, 1]);
    assert!(plan(&[-2, 1]).is_err());
    assert!(plan(&[i64::MAX, 1]).is_ok());
    drop((blas, x, stream, other));
    assert_clean(&stand_in, context);
}
