//! Reads and rewrites files: the format's worked example and, if available, the original's files.

use crate::support::{example, join, samples, split};
use tfrt_bef::{
    AttributesBuilder, File, Kernel, Limits, LocationsBuilder, default_users, read, write,
};

#[test]
fn samples_are_rewritten_identically() {
    for (path, bytes) in samples() {
        let file = match read(&bytes, &Limits::default()) {
            Ok(file) => file,
            Err(error) => panic!("{}: {error}", path.display()),
        };
        assert_eq!(write(&file).unwrap(), bytes, "{}", path.display());
    }
}

#[test]
fn example_is_rewritten_identically() {
    let bytes = example();
    let file = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(write(&file).unwrap(), bytes);
}

/// The same file with newly encoded attributes and locations.
fn rebuild(file: &File) -> File {
    let mut attributes = AttributesBuilder::new();
    for index in 0..u32::try_from(file.attributes.len()).unwrap() {
        assert_eq!(attributes.push(&file.attributes.get(index).unwrap()), Ok(index));
    }
    let mut locations = LocationsBuilder::new();
    for body in file.functions.iter().filter_map(|function| function.body.as_deref()) {
        let kernels = body.kernels.iter().map(|kernel| kernel.location);
        for id in std::iter::once(body.location).chain(kernels) {
            assert_eq!(locations.push(&file.locations.get(id)), Ok(id));
        }
    }
    File { attributes: attributes.finish(), locations: locations.finish(), ..file.clone() }
}

#[test]
fn attributes_and_locations_are_laid_out_as_the_original_does() {
    for (path, bytes) in samples() {
        let file = read(&bytes, &Limits::default()).unwrap();
        let rebuilt = rebuild(&file);
        assert_eq!(rebuilt, file, "{}", path.display());
        assert_eq!(write(&rebuilt).unwrap(), bytes, "{}", path.display());
    }
}

#[test]
fn users_are_in_the_order_that_parsing_leaves() {
    for (path, bytes) in samples() {
        let file = read(&bytes, &Limits::default()).unwrap();
        for function in &file.functions {
            let Some(body) = &function.body else { continue };
            let expected =
                default_users(body.registers.len(), body.kernels.iter().map(Kernel::arguments));
            let arguments = body.entry_users.iter().skip(1);
            let results = body.kernels.iter().flat_map(Kernel::used_by);
            let found: Vec<&[u32]> = arguments.chain(results).collect();
            assert_eq!(found, expected, "{}", path.display());
        }
    }
}

#[test]
fn files_without_optional_sections_keep_offsets() {
    for (path, bytes) in samples() {
        let file = read(&bytes, &Limits::default()).unwrap();
        let stripped = strip(&bytes);
        let bare = read(&stripped, &Limits::default()).unwrap();
        assert_eq!(bare.attributes.bytes(), file.attributes.bytes());
        let offsets = |file: &File| {
            let bodies = file.functions.iter().filter_map(|function| function.body.as_deref());
            let kernels = bodies.flat_map(|body| &body.kernels);
            let entries = file.attributes.entries();
            kernels
                .flat_map(|kernel| kernel.attributes())
                .map(|index| entries[usize::try_from(*index).unwrap()].offset)
                .collect::<Vec<_>>()
        };
        assert_eq!(offsets(&bare), offsets(&file), "{}", path.display());
        for entry in file.attributes.entries() {
            let attribute_type = entry.attribute_type.unwrap();
            assert!(bare.attributes.decode_at(entry.offset, attribute_type).is_ok());
        }
        assert_eq!(write(&bare).unwrap(), stripped, "{}", path.display());
    }
}

/// A file without its optional sections.
fn strip(bytes: &[u8]) -> Vec<u8> {
    let mut sections = split(bytes);
    sections.retain(|section| section.id < 8);
    join(&sections)
}
