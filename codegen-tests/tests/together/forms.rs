//! What a kernel's signature and options say, in programs of another crate: in a macro, and loaded.

use tfrt::{Arguments, Chain, Compiled, Engine, Host, Program, RequestContext, Returns};

tfrt::tfrt_graph! {
    mod forms;
    kernels = [tfrt_codegen_tests::listed::FORMS];
    func.func @text(%x: i32, %y: i32) -> i32 {
        %a = forms.scale %x by 3 and %y
        %b = forms.half %a
        tfrt.return %b : i32
    }
    func.func @inside(%x: i32) -> i32 {
        %a = forms.inside %x {
            %b = tfrt.add.i32 %x, %x
            tfrt.return %b : i32
        }
        tfrt.return %a : i32
    }
    func.func @optional(%x: i32) -> (i32, i32, i32, i32) {
        %seed = "listed.seed"(%x) : (i32) -> !listed.seed
        %a = "forms.plus"(%x) : (i32) -> i32
        %b = "forms.plus"(%x, %x) : (i32, i32) -> i32
        %c = "forms.grown"(%x) : (i32) -> i32
        %d = "forms.grown"(%x, %seed) : (i32, !listed.seed) -> i32
        tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
    }
    func.func @many(%x: i32) -> (i32, i32, i32, i32) {
        %seed = "listed.seed"(%x) : (i32) -> !listed.seed
        %a = "forms.sum"() : () -> i32
        %b = "forms.sum"(%x, %x, %x) : (i32, i32, i32) -> i32
        %c = "forms.harvest"() : () -> i32
        %d = "forms.harvest"(%seed, %seed) : (!listed.seed, !listed.seed) -> i32
        tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
    }
    func.func @attributes(%x: i32) -> (i32, i32) {
        %a = forms.tagged %x "aa"
        %b = "forms.moved"(%x) {by = "up", then = "down"} : (i32) -> i32
        tfrt.return %a, %b : i32, i32
    }
    func.func @copies(%x: i32) -> (i32, i32, i32) {
        "forms.copies"(%x) : (i32) -> ()
        %a, %b, %c = "forms.copies"(%x) : (i32) -> (i32, i32, i32)
        tfrt.return %a, %b, %c : i32, i32, i32
    }
    func.func @chained(%x: i32) -> (!tfrt.chain, i32, i32, !tfrt.chain) {
        %a, %b, %c = "forms.chained"(%x) : (i32) -> (!tfrt.chain, i32, i32)
        %d = "forms.chained"(%x) : (i32) -> !tfrt.chain
        tfrt.return %a, %b, %c, %d : !tfrt.chain, i32, i32, !tfrt.chain
    }
    func.func @several(%x: i32) -> (i32, i32, i32, i32) {
        %a, %b, %c, %d = "forms.several"(%x) {count = 2 : i32} : (i32) -> (i32, i32, i32, i32)
        tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
    }
    func.func @too_few(%x: i32) -> (i32, i32, i32) {
        %a, %b, %c = "forms.several"(%x) {count = 2 : i32} : (i32) -> (i32, i32, i32)
        tfrt.return %a, %b, %c : i32, i32, i32
    }
    func.func @invoked(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32) {
        %a, %b, %c = forms.invoke(%x) "four"(%y, %y) {k = 1 : i32, l = [["m"]]} : 2
        %d = forms.invoke(%a) "one"() {} {k = "v"}
        %e = forms.asked %d @is_one
        tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
    }
    func.func @is_one(%x: i32) -> i1 {
        %one = tfrt.constant.i32 1
        %y = tfrt.equal.i32 %x, %one
        tfrt.return %y : i1
    }
    func.func @lent(%x: i32) -> (i32, i32) {
        %seed = "listed.seed"(%x) : (i32) -> !listed.seed
        %a, %b = "forms.kept"(%seed, %seed) : (!listed.seed, !listed.seed) -> (i32, !listed.seed)
        %c = "forms.harvest"(%b) : (!listed.seed) -> i32
        tfrt.return %a, %c : i32, i32
    }
    func.func @passed(%x: i32, %y: i64, %z: f32) -> (i32, i64, f32) {
        %a, %b, %c = "forms.passed"(%x, %y, %z) : (i32, i64, f32) -> (i32, i64, f32)
        tfrt.return %a, %b, %c : i32, i64, f32
    }
    func.func @wrong(%x: i32) -> i32 {
        %a = "forms.moved"(%x) {by = "up", then = "aside"} : (i32) -> i32
        tfrt.return %a : i32
    }
}

/// The functions above whose ops have any number of results, for the other engines.
const COUNTED: &str = r#"
    func.func @copies(%x: i32) -> (i32, i32, i32) {
        "forms.copies"(%x) : (i32) -> ()
        %a, %b, %c = "forms.copies"(%x) : (i32) -> (i32, i32, i32)
        tfrt.return %a, %b, %c : i32, i32, i32
    }
    func.func @chained(%x: i32) -> (!tfrt.chain, i32, i32, !tfrt.chain) {
        %a, %b, %c = "forms.chained"(%x) : (i32) -> (!tfrt.chain, i32, i32)
        %d = "forms.chained"(%x) : (i32) -> !tfrt.chain
        tfrt.return %a, %b, %c, %d : !tfrt.chain, i32, i32, !tfrt.chain
    }
    func.func @several(%x: i32) -> (i32, i32, i32, i32) {
        %a, %b, %c, %d = "forms.several"(%x) {count = 2 : i32} : (i32) -> (i32, i32, i32, i32)
        tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
    }
    func.func @too_few(%x: i32) -> (i32, i32, i32) {
        %a, %b, %c = "forms.several"(%x) {count = 2 : i32} : (i32) -> (i32, i32, i32)
        tfrt.return %a, %b, %c : i32, i32, i32
    }
    func.func @invoked(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32) {
        %a, %b, %c = forms.invoke(%x) "four"(%y, %y) {k = 1 : i32, l = [["m"]]} : 2
        %d = forms.invoke(%a) "one"() {} {k = "v"}
        %e = forms.asked %d @is_one
        tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
    }
    func.func @is_one(%x: i32) -> i1 {
        %one = tfrt.constant.i32 1
        %y = tfrt.equal.i32 %x, %one
        tfrt.return %y : i1
    }
    func.func @lent(%x: i32) -> (i32, i32) {
        %seed = "listed.seed"(%x) : (i32) -> !listed.seed
        %a, %b = "forms.kept"(%seed, %seed) : (!listed.seed, !listed.seed) -> (i32, !listed.seed)
        %c = "forms.harvest"(%b) : (!listed.seed) -> i32
        tfrt.return %a, %c : i32, i32
    }
    func.func @passed(%x: i32, %y: i64, %z: f32) -> (i32, i64, f32) {
        %a, %b, %c = "forms.passed"(%x, %y, %z) : (i32, i64, f32) -> (i32, i64, f32)
        tfrt.return %a, %b, %c : i32, i64, f32
    }
"#;

fn message<T>(result: Result<T, tfrt::Error>) -> String {
    result.err().map(|error| error.message().to_owned()).unwrap_or_default()
}

#[test]
fn generated_code_calls_kernels_of_all_forms() {
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    assert_eq!(forms::text(4, 8), 10);
    assert_eq!(forms::inside(&request, 21), 42);
    let (alone, both, without, with) = forms::optional(&request, 7);
    assert_eq!((alone, both, without, with.ok()), (107, 14, 107, Some(14)));
    let (nothing, sum, none, harvest) = forms::many(&request, 7);
    assert_eq!((nothing, sum, none, harvest.ok()), (0, 21, 0, Some(14)));
    let (tagged, moved) = forms::attributes(&request, 6);
    assert_eq!((tagged, moved.expect("both are known")), (200, -3));
    let error = message(forms::wrong(&request, 1));
    assert_eq!(error, "kernel panicked: an attribute is neither 'up' nor 'down'");
}

#[test]
fn the_other_engines_do_the_same() {
    let text = r#"
        func.func @f(%x: i32) -> (i32, i32) {
            %a = forms.scale %x by 3 and %x
            %b = "forms.moved"(%a) {by = "up", then = "down"} : (i32) -> i32
            tfrt.return %a, %b : i32, i32
        }
    "#;
    let catalogue = tfrt::catalogue().with(&tfrt_codegen_tests::listed::FORMS);
    let bytes = tfrt::mlir_to_bef("f.mlir", text, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("it loads");
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    for engine in [Engine::Executor, Engine::Jit] {
        let f = program.compile(engine).expect("it compiles");
        let f = f.function::<(i32,), (i32, i32)>("f").expect("it is there");
        assert_eq!(f.call(&host.context(), (4,)).expect("it runs"), (16, 7), "{engine:?}");
    }
    let text = text.replace("\"down\"", "\"aside\"");
    let error = tfrt::mlir_to_bef("f.mlir", &text, &catalogue).expect_err("it is neither");
    assert!(error.to_string().contains("is neither 'up' nor 'down'"), "{error}");
}

/// A value or the message of an error.
fn told<T: std::fmt::Debug>(result: Result<T, tfrt::Error>) -> String {
    result.map_or_else(|error| error.message().to_owned(), |value| format!("{value:?}"))
}

/// What a function of an engine gives later.
fn later<A: Arguments, R: Returns>(
    code: &Compiled,
    request: &RequestContext,
    name: &str,
    arguments: A,
) -> R::Later {
    code.function::<A, R>(name).expect("it is there").start(request, arguments)
}

/// What the functions with ops of any number of results gave, as text.
type Told = Vec<Vec<String>>;

#[test]
fn any_number_of_results_may_follow_fixed_ones() {
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let catalogue = tfrt::catalogue().with(&tfrt_codegen_tests::listed::FORMS);
    let bytes = tfrt::mlir_to_bef("f.mlir", COUNTED, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("it loads");
    let generated = |x: i32| -> Told {
        let (a, b, c) = forms::copies(&request, x);
        let mut all = vec![vec![told(a), told(b), told(c)]];
        let (a, b, c, d) = forms::chained(&request, x);
        all.push(vec![
            told(host.block_on(a)),
            told(host.block_on(b)),
            told(host.block_on(c)),
            told(host.block_on(d)),
        ]);
        let (a, b, c, d) = forms::several(&request, x);
        all.push(vec![told(a), told(b), told(c), told(d)]);
        let (a, b, c) = forms::too_few(&request, x);
        all.push(vec![told(a), told(b), told(c)]);
        let (a, b, c, d, e) = forms::invoked(&request, x, 1);
        all.push(vec![told(a), told(b), told(c), told(d), told(e)]);
        let (a, b) = forms::lent(&request, x);
        all.push(vec![told(a), told(host.block_on(b))]);
        let (a, b, c) = forms::passed(&request, x, 1 << 40, 0.5);
        all.push(vec![told(a), told(host.block_on(b)), told(host.block_on(c))]);
        all
    };
    let of_engine = |engine, x: i32| -> Told {
        let code = program.compile(engine).expect("it compiles");
        let (a, b, c) = later::<_, (i32, i32, i32)>(&code, &request, "copies", (x,));
        let mut all =
            vec![vec![told(host.block_on(a)), told(host.block_on(b)), told(host.block_on(c))]];
        let (a, b, c, d) = later::<_, (Chain, i32, i32, Chain)>(&code, &request, "chained", (x,));
        all.push(vec![
            told(host.block_on(a)),
            told(host.block_on(b)),
            told(host.block_on(c)),
            told(host.block_on(d)),
        ]);
        let several = later::<_, [i32; 4]>(&code, &request, "several", (x,));
        all.push(several.into_iter().map(|it| told(host.block_on(it))).collect());
        let few = later::<_, [i32; 3]>(&code, &request, "too_few", (x,));
        all.push(few.into_iter().map(|it| told(host.block_on(it))).collect());
        let invoked = later::<_, [i32; 5]>(&code, &request, "invoked", (x, 1));
        all.push(invoked.into_iter().map(|it| told(host.block_on(it))).collect());
        let lent = later::<_, [i32; 2]>(&code, &request, "lent", (x,));
        all.push(lent.into_iter().map(|it| told(host.block_on(it))).collect());
        let (a, b, c) =
            later::<_, (i32, i64, f32)>(&code, &request, "passed", (x, 1_i64 << 40, 0.5_f32));
        all.push(vec![told(host.block_on(a)), told(host.block_on(b)), told(host.block_on(c))]);
        all
    };
    let expected = |several: [&str; 4], few: &str, x: i32| -> Told {
        vec![
            vec![x.to_string(), (x + 1).to_string(), (x + 2).to_string()],
            vec!["Chain".to_owned(), x.to_string(), (x + 1).to_string(), "Chain".to_owned()],
            several.map(str::to_owned).to_vec(),
            vec![few.to_owned(); 3],
            [x + 26, x + 27, x + 28, x + 129, 0].map(|it| it.to_string()).to_vec(),
            vec![(x + 1).to_string(), x.to_string()],
            vec![x.to_string(), "1099511627776".to_owned(), "0.5".to_owned()],
        ]
    };
    let few = "kernel gave 4 results, the op has 3";
    let negative = ["a negative number"; 4];
    for (x, expected) in [
        (4, expected(["4", "5 is odd", "6", "7 is odd"], few, 4)),
        (-4, expected(negative, negative[0], -4)),
    ] {
        assert_eq!(generated(x), expected, "generated Rust");
        for engine in [Engine::Executor, Engine::Jit] {
            assert_eq!(of_engine(engine, x), expected, "{engine:?}");
        }
    }
}

#[test]
fn functions_that_do_not_fit_are_named() {
    let text = COUNTED.replace("@is_one(%x: i32)", "@is_one(%x: i64)");
    let text = text.replace("tfrt.constant.i32 1", "tfrt.constant.i64 1");
    let text = text.replace("tfrt.equal.i32 %x", "tfrt.equal.i64 %x");
    let catalogue = tfrt::catalogue().with(&tfrt_codegen_tests::listed::FORMS);
    let error = tfrt::mlir_to_bef("f.mlir", &text, &catalogue).expect_err("it takes an i64");
    let expected = "'forms.asked' op 'is_one' has mismatching operand types";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn an_op_with_too_few_results_is_refused() {
    let text = COUNTED.replace(
        "%d = \"forms.chained\"(%x) : (i32) -> !tfrt.chain",
        "\"forms.chained\"(%x) : (i32) -> ()\n%d = tfrt.new.chain",
    );
    let catalogue = tfrt::catalogue().with(&tfrt_codegen_tests::listed::FORMS);
    let error = tfrt::mlir_to_bef("f.mlir", &text, &catalogue).expect_err("its chain is missing");
    let expected = "'forms.chained' op expected 1 or more results, but got 0";
    assert!(error.to_string().contains(expected), "{error}");
    let text = COUNTED.replace("-> (i32, i64, f32) {", "-> (i64, i64, f32) {");
    let text = text.replace("f32) -> (i32, i64, f32)", "f32) -> (i64, i64, f32)");
    let text = text.replace("%c : i32, i64, f32", "%c : i64, i64, f32");
    let error = tfrt::mlir_to_bef("f.mlir", &text, &catalogue).expect_err("it is no i64");
    let expected = "'forms.passed' op result #0 must be i32, but got 'i64'";
    assert!(error.to_string().contains(expected), "{error}");
}
