//! Programs of upstream dialects in `tfrt_graph!`: inline, token by token, and from a file; and through
//! the public crate at run time, on both engines that it has there.

use tfrt::Tensor;

tfrt::tfrt_graph! {
    pub mod inline;
    kernels = [tfrt::MLIR];

    "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "power"}> ({
    ^bb0(%base: i32, %exponent: i32):
        %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %result = "scf.for"(%zero, %exponent, %one, %one) ({
        ^bb0(%i: i32, %before: i32):
            %after = "arith.muli"(%before, %base) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
            "scf.yield"(%after) : (i32) -> ()
        }) : (i32, i32, i32, i32) -> i32
        "func.return"(%result) : (i32) -> ()
    }) : () -> ()

    func.func @mean(%a: f64, %b: f64) -> f64 {
        %sum = "arith.addf"(%a, %b) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
        %half = "arith.constant"() <{value = 5.000000e-01 : f64}> : () -> f64
        %mean = "arith.mulf"(%sum, %half) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
        return %mean : f64
    }
}

tfrt::tfrt_graph! {
    pub mod tensors;
    kernels = [tfrt::MLIR];

    func.func @descend(%x: tensor<2x2xf32>, %gradient: tensor<2x2xf32>, %steps: i32)
        -> tensor<2x2xf32> {
        %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
        %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
        %rate = "arith.constant"() <{value = dense<2.500000e-01> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
        %step = "arith.mulf"(%gradient, %rate) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
        %end = "scf.for"(%zero, %steps, %one, %x) ({
        ^bb0(%i: i32, %before: tensor<2x2xf32>):
            %after = "arith.subf"(%before, %step) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
            "scf.yield"(%after) : (tensor<2x2xf32>) -> ()
        }) : (i32, i32, i32, tensor<2x2xf32>) -> tensor<2x2xf32>
        %floor = "arith.constant"() <{value = dense<[[-1.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
        %below = "arith.cmpf"(%end, %floor) <{predicate = 4 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
        %result = "arith.select"(%below, %floor, %end) : (tensor<2x2xi1>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
        return %result : tensor<2x2xf32>
    }
}

tfrt::tfrt_graph! {
    pub mod file = "conformance/upstream/collatz.mlir";
    kernels = [tfrt::MLIR];
}

#[test]
fn inline_programs_are_ordinary_functions() {
    // Nothing in it can fail and nothing loops.
    assert_eq!(inline::mean(1.0, 4.0), 2.5);
    let host = tfrt::Host::builder().build().unwrap();
    assert_eq!(inline::power(&host.context(), 3, 5).unwrap(), 243);
    assert_eq!(inline::power(&host.context(), 3, -5).unwrap(), 1);
}

/// A tensor of two dimensions.
fn matrix(rows: usize, elements: &[f32]) -> Tensor {
    Tensor::from_slice(&[rows, elements.len() / rows], elements).expect("they fill the rows")
}

#[test]
fn tensors_are_arguments_and_results() {
    let host = tfrt::Host::builder().build().unwrap();
    let descend = |x: &Tensor, gradient: Tensor, steps: i32| {
        let result = tensors::descend(&host.context(), x.clone(), gradient, steps);
        result.map(|result| result.elements::<f32>().unwrap().to_vec())
    };
    let x = matrix(2, &[1.0, 2.0, 3.0, -4.0]);
    let gradient = matrix(2, &[4.0, 2.0, -1.0, 0.0]);
    assert_eq!(descend(&x, gradient.clone(), 2).unwrap(), [-1.0, 1.0, 3.5, 0.0]);
    assert_eq!(descend(&x, gradient, 0).unwrap(), [1.0, 2.0, 3.0, 0.0]);
    assert_eq!(x.elements::<f32>().unwrap(), [1.0, 2.0, 3.0, -4.0]);
    let long = descend(&x, matrix(1, &[0.0; 4]), 2).unwrap_err();
    assert_eq!(long.code(), tfrt::ErrorCode::InvalidArgument);
    assert_eq!(
        long.message(),
        "argument #1: a tensor of type tensor<1x4xf32>, expected tensor<2x2xf32>"
    );
}

#[test]
fn programs_in_files_are_functions_too() {
    let host = tfrt::Host::builder().build().unwrap();
    assert_eq!(file::collatz(&host.context(), 97).unwrap(), 118);
}

#[test]
fn programs_are_imported_at_run_time() {
    let text = include_str!("../../conformance/upstream/collatz.mlir");
    let options = tfrt::import::ImportOptions::default().with_name("collatz.mlir");
    let bef = tfrt::import::mlir(text, &options).unwrap();
    let program = tfrt::Program::load(&bef, &options.catalogue).unwrap();
    let host = tfrt::Host::builder().build().unwrap();
    for engine in [tfrt::Engine::Executor, tfrt::Engine::Jit] {
        let collatz = program.compile(engine).unwrap();
        let collatz = collatz.function::<(i64,), (i64,)>("collatz").unwrap();
        assert_eq!(collatz.call(&host.context(), (97,)).unwrap(), (118,));
    }
    let error = tfrt::import::mlir("func.func @f() { \"gpu.wait\"() : () -> () }", &options);
    let error = error.unwrap_err().to_string();
    assert!(
        error.starts_with("collatz.mlir:1:18: error: 'gpu.wait' cannot be imported"),
        "{error}"
    );
}
