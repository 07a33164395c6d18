//! The memory of a load: at most four times the file plus a mebibyte, whatever the file claims.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

#[path = "../../../build-support/counting.rs"]
mod counting;
#[path = "format/support.rs"]
mod support;

use counting::{alone, taken};
use support::{example, join, samples, split, vbr};
use tfrt_bef::{
    Attribute, AttributesBuilder, Body, DType, File, Function, FunctionKind, KernelLists, Kernels,
    Limits, Location, LocationsBuilder, Numbers, OptionalSections, Register, Users, read, write,
};

/// Reads a file and checks the memory used; returns whether it loads.
fn load(what: &str, bytes: &[u8]) -> bool {
    let (taken, _, result) = taken(|| read(bytes, &Limits::default()));
    let allowed = 4 * bytes.len() + (1 << 20);
    println!("{what}: file {}, taken {taken}, allowed {allowed}", bytes.len());
    assert!(taken <= allowed, "{what}: {taken} bytes for a file of {}", bytes.len());
    result.is_ok()
}

fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap()
}

/// A file with one function of kernels without arguments or results.
fn tiny_kernels(count: usize, located: bool) -> File {
    let mut locations = LocationsBuilder::new();
    let location = if located { Location::Unknown } else { Location::Virtual };
    let body_location = locations.push(&location).unwrap();
    let mut kernels = Kernels::new();
    for _ in 0..count {
        let location = locations.push(&location).unwrap();
        kernels.push(0, location, 0, KernelLists::default(), &Users::default());
    }
    let trigger: Vec<u32> = (1..=index(count)).collect();
    let body = Body {
        location: body_location,
        registers: Vec::new(),
        kernels,
        entry_users: Users::new(&[trigger]),
        root_stream: 0,
        result_registers: Vec::new(),
    };
    File {
        kernels: vec!["k".into()],
        functions: vec![Function::new(FunctionKind::Async, "f", &[], &[], Some(body))],
        locations: locations.finish(),
        optional_sections: OptionalSections::ALL,
        ..File::default()
    }
}

/// A file with a chain of kernels, each of which uses the previous result.
fn chain(count: usize) -> File {
    let mut file = tiny_kernels(0, false);
    let mut locations = LocationsBuilder::new();
    let location = locations.push(&Location::Virtual).unwrap();
    let mut kernels = Kernels::new();
    for number in 0..index(count) {
        let arguments = &[number];
        let results = &[number + 1];
        let lists = KernelLists { arguments, results, ..KernelLists::default() };
        let users: &[u32] = if number + 1 == index(count) { &[] } else { &[number + 2] };
        let location = locations.push(&Location::Virtual).unwrap();
        kernels.push(0, location, 0, lists, [users]);
    }
    let body = Body {
        location,
        registers: vec![Register { ty: Some(0) }; count + 1],
        kernels,
        entry_users: Users::new(&[&[][..], &[1]]),
        root_stream: 0,
        result_registers: vec![index(count)],
    };
    file.types = vec!["i".into()];
    file.functions = vec![Function::new(FunctionKind::Async, "f", &[0], &[0], Some(body))];
    file
}

fn names(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|number| format!("{number:x}"))
}

#[test]
fn loads_take_little_memory() {
    let _alone = alone();
    for located in [false, true] {
        let file = tiny_kernels(200_000, located);
        assert!(load("tiny kernels", &write(&file).unwrap()));
    }
    let mut file = chain(200_000);
    assert!(load("chain", &write(&file).unwrap()));
    file.optional_sections = OptionalSections::NONE;
    assert!(load("chain without types", &write(&file).unwrap()));

    let mut file = tiny_kernels(0, false);
    file.kernels = names(300_000).map(Into::into).collect();
    assert!(load("kernel names", &write(&file).unwrap()));

    let mut file = tiny_kernels(0, false);
    names(300_000).for_each(|name| file.extra_strings.push(&name));
    assert!(load("strings", &write(&file).unwrap()));

    let mut file = tiny_kernels(0, false);
    file.functions = names(65_536)
        .map(|name| Function::new(FunctionKind::Native, &name, &[], &[], None))
        .collect();
    assert!(load("native functions", &write(&file).unwrap()));

    let mut file = tiny_kernels(0, false);
    let mut locations = LocationsBuilder::new();
    file.functions[0].name = "".into();
    file.functions[0].body.as_mut().unwrap().location = locations.push(&Location::Unknown).unwrap();
    file.functions = vec![file.functions[0].clone(); 65_536];
    file.locations = locations.finish();
    assert!(load("regions", &write(&file).unwrap()));

    let mut file = tiny_kernels(0, false);
    let mut attributes = AttributesBuilder::new();
    for bits in 0..500_000 {
        attributes.push(&Attribute::Scalar { dtype: DType::I8, bits }).unwrap();
    }
    let numbers = Numbers::new(DType::I8, std::iter::repeat_n(1, 2_000_000));
    attributes.push(&Attribute::Array(numbers)).unwrap();
    let small = Attribute::Scalar { dtype: DType::I8, bits: 1 };
    let many = Attribute::Aggregate(vec![small; 16_000]);
    attributes.push(&Attribute::Aggregate(vec![many; 30])).unwrap();
    file.attributes = attributes.finish();
    assert!(load("attributes", &write(&file).unwrap()));

    let mut file = tiny_kernels(1, false);
    let mut attributes = AttributesBuilder::new();
    for bits in 0..200_000 {
        attributes.push(&Attribute::Scalar { dtype: DType::I32, bits }).unwrap();
    }
    file.attributes = attributes.finish();
    file.attribute_names = names(200_000).map(Into::into).collect();
    let all: Vec<u32> = (0..200_000).collect();
    let lists = KernelLists { attributes: &all, attribute_names: &all, ..KernelLists::default() };
    let body = file.functions[0].body.as_mut().unwrap();
    let location = body.kernels.get(0).unwrap().location;
    body.kernels = Kernels::new();
    body.kernels.push(0, location, 0, lists, &Users::default());
    assert!(load("attribute names", &write(&file).unwrap()));
    file.optional_sections = OptionalSections::NONE;
    assert!(load("untyped attributes", &write(&file).unwrap()));

    let mut file = tiny_kernels(0, false);
    let mut locations = LocationsBuilder::new();
    for name in names(100_000) {
        locations
            .push(&Location::Name { name: &name, child: Box::new(Location::Unknown) })
            .unwrap();
    }
    file.functions.clear();
    file.locations = locations.finish();
    assert!(load("locations", &write(&file).unwrap()));

    let mut file = tiny_kernels(0, false);
    file.types = vec!["i".into()];
    let types = vec![0; 1_000_000];
    file.functions = vec![Function::new(FunctionKind::Native, "n", &types, &types, None)];
    assert!(load("signature", &write(&file).unwrap()));
}

#[test]
fn lies_take_little_memory() {
    let _alone = alone();
    // Each section of a valid file replaced by large nonsense: separators, small numbers, maximal
    // counts.
    for (id, section) in split(&example()).into_iter().enumerate() {
        let size = 1 << 20;
        let mut claim = vbr(size);
        claim.resize(size, 1);
        let mut kernels = section.data.clone();
        kernels.truncate(1);
        kernels.extend(vbr(size / 9));
        kernels.resize(size, 1);
        // As many functions as possible in as few bytes.
        let mut functions = vbr(65_000);
        functions.resize(330_000, 1);
        for data in [vec![0; size], vec![1; size], vec![0xFF; size], claim, kernels, functions] {
            let mut sections = split(&example());
            sections[id].data = data;
            load(&format!("nonsense in {id}"), &join(&sections));
        }
    }
    for (path, bytes) in samples() {
        assert!(load(&path.display().to_string(), &bytes));
    }
}
