//! libFuzzer's way into `mlir_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tfrt_fuzz::fuzz::mlir_text(data));
