//! libFuzzer's way into `upstream_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tfrt_fuzz::fuzz::upstream_text(data);
});
