//! Loom models of shared activations: threads that make operands available, take the last uses of
//! registers and run streams at the same time. Every interleaving within the bound on preemptions, of the
//! shipped code; marks at each access of a register let loom find those that nothing orders.
//!
//! `RUSTFLAGS="--cfg loom" LOOM_MAX_PREEMPTIONS=2 cargo test -p tfrt-exec --release --lib models`

use crate::{LoadOptions, Program};
use loom::thread;
use tfrt_compiler::bef::{EmitOptions, to_file};
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{ParseOptions, parse};
use tfrt_compiler::verify::verify;
use tfrt_host::context::{Host, RequestContext};
use tfrt_host::kernel::{Catalogue, KernelType, Value};
use tfrt_host::value::{AsyncRef, live_count};

/// A value that is counted, as no scalar is.
#[derive(Debug)]
struct Number(i32);

impl KernelType for Number {
    const NAME: &'static str = "!m.number";
}

#[tfrt_host::kernel("m.add", effects())]
fn add(a: &Number, b: &Number) -> Number {
    Number(a.0 + b.0)
}

/// 1. It waits for neither operand, but one of them has started it.
#[tfrt_host::kernel("m.early", effects())]
fn early(a: AsyncRef<Number>, b: AsyncRef<Number>) -> Number {
    assert!(a.is_available() || b.is_available());
    Number(1)
}

#[tfrt_host::kernel("m.scalar", effects())]
fn scalar(a: i32, b: i32) -> i32 {
    10 * a + b
}

tfrt_host::kernels! { MODEL = [add, early, scalar, type Number = "!m.number"] }

/// The program, whose kernels are in these streams; without any, in that of the entry.
fn program(text: &str, streams: &[u32]) -> Program {
    let catalogue = Catalogue::new().with(&MODEL);
    let (module, _) = parse(&Source::new("m.mlir", text), &catalogue, ParseOptions::default());
    let verified = verify(module, &catalogue).expect("the program is valid");
    let mut file = to_file(&verified, &EmitOptions::default()).expect("it has a BEF form");
    for body in file.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        body.root_stream = 0;
        for index in 0..body.kernels.len() {
            body.kernels.set_stream(index, streams.get(index).copied().unwrap_or(0));
        }
    }
    let bytes = tfrt_bef::write(&file).expect("its indices are in range");
    let mut options = LoadOptions::default();
    options.count_kernels = true;
    Program::load(&bytes, &catalogue, &options).expect("it loads")
}

/// Runs the model and checks that its executions leave no live value. One model at a time, because the
/// count is per process.
fn check(model: impl Fn() + Send + Sync + 'static) {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let before = live_count();
    tfrt_host::sync::check(model);
    assert_eq!(live_count(), before, "every value ended");
}

fn host() -> Host {
    Host::builder().work_queue("s").build().expect("the queue exists")
}

/// Calls `f`.
fn call<const N: usize>(
    program: &Program,
    request: &RequestContext,
    mut arguments: Vec<Value>,
) -> [Value; N] {
    let mut results = [const { Value::Empty }; N];
    let function = program.function("f").expect("the program has it");
    function.call(request, 0, &mut arguments, &mut results);
    results
}

/// Calls `f` with values that are ready and two that are not, which two threads then make available.
fn call_with_two_late<T: KernelType, const N: usize>(
    program: &Program,
    ready: Vec<Value>,
    [first, second]: [T; 2],
) -> [Value; N] {
    let host = host();
    let request = host.context();
    let (a, late_a) = AsyncRef::pending();
    let (b, late_b) = AsyncRef::pending();
    let late = [late_a, late_b].map(|late| Value::Ref(late.into_any()));
    let results = call(program, &request, ready.into_iter().chain(late).collect());
    let other = thread::spawn(move || a.set(first));
    b.set(second);
    other.join().expect("it only resolves");
    results
}

fn number(value: &Value) -> i32 {
    value.get::<Number>().expect("it is available").0
}

/// Two threads resolve the operands of two kernels: each operand has two uses, and one thread's last use
/// may be the other's copy. One of them runs both kernels, or each runs one.
#[test]
fn operands_from_two_threads() {
    let program = program(
        r#"func.func @f(%a: !m.number, %b: !m.number) -> (!m.number, !m.number) {
          %c = "m.add"(%a, %b) : (!m.number, !m.number) -> !m.number
          %d = "m.add"(%b, %a) : (!m.number, !m.number) -> !m.number
          tfrt.return %c, %d : !m.number, !m.number
        }"#,
        &[],
    );
    check(move || {
        let results: [Value; 2] = call_with_two_late(&program, vec![], [Number(1), Number(2)]);
        assert_eq!(results.each_ref().map(number), [3, 3]);
    });
}

/// Two threads make different kernels ready that read the same register: each takes a use, one the last.
#[test]
fn uses_of_one_register_by_two_threads() {
    let program = program(
        r#"func.func @f(%x: !m.number, %a: !m.number, %b: !m.number) -> (!m.number, !m.number) {
          %c = "m.add"(%x, %a) : (!m.number, !m.number) -> !m.number
          %d = "m.add"(%x, %b) : (!m.number, !m.number) -> !m.number
          tfrt.return %c, %d : !m.number, !m.number
        }"#,
        &[],
    );
    check(move || {
        let x = Value::new(Number(10));
        let results: [Value; 2] = call_with_two_late(&program, vec![x], [Number(1), Number(2)]);
        assert_eq!(results.each_ref().map(number), [11, 12]);
    });
}

/// Scalars are read in their registers, which nobody else takes.
#[test]
fn scalars_from_two_threads() {
    let program = program(
        r#"func.func @f(%a: i32, %b: i32) -> (i32, i32) {
          %c = "m.scalar"(%a, %a) : (i32, i32) -> i32
          %d = "m.scalar"(%b, %c) : (i32, i32) -> i32
          %e = "m.scalar"(%c, %b) : (i32, i32) -> i32
          tfrt.return %d, %e : i32, i32
        }"#,
        &[],
    );
    check(move || {
        let results: [Value; 2] = call_with_two_late(&program, vec![], [1, 2]);
        let scalars = results.each_ref().map(|value| value.get::<i32>());
        assert_eq!(scalars.map(|value| value.map(|value| *value)), [Some(31), Some(112)]);
    });
}

/// A non-strict kernel starts once, with the operand that is first.
#[test]
fn a_nonstrict_kernel_against_both_of_its_operands() {
    let program = program(
        r#"func.func @f(%a: !m.number, %b: !m.number) -> !m.number {
          %c = "m.early"(%a, %b) {bef.nonstrict} : (!m.number, !m.number) -> !m.number
          tfrt.return %c : !m.number
        }"#,
        &[],
    );
    check(move || {
        let before = program.kernels_run();
        let results: [Value; 1] = call_with_two_late(&program, vec![], [Number(1), Number(2)]);
        assert_eq!(number(&results[0]), 1);
        assert_eq!(program.kernels_run(), before.map(|runs| runs + 1));
    });
}

/// Kernels of three streams, two of them as tasks that two threads run: what becomes ready is linked
/// through its counters into the lists of either.
#[test]
fn streams_on_two_threads() {
    let program = program(
        r#"func.func @f(%x: !m.number) -> !m.number {
          %a = "m.add"(%x, %x) : (!m.number, !m.number) -> !m.number
          %b = "m.add"(%x, %x) : (!m.number, !m.number) -> !m.number
          %c = "m.add"(%a, %b) : (!m.number, !m.number) -> !m.number
          tfrt.return %c : !m.number
        }"#,
        &[1, 2, 1],
    );
    check(move || {
        let host = host();
        let request = host.context();
        let other = host.clone();
        let helper = thread::spawn(move || other.quiesce());
        let results: [Value; 1] = call(&program, &request, vec![Value::new(Number(1))]);
        host.quiesce();
        helper.join().expect("it only runs tasks");
        assert_eq!(number(&results[0]), 4);
    });
}
