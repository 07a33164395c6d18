//! Kernels that read external state (data of the run, resources, files, memory), call functions, or
//! inspect async values.

use crate::testing::{Bench, function, get, int, int_attribute, message};
use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_bef::{Attribute, DType, Dense, Numbers};
use tfrt_host::alloc::{FixedSizeAllocator, ProfiledAllocator};
use tfrt_host::kernel::Value;
use tfrt_kernels::string::HostString;
use tfrt_tensor::{MutableTensor, TensorShape};

/// A bench with data for the kernels.
fn with_data<T: Send + Sync + 'static>(data: T) -> Bench {
    let mut bench = Bench::new();
    bench.request = bench.request.clone().with_data(data);
    bench
}

fn array(values: &[i64]) -> Attribute {
    let values = values.iter().map(|value| value.cast_unsigned());
    Attribute::Array(Numbers::new(DType::I64, values))
}

fn text(text: &str) -> Attribute {
    Attribute::String(text.as_bytes().to_vec())
}

#[test]
fn sums_take_attributes_data_and_resources() {
    let sum = |bench: &Bench, kernel, values: &[i64], init| {
        let attributes = [array(values), text(init)];
        bench.call(kernel, &[], &attributes, &[], 1).remove(0)
    };
    let (narrow, wide) = ("tfrt_test.sum_array_attr.i32", "tfrt_test.sum_array_attr.i64");
    let bench = with_data(100i32);
    assert_eq!(get::<i32>(&sum(&bench, narrow, &[1, 2], "-10")), 93);
    assert_eq!(get::<i64>(&sum(&bench, wide, &[1 << 40], "5")), (1 << 40) + 5);
    bench.request.resources().get_or_create("val", || 1000i32).unwrap();
    assert_eq!(get::<i32>(&sum(&bench, narrow, &[1, 2], "-10")), 1093);
    assert_eq!(get::<i32>(&sum(&bench, narrow, &[i64::from(i32::MAX)], "0")), i32::MIN + 1099);
    assert_eq!(
        message(&sum(&bench, wide, &[], "5")),
        "resource 'val' is of type i32, expected i64"
    );
    let bench = Bench::new();
    let empty = [Attribute::EmptyArray, text("7")];
    assert_eq!(get::<i32>(&bench.call(narrow, &[], &empty, &[], 1)[0]), 7);
    for kernel in [narrow, wide] {
        for init in ["", "seven", "99999999999999999999", "1.5"] {
            let expected = format!("Cannot convert {init} to target int");
            assert_eq!(message(&sum(&bench, kernel, &[1], init)), expected);
        }
    }
    assert_eq!(bench.reported().len(), 8);
}

#[test]
fn data_of_a_run_are_read_by_type() {
    let kernel = "tfrt_test.get_request_context_data.i32";
    assert_eq!(with_data(7i32).one::<i32>(kernel, &[]), 7);
    let expected = "no data of type i32 in this run";
    assert_eq!(Bench::new().error(kernel, &[], 1), expected);
    assert_eq!(with_data(7i64).error(kernel, &[], 1), expected);
}

#[test]
fn async_values_are_as_they_say() {
    let bench = Bench::new();
    let value = bench.one::<HostString>("tfrt_test.async_value_get", &[]);
    assert_eq!(value.0, "base1:base2:final_class:3");
    let value = bench.one::<HostString>("tfrt_test.async_value_ref", &[]);
    assert_eq!(value.0, "available:2;unavailable;(3);available:3;unavailable;available:4");
}

#[test]
fn files_are_read_as_text() {
    let bench = Bench::new();
    let read = |path: &std::path::Path| {
        let path = Value::new(HostString(path.to_str().unwrap().to_owned()));
        bench.call("tfrt_test.read_string_from_file", &[path], &[], &[], 1).remove(0)
    };
    let folder = std::env::temp_dir().join(format!("tfrt-kernels-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (good, bad) = (folder.join("good"), folder.join("bad"));
    std::fs::write(&good, "two\nlines\n").unwrap();
    std::fs::write(&bad, b"\xff\xfe").unwrap();
    assert_eq!(get::<HostString>(&read(&good)).0, "two\nlines\n");
    for (path, why) in [
        (&folder.join("none"), ""),
        (&folder, ": not a plain file"),
        (&bad, ": stream did not contain valid UTF-8"),
    ] {
        let value = read(path);
        let expected = format!("failed to read from file {}{why}", path.display());
        assert_eq!(message(&value), expected);
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(bench.reported().len(), 3);
}

#[test]
fn functions_are_run_with_two_integers() {
    let bench = Bench::new();
    for family in ["invoke_sync_function", "sync_function_runner"] {
        let both = function("f", 2, 2, |_, _, arguments| arguments);
        let kernel = format!("tfrt_test.{family}.i32_i32.i32_i32");
        let results = bench.call(&kernel, &[int(1), int(2)], &[], &[both], 2);
        assert_eq!((get::<i32>(&results[0]), get::<i32>(&results[1])), (1, 2));
        let first = function("f", 2, 1, |_, _, arguments| arguments[..1].to_vec());
        let kernel = format!("tfrt_test.{family}.i32_i32.i32");
        let results = bench.call(&kernel, &[int(1), int(2)], &[], &[first], 1);
        assert_eq!(get::<i32>(&results[0]), 1);
        let results = bench.call(&kernel, &[int(1), int(2)], &[], &[], 1);
        assert_eq!(message(&results[0]), format!("{kernel} has 0 functions, expected 1"));
    }
}

#[test]
fn attributes_are_summed_whatever_they_are_called() {
    let bench = Bench::new();
    let kernel = "tfrt_test.sync_sum_attributes";
    let small = Attribute::Scalar { dtype: DType::I8, bits: 0xff };
    let attributes = [int_attribute(5), small, int_attribute(1 << 33)];
    assert_eq!(get::<i32>(&bench.call(kernel, &[], &attributes, &[], 1)[0]), 4);
    let results = bench.call(kernel, &[], &[text("x")], &[], 1);
    assert!(message(&results[0]).contains("'string'"), "{}", message(&results[0]));
}

fn dense(count: i64) -> Attribute {
    let data: Vec<u8> = (0..count).flat_map(|number| (number as f32).to_le_bytes()).collect();
    Attribute::Dense(Box::new(Dense { dtype: DType::F32, shape: vec![count], data: data.into() }))
}

#[test]
fn tensors_are_made_in_the_memory_of_the_host() {
    let lines = Arc::new(Mutex::new(String::new()));
    let written = Arc::clone(&lines);
    let bench = Bench::configured("s", |builder| {
        let tell = move |line: &str| written.lock().push_str(line);
        builder.allocator(Arc::new(FixedSizeAllocator::new(1024, tell)))
    });
    let tensor =
        |count| bench.call("tfrt_test.const_dense_attr", &[], &[dense(count)], &[], 1).remove(0);
    let small = tensor(32);
    {
        let tensor = small.get::<MutableTensor>().unwrap();
        let tensor = tensor.dense().unwrap();
        assert_eq!(*tensor.shape(), TensorShape::new(&[32]).unwrap());
        assert_eq!(tensor.to_vec::<f32>().unwrap()[1], 1.0);
    }
    assert_eq!(message(&tensor(256)), "Cannot allocate tensor");
    drop(small);
    assert_eq!(
        *lines.lock(),
        "Allocating 192 bytes. 832 remaining.\n\
         Attempted to allocate 1088 bytes. However current capacity is only 832.\n\
         Freeing 192 bytes. 1024 available.\n"
    );
    let results = bench.call("tfrt_test.const_dense_attr", &[], &[int_attribute(1)], &[], 1);
    let expected = "attribute 'value' of tfrt_test.const_dense_attr is 'i64', expected 'dense'";
    assert_eq!(message(&results[0]), expected);
}

#[test]
fn a_leak_is_one_integer() {
    let profiled = Arc::new(ProfiledAllocator::new());
    let seen = Arc::clone(&profiled);
    let bench = Bench::configured("s", |builder| builder.allocator(seen));
    bench.call("tfrt_test.memory_leak_one_int32", &[], &[], &[], 0);
    assert_eq!((profiled.counts().blocks, profiled.counts().bytes), (1, 4));
}
