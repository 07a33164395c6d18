//! libFuzzer's way into `text_bef_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tfrt_fuzz::fuzz::text_bef_text(data));
