//! What tensors claim, of each element type, and the claims that are refused.

use crate::refused;
use tfrt_onnx::{Content, Data, DataLocation, DataType, Elements, Entry, Limits, Packed, Tensor};

fn tensor(data_type: DataType, dims: &[i64], content: Content<'static>) -> Tensor<'static> {
    Tensor { name: "t", dims: dims.to_vec(), data_type, content, ..Tensor::default() }
}

#[track_caller]
fn bytes(tensor: &Tensor<'_>) -> Vec<u8> {
    let elements = tensor.elements(&Limits::default()).unwrap_or_else(|error| panic!("{error}"));
    let Data::Bytes(bytes) = elements.data else { panic!("{elements:?}") };
    bytes.into_owned()
}

/// What is wrong with a tensor.
#[track_caller]
fn wrong(tensor: &Tensor<'_>) -> String {
    let message = refused(tensor.elements(&Limits::default()));
    message.strip_prefix("byte 0: tensor 't': ").expect("the tensor is named").to_owned()
}

fn int32s(numbers: &[i32]) -> Content<'static> {
    Content::Int32s(numbers.iter().copied().collect())
}

fn uint64s(numbers: &[u64]) -> Content<'static> {
    Content::Uint64s(numbers.iter().copied().collect())
}

/// Every element type by its number.
fn types() -> impl Iterator<Item = DataType> {
    (0..).map_while(DataType::from_number)
}

#[test]
fn the_elements_of_each_type_are_little_endian() {
    let [a, b] = [-1.5_f32, f32::MAX].map(f32::to_le_bytes);
    let [c, d] = [-1.5_f64, f64::MIN].map(f64::to_le_bytes);
    let floats = || Content::Floats(Packed::from_iter([-1.5, f32::MAX]));
    let doubles = || Content::Doubles(Packed::from_iter([-1.5, f64::MIN]));
    let int64s = Content::Int64s(Packed::from_iter([-2, i64::MAX]));
    let [e, f] = [-2_i64, i64::MAX].map(i64::to_le_bytes);
    for (ty, content, expected) in [
        (DataType::Float, floats(), [a, b].concat()),
        (DataType::Double, doubles(), [c, d].concat()),
        (DataType::Int64, int64s, [e, f].concat()),
        (DataType::Uint64, uint64s(&[1, u64::MAX]), [1_u64.to_le_bytes(), [0xFF; 8]].concat()),
        (DataType::Uint32, uint64s(&[1, 0xFFFF_FFFE]), vec![1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF]),
        (DataType::Int32, int32s(&[1, i32::MIN]), vec![1, 0, 0, 0, 0, 0, 0, 0x80]),
        (DataType::Int16, int32s(&[1, -2]), vec![1, 0, 0xFE, 0xFF]),
        (DataType::Uint16, int32s(&[1, 0xFFFE]), vec![1, 0, 0xFE, 0xFF]),
        (DataType::Float16, int32s(&[0x3C00, 0xC000]), vec![0, 0x3C, 0, 0xC0]),
        (DataType::Bfloat16, int32s(&[0x3F80, 0xC000]), vec![0x80, 0x3F, 0, 0xC0]),
        (DataType::Int8, int32s(&[127, -128]), vec![0x7F, 0x80]),
        (DataType::Uint8, int32s(&[127, 255]), vec![0x7F, 0xFF]),
        (DataType::Bool, int32s(&[1, 0]), vec![1, 0]),
    ] {
        let typed = tensor(ty, &[2, 1], content);
        assert_eq!(bytes(&typed), expected, "{ty}");
        let raw = tensor(ty, &[1, 2], Content::Raw(expected.leak()));
        assert_eq!(bytes(&raw), bytes(&typed), "{ty}");
    }
    // Pairs.
    assert_eq!(bytes(&tensor(DataType::Complex64, &[1], floats())), [a, b].concat());
    assert_eq!(bytes(&tensor(DataType::Complex128, &[], doubles())), [c, d].concat());
}

#[test]
fn types_that_are_not_computed_with_say_so() {
    for ty in types().skip(1) {
        let empty = tensor(ty, &[3, 0], Content::None);
        let Elements { data_type, dims, data } = &empty.elements(&Limits::default()).unwrap();
        assert_eq!((*data_type, &dims[..]), (ty, &[3, 0][..]));
        assert_eq!(*data == Data::Unsupported, ty.dtype().is_none(), "{ty}");
        // Where both have a size it is the same.
        if let Some(dtype) = ty.dtype() {
            assert_eq!(ty.bits(), dtype.size().map(|size| 8 * size as u32), "{ty}");
        }
    }
    let missing: Vec<_> = types().filter(|ty| ty.dtype().is_none()).map(DataType::name).collect();
    assert_eq!(
        missing,
        [
            "UNDEFINED",
            "STRING",
            "FLOAT8E4M3FN",
            "FLOAT8E4M3FNUZ",
            "FLOAT8E5M2",
            "FLOAT8E5M2FNUZ",
            "UINT4",
            "INT4",
            "FLOAT4E2M1",
            "FLOAT8E8M0",
            "UINT2",
            "INT2",
            "FLOAT6E2M3",
            "FLOAT6E3M2"
        ]
    );
    assert_eq!(types().count(), 29);
}

#[test]
fn false_claims_are_refused() {
    use DataType as Type;
    let raw = |bytes: &'static [u8]| Content::Raw(bytes);
    let max = i64::MAX;
    for (tensor, expected) in [
        (tensor(Type::Undefined, &[], raw(&[])), "it has no element type"),
        (tensor(Type::Float, &[2, -1], raw(&[])), "a size is -1"),
        (
            tensor(Type::Float, &[max, 2, 2], raw(&[])),
            "the sizes [9223372036854775807, 2, 2] have too large a product",
        ),
        (
            tensor(Type::Int8, &[1 << 40], raw(&[])),
            "1099511627776 elements of type INT8 are more than 68719476736 bytes",
        ),
        (
            tensor(Type::Int4, &[max], raw(&[])),
            "9223372036854775807 elements of type INT4 are more than 68719476736 bytes",
        ),
        (tensor(Type::Float, &[2], raw(&[0; 7])), "raw_data has 7 bytes; the shape needs 8"),
        (tensor(Type::Float, &[0], raw(&[0; 4])), "raw_data has 4 bytes; the shape needs 0"),
        (tensor(Type::Float, &[], Content::None), "it has no elements, but a shape of 1"),
        (tensor(Type::Bool, &[3], raw(&[0, 1, 2])), "element 2 of type BOOL is neither 0 nor 1"),
        (
            tensor(Type::Int64, &[3], Content::Int64s(Packed::from_iter([1, 2]))),
            "it has 2 numbers; the shape needs 3 elements",
        ),
        (
            tensor(Type::Complex64, &[2], Content::Floats(Packed::from_iter([1.0, 2.0]))),
            "it has 2 numbers; the shape needs 2 elements, each in two",
        ),
        (
            tensor(Type::Double, &[1], Content::Floats(Packed::from_iter([1.0]))),
            "elements of type DOUBLE are not in float_data",
        ),
        (tensor(Type::Int64, &[1], int32s(&[1])), "elements of type INT64 are not in int32_data"),
        (tensor(Type::Uint8, &[1], uint64s(&[1])), "elements of type UINT8 are not in uint64_data"),
        (
            tensor(Type::Int32, &[1], Content::Strings(vec![b"1"])),
            "elements of type INT32 are not in string_data",
        ),
    ] {
        assert_eq!(wrong(&tensor), expected);
    }
    for (ty, number) in [
        (Type::Int8, 128),
        (Type::Int8, -129),
        (Type::Uint8, -1),
        (Type::Uint8, 256),
        (Type::Int16, 1 << 15),
        (Type::Uint16, -1),
        (Type::Float16, 1 << 16),
        (Type::Bfloat16, -1),
        (Type::Bool, 2),
    ] {
        let expected = format!("element 1 is {number}, which the type cannot have");
        assert_eq!(wrong(&tensor(ty, &[2], int32s(&[0, number]))), expected, "{ty}");
    }
    let large = tensor(Type::Uint32, &[1], uint64s(&[1 << 32]));
    assert_eq!(wrong(&large), "element 0 is 4294967296, which the type cannot have");
    let part = Tensor { segment: Some(&[]), ..tensor(Type::Float, &[0], Content::None) };
    assert_eq!(wrong(&part), "it is a segment of a tensor, which is not supported");
    let limits = Limits { tensor_bytes: 7, ..Limits::default() };
    let large = tensor(Type::Float, &[2], raw(&[0; 8]));
    assert!(
        refused(large.elements(&limits))
            .ends_with("2 elements of type FLOAT are more than 7 bytes")
    );
    // Without elements any other size may be large.
    let empty = tensor(Type::Float, &[max, 0, max], Content::None);
    assert_eq!(bytes(&empty), []);
}

#[test]
fn elements_are_in_one_file() {
    let entries = vec![Entry { key: "location", value: "w" }];
    let outside = Tensor {
        data_location: DataLocation::External,
        external_data: entries,
        ..tensor(DataType::Uint8, &[1], Content::Raw(&[7]))
    };
    assert_eq!(wrong(&outside), "it has elements in another file and in raw_data too");
    let inside = Tensor { data_location: DataLocation::Default, ..outside };
    assert_eq!(bytes(&inside), [7]);
}
