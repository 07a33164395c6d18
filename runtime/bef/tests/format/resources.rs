//! Attributes whose elements are outside the file.

use crate::damage::attempt;
use crate::support::{example, join, split};
use tfrt_bef::{
    Attribute, AttributeType, AttributesBuilder, Blob, DType, ErrorKind, File, Limits,
    OptionalSections, Outside, WriteError, read, write,
};

const SECTION: u8 = 0x41;

fn outside(name: &str, dtype: DType, shape: &[i64]) -> Outside {
    Outside::new(name, "w.bin", 64, [7; 32], dtype, shape)
}

/// The example with these attributes in place of its own, the first of which is 32 bits wide.
fn file(resources: &[Outside], sections: OptionalSections) -> File {
    let mut file = read(&example(), &Limits::default()).unwrap();
    let mut attributes = AttributesBuilder::new();
    attributes.push(&Attribute::Scalar { dtype: DType::I32, bits: 1 }).unwrap();
    for resource in resources {
        attributes.push_outside(resource.clone()).unwrap();
    }
    file.attributes = attributes.finish();
    file.optional_sections = sections;
    file
}

fn one() -> Vec<u8> {
    write(&file(&[outside("w", DType::F32, &[2, 3])], OptionalSections::ALL)).unwrap()
}

#[test]
fn a_resource_has_a_record_and_its_name_stands_for_it() {
    let bytes = one();
    let sections = split(&bytes);
    let last = sections.last().unwrap();
    let mut record = vec![1, 4];
    record.extend(b"w\0w.bin\0");
    record.extend([64, 24]);
    record.extend([7; 32]);
    record.extend([10, 2]);
    record.extend([2_i64.to_le_bytes(), 3_i64.to_le_bytes()].concat());
    assert_eq!((last.id, &last.data), (SECTION, &record));
    assert_eq!(sections[1].data, [1, 0, 0, 0, 1, 0, 0, 0, b'w']);

    let mut read_back = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(write(&read_back).unwrap(), bytes);
    let kind = read_back.attributes.entries()[1].attribute_type;
    assert_eq!(kind, Some(AttributeType::Dense));
    let missing = read_back.attributes.get(1).unwrap_err();
    assert_eq!(missing.kind, ErrorKind::MissingResource);
    let size = read_back.attributes.size_at(4, AttributeType::Dense).unwrap();
    let as_text = read_back.attributes.decode_at(4, AttributeType::String).unwrap_err();
    assert_eq!(as_text.kind, ErrorKind::Resource);

    let short = read_back.attributes.provide(0, vec![0; 23].into()).unwrap_err();
    assert_eq!(short.kind, ErrorKind::ResourceLength);
    assert_eq!(
        read_back.attributes.provide(1, Blob::default()).unwrap_err().kind,
        ErrorKind::Resource
    );
    let data = Blob::from(vec![5; 24]);
    read_back.attributes.provide(0, data.clone()).unwrap();
    let attribute = read_back.attributes.get(1).unwrap();
    assert_eq!(attribute.size(), size);
    let Attribute::Dense(dense) = attribute else { panic!("{attribute:?}") };
    assert_eq!((dense.dtype, &*dense.shape), (DType::F32, &[2, 3][..]));
    assert_eq!(dense.data.as_ptr(), data.as_ptr());
}

#[test]
fn a_reader_without_the_section_sees_the_name() {
    let mut sections = split(&one());
    sections.pop();
    let file = read(&join(&sections), &Limits::default()).unwrap();
    assert_eq!(file.attributes.get(1).unwrap(), Attribute::String(b"w".to_vec()));
}

#[test]
fn a_file_without_types_knows_which_attributes_are_outside() {
    let resource = outside("w", DType::F32, &[2, 3]);
    let bytes = write(&file(&[resource], OptionalSections::NONE)).unwrap();
    let file = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(file.attributes.outside()[0].file.as_ref(), "w.bin");
    let decoded = file.attributes.decode_at(4, AttributeType::Dense).unwrap_err();
    assert_eq!(decoded.kind, ErrorKind::MissingResource);
    assert_eq!(write(&file).unwrap(), bytes);
}

#[test]
fn elements_that_are_no_booleans_are_refused() {
    let bytes = write(&file(&[outside("w", DType::I1, &[2])], OptionalSections::ALL)).unwrap();
    let mut file = read(&bytes, &Limits::default()).unwrap();
    let wrong = file.attributes.provide(0, vec![1, 2].into()).unwrap_err();
    assert_eq!(wrong.kind, ErrorKind::Boolean(2));
    file.attributes.provide(0, vec![1, 0].into()).unwrap();
}

#[test]
fn what_is_no_resource_cannot_be_written() {
    let mut attributes = AttributesBuilder::new();
    let mut push = |resource| attributes.push_outside(resource).unwrap_err();
    let unnamed = WriteError::OutOfRange("name of a resource");
    assert_eq!(push(outside("", DType::F32, &[2])), unnamed);
    assert_eq!(push(Outside::new("w", "", 0, [0; 32], DType::F32, &[2])), unnamed);
    assert_eq!(push(outside("a\0", DType::F32, &[2])), WriteError::Nul);
    assert_eq!(push(outside("w", DType::F32, &[-1])), WriteError::DenseShape);
    assert_eq!(push(outside("w", DType::String, &[1])), WriteError::DenseShape);
    assert_eq!(push(outside("w", DType::F32, &[i64::MAX, i64::MAX])), WriteError::DenseShape);
    let end = Outside::new("w", "f", u64::MAX, [0; 32], DType::I8, &[1]);
    assert_eq!(push(end), WriteError::DenseShape);
}

/// A change of the section's bytes.
type Change = fn(&mut Vec<u8>);

#[test]
fn a_record_that_contradicts_itself_is_refused() {
    // One record: count, offset, "w\0", "w.bin\0", start, length, hash, type, rank, dimensions.
    let changes: [(&str, ErrorKind, Change); 14] = [
        ("count", ErrorKind::Count, |data| data[0] = 2),
        ("no attribute there", ErrorKind::Resource, |data| data[1] = 5),
        ("a number there", ErrorKind::Resource, |data| data[1] = 0),
        ("another name", ErrorKind::Resource, |data| data[2] = b'v'),
        ("no name", ErrorKind::Resource, |data| {
            data.remove(2);
        }),
        ("not text", ErrorKind::Utf8, |data| data[4] = 0xFF),
        ("no end of a name", ErrorKind::UnterminatedString, |data| {
            data.truncate(48);
            data[2..].fill(b'w');
        }),
        ("length", ErrorKind::Resource, |data| data[11] = 25),
        ("no such type", ErrorKind::ElementType(99), |data| data[44] = 99),
        ("a type of no tensor", ErrorKind::ElementType(16), |data| data[44] = 16),
        ("rank", ErrorKind::Count, |data| data[45] = 3),
        ("too few dimensions", ErrorKind::Resource, |data| data[45] = 1),
        ("a negative dimension", ErrorKind::Resource, |data| data[53] = 0x80),
        ("more than that", ErrorKind::TrailingBytes, |data| data.push(0)),
    ];
    for (what, expected, change) in changes {
        let mut sections = split(&one());
        change(&mut sections.last_mut().unwrap().data);
        let error = read(&join(&sections), &Limits::default()).unwrap_err();
        assert_eq!(error.kind, expected, "{what}");
    }
    let mut sections = split(&one());
    let data = &mut sections.last_mut().unwrap().data;
    // A range that ends past every file.
    data.splice(10..11, [0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]);
    let error = read(&join(&sections), &Limits::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Resource);
    // The same attribute twice.
    let mut sections = split(&one());
    let data = &mut sections.last_mut().unwrap().data;
    let record = data[1..].to_vec();
    data[0] = 2;
    data.extend(record);
    let error = read(&join(&sections), &Limits::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Resource);
    // A limit.
    let limits = Limits { string: 20, ..Limits::default() };
    let long = outside(&"w".repeat(21), DType::F32, &[1]);
    let bytes = write(&file(&[long], OptionalSections::ALL)).unwrap();
    assert_eq!(read(&bytes, &limits).unwrap_err().kind, ErrorKind::Limit("string"));
}

#[test]
fn every_changed_byte_is_refused_or_loads() {
    let resources = [outside("w", DType::F32, &[2, 3]), outside("b", DType::I1, &[])];
    for sections in [OptionalSections::ALL, OptionalSections::NONE] {
        let mut bytes = write(&file(&resources, sections)).unwrap();
        for length in 0..bytes.len() {
            attempt(&bytes[..length]);
        }
        for position in 0..bytes.len() {
            let original = bytes[position];
            for value in 0..=u8::MAX {
                bytes[position] = value;
                attempt(&bytes);
            }
            bytes[position] = original;
        }
    }
}
