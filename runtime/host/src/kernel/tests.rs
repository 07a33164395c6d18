//! Kernels defined by `#[kernel]`, called through their definitions.

use super::{
    Assembly, Attr, Chain, EngineKind, FromAttribute, Function, FunctionBody, KernelDef,
    KernelFrame, KernelType, Operands, Outcome, ParamKind, ResultCount, ScalarType, Signature,
    Value,
};
use crate::context::{ExecCtx, Host, OwnedCtx, RequestContext, Site, SiteRef};
use crate::error::{ErrorCode, KernelError, Location};
use crate::frame::MaybeDone;
use crate::value::AsyncRef;
use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_bef::{Attribute, DType, Numbers};
use tfrt_host::kernel;

#[derive(Clone, Debug, PartialEq)]
struct Text(String);
impl KernelType for Text {
    const NAME: &'static str = "!my.text";
}

/// Cannot be cloned.
#[derive(Debug)]
struct Unique;
impl KernelType for Unique {
    const NAME: &'static str = "!my.unique";
}

/// Adds.
///
/// Wraps.
#[kernel("my.add", pure, intrinsic = IAdd, assembly = Assembly::OPERANDS)]
fn add(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

#[kernel("my.divide", pure)]
fn divide(a: i32, b: i32) -> Result<(i32, i32), KernelError> {
    if b == 0 { Err("zero".into()) } else { Ok((a / b, a % b)) }
}

#[kernel("my.invert", pure)]
fn invert(a: i32) -> Result<i32, KernelError> {
    if a == 0 { Err("zero".into()) } else { Ok(1 / a) }
}

#[kernel("my.mixed")]
fn mixed(ctx: ExecCtx<'_>, fails: bool) -> (i32, Result<i32, KernelError>, AsyncRef<i64>) {
    let second = if fails { Err(KernelError::from("second")) } else { Ok(2) };
    (1, second, AsyncRef::available(i64::from(ctx.depth)))
}

#[kernel("my.text")]
fn text(zeta: Attr<String>, alpha: Attr<i32>, prefix: &Text) -> Text {
    Text(format!("{}{}{}", prefix.0, zeta.0, alpha.0))
}

#[kernel("my.consume")]
fn consume(text: Text) -> i32 {
    i32::try_from(text.0.len()).unwrap_or(i32::MAX)
}

#[kernel("my.peek")]
fn peek(_unique: &Unique, kept: AsyncRef<i32>) -> AsyncRef<i32> {
    kept
}

#[kernel("my.all")]
fn all(first: i32, rest: &[Value], attributes: &[Attribute]) -> Result<Vec<Value>, KernelError> {
    let mut results = rest.to_vec();
    results.push(Value::new(first));
    results.push(Value::new(i64::try_from(attributes.len()).map_err(|_| "too many")?));
    Ok(results)
}

#[kernel("my.split")]
fn split(x: i32, results: ResultCount) -> (Chain, Result<i64, String>, Vec<i32>) {
    let more = results.0.saturating_sub(2).min(3);
    (Chain, if x > 0 { Ok(x.into()) } else { Err("none".into()) }, (x..).take(more).collect())
}

#[kernel("my.fetch")]
fn fetch(x: i32, rest: &[Value]) -> Result<(AsyncRef<i32>, Vec<Value>), KernelError> {
    if x < 0 { Err("negative".into()) } else { Ok((AsyncRef::available(x), rest.to_vec())) }
}

#[kernel("my.run")]
fn run(ctx: ExecCtx<'_>, body: &Function, other: &Function) -> Vec<Value> {
    let mut results = vec![Value::Empty, Value::Empty];
    let (first, second) = results.split_at_mut(1);
    body.call(ctx.request, ctx.depth, &mut [], first);
    other.call(ctx.request, ctx.depth, &mut [], second);
    results
}

#[kernel("my.ordered")]
fn ordered(_chain: Chain) {}

#[kernel("my.panic")]
fn panic(message: Attr<String>) -> (i32, i32) {
    panic!("{}", message.0)
}

#[kernel("my.soon")]
fn soon(fails: bool) -> MaybeDone<i32> {
    if fails { MaybeDone::Pending(AsyncRef::available(2)) } else { MaybeDone::Done(Ok(1)) }
}

#[kernel("my.later")]
async fn later(ctx: OwnedCtx, by: AsyncRef<i32>, scale: Attr<i32>) -> Result<i32, KernelError> {
    let by = by.await.map_err(|error| KernelError::from(error.message().to_owned()))?;
    if by == 0 {
        return Err(KernelError::from(format!("zero at depth {}", ctx.as_ctx().depth)));
    }
    Ok(by * scale.0)
}

#[kernel("my.work", task)]
fn work(by: AsyncRef<i32>, scale: Attr<i32>, ctx: ExecCtx<'_>) -> Result<i32, KernelError> {
    match by.get() {
        Some(Ok(by)) if *by != 0 => Ok(by * scale.0),
        _ => Err(format!("nothing at depth {}", ctx.depth).into()),
    }
}

#[kernel("my.r", pure)]
fn r#loop() {}

struct Bench {
    host: Host,
    request: RequestContext,
    diagnostics: Arc<Mutex<Vec<String>>>,
}

impl Bench {
    fn new() -> Self {
        let diagnostics = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&diagnostics);
        let host = Host::builder()
            .work_queue("s")
            .diagnostics(move |diagnostic| sink.lock().push(diagnostic.error.message().to_owned()))
            .build()
            .unwrap();
        Self { request: host.context(), host, diagnostics }
    }

    fn call(&self, kernel: &KernelDef, arguments: &[Value], results: usize) -> Vec<Value> {
        self.call_with(kernel, arguments, &[], &[], results)
    }

    fn call_with(
        &self,
        kernel: &KernelDef,
        arguments: &[Value],
        attributes: &[Attribute],
        functions: &[Function],
        results: usize,
    ) -> Vec<Value> {
        let site = Arc::new(Site {
            kernel: kernel.name.into(),
            location: Location::at("test.mlir", 3, 7),
        });
        let mut arguments = arguments.to_vec();
        let mut results = vec![Value::Empty; results];
        kernel.invoke(&mut KernelFrame {
            request: &self.request,
            site: SiteRef::Shared(&site),
            depth: 5,
            operands: Operands::owned(&mut arguments),
            attributes: &kernel.bind(attributes.to_vec()),
            functions,
            results: &mut results,
        });
        results
    }

    fn messages(&self) -> Vec<String> {
        std::mem::take(&mut *self.diagnostics.lock())
    }
}

fn get<T: KernelType + Clone>(value: &Value) -> T {
    value.get::<T>().map(|value| (*value).clone()).unwrap()
}

fn message(value: &Value) -> &str {
    value.error().unwrap().message()
}

fn scalar(dtype: DType, bits: u64) -> Attribute {
    Attribute::Scalar { dtype, bits }
}

#[test]
fn definition_says_what_the_function_says() {
    assert_eq!(ADD.name, "my.add");
    assert_eq!(ADD.doc, "Adds.\n\nWraps.");
    assert_eq!(ADD.function, "add");
    assert_eq!(ADD.module, "tfrt_host::kernel::tests");
    assert_eq!((ADD.pure, ADD.variadic_results, ADD.returns_result), (true, false, false));
    assert_eq!(ADD.intrinsic, Some(super::Intrinsic::IAdd));
    assert!(ADD.traits.assembly.is_some() && ADD.traits.exact_types);
    assert_eq!(ADD.params[1].name, "b");
    assert_eq!(ADD.params[1].ty, "i32");
    assert_eq!(ADD.outcome, Outcome::Ready);
    assert_eq!(DIVIDE.outcome, Outcome::Fallible);
    assert_eq!((DIVIDE.pure, DIVIDE.returns_result), (true, true));
    assert_eq!(DIVIDE.results[1].outcome, Outcome::Fallible);
    let outcomes: Vec<_> = MIXED.results.iter().map(|result| result.outcome).collect();
    assert_eq!(outcomes, [Outcome::Ready, Outcome::Fallible, Outcome::Later]);
    assert_eq!(MIXED.outcome, Outcome::Later);
    assert_eq!(MIXED.params[0].kind, ParamKind::Context);
    assert_eq!((MIXED.pure, MIXED.returns_result), (false, false));
    assert_eq!(TEXT.params[0].kind, ParamKind::Attribute { index: 1 });
    assert_eq!(TEXT.params[1].kind, ParamKind::Attribute { index: 0 });
    assert_eq!(TEXT.params[1].ty, "i32");
    assert_eq!(TEXT.params[2].kind, ParamKind::Borrow);
    assert_eq!(TEXT.params[2].ty, "!my.text");
    assert_eq!(
        TEXT.attributes().iter().map(|param| param.name).collect::<Vec<_>>(),
        ["alpha", "zeta"]
    );
    assert_eq!((ALL.variadic_results, ALL.returns_result), (true, true));
    assert!(ALL.variadic_operands());
    assert_eq!(RUN.params[2].kind, ParamKind::Function { index: 1 });
    assert_eq!(LOOP.function, "r#loop");
    assert_eq!(LATER.function, "__later_later");
    assert_eq!(LATER.outcome, Outcome::Later);
    assert_eq!(LATER.params[0].kind, ParamKind::Context);
    assert_eq!(LATER.params.len(), 3);
    assert!(ADD.allows_extra_chain_operand() && ADD.allows_extra_chain_result());
    assert!(!ORDERED.allows_extra_chain_operand() && ORDERED.allows_extra_chain_result());
}

#[test]
fn scalars_in_registers_and_by_reference() {
    let bench = Bench::new();
    let boxed = Value::Ref(AsyncRef::available(40i32).into_any());
    let results = bench.call(&ADD, &[boxed, Value::new(2i32)], 1);
    assert!(matches!(results[0], Value::Scalar(ScalarType::I32, 42)));
    let results = bench.call(&DIVIDE, &[Value::new(-7i32), Value::new(2i32)], 2);
    assert_eq!((get::<i32>(&results[0]), get::<i32>(&results[1])), (-3, -1));
}

#[test]
fn a_failing_kernel_reports_once_and_poisons_all_results() {
    let bench = Bench::new();
    let results = bench.call(&DIVIDE, &[Value::new(1i32), Value::new(0i32)], 2);
    let (first, second) = (results[0].error().unwrap(), results[1].error().unwrap());
    assert!(first.ptr_eq(second));
    assert_eq!(first.kernel(), Some("my.divide"));
    assert_eq!(first.location(), &Location::at("test.mlir", 3, 7));
    assert_eq!(bench.messages(), ["zero"]);
    let results = bench.call(&MIXED, &[Value::new(true)], 3);
    assert_eq!(get::<i32>(&results[0]), 1);
    assert_eq!(message(&results[1]), "second");
    assert_eq!(get::<i64>(&results[2]), 5);
    assert_eq!(bench.messages(), ["second"]);
}

#[test]
fn attributes_come_in_alphabetical_order() {
    let bench = Bench::new();
    let attributes = [scalar(DType::I64, 32), Attribute::String(b"b".to_vec())];
    assert!(TEXT.check_attributes(&attributes).is_ok());
    let prefix = Value::new(Text("a".to_owned()));
    let results = bench.call_with(&TEXT, &[prefix], &attributes, &[], 1);
    assert_eq!(get::<Text>(&results[0]), Text("ab32".to_owned()));
}

#[test]
fn attributes_of_other_types_are_refused_by_name() {
    let bench = Bench::new();
    let wide = [scalar(DType::I64, 1 << 40), Attribute::String(Vec::new())];
    let expected =
        "attribute 'alpha' of my.text is 1099511627776 : i64, which does not fit in 'i32'";
    let error = TEXT.check_attributes(&wide).unwrap_err();
    assert_eq!((error.message.as_ref(), error.code), (expected, ErrorCode::InvalidArgument));
    let prefix = Value::new(Text(String::new()));
    let results = bench.call_with(&TEXT, std::slice::from_ref(&prefix), &wide, &[], 1);
    assert_eq!(message(&results[0]), expected);
    let float = [scalar(DType::F32, 0), Attribute::String(Vec::new())];
    let error = TEXT.check_attributes(&float).unwrap_err();
    assert_eq!(error.message, "attribute 'alpha' of my.text is 'f32', expected 'i32'");
    let results = bench.call_with(&TEXT, &[prefix], &wide[..0], &[], 1);
    assert_eq!(message(&results[0]), "attribute 'zeta' of my.text is missing");
    let error = TEXT.check_attributes(&wide[..1]).unwrap_err();
    assert_eq!(error.message, "my.text has 1 attributes, expected 2");
    assert!(ADD.check_attributes(&wide).is_ok(), "a kernel without attributes ignores all");
}

#[test]
fn integers_keep_the_signedness_of_the_attribute() {
    let read = |dtype, bits| i16::from_attribute(&scalar(dtype, bits)).ok();
    assert_eq!(read(DType::I8, 0xff), Some(-1));
    assert_eq!(read(DType::Ui8, 0xff), Some(255));
    assert_eq!(read(DType::I64, u64::MAX), Some(-1));
    assert_eq!(read(DType::Ui64, u64::MAX), None);
    assert_eq!(read(DType::I32, 0xffff_8000), Some(i16::MIN));
    assert_eq!(u64::from_attribute(&scalar(DType::Ui64, u64::MAX)).ok(), Some(u64::MAX));
    assert_eq!(u64::from_attribute(&scalar(DType::I8, 0xff)).ok(), None);
    assert_eq!(bool::from_attribute(&scalar(DType::I1, 1)).ok(), Some(true));
    assert_eq!(bool::from_attribute(&scalar(DType::I32, 2)).ok(), None);
    assert_eq!(f32::from_attribute(&scalar(DType::F64, 0)).ok(), None);
    let array = Attribute::Array(Numbers::new(DType::I64, [1, u64::MAX]));
    assert_eq!(Vec::<i32>::from_attribute(&array).ok(), Some(vec![1, -1]));
    assert_eq!(DType::from_attribute(&Attribute::Type(DType::Ui8)).ok(), Some(DType::Ui8));
    assert_eq!(
        DType::from_attribute(&array).unwrap_err().message,
        "is 'array of i64', expected 'type'"
    );
    assert_eq!(Vec::<f32>::from_attribute(&array).ok(), None);
    assert_eq!(Vec::<f32>::from_attribute(&Attribute::EmptyArray).ok(), Some(vec![]));
    let bytes = Attribute::String(vec![0xff]);
    assert_eq!(Vec::<u8>::from_attribute(&bytes).ok(), Some(vec![0xff]));
    assert_eq!(String::from_attribute(&bytes).unwrap_err().message, "is not UTF-8 text");
}

#[test]
fn wrong_operands_are_errors() {
    let bench = Bench::new();
    let results = bench.call(&ADD, &[Value::new(1i32), Value::new(1i64)], 1);
    assert_eq!(message(&results[0]), "operand 1 of my.add is 'i64', expected 'i32'");
    let results = bench.call(&ADD, &[Value::new(1i32)], 1);
    assert_eq!(message(&results[0]), "my.add has 1 operands, expected 2");
    let results = bench.call(&ADD, &[Value::new(1i32), Value::new(1i32), Value::new(1i32)], 1);
    assert_eq!(message(&results[0]), "my.add has 3 operands, expected 2");
    let results = bench.call(&CONSUME, &[Value::new(1i32)], 1);
    assert_eq!(message(&results[0]), "operand 0 of my.consume is 'i32', expected '!my.text'");
    let results = bench.call(&ADD, &[Value::new(1i32), Value::new(1i32)], 3);
    assert!(results.iter().all(|result| message(result) == "kernel gave 1 results, the op has 3"));
    let results = bench.call(&RUN, &[], 2);
    assert_eq!(message(&results[1]), "my.run has 0 functions, expected 1");
    assert_eq!(bench.messages().len(), 6);
}

#[test]
fn one_trailing_chain_is_tolerated_on_either_side() {
    let bench = Bench::new();
    let operands = [Value::new(1i32), Value::new(2i32), Value::new(Chain)];
    let results = bench.call(&ADD, &operands, 2);
    assert_eq!(get::<i32>(&results[0]), 3);
    assert_eq!(get::<Chain>(&results[1]), Chain);
    let results = bench.call(&INVERT, &[Value::new(1i32)], 2);
    assert_eq!((get::<i32>(&results[0]), get::<Chain>(&results[1])), (1, Chain));
    let results = bench.call(&INVERT, &[Value::new(0i32)], 2);
    assert!(results.iter().all(|result| message(result) == "zero"));
    let results = bench.call(&ORDERED, &[Value::new(Chain)], 1);
    assert_eq!(get::<Chain>(&results[0]), Chain);
    let results = bench.call(&ORDERED, &[Value::new(Chain), Value::new(Chain)], 1);
    assert_eq!(message(&results[0]), "my.ordered has 2 operands, expected 1");
}

#[test]
fn a_value_is_moved_if_unique_and_cloned_if_not() {
    let bench = Bench::new();
    let kept = Value::new(Text("four".to_owned()));
    let results = bench.call(&CONSUME, std::slice::from_ref(&kept), 1);
    assert_eq!(get::<i32>(&results[0]), 4);
    assert_eq!(get::<Text>(&kept), Text("four".to_owned()));
    let unique = Value::new(Unique);
    let results = bench.call(&PEEK, &[unique, Value::new(9i32)], 1);
    assert!(matches!(results[0], Value::Ref(_)));
    assert_eq!(get::<i32>(&results[0]), 9);
}

#[test]
fn variadic_operands_results_and_attributes() {
    let bench = Bench::new();
    let operands = [Value::new(1i32), Value::new(true), Value::new(Chain)];
    let attributes = [Attribute::EmptyArray, Attribute::EmptyArray];
    let results = bench.call_with(&ALL, &operands, &attributes, &[], 4);
    assert!(get::<bool>(&results[0]));
    assert_eq!(get::<i32>(&results[2]), 1);
    assert_eq!(get::<i64>(&results[3]), 2);
    let results = bench.call_with(&ALL, &operands, &attributes, &[], 3);
    assert_eq!(message(&results[0]), "kernel gave 4 results, the op has 3");
}

#[test]
fn any_number_of_results_follow_fixed_ones() {
    let types = |kernel: &KernelDef, count| -> Vec<_> {
        (0..count).filter_map(|at| kernel.result(at)).map(|it| (it.ty, it.outcome)).collect()
    };
    let fallible = Outcome::Fallible;
    assert_eq!(
        types(&SPLIT, 4),
        [("!tfrt.chain", fallible), ("i64", fallible), ("i32", fallible), ("i32", fallible)]
    );
    assert_eq!((SPLIT.results.len(), SPLIT.variadic_type, SPLIT.outcome), (2, "i32", fallible));
    assert_eq!(types(&FETCH, 2), [("i32", Outcome::Later), ("", Outcome::Later)]);
    assert!(FETCH.returns_result && FETCH.variadic_results && !SPLIT.returns_result);
    assert!(SPLIT.allows_results(2) && SPLIT.allows_results(9) && !SPLIT.allows_results(1));
    assert!(!SPLIT.allows_extra_chain_result());
    assert_eq!(SPLIT.params[1].kind, ParamKind::ResultCount);
    let bench = Bench::new();
    let results = bench.call(&SPLIT, &[Value::new(7i32)], 4);
    assert_eq!((get::<Chain>(&results[0]), get::<i64>(&results[1])), (Chain, 7));
    assert_eq!((get::<i32>(&results[2]), get::<i32>(&results[3])), (7, 8));
    assert_eq!(bench.call(&SPLIT, &[Value::new(7i32)], 2).len(), 2);
    let results = bench.call(&SPLIT, &[Value::new(0i32)], 3);
    assert_eq!((get::<Chain>(&results[0]), get::<i32>(&results[2])), (Chain, 0));
    assert_eq!(message(&results[1]), "none");
    for (count, expected) in [
        (0, "kernel gave 2 results, the op has 0"),
        (1, "kernel gave 2 results, the op has 1"),
        (6, "kernel gave 5 results, the op has 6"),
    ] {
        let results = bench.call(&SPLIT, &[Value::new(1i32)], count);
        assert!(results.iter().all(|result| message(result) == expected));
        assert_eq!(bench.messages().last().map(String::as_str), Some(expected));
    }
    let operands = [Value::new(1i32), Value::new(2i64), Value::new(true)];
    let results = bench.call(&FETCH, &operands, 3);
    assert_eq!((get::<i32>(&results[0]), get::<i64>(&results[1])), (1, 2));
    assert!(get::<bool>(&results[2]));
    let results = bench.call(&FETCH, &[Value::new(-1i32)], 3);
    assert!(results.iter().all(|result| message(result) == "negative"));
}

#[test]
fn functions_come_by_index() {
    struct Body(Signature, i32);
    impl FunctionBody for Body {
        fn signature(&self) -> &Signature {
            &self.0
        }

        fn engine(&self) -> EngineKind {
            EngineKind::Rust
        }
        fn call(&self, _: &RequestContext, depth: u32, _: &mut [Value], results: &mut [Value]) {
            results[0] = Value::new(self.1 + i32::try_from(depth).unwrap());
        }
    }
    let function = |number| {
        let signature =
            Signature { name: String::new(), arguments: vec![], results: vec!["i32".to_owned()] };
        Function::new(Arc::new(Body(signature, number)))
    };
    let bench = Bench::new();
    let results = bench.call_with(&RUN, &[], &[], &[function(10), function(20)], 2);
    assert_eq!((get::<i32>(&results[0]), get::<i32>(&results[1])), (15, 25));
}

#[test]
fn a_panic_is_an_error_of_the_kernel() {
    let bench = Bench::new();
    let attributes = [Attribute::String(b"out of luck".to_vec())];
    let results = bench.call_with(&PANIC, &[], &attributes, &[], 2);
    assert_eq!(message(&results[0]), "kernel panicked: out of luck");
    assert!(results[0].error().unwrap().ptr_eq(results[1].error().unwrap()));
    assert_eq!(bench.messages(), ["kernel panicked: out of luck"]);
}

#[test]
fn later_without_a_reference_when_it_is_available() {
    let bench = Bench::new();
    let results = bench.call(&SOON, &[Value::new(false)], 1);
    assert!(matches!(results[0], Value::Scalar(ScalarType::I32, 1)));
    let results = bench.call(&SOON, &[Value::new(true)], 1);
    assert_eq!(get::<i32>(&results[0]), 2);
}

#[test]
fn a_task_gives_its_result_later() {
    assert_eq!((WORK.function, WORK.outcome), ("__later_work", Outcome::Later));
    let kinds: Vec<ParamKind> = WORK.params.iter().map(|param| param.kind).collect();
    assert_eq!(
        kinds,
        [ParamKind::Context, ParamKind::Async, ParamKind::Attribute { index: 0 }],
        "the context comes first, as the hidden function has it"
    );
    let bench = Bench::new();
    let attributes = [scalar(DType::I32, 2)];
    let results = bench.call_with(&WORK, &[Value::new(21i32)], &attributes, &[], 1);
    bench.host.await_all(&[results[0].clone().into_ref()]);
    assert_eq!(get::<i32>(&results[0]), 42);
    let results = bench.call_with(&WORK, &[Value::new(0i32)], &attributes, &[], 1);
    bench.host.await_all(&[results[0].clone().into_ref()]);
    assert_eq!(message(&results[0]), "nothing at depth 5");
    assert_eq!(results[0].error().unwrap().kernel(), Some("my.work"));
    assert_eq!(bench.messages(), ["nothing at depth 5"]);
}

#[test]
fn an_async_fn_gives_its_result_later() {
    let bench = Bench::new();
    let (promise, by) = AsyncRef::<i32>::pending();
    let operands = [Value::Ref(by.into_any())];
    // Calls the companion, as generated Rust does: its operands may be pending.
    let site = Site::new("my.later", Location::Unknown);
    let site = Arc::new(site);
    let ctx = ExecCtx { request: &bench.request, site: SiteRef::Shared(&site), depth: 1 };
    let Value::Ref(any) = operands[0].clone() else { unreachable!() };
    let result = __later_later(ctx, any.downcast().unwrap(), Attr(2)).into_any();
    assert!(!result.is_available());
    promise.set(21);
    bench.host.await_all(std::slice::from_ref(&result));
    assert_eq!(result.get::<i32>(), Some(&42));
    let attributes = [scalar(DType::I32, 2)];
    let results = bench.call_with(&LATER, &[Value::new(0i32)], &attributes, &[], 1);
    assert_eq!(message(&results[0]), "zero at depth 5");
    assert_eq!(results[0].error().unwrap().kernel(), Some("my.later"));
    assert_eq!(bench.messages(), ["zero at depth 5"]);
}
