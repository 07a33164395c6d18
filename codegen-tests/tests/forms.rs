//! What a kernel's signature and options say, in programs of another crate: in a macro, and loaded.

use tfrt::{Engine, Host, Program};

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
    func.func @wrong(%x: i32) -> i32 {
        %a = "forms.moved"(%x) {by = "up", then = "aside"} : (i32) -> i32
        tfrt.return %a : i32
    }
}

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
