//! Small files that say the same large thing many times, or what takes the most memory for what it
//! takes in the file: what is made of them stays in proportion, or they are refused.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

#[path = "../../build-support/counting.rs"]
mod counting;

use counting::alone;
use tfrt_bef::{
    Attribute, AttributesBuilder, Body, DType, Dense, File, Function, FunctionKind, KernelLists,
    Kernels, Limits, Location, LocationId, LocationsBuilder, Numbers, OptionalSections, Register,
    SymbolRef, Users,
};
use tfrt_codegen_tests::fuzz::catalogue;
use tfrt_compiler::syntax::{PrintOptions, print};
use tfrt_exec::{LoadOptions, Program};

/// The bytes that something takes at most.
fn taken<T>(make: impl FnOnce() -> T) -> (usize, T) {
    let (peak, _, made) = counting::taken(make);
    (peak, made)
}

const REFUSAL: &str = "what the file shares is out of proportion to the file";

/// Loads a file, which takes at most four times the file and a mebibyte whether it is refused or not.
/// Returns the error, if there is one.
fn loaded(what: &str, file: &File) -> Option<String> {
    let bytes = tfrt_bef::write(file).unwrap();
    let allowed = 4 * bytes.len() + (1 << 20);
    let (reading, read) = taken(|| tfrt_bef::read(&bytes, &LIMITS).map(drop));
    let options = LoadOptions::default().with_limits(LIMITS);
    let (loading, program) = taken(|| Program::load(&bytes, catalogue(), &options).map(drop));
    let refused = program.err().map(|error| error.message().to_owned());
    let tenths = |size: usize| 10 * size / bytes.len();
    println!(
        "{what}: file {}, read {reading} ({} tenths), load {loading} ({} tenths), {}",
        bytes.len(),
        tenths(reading),
        tenths(loading),
        refused.as_deref().unwrap_or("loads")
    );
    assert!(read.is_ok(), "{what}: the file is wrong: {read:?}");
    for (step, bytes) in [("read", reading), ("load", loading)] {
        assert!(bytes <= allowed, "{what}: {step} takes {bytes}, allowed are {allowed}");
    }
    refused
}

/// Enough for what is to be refused for its memory.
const LIMITS: Limits = Limits {
    file: 64 << 20,
    functions: 1 << 20,
    kernels: 1 << 20,
    registers: 1 << 20,
    nesting: 128,
    string: 64 << 10,
    attribute: 64 << 20,
};

/// Loads and lifts a file of which nothing in proportion can be made.
fn defused(what: &str, file: &File) {
    let refused = loaded(what, file);
    let bytes = tfrt_bef::write(file).unwrap();
    let allowed = 128 * bytes.len() + (64 << 20);
    let read = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
    let (lifting, lifted) = taken(|| tfrt_compiler::bef::lift(&read, catalogue()));
    let (printing, text) = match &lifted {
        Ok(module) => taken(|| print(module, catalogue(), PrintOptions::default()).len()),
        Err(_) => (0, 0),
    };
    println!("{what}: lift {lifting}, text {text}, print {printing}");
    for (step, bytes) in [("lift", lifting), ("print", printing)] {
        assert!(bytes <= allowed, "{what}: {step} takes {bytes}, allowed are {allowed}");
    }
    let refusals = [refused, lifted.err().map(|errors| errors[0].message.clone())];
    assert!(refusals.iter().flatten().any(|message| message == REFUSAL), "{what}: {refusals:?}");
}

/// Loads a file that shares nothing out of proportion, or so little that it is no trouble.
fn loads(what: &str, file: &File) {
    assert_eq!(loaded(what, file), None, "{what}");
}

/// Loads a file that may well be refused.
fn survived(what: &str, file: &File) {
    if let Some(message) = loaded(what, file) {
        assert_eq!(message, REFUSAL, "{what}");
    }
}

const COUNT: usize = if cfg!(debug_assertions) { 10_000 } else { 20_000 };
const LARGE: usize = 3 * COUNT;

/// A file with kernels `tfrt.new.chain`, the lists and locations of which are made by `make`.
fn kernels(
    types: &[&str],
    make: impl Fn(u32, &mut File) -> (KernelLists<'static>, LocationId),
) -> File {
    let mut file = File {
        kernels: vec!["tfrt.new.chain".into()],
        types: types.iter().map(|ty| (*ty).into()).collect(),
        optional_sections: OptionalSections::ALL,
        ..File::default()
    };
    let count = u32::try_from(COUNT).unwrap();
    let mut made = Kernels::new();
    for index in 0..count {
        let (lists, location) = make(index, &mut file);
        let lists = KernelLists { results: &[index], ..lists };
        made.push(0, location, 0, lists, [&[][..]]);
    }
    let trigger: Vec<u32> = (1..=count).collect();
    let location = made.get(0).unwrap().location;
    let body = Body {
        location,
        registers: vec![Register { ty: Some(0) }; COUNT],
        kernels: made,
        entry_users: Users::new(&[trigger]),
        root_stream: 0,
        result_registers: Vec::new(),
    };
    file.functions = vec![Function::new(FunctionKind::Async, "f", &[], &[], Some(body))];
    file
}

/// Locations, the first of which is to be everybody's.
fn located(location: &Location<'_>) -> (tfrt_bef::Locations, LocationId) {
    let mut builder = LocationsBuilder::new();
    let id = builder.push(location).unwrap();
    (builder.finish(), id)
}

#[test]
fn one_large_type_of_many_registers() {
    let _alone = alone();
    let ty = format!("!t.{}", "x".repeat(LARGE));
    let (locations, id) = located(&Location::Unknown);
    let mut file = kernels(&[&ty], |_, _| (KernelLists::default(), id));
    file.locations = locations;
    defused("registers", &file);
}

#[test]
fn one_large_type_of_many_arguments() {
    let _alone = alone();
    let ty = format!("!t.{}", "x".repeat(LARGE));
    let types = vec![0; COUNT];
    let native = Function::new(FunctionKind::Native, "native_add", &types, &types, None);
    defused(
        "signature",
        &File { types: vec![ty.into()], functions: vec![native], ..File::default() },
    );
}

#[test]
fn one_large_attribute_of_many_kernels() {
    let _alone = alone();
    let mut builder = AttributesBuilder::new();
    builder.push(&Attribute::String(vec![b'x'; LARGE])).unwrap();
    let attributes = builder.finish();
    let (locations, id) = located(&Location::Unknown);
    let lists = KernelLists { attributes: &[0], attribute_names: &[0], ..KernelLists::default() };
    let mut file = kernels(&["!tfrt.chain"], |_, _| (lists, id));
    file.attributes = attributes;
    file.attribute_names = vec!["a".into()];
    file.locations = locations;
    defused("attribute of many", &file);
}

/// As many attributes as a kernel can have, and all of them the same.
fn of_one_kernel(attribute: &Attribute, name: &str) -> File {
    let mut builder = AttributesBuilder::new();
    builder.push(attribute).unwrap();
    let (locations, id) = located(&Location::Unknown);
    let mut file = kernels(&["!tfrt.chain"], |_, _| (KernelLists::default(), id));
    file.attributes = builder.finish();
    file.attribute_names = vec![name.into()];
    file.locations = locations;
    let all = vec![0; COUNT];
    let lists = KernelLists {
        attributes: &all,
        attribute_names: &all,
        results: &[0],
        ..KernelLists::default()
    };
    let body = file.functions[0].body.as_mut().unwrap();
    let others = std::mem::take(&mut body.kernels);
    body.kernels.push(0, id, 0, lists, [&[][..]]);
    for kernel in others.iter().skip(1) {
        body.kernels.push(0, id, 0, kernel.lists(), kernel.used_by());
    }
    file
}

#[test]
fn one_large_attribute_many_times() {
    let _alone = alone();
    let file = of_one_kernel(&Attribute::String(vec![b'x'; LARGE]), "a");
    defused("attribute many times", &file);
    let numbers = Numbers::new(DType::I8, std::iter::repeat_n(1, LARGE));
    let file = of_one_kernel(&Attribute::Array(numbers), "a");
    defused("array many times", &file);
    let number = Attribute::Scalar { dtype: DType::I8, bits: 1 };
    let file = of_one_kernel(&Attribute::Aggregate(vec![number; 16_000]), "a");
    defused("aggregate many times", &file);
}

#[test]
fn one_large_location_of_many_kernels() {
    let _alone = alone();
    let name = "x".repeat(LARGE);
    let place = Location::FileLineCol { file: &name, line: 1, column: 1 };
    let children = vec![Location::Unknown; LARGE];
    for location in [place.clone(), Location::Fused(children), Location::Fused(vec![place; 9])] {
        let (locations, id) = located(&location);
        let mut file = kernels(&["!tfrt.chain"], |_, _| (KernelLists::default(), id));
        file.locations = locations;
        defused("location", &file);
    }
}

#[test]
fn one_large_name_of_many_references() {
    let _alone = alone();
    let (locations, id) = located(&Location::Unknown);
    let lists = KernelLists { functions: &[1], ..KernelLists::default() };
    let mut file = kernels(&["!tfrt.chain"], |_, _| (lists, id));
    file.locations = locations;
    let name = "x".repeat(LARGE);
    file.functions.push(Function::new(FunctionKind::Native, &name, &[], &[], None));
    defused("function name", &file);
}

/// A file with one function of one argument, the kernels of which are made by `make`: the kernel of
/// each and its lists.
fn of_kernels(
    names: &[&str],
    attributes: &[Attribute],
    count: usize,
    make: impl Fn(u32) -> (u32, Vec<u32>, Vec<u32>, Vec<u32>),
) -> File {
    let mut builder = AttributesBuilder::new();
    for attribute in attributes {
        builder.push(attribute).unwrap();
    }
    let (locations, id) = located(&Location::Unknown);
    let mut kernels = Kernels::new();
    let mut users = vec![Vec::new(); count + 1];
    let mut trigger = Vec::new();
    let made: Vec<_> = (0..count).map(|index| make(u32::try_from(index).unwrap())).collect();
    for (id, (_, arguments, ..)) in (1..).zip(&made) {
        for &register in arguments {
            users[register as usize].push(id);
        }
        if arguments.is_empty() {
            trigger.push(id);
        }
    }
    users.iter_mut().for_each(|users| users.reverse());
    for (result, (name, arguments, attributes, functions)) in (1..).zip(&made) {
        let lists = KernelLists {
            arguments,
            attributes,
            attribute_names: &all(attributes.len()),
            functions,
            results: &[result],
        };
        kernels.push(*name, id, 0, lists, [&*users[result as usize]]);
    }
    let body = Body {
        location: id,
        registers: vec![Register { ty: Some(0) }; count + 1],
        kernels,
        entry_users: Users::new(&[trigger, users.swap_remove(0)]),
        root_stream: 0,
        result_registers: Vec::new(),
    };
    File {
        attributes: builder.finish(),
        attribute_names: (0..made.iter().map(|made| made.2.len()).max().unwrap_or(0))
            .map(|name| format!("{name:06x}").into())
            .collect(),
        kernels: names.iter().map(|&name| name.into()).collect(),
        types: vec!["!tfrt.chain".into()],
        functions: vec![Function::new(FunctionKind::Async, "f", &[0], &[], Some(body))],
        locations,
        optional_sections: OptionalSections::ALL,
        ..File::default()
    }
}

/// The same without the tables that a program can do without.
fn bare(mut file: File) -> File {
    file.optional_sections = OptionalSections::NONE;
    file
}

fn all(count: usize) -> Vec<u32> {
    (0..u32::try_from(count).unwrap()).collect()
}

/// Takes any operands and ignores its attributes.
const ANY: &str = "tfrt_test.as_chain";
/// Takes any attributes.
const SUM: &str = "tfrt_test.sync_sum_attributes";

#[test]
fn many_operands_and_returns() {
    let _alone = alone();
    let file = of_kernels(&[ANY], &[], 1, |_| (0, vec![0; 300_000], vec![], vec![]));
    loads("operands", &file);
    loads("operands, bare", &bare(file));
    let file = of_kernels(&[ANY], &[], 100, |_| (0, vec![0; 3_000], vec![], vec![]));
    loads("operands of several", &file);
    let mut file = of_kernels(&[ANY], &[], 1, |_| (0, vec![0], vec![], vec![]));
    let body = file.functions[0].body.take().unwrap();
    let body = Body { result_registers: vec![1; 1 << 20], ..*body };
    let results = vec![0; 1 << 20];
    file.functions = vec![Function::new(FunctionKind::Async, "f", &[0], &results, Some(body))];
    survived("returns", &file);
    survived("returns, bare", &bare(file));
}

#[test]
fn kernels_that_start_early() {
    let _alone = alone();
    let mut file = of_kernels(&[ANY], &[], 40_000, |index| (0, vec![index], vec![], vec![]));
    loads("chain", &file);
    file.nonstrict = (1..=40_000).map(|id| (0, id)).collect();
    survived("non-strict", &file);
    survived("non-strict, bare", &bare(file));
    let mut file = of_kernels(&[ANY], &[], 1, |_| (0, vec![0; 300_000], vec![], vec![]));
    file.nonstrict = vec![(0, 1)];
    survived("non-strict operands", &file);
}

#[test]
fn many_small_attributes() {
    let _alone = alone();
    let scalars: Vec<Attribute> =
        (0..100_000).map(|bits| Attribute::Scalar { dtype: DType::I32, bits }).collect();
    let file = of_kernels(&[SUM], &scalars, 1, |_| (0, vec![], all(scalars.len()), vec![]));
    survived("scalars of one", &file);
    let file =
        of_kernels(&[SUM], &scalars, scalars.len(), |index| (0, vec![], vec![index], vec![]));
    loads("a scalar each", &file);
    let file = of_kernels(&[SUM], &scalars, 50_000, |index| {
        (0, vec![], vec![2 * index, 2 * index + 1], vec![])
    });
    loads("two scalars each", &file);
    let file =
        of_kernels(&[SUM], &scalars, 50_000, |index| (0, vec![], vec![0, index + 1], vec![]));
    loads("a shared scalar and another", &file);
    let file = of_kernels(&[SUM], &scalars, 20_000, |_| (0, vec![], vec![1, 0], vec![]));
    loads("two shared scalars", &file);
    let bytes: Vec<Attribute> =
        (0..100_000).map(|bits| Attribute::Scalar { dtype: DType::I8, bits }).collect();
    let file = of_kernels(&[SUM], &bytes, 1, |_| (0, vec![], all(bytes.len()), vec![]));
    survived("bytes of one", &file);
    let file = of_kernels(&[SUM], &bytes, 1, |_| (0, vec![], vec![0; 100_000], vec![]));
    survived("one byte many times", &file);
    let strings: Vec<Attribute> =
        (0..50_000).map(|number| Attribute::String(format!("{number:x}").into_bytes())).collect();
    let print = "tfrt_test.get_string";
    let file = of_kernels(&[print], &strings, 50_000, |index| (0, vec![], vec![index], vec![]));
    loads("short strings", &file);
}

#[test]
fn attributes_that_grow() {
    let _alone = alone();
    let i8 = |bits| Attribute::Scalar { dtype: DType::I8, bits };
    let wide = Attribute::Aggregate(vec![i8(1); 16_000]);
    let deep = (0..120).fold(wide.clone(), |inner, _| Attribute::Aggregate(vec![inner]));
    let symbol =
        SymbolRef { root: "m".into(), nested: vec![String::new(); LARGE], module: "".into() };
    let shape = Attribute::Shape(Some(vec![-1; 8_000]));
    let dense = Dense { dtype: DType::I8, shape: vec![1 << 20], data: vec![1; 1 << 20].into() };
    let dimensions = Dense { dtype: DType::I8, shape: vec![1; 8_000], data: vec![1].into() };
    for (what, attribute) in [
        ("aggregates", wide),
        ("deep aggregates", deep),
        ("no aggregates", Attribute::Aggregate(vec![Attribute::Aggregate(Vec::new()); 16_000])),
        ("symbols", Attribute::SymbolRef(Box::new(symbol))),
        ("shapes", shape),
        ("tensors", Attribute::Dense(Box::new(dense))),
        ("dimensions", Attribute::Dense(Box::new(dimensions))),
        (
            "arrays of bytes",
            Attribute::Array(Numbers::new(DType::I8, std::iter::repeat_n(1, LARGE))),
        ),
        ("arrays", Attribute::Array(Numbers::new(DType::I64, std::iter::repeat_n(1, LARGE)))),
        ("types", Attribute::TypeArray(vec![DType::I8; LARGE])),
        ("strings", Attribute::String(vec![b'x'; LARGE])),
    ] {
        let each = |index| (0, vec![], vec![index], vec![]);
        let attributes = vec![attribute; 12];
        survived(what, &of_kernels(&[SUM], &attributes, 12, each));
        let file = of_kernels(&[SUM], &attributes[..1], 10_000, |_| (0, vec![], vec![0], vec![]));
        survived(&format!("{what}, shared"), &file);
        let file = of_kernels(&[SUM], &attributes[..2], 10_000, |index| {
            let both = if index % 2 == 0 { vec![0, 1] } else { vec![1, 0] };
            (0, vec![], both, vec![])
        });
        survived(&format!("{what}, two by two"), &file);
    }
}

#[test]
fn references_to_functions() {
    let _alone = alone();
    let region = |file: &mut File, count: usize| {
        let body = of_kernels(&[ANY], &[], 0, |_| unreachable!()).functions[0].body.take();
        let mut body = *body.unwrap();
        body.registers.clear();
        body.entry_users = Users::new(&[&[][..]]);
        let name = |index| format!("g{index:x}");
        let function =
            |index| Function::new(FunctionKind::Async, &name(index), &[], &[], Some(body.clone()));
        file.functions.extend((0..count).map(function));
    };
    let chain = "tfrt.new.chain";
    let mut file = of_kernels(&[chain], &[], 1, |_| (0, vec![], vec![], vec![1; 200_000]));
    region(&mut file, 1);
    survived("one function many times", &file);
    let mut file = of_kernels(&[chain], &[], 50_000, |_| (0, vec![], vec![], vec![1]));
    region(&mut file, 1);
    loads("one function of many", &file);
    let mut file = of_kernels(&[chain], &[], 20_000, |at| (0, vec![], vec![], vec![at + 1]));
    region(&mut file, 20_000);
    loads("a function each", &file);
    let mut file = of_kernels(&[chain], &[], 20, |at| {
        let next = |place: u32| 1 + (place * (at + 1)) % 10_007;
        (0, vec![], vec![], (0..10_007).map(next).collect())
    });
    region(&mut file, 10_007);
    survived("functions in many orders", &file);
}

#[test]
fn names_and_places() {
    let _alone = alone();
    let long = |index: usize| format!("{index:x}{}", "x".repeat(60_000));
    let mut file = of_kernels(&[ANY], &[], 1, |_| (0, vec![0], vec![], vec![]));
    file.types.extend((0..40).map(|index| format!("!t.{}", long(index)).into()));
    loads("long types", &file);
    file.types.extend((0..100_000).map(|index| format!("!{index:x}").into()));
    loads("short types", &file);
    (0..100_000).for_each(|index| file.extra_strings.push(&format!("{index:x}")));
    loads("strings", &file);
    let mut builder = LocationsBuilder::new();
    let deep = (0..120)
        .fold(Location::Unknown, |child, _| Location::Name { name: "n", child: Box::new(child) });
    let id = builder.push(&deep).unwrap();
    for _ in 0..50_000 {
        builder.push(&Location::Fused(vec![Location::Unknown; 20])).unwrap();
    }
    file.locations = builder.finish();
    let body = file.functions[0].body.as_mut().unwrap();
    body.location = id;
    let kernels = std::mem::take(&mut body.kernels);
    for kernel in &kernels {
        body.kernels.push(kernel.name, id, 0, kernel.lists(), kernel.used_by());
    }
    loads("locations", &file);
}

/// A program of these constants.
fn constants(op: &str, constants: impl IntoIterator<Item = String>) -> String {
    let mut text = "func.func @f() {\n".to_owned();
    for constant in constants {
        let ty = constant.split_once(" : ").unwrap().1;
        text += &format!("  %{} = \"{op}\"() {{value = {constant}}} : () -> {ty}\n", text.len());
    }
    text + "  \"tfrt.return\"() : () -> ()\n}\n"
}

#[test]
fn a_repeated_element_is_not_written_out_beyond_the_limit() {
    let _alone = alone();
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR).with(&tfrt::TENSOR);
    let written = |text: &str, limits: Limits| {
        let options = tfrt::TranslateOptions::default().with_limits(limits);
        let (peak, bytes) = taken(|| tfrt::mlir_to_bef_with("t.mlir", text, &catalogue, options));
        println!("translate {} bytes of text: {peak}", text.len());
        (peak, bytes.map(|bytes| bytes.len()).map_err(|error| error.to_string()))
    };
    let tensor = "arith.constant.tensor";
    for (ty, size) in [
        ("tensor<30000x30000xf32>", "3600000000"),
        ("tensor<90000x90000xf32>", "32400000000"),
        ("tensor<9000000000x9xf64>", "648000000000"),
    ] {
        let text = constants(tensor, [format!("dense<1.0> : {ty}")]);
        let (peak, refused) = written(&text, Limits::default());
        assert!(peak < 1 << 20, "{ty}: {peak} bytes");
        let expected =
            format!("t.mlir:2:36: error: a constant of type '{ty}' has {size} bytes when");
        let error = refused.unwrap_err();
        assert!(error.starts_with(&expected), "{error}");
    }
    let (peak, _) = written(
        &constants(tensor, (0..50).map(|it| format!("dense<{it}> : tensor<60000000xi8>"))),
        Limits::default(),
    );
    assert!(peak < 1 << 20, "{peak} bytes");
    let small = constants(tensor, ["dense<1> : tensor<200xi8>".to_owned()]);
    let tight = Limits { attribute: 100, ..Limits::default() };
    assert!(written(&small, Limits::default()).1.unwrap() < 1000);
    assert!(written(&small, tight).1.unwrap_err().contains("at most 100 are allowed"));
    let wide = constants(tensor, ["dense<1> : tensor<100000000xi8>".to_owned()]);
    let loose = Limits { attribute: 100_000_000, ..Limits::default() };
    assert!(written(&wide, loose).1.unwrap() > 100_000_000);
    // Of upstream's dialects, a kernel makes the tensor.
    let text = constants("arith.constant", ["dense<1.0> : tensor<30000x30000xf32>".to_owned()]);
    let options = tfrt::import::ImportOptions::default().with_catalogue(catalogue);
    let (peak, bytes) = taken(|| tfrt::import::mlir(&text, &options));
    assert!(peak < 1 << 20 && bytes.unwrap().len() < 1000, "{peak} bytes");
}
