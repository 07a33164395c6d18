//! Functions of typed tensors as callers from outside meet them: arguments are compared with the types
//! of the function, by each engine with the same message, and claims of a file with what is inferred.

use tfrt::{Engine, ErrorCode, Host, Program, RequestContext, Tensor, Value};
use tfrt_codegen_tests::{bef, verified};
use tfrt_host::value::AsyncRef;

tfrt::tfrt_graph! {
    mod compiled;
    kernels = [tfrt::MLIR];
    func.func @add(%x: tensor<?x4xf32>, %y: tensor<2x4xf32>) -> tensor<?x4xf32> {
        %sum = "arith.addf.tensor.f32"(%x, %y) : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
        tfrt.return %sum : tensor<?x4xf32>
    }
    func.func @pass(%x: tensor<2xi8>) -> tensor<2xi8> {
        tfrt.return %x : tensor<2xi8>
    }
}

const TEXT: &str = r#"func.func @add(%x: tensor<?x4xf32>, %y: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %sum = "arith.addf.tensor.f32"(%x, %y) : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  tfrt.return %sum : tensor<?x4xf32>
}
func.func @pass(%x: tensor<2xi8>) -> tensor<2xi8> {
  tfrt.return %x : tensor<2xi8>
}
"#;

/// Tensors of `f32` with these sizes, whose elements are their places.
fn numbers(sizes: &[usize]) -> Tensor {
    let elements: Vec<f32> = (0..sizes.iter().product()).map(|place: usize| place as f32).collect();
    Tensor::from_vec(sizes, elements).expect("the sizes are those of the elements")
}

#[test]
fn arguments_of_other_types_are_errors_on_every_engine() {
    let host = Host::builder().build().unwrap();
    let ctx = host.context();
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR);
    let bytes = tfrt::mlir_to_bef("typed.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    type Add<'a> = Box<dyn Fn(Tensor, Tensor) -> Result<Tensor, tfrt::Error> + 'a>;
    let mut engines: Vec<(String, Add<'_>)> = vec![(
        "generated Rust".to_owned(),
        Box::new(|x, y| compiled::add(&ctx, x, y).map(|sum| Tensor::clone(&sum))),
    )];
    for engine in [Engine::Executor, Engine::Jit] {
        let add = program.compile(engine).unwrap().function::<(Tensor, Tensor), (Tensor,)>("add");
        let (add, ctx) = (add.unwrap(), &ctx);
        let call = move |x, y| add.call(ctx, (x, y)).map(|(sum,)| sum);
        engines.push((format!("{engine:?}"), Box::new(call)));
    }
    for (engine, add) in engines {
        let sum = add(numbers(&[2, 4]), numbers(&[2, 4])).unwrap();
        assert_eq!(sum.elements::<f32>().unwrap()[7], 14.0, "{engine}");
        // The unknown size is another, which only the kernel sees.
        let error = add(numbers(&[3, 4]), numbers(&[2, 4])).unwrap_err();
        assert_eq!(error.message(), "tensor shape mismatch: [3, 4] vs. [2, 4]", "{engine}");
        assert_eq!(error.code(), ErrorCode::InvalidArgument, "{engine}");
        for (x, y, message) in [
            (
                &[2, 5][..],
                &[2, 4][..],
                "argument #0: a tensor of type tensor<2x5xf32>, expected tensor<?x4xf32>",
            ),
            (
                &[2, 4],
                &[3, 4],
                "argument #1: a tensor of type tensor<3x4xf32>, expected tensor<2x4xf32>",
            ),
            (&[4], &[8], "argument #1: a tensor of type tensor<8xf32>, expected tensor<2x4xf32>"),
        ] {
            let error = add(numbers(x), numbers(y)).unwrap_err();
            assert_eq!(error.message(), message, "{engine}");
            assert_eq!(error.code(), ErrorCode::InvalidArgument, "{engine}");
        }
        let integers = Tensor::from_vec(&[2, 4], vec![1_i32; 8]).unwrap();
        let error = add(integers, numbers(&[2, 4])).unwrap_err();
        let message = "argument #0: a tensor of type tensor<2x4xi32>, expected tensor<?x4xf32>";
        assert_eq!(error.message(), message, "{engine}");
    }
}

#[test]
fn a_function_that_only_passes_its_argument_on_checks_it() {
    let host = Host::builder().build().unwrap();
    let wrong = || Tensor::from_vec(&[3], vec![1_i8; 3]).unwrap();
    let message = "argument #0: a tensor of type tensor<3xi8>, expected tensor<2xi8>";
    assert_eq!(compiled::pass(&host.context(), wrong()).unwrap_err().message(), message);
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR);
    let bytes = tfrt::mlir_to_bef("typed.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    for engine in [Engine::Executor, Engine::Jit] {
        let pass = program.compile(engine).unwrap().dynamic("pass").unwrap();
        let mut results = [Value::Empty];
        pass.call(&host.context(), 0, &mut [Value::new(wrong())], &mut results);
        assert_eq!(results[0].error().unwrap().message(), message, "{engine:?}");
        // It arrives later, and is checked then.
        for (tensor, expected) in
            [(wrong(), Some(message)), (Tensor::from_vec(&[2], vec![1_i8; 2]).unwrap(), None)]
        {
            let (promise, pending) = AsyncRef::pending();
            let mut results = [Value::Empty];
            let mut arguments = [Value::Ref(pending.into_any())];
            pass.call(&host.context(), 0, &mut arguments, &mut results);
            promise.set(tensor);
            host.context().await_all(&[results[0].clone().into_ref()]).unwrap();
            assert_eq!(
                results[0].error().map(|error| error.message().to_owned()).as_deref(),
                expected,
                "{engine:?}"
            );
            assert!(results[0].is_available());
        }
        // A value that is no tensor.
        pass.call(&host.context(), 0, &mut [Value::new(1_i32)], &mut results);
        let error = results[0].error().unwrap();
        assert_eq!(
            error.message(),
            "argument #0: expected a value of type tensor<2xi8>, got i32",
            "{engine:?}"
        );
    }
}

#[test]
fn claims_that_contradict_what_is_inferred_are_refused_when_loading() {
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR);
    let text = r#"func.func @twice(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %sum = arith.addf.tensor.f32 %x, %x : tensor<2x4xf32>
  %negative = arith.negf.tensor.f32 %sum : tensor<2x4xf32>
  tfrt.return %negative : tensor<2x4xf32>
}
func.func @pass(%x: tensor<2xi8>) -> tensor<2xi8> {
  tfrt.return %x : tensor<2xi8>
}
"#;
    let bytes = bef("typed.mlir", text, &catalogue).unwrap();
    let mut file = tfrt_bef::read(&bytes, &tfrt_bef::Limits::default()).unwrap();
    let claim = file.types.iter().position(|ty| **ty == *"tensor<2xi8>").unwrap();
    let body = file.functions[0].body.as_mut().unwrap();
    // `%x`, `%sum`, `%negative`.
    body.registers[1].ty = Some(u32::try_from(claim).unwrap());
    let lie = tfrt_bef::write(&file).unwrap();
    let message = "'arith.addf.tensor.f32' op result #0 is 'tensor<2x4xf32>', but is written as 'tensor<2xi8>'";
    let error = Program::load(&lie, &catalogue).unwrap_err();
    assert!(error.to_string().contains(message), "{error}");
    // What the JIT reads.
    let file = tfrt_bef::read(&lie, &tfrt_bef::Limits::default()).unwrap();
    let module = tfrt_compiler::bef::lift(&file, &catalogue).unwrap();
    let errors = tfrt_compiler::verify::verify(module, &catalogue).unwrap_err();
    assert!(errors.iter().any(|error| error.message == message), "{errors:?}");
}

#[test]
fn types_that_contradict_each_other_are_refused_where_the_op_stands() {
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR).with(&tfrt::TENSOR);
    let refused = |op: &str| {
        let text = format!(
            "func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>, %m: !tfrt_tensor.tensor) {{\n  {op}\n  \
             tfrt.return\n}}\n"
        );
        verified("bad.mlir", &text, &catalogue).unwrap_err()
    };
    for (op, message) in [
        (
            "%r = arith.addf.tensor.f32 %a, %b : tensor<4xf32>",
            "its operands have different shapes: 'tensor<4xf32>' and 'tensor<5xf32>'",
        ),
        (
            "%r = arith.addi.tensor.i32 %a, %a : tensor<4xi32>",
            "operand #0 must be a tensor of i32, but got 'tensor<4xf32>'",
        ),
        (
            "%r = arith.negf.tensor.f32 %a : tensor<3xf32>",
            "result #0 is 'tensor<4xf32>', but is written as 'tensor<3xf32>'",
        ),
        (
            "%r = arith.negf.tensor.f32 %m : tensor<4xf32>",
            "operand #0 must be tensor<..>, but got '!tfrt_tensor.tensor'",
        ),
        (
            "%r = tensor.cast.f32 %a : tensor<5xf32>",
            "its operand of type 'tensor<4xf32>' cannot have the shape [5]",
        ),
    ] {
        let error = refused(op);
        assert!(error.contains(message), "{error}");
    }
}

/// A kernel without a rule, which gives three numbers whatever its program writes.
#[tfrt::kernel("my.three")]
fn three(_x: &Tensor) -> Tensor {
    numbers(&[3])
}

/// A native function that does the same.
fn native_three(_: &RequestContext, _: &[Value]) -> Vec<Value> {
    vec![Value::new(numbers(&[3]))]
}

tfrt::kernels! { MY = [three, native native_three] }

tfrt::tfrt_graph! {
    mod lies;
    kernels = [MY, tfrt::MLIR];
    func.func private @native_three(tensor<2xf32>) -> tensor<2xf32> attributes {tfrt.native}
    func.func @strict(%x: tensor<2xf32>) -> tensor<2xf32> {
        %y = "my.three"(%x) : (tensor<2xf32>) -> tensor<2xf32>
        tfrt.return %y : tensor<2xf32>
    }
    func.func @nonstrict(%x: tensor<2xf32>) -> tensor<2xf32> {
        %y = "my.three"(%x) {bef.nonstrict} : (tensor<2xf32>) -> tensor<2xf32>
        tfrt.return %y : tensor<2xf32>
    }
    func.func @native(%x: tensor<2xf32>) -> tensor<2xf32> {
        %y = tfrt.call @native_three(%x) : (tensor<2xf32>) -> tensor<2xf32>
        tfrt.return %y : tensor<2xf32>
    }
}

const LIES: &str = r#"func.func private @native_three(tensor<2xf32>) -> tensor<2xf32> attributes {tfrt.native}
func.func @strict(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "my.three"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}
func.func @nonstrict(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "my.three"(%x) {bef.nonstrict} : (tensor<2xf32>) -> tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}
func.func @native(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = tfrt.call @native_three(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}
"#;

#[test]
fn results_that_no_rule_infers_are_compared_with_their_types() {
    let message = "a tensor of type tensor<3xf32>, expected tensor<2xf32>";
    let host = Host::builder().build().unwrap();
    let catalogue = tfrt::catalogue().with(&MY).with(&tfrt::MLIR);
    let bytes = tfrt::mlir_to_bef("lies.mlir", LIES, &catalogue).expect("nobody sees it");
    let program = Program::load(&bytes, &catalogue).unwrap();
    let ctx = host.context();
    let generated = |name: &str| match name {
        "strict" => lies::strict(&ctx, numbers(&[2])).map(drop),
        "nonstrict" => host.block_on(lies::nonstrict(&ctx, numbers(&[2])).into_future()).map(drop),
        _ => host.block_on(lies::native(&ctx, numbers(&[2])).into_future()).map(drop),
    };
    for name in ["strict", "nonstrict", "native"] {
        let error = generated(name).unwrap_err();
        assert_eq!(error.message(), message, "{name}");
        assert_eq!(error.code(), ErrorCode::InvalidArgument, "{name}");
        let dynamic = |engine| program.compile(engine).unwrap().dynamic(name).unwrap();
        let functions = [("executor", dynamic(Engine::Executor)), ("JIT", dynamic(Engine::Jit))];
        for (engine, function) in functions {
            let mut results = [Value::Empty];
            let mut arguments = [Value::new(numbers(&[2]))];
            function.call(&host.context(), 0, &mut arguments, &mut results);
            host.context().await_all(&[results[0].clone().into_ref()]).unwrap();
            let error = results[0].error().unwrap_or_else(|| panic!("{engine}: {name}"));
            assert_eq!(error.message(), message, "{engine}: {name}");
            assert_eq!(error.code(), ErrorCode::InvalidArgument, "{engine}: {name}");
        }
    }
}

/// A file without the optional sections has types of functions only: what kernels with rules give is inferred
/// again, and what functions return is compared with their types.
#[test]
fn a_file_without_types_of_registers_runs_on_both_engines() {
    let host = Host::builder().build().unwrap();
    let ctx = host.context();
    let catalogue = tfrt::catalogue().with(&MY).with(&tfrt::MLIR);
    let text = r#"func.func @sum() -> tensor<?xf32> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.addf.tensor.f32 %a, %a : tensor<2xf32>
  %c = arith.negf.tensor.f32 %b : tensor<2xf32>
  %d = tensor.cast.f32 %c : tensor<?xf32>
  tfrt.return %d : tensor<?xf32>
}
func.func @strict(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = "my.three"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}
"#;
    let program = verified("untyped.mlir", text, &catalogue).unwrap();
    let options = tfrt_compiler::bef::EmitOptions { optional_sections: false };
    let bytes = tfrt_compiler::bef::emit(&program, &options).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    for engine in [Engine::Executor, Engine::Jit] {
        let compiled = program.compile(engine).unwrap();
        let (sum,) = compiled.function::<(), (Tensor,)>("sum").unwrap().call(&ctx, ()).unwrap();
        assert_eq!(sum.elements::<f32>().unwrap(), [-2.0, -4.0], "{engine:?}");
        let strict = compiled.function::<(Tensor,), (Tensor,)>("strict").unwrap();
        let error = strict.call(&ctx, (numbers(&[2]),)).unwrap_err();
        let message = "a tensor of type tensor<3xf32>, expected tensor<2xf32>";
        assert_eq!(error.message(), message, "{engine:?}");
    }
}
