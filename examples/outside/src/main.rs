//! Runs one program on every engine.

use std::error::Error;
use tfrt::{Engine, Host, Program};

fn main() -> Result<(), Box<dyn Error>> {
    assert_eq!(outside::graphs::hello::hello(), 36);
    assert_eq!(outside::inline::twice_squared(3), 18);
    let catalogue = tfrt::catalogue().with(&outside::MY);
    let text = include_str!("../graphs/hello.mlir");
    let program = Program::load(&tfrt::mlir_to_bef("hello.mlir", text, &catalogue)?, &catalogue)?;
    let host = Host::builder().build()?;
    for engine in [Engine::Executor, Engine::Jit] {
        let hello = program.compile(engine)?.function::<(), (i32,)>("hello")?;
        let (n,) = hello.call(&host.context(), ())?;
        println!("hello: {n} ({engine:?})");
        assert_eq!(n, 36);
    }
    Ok(())
}
