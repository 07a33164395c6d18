//! What the README tells a user to type, as a user would type it.

use std::error::Error;
use tfrt::KernelType;

/// A user's own type.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample(i32);

impl KernelType for Sample {
    const NAME: &'static str = "!my.sample";
}

/// A user's own asynchronous kernel.
#[tfrt::kernel("my.read")]
pub async fn read_sensor(id: i32) -> Sample {
    Sample(id * 2)
}

/// Adds two integers, wrapping on overflow.
#[tfrt::kernel("my.add", pure)]
pub fn add(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

tfrt::kernels! { pub MY = [add, read_sensor, type Sample = "!my.sample"] }

tfrt::tfrt_graph! { pub mod net = "../examples/networks/digits.onnx"; }

tfrt::tfrt_graph! { pub mod fizzbuzz = "../examples/graphs/fizzbuzz.mlir"; }

tfrt::tfrt_graph! {
    pub mod demo;
    kernels = [MY];
    func.func @twice(%x: i32) -> i32 {
        %y = tfrt.add.i32 %x, %x
        tfrt.return %y : i32
    }
    func.func @thrice(%x: i32) -> i32 {
        %y = tfrt.call @twice(%x) : (i32) -> i32
        %z = "my.add"(%y, %x) : (i32, i32) -> i32
        tfrt.return %z : i32
    }
    func.func @sample(%id: i32) -> !my.sample {
        %s = "my.read"(%id) : (i32) -> !my.sample
        tfrt.return %s : !my.sample
    }
}

#[test]
fn build_time() -> Result<(), Box<dyn Error>> {
    assert_eq!(demo::twice(21), 42);
    assert_eq!(demo::thrice(-7), -21);
    let host = tfrt::Host::builder().threads(2).build()?;
    let request = host.context();
    let awaited: Result<(), tfrt::Error> = host.block_on(async {
        let sample = demo::sample(&host.context(), 7).await?;
        assert_eq!(*sample, Sample(14));
        Ok(())
    });
    awaited?;
    let (fizz, buzz, both) = fizzbuzz::fizzbuzz(&request, 15);
    assert_eq!((fizz?, buzz?, both?), (4, 2, 1));
    Ok(())
}

#[test]
fn load_time() -> Result<(), Box<dyn Error>> {
    let text = include_str!("../../benches/scalar.mlir");
    let bytes = tfrt::mlir_to_bef("scalar.mlir", text, &tfrt::catalogue())?;
    let host = tfrt::Host::builder().build()?;
    let program = tfrt::Program::load(&bytes, &tfrt::catalogue())?;
    let fib = program.compile(tfrt::Engine::Jit)?.function::<(i32,), (i32,)>("fib")?;
    let (n,) = fib.call(&host.context(), (25,))?;
    assert_eq!(n, 75_025);
    for engine in [tfrt::Engine::Jit, tfrt::Engine::Executor] {
        let compiled = program.compile(engine)?;
        assert_eq!(compiled.engine(), engine);
        let fib = compiled.function::<(i32,), (i32,)>("fib")?;
        assert_eq!(fib.call(&host.context(), (15,))?, (610,));
        let wrong = compiled.function::<(i64,), (i32,)>("fib").map(|_| ());
        let error = wrong.expect_err("the types are others");
        assert_eq!(error.message(), "function fib is (i32) -> (i32), not (i64) -> (i32)");
        assert!(compiled.function::<(), ()>("nowhere").is_err());
    }
    Ok(())
}

#[test]
fn models() -> Result<(), Box<dyn Error>> {
    let host = tfrt::Host::builder().build()?;
    let image = tfrt::Tensor::from_vec(&[1, 784], vec![0.0_f32; 784])?;
    let model = tfrt::Model::load("../examples/networks/digits.onnx")?;
    let outputs = model.run(&host.context(), &[("image", &image)])?;
    let chances = outputs["chances"].elements::<f32>()?;
    assert_eq!(chances.len(), 10);
    let chances = net::main(&host.context(), image)?;
    assert_eq!(chances.bytes(), outputs["chances"].bytes());
    Ok(())
}

/// Every line of Rust in the README stands in a test or an example that is compiled and run.
#[test]
fn the_readme_is_tested() {
    const SOURCES: [&str; 2] =
        [include_str!("readme.rs"), include_str!("../../../examples/build.rs")];
    let plain = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        code.replace("../examples/", "").split_whitespace().collect::<String>()
    };
    let tested: String = SOURCES.iter().flat_map(|source| source.lines()).map(plain).collect();
    let readme = include_str!("../../../README.md");
    let mut lines = 0;
    for block in readme.split("```rust\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for line in block.lines().filter(|line| !plain(line).is_empty()) {
            lines += 1;
            assert!(tested.contains(&plain(line)), "not tested: {line}");
        }
    }
    assert!(lines > 20, "the README has code");
}
