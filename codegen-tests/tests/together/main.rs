//! Tests that need no process of their own, as one program: to link one takes as long as to compile it, and on its threads
//! many tests run at a time. Those that count what their process has, values or memory, are files beside this folder.
//!
//! `cargo test -p tfrt-codegen-tests --test together NAME` runs those of a module.

mod arena;
mod arguments;
mod builder;
mod delivery;
mod donation;
mod elementwise;
mod embedded;
mod expanded;
mod format;
mod forms;
mod forwarding;
mod gpu;
mod limits;
mod load_limits;
mod math;
mod mistakes;
mod mnist;
mod mnist_ops;
mod nn;
mod numpy;
mod onnx;
mod onnx_files;
mod op_table;
mod own_errors;
mod parallel;
mod parametric;
mod passes;
#[expect(unreachable_pub, reason = "it is what the README shows")]
mod readme;
mod recursion;
mod signatures;
mod tail;
mod tensor_errors;
mod test_kernels;
mod tf_ops;
mod typed;
mod typed_calls;
