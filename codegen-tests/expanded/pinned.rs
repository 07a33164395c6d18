use ::tfrt::__private as __rt;
/// `func.func @fallible(i32) -> (i32)`
pub fn fallible(
    __ctx: &__rt::RequestContext,
    x: i32,
) -> ::core::result::Result<i32, __rt::Error> {
    let __scope = __rt::trace_function(__ctx, "fallible");
    let __r0 = self::__fn_fallible(x);
    ::core::result::Result::<_, __rt::Error>::Ok(__r0)
}
/// `func.func @later(i32) -> (i32, !tfrt.string)`
pub fn later(
    __ctx: &__rt::RequestContext,
    x: i32,
) -> (
    __rt::Later<i32>,
    __rt::Later<__rt::Shared<__rt::tfrt_kernels::string::HostString>>,
) {
    let __scope = __rt::trace_call(__ctx, "later");
    let (__r0, __r1) = self::__fn_later(__ctx, x);
    (
        __rt::returned(__ctx, __rt::MaybeDone::Done(__r0)),
        __rt::returned(__ctx, __rt::shared_later(__r1)),
    )
}
/// `func.func @caller(i32) -> (i32)`
pub fn caller(x: i32) -> i32 {
    let y_1 = self::__fn_fallible(x);
    y_1
}
fn __fn_fallible(x: i32) -> i32 {
    let y_1 = __rt::tfrt_kernels::arithmetic::add_i32(x, x);
    y_1
}
fn __fn_later(
    __ctx: &__rt::RequestContext,
    x: i32,
) -> (
    ::core::result::Result<i32, __rt::Error>,
    __rt::Shared<__rt::tfrt_kernels::string::HostString>,
) {
    let (q_1, r_2) = match __rt::report(
        {
            static SITE: __rt::Site = __rt::Site::new(
                "tfrt.div.i32",
                __rt::Location::at("pinned.mlir", 7u32, 12u32),
            );
            __rt::context(__ctx, &SITE, 0)
        },
        __rt::tfrt_kernels::arithmetic::div_i32(x, x),
    ) {
        ::core::result::Result::Ok((__r0, __r1)) => {
            (
                ::core::result::Result::<_, __rt::Error>::Ok(__r0),
                ::core::result::Result::<_, __rt::Error>::Ok(__r1),
            )
        }
        ::core::result::Result::Err(__error) => {
            (
                ::core::result::Result::Err(__error.clone()),
                ::core::result::Result::Err(__error.clone()),
            )
        }
    };
    let s_3 = {
        let __r0 = __rt::call(
            {
                static SITE: __rt::Site = __rt::Site::new(
                    "tfrt.string.constant",
                    __rt::Location::at("pinned.mlir", 8u32, 8u32),
                );
                __rt::context(__ctx, &SITE, 0)
            },
            &mut |__context| __rt::tfrt_kernels::string::string_constant({
                static ATTRIBUTE: __rt::Attributes = __rt::Attributes::new(|| {
                    vec![__rt::Attribute::String(b"text".to_vec())]
                });
                ATTRIBUTE.borrow()
            }),
        );
        __rt::share(__r0)
    };
    (q_1, s_3)
}
