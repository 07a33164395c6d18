//! Tensors of other crates and languages, a feature each: borrowed or owned by both sides without a
//! copy, where memory allows.

#[cfg(feature = "dlpack")]
pub mod dlpack;
#[cfg(feature = "ndarray")]
pub mod ndarray;
pub mod npy;
#[cfg(feature = "safetensors")]
pub mod safetensors;
