//! Facts that can be listed, from the one place where each lives: a program must hold each.

use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex, PoisonError};
use tfrt_codegen_tests::conformance::Program;
use tfrt_codegen_tests::{bef, on_executor, run};
use tfrt_host::kernel::{Catalogue, KernelDef, KernelFrame};

/// The kernels that ran.
static RAN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

static ORIGINALS: LazyLock<Catalogue> = LazyLock::new(tfrt_kernels::catalogue);

/// Every kernel of the catalogue runs in some program.
pub(crate) fn kernels(programs: &[Program]) -> Result<(), String> {
    let noted: Vec<KernelDef> =
        ORIGINALS.kernels().map(|kernel| KernelDef { thunk: noting, ..*kernel }).collect();
    let catalogue = Catalogue::new()
        .with_kernels(noted.leak())
        .with_types(tfrt_kernels::TYPES)
        .with_natives(tfrt_kernels::NATIVES);
    for program in programs {
        // A program that does not load names kernels that its steps speak of.
        let Ok(bytes) = bef(&program.file, &program.text, &catalogue) else { continue };
        let Ok(functions) = on_executor(&bytes, &catalogue) else { continue };
        for (_, function) in functions {
            let _ = run(&function, "s");
        }
    }
    let ran = RAN.lock().unwrap_or_else(PoisonError::into_inner);
    let missing: Vec<&str> =
        ORIGINALS.kernels().map(|kernel| kernel.name).filter(|name| !ran.contains(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("no program of conformance/ runs these:\n  {}\n", missing.join("\n  ")))
}

/// Every kernel's entry: notes which it is and enters the kernel itself.
fn noting(frame: &mut KernelFrame<'_>) {
    let kernel = ORIGINALS.kernel(&frame.site.kernel).expect("the catalogue is a copy");
    RAN.lock().unwrap_or_else(PoisonError::into_inner).insert(kernel.name);
    (kernel.thunk)(frame);
}
