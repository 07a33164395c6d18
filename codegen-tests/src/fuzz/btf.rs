//! Binary tensor files: any bytes are an error or tensors that are no larger than the file.

use std::io::Cursor;
use std::sync::Arc;
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::error::KernelError;
use tfrt_tensor::{Element, MutableTensor};
use tfrt_tensor_kernels::btf::BtfFile;

/// Tensors of a file that are read.
const INDICES: std::ops::Range<i32> = 0..4;

/// A dense or a sparse tensor that a dense one is made of.
const LITTLE: usize = 1 << 16;

/// The file as each kernel reads it.
///
/// # Panics
/// A tensor is not what its kernel reads, or larger than the file, or not the same when it is read
/// again.
pub fn btf_bytes(data: &[u8]) -> Vec<Result<String, String>> {
    let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
    let mut results = Vec::new();
    macro_rules! each {
        ($read:ident: $($element:ty)*) => {$(each!($read: $element: 0 1 2 3 4);)*};
        ($read:ident: $element:ty: $($rank:literal)*) => {$(
            for index in INDICES {
                let read = || {
                    let mut file = BtfFile::new(Cursor::new(data), "x.btf")?;
                    checked::<$element>(file.$read::<$element, $rank>(index, &allocator)?, $rank, data)
                };
                let again = || read().map_err(|error: KernelError| error.to_string());
                let result = again();
                assert_eq!(result, again());
                results.push(result);
            }
        )*};
    }
    each!(dense: f32 i32 i64 i8 u8);
    each!(coo: f32 i32 i8);
    results
}

/// The text of a tensor that was read.
fn checked<T: Element>(
    tensor: MutableTensor,
    rank: usize,
    data: &[u8],
) -> Result<String, KernelError> {
    let metadata = tensor.metadata();
    assert_eq!((metadata.dtype, metadata.shape.rank()), (T::DTYPE, rank));
    match &tensor {
        MutableTensor::Dense(dense) => assert!(dense.buffer().size() <= data.len()),
        MutableTensor::Coo(coo) => {
            let parts = [coo.indices().buffer().size(), coo.values().buffer().size()];
            assert!(parts[0] + parts[1] <= data.len());
            // A shape without elements may have sizes that no tensor can have.
            let bytes = metadata.shape.bytes(T::DTYPE);
            if bytes.is_some_and(|bytes| (1..=LITTLE).contains(&bytes)) {
                let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
                coo.to_dense::<T>(&allocator).expect("every coordinate is within the shape");
            }
        }
        other => panic!("a file with {other}"),
    }
    Ok(tensor.to_string())
}

/// A file of those tensors.
fn file(tensors: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = words(&[tensors.len() as u64]);
    let mut offset = 8 * (1 + tensors.len());
    for tensor in tensors {
        bytes.extend(words(&[offset as u64]));
        offset += tensor.len();
    }
    bytes.extend(tensors.concat());
    bytes
}

fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Elements, and zeros to a multiple of eight.
fn padded<T: Element>(elements: &[T]) -> Vec<u8> {
    let mut bytes: Vec<u8> = bytemuck::cast_slice(elements).to_vec();
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

fn header(rank: u64, dtype: u8, layout: u8) -> Vec<u8> {
    [&rank.to_le_bytes()[..], &[dtype, layout, 0, 0, 0, 0, 0, 0]].concat()
}

/// A dense tensor.
fn dense<T: Element>(dtype: u8, dimensions: &[u64], elements: &[T]) -> Vec<u8> {
    let header = header(dimensions.len() as u64, dtype, 0);
    [header, words(dimensions), padded(elements)].concat()
}

/// A sparse tensor.
fn coo<T: Element>(dtype: u8, dimensions: &[u64], indices: &[u64], values: &[T]) -> Vec<u8> {
    let rank = dimensions.len() as u64;
    let (header, count) = (header(rank, dtype, 1), values.len() as u64);
    let matrix = words(&[count, rank]);
    [header, words(dimensions), matrix, words(indices), words(&[count]), padded(values)].concat()
}

/// Each kind of tensor in each rank: of the types `f32`, `i32`, `i64`, `i8`, `ui8` the dense ones,
/// and of `f32`, `i32`, `i8` the sparse ones; and one without elements at the end of the file.
fn tensors() -> Vec<u8> {
    const SIZES: [u64; 4] = [2, 1, 2, 1];
    const NEXT: [u64; 4] = [1, 0, 1, 0];
    let ranks = || (0..=SIZES.len()).map(|rank| (&SIZES[..rank], 1 << rank.div_ceil(2)));
    let mut tensors: Vec<Vec<u8>> = Vec::new();
    tensors.extend(ranks().map(|(sizes, n)| dense(4, sizes, &[0.5_f32, -1.5, 2.5, 3.5][..n])));
    tensors.extend(ranks().map(|(sizes, n)| dense(2, sizes, &[1_i32, -2, 3, 1 << 30][..n])));
    tensors.extend(ranks().map(|(sizes, n)| dense(3, sizes, &[1_i64, -2, 3, 1 << 40][..n])));
    tensors.extend(ranks().map(|(sizes, n)| dense(0, sizes, &[1_i8, -2, 3, 127][..n])));
    tensors.extend(ranks().map(|(sizes, n)| dense(6, sizes, &[1_u8, 254, 3, 255][..n])));
    // The last element of each.
    tensors.extend(ranks().map(|(sizes, _)| coo(4, sizes, &NEXT[..sizes.len()], &[0.25_f32])));
    tensors.extend(ranks().map(|(sizes, _)| coo(2, sizes, &NEXT[..sizes.len()], &[-7_i32])));
    tensors.extend(ranks().map(|(sizes, _)| coo(0, sizes, &NEXT[..sizes.len()], &[-8_i8])));
    tensors.push(dense::<f32>(4, &[0], &[]));
    file(&tensors)
}

/// Tensors with a defect each.
fn broken() -> Vec<u8> {
    let beyond = words(&[]);
    let [no_type, no_layout] = [header(1, 77, 0), header(1, 4, 9)];
    let mut large = header(1, 4, 0);
    large.extend(words(&[u64::MAX]));
    let mut cut = header(2, 4, 0);
    cut.extend(words(&[2, 1 << 20]));
    let mut unlike = header(2, 4, 1);
    unlike.extend(words(&[2, 2, 2, 2, 0, 0, 1, 1, 1, 0]));
    let outside = coo(4, &[2, 2], &[0, 1, 1, 2], &[0.5_f32, 1.5]);
    let mut no_sizes = header(2, 4, 0);
    no_sizes.extend(words(&[2]));
    let mut bytes = file(&[beyond, no_type, no_layout, large, cut, unlike, outside, no_sizes]);
    bytes[8..16].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    bytes
}

/// Files to start from, by name. `broken` and `tensors` have more tensors than are read here.
#[must_use]
pub fn btf_seeds() -> [(&'static str, Vec<u8>); 6] {
    let some = [
        dense(4, &[2, 2], &[0.5_f32, -1.5, f32::NAN, 3.5]),
        dense::<i64>(3, &[3, 0], &[]),
        dense(6, &[], &[200_u8]),
        dense(0, &[1, 1, 3], &[1_i8, -2, 3]),
    ];
    let sparse = [
        coo(4, &[2, 3], &[0, 2, 1, 0], &[0.5_f32, 1.5]),
        coo(0, &[], &[], &[7_i8]),
        coo::<i32>(2, &[1 << 20, 1 << 20, 1 << 20, 1 << 20], &[], &[]),
    ];
    [
        ("broken", broken()),
        ("dense", file(&some)),
        ("no_offset", words(&[1])),
        ("no_number", vec![1]),
        ("sparse", file(&sparse)),
        ("tensors", tensors()),
    ]
}
