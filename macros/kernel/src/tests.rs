//! What the macro refuses, in which words, and what it makes of parameters.

use crate::options::Options;
use crate::signature::{self, Kind, Output, Runs};
use proc_macro2::Span;
use syn::{ItemFn, parse_quote, parse_str};

fn read(function: &ItemFn) -> syn::Result<signature::Signature> {
    signature::read(function, Runs::new(function, None)?)
}

fn read_task(function: &ItemFn) -> syn::Result<signature::Signature> {
    signature::read(function, Runs::new(function, Some(Span::call_site()))?)
}

fn refusal(function: ItemFn) -> String {
    match read(&function) {
        Ok(_) => panic!("not refused"),
        Err(error) => error.to_string(),
    }
}

fn option_error(options: &str) -> String {
    match parse_str::<Options>(options) {
        Ok(_) => panic!("not refused"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn parameters_are_told_apart_by_spelling() {
    let function: ItemFn = parse_quote! {
        fn f(
            a: i32, r#type: tfrt::Attr<i64>, b: &Tensor<f32>, ctx: ExecCtx<'_>, c: AsyncRef<Text>,
            g: &Function, alpha: Attr<Vec<i32>>, h: &Function, rest: &[Value],
        ) {}
    };
    let signature = read(&function).unwrap();
    let kinds: Vec<_> = signature.params.iter().map(|param| &param.kind).collect();
    assert!(matches!(
        kinds[..],
        [
            Kind::Value(_),
            Kind::Attribute(_, 1),
            Kind::Borrow(_),
            Kind::Context,
            Kind::Async(_),
            Kind::Function(0),
            Kind::Attribute(_, 0),
            Kind::Function(1),
            Kind::Variadic { taken: false },
        ]
    ));
    assert_eq!(signature.params[1].name, "type");
    assert!(matches!(signature.output, Output::Now(None)));
}

#[test]
fn an_async_fn_gives_one_result_with_or_without_result() {
    let output = |function: ItemFn| read(&function).map(|it| it.output);
    let plain = output(parse_quote!(
        async fn f(a: i32, ctx: OwnedCtx) -> i64 {}
    ));
    assert!(matches!(plain, Ok(Output::Later(_, false))));
    let fallible = output(parse_quote!(
        async fn f() -> std::result::Result<i64, E> {}
    ));
    assert!(matches!(fallible, Ok(Output::Later(_, true))));
}

#[test]
fn a_task_gives_one_result_with_or_without_result() {
    let output = |function: ItemFn| read_task(&function).map(|it| it.output);
    let plain = output(parse_quote!(
        fn f(a: i32, b: AsyncRef<i32>, c: Attr<i32>, ctx: ExecCtx<'_>) -> i64 {}
    ));
    assert!(matches!(plain, Ok(Output::Later(_, false))));
    let fallible = output(parse_quote!(
        fn f() -> Result<i64, E> {}
    ));
    assert!(matches!(fallible, Ok(Output::Later(_, true))));
    let cases: [(ItemFn, &str); 6] = [
        (
            parse_quote!(
                async fn f() -> i32 {}
            ),
            "a `task` is an ordinary function",
        ),
        (
            parse_quote!(
                fn f() {}
            ),
            "a task gives one result; return `Chain`",
        ),
        (
            parse_quote!(
                fn f() -> (i32, i32) {}
            ),
            "a task gives one result; for several",
        ),
        (
            parse_quote!(
                fn f(a: &i32) -> i32 {}
            ),
            "a task outlives its call: take `T`",
        ),
        (
            parse_quote!(
                fn f(ctx: OwnedCtx) -> i32 {}
            ),
            "a task takes `ExecCtx<'_>`",
        ),
        (
            parse_quote!(
                fn f(a: &[Value]) -> i32 {}
            ),
            "a task takes `T`",
        ),
    ];
    for (function, expected) in cases {
        let message = output(function).err().expect("it is refused").to_string();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn functions_that_cannot_be_kernels() {
    let cases: [(ItemFn, &str); 8] = [
        (
            parse_quote!(
                fn f(&self) {}
            ),
            "`self`",
        ),
        (
            parse_quote!(
                fn f<T>(a: T) {}
            ),
            "generic",
        ),
        (
            parse_quote!(
                fn f<'a>(a: &'a i32) {}
            ),
            "elide lifetimes",
        ),
        (
            parse_quote!(
                fn f((a, b): (i32, i32)) {}
            ),
            "needs a name",
        ),
        (
            parse_quote!(
                unsafe fn f() {}
            ),
            "safe function",
        ),
        (
            parse_quote!(
                extern "C" fn f() {}
            ),
            "calling convention",
        ),
        (
            parse_quote!(
                fn f(a: &mut i32) {}
            ),
            "take `&T`",
        ),
        (
            parse_quote!(
                fn f(a: impl Copy) {}
            ),
            "a kernel takes",
        ),
    ];
    for (function, expected) in cases {
        let message = refusal(function);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn parameters_that_exclude_each_other() {
    let cases: [(ItemFn, &str); 7] = [
        (
            parse_quote!(
                fn f(a: &[Value], b: i32) {}
            ),
            "all remaining operands",
        ),
        (
            parse_quote!(
                fn f(a: &[Attribute], b: Attr<i32>) {}
            ),
            "all attributes",
        ),
        (
            parse_quote!(
                fn f(a: Attr<i32>, b: &[Attribute]) {}
            ),
            "all attributes",
        ),
        (
            parse_quote!(
                fn f(a: &[Function], b: &Function) {}
            ),
            "all functions",
        ),
        (
            parse_quote!(
                fn f(a: &Function, b: &[Function]) {}
            ),
            "all functions",
        ),
        (
            parse_quote!(
                fn f(a: ExecCtx<'_>, b: ExecCtx<'_>) {}
            ),
            "passed once",
        ),
        (
            parse_quote!(
                fn f(a: &[i32]) {}
            ),
            "a slice parameter",
        ),
    ];
    for (function, expected) in cases {
        let message = refusal(function);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn what_an_async_fn_cannot_take_or_give() {
    let cases: [(ItemFn, &str); 5] = [
        (
            parse_quote!(
                async fn f(a: &Text) -> i32 {}
            ),
            "take `T` or `AsyncRef<T>`",
        ),
        (
            parse_quote!(
                async fn f(a: ExecCtx<'_>) -> i32 {}
            ),
            "take `OwnedCtx`",
        ),
        (
            parse_quote!(
                async fn f() {}
            ),
            "return `Chain`",
        ),
        (
            parse_quote!(
                async fn f() -> (i32, i32) {}
            ),
            "one result",
        ),
        (
            parse_quote!(
                fn f(a: OwnedCtx) -> i32 {}
            ),
            "takes `ExecCtx<'_>`",
        ),
    ];
    for (function, expected) in cases {
        let message = refusal(function);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn options() {
    let options: Options =
        parse_str(r#""my.scale.f32", pure, form = Operands, crate = ::tfrt::host,"#).unwrap();
    assert_eq!(options.name.value(), "my.scale.f32");
    assert!(options.pure && options.form.is_some() && options.host.is_some());
    assert!(option_error("pure").contains("op's name first"));
    assert!(option_error(r#""my.op", fast"#).contains("unknown option"));
    assert!(option_error(r#""my.op", pure, pure"#).contains("given twice"));
    assert!(option_error(r#""my.op", form = A, form = B"#).contains("given twice"));
    let cost = |options: &str| parse_str::<Options>(options).unwrap().cost;
    assert_eq!(cost(r#""my.op", cost = 1_000_000"#), Some(1_000_000));
    assert_eq!(cost(r#""my.op""#), None);
    for wrong in ["fast", "1ms", "1.5", "-1", "18446744073709551616"] {
        let message = option_error(&format!("\"my.op\", cost = {wrong}"));
        assert!(message.contains("in nanoseconds"), "{wrong}: {message}");
    }
    for name in ["", "op", ".op", "my.", "my..op", "my op.x", "1my.op", "my.op-x"] {
        assert!(option_error(&format!("{name:?}")).contains("an op name"), "{name}");
    }
}
