//! What the README tells a user to type, as a user would type it.

use std::error::Error;
use tfrt::{Engine, Host, KernelType, Program};

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

tfrt::tfrt_graph! { pub mod fizzbuzz = "../examples/graphs/fizzbuzz.mlir"; }

tfrt::tfrt_graph! {
    pub mod demo;
    type !my.sample = crate::Sample;
    kernel my.read = async crate::read_sensor(i32) -> !my.sample;
    kernel my.add = pure crate::add(i32, i32) -> i32;
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
    let host = Host::builder().threads(2).build()?;
    let request = host.context();
    let sample = host.block_on(async { demo::sample(&request, 7).await })?;
    assert_eq!(sample, Sample(14));
    let (fizz, buzz, both) = fizzbuzz::fizzbuzz(&request, 15);
    assert_eq!((fizz?, buzz?, both?), (4, 2, 1));
    Ok(())
}

#[test]
fn load_time() -> Result<(), Box<dyn Error>> {
    let text = include_str!("../benches/scalar.mlir");
    let bytes = tfrt::mlir_to_bef("scalar.mlir", text, &tfrt::catalogue())?;
    let host = Host::builder().build()?;
    let program = Program::load(&bytes, &tfrt::catalogue())?;
    for engine in [Engine::Jit, Engine::Executor] {
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
