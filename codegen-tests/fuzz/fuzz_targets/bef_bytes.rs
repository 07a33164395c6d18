//! libFuzzer's way into `bef_bytes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tfrt_fuzz::fuzz::bef_bytes(data);
});
