//! Compiles the folder `graphs/` into modules.

fn main() -> Result<(), tfrt_build::Errors> {
    tfrt_build::Config::new().kernels("crate::MY").compile("graphs/")
}
