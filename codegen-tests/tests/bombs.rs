//! Small files that say the same large thing many times: what is made of them stays in proportion,
//! or they are refused.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

#[path = "../../build-support/counting.rs"]
mod counting;

use counting::alone;
use tfrt_bef::{
    Attribute, AttributesBuilder, Body, DType, File, Function, FunctionKind, KernelLists, Kernels,
    Limits, Location, LocationId, LocationsBuilder, OptionalSections, Register, Users,
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

/// Loads and lifts a file of which nothing in proportion can be made.
fn defused(what: &str, file: &File) {
    let _alone = alone();
    let bytes = tfrt_bef::write(file).unwrap();
    let allowed = 128 * bytes.len() + (64 << 20);
    let (loading, program) =
        taken(|| Program::load(&bytes, catalogue(), &LoadOptions::default()).map(drop));
    let read = tfrt_bef::read(&bytes, &Limits::default()).unwrap();
    let (lifting, lifted) = taken(|| tfrt_compiler::bef::lift(&read, catalogue()));
    let (printing, text) = match &lifted {
        Ok(module) => taken(|| print(module, catalogue(), PrintOptions::default()).len()),
        Err(_) => (0, 0),
    };
    println!(
        "{what}: file {}, load {loading}, lift {lifting}, text {text}, print {printing}",
        bytes.len()
    );
    for (step, bytes) in [("load", loading), ("lift", lifting), ("print", printing)] {
        assert!(bytes <= allowed, "{what}: {step} takes {bytes}, allowed are {allowed}");
    }
    let refusals = [
        program.err().map(|error| error.message().to_owned()),
        lifted.err().map(|errors| errors[0].message.clone()),
    ];
    assert!(refusals.iter().flatten().any(|message| message == REFUSAL), "{what}: {refusals:?}");
}

const COUNT: usize = 20_000;
const LARGE: usize = 60_000;

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
    let ty = format!("!t.{}", "x".repeat(LARGE));
    let (locations, id) = located(&Location::Unknown);
    let mut file = kernels(&[&ty], |_, _| (KernelLists::default(), id));
    file.locations = locations;
    defused("registers", &file);
}

#[test]
fn one_large_type_of_many_arguments() {
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
    let file = of_one_kernel(&Attribute::String(vec![b'x'; LARGE]), "a");
    defused("attribute many times", &file);
    let values = vec![1; LARGE];
    let file = of_one_kernel(&Attribute::Array { element: DType::I8, values }, "a");
    defused("array many times", &file);
    let number = Attribute::Scalar { dtype: DType::I8, bits: 1 };
    let file = of_one_kernel(&Attribute::Aggregate(vec![number; 16_000]), "a");
    defused("aggregate many times", &file);
}

#[test]
fn one_large_location_of_many_kernels() {
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
    let (locations, id) = located(&Location::Unknown);
    let lists = KernelLists { functions: &[1], ..KernelLists::default() };
    let mut file = kernels(&["!tfrt.chain"], |_, _| (lists, id));
    file.locations = locations;
    let name = "x".repeat(LARGE);
    file.functions.push(Function::new(FunctionKind::Native, &name, &[], &[], None));
    defused("function name", &file);
}
