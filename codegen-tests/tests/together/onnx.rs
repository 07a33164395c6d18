//! Compares the ops of dialect `nn` with ONNX's reference evaluator: runs the calls that `onnx/cases.py`
//! wrote to the file named by `TFRT_ONNX_CASES`. `cargo xtask onnx` makes the file and runs this test.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use half::{bf16, f16};
use std::collections::BTreeMap;
use tfrt_codegen_tests::bef;
use tfrt_codegen_tests::cases::Reader;
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, DType, Function, Value};
use tfrt_tensor::{Complex, Element, I1, Tensor};

/// Reads what the script writes of a call.
trait ReadCall<'a> {
    fn counted(&mut self) -> &'a [u8];
    fn text(&mut self) -> &'a str;
    fn words(&mut self, count: usize) -> Vec<u64>;
    fn doubles(&mut self, count: usize) -> Vec<f64>;
    fn tensor(&mut self) -> Tensor;
}

impl<'a> ReadCall<'a> for Reader<'a> {
    fn counted(&mut self) -> &'a [u8] {
        let count = self.count();
        self.bytes(count)
    }

    fn text(&mut self) -> &'a str {
        std::str::from_utf8(self.counted()).unwrap()
    }

    fn words(&mut self, count: usize) -> Vec<u64> {
        let chunks = self.bytes(8 * count).chunks_exact(8);
        chunks.map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap())).collect()
    }

    fn doubles(&mut self, count: usize) -> Vec<f64> {
        self.words(count).into_iter().map(f64::from_bits).collect()
    }

    fn tensor(&mut self) -> Tensor {
        let element = self.text();
        let rank = self.count();
        let shape: Vec<usize> =
            self.words(rank).into_iter().map(|size| size.try_into().unwrap()).collect();
        let bytes = self.counted();
        macro_rules! of {
            ($($name:literal, $element:ty;)*) => {
                match element {
                    $($name => {
                        let elements = bytes.chunks_exact(size_of::<$element>());
                        let elements: Vec<$element> =
                            elements.map(bytemuck::pod_read_unaligned).collect();
                        Tensor::from_vec(&shape, elements).unwrap()
                    })*
                    other => panic!("no element type {other}"),
                }
            };
        }
        of! {
            "i1", I1; "i8", i8; "i16", i16; "i32", i32; "i64", i64;
            "ui8", u8; "ui16", u16; "ui32", u32; "ui64", u64;
            "f16", f16; "bf16", bf16; "f32", f32; "f64", f64;
            "complex<f32>", Complex<f32>; "complex<f64>", Complex<f64>;
        }
    }
}

/// The elements of a tensor of floats.
fn doubles(tensor: &Tensor) -> Vec<f64> {
    fn all<T: Element>(tensor: &Tensor, of: impl Fn(T) -> f64) -> Vec<f64> {
        tensor.elements::<T>().unwrap().iter().map(|&it| of(it)).collect()
    }
    match tensor.dtype() {
        DType::F16 => all(tensor, f16::to_f64),
        DType::Bf16 => all(tensor, bf16::to_f64),
        DType::F32 => all::<f32>(tensor, f64::from),
        DType::F64 => all::<f64>(tensor, |it| it),
        other => panic!("{other:?} is no float"),
    }
}

fn load(text: &str, catalogue: &Catalogue) -> Function {
    let bytes = bef("call.mlir", text, catalogue).unwrap_or_else(|error| panic!("{error}{text}"));
    let options = tfrt_exec::LoadOptions::default();
    tfrt_exec::Program::load(&bytes, catalogue, &options).unwrap().function("main").unwrap()
}

/// What is wrong with a result, if anything.
fn difference(found: &Tensor, expected: &Tensor, near: &[[f64; 2]]) -> Option<String> {
    if found.dtype() != expected.dtype() || found.shape() != expected.shape() {
        return Some(format!("{} is not {}", found.metadata(), expected.metadata()));
    }
    if near.is_empty() {
        return (found.bytes() != expected.bytes()).then(|| format!("{found} is not {expected}"));
    }
    let elements = doubles(found);
    let wrong = elements.iter().zip(near).position(|(found, [expected, allowed])| {
        let same = found == expected || found.is_nan() && expected.is_nan();
        !(same || (found - expected).abs() <= *allowed)
    })?;
    let [expected, allowed] = near[wrong];
    let found = elements[wrong];
    Some(format!("element {wrong} is {found:e}, expected {expected:e}, at most {allowed:e} away"))
}

#[test]
#[ignore = "needs ONNX: cargo xtask onnx"]
fn ops_come_to_what_onnx_comes_to() {
    let path = std::env::var_os("TFRT_ONNX_CASES").expect("cargo xtask onnx sets it");
    let file = std::fs::read(path).unwrap();
    let mut reader = Reader(&file);
    let catalogue = tfrt_test_kernels::catalogue();
    // With helpers: the results do not depend on who computes which row.
    let host = Host::builder().threads(3).build().unwrap();
    let (mut exact, mut near_ones, mut wrong) = (0, 0, Vec::new());
    let mut worst: BTreeMap<String, f64> = BTreeMap::new();
    let mut calls = 0;
    while !reader.0.is_empty() {
        let text = reader.text();
        let count = reader.count();
        let mut arguments: Vec<Value> = (0..count).map(|_| Value::new(reader.tensor())).collect();
        let expected = reader.tensor();
        let count = reader.count();
        let (values, errors) = (reader.doubles(count), reader.doubles(count));
        let near: Vec<[f64; 2]> =
            values.into_iter().zip(errors).map(|(value, error)| [value, error]).collect();
        let mut results = [Value::Empty];
        load(text, &catalogue).call(&host.context(), 0, &mut arguments, &mut results);
        host.quiesce();
        let Some(found) = results[0].get::<Tensor>() else { panic!("{:?}\n{text}", results[0]) };
        if let Some(what) = difference(&found, &expected, &near) {
            wrong.push(format!("{what}\n{text}"));
        } else if !near.is_empty() {
            let op = text.split('"').nth(1).unwrap().to_owned();
            let worst = worst.entry(op).or_default();
            for (found, [expected, allowed]) in doubles(&found).iter().zip(&near) {
                let share = (found - expected).abs() / allowed;
                *worst = worst.max(if share.is_nan() { 0.0 } else { share });
            }
        }
        let elements = expected.shape().elements().unwrap();
        *(if near.is_empty() { &mut exact } else { &mut near_ones }) += elements;
        calls += 1;
    }
    println!("{calls} calls: {exact} elements compared bit for bit, {near_ones} with doubles");
    for (op, share) in worst {
        println!("{op} has up to {share:.2} of the error that it may have");
    }
    let first = wrong.first().map_or("", String::as_str);
    assert!(wrong.is_empty(), "{} results differ, the first:\n{first}", wrong.len());
    assert!(calls >= 2000 && exact > 0 && near_ones > 0);
}
