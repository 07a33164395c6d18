//! Rules of types.

use super::*;

fn inferred(rule: &'static str, types: &[&str], shape: Option<&[i64]>) -> Result<String, String> {
    let types: Vec<Type> = types.iter().map(|ty| Type::new(ty)).collect();
    let shape: Vec<_> = shape.iter().map(|sizes| ("shape", sizes.to_vec())).collect();
    let op = OpTypes { operands: &types, values: &[], numbers: &shape, value: None };
    let results = Infer::new(rule).results(&op)?;
    Ok(results.iter().map(Type::as_str).collect::<Vec<_>>().join(", "))
}

fn ok(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

fn err(text: &str) -> Result<String, String> {
    Err(text.to_owned())
}

#[test]
fn the_notation_is_checked() {
    for wrong in ["", "elementwise", "elementwise(f32", "wise(f32) -> f32", "cast(f32)x", "("] {
        assert_eq!(Infer::parse(wrong), None, "{wrong}");
    }
    let both = Infer::new("elementwise(i8, i16) -> i8, i1 or error");
    assert!(both.fails && both.results == "i8, i1" && both.operands == "i8, i16");
    assert!(!Infer::new("reads()").fails);
}

#[test]
fn elements_at_one_place_have_one_shape() {
    let add = "elementwise(f32) -> f32";
    assert_eq!(inferred(add, &["tensor<f32>", "tensor<f32>"], None), ok("tensor<f32>"));
    let both = inferred(add, &["tensor<2x?xf32>", "tensor<?x3xf32>"], None);
    assert_eq!(both, ok("tensor<2x3xf32>"));
    assert_eq!(inferred(add, &["tensor<*xf32>", "tensor<*xf32>"], None), ok("tensor<*xf32>"));
    let ranks = inferred(add, &["tensor<2xf32>", "tensor<*xf32>", "tensor<2x1xf32>"], None);
    let different = "its operands have different shapes: 'tensor<2xf32>' and 'tensor<2x1xf32>'";
    assert_eq!(ranks, err(different));
    let element = inferred(add, &["tensor<2xf32>", "tensor<2xf64>"], None);
    assert_eq!(element, err("operand #1 must be a tensor of f32, but got 'tensor<2xf64>'"));
    let vector = inferred(add, &["vector<2xf32>"], None);
    assert_eq!(vector, err("operand #0 must be a tensor of f32, but got 'vector<2xf32>'"));
}

#[test]
fn shapes_are_those_of_the_attribute() {
    let cast = "cast(i8) -> i8";
    assert_eq!(inferred(cast, &["tensor<2x?xi8>"], Some(&[-1, 3])), ok("tensor<?x3xi8>"));
    assert_eq!(inferred(cast, &["tensor<2xi8>"], None), ok("tensor<*xi8>"));
    let wrong = inferred(cast, &["tensor<2xi8>"], Some(&[3]));
    assert_eq!(wrong, err("its operand of type 'tensor<2xi8>' cannot have the shape [3]"));
    let splat = "splat() -> i8";
    assert_eq!(inferred(splat, &["i8", "i64"], Some(&[2, -1])), ok("tensor<2x?xi8>"));
    let sizes = inferred(splat, &["i8"], Some(&[-1]));
    assert_eq!(sizes, err("it has 0 sizes for a shape with 1 unknown"));
    let elements = "elements() -> i8";
    assert_eq!(inferred(elements, &["i8", "i8"], Some(&[2, 1])), ok("tensor<2x1xi8>"));
    let wrong = inferred(elements, &["i8"], Some(&[2]));
    assert_eq!(wrong, err("it has 1 elements for the shape [2]"));
    assert!(inferred(elements, &[], Some(&[i64::MAX, i64::MAX])).is_err());
}

#[test]
fn an_index_for_each_dimension() {
    let extract = "extract(i8) or error";
    assert_eq!(inferred(extract, &["tensor<2x2xi8>", "i64", "i64"], None), ok(""));
    assert_eq!(inferred(extract, &["tensor<*xi8>", "i64"], None), ok(""));
    let wrong = inferred(extract, &["tensor<2x2xi8>", "i64"], None);
    assert_eq!(wrong, err("it has 1 indices for 'tensor<2x2xi8>'"));
}

#[test]
fn only_known_shapes_prove_that_an_op_does_not_fail() {
    let proved = |rule, types: &[&str]| {
        let types: Vec<Type> = types.iter().map(|ty| Type::new(ty)).collect();
        let op = OpTypes { operands: &types, values: &[], numbers: &[], value: None };
        Infer::new(rule).never_fails(&op)
    };
    assert!(proved("elementwise(f32) -> f32", &["tensor<2xf32>", "tensor<2xf32>"]));
    assert!(!proved("elementwise(f32) -> f32", &["tensor<?xf32>", "tensor<2xf32>"]));
    assert!(!proved("elementwise(f32) -> f32", &["tensor<3xf32>", "tensor<2xf32>"]));
    assert!(!proved("elementwise(i8) -> i8 or error", &["tensor<2xi8>"]));
    assert!(!proved("extract(i8)", &["tensor<i8>"]));
}
