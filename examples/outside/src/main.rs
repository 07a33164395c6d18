//! Runs one program, and a model, on every engine.

use std::error::Error;
use tfrt::{Engine, Host, Model, Program, Tensor};

fn main() -> Result<(), Box<dyn Error>> {
    assert_eq!(outside::graphs::hello::hello(), 36);
    assert_eq!(outside::inline::twice_squared(3), 18);
    let catalogue = tfrt::catalogue().with(&outside::MY);
    let text = include_str!("../graphs/hello.mlir");
    let program = Program::load(&tfrt::mlir_to_bef("hello.mlir", text, &catalogue)?, &catalogue)?;
    let host = Host::builder().build()?;
    let image = Tensor::from_vec(&[1, 784], vec![0.0_f32; 784])?;
    let chances = outside::digits::main(&host.context(), image.clone())?;
    for engine in [Engine::Executor, Engine::Jit] {
        let hello = program.compile(engine)?.function::<(), (i32,)>("hello")?;
        let (n,) = hello.call(&host.context(), ())?;
        println!("hello: {n} ({engine:?})");
        assert_eq!(n, 36);
        let model = Model::builder().engine(engine).load("../networks/digits.onnx")?;
        let outputs = model.run(&host.context(), &[("image", &image)])?;
        assert_eq!(outputs["chances"].bytes(), chances.bytes());
    }
    Ok(())
}
