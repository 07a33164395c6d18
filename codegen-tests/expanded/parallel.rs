use ::tfrt::__private as __rt;
/// `func.func @both(i32, i32) -> (i32)`
pub fn both(__ctx: &__rt::RequestContext, x: i32, y: i32) -> i32 {
    let __scope = __rt::trace_function(__ctx, "both");
    self::__fn_both(__ctx, x, y)
}
/// `func.func @fallible(i32) -> (i32, i32)`
pub fn fallible(
    __ctx: &__rt::RequestContext,
    x: i32,
) -> (
    ::core::result::Result<i32, __rt::Error>,
    ::core::result::Result<i32, __rt::Error>,
) {
    let __scope = __rt::trace_function(__ctx, "fallible");
    self::__fn_fallible(__ctx, x)
}
fn __fn_both(__ctx: &__rt::RequestContext, x: i32, y: i32) -> i32 {
    let (a_2, b_3) = {
        let mut __piece0 = {
            __rt::Piece::new(move || __rt::call(
                {
                    static SITE: __rt::Site = __rt::Site::new(
                        "golden.costly",
                        __rt::Location::at("parallel.mlir", 4u32, 8u32),
                    );
                    __rt::context(__ctx, &SITE, 0)
                },
                &mut |__context| together::expanded::costly(x),
            ))
        };
        let mut __piece1 = {
            __rt::Piece::new(move || __rt::call(
                {
                    static SITE: __rt::Site = __rt::Site::new(
                        "golden.costly",
                        __rt::Location::at("parallel.mlir", 5u32, 8u32),
                    );
                    __rt::context(__ctx, &SITE, 0)
                },
                &mut |__context| together::expanded::costly(y),
            ))
        };
        __rt::fork_join(__ctx, &mut [&mut || __piece0.run(), &mut || __piece1.run()]);
        (__piece0.result(), __piece1.result())
    };
    let c_4 = __rt::tfrt_kernels::arithmetic::add_i32(a_2, b_3);
    c_4
}
fn __fn_fallible(
    __ctx: &__rt::RequestContext,
    x: i32,
) -> (
    ::core::result::Result<i32, __rt::Error>,
    ::core::result::Result<i32, __rt::Error>,
) {
    if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
        return (
            ::core::result::Result::Err(__error.clone()),
            ::core::result::Result::Err(__error.clone()),
        );
    }
    let e_1 = __rt::call_fallible(
        {
            static SITE: __rt::Site = __rt::Site::new(
                "golden.fallible",
                __rt::Location::at("parallel.mlir", 12u32, 8u32),
            );
            __rt::context(__ctx, &SITE, 0)
        },
        &mut |__context| together::expanded::fallible(x),
    );
    let (a_2, b_3) = {
        let mut __piece0 = {
            let e_1 = e_1.clone();
            __rt::Piece::new(move || 'op1: {
                let e_1 = match &e_1 {
                    ::core::result::Result::Ok(__value) => *__value,
                    ::core::result::Result::Err(__error) => {
                        break 'op1 ::core::result::Result::Err(__error.clone());
                    }
                };
                __rt::call_fallible(
                    {
                        static SITE: __rt::Site = __rt::Site::new(
                            "golden.fallible",
                            __rt::Location::at("parallel.mlir", 13u32, 8u32),
                        );
                        __rt::context(__ctx, &SITE, 0)
                    },
                    &mut |__context| together::expanded::fallible(e_1),
                )
            })
        };
        let mut __piece1 = {
            __rt::Piece::new(move || 'op2: {
                let e_1 = match e_1 {
                    ::core::result::Result::Ok(__value) => __value,
                    ::core::result::Result::Err(__error) => {
                        break 'op2 ::core::result::Result::Err(__error);
                    }
                };
                __rt::call_fallible(
                    {
                        static SITE: __rt::Site = __rt::Site::new(
                            "golden.fallible",
                            __rt::Location::at("parallel.mlir", 14u32, 8u32),
                        );
                        __rt::context(__ctx, &SITE, 0)
                    },
                    &mut |__context| together::expanded::fallible(e_1),
                )
            })
        };
        __rt::fork_join(__ctx, &mut [&mut || __piece0.run(), &mut || __piece1.run()]);
        (__piece0.result(), __piece1.result())
    };
    (a_2, b_3)
}
