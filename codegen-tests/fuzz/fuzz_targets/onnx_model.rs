//! libFuzzer's way into `onnx_model`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tfrt_fuzz::fuzz::onnx_model(data);
});
