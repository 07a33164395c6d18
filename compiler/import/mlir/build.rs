//! Links LLVM's folder of libraries into the binaries: it is not among those that the loader searches.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=TFRT_LLVM_CONFIG");
    println!("cargo:rerun-if-changed=llvm-prefix/bin/llvm-config");
    let output = Command::new("llvm-prefix/bin/llvm-config").arg("--libdir").output();
    if let Ok(output) = output
        && output.status.success()
    {
        let folder = String::from_utf8_lossy(&output.stdout);
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", folder.trim());
    }
}
