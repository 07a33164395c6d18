//! Encoding and decoding of attributes.

use tfrt_bef::{
    Attribute, AttributeType, AttributesBuilder, DType, Dense, ErrorKind, Numbers, SymbolRef,
    WriteError,
};

/// A byte, after which every alignment but one needs padding.
fn byte() -> Attribute {
    Attribute::Scalar { dtype: DType::I8, bits: 7 }
}

/// The offset and bytes of an attribute that is pushed after a byte.
fn placed(attribute: &Attribute) -> (u32, Vec<u8>) {
    let mut builder = AttributesBuilder::new();
    builder.push(&byte()).unwrap();
    builder.push(attribute).unwrap();
    let attributes = builder.finish();
    assert_eq!(attributes.get(1).as_ref(), Ok(attribute));
    let entry = attributes.entries()[1];
    // The size must be known before anything is decoded.
    let kind = attribute.attribute_type();
    assert_eq!(attributes.size_at(entry.offset, kind), Ok(attribute.size()), "{attribute:?}");
    let offset = usize::try_from(entry.offset).unwrap();
    assert!(attributes.bytes()[1..offset].iter().all(|byte| *byte == 0xCC));
    (entry.offset, attributes.bytes()[offset..].to_vec())
}

fn dense(dtype: DType, shape: &[i64], data: &[u8]) -> Attribute {
    let (shape, data) = (shape.to_vec(), data.to_vec());
    Attribute::Dense(Box::new(Dense { dtype, shape, data: data.into() }))
}

#[test]
fn values_are_placed_so_that_their_elements_are_aligned() {
    let array = |element, values: &[u64]| Attribute::Array(Numbers::new(element, values.to_vec()));
    assert_eq!(
        placed(&Attribute::Scalar { dtype: DType::Bf16, bits: 0x3F80 }),
        (2, vec![0x80, 0x3F])
    );
    assert_eq!(placed(&Attribute::Scalar { dtype: DType::F64, bits: 1 }).0, 8);
    assert_eq!(placed(&Attribute::Type(DType::Qi32)), (1, vec![23]));
    assert_eq!(placed(&Attribute::String(vec![0xFF, 0])), (4, vec![2, 0, 0, 0, 0xFF, 0]));
    assert_eq!(placed(&Attribute::Function(vec![b'f'])), (4, vec![1, 0, 0, 0, b'f']));
    assert_eq!(placed(&Attribute::EmptyArray), (4, vec![0; 4]));
    assert_eq!(placed(&Attribute::Aggregate(Vec::new())), (4, vec![0; 4]));
    assert_eq!(placed(&Attribute::Shape(None)), (4, vec![0; 4]));
    assert_eq!(placed(&array(DType::I1, &[1, 0])), (4, vec![2, 0, 0, 0, 1, 0]));
    assert_eq!(placed(&array(DType::I16, &[0xFFFF])), (4, vec![1, 0, 0, 0, 0xFF, 0xFF]));
    // The count directly precedes the first element.
    let words = vec![1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(placed(&array(DType::I64, &[5])), (4, words));
    let types = Attribute::TypeArray(vec![DType::Complex64, DType::String]);
    assert_eq!(placed(&types), (4, vec![2, 0, 0, 0, 12, 16]));
    let mut shape = vec![8, 0, 12, 0, 20, 0, 0, 0, 1, 0, 0, 0];
    shape.extend([0xFF; 8]);
    assert_eq!(placed(&Attribute::Shape(Some(vec![-1]))), (4, shape));
    let scalar = dense(DType::Complex64, &[], &[9; 8]);
    let mut dense = vec![8, 12, 20, 0, 28, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    dense.extend([9; 8]);
    assert_eq!(placed(&scalar), (4, dense));
}

#[test]
fn aggregates_hold_all_kinds() {
    let symbol = Attribute::SymbolRef(Box::new(SymbolRef {
        root: "m".to_owned(),
        nested: vec!["ä".to_owned(), String::new()],
        module: "text".to_owned(),
    }));
    let numbers = Attribute::Array(Numbers::new(DType::F64, [1, 2]));
    let dense = dense(DType::I1, &[2, 1], &[0, 1]);
    let inner = Attribute::Aggregate(vec![byte(), Attribute::Shape(None), symbol.clone()]);
    let all = vec![
        byte(),
        symbol,
        Attribute::Type(DType::F16),
        Attribute::Shape(Some(vec![2, 3])),
        numbers,
        Attribute::EmptyArray,
        inner,
        dense,
        Attribute::TypeArray(vec![DType::I1]),
        Attribute::String(b"end".to_vec()),
    ];
    placed(&Attribute::Aggregate(all.clone()));
    for element in all {
        placed(&Attribute::Aggregate(vec![byte(), element.clone()]));
        placed(&Attribute::Aggregate(vec![element]));
    }
}

#[test]
fn what_has_no_encoding_is_refused() {
    let mut builder = AttributesBuilder::new();
    let mut push = |attribute: Attribute| builder.push(&attribute).unwrap_err();
    let scalar = Attribute::Scalar { dtype: DType::Complex64, bits: 0 };
    assert_eq!(push(scalar), WriteError::ElementType(DType::Complex64));
    let array = Attribute::Array(Numbers::new(DType::String, [1]));
    assert_eq!(push(array), WriteError::ElementType(DType::String));
    assert_eq!(push(dense(DType::I32, &[2], &[0; 4])), WriteError::DenseShape);
    assert_eq!(push(dense(DType::I32, &[-1], &[])), WriteError::DenseShape);
    assert_eq!(push(dense(DType::I64, &[i64::MAX, i64::MAX], &[])), WriteError::DenseShape);
    assert_eq!(push(dense(DType::I1, &[1], &[2])), WriteError::DenseShape);
    assert_eq!(push(dense(DType::Qi8, &[1], &[2])), WriteError::ElementType(DType::Qi8));
    let wide = Attribute::Aggregate(vec![byte(); 20_000]);
    assert!(matches!(push(wide), WriteError::TooLarge(_)));
    let attributes = builder.finish();
    assert!(attributes.is_empty() && attributes.bytes().is_empty());
    assert_eq!(attributes.get(0).unwrap_err().kind, ErrorKind::AttributeIndex(0));
    let past = attributes.decode_at(9, AttributeType::Type).unwrap_err();
    assert_eq!(past.kind, ErrorKind::UnexpectedEnd);
}

#[test]
fn numbers_of_types_are_those_of_the_format() {
    for number in 0..=u8::MAX {
        if let Some(dtype) = DType::from_number(number) {
            assert_eq!(dtype.number(), number);
        }
        if let Some(attribute_type) = AttributeType::from_number(number) {
            assert_eq!(attribute_type.number(), number);
        }
    }
    assert_eq!(DType::from_number(23), Some(DType::Qi32));
    assert_eq!(DType::from_number(24), None);
    assert_eq!(AttributeType::from_number(0x88), Some(AttributeType::Array(DType::I32)));
    assert_eq!(AttributeType::from_number(0x90), None);
}
