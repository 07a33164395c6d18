//! libFuzzer's way into `safetensors`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tfrt_fuzz::fuzz::safetensors(data);
});
