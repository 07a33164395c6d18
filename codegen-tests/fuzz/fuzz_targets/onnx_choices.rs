//! libFuzzer's way into `onnx_choices`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tfrt_fuzz::fuzz::onnx_choices(data);
});
