//! Files with one false claim each, and the resulting errors.

use crate::support::{RawSection, example, join, split, vbr};
use tfrt_bef::{
    Attribute, AttributesBuilder, DType, Dense, ErrorKind, Function, FunctionKind, KernelLists,
    Limits, Section, WriteError, read, write,
};

/// Offsets into the functions section of the example.
mod at {
    pub(super) const REGISTER_COUNT: usize = 1;
    pub(super) const USE_COUNTS: usize = 2;
    pub(super) const KERNEL_COUNT: usize = 5;
    pub(super) const ENTRY: usize = 16;
    pub(super) const ENTRY_USERS: usize = ENTRY + 40;
    pub(super) const CONSTANT_OPERANDS: usize = 10;
    pub(super) const CONSTANT: usize = 64;
    pub(super) const ADD_OFFSET: usize = 12;
    pub(super) const ADD_OPERANDS: usize = 13;
    pub(super) const ADD: usize = 104;
    pub(super) const ADD_ARGUMENTS: usize = ADD + 28;
}

/// The error of the example after one section has been changed.
fn refused(section: Section, change: impl FnOnce(&mut Vec<u8>)) -> ErrorKind {
    let mut sections = split(&example());
    let found = sections.iter_mut().find(|found| found.id == section.id()).unwrap();
    change(&mut found.data);
    refusal(&join(&sections))
}

fn refusal(bytes: &[u8]) -> ErrorKind {
    let error = read(bytes, &Limits::default()).unwrap_err();
    assert!(error.offset <= bytes.len());
    assert!(error.to_string().contains("BEF"), "{error}");
    error.kind
}

/// The error of the example after one byte of its functions has been changed.
fn function_byte(position: usize, value: u8) -> ErrorKind {
    refused(Section::Functions, |data| data[position] = value)
}

/// The error of the example after one section has been replaced.
fn replaced(section: Section, data: &[u8]) -> ErrorKind {
    refused(section, |old| *old = data.to_vec())
}

#[test]
fn header() {
    assert_eq!(refusal(&[]), ErrorKind::Magic);
    assert_eq!(refusal(&[0x0B, 0xEF]), ErrorKind::Magic);
    for text in ["module {\n\tfunc.func @f()\r\n}", "\u{e4}", &"\u{1F600}".repeat(100)] {
        assert_eq!(refusal(text.as_bytes()), ErrorKind::Text);
        assert_eq!(refusal(&[b"x", text.as_bytes()].concat()), ErrorKind::Text);
    }
    assert_eq!(refusal(b"ML\xefR\x01"), ErrorKind::Bytecode);
    assert_eq!(refusal(b"\x08\x07text"), ErrorKind::Magic);
    assert_eq!(refusal(b"text\xff"), ErrorKind::Magic);
    assert_eq!(refusal(&[0x0B, 0xEF, 1]), ErrorKind::Version(1));
    let error = read(&[0x0B, 0xEF, 1], &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), "Unknown BEF format version detected");
}

#[test]
fn lie_1_over_long_integer() {
    assert_eq!(replaced(Section::Kernels, &[0x80, 2, 0x13, 6]), ErrorKind::OverlongInteger);
}

#[test]
fn lie_2_integer_overflow() {
    let mut count = [0xFF; 10];
    count[0] = 0x83;
    count[9] = 0x7F;
    assert_eq!(replaced(Section::Kernels, &count), ErrorKind::IntegerOverflow);
    let endless = [0xFF; 40];
    assert_eq!(replaced(Section::Kernels, &endless), ErrorKind::IntegerOverflow);
}

#[test]
fn lie_3_section_longer_than_the_file() {
    let mut bytes = example();
    let header = bytes.len() - 6;
    bytes[header] += 2;
    assert_eq!(refusal(&bytes), ErrorKind::SectionTooLong);
}

#[test]
fn lie_4_repeated_section() {
    let mut sections = split(&example());
    sections.push(sections[2].clone());
    assert_eq!(refusal(&join(&sections)), ErrorKind::RepeatedSection(Section::Kernels));
}

#[test]
fn lie_5_missing_section() {
    for id in 0..8 {
        let mut sections = split(&example());
        sections.retain(|section| section.id != id);
        let missing = ErrorKind::MissingSection(Section::from_id(id).unwrap());
        assert_eq!(refusal(&join(&sections)), missing);
    }
    // The others are optional, independently of each other.
    for id in 8..11 {
        let mut sections = split(&example());
        sections.retain(|section| section.id != id);
        let bytes = join(&sections);
        assert_eq!(write(&read(&bytes, &Limits::default()).unwrap()).unwrap(), bytes);
    }
}

#[test]
fn lie_6_count_larger_than_the_bytes_left() {
    let huge = vbr(u32::MAX.try_into().unwrap());
    for section in [Section::Kernels, Section::Types, Section::FunctionIndex] {
        assert_eq!(replaced(section, &huge), ErrorKind::Count, "{section}");
    }
    assert_eq!(replaced(Section::AttributeTypes, &huge), ErrorKind::Count);
    assert_eq!(function_byte(at::REGISTER_COUNT, 0x7F), ErrorKind::Count);
    assert_eq!(function_byte(at::KERNEL_COUNT, 0x7F), ErrorKind::Count);
    // One more than there are bytes.
    assert_eq!(replaced(Section::Kernels, &[2, 6]), ErrorKind::Count);
    assert_eq!(function_byte(at::ADD + 8, 3), ErrorKind::Count);
    let mut index = vec![1, 0, 0, 0, 1, 0, 0x81, 0x48];
    index.resize(index.len() + 200, 0);
    assert_eq!(replaced(Section::FunctionIndex, &index), ErrorKind::Count);
    for count in [8, 12, 16, 20, 24] {
        assert_eq!(function_byte(at::ADD + count + 3, 0x7F), ErrorKind::Count);
    }
    // An array of four numbers without room for any.
    let types = [1, 0, 0x81, 8];
    let mut sections = split(&example());
    sections[8].data = types.to_vec();
    assert_eq!(refusal(&join(&sections)), ErrorKind::Count);
}

#[test]
fn lie_7_alignment_and_padding() {
    let bytes = example();
    let position = bytes.windows(4).position(|window| window == [1, 9, 4, 0xCC]).unwrap();
    for alignment in [0, 1, 3, 12] {
        let mut bytes = bytes.clone();
        bytes[position + 2] = alignment;
        assert_eq!(refusal(&bytes), ErrorKind::Alignment);
    }
    let mut bytes = bytes.clone();
    bytes[position + 3] = 0;
    assert_eq!(refusal(&bytes), ErrorKind::Padding);
    // The kernel records start after a gap if the table has another length.
    let gap = |padding: u8| {
        let mut sections = split(&example());
        let table = [0x81, 0, 2, 0xCC, padding, 0xCC];
        sections[5].data.splice(at::ENTRY - 2..at::ENTRY, table);
        read(&join(&sections), &Limits::default()).map(drop).map_err(|error| error.kind)
    };
    assert_eq!(gap(0xCC), Ok(()));
    assert_eq!(gap(0), Err(ErrorKind::Padding));
    let mut sections = split(&example());
    sections[1].alignment = 1;
    sections.insert(1, RawSection { id: 0x55, alignment: 1, data: vec![0; 3] });
    assert_eq!(refusal(&join(&sections)), ErrorKind::Alignment);
    let mut sections = split(&example());
    sections[5].alignment = 1;
    sections.insert(5, RawSection { id: 0x55, alignment: 1, data: vec![0; 3] });
    assert_eq!(refusal(&join(&sections)), ErrorKind::Alignment);
    let attributes = |gap: u8, types: &[u8]| {
        let mut sections = split(&example());
        sections[1].data = vec![1, 0, 0, 0, 5, gap, gap, gap, 7, 0, 0, 0];
        sections[8].data = types.to_vec();
        read(&join(&sections), &Limits::default()).map_err(|error| error.kind)
    };
    assert!(attributes(0xCC, &[3, 0, 8, 4, 6, 8, 8]).is_ok());
    assert_eq!(attributes(0xCB, &[3, 0, 8, 4, 6, 8, 8]), Err(ErrorKind::Padding));
    assert_eq!(attributes(0xCC, &[3, 0, 8, 4, 6, 7, 8]), Err(ErrorKind::Alignment));
}

#[test]
fn lie_8_register() {
    assert_eq!(function_byte(at::ADD_ARGUMENTS, 3), ErrorKind::Register(3));
    assert_eq!(function_byte(at::ADD_ARGUMENTS + 8, 9), ErrorKind::Register(9));
    assert_eq!(function_byte(at::ENTRY - 1, 3), ErrorKind::Register(3));
}

#[test]
fn lie_9_kernel_name() {
    assert_eq!(function_byte(at::ADD, 2), ErrorKind::KernelName(2));
}

#[test]
fn lie_10_function_index() {
    let kind = refused(Section::Functions, |data| {
        data[at::CONSTANT + 12] = 0;
        data[at::CONSTANT + 16] = 1;
        data[at::CONSTANT + 28] = 1;
    });
    // The names of attributes are too few now, but the reference is checked first.
    assert_eq!(kind, ErrorKind::FunctionIndex(1));
}

#[test]
fn lie_11_attribute_offset() {
    for offset in [1, 2, 4, 200] {
        let expected = ErrorKind::AttributeOffset(offset.into());
        assert_eq!(function_byte(at::CONSTANT + 28, offset), expected);
    }
    // Two values at the same offset.
    assert_eq!(replaced(Section::AttributeTypes, &[2, 0, 8, 0, 8]), ErrorKind::AttributeOffset(0));
    // Without types, only the bounds are checked.
    let mut sections = split(&example());
    sections.remove(8);
    sections[5].data[at::CONSTANT + 28] = 4;
    assert_eq!(refusal(&join(&sections)), ErrorKind::AttributeOffset(4));
}

#[test]
fn lie_12_string_offset() {
    assert_eq!(replaced(Section::Types, &[1, 0x7F]), ErrorKind::StringOffset(0x7F));
    assert_eq!(replaced(Section::Types, &[1, 3]), ErrorKind::StringOffset(3));
    assert_eq!(replaced(Section::Kernels, &[2, 6, 0x14]), ErrorKind::StringOffset(0x14));
    assert_eq!(replaced(Section::AttributeNames, &[1, 3, 0x26]), ErrorKind::StringOffset(0x26));
    let index = [1, 0, 0, 1, 1, 0, 1, 0];
    assert_eq!(replaced(Section::FunctionIndex, &index), ErrorKind::StringOffset(1));
    let locations = [1, 1, 1, 1, 1, 0, 2, 8, 1, 0, 3, 8];
    assert_eq!(replaced(Section::Locations, &locations), ErrorKind::StringOffset(1));
}

#[test]
fn lie_13_unterminated_string() {
    for section in [Section::Strings, Section::LocationStrings] {
        let kind = refused(section, |data| *data.last_mut().unwrap() = b'x');
        assert_eq!(kind, ErrorKind::UnterminatedString);
        let kind = refused(section, |data| data[0] = 0xFF);
        assert_eq!(kind, ErrorKind::Utf8);
    }
    // A duplicate, far from the first.
    let kind = refused(Section::Strings, |data| data.extend(b"f\0"));
    assert_eq!(kind, ErrorKind::RepeatedName);
}

#[test]
fn lie_14_type_index() {
    let index = [1, 0, 0, 0, 1, 1, 1, 0];
    assert_eq!(replaced(Section::FunctionIndex, &index), ErrorKind::TypeIndex(1));
    assert_eq!(replaced(Section::RegisterTypes, &[1, 3, 0, 1, 0]), ErrorKind::TypeIndex(1));
}

#[test]
fn lie_15_use_count() {
    for recorded in [0, 2, 0x7F] {
        let expected = ErrorKind::UseCount { register: 1, recorded: recorded.into(), actual: 1 };
        assert_eq!(function_byte(at::USE_COUNTS + 1, recorded), expected);
    }
}

#[test]
fn lie_16_operand_count() {
    for recorded in [0, 1, 3, 0x7F] {
        let kind = ErrorKind::OperandCount { kernel: 2, recorded: recorded.into(), actual: 2 };
        assert_eq!(function_byte(at::ADD_OPERANDS, recorded), kind);
    }
    let kind = ErrorKind::OperandCount { kernel: 0, recorded: 1, actual: 0 };
    assert_eq!(function_byte(at::KERNEL_COUNT + 2, 1), kind);
    let kind = ErrorKind::OperandCount { kernel: 1, recorded: 1, actual: 0 };
    assert_eq!(function_byte(at::CONSTANT_OPERANDS, 1), kind);
}

#[test]
fn lie_17_users() {
    for user in [0, 1, 3] {
        let user_of_constant = function_byte(at::CONSTANT + 36, user);
        assert_eq!(user_of_constant, ErrorKind::UsedBy { kernel: 1 });
        let user_of_argument = function_byte(at::ENTRY_USERS + 4, user);
        assert_eq!(user_of_argument, ErrorKind::UsedBy { kernel: 0 });
    }
    assert_eq!(function_byte(at::ENTRY_USERS, 2), ErrorKind::UsedBy { kernel: 0 });
    // Too few and too many: the writer does not check users.
    for users in [&[][..], &[2, 2]] {
        let mut file = read(&example(), &Limits::default()).unwrap();
        let body = file.functions[0].body.as_mut().unwrap();
        let kernels = std::mem::take(&mut body.kernels);
        for (index, kernel) in kernels.iter().enumerate() {
            let (lists, users_of) = (kernel.lists(), kernel.used_by().collect::<Vec<_>>());
            let users_of = if index == 0 { vec![users] } else { users_of };
            body.kernels.push(kernel.name, kernel.location, kernel.stream, lists, users_of);
        }
        assert_eq!(refusal(&write(&file).unwrap()), ErrorKind::UsedBy { kernel: 1 });
    }
}

#[test]
fn lie_18_register_written_twice() {
    assert_eq!(function_byte(at::ADD_ARGUMENTS + 8, 1), ErrorKind::WrittenTwice(1));
    assert_eq!(function_byte(at::CONSTANT + 32, 0), ErrorKind::WrittenTwice(0));
}

#[test]
fn lie_19_register_read_before_it_is_written() {
    // An operand that the same kernel, or a later one, produces.
    assert_eq!(function_byte(at::ADD_ARGUMENTS, 2), ErrorKind::ReadBeforeWrite(2));
    let mut file = read(&example(), &Limits::default()).unwrap();
    let body = file.functions[0].body.as_mut().unwrap();
    body.registers.push(body.registers[0]);
    let bytes = write(&file).unwrap();
    assert_eq!(refusal(&bytes), ErrorKind::NeverWritten(3));
}

#[test]
fn lie_20_signature() {
    let index = [1, 0, 0, 0, 0, 1, 0];
    assert_eq!(replaced(Section::FunctionIndex, &index), ErrorKind::Signature);
    for registers in [[1, 3, 1, 0, 0], [1, 3, 0, 0, 1]] {
        let mut sections = split(&example());
        sections[3].data = vec![2, 2, 0];
        sections[10].data = registers.to_vec();
        assert_eq!(refusal(&join(&sections)), ErrorKind::Signature);
    }
    let index = [1, 0, 0, 0, 1, 0, 2, 0, 0];
    let kind = replaced(Section::FunctionIndex, &index);
    assert!(matches!(kind, ErrorKind::Register(_) | ErrorKind::Padding), "{kind}");
}

/// The example with other attributes; its constant refers to the first.
fn with_attributes(data: &[u8], types: &[u8]) -> Result<(), ErrorKind> {
    let mut sections = split(&example());
    sections[1] = RawSection { id: 1, alignment: 8, data: data.to_vec() };
    sections[8].data = types.to_vec();
    sections[5].data[at::CONSTANT + 28] = types[1];
    read(&join(&sections), &Limits::default()).map(drop).map_err(|error| error.kind)
}

/// Aggregates, each the only element of the next.
fn nested(levels: usize) -> Vec<u8> {
    let mut data = vec![4, 0, 16, 0, 21, 0, 0, 0, 1, 0, 0, 0, 17, 0, 0, 0, 6];
    data[12] = 17;
    data[4] = 18;
    data.push(7);
    for _ in 1..levels {
        let size = u32::try_from(data.len() + 24).unwrap();
        let mut outer = vec![8, 0, 16, 0];
        outer.extend(size.to_le_bytes());
        outer.extend([1, 0, 0, 0, 24, 0, 0, 0]);
        outer.extend([0xCC; 7]);
        outer.push(30);
        outer.extend(data);
        data = outer;
    }
    data
}

#[test]
fn lie_21_aggregates() {
    for levels in [1, 2, 3, 128] {
        assert_eq!(with_attributes(&nested(levels), &[1, 0, 30]), Ok(()), "{levels}");
    }
    for levels in [129, 20_000] {
        let refused = with_attributes(&nested(levels), &[1, 0, 30]);
        assert_eq!(refused, Err(ErrorKind::AggregateNesting), "{levels}");
    }
    let mut data = nested(2);
    data[12] = 0;
    assert_eq!(with_attributes(&data, &[1, 0, 30]), Err(ErrorKind::AggregateElement));
    // An alignment that no element requires, and a byte after the last element.
    let mut data = nested(1);
    data[0] = 8;
    assert_eq!(with_attributes(&data, &[1, 0, 30]), Err(ErrorKind::Alignment));
    let mut data = nested(1);
    data[4] += 1;
    data.push(0xCC);
    assert_eq!(with_attributes(&data, &[1, 0, 30]), Err(ErrorKind::AggregateElement));
    let mut builder = AttributesBuilder::new();
    let number = |bits| Attribute::Scalar { dtype: DType::I8, bits };
    builder.push(&Attribute::Aggregate(vec![number(1), number(2)])).unwrap();
    let data = builder.finish().bytes().to_vec();
    assert_eq!(with_attributes(&data, &[1, 0, 30]), Ok(()));
    for (position, value) in [(12, 23), (16, 21), (16, 99), (4, 99), (4, 23)] {
        let mut data = data.clone();
        data[position] = value;
        let refused = with_attributes(&data, &[1, 0, 30]).unwrap_err();
        assert!(
            matches!(
                refused,
                ErrorKind::AggregateElement
                    | ErrorKind::Padding
                    | ErrorKind::AttributeType(_)
                    | ErrorKind::Count
                    | ErrorKind::UnexpectedEnd
            ),
            "{refused}"
        );
    }
}

#[test]
fn deep_nesting_needs_little_stack() {
    let body = || {
        assert_eq!(with_attributes(&nested(128), &[1, 0, 30]), Ok(()));
        let mut attribute = Attribute::Aggregate(Vec::new());
        for _ in 1..128 {
            attribute = Attribute::Aggregate(vec![attribute]);
        }
        let mut builder = AttributesBuilder::new();
        builder.push(&Attribute::Aggregate(vec![attribute.clone()])).unwrap();
        let too_deep = Attribute::Aggregate(vec![Attribute::Aggregate(vec![attribute.clone()])]);
        assert_eq!(builder.push(&too_deep), Err(WriteError::Nesting));
        let attributes = builder.finish();
        assert_eq!(attributes.get(0), Ok(Attribute::Aggregate(vec![attribute])));
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(body).unwrap().join().unwrap();
}

#[test]
fn attribute_values() {
    assert_eq!(with_attributes(&[2], &[1, 0, 5]), Err(ErrorKind::Boolean(2)));
    let array = [2, 0, 0, 0, 1, 2];
    assert_eq!(with_attributes(&array, &[1, 0, 0x81, 5]), Err(ErrorKind::Boolean(2)));
    assert_eq!(with_attributes(&[24], &[1, 0, 25]), Err(ErrorKind::ElementType(24)));
    for number in [0, 12, 24, 31, 0x7F] {
        let refused = with_attributes(&[1], &[1, 0, number]);
        assert_eq!(refused, Err(ErrorKind::AttributeType(number.into())));
    }
    let mut builder = AttributesBuilder::new();
    let data = vec![1, 0, 1];
    let dense =
        Attribute::Dense(Box::new(Dense { dtype: DType::I1, shape: vec![3], data: data.into() }));
    builder.push(&dense).unwrap();
    let attributes = builder.finish();
    assert_eq!(attributes.get(0), Ok(dense));
    let start = u8::try_from(attributes.entries()[0].offset).unwrap();
    let bytes = attributes.bytes().to_vec();
    assert_eq!(with_attributes(&bytes, &[1, start, 28]), Ok(()));
    let header = [(0, ErrorKind::Alignment), (1, ErrorKind::ElementType(0x7F))];
    let count = [(8, ErrorKind::AttributeHeader), (12, ErrorKind::AttributeHeader)];
    let rest = [(2, ErrorKind::AttributeHeader), (4, ErrorKind::Count), (16, ErrorKind::Count)];
    let data = [(20, ErrorKind::AttributeHeader), (28, ErrorKind::Boolean(0x7F))];
    for (position, kind) in header.into_iter().chain(count).chain(rest).chain(data) {
        let mut bytes = bytes.clone();
        bytes[usize::from(start) + position] = 0x7F;
        assert_eq!(with_attributes(&bytes, &[1, start, 28]), Err(kind), "{position}");
    }
}

#[test]
fn lie_23_locations() {
    assert_eq!(function_byte(at::ADD + 4, 12), ErrorKind::Location(12));
    assert_eq!(function_byte(at::ADD + 4, 9), ErrorKind::Location(9));
    assert_eq!(function_byte(0, 1), ErrorKind::Location(1));
    let word = |value: u32| {
        refused(Section::Functions, |data| {
            data[at::ADD + 4..at::ADD + 8].copy_from_slice(&value.to_le_bytes());
        })
    };
    assert_eq!(word(u32::MAX), ErrorKind::Location(u32::MAX));
    // As many numbers below the top as there are locations, and no more.
    assert_eq!(word(u32::MAX - 5), ErrorKind::Location(u32::MAX - 5));
    assert_eq!(replaced(Section::Locations, &[5]), ErrorKind::LocationKind(5));
    let deep: Vec<u8> = [2, 0].into_iter().cycle().take(256).chain([0]).collect();
    assert_eq!(replaced(Section::Locations, &deep), ErrorKind::LocationNesting);
    assert_eq!(replaced(Section::Locations, &[3; 100_000]), ErrorKind::LocationNesting);
    assert_eq!(replaced(Section::Locations, &[4, 0x7F]), ErrorKind::Count);
}

#[test]
fn lie_24_table_length() {
    for data in [&[2, 3, 0, 0, 0][..], &[1, 2, 0, 0], &[1, 4, 0, 0, 0, 0], &[1, 3, 0, 0, 0, 0]] {
        assert_eq!(replaced(Section::RegisterTypes, data), ErrorKind::TableLength);
    }
    for data in [&[2, 3, 0x25][..], &[1, 2, 0x25], &[1, 3, 0x25, 0x25]] {
        assert_eq!(replaced(Section::AttributeNames, data), ErrorKind::TableLength);
    }
    for data in [&[0][..], &[1, 0, 8, 4]] {
        assert_eq!(replaced(Section::AttributeTypes, data), ErrorKind::TableLength);
    }
    assert_eq!(replaced(Section::AttributeNames, &[1, 3]), ErrorKind::UnexpectedEnd);
    // A gap large enough for another value.
    let mut sections = split(&example());
    sections[1].data.extend([0xCC; 8]);
    sections[1].data.extend([7, 0, 0, 0]);
    sections[8].data = vec![2, 0, 8, 12, 8];
    assert_eq!(refusal(&join(&sections)), ErrorKind::TableLength);
}

#[test]
fn functions_and_records() {
    let kind = refused(Section::FunctionIndex, |data| data[1] = 3);
    assert_eq!(kind, ErrorKind::FunctionKind(3));
    let kind = refused(Section::FunctionIndex, |data| data[2] = 4);
    assert_eq!(kind, ErrorKind::FunctionOffset(FunctionKind::Async));
    let kind = refused(Section::FunctionIndex, |data| (data[1], data[2]) = (2, 4));
    assert_eq!(kind, ErrorKind::FunctionOffset(FunctionKind::Sync));
    assert_eq!(function_byte(at::ADD_OFFSET, 0x54), ErrorKind::KernelOffset { kernel: 2 });
    // The entry's code, location, attributes, functions and trigger.
    for (position, value) in [(0, 0), (4, 0), (12, 1), (16, 1), (32, 9)] {
        assert_eq!(function_byte(at::ENTRY + position, value), ErrorKind::PseudoKernel);
    }
    let kind = refused(Section::Functions, |data| data.extend([0; 4]));
    assert_eq!(kind, ErrorKind::TrailingBytes);
    let again = [2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0];
    assert_eq!(replaced(Section::FunctionIndex, &again), ErrorKind::TableLength);
    let mut sections = split(&example());
    sections.truncate(8);
    sections[4].data = again.to_vec();
    sections[5].data = Vec::new();
    assert_eq!(refusal(&join(&sections)), ErrorKind::FunctionName);
    // A function without a name is a region; a native one without a name is invalid.
    sections[0].data.insert(0, 0);
    sections[4].data = vec![1, 1, 0, 0, 0, 0];
    sections[3].data = vec![1, 3];
    sections[2].data = vec![2, 0x14, 7];
    assert_eq!(refusal(&join(&sections)), ErrorKind::FunctionName);
}

/// The original's messages, which users may search for.
#[test]
fn refusals_in_the_words_of_the_original() {
    let words = |change: &dyn Fn(&mut Vec<RawSection>)| {
        let mut sections = split(&example());
        change(&mut sections);
        read(&join(&sections), &Limits::default()).unwrap_err().to_string()
    };
    let replaced = |id: usize, data: &[u8]| words(&|sections| sections[id].data = data.to_vec());
    let said = [
        (
            read(b"\x0B\xEE\x00", &Limits::default()).unwrap_err().to_string(),
            "invalid BEF file header detected",
        ),
        (
            read(b"func.func @f() {\n}\n", &Limits::default()).unwrap_err().to_string(),
            "invalid BEF file header detected: this looks like MLIR text, which is translated to BEF \
             first",
        ),
        (
            read(b"ML\xefR\x01", &Limits::default()).unwrap_err().to_string(),
            "invalid BEF file header detected: this is MLIR bytecode, not BEF",
        ),
        (
            read(b"\x0B\xEF\x01", &Limits::default()).unwrap_err().to_string(),
            "Unknown BEF format version detected",
        ),
        (
            read(&example()[..4], &Limits::default()).unwrap_err().to_string(),
            "BEF file section header corrupted: unexpected end (byte 4)",
        ),
        (
            words(&|sections| sections[2].data.push(0)),
            "unexpected data in BEF section: bytes after the contents (byte 61)",
        ),
        (
            replaced(2, &[0x7F]),
            "invalid Kernels section in BEF file: count larger than the bytes left (byte 58)",
        ),
        (
            replaced(3, &[0x7F]),
            "invalid Types section in BEF file: count larger than the bytes left (byte 63)",
        ),
        (
            replaced(4, &[0x7F]),
            "invalid FunctionIndex section in BEF file: Failed to read the FunctionIndex section: \
             count larger than the bytes left (byte 67)",
        ),
        (
            words(&|sections| sections[4].data[2] = 4),
            "invalid FunctionIndex section in BEF file: Invalid offset found for BEFFunction \
             (byte 69)",
        ),
        (
            words(&|sections| (sections[4].data[1], sections[4].data[2]) = (2, 4)),
            "invalid FunctionIndex section in BEF file: Invalid offset found for SyncBEFFunction \
             (byte 69)",
        ),
        (
            words(&|sections| {
                sections[4].data[1] = 2;
                sections[5].data[at::ENTRY - 1] = 0;
            }),
            "invalid FunctionIndex section in BEF file: Invalid SyncBEFFunction(Result cannot be \
             an argument or another result) (byte 95)",
        ),
        (
            words(&|sections| sections[5].data[at::ADD] = 2),
            "invalid Function section in BEF file: kernel name 2 is out of range (byte 184)",
        ),
    ];
    for (found, expected) in said {
        assert_eq!(found, expected);
    }
}

/// The default limits.
#[test]
fn limits_by_default() {
    let limits = Limits {
        file: 256 << 20,
        functions: 65_536,
        kernels: 1_000_000,
        registers: 1_000_000,
        nesting: 128,
        string: 64 << 10,
        attribute: (64 << 20) + (64 << 10),
    };
    assert_eq!(Limits::default(), limits);
}

/// The bytes may be at any address.
#[test]
fn a_file_at_any_address() {
    let file = example();
    for offset in 0..16 {
        let mut bytes = vec![0; offset];
        bytes.extend(&file);
        let read = read(&bytes[offset..], &Limits::default()).unwrap();
        assert_eq!(write(&read).unwrap(), file);
    }
}

/// Calls of unnamed functions do not count towards the call depth, so they must not recurse
/// forever.
#[test]
fn regions_nest_neither_deep_nor_in_themselves() {
    /// The example with regions, each of which contains those of a list.
    fn file(regions: &[&[u32]], used: &[u32]) -> Vec<u8> {
        let mut file = read(&example(), &Limits::default()).unwrap();
        let example = file.functions.remove(0);
        let with = |name: &str, functions: &[u32]| {
            let mut body = example.body.clone().unwrap();
            let kernels = std::mem::take(&mut body.kernels);
            for (index, kernel) in (1..).zip(&kernels) {
                let functions = if index == kernels.len() { functions } else { &[] };
                let lists = KernelLists { functions, ..kernel.lists() };
                let users = kernel.used_by();
                body.kernels.push(kernel.name, kernel.location, kernel.stream, lists, users);
            }
            let (arguments, results) = (example.arguments(), example.results());
            Function::new(FunctionKind::Async, name, arguments, results, Some(*body))
        };
        file.functions = regions.iter().map(|used| with("", used)).collect();
        file.functions.push(with("f", used));
        write(&file).unwrap()
    }
    let body = || {
        let limits = Limits { functions: 200_000, ..Limits::default() };
        let check = |regions: &[&[u32]], used: &[u32]| {
            read(&file(regions, used), &limits).map(drop).map_err(|error| error.kind)
        };
        let deep = Err(ErrorKind::RegionNesting);
        assert_eq!(check(&[&[]], &[0, 0]), Ok(()));
        assert_eq!(check(&[&[0]], &[0]), deep);
        assert_eq!(check(&[&[1], &[0]], &[]), deep);
        // A call of a named function is counted.
        assert_eq!(check(&[&[1]], &[0]), Ok(()));
        for (count, expected) in [(128, Ok(())), (129, deep), (100_000, deep)] {
            let next: Vec<[u32; 1]> = (1..count).map(|region| [region]).collect();
            let mut regions: Vec<&[u32]> = next.iter().map(|next| &next[..]).collect();
            regions.push(&[]);
            assert_eq!(check(&regions, &[0]), expected, "{count}");
        }
        // Regions shared by two others are followed only once.
        let shared: Vec<[u32; 2]> = (1..100).map(|region| [region, region]).collect();
        let mut regions: Vec<&[u32]> = shared.iter().map(|both| &both[..]).collect();
        regions.push(&[]);
        assert_eq!(check(&regions, &[0]), Ok(()));
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(body).unwrap().join().unwrap();
}

#[test]
fn sync_functions_return_neither_arguments_nor_values_twice() {
    let sync = |result: u8| {
        let mut sections = split(&example());
        sections[4].data[1] = 2;
        sections[5].data[at::ENTRY - 1] = result;
        sections[5].data[at::USE_COUNTS] = if result == 0 { 2 } else { 1 };
        sections[5].data[at::USE_COUNTS + 2] = u8::from(result == 2);
        read(&join(&sections), &Limits::default()).map(drop).map_err(|error| error.kind)
    };
    assert_eq!(sync(2), Ok(()));
    assert_eq!(sync(0), Err(ErrorKind::SyncResult));
    let mut file = read(&example(), &Limits::default()).unwrap();
    let mut body = file.functions[0].body.take().unwrap();
    body.result_registers = vec![1, 2, 1];
    let function = Function::new(FunctionKind::Sync, "f", &[0], &[0, 0, 0], Some(*body));
    file.functions = vec![function];
    assert_eq!(refusal(&write(&file).unwrap()), ErrorKind::SyncResult);
}

#[test]
fn nonstrict_kernels_wait_for_one_operand() {
    let strict = read(&example(), &Limits::default()).unwrap();
    let mut file = strict.clone();
    file.nonstrict.push((0, 2));
    let bytes = write(&file).unwrap();
    assert_eq!(read(&bytes, &Limits::default()).unwrap(), file);
    assert!(file.is_nonstrict(0, 2) && !file.is_nonstrict(0, 1));
    let mut sections = split(&bytes);
    assert_eq!(sections.pop().unwrap().data, [1, 0, 2]);
    let kind = ErrorKind::OperandCount { kernel: 2, recorded: 1, actual: 2 };
    assert_eq!(refusal(&join(&sections)), kind);
    for pairs in [&[1, 0, 3][..], &[1, 0, 0], &[2, 0, 2, 0, 2], &[1, 1, 1]] {
        let mut sections = split(&example());
        sections.push(RawSection { id: 0x40, alignment: 1, data: pairs.to_vec() });
        assert_eq!(refusal(&join(&sections)), ErrorKind::Nonstrict);
    }
}

#[test]
fn limits_are_honoured() {
    let with = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        read(&example(), &limits).map(drop).map_err(|error| error.kind)
    };
    assert_eq!(with(|limits| limits.file = 263), Err(ErrorKind::Limit("file size")));
    assert_eq!(with(|limits| limits.functions = 0), Err(ErrorKind::Limit("functions")));
    assert_eq!(with(|limits| limits.kernels = 1), Err(ErrorKind::Limit("kernels")));
    assert_eq!(with(|limits| limits.registers = 2), Err(ErrorKind::Limit("registers")));
    assert_eq!(with(|limits| limits.string = 16), Err(ErrorKind::Limit("string")));
    assert_eq!(with(|limits| limits.attribute = 3), Err(ErrorKind::Limit("attribute")));
    assert_eq!(
        with(|limits| {
            limits.file = 264;
            limits.functions = 1;
            limits.kernels = 2;
            limits.registers = 3;
            limits.string = 17;
            limits.attribute = 4;
            limits.nesting = 1;
        }),
        Ok(())
    );
}
