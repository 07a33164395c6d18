//! What users list and how they name things: every kind of kernel, and programs whose names are
//! awkward in Rust. Compiled under the strictest lints that a crate may have.
#![deny(warnings, missing_docs, unreachable_pub, unused_results, clippy::pedantic)]
#![forbid(unsafe_code)]
#![expect(
    clippy::needless_pass_by_value,
    clippy::unused_async,
    reason = "kernels take and give what they are tested with"
)]

use std::sync::{Arc, Mutex};
use tfrt::trace::{TraceKind, TraceLevel, TraceScope, TraceSink};
use tfrt::{
    AsyncRef, Attr, Catalogue, ExecCtx, Function, Host, KernelError, KernelType, MaybeDone,
    OwnedCtx, Promise, RequestContext, Value, kernel,
};

// The crate under another name, as a manifest may give it.
extern crate tfrt as renamed;

/// A user's own type, that is no scalar and cannot be copied.
#[derive(Debug)]
pub struct Cell(Mutex<i32>);

impl KernelType for Cell {
    const NAME: &'static str = "!my.cell";
}

/// Gives several results: one there, one that may fail, one that comes later.
#[kernel("my.mixed")]
fn mixed(x: i32) -> (i32, Result<i32, String>, AsyncRef<i32>) {
    let half = if x % 2 == 0 { Ok(x / 2) } else { Err(format!("{x} is odd")) };
    (x, half, AsyncRef::available(x + 1))
}

/// Comes later, by a promise that another thread keeps.
#[kernel("my.promised")]
fn promised(x: i32) -> AsyncRef<i32> {
    let (promise, value): (Promise<i32>, _) = AsyncRef::pending();
    drop(std::thread::spawn(move || promise.set(x * 3)));
    value
}

/// An `async fn` with everything that one may take.
#[kernel("my.scaled")]
async fn scaled(x: i32, factor: Attr<i32>, ctx: OwnedCtx) -> Result<i32, KernelError> {
    let _ = ctx;
    if factor.0 == 0 { Err("nothing is left".into()) } else { Ok(x * factor.0) }
}

/// Runs where blocking is allowed.
#[kernel("my.blocking")]
fn blocking(x: i32, ctx: ExecCtx<'_>) -> AsyncRef<i32> {
    let (promise, value): (Promise<i32>, _) = AsyncRef::pending();
    // A queue that takes no more drops the task, and with it the promise, which is an error.
    drop(ctx.spawn_blocking(move || promise.set(x - 1)));
    value
}

/// Runs wherever the runtime has it run.
#[kernel("my.worked", task)]
fn worked(x: i32, by: Attr<i32>, ctx: ExecCtx<'_>) -> Result<i32, KernelError> {
    let _ = ctx;
    if by.0 == 0 { Err("nothing is left".into()) } else { Ok(x * by.0) }
}

/// The same of a kernel that always has a result.
#[kernel("my.boxed", task)]
fn boxed(x: i32) -> Cell {
    Cell(Mutex::new(x))
}

/// May have its result at once.
#[kernel("my.soon")]
fn soon(x: i32) -> MaybeDone<Cell> {
    if x % 2 == 0 {
        MaybeDone::from(Cell(Mutex::new(x)))
    } else {
        MaybeDone::from(AsyncRef::available(Cell(Mutex::new(x))))
    }
}

/// Fails, or gives one result at once and one that may come later.
#[kernel("my.pair")]
fn pair(x: i32) -> Result<(i32, MaybeDone<i32>), KernelError> {
    if x < 0 { Err("less than nothing".into()) } else { Ok((x, MaybeDone::from(x + 1))) }
}

/// A cell.
#[kernel("my.cell")]
fn cell(x: i32) -> Cell {
    Cell(Mutex::new(x))
}

/// What is in a cell.
#[kernel("my.take")]
fn take(cell: &Cell, name: Attr<String>) -> Result<i32, KernelError> {
    let value = *cell.0.lock().expect("nobody panics with this lock held");
    if name.0.is_empty() { Err("no name".into()) } else { Ok(value) }
}

/// As many as there are.
#[kernel("my.count")]
fn count(values: &[Value]) -> i32 {
    i32::try_from(values.len()).expect("few")
}

/// As many results as the op wants.
#[kernel("my.spread")]
fn spread(x: i32) -> Vec<Value> {
    vec![Value::new(x), Value::new(x + 1)]
}

/// Calls a function.
#[kernel("my.apply")]
fn apply(function: &Function, x: i32, ctx: ExecCtx<'_>) -> i32 {
    let mut results = [Value::Empty];
    function.call(ctx.request, ctx.depth, &mut [Value::new(x)], &mut results);
    let [result] = results;
    result
        .into_ref()
        .downcast::<i32>()
        .ok()
        .and_then(AsyncRef::take)
        .map_or(-1, |value| value.unwrap_or(-2))
}

fn triple(_: &RequestContext, arguments: &[Value]) -> Vec<Value> {
    let Some(Value::Scalar(_, bits)) = arguments.first() else { return Vec::new() };
    vec![Value::new(i32::from_bits(*bits).unwrap_or_default() * 3)]
}

tfrt::kernels! {
    /// Every kind of kernel.
    MY = [
        mixed, promised, scaled, blocking, worked, boxed, soon, pair, cell, take, count, spread,
        apply, type Cell = "!my.cell", native triple,
    ]
}

mod inner {
    tfrt::tfrt_graph! {
        crate = crate::renamed;
        #[doc = "Everything that a list can hold."]
        pub(crate) mod declared;
        kernels = [super::MY];

        func.func private @triple(i32) -> i32 attributes {tfrt.native}

        func.func @mixed(%x: i32) -> (i32, i32, i32) {
            %a, %b, %c = "my.mixed"(%x) : (i32) -> (i32, i32, i32)
            tfrt.return %a, %b, %c : i32, i32, i32
        }
        func.func @later(%x: i32) -> i32 {
            %a = "my.promised"(%x) : (i32) -> i32
            %b = "my.scaled"(%a) {factor = 2 : i32} : (i32) -> i32
            %c = "my.blocking"(%b) : (i32) -> i32
            tfrt.return %c : i32
        }
        func.func @fails(%x: i32) -> i32 {
            %b = "my.scaled"(%x) {factor = 0 : i32} : (i32) -> i32
            tfrt.return %b : i32
        }
        func.func @worked(%x: i32) -> i32 {
            %a = "my.worked"(%x) {by = 3 : i32} : (i32) -> i32
            %b = "my.boxed"(%a) : (i32) -> !my.cell
            %c = "my.take"(%b) {name = "c"} : (!my.cell) -> i32
            tfrt.return %c : i32
        }
        func.func @work_fails(%x: i32) -> i32 {
            %a = "my.worked"(%x) {by = 0 : i32} : (i32) -> i32
            tfrt.return %a : i32
        }
        func.func @soon(%x: i32) -> (i32, i32) {
            %a = "my.soon"(%x) : (i32) -> !my.cell
            %b = "my.take"(%a) {name = "c"} : (!my.cell) -> i32
            %c = "my.take"(%a) {name = "d"} : (!my.cell) -> i32
            tfrt.return %b, %c : i32, i32
        }
        func.func @pair(%x: i32) -> (i32, i32) {
            %a, %b = "my.pair"(%x) : (i32) -> (i32, i32)
            tfrt.return %a, %b : i32, i32
        }
        // A name that no list has stands for the kernel's type.
        func.func @cell(%x: i32) -> !other.box {
            %c = "my.cell"(%x) : (i32) -> !other.box
            tfrt.return %c : !other.box
        }
        func.func @in_cell(%x: i32) -> i32 {
            %c = tfrt.call @cell(%x) : (i32) -> !other.box
            %y = "my.take"(%c) {name = "c"} : (!other.box) -> i32
            tfrt.return %y : i32
        }
        func.func @count(%x: i32, %y: i64) -> i32 {
            %n = "my.count"(%x, %y, %x) : (i32, i64, i32) -> i32
            tfrt.return %n : i32
        }
        func.func @spread(%x: i32) -> (i32, i32) {
            %a, %b = "my.spread"(%x) : (i32) -> (i32, i32)
            tfrt.return %a, %b : i32, i32
        }
        func.func private @twice(%x: i32) -> i32 {
            %y = tfrt.add.i32 %x, %x
            tfrt.return %y : i32
        }
        func.func @applied(%x: i32) -> i32 {
            %y = "my.apply"(%x) {f = @twice} : (i32) -> i32
            tfrt.return %y : i32
        }
        func.func @native(%x: i32) -> i32 {
            %y = tfrt.call @triple(%x) : (i32) -> i32
            tfrt.return %y : i32
        }
    }
}

use inner::declared;

/// Results that can be compared.
fn plain<T>(result: Result<T, tfrt::Error>) -> Result<T, String> {
    result.map_err(|error| error.message().to_owned())
}

#[test]
fn every_kind_of_kernel() {
    let host = Host::builder().threads(2).build().expect("a host");
    let request = host.context();
    let (there, half, next) = declared::mixed(&request, 7);
    assert_eq!(there, 7);
    assert_eq!(half.expect_err("7 is odd").message(), "7 is odd");
    assert_eq!(plain(host.block_on(next)), Ok(8));
    assert_eq!(plain(host.block_on(declared::later(&request, 7))), Ok(41));
    let error = host.block_on(declared::fails(&request, 7));
    assert_eq!(error.expect_err("a factor of zero").message(), "nothing is left");
    assert_eq!(plain(host.block_on(declared::worked(&request, 14))), Ok(42));
    let error = host.block_on(declared::work_fails(&request, 7));
    assert_eq!(error.expect_err("by nothing").message(), "nothing is left");
    for x in [6, 7] {
        let (first, second) = declared::soon(&request, x);
        let (first, second) = host.block_on(async { (first.await, second.await) });
        assert_eq!((plain(first), plain(second)), (Ok(x), Ok(x)));
    }
    for (x, expected) in [(3, Ok((3, 4))), (-3, Err("less than nothing".to_owned()))] {
        let (first, second) = declared::pair(&request, x);
        let (first, second) = (plain(first), plain(host.block_on(second)));
        assert_eq!(
            (first.clone().map(|x| (x, x + 1)), second),
            (expected.clone(), expected.map(|e| e.1))
        );
    }
    assert_eq!(*declared::cell(5).0.lock().expect("nobody panics"), 5);
    assert_eq!(plain(declared::in_cell(&request, 6)), Ok(6));
    assert_eq!(declared::count(1, 2), 3);
    let (first, second) = declared::spread(&request, 4);
    let (first, second) = host.block_on(async { (first.await, second.await) });
    assert_eq!((plain(first), plain(second)), (Ok(4), Ok(5)));
    assert_eq!(declared::applied(&request, 21), 42);
    assert_eq!(plain(host.block_on(declared::native(&request, 14))), Ok(42));
    host.quiesce();
}

/// Many kernels, and a list of them, which is gathered in parts.
macro_rules! many {
    ($($name:ident $op:literal,)*) => {
        $(
            #[kernel($op, pure)]
            fn $name(x: i32) -> i32 {
                x.wrapping_add(1)
            }
        )*
        tfrt::kernels! { MANY = [$($name),*] }
    };
}

many! {
    a0 "many.a0", a1 "many.a1", a2 "many.a2", a3 "many.a3", a4 "many.a4",
    a5 "many.a5", a6 "many.a6", a7 "many.a7", a8 "many.a8", a9 "many.a9",
    b0 "many.b0", b1 "many.b1", b2 "many.b2", b3 "many.b3", b4 "many.b4",
    b5 "many.b5", b6 "many.b6", b7 "many.b7", b8 "many.b8", b9 "many.b9",
    c0 "many.c0", c1 "many.c1", c2 "many.c2", c3 "many.c3", c4 "many.c4",
    c5 "many.c5", c6 "many.c6", c7 "many.c7", c8 "many.c8", c9 "many.c9",
    d0 "many.d0", d1 "many.d1", d2 "many.d2", d3 "many.d3", d4 "many.d4",
    d5 "many.d5", d6 "many.d6", d7 "many.d7", d8 "many.d8", d9 "many.d9",
    e0 "many.e0", e1 "many.e1", e2 "many.e2", e3 "many.e3", e4 "many.e4",
    e5 "many.e5", e6 "many.e6", e7 "many.e7", e8 "many.e8", e9 "many.e9",
    f0 "many.f0", f1 "many.f1", f2 "many.f2", f3 "many.f3", f4 "many.f4",
    f5 "many.f5", f6 "many.f6", f7 "many.f7", f8 "many.f8", f9 "many.f9",
}

tfrt::tfrt_graph! {
    mod lists;
    kernels = [MY, MANY, tfrt_codegen_tests::listed::SEEDS];
    func.func @all(%x: i32) -> i32 {
        %a = "many.a0"(%x) : (i32) -> i32
        %b = "many.f9"(%a) : (i32) -> i32
        %m = "listed.more.i32"(%b) : (i32) -> i32
        %c = "listed.seed"(%m) : (i32) -> !listed.seed
        %d = "listed.grow"(%c) : (!listed.seed) -> i32
        %e = "my.promised"(%d) : (i32) -> i32
        tfrt.return %e : i32
    }
}

#[test]
fn several_lists() {
    let host = Host::builder().threads(2).build().expect("a host");
    assert_eq!(plain(host.block_on(lists::all(&host.context(), 10))), Ok(42));
    let catalogue = Catalogue::new().with(&MY).with(&MANY);
    assert!(catalogue.kernel("many.f9").is_some() && catalogue.ty("!my.cell").is_some());
    assert!(catalogue.native("triple").is_some());
    let catalogue = catalogue.without(MANY.names()).without(["my.cell"]);
    assert!(catalogue.kernel("many.f9").is_none() && catalogue.kernel("my.cell").is_none());
    assert!(catalogue.kernel("my.take").is_some() && catalogue.ty("!my.cell").is_some());
    host.quiesce();
}

/// Paths of kernels and lists begin where the macros stand.
mod paths {
    #[tfrt::kernel("paths.half", pure)]
    pub(crate) fn half(x: i32) -> i32 {
        x / 2
    }

    #[expect(unused_qualifications, reason = "a path that is to be found")]
    pub(crate) mod deeper {
        #[tfrt::kernel("paths.twice", pure)]
        pub(crate) fn twice(x: i32) -> i32 {
            x * 2
        }

        tfrt::kernels! { pub(crate) DEEP = [super::half, self::twice] }
    }

    tfrt::tfrt_graph! {
        pub(crate) mod graph;
        kernels = [self::deeper::DEEP];
        func.func @same(%x: i32) -> i32 {
            %a = "paths.twice"(%x) : (i32) -> i32
            %b = "paths.half"(%a) : (i32) -> i32
            tfrt.return %b : i32
        }
    }
}

#[test]
fn paths_begin_where_the_macro_stands() {
    assert_eq!(paths::graph::same(21), 21);
}

tfrt::tfrt_graph! {
    mod names;
    func.func @functions(%x: i32) -> i32 {
        %r = tfrt.call @__fn_functions(%x) : (i32) -> i32
        tfrt.return %r : i32
    }
    func.func @__fn_functions(%x: i32) -> i32 {
        %c = "tfrt.lessequal.i32"(%x, %x) : (i32, i32) -> i1
        %r = tfrt.if %c, %x : (i32) -> (i32) {
            tfrt.return %x : i32
        } else {
            %y = tfrt.call @functions(%x) : (i32) -> i32
            tfrt.return %y : i32
        }
        tfrt.return %r : i32
    }
    func.func @__functions() -> i32 {
        %r = tfrt.constant.i32 1
        tfrt.return %r : i32
    }
    func.func @__call_functions() -> i32 {
        %r = tfrt.constant.i32 2
        tfrt.return %r : i32
    }
    func.func @"a-b"() -> i32 {
        %r = tfrt.constant.i32 3
        tfrt.return %r : i32
    }
    func.func @a_b() -> i32 {
        %r = tfrt.constant.i32 4
        tfrt.return %r : i32
    }
    func.func @"a b"() -> i32 {
        %r = tfrt.constant.i32 5
        tfrt.return %r : i32
    }
    func.func @self() -> i32 {
        %r = tfrt.constant.i32 6
        tfrt.return %r : i32
    }
    func.func @self_() -> i32 {
        %r = tfrt.constant.i32 7
        tfrt.return %r : i32
    }
    func.func @super() -> i32 {
        %r = tfrt.constant.i32 8
        tfrt.return %r : i32
    }
    func.func @crate() -> i32 {
        %r = tfrt.constant.i32 9
        tfrt.return %r : i32
    }
    func.func @"1st"() -> i32 {
        %r = tfrt.constant.i32 10
        tfrt.return %r : i32
    }
    func.func @match(%self: i32, %type: i32) -> i32 {
        %r = tfrt.add.i32 %self, %type
        tfrt.return %r : i32
    }
    func.func @gen() -> i32 {
        %r = tfrt.constant.i32 11
        tfrt.return %r : i32
    }
    func.func @__rt() -> i32 {
        %r = tfrt.constant.i32 12
        tfrt.return %r : i32
    }
    func.func @i32() -> i32 {
        %r = tfrt.constant.i32 13
        tfrt.return %r : i32
    }
    // What the prelude has, around code that looks for errors and cancellation.
    func.func @Some(%x: i32, %y: i32) -> i32 {
        %q, %r = tfrt.div.i32 %x, %y
        %s = tfrt.repeat.i32 %x, %q : i32 {
            tfrt.return %q : i32
        }
        tfrt.return %s : i32
    }
    func.func @Ok(%x: i32) -> i32 {
        %s = tfrt.call @Some(%x, %x) : (i32, i32) -> i32
        tfrt.return %s : i32
    }
    func.func @None() -> i32 {
        %r = tfrt.constant.i32 14
        tfrt.return %r : i32
    }
    func.func @SITE(%x: i32) -> i32 {
        %s = tfrt.call @Ok(%x) : (i32) -> i32
        %q, %r = tfrt.div.i32 %s, %x
        tfrt.return %q : i32
    }
    func.func @__Kernels() -> i32 {
        %r = tfrt.constant.i32 15
        tfrt.return %r : i32
    }
}

#[test]
fn names_are_kept() {
    let host = Host::builder().work_queue("s").build().expect("a host");
    let request = host.context();
    assert_eq!(plain(names::functions(&request, 5)), Ok(5));
    assert_eq!(plain(names::__fn_functions(&request, 6)), Ok(6));
    assert_eq!((names::__functions(), names::__call_functions()), (1, 2));
    assert_eq!((names::a_b_2(), names::a_b(), names::a_b_3()), (3, 4, 5));
    assert_eq!((names::self__2(), names::self_(), names::super_()), (6, 7, 8));
    assert_eq!((names::crate_(), names::_1st(), names::r#gen()), (9, 10, 11));
    assert_eq!((names::r#match(1, 2), names::__rt(), names::i32()), (3, 12, 13));
    assert_eq!((plain(names::Ok(&request, 4)), names::None()), (Ok(1), 14));
    assert_eq!((plain(names::SITE(&request, 3)), names::__Kernels()), (Ok(0), 15));
}

#[test]
fn inside_a_function() {
    tfrt::tfrt_graph! {
        mod first;
        func.func @one() -> i32 {
            %r = tfrt.constant.i32 1
            tfrt.return %r : i32
        }
    }
    tfrt::tfrt_graph! {
        mod second;
        func.func @two() -> i32 {
            %r = tfrt.call @one() : () -> i32
            %s = tfrt.add.i32 %r, %r
            tfrt.return %s : i32
        }
        func.func private @one() -> i32 {
            %r = tfrt.constant.i32 1
            tfrt.return %r : i32
        }
    }
    assert_eq!((first::one(), second::two()), (1, 2));
}

/// Keeps the names of kernels' scopes, and the texts of others.
#[derive(Default)]
struct Kernels(Mutex<Vec<String>>, Mutex<Vec<String>>);

impl TraceSink for Kernels {
    fn begin(&self, scope: &TraceScope<'_>) {
        if scope.kind == TraceKind::Kernel {
            let place = scope.location.map(ToString::to_string).unwrap_or_default();
            let place = if place.contains("declared.rs") { "" } else { " nowhere" };
            self.0.lock().expect("nobody panics").push(format!("{}{place}", scope.name));
        } else {
            self.1.lock().expect("nobody panics").push(scope.to_string());
        }
    }

    fn end(&self) {}

    fn event(&self, _: &tfrt::trace::TraceEvent<'_>) {}
}

#[test]
fn kernels_leave_scopes() {
    let sink = Arc::new(Kernels::default());
    let host = Host::builder()
        .work_queue("s")
        .trace(TraceLevel::Debug, sink.clone())
        .build()
        .expect("a host");
    let request = host.context();
    let (_, half, later) = declared::mixed(&request, 8);
    assert_eq!((plain(half), plain(host.block_on(later))), (Ok(4), Ok(9)));
    assert_eq!(plain(declared::in_cell(&request, 6)), Ok(6));
    let seen = sink.0.lock().expect("nobody panics").clone();
    assert_eq!(seen, ["my.mixed", "my.take"]);
    let seen = sink.1.lock().expect("nobody panics").clone();
    assert_eq!(seen, ["Call: mixed", "Function: in_cell"]);
}
