//! What each kernel gives for operands that are values, after `spec/kernels.md` and
//! `spec/numeric-contract.md`. Kernels that enter functions are in `run`.

use super::scalar::{
    Content, Scalar, divided, fixed, low32, low64, single, to_f32, to_f64, truncated,
};
use super::{arith, math, tensor};
use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;
use tfrt_compiler::graph::{Attribute, Op};

use Content::{Chain, Counter, Point, Resource, Text, Traced};
use Scalar::{Bf16, F16, F32, F64, I1, I8, I16, I32, I64};

/// The error of a failing kernel.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    pub(super) code: &'static str,
    pub(super) message: Cow<'static, str>,
}

impl Failure {
    const fn new(message: &'static str) -> Self {
        Self { code: "Internal", message: Cow::Borrowed(message) }
    }

    /// The caller's fault, with what was found.
    pub(super) fn invalid(text: String) -> Self {
        Self { code: "InvalidArgument", message: Cow::Owned(text) }
    }
}

impl From<&'static str> for Failure {
    fn from(text: &'static str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self { code: "Internal", message: Cow::Owned(text) }
    }
}

/// A message with what was found.
pub(super) fn message(text: String) -> Failure {
    text.into()
}

/// The results of a kernel call and the lines that it prints.
#[derive(Default)]
pub(super) struct Outputs {
    pub(super) results: Vec<Result<Content, Failure>>,
    pub(super) lines: Vec<String>,
}

pub(super) const DIVISION: Failure = Failure::new("Divide by zero");
pub(super) const BAD: &str = "something bad happened";
const LATE: Failure = Failure::new("something bad happened asynchronously");

/// Runs a kernel, if it is known.
pub(super) fn apply(op: &Op, operands: &[Content]) -> Option<Outputs> {
    let name = &*op.name;
    // Besides what it takes, a kernel may be given one chain more.
    let scalars: Vec<Scalar> = operands
        .iter()
        .filter_map(|content| match content {
            Content::Scalar(scalar) => Some(*scalar),
            _ => None,
        })
        .collect();
    let arithmetic =
        if scalars.len() == operands.len() { of_scalars(name, &scalars) } else { None };
    if let Some(results) = arithmetic {
        return Some(Outputs { results, lines: Vec::new() });
    }
    if let Some(constant) = constant(op) {
        return Some(Outputs { results: vec![Ok(constant)], lines: Vec::new() });
    }
    tensor::apply(op, operands).or_else(|| of_values(op, operands))
}

fn one(scalar: Scalar) -> Option<Vec<Result<Content, Failure>>> {
    Some(vec![Ok(Content::Scalar(scalar))])
}

/// Kernels from scalars to scalars.
fn of_scalars(name: &str, scalars: &[Scalar]) -> Option<Vec<Result<Content, Failure>>> {
    let give = |scalar: Scalar| Ok(Content::Scalar(scalar));
    if let Some(op) = name.strip_prefix("arith.") {
        return arith::apply(op, scalars);
    }
    if let Some(op) = name.strip_prefix("math.") {
        return math::apply(op, scalars);
    }
    match *scalars {
        [I32(a), I32(b)] => {
            let (wide_a, wide_b) = (i128::from(a), i128::from(b));
            match name {
                "tfrt.add.i32" | "tfrt.add_s.i32" | "tfrt_test.async_add.i32" => {
                    one(I32(low32(wide_a + wide_b)))
                }
                "tfrt.minus.i32" => one(I32(low32(wide_a - wide_b))),
                "tfrt.mul.i32" | "tfrt.mul_s.i32" => one(I32(low32(wide_a * wide_b))),
                "tfrt.max.i32" => one(I32(if a < b { b } else { a })),
                "tfrt.equal.i32" => one(I1(wide_a - wide_b == 0)),
                "tfrt.lessequal.i32" => one(I1(wide_a - wide_b <= 0)),
                "tfrt.div.i32" => Some(match divided(wide_a, wide_b) {
                    None => vec![Err(DIVISION), Err(DIVISION)],
                    Some((q, r)) => vec![give(I32(low32(q))), give(I32(low32(r)))],
                }),
                _ => variadic(name, scalars),
            }
        }
        [I64(a), I64(b)] => {
            let (a, b) = (i128::from(a), i128::from(b));
            match name {
                "tfrt.add.i64" | "tfrt.add_s.i64" => one(I64(low64(a + b))),
                "tfrt.minus.i64" => one(I64(low64(a - b))),
                "tfrt.mul.i64" | "tfrt.mul_s.i64" => one(I64(low64(a * b))),
                "tfrt.equal.i64" => one(I1(a - b == 0)),
                "tfrt.lessequal.i64" => one(I1(a - b <= 0)),
                "tfrt.div.i64" => Some(match divided(a, b) {
                    None => vec![Err(DIVISION), Err(DIVISION)],
                    Some((q, r)) => vec![give(I64(low64(q))), give(I64(low64(r)))],
                }),
                _ => None,
            }
        }
        [F32(a), F32(b)] => match name {
            "tfrt.add.f32" => one(F32(single(a, b, |a, b| a + b))),
            "tfrt.multiply.f32" => one(F32(single(a, b, |a, b| a * b))),
            "tfrt.minimum.f32" => one(F32(if b < a { b } else { a })),
            // A zero of either sign has no bits but the sign's.
            "tfrt.div.f32" if b.to_bits() << 1 == 0 => Some(vec![Err(DIVISION)]),
            "tfrt.div.f32" => one(F32(single(a, b, |a, b| a / b))),
            _ => None,
        },
        [F64(a), F64(b)] => match name {
            "tfrt.add.f64" => one(F64(a + b)),
            "tfrt.multiply.f64" => one(F64(a * b)),
            "tfrt.minimum.f64" => one(F64(if b < a { b } else { a })),
            "tfrt.div.f64" if b.to_bits() << 1 == 0 => Some(vec![Err(DIVISION)]),
            "tfrt.div.f64" => one(F64(a / b)),
            _ => None,
        },
        // Without arithmetic: bounds that contradict each other are the upper one.
        [I32(value), I32(low), I32(high)] if name == "tfrt.clamp.i32" => {
            one(I32(if value > high || low > high {
                high
            } else if value < low {
                low
            } else {
                value
            }))
        }
        [I64(value), I64(low), I64(high)] if name == "tfrt.clamp.i64" => {
            one(I64(if value > high || low > high {
                high
            } else if value < low {
                low
            } else {
                value
            }))
        }
        [I1(a), I1(b)] if name == "tfrt.and.i1" => one(I1(u8::from(a) * u8::from(b) == 1)),
        [I32(a)] => match name {
            "tfrt_test.count3.i32" => {
                let counted = [1, 2, 3].map(|n| give(I32(low32(i128::from(a) + n))));
                Some(counted.to_vec())
            }
            "tfrt_test.async_copy.i32" | "tfrt_test.async_copy_2.i32" => one(I32(a)),
            "tfrt_test.report_error_concrete_async" | "tfrt_test.report_error_indirect_async" => {
                Some(vec![if a == 0 { give(I32(0)) } else { Err(LATE) }])
            }
            _ => variadic(name, scalars),
        },
        [I64(a)] => match name {
            "tfrt_test.count3.i64" => {
                let counted = [1, 2, 3].map(|n| give(I64(low64(i128::from(a) + n))));
                Some(counted.to_vec())
            }
            "tfrt.cast.i64_to_f32" => one(F32(to_f32(a))),
            "tfrt.cast.i64_to_f64" => one(F64(to_f64(a))),
            _ => None,
        },
        [F32(a)] if name == "tfrt.cast.f32_to_i64" => one(I64(truncated(f64::from(a)))),
        [F64(a)] if name == "tfrt.cast.f64_to_i64" => one(I64(truncated(a))),
        _ => variadic(name, scalars),
    }
}

/// Kernels that take any number of scalars.
fn variadic(name: &str, scalars: &[Scalar]) -> Option<Vec<Result<Content, Failure>>> {
    let sums = matches!(name, "tfrt_test.sum" | "tfrt_test.sync_sum" | "tfrt_test.sync_sum2");
    if !sums || scalars.is_empty() {
        return None;
    }
    let parts = scalars.iter().map(|scalar| match scalar {
        I32(value) => Some(i128::from(*value)),
        _ => None,
    });
    one(I32(low32(parts.sum::<Option<i128>>()?)))
}

fn integer(op: &Op, name: &str) -> Option<i128> {
    match op.attributes.get(name)? {
        Attribute::Integer { value, .. } => Some(*value),
        _ => None,
    }
}

fn float(op: &Op, name: &str) -> Option<u64> {
    match op.attributes.get(name)? {
        Attribute::Float { bits, .. } => Some(*bits),
        _ => None,
    }
}

fn text(op: &Op, name: &str) -> Option<Content> {
    match op.attributes.get(name)? {
        Attribute::String(bytes) => Some(Text(String::from_utf8_lossy(bytes).into())),
        _ => None,
    }
}

/// Kernels that give what an attribute says.
fn constant(op: &Op) -> Option<Content> {
    let single = |name: &str| Some(f32::from_bits(u32::try_from(float(op, name)?).ok()?));
    let double = |name: &str| Some(f64::from_bits(float(op, name)?));
    let int32 = || i32::try_from(integer(op, "value")?).ok();
    Some(match &*op.name {
        "tfrt.constant.i1" | "tfrt_test.async_constant.i1" => {
            Content::Scalar(I1(integer(op, "value")? & 1 == 1))
        }
        "tfrt.constant.i32" | "tfrt.constant_s.i32" | "tfrt_test.async_constant.i32" => {
            Content::Scalar(I32(int32()?))
        }
        "arith.constant.i8" => Content::Scalar(I8(i8::try_from(integer(op, "value")?).ok()?)),
        "arith.constant.i16" => Content::Scalar(I16(i16::try_from(integer(op, "value")?).ok()?)),
        "tfrt.constant.i64" | "tfrt.constant_s.i64" => {
            Content::Scalar(I64(i64::try_from(integer(op, "value")?).ok()?))
        }
        "tfrt.constant.ui32" => Content::U32(u32::try_from(integer(op, "value")?).ok()?),
        "tfrt.constant.ui64" => Content::U64(u64::try_from(integer(op, "value")?).ok()?),
        "tfrt.constant.f32" | "tfrt.constant_s.f32" => Content::Scalar(F32(single("value")?)),
        "tfrt.constant.f64" | "tfrt.constant_s.f64" => Content::Scalar(F64(double("value")?)),
        "tfrt.constant.f16" | "tfrt.constant_s.f16" => {
            Content::Scalar(F16(u16::try_from(float(op, "value")?).ok()?))
        }
        "tfrt.constant.bf16" | "tfrt.constant_s.bf16" => {
            Content::Scalar(Bf16(u16::try_from(float(op, "value")?).ok()?))
        }
        "tfrt.constant.complex64" => Content::Complex64(single("real")?, single("imaginary")?),
        "tfrt.constant.complex128" => Content::Complex128(double("real")?, double("imaginary")?),
        "tfrt_test.get_string" => text(op, "value")?,
        "tfrt_test.sync_sum_attributes" => {
            let parts = op.attributes.iter().map(|(_, attribute)| match attribute {
                Attribute::Integer { value, .. } => Some(*value),
                _ => None,
            });
            Content::Scalar(I32(low32(parts.sum::<Option<i128>>()?)))
        }
        _ => return None,
    })
}

/// Kernels of values of other kinds, and with effects.
fn of_values(op: &Op, operands: &[Content]) -> Option<Outputs> {
    let given = |results: Vec<Content>| {
        Some(Outputs { results: results.into_iter().map(Ok).collect(), lines: Vec::new() })
    };
    let printed = |line: String, results: Vec<Content>| {
        Some(Outputs { results: results.into_iter().map(Ok).collect(), lines: vec![line] })
    };
    let failed =
        |results: Vec<Result<Content, Failure>>| Some(Outputs { results, lines: Vec::new() });
    // Who gives no chain may be asked for one.
    let and_chain = |mut results: Vec<Content>| {
        results.resize(results.len().max(op.results.len()), Chain);
        results
    };
    match (&*op.name, operands) {
        ("tfrt.new.chain", _) | ("tfrt.merge.chains" | "tfrt_test.as_chain", _) => {
            given(vec![Chain])
        }
        ("tfrt.alias.value", [_, value]) => given(vec![value.clone()]),
        ("tfrt_test.identity", [_, values @ ..]) => given(values.to_vec()),
        ("tfrt_test.multi_arg_result" | "tfrt_test.make_indirect", values) => {
            given(values.to_vec())
        }
        ("tfrt_test.share_to_two", [value]) => given(vec![value.clone(), value.clone()]),
        ("tfrt_test.append_string", [Text(a), Text(b)]) => {
            given(vec![Text([&**a, &**b].concat().into())])
        }
        ("tfrt_test.string_equal", [Text(a), Text(b)]) => {
            given(vec![Content::Scalar(I1(a.as_bytes() == b.as_bytes()))])
        }
        ("tfrt_test.use_sample_shared_context", [_]) => {
            given(vec![Text("sample_shared_context0".into()), Chain])
        }
        ("tfrt_test.fail", []) => failed(vec![Err(BAD.into())]),
        ("tfrt_test.partial_fail", []) => {
            failed(vec![Ok(Content::Scalar(I32(1))), Err(BAD.into())])
        }
        ("tfrt_test.error_chain", [_]) => failed(vec![Err("error chain".into())]),
        ("tfrt_test.report_error_async", []) => failed(vec![Err(LATE)]),
        ("tfrt_test.cancel", [_]) => given(vec![Content::Scalar(I32(0)), Chain]),
        ("tfrt_test.print_hello", _) => {
            printed("hello host executor!".to_owned(), and_chain(vec![Chain]))
        }
        ("tfrt_test.print_bool", [_, Content::Scalar(I1(value))]) => {
            printed(value.to_string(), vec![Chain])
        }
        ("tfrt_test.print_string", [Text(text), ..]) => {
            printed(format!("string = {text}"), vec![Chain])
        }
        ("tfrt_test.test_cost", _) => {
            printed(format!("id: {}", integer(op, "id")?), vec![Content::Scalar(I32(0))])
        }
        (name, [value, ..]) if name.starts_with("tfrt.print.") => {
            printed(line(value)?, vec![Chain])
        }
        (name, _) if name.starts_with("tfrt_test.atomic.") => given(counter(op, operands)?),
        ("vt.print", [Traced(value), _]) => {
            printed(format!("print vt_value({value})"), vec![Chain])
        }
        ("vt.constant", []) => Some(traced(i32::try_from(integer(op, "value")?).ok()?)),
        ("vt.add", [Traced(a), Traced(b)]) => Some(traced(low32(i128::from(*a) + i128::from(*b)))),
        ("tfrt_tutorial.create_coordinate", [Content::Scalar(I32(x)), Content::Scalar(I32(y))]) => {
            given(vec![Point(*x, *y)])
        }
        ("tfrt_tutorial.print_coordinate", [Point(x, y), ..]) => {
            printed(format!("({x}, {y})"), vec![Chain])
        }
        ("tfrt_test.allocate_resource", _) => Some(Outputs {
            results: vec![Ok(Resource(Rc::default())), Ok(Chain)],
            // It is destroyed once, by a kernel or with its last reference.
            lines: ["Allocated TestResource", "Destroyed TestResource"].map(String::from).to_vec(),
        }),
        ("tfrt_test.deallocate_resource", [Resource(gone), _]) => {
            gone.set(true);
            printed("tfrt_test.deallocate_resource done".to_owned(), vec![Chain])
        }
        _ => None,
    }
}

/// What the kernels that print scalars print.
fn line(value: &Content) -> Option<String> {
    Some(match value {
        Content::Scalar(I1(value)) => format!("int1 = {}", i32::from(*value)),
        Content::Scalar(I32(value)) => format!("int32 = {value}"),
        Content::Scalar(I64(value)) => format!("int64 = {value}"),
        Content::Scalar(F32(value)) => format!("f32 = {}", fixed(f64::from(*value))),
        Content::Scalar(F64(value)) => format!("f64 = {}", fixed(*value)),
        Content::Scalar(F16(bits)) => format!("f16 = {bits}"),
        Content::Complex64(real, imaginary) => {
            format!("complex64 = {}+{}i", fixed(f64::from(*real)), fixed(f64::from(*imaginary)))
        }
        Content::Complex128(real, imaginary) => {
            format!("complex128 = {}+{}i", fixed(*real), fixed(*imaginary))
        }
        _ => return None,
    })
}

/// A value that says when it is made and, once, when it is dropped.
fn traced(value: i32) -> Outputs {
    let lines = ["constructed", "move constructed", "destroyed"];
    Outputs {
        results: vec![Ok(Traced(value))],
        lines: lines.map(|what| format!("{what} vt.value({value})")).to_vec(),
    }
}

fn counter(op: &Op, operands: &[Content]) -> Option<Vec<Content>> {
    let changed = |counter: &Rc<Cell<i32>>, by: i32| {
        counter.set(low32(i128::from(counter.get()) + i128::from(by)));
        vec![Chain]
    };
    Some(match (&*op.name, operands) {
        ("tfrt_test.atomic.create.i32", []) => vec![Counter(Rc::default())],
        ("tfrt_test.atomic.inc.i32", [Counter(counter), _]) => changed(counter, 1),
        ("tfrt_test.atomic.add.i32", [Counter(counter), Content::Scalar(I32(by)), _]) => {
            changed(counter, *by)
        }
        ("tfrt_test.atomic.get.i32", [Counter(counter), _]) => {
            vec![Content::Scalar(I32(counter.get())), Chain]
        }
        _ => return None,
    })
}
