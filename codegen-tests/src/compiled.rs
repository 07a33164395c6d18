//! The output of the build script, exempt from lints for hand-written code.
#![allow(
    clippy::all,
    clippy::pedantic,
    clippy::allow_attributes,
    dead_code,
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    unused,
    unused_qualifications,
    unreachable_pub,
    reason = "generated from host programs; which of these occur depends on the programs"
)]

use tfrt_host::kernel::Function;

/// Lists a generated module's functions, callable with dynamic values.
pub type Functions = fn() -> Vec<(&'static str, Function)>;

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
