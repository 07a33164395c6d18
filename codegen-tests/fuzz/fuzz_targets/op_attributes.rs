//! libFuzzer's way into `op_attributes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tfrt_fuzz::fuzz::op_attributes(data);
});
