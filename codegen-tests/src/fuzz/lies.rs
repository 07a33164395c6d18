//! Files that lie: a valid file with one to three of 24 lies in it. Each lie is refused, and by
//! itself with the error that is its own.

mod attributes;
mod bodies;
mod tables;

use super::programs::SMALL;
use super::raw::File;
use super::{bytes, catalogue};
use crate::random::{self, Options, Random};
use std::sync::OnceLock;
use tfrt_bef::{ErrorKind, Limits};
use tfrt_compiler::bef::{EmitOptions, emit};
use tfrt_compiler::front_end;
use tfrt_compiler::source::Source;
use tfrt_exec::{LoadOptions, Program};

/// A way to lie in a file: makes the change and says whether there was a place for it.
type Tell = fn(&mut File, &mut Random) -> bool;

/// A lie.
#[derive(Clone, Copy, Debug)]
pub struct Lie {
    /// Its number.
    pub number: u8,
    /// What is claimed.
    pub name: &'static str,
    tell: Tell,
    /// Whether an error is this lie's own.
    owns: fn(ErrorKind) -> bool,
}

macro_rules! lies {
    ($($number:literal $name:literal $tell:path => $kind:pat,)*) => {
        /// All of them.
        pub const LIES: [Lie; 24] = [
            $(Lie {
                number: $number,
                name: $name,
                tell: $tell,
                owns: |kind| matches!(kind, $kind),
            },)*
        ];
    };
}

lies! {
    1 "over-long integer" tables::over_long => ErrorKind::OverlongInteger,
    2 "integer that overflows" tables::overflowing => ErrorKind::IntegerOverflow,
    3 "section longer than the file" tables::long_section => ErrorKind::SectionTooLong,
    4 "section that repeats" tables::repeated_section => ErrorKind::RepeatedSection(_),
    5 "missing section" tables::missing_section => ErrorKind::MissingSection(_),
    6 "count larger than the bytes left" tables::large_count => ErrorKind::Count,
    7 "bad alignment or padding" tables::misaligned => ErrorKind::Alignment | ErrorKind::Padding,
    8 "register out of range" bodies::wild_register => ErrorKind::Register(_),
    9 "kernel name out of range" bodies::wild_kernel => ErrorKind::KernelName(_),
    10 "function out of range" bodies::wild_function => ErrorKind::FunctionIndex(_),
    11 "attribute out of range or inside another" attributes::wild_offset =>
        ErrorKind::AttributeOffset(_),
    12 "string out of range" tables::wild_string => ErrorKind::StringOffset(_),
    13 "unterminated string" tables::unterminated => ErrorKind::UnterminatedString,
    14 "type out of range" tables::wild_type => ErrorKind::TypeIndex(_),
    15 "wrong use count" bodies::use_count => ErrorKind::UseCount { .. },
    16 "wrong operand count" bodies::operand_count => ErrorKind::OperandCount { .. },
    17 "wrong users" bodies::users => ErrorKind::UsedBy { .. },
    18 "register written twice" bodies::written_twice => ErrorKind::WrittenTwice(_),
    19 "register read before it is written" bodies::read_early =>
        ErrorKind::ReadBeforeWrite(_) | ErrorKind::NeverWritten(_),
    20 "signature that differs" bodies::signature => ErrorKind::Signature,
    21 "aggregate in itself or too deep" attributes::nested =>
        ErrorKind::AggregateNesting | ErrorKind::AggregateElement,
    22 "unknown kernel" tables::unknown_kernel => ErrorKind::Magic,
    23 "location out of range or too deep" bodies::location =>
        ErrorKind::Location(_) | ErrorKind::LocationNesting,
    24 "table of the wrong length" tables::wrong_length => ErrorKind::TableLength,
}

/// The one lie that the reader does not know of: which kernels there are is the loader's to say.
const UNKNOWN_KERNEL: u8 = 22;

/// The files to lie in: the small programs, and some random ones.
fn honest(number: usize) -> File {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    let files = FILES.get_or_init(|| {
        let options = Options::default();
        let random = (0..).map(|seed| random::program(seed, options).text);
        let random = random.filter(|text| text.len() < 2500).take(22);
        let small = SMALL.iter().map(|(_, text)| (*text).to_owned());
        small.chain(random).map(|text| file(&text)).collect()
    });
    files[number % files.len()].clone()
}

fn file(text: &str) -> File {
    let source = Source::new("honest.mlir", text);
    let program = front_end(&source, catalogue()).expect("the programs are valid");
    let bytes = emit(&program, &EmitOptions::default()).expect("the programs have files");
    let file = File::new(&bytes);
    assert!(file.bytes() == bytes, "a file is not put together as it was");
    file
}

/// Tells one lie in a file and checks that it is refused for just that. Says whether the file has
/// a place for the lie.
///
/// # Panics
/// The lie is believed, or refused as another.
pub fn tell_one(lie: &Lie, file: usize, random: &mut Random) -> bool {
    let mut lying = honest(file);
    if !(lie.tell)(&mut lying, random) {
        return false;
    }
    let bytes = lying.bytes();
    match tfrt_bef::read(&bytes, &Limits::default()) {
        Ok(_) => {
            assert_eq!(lie.number, UNKNOWN_KERNEL, "{} is believed", lie.name);
            let error = Program::load(&bytes, catalogue(), &LoadOptions::default());
            let message = error.expect_err("a kernel is not known").to_string();
            assert!(message.starts_with("unknown kernel name "), "{message}");
        }
        Err(error) => {
            assert!((lie.owns)(error.kind), "{} is refused for {error}", lie.name);
            assert!(error.offset <= bytes.len());
        }
    }
    true
}

/// Tells one to three lies in a file, as the bytes choose: the first says which file, the second
/// how many lies, and then come the lies and their details. Several lies may heal each other; a
/// file that loads in spite of them is held to what any file is.
///
/// # Panics
/// A promise is broken.
pub fn bef_lies(data: &[u8]) {
    let [file, count, first, second, third, details @ ..] = data else { return };
    let mut random = Random::chosen(details);
    let lie = |number: &u8| &LIES[usize::from(*number) % LIES.len()];
    if count % 3 == 0 {
        tell_one(lie(first), usize::from(*file), &mut random);
        return;
    }
    let mut lying = honest(usize::from(*file));
    let damaged: Vec<_> = [first, second, third]
        .into_iter()
        .take(usize::from(count % 3) + 1)
        .map(lie)
        .filter(|lie| (lie.tell)(&mut lying, &mut random))
        .collect();
    let bytes = lying.bytes();
    bytes::bef_bytes(&bytes);
    if let [only] = damaged[..]
        && only.number != UNKNOWN_KERNEL
    {
        assert!(tfrt_bef::read(&bytes, &Limits::default()).is_err(), "{} is believed", only.name);
    }
}

/// One of these, chosen at random.
fn any<'a, T>(items: impl Iterator<Item = &'a mut T>, random: &mut Random) -> Option<&'a mut T> {
    let mut items: Vec<&mut T> = items.collect();
    if items.is_empty() {
        return None;
    }
    let chosen = random.below(items.len());
    Some(items.swap_remove(chosen))
}

/// A number that is no index of a table of that length.
fn beyond(length: u64, random: &mut Random) -> u64 {
    let huge = [u64::from(u32::MAX), u64::from(u32::MAX) - 1, 1 << 31];
    match random.below(6) {
        choice @ 0..3 => huge[choice],
        more => length + more as u64 - 3,
    }
}
