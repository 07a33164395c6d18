//! Compiles the folder `graphs/` into modules. Every problem of every graph shows at once.

fn main() -> Result<(), tfrt_build::Errors> {
    tfrt_build::compile("graphs/")
}
