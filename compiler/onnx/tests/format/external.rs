//! Elements in other files: which ones a model may name, and which ones are read.

use crate::refused;
use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use tfrt_onnx::{
    Data, DataLocation, DataType, Entry, External, ExternalFiles, Limits, Offset, Tensor, folder,
};

/// A tensor of that many bytes in another file.
fn outside(size: i64, entries: &[(&'static str, &'static str)]) -> Tensor<'static> {
    let entry = |&(key, value)| Entry { key, value };
    Tensor {
        name: "t",
        dims: vec![size],
        data_type: DataType::Uint8,
        data_location: DataLocation::External,
        external_data: entries.iter().map(entry).collect(),
        ..Tensor::default()
    }
}

fn external<'t>(tensor: &'t Tensor<'_>) -> Result<External<'t>, String> {
    match tensor.elements(&Limits::default()) {
        Ok(elements) => match elements.data {
            Data::External(external) => Ok(external),
            other => panic!("{other:?}"),
        },
        Err(error) => Err(error.message.replace("tensor 't': ", "")),
    }
}

/// An empty folder of a test's own, removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let path = std::env::temp_dir().join(format!("tfrt-onnx-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_range_of_a_file_is_named() {
    let range = |tensor: &Tensor<'_>| external(tensor).map(|it| (it.location.to_owned(), it.range));
    let all = outside(5, &[("location", "w.bin")]);
    assert_eq!(range(&all), Ok(("w.bin".to_owned(), 0..5)));
    let entries = [
        ("checksum", "?"),
        ("offset", "4096"),
        ("location", "./a/w"),
        ("length", "5"),
        ("other", "x"),
    ];
    assert_eq!(range(&outside(5, &entries)), Ok(("a/w".to_owned(), 4096..4101)));
    for (entries, expected) in [
        (&[][..], "its external_data has no 'location'"),
        (&[("location", "a"), ("location", "a")], "its external_data has 'location' twice"),
        (&[("location", "a"), ("offset", "+1")], "the 'offset' of its external_data is '+1'"),
        (&[("location", "a"), ("offset", "")], "the 'offset' of its external_data is ''"),
        (&[("location", "a"), ("length", "4")], "it has 4 bytes in 'a'; the shape needs 5"),
        (
            &[("location", "a"), ("offset", "18446744073709551615")],
            "5 bytes from byte 18446744073709551615 of 'a' are too far away",
        ),
        (
            &[("location", "a"), ("offset", "18446744073709551616")],
            "the 'offset' of its external_data is '18446744073709551616'",
        ),
    ] {
        assert_eq!(range(&outside(5, entries)), Err(expected.to_owned()));
    }
    for path in
        ["", "/a", "a/", "a//b", "..", "../a", "a/../b", "a/./b", ".", "a\\b", "c:/a", "a\0"]
    {
        let expected = format!("'{path}' is not a path below the model's folder");
        assert_eq!(range(&outside(5, &[("location", path)])), Err(expected));
    }
}

#[test]
fn only_the_callers_files_are_read_and_each_range_once() {
    let tensor = outside(3, &[("location", "w"), ("offset", "2")]);
    let named = external(&tensor).unwrap();
    let limits = Limits { tensor_bytes: 5, ..Limits::default() };
    let none = ExternalFiles::new(None, &limits).bytes(&named);
    let expected =
        "byte 0: bytes 2 to 5 of 'w': elements are in another file, and no folder is given";
    assert_eq!(refused(none), expected);
    let asked = RefCell::new(Vec::new());
    let read = |path: &str, range: std::ops::Range<u64>| {
        asked.borrow_mut().push(format!("{path} {range:?}"));
        match path {
            "w" => Ok(vec![1; (range.end - range.start) as usize].into()),
            "short" => Ok(vec![1].into()),
            _ => Err("there is no such file".to_owned()),
        }
    };
    let mut files = ExternalFiles::new(Some(&read), &limits);
    let first = files.bytes(&named).unwrap();
    let second = files.bytes(&named).unwrap();
    assert_eq!(first.bytes().as_ptr(), second.bytes().as_ptr());
    let mut refusal = |location, range| {
        let external = External { location, range, offset: Offset(7) };
        refused(files.bytes(&external))
    };
    assert_eq!(refusal("x", 0..2), "byte 7: bytes 0 to 2 of 'x': there is no such file");
    assert_eq!(refusal("short", 0..2), "byte 7: bytes 0 to 2 of 'short': 1 bytes were read");
    assert_eq!(
        refusal("w", 0..3),
        "byte 7: bytes 0 to 3 of 'w': the model has more than 5 bytes in other files"
    );
    assert_eq!(*asked.borrow(), ["w 2..5", "x 0..2", "short 0..2"]);
}

#[test]
fn files_below_a_folder_are_read() {
    let temporary = Temporary::new("files");
    fs::create_dir_all(temporary.0.join("model/data")).unwrap();
    fs::write(temporary.0.join("secret"), "secret").unwrap();
    fs::write(temporary.0.join("model/data/w.bin"), (0..100).collect::<Vec<u8>>()).unwrap();
    let read = folder(temporary.0.join("model"));
    assert_eq!(read("data/w.bin", 10..13).unwrap().bytes(), [10, 11, 12]);
    assert_eq!(read("data/w.bin", 100..100).unwrap().bytes(), []);
    assert_eq!(read("data/w.bin", 99..101).unwrap_err(), "the file has 100 bytes");
    let huge = read("data/w.bin", 0..u64::MAX).unwrap_err();
    assert_eq!(huge, "the file has 100 bytes");
    for path in ["../secret", "/etc/passwd", "data/../../secret", "", "data\\w.bin"] {
        assert_eq!(read(path, 0..1).unwrap_err(), "it is not a path below the folder", "{path}");
    }
    let folder = "'data' is not what the path needs: a folder or plain file";
    assert_eq!(read("data", 0..1).unwrap_err(), folder);
    let file = "'w.bin' is not what the path needs: a folder or plain file";
    assert_eq!(read("data/w.bin/x", 0..1).unwrap_err(), file);
    assert!(read("data/missing", 0..1).is_err());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let temporary = Temporary::new("links");
    let model = temporary.0.join("model");
    fs::create_dir_all(&model).unwrap();
    fs::write(temporary.0.join("secret"), "secret").unwrap();
    symlink("../secret", model.join("symbolic")).unwrap();
    symlink("..", model.join("up")).unwrap();
    fs::hard_link(temporary.0.join("secret"), model.join("hard")).unwrap();
    let read = folder(&model);
    assert_eq!(read("symbolic", 0..1).unwrap_err(), "'symbolic' is a link");
    assert_eq!(read("up/secret", 0..1).unwrap_err(), "'up' is a link");
    assert_eq!(read("hard", 0..1).unwrap_err(), "'hard' is a link: the file has other names");
}
