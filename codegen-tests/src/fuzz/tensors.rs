//! Fuzzes files of tensors: a file is refused, or all that it says is within it.

use tfrt_tensor::Access;
use tfrt_tensor::safetensors::SafeTensors;

/// Reads the bytes as a file of tensors; says whether that is possible. Each of its tensors is
/// refused with a reason, or has elements of the file, as many as its shape says.
///
/// # Panics
/// A promise is broken.
pub fn safetensors(data: &[u8]) -> bool {
    let file = match SafeTensors::new(data.to_vec()) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    for name in file.names() {
        match file.tensor(name) {
            Ok(tensor) => {
                assert_eq!(tensor.shape().bytes(tensor.dtype()), Some(tensor.buffer().size()));
                let access = Access::new(&[tensor.buffer()], &[]).expect("nothing is written");
                let bytes = access.input::<u8>(0).expect("bytes may be anywhere");
                let there = bytes.is_empty() || data.windows(bytes.len()).any(|part| part == bytes);
                assert!(there, "elements that are not in the file");
                drop(access);
                assert!(!tensor.to_string().is_empty());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    true
}
