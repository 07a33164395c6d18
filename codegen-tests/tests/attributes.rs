//! The memory that attributes take, on each engine: a loaded program shares the file's bytes and copies
//! no large element of it or of files beside it; a borrowed attribute is decoded once; a call copies
//! nothing.
#![expect(unsafe_code, clippy::print_stdout, reason = "a test may map its files, and print")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tfrt::op::FromAttribute;
use tfrt::tensor::safetensors::SafeTensors;
use tfrt::{
    Attr, Blob, Dense, Engine, Folder, Host, KernelError, LoadOptions, Program, Resolver,
    TranslateOptions,
};
use tfrt_bef::{Attribute, AttributesBuilder, DType, Limits};

#[path = "../../build-support/counting.rs"]
mod counting;

use counting::{alone, taken};

const SIZE: usize = 64 << 20;

/// More than loading, compiling and calling so small a program takes.
const LITTLE: usize = 1 << 20;

/// The address of the elements, by which the test sees that they are not a copy.
#[tfrt::kernel("my.address")]
fn address(elements: Attr<&Dense>) -> u64 {
    elements.0.data.as_ptr().addr() as u64
}

tfrt::kernels! { pub(crate) MY = [address] }

const TEXT: &str = r#"
func.func @f() -> ui64 {
  %0 = "my.address"() {elements = dense<[1, 2]> : tensor<2xi8>} : () -> ui64
  tfrt.return %0 : ui64
}
"#;

/// The program with `SIZE` elements in place of two.
fn file(elements: Vec<u8>) -> Blob {
    let catalogue = tfrt::catalogue().with(&MY);
    let small = tfrt::mlir_to_bef("large.mlir", TEXT, &catalogue).expect("the program is valid");
    let mut file = tfrt_bef::read(&small, &Limits::default()).expect("it is a file");
    let mut attributes = AttributesBuilder::new();
    let shape = vec![i64::try_from(elements.len()).expect("a small number")];
    let dense = Dense { dtype: DType::I8, shape, data: elements.into() };
    attributes.push(&Attribute::Dense(Box::new(dense))).expect("it can be encoded");
    file.attributes = attributes.finish();
    tfrt_bef::write(&file).expect("it can be written").into()
}

#[test]
fn a_large_attribute_is_there_once() {
    let _alone = alone();
    let different = (0..SIZE).map(|index| index as u8).collect();
    for elements in [different, vec![7; SIZE]] {
        let file = file(elements);
        for engine in [Engine::Executor, Engine::Jit] {
            let start = file.as_ptr().addr() as u64;
            let part = start..start + file.len() as u64;
            check(&file, &LoadOptions::default(), engine, LITTLE, Some(part));
        }
    }
}

/// A program whose elements are in the file `weights.safetensors`.
const OUTSIDE: &str = include_str!(concat!(env!("OUT_DIR"), "/outside.mlir"));

/// That file.
const WEIGHTS: &str = concat!(env!("OUT_DIR"), "/weights.safetensors");

/// Where the elements begin in it.
const HEADER: usize = 128;

include!(concat!(env!("OUT_DIR"), "/outside.rs"));

// The same of a BEF file that has the elements itself.
include!(concat!(env!("OUT_DIR"), "/inside.rs"));

#[test]
fn generated_rust_has_large_elements_once() {
    let _alone = alone();
    for call in [outside::f, inside::f] {
        let (peak, _, address) = taken(call);
        assert!(peak < LITTLE, "{peak} bytes");
        assert_eq!(address % 64, 0);
        let (peak, _, again) = taken(call);
        assert_eq!((peak, again), (0, address), "a call allocates nothing");
    }
}

/// A resolver, the bytes that a load may take with it, where the elements are then, if that is known,
/// and what the program says of their place.
type Way<'a> = (Arc<dyn Resolver>, usize, Option<Range<u64>>, &'a str);

#[test]
fn a_large_resource_is_there_once() {
    let _alone = alone();
    let file = Blob::from(std::fs::read(WEIGHTS).expect("the build script wrote it"));
    let part = |file: &Blob| {
        let start = (file.as_ptr().addr() + HEADER) as u64;
        Some(start..start + SIZE as u64)
    };
    let folder = Temporary::new();
    std::fs::write(folder.0.join("weights.safetensors"), &*file).expect("it can be written to");
    // SAFETY: the test leaves the file as it is.
    let mapped = unsafe { Folder::mapped(&folder.0) };
    // A constant is then a tensor of the file, by its name.
    let mapping = mapped.file("weights.safetensors").expect("it is there");
    let tensors = SafeTensors::new(mapping.clone()).expect("it is a file of tensors");
    let place = "weights.safetensors#w";
    assert!(OUTSIDE.contains(place));
    let range = format!("weights.safetensors {HEADER}..{}", HEADER + SIZE);
    let given = BTreeMap::from([("weights.safetensors".to_owned(), file.clone())]);
    let ways: [Way<'_>; 5] = [
        (Arc::new(given.clone()), LITTLE, part(&file), place),
        (Arc::new(given), LITTLE, part(&file), &range),
        (Arc::new(mapped), LITTLE, None, place),
        (Arc::new(tensors), LITTLE, part(&mapping), "w"),
        (Arc::new(Folder::new(&folder.0)), HEADER + SIZE + LITTLE, None, place),
    ];
    for (resolver, allowed, part, place_of_it) in ways {
        let text = OUTSIDE.replace(place, place_of_it);
        let catalogue = tfrt::catalogue().with(&MY);
        let (peak, _, file) = taken(|| {
            let options = TranslateOptions::default().with_resolver(Arc::clone(&resolver));
            tfrt::mlir_to_bef_with("large.mlir", &text, &catalogue, options)
                .expect("the program is valid")
        });
        assert!(peak < allowed, "{resolver:?}: {peak} bytes");
        assert!(file.len() < 1000, "the elements are not in the file");
        let file = Blob::from(file);
        for engine in [Engine::Executor, Engine::Jit] {
            let options = LoadOptions::default().with_resolver(Arc::clone(&resolver));
            check(&file, &options, engine, allowed, part.clone());
        }
    }
}

/// A file with one tensor of this type, `layer1.weight`.
fn tensors(dtype: &str, shape: &str, data: &[u8]) -> Blob {
    let length = data.len();
    let header = format!(
        "{{\"layer1.weight\":{{\"dtype\":\"{dtype}\",\"shape\":{shape},\"data_offsets\":[0,{length}]}}}}"
    );
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat().into()
}

#[test]
fn a_resource_is_compared_with_the_type_that_its_file_states() {
    let _alone = alone();
    let text = "func.func @f() -> ui64 {
  %0 = \"my.address\"() {elements = dense_resource<w> : tensor<2x3xi8>} : () -> ui64
  tfrt.return %0 : ui64
}
{-# external_resources: { tfrt: { w: \"m#layer1.weight\" } } #-}
";
    let by_name = text.replace("m#", "");
    let catalogue = tfrt::catalogue().with(&MY);
    let files = |file: &Blob| -> [(&str, &str, Arc<dyn Resolver>); 2] {
        let map = BTreeMap::from([("m".to_owned(), file.clone())]);
        let tensors = SafeTensors::new(file.clone()).expect("it is a file of tensors");
        [(text, "m#layer1.weight", Arc::new(map)), (&by_name, "layer1.weight", Arc::new(tensors))]
    };
    let translate = |text: &str, resolver: Arc<dyn Resolver>| {
        let options = TranslateOptions::default().with_resolver(resolver);
        tfrt::mlir_to_bef_with("t.mlir", text, &catalogue, options)
            .map_err(|error| error.to_string())
    };
    let data = [1, 2, 3, 4, 5, 6];
    for (text, _, resolver) in files(&tensors("I8", "[2,3]", &data)) {
        let bef = translate(text, Arc::clone(&resolver)).expect("it is that tensor");
        for engine in [Engine::Executor, Engine::Jit] {
            let options = LoadOptions::default().with_resolver(Arc::clone(&resolver));
            let program = Program::load_with(bef.clone(), &catalogue, &options).expect("it loads");
            program.compile(engine).expect("it compiles");
        }
        for (dtype, shape) in [("I8", "[3, 2]"), ("U8", "[2, 3]"), ("I8", "[6]"), ("BF16", "[3]")] {
            let other = files(&tensors(dtype, shape, &data));
            let other = other.into_iter().find(|(of, ..)| *of == text);
            let (_, name, resolver) = other.expect("there are both");
            let why = format!("'{name}' is {dtype} {shape} in the file, but tensor<2x3xi8> here");
            let error = translate(text, Arc::clone(&resolver)).expect_err("it is another tensor");
            let expected = format!("t.mlir:2:24: error: resource 'w': {why}");
            assert!(error.starts_with(&expected), "{error}");
            let options = LoadOptions::default().with_resolver(resolver);
            let error =
                Program::load_with(bef.clone(), &catalogue, &options).expect_err("so it is");
            assert!(error.to_string().contains(&why), "{error}");
        }
    }
}

/// A folder that is removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("tfrt-attributes-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("there is a folder for temporary files");
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Loads, compiles and calls a program, which may take `allowed` bytes. The kernel gets its elements
/// where `part` is.
fn check(
    file: &Blob,
    options: &LoadOptions,
    engine: Engine,
    allowed: usize,
    part: Option<Range<u64>>,
) {
    let catalogue = tfrt::catalogue().with(&MY);
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let (peak, kept, compiled) = taken(|| {
        let program = Program::load_with(file.clone(), &catalogue, options).expect("it loads");
        program.compile(engine).expect("it compiles")
    });
    assert!(peak < allowed && kept < allowed, "{engine:?}: {peak} bytes, {kept} of them kept");
    let f = compiled.function::<(), (u64,)>("f").expect("it is there");
    let call = || f.call(&request, ()).expect("it runs");
    call();
    println!("{engine:?}: loading and compiling takes {peak} bytes, {kept} of them kept");
    let (peak, _, (address,)) = taken(|| {
        call();
        call()
    });
    assert_eq!(peak, 0, "{engine:?}: a call allocates nothing");
    let is_part = part.is_none_or(|part| part.contains(&address));
    assert!(is_part, "{engine:?}: the kernel gets a part of the file");
}

/// Words between commas.
#[derive(Clone, Debug)]
pub struct Words(Vec<String>);

/// How often words have been read from an attribute.
static DECODED: AtomicUsize = AtomicUsize::new(0);

impl FromAttribute for Words {
    const KIND: &'static str = "string";
    fn from_attribute(attribute: &Attribute) -> Result<Self, KernelError> {
        DECODED.fetch_add(1, Ordering::Relaxed);
        let text = String::from_attribute(attribute)?;
        Ok(Self(text.split(',').map(str::to_owned).collect()))
    }
    fn check(attribute: &Attribute) -> Result<(), KernelError> {
        String::check(attribute)
    }
}

/// The length of a word.
#[tfrt::kernel("my.word")]
pub fn word(index: u64, words: Attr<&Words>) -> u64 {
    let word = usize::try_from(index).ok().and_then(|index| words.0.0.get(index));
    word.map_or(0, |word| word.len() as u64)
}

/// The same with words of its own.
#[tfrt::kernel("my.own_word")]
pub fn own_word(index: u64, words: Attr<Words>) -> u64 {
    word(index, Attr(&words.0))
}

tfrt::kernels! {
    /// Both.
    pub WORDS = [word, own_word]
}

tfrt::tfrt_graph! {
    pub mod words;
    kernels = [crate::WORDS];
    func.func @f(%index: ui64) -> (ui64, ui64) {
        %0 = "my.word"(%index) {words = "one,three"} : (ui64) -> ui64
        %1 = "my.own_word"(%index) {words = "four,sixteen"} : (ui64) -> ui64
        tfrt.return %0, %1 : ui64, ui64
    }
}

#[test]
fn an_attribute_is_decoded_once_for_each_op() {
    let text = r#"
func.func @f(%index: ui64) -> (ui64, ui64) {
  %0 = "my.word"(%index) {words = "one,three"} : (ui64) -> ui64
  %1 = "my.own_word"(%index) {words = "four,sixteen"} : (ui64) -> ui64
  tfrt.return %0, %1 : ui64, ui64
}
"#;
    let _alone = alone();
    let catalogue = tfrt::catalogue().with(&WORDS);
    let bytes = tfrt::mlir_to_bef("words.mlir", text, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("it loads");
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    assert_eq!(DECODED.swap(0, Ordering::Relaxed), 2, "loading decodes");
    let generated = [0, 1, 2].map(words::f);
    assert_eq!(generated, [(3, 4), (5, 7), (0, 0)], "generated Rust");
    assert_eq!(DECODED.swap(0, Ordering::Relaxed), 2, "generated Rust");
    for (engine, decoded) in [(Engine::Executor, 0), (Engine::Jit, 2)] {
        let compiled = program.compile(engine).expect("it compiles");
        let f = compiled.function::<(u64,), (u64, u64)>("f").expect("it is there");
        let call = |index| f.call(&request, (index,)).expect("it runs");
        assert_eq!([call(0), call(1), call(2)], [(3, 4), (5, 7), (0, 0)], "{engine:?}");
        assert_eq!(DECODED.swap(0, Ordering::Relaxed), decoded, "{engine:?}");
    }
}
