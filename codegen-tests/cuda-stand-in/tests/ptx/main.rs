//! The interpreter of PTX: kernels that `clang` and NVRTC compiled, and instructions one by one.

mod blocks;
mod exact;
mod floats;
mod forms;
mod hostile;
mod integers;
mod kernels;
mod mutations;
mod nvrtc;
mod single;
mod support;
mod warps;
