//! Errors of kernels on tensors, on every engine that loads a program: their codes, and a thread that
//! asks for what it holds itself.

use std::time::Duration;
use tfrt::tensor::{Access, DenseHostTensor, MutableTensor, TensorError, TensorShape};
use tfrt::{Chain, Engine, ErrorCode, Host, Program, Tensor};

const TEXT: &str = r#"
func.func @write(%t: !tfrt_tensor.tensor) -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %t, %ch0 1.0 : f32
  tfrt.return %ch1 : !tfrt.chain
}

func.func @add(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.addf.tensor.f32 %a, %b : tensor<?xf32>
  tfrt.return %c : tensor<?xf32>
}

func.func @splat(%size: i64) -> tensor<2x?xf32> {
  %x = tfrt.constant.f32 1.0
  %c = "tensor.splat.f32"(%x, %size) {shape = [2, -1]} : (f32, i64) -> tensor<2x?xf32>
  tfrt.return %c : tensor<2x?xf32>
}
"#;

fn tensor(shape: &[i64], elements: Vec<f32>) -> Result<DenseHostTensor, TensorError> {
    DenseHostTensor::from_vec(TensorShape::new(shape)?, elements)
}

/// Compiles the program for each engine and passes it on with a host without threads.
fn each(check: impl Fn(&tfrt::Compiled, &Host) -> Result<(), Box<dyn std::error::Error>>) {
    let catalogue = tfrt::catalogue().with(&tfrt::TENSOR).with(&tfrt::MLIR);
    let bef = tfrt::mlir_to_bef("t.mlir", TEXT, &catalogue).expect("it is valid");
    let program = Program::load(&bef, &catalogue).expect("it loads");
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    for engine in [Engine::Executor, Engine::Jit] {
        let compiled = program.compile(engine).expect("every engine takes it");
        check(&compiled, &host).unwrap_or_else(|error| panic!("{engine:?}: {error}"));
    }
}

#[test]
fn what_a_caller_passes_wrongly_is_an_invalid_argument() {
    each(|compiled, host| {
        let add = compiled.function::<(Tensor, Tensor), (Tensor,)>("add")?;
        let splat = compiled.function::<(i64,), (Tensor,)>("splat")?;
        let floats = |size: usize| Tensor::from_vec(&[size], vec![1.0_f32; size]);
        let wrong = add.call(&host.context(), (floats(2)?, floats(1)?));
        let wrong = wrong.err().ok_or("the shapes differ")?;
        assert_eq!(wrong.message(), "tensor shape mismatch: [2] vs. [1]");
        assert_eq!(wrong.code(), ErrorCode::InvalidArgument);
        let integers = Tensor::from_vec(&[1], vec![1_i32])?;
        let wrong = add.call(&host.context(), (floats(1)?, integers));
        let wrong = wrong.err().ok_or("the types differ")?;
        assert_eq!(
            wrong.message(),
            "argument #1: a tensor of type tensor<1xi32>, expected tensor<?xf32>"
        );
        assert_eq!(wrong.code(), ErrorCode::InvalidArgument);
        for (size, message, code) in [
            (-3, "shape [2, -3] has a negative size", ErrorCode::InvalidArgument),
            (i64::MAX, "Cannot allocate tensor", ErrorCode::ResourceExhausted),
        ] {
            let wrong =
                splat.call(&host.context(), (size,)).err().ok_or("no tensor is so large")?;
            assert_eq!((wrong.message(), wrong.code()), (message, code));
        }
        Ok(())
    });
}

#[test]
fn a_program_that_writes_what_its_caller_reads_fails_and_does_not_hang() {
    each(|compiled, host| {
        let write = compiled.function::<(MutableTensor,), (Chain,)>("write")?;
        let dense = tensor(&[2], vec![0.0; 2])?;
        let access = Access::new(&[dense.buffer()], &[])?;
        let context = host.context().with_deadline(Duration::from_secs(60));
        let error = write.call(&context, (dense.clone().into(),)).err().ok_or("it is read")?;
        assert_eq!(error.message(), "this thread already holds the tensor's elements");
        assert_eq!(access.input::<f32>(0)?, [0.0, 0.0]);
        drop(access);
        write.call(&host.context(), (dense.clone().into(),))?;
        assert_eq!(dense.to_vec::<f32>()?, [1.0, 1.0]);
        Ok(())
    });
}

#[test]
fn a_chain_that_nobody_uses_is_a_warning() {
    let catalogue = tfrt::catalogue().with(&tfrt::TENSOR);
    let translate = |text: &str| {
        let options = tfrt::TranslateOptions::default();
        tfrt::translate("t.mlir", text, &catalogue, options).expect("it is valid")
    };
    let text = "func.func @f(%t: !tfrt_tensor.tensor) -> !tfrt_tensor.tensor {
  %ch0 = tfrt.new.chain
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %t, %ch0 1.0 : f32
  tfrt.return %t : !tfrt_tensor.tensor
}
";
    let translated = translate(text);
    let [warning] = &translated.warnings[..] else { panic!("{:?}", translated.warnings) };
    let expected =
        "t.mlir:3:10: warning: nobody uses the chain of 'tfrt_dht.fill_tensor_with_constant.f32': ";
    let shown = translated.warnings.to_string();
    assert!(shown.starts_with(expected), "{shown}");
    assert_eq!(warning.severity, tfrt::source::Severity::Warning);
    assert_eq!(&text[warning.span.start as usize..][..4], "tfrt");
    assert_eq!(Ok(translated.bef), tfrt::mlir_to_bef("t.mlir", text, &catalogue).map_err(|_| ()));
    let text = text.replace("> !tfrt_tensor.tensor {", "> !tfrt.chain {");
    let text = text.replace("return %t : !tfrt_tensor.tensor", "return %ch1 : !tfrt.chain");
    assert!(translate(&text).warnings.is_empty());
    // A catalogue that allows nothing allows what concerns the program's own values only.
    let strict = catalogue.clone().allowing(tfrt::Effects::NONE);
    assert!(strict.kernel("tfrt_dht.fill_tensor_with_constant.f32").is_some());
    assert!(strict.kernel("tfrt_dht.print_tensor").is_none());
}
