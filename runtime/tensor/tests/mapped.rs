//! Tensors of a mapped file are in the mapping.
#![expect(unsafe_code, reason = "maps a file")]

use tfrt_host::resource::{Folder, Resolver};
use tfrt_tensor::safetensors::SafeTensors;
use tfrt_tensor::{Access, DenseHostTensor};

#[test]
fn tensors_of_a_mapped_file_are_in_the_mapping() {
    let header = r#"{"w":{"dtype":"F32","shape":[4096],"data_offsets":[0,16384]}}"#;
    let header = format!("{header:<120}");
    let elements = (0_u16..4096).flat_map(|element| f32::from(element).to_le_bytes());
    let length = (header.len() as u64).to_le_bytes();
    let bytes: Vec<u8> = length.into_iter().chain(header.bytes()).chain(elements).collect();
    let folder = std::env::temp_dir().join(format!("tfrt-mapped-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("w.safetensors"), &bytes).unwrap();

    // SAFETY: nobody else knows the folder.
    let mapped = unsafe { Folder::mapped(&folder) }.file("w.safetensors").unwrap();
    let start = mapped.bytes().as_ptr().addr();
    let w = SafeTensors::new(mapped).unwrap().tensor("w").unwrap();
    assert_eq!(w.buffer().address(), start + 128);
    let sum = |tensor: &DenseHostTensor| {
        let access = Access::new(&[tensor.buffer()], &[]).unwrap();
        access.input::<f32>(0).unwrap().iter().sum::<f32>()
    };
    assert_eq!(sum(&w), 8_386_560.0);
    std::fs::remove_dir_all(&folder).unwrap();
}
