//! Compares the kernels of dialect `eigen` with NumPy: runs the calls that `numpy/cases.py` wrote to
//! the file named by `TFRT_NUMPY_CASES`. `cargo xtask numpy` makes the file and runs this test.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;
use tfrt_codegen_tests::bef;
use tfrt_codegen_tests::cases::Reader;
use tfrt_host::context::Host;
use tfrt_host::kernel::{Catalogue, Chain, Function, Value};
use tfrt_tensor::{DenseHostTensor, Element, MutableTensor, TensorShape};

/// A tensor of a call, and what it must be afterwards.
struct Case {
    shape: TensorShape,
    before: Vec<f32>,
    exact: Option<Vec<f32>>,
    near: Option<(u32, Vec<f32>)>,
}

/// Reads what the script writes of a tensor.
trait ReadCase {
    fn flag(&mut self) -> bool;
    fn floats(&mut self, count: usize) -> Vec<f32>;
    fn case(&mut self) -> Case;
}

impl ReadCase for Reader<'_> {
    fn flag(&mut self) -> bool {
        self.bytes(1) == [1]
    }

    fn floats(&mut self, count: usize) -> Vec<f32> {
        let chunks = self.bytes(4 * count).chunks_exact(4);
        chunks.map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
    }

    fn case(&mut self) -> Case {
        let rank = self.count();
        let shape: Vec<i64> = (0..rank).map(|_| self.number().into()).collect();
        let shape = TensorShape::new(&shape).unwrap();
        let size = shape.elements().unwrap();
        let before = self.floats(size);
        let (mut exact, mut near) = (None, None);
        if self.flag() {
            exact = self.flag().then(|| self.floats(size));
            let ulps = self.number();
            near = (ulps > 0).then(|| (ulps, self.floats(size)));
        }
        Case { shape, before, exact, near }
    }
}

/// How the elements differ that are not as expected, if there are any.
fn difference(found: &[f32], case: &Case) -> Option<String> {
    let differ = |what: &str, expected: &[f32], same: &dyn Fn(f32, f32) -> bool| {
        let mut pairs = found.iter().zip(expected).enumerate();
        let (place, (found, expected)) =
            pairs.find(|(_, (found, other))| !same(**found, **other))?;
        Some(format!("element {place} is {found:e}, {what} is {expected:e}"))
    };
    let equal = |found: f32, expected: f32| found.to_bits() == expected.to_bits();
    let exact = case.exact.as_ref();
    exact.and_then(|expected| differ("in NumPy", expected, &equal)).or_else(|| {
        let (ulps, expected) = case.near.as_ref()?;
        differ("in f64", expected, &|found, other| found.is_close(other, *ulps))
    })
}

fn load(text: &str, catalogue: &Catalogue) -> Function {
    let bytes = bef("call.mlir", text, catalogue).unwrap_or_else(|error| panic!("{error}{text}"));
    let options = tfrt_exec::LoadOptions::default();
    tfrt_exec::Program::load(&bytes, catalogue, &options).unwrap().function("main").unwrap()
}

#[test]
#[ignore = "needs NumPy: cargo xtask numpy"]
fn kernels_come_to_what_numpy_comes_to() {
    let path = std::env::var_os("TFRT_NUMPY_CASES").expect("cargo xtask numpy sets it");
    let file = std::fs::read(path).unwrap();
    let mut reader = Reader(&file);
    let catalogue = tfrt_test_kernels::catalogue();
    // With helpers: the results do not depend on who computes which row.
    let host = Host::builder().threads(3).build().unwrap();
    let mut functions: HashMap<&str, Function> = HashMap::new();
    let (mut calls, mut exact, mut near, mut wrong) = (0, 0, 0, Vec::new());
    while !reader.0.is_empty() {
        let length = reader.count();
        let text = std::str::from_utf8(reader.bytes(length)).unwrap();
        let count = reader.count();
        let cases: Vec<Case> = (0..count).map(|_| reader.case()).collect();
        let tensors: Vec<DenseHostTensor> = cases
            .iter()
            .map(|case| DenseHostTensor::from_vec(case.shape.clone(), case.before.clone()).unwrap())
            .collect();
        let function = functions.entry(text).or_insert_with(|| load(text, &catalogue));
        let arguments =
            tensors.iter().map(|tensor| Value::new(MutableTensor::from(tensor.clone())));
        let mut arguments: Vec<Value> = arguments.chain([Value::new(Chain)]).collect();
        let mut results = [Value::Empty];
        function.call(&host.context(), 0, &mut arguments, &mut results);
        host.quiesce();
        assert!(results[0].get::<Chain>().is_some(), "{:?}\n{text}", results[0]);
        for (case, tensor) in cases.iter().zip(&tensors) {
            exact += case.exact.as_ref().map_or(0, Vec::len);
            near += case.near.as_ref().map_or(0, |(_, elements)| elements.len());
            let found = tensor.to_vec::<f32>().unwrap();
            let difference = difference(&found, case);
            wrong.extend(
                difference.map(|difference| format!("{}: {difference}\n{text}", case.shape)),
            );
        }
        calls += 1;
    }
    println!("{calls} calls: {exact} elements compared bit for bit, {near} with sums in f64");
    let first = wrong.first().map_or("", String::as_str);
    assert!(wrong.is_empty(), "{} tensors differ, the first:\n{first}", wrong.len());
    assert!(calls >= 6000 && exact > 0 && near > 0);
}
