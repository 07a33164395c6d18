//! What calls of device code refuse before the driver sees it, and what they do not launch.

use crate::support::{Rig, Trial};
use tfrt_gpu::device_code::{
    Binary, Filter, Fold, Normalization, Operand, Order, Transposed, Unary, Window,
};
use tfrt_host::error::KernelError;
use tfrt_tensor::DType;

/// The message of a call that fails.
fn message(result: Result<(), KernelError>) -> String {
    result.expect_err("it is refused").to_string()
}

#[test]
fn wrong_shapes_and_types_are_refused() {
    Rig::new().with(|trial: &Trial| {
        let floats = |shape: &[usize]| trial.fresh(DType::F32, shape);
        let (code, stream) = trial.face();
        let [vector, matrix, images] = [floats(&[3]), floats(&[2, 3]), floats(&[1, 4, 4, 2])];
        let whole = trial.fresh(DType::I32, &[3]);
        let [v, m, x, w] = [&vector, &matrix, &images, &whole].map(|it| it.operand());

        let buffer = vector.buffer();
        assert_eq!(
            message(Operand::new(buffer, DType::F32, &[2, 3]).map(drop)),
            "a buffer of 12 bytes, expected 24 for f32 [2, 3]"
        );
        assert_eq!(
            message(Operand::new(buffer, DType::F32, &[-1]).map(drop)),
            "f32 [-1] is no tensor of a device"
        );
        let huge = [i64::MAX, i64::MAX];
        assert!(Operand::new(buffer, DType::F32, &huge).is_err());
        assert!(Operand::new(buffer, DType::String, &[3]).is_err());

        let add = |a, b, out| message(code.binary(stream, Binary::Add, [a, b], out));
        assert_eq!(add(v, m, v), "'add' of f32 [3] and f32 [2, 3] is not f32 [3]");
        assert_eq!(add(v, w, v), "'add' of f32 [3] and i32 [3] is not f32 [3]");
        let two = floats(&[2]);
        assert_eq!(add(v, two.operand(), v), "shapes [3] and [2] are not broadcast");
        let flags = trial.fresh(DType::I1, &[3]);
        assert_eq!(
            add(flags.operand(), flags.operand(), flags.operand()),
            "device code has no 'add' of i1"
        );
        let divided = message(code.binary(stream, Binary::Div, [w, w], w));
        assert_eq!(divided, "device code has no 'div' of i32");
        let far = [floats(&[2, 1, 2, 1, 2, 1]), floats(&[1, 2, 1, 2, 1, 2]), floats(&[2; 6])];
        let [a, b, out] = [0, 1, 2].map(|at| far[at].operand());
        assert_eq!(add(a, b, out), "unimplemented broadcasting high-dimensional tensors");

        assert_eq!(
            message(code.unary(stream, Unary::Tanh, w, w)),
            "device code has no 'tanh' of i32"
        );
        assert_eq!(message(code.unary(stream, Unary::Relu, v, m)), "f32 [2, 3], expected f32 [3]");
        assert_eq!(message(code.bias_add(stream, m, v, 2, m)), "[2, 3] has no dimension 2");
        assert_eq!(message(code.bias_add(stream, m, v, 0, m)), "f32 [3], expected f32 [2]");
        assert!(code.cast(stream, v, false, m).is_err());

        let sum = |x, dimensions, out| {
            message(code.reduce(stream, (Fold::Sum, Order::Lanes), x, dimensions, out))
        };
        assert_eq!(sum(m, 1..3, v), "[2, 3] has no dimensions 1..3");
        assert_eq!(sum(m, 1..2, v), "f32 [2, 3] without dimensions 1..2 is not f32 [3]");
        let max = code.reduce(stream, (Fold::Max, Order::Sequential), m, 0..1, v);
        assert_eq!(message(max), "device code has no 'max' in sequence");
        assert!(code.softmax(stream, false, m, v).is_err());

        let transposed = |order: &[usize], out| message(code.transpose(stream, m, order, out));
        assert_eq!(transposed(&[0, 0], m), "[0, 0] is no permutation of 2 dimensions");
        assert_eq!(transposed(&[1, 0], m), "f32 [2, 3], expected f32 [3, 2]");
        let seven = floats(&[2; 7]);
        let reversed =
            code.transpose(stream, seven.operand(), &[6, 5, 4, 3, 2, 1, 0], seven.operand());
        assert_eq!(message(reversed), "a permutation of 7 dimensions, expected at most 6");
        let padded = |sides: &[[i64; 2]], out| message(code.pad(stream, v, sides, out));
        assert_eq!(padded(&[], v), "0 paddings for [3]");
        assert_eq!(padded(&[[-1, 1]], v), "padding of -1 and 1");
        assert_eq!(padded(&[[i64::MAX, 1]], v), format!("padding of {} and 1", i64::MAX));
        assert_eq!(padded(&[[0, 1]], v), "f32 [3], expected f32 [4]");

        let window = Window::of([2, 2], true);
        assert_eq!(
            message(code.max_pool(stream, &window, m, m)),
            "images [2, 3], expected four dimensions"
        );
        let three = floats(&[1, 3, 3, 3]);
        assert_eq!(
            message(code.max_pool(stream, &window, x, three.operand())),
            "no pool of f32 [1, 4, 4, 2] is f32 [1, 3, 3, 3]"
        );
        let still = Window { strides: [0, 1], ..window };
        assert_eq!(
            message(code.max_pool(stream, &still, x, x)),
            "windows or their places are not apart"
        );
        let large = Window { dilations: [usize::MAX, 1], ..window };
        assert!(code.average_pool(stream, &large, false, x, x).is_err());
        let filter = Filter { weights: m, outputs_last: true };
        assert_eq!(
            message(code.convolution(stream, &window, x, filter, None, x)),
            "no convolution of f32 [1, 4, 4, 2] with f32 [2, 3] is f32 [1, 4, 4, 2]"
        );
        let normalization = Normalization {
            scale: v,
            offset: v,
            mean: v,
            variance: v,
            epsilon: 0.0,
            side: None,
            relu: false,
        };
        assert_eq!(
            message(code.batch_norm(stream, &normalization, true, x, x)),
            "f32 [3], expected f32 [2]"
        );

        let plain = Transposed::default();
        assert_eq!(
            message(code.matmul(stream, [m, m], plain, m)),
            "the product of f32 [2, 3] and f32 [2, 3] is not f32 [2, 3]"
        );
        assert!(code.matmul(stream, [v, m], plain, m).is_err());
    });
}

/// Without elements, there is nothing to launch, and no code is loaded.
#[test]
fn nothing_is_launched_for_nothing() {
    let rig = Rig::new();
    rig.with(|trial| {
        let (code, stream) = trial.face();
        let none = trial.fresh(DType::F32, &[0, 3]);
        let x = none.operand();
        code.binary(stream, Binary::Add, [x, x], x).unwrap();
        code.unary(stream, Unary::Exp, x, x).unwrap();
        code.softmax(stream, true, x, x).unwrap();
        code.cast(stream, x, false, x).unwrap();
        code.pad(stream, x, &[[0, 0]; 2], x).unwrap();
        code.transpose(stream, x, &[0, 1], x).unwrap();
    });
    let log = rig.log();
    assert!(log.contains("cuMemAllocFromPoolAsync") || log.contains("cuStreamCreate"), "{log}");
    assert!(!log.contains("cuModuleLoad") && !log.contains("cuLaunch"), "{log}");
}
