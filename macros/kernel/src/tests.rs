//! Tests: the macro's error messages, and how it classifies parameters.

use crate::family;
use crate::options::KernelOptions;
use crate::signature::{self, Kind, Output, Pass, Runs};
use proc_macro2::Span;
use syn::{ItemFn, parse_quote, parse_str};
use tfrt_schema::Cost;

fn read(function: &ItemFn) -> syn::Result<signature::Signature> {
    signature::read(function, Runs::new(function, None)?)
}

fn read_task(function: &ItemFn) -> syn::Result<signature::Signature> {
    signature::read(function, Runs::new(function, Some(Span::call_site()))?)
}

fn refusal(function: ItemFn) -> String {
    let options = parse_str(r#""my.op""#).unwrap();
    match family::members(&options, &function).and_then(|_| read(&function)) {
        Ok(_) => panic!("not refused"),
        Err(error) => error.to_string(),
    }
}

fn option_error(options: &str) -> String {
    match parse_str::<KernelOptions>(options) {
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
fn operands_that_may_be_missing_and_all_that_are_left() {
    let read_kind = |function: ItemFn| {
        read(&function).map(|it| it.params.into_iter().last().expect("it has one").kind)
    };
    let cases: [(ItemFn, Pass, bool); 6] = [
        (
            parse_quote!(
                fn f(a: i32, b: Option<i32>) {}
            ),
            Pass::Value,
            true,
        ),
        (
            parse_quote!(
                fn f(a: Option<i32>, b: Option<&my::Text>) {}
            ),
            Pass::Borrow,
            true,
        ),
        (
            parse_quote!(
                fn f(b: Option<AsyncRef<i32>>) {}
            ),
            Pass::Async,
            true,
        ),
        (
            parse_quote!(
                fn f(a: i32, b: Vec<i32>) {}
            ),
            Pass::Value,
            false,
        ),
        (
            parse_quote!(
                fn f(b: &[&Text]) {}
            ),
            Pass::Borrow,
            false,
        ),
        (
            parse_quote!(
                fn f(b: Vec<AsyncRef<i32>>) {}
            ),
            Pass::Async,
            false,
        ),
    ];
    for (function, expected, optional) in cases {
        match read_kind(function).unwrap() {
            Kind::Optional(pass, _) => assert!(optional && pass == expected),
            Kind::Many(pass, _) => assert!(!optional && pass == expected),
            _ => panic!("neither"),
        }
    }
    let cases: [(ItemFn, &str); 8] = [
        (
            parse_quote!(
                fn f(a: Option<i32>, b: i32) {}
            ),
            "only optional operands can follow",
        ),
        (
            parse_quote!(
                fn f(a: Option<i32>, b: &[Value]) {}
            ),
            "only optional operands can follow",
        ),
        (
            parse_quote!(
                fn f(a: Vec<i32>, b: Option<i32>) {}
            ),
            "takes all remaining operands",
        ),
        (
            parse_quote!(
                fn f(a: Vec<&i32>) {}
            ),
            "borrowed operands are `&[&T]`",
        ),
        (
            parse_quote!(
                fn f(a: Vec<Value>) {}
            ),
            "operands of any types are `&[Value]`",
        ),
        (
            parse_quote!(
                async fn f(a: Option<&i32>) -> i32 {}
            ),
            "take `T` or `AsyncRef<T>`",
        ),
        (
            parse_quote!(
                async fn f(a: &[&i32]) -> i32 {}
            ),
            "take `T` or `AsyncRef<T>`",
        ),
        (
            parse_quote!(
                async fn f(a: ResultCount) -> i32 {}
            ),
            "an async kernel takes `T`, `AsyncRef<T>`, `Attr<T>` and `OwnedCtx`",
        ),
    ];
    for (function, expected) in cases {
        let message = refusal(function);
        assert!(message.contains(expected), "{message}");
    }
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
    let options: KernelOptions =
        parse_str(r#""my.scale.f32", pure, assembly = "operands", crate = ::tfrt,"#).unwrap();
    assert_eq!(options.name.value(), "my.scale.f32");
    assert!(options.op.pure && options.op.assembly.is_some() && options.path.is_some());
    assert!(option_error("pure").contains("op's name first"));
    assert!(option_error(r#""my.op", fast"#).contains("unknown option"));
    assert!(option_error(r#""my.op", pure, pure"#).contains("given twice"));
    let options: KernelOptions = parse_str(r#""my.op", effects(files, host)"#).unwrap();
    assert_eq!(options.op.effects.unwrap(), ["files", "host"]);
    let error = option_error(r#""my.op", effects(net)"#);
    assert!(error.contains("expected one of the effects `files`, `blocks`"), "{error}");
    assert!(error.ends_with("`device`"), "{error}");
    assert!(option_error(r#""my.op", effects(files), pure"#).contains("has no effects"));
    assert!(option_error(r#""my.op", effects(), effects()"#).contains("given twice"));
    assert!(option_error(r#""my.op", assembly = "a", assembly = "b""#).contains("given twice"));
    assert!(option_error(r#""my.op", assembly = MINE"#).contains("expected an assembly format"));
    assert!(parse_str::<KernelOptions>(r#""my.op", assembly = a::Assembly::OPERANDS"#).is_ok());
    let cost = |options: &str| parse_str::<KernelOptions>(options).unwrap().op.cost;
    assert!(matches!(cost(r#""my.op", cost = 1_000_000"#), Some(Cost::Fixed(1_000_000))));
    assert!(matches!(cost(r#""my.op", cost = 2 * a.len()"#), Some(Cost::OfOperands(_))));
    assert!(cost(r#""my.op""#).is_none());
    for wrong in ["", "1ms", "1.5", "-1", "18446744073709551616"] {
        let message = option_error(&format!("\"my.op\", cost = {wrong}"));
        assert!(message.contains("in nanoseconds"), "{wrong}: {message}");
    }
    for name in ["", "op", ".op", "my.", "my..op", "my op.x", "1my.op", "my.op-x"] {
        assert!(option_error(&format!("{name:?}")).contains("an op name"), "{name}");
    }
}

fn family_of(options: &str, function: &ItemFn) -> syn::Result<Vec<family::Member>> {
    family::members(&parse_str(options)?, function)
}

#[test]
fn a_family_has_a_kernel_for_each_choice() {
    let function = parse_quote! {
        /// Adds.
        #[expect(lint, reason = "of the generic function")]
        pub fn add<T: Number, const N: usize>(a: Attr<T>, r#in: &List<T, N>) -> Result<T::Sum, E> {
            body
        }
    };
    let options = r#""my.add.{T}.{N}", pure, N = [1, 2], T = [i32, u8, half::f16],
        intrinsic = [i32: IAdd, u8: ISub]"#;
    let members = family_of(options, &function).unwrap();
    let said: Vec<_> = members
        .iter()
        .map(|it| {
            (it.options.name.value(), it.options.op.intrinsic.as_ref().map(ToString::to_string))
        })
        .collect();
    let expected = [
        ("my.add.i32.1", Some("IAdd")),
        ("my.add.i32.2", Some("IAdd")),
        ("my.add.ui8.1", Some("ISub")),
        ("my.add.ui8.2", Some("ISub")),
        ("my.add.f16.1", None),
        ("my.add.f16.2", None),
    ]
    .map(|(name, intrinsic)| (name.to_owned(), intrinsic.map(str::to_owned)));
    assert_eq!(said, expected);
    let expected: ItemFn = parse_quote! {
        /// Adds.
        #[inline]
        pub fn add_ui8_2(a: Attr<u8>, r#in: &List<u8, 2>) -> Result<<u8>::Sum, E> {
            add::<u8, 2>(a, r#in)
        }
    };
    assert_eq!(members[3].function, expected);
    let function = parse_quote!(
        async fn f<T>(a: my::T) -> T {}
    );
    let members = family_of(r#""my.{T}", T = [i64]"#, &function).unwrap();
    let expected: ItemFn = parse_quote! {
        #[inline]
        async fn f_i64(a: my::T) -> i64 {
            f::<i64>(a).await
        }
    };
    assert_eq!(members[0].function, expected);
}

#[test]
fn families_that_are_none() {
    let function: ItemFn = parse_quote!(
        fn f<T>(a: T) -> T {}
    );
    let plain: ItemFn = parse_quote!(
        fn f(a: i32) -> i32 {}
    );
    let cases = [
        (r#""my.op.{T}""#, &function, "an op name"),
        (r#""my.op""#, &function, "a list of what `T` stands for"),
        (r#""my.op.{T}", T = []"#, &function, "`T` has no choices"),
        (r#""my.op.{T}", T = [Half]"#, &function, "name it for the kernels' names: `Half as"),
        (r#""my.op.{T}", T = [i32], T = [i64]"#, &function, "`T` is given twice"),
        (r#""my.op.{T}", T = [i32], U = [i64]"#, &function, "no parameter `U`"),
        (r#""my.op", T = [i32]"#, &plain, "no parameter `T`"),
        (r#""my.op", T = [i32, i64]"#, &function, "two kernels would be called my.op"),
        (r#""my.op.{U}", T = [i32]"#, &function, "an op name"),
        (r#""my.op.{T}", T = [i32], intrinsic = [i64: IAdd]"#, &function, "`i64` is no type"),
        (r#""my.op.{T}", T = [i32], intrinsic = [i32: A], intrinsic = B"#, &function, "twice"),
        (r#""my.op", intrinsic = [i64: IAdd]"#, &plain, "are for families"),
    ];
    for (options, function, expected) in cases {
        let message = match family_of(options, function) {
            Ok(_) => panic!("not refused: {options}"),
            Err(error) => error.to_string(),
        };
        assert!(message.contains(expected), "{options}: {message}");
    }
}
