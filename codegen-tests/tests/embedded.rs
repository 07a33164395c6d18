//! Programs of upstream dialects in `tfrt_graph!`: inline, token by token, and from a file; and through
//! the public crate at run time, on both engines that it has there.

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

#[test]
fn programs_in_files_are_functions_too() {
    let host = tfrt::Host::builder().build().unwrap();
    assert_eq!(file::collatz(&host.context(), 97).unwrap(), 118);
}

#[test]
fn programs_are_imported_at_run_time() {
    let text = include_str!("../conformance/upstream/collatz.mlir");
    let options = tfrt::import::Options::default().with_name("collatz.mlir");
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
