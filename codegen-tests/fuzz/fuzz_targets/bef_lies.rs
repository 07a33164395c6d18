//! libFuzzer's way into `bef_lies`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tfrt_fuzz::fuzz::bef_lies(data));
