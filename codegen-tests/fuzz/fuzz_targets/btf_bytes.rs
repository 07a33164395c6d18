//! libFuzzer's way into `btf_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tfrt_fuzz::fuzz::btf_bytes(data);
});
