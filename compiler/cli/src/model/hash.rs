//! Hashes of tensors: of type, shape and elements. Equal tensors have equal hashes, on every engine and
//! machine.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use tfrt_host::kernel::DType;
use tfrt_tensor::{Element, Tensor};

/// The first half of the SHA-256 hash of the tensor's metadata as text and its elements as bytes. Every NaN
/// counts as the same, because the numeric contract does not say which one a kernel makes.
pub(super) fn hash(tensor: &Tensor) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{}\n", tensor.metadata()));
    match tensor.dtype() {
        DType::F16 => with_one_nan(&mut hash, tensor, half::f16::is_nan),
        DType::Bf16 => with_one_nan(&mut hash, tensor, half::bf16::is_nan),
        DType::F32 => with_one_nan(&mut hash, tensor, f32::is_nan),
        DType::F64 => with_one_nan(&mut hash, tensor, f64::is_nan),
        _ => hash.update(tensor.bytes()),
    }
    let digest = hash.finalize();
    digest[..16].iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn with_one_nan<T: Element>(hash: &mut Sha256, tensor: &Tensor, is_nan: fn(T) -> bool) {
    let elements = tensor.elements::<T>().unwrap_or_default();
    let bytes = tensor.bytes().chunks_exact(size_of::<T>().max(1));
    for (&element, bytes) in elements.iter().zip(bytes) {
        if is_nan(element) {
            hash.update(b"NaN");
        } else {
            hash.update(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::hash;
    use tfrt_tensor::Tensor;

    #[test]
    fn type_shape_and_elements_count() {
        let of = |shape: &[usize], elements: Vec<f32>| {
            hash(&Tensor::from_vec(shape, elements).expect("sizes fit"))
        };
        let first = of(&[2], vec![1.0, 2.0]);
        assert_eq!(first, of(&[2], vec![1.0, 2.0]));
        assert_ne!(first, of(&[2, 1], vec![1.0, 2.0]));
        assert_ne!(first, of(&[2], vec![1.0, 2.5]));
        assert_ne!(of(&[1], vec![0.0]), of(&[1], vec![-0.0]));
        assert_ne!(
            hash(&Tensor::from_vec(&[1], vec![0_i32]).expect("a size")),
            of(&[1], vec![0.0])
        );
        let other = f32::from_bits(f32::NAN.to_bits() ^ 1);
        assert_eq!(of(&[1], vec![f32::NAN]), of(&[1], vec![other]));
    }
}
