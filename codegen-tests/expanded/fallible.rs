use ::tfrt::__private as __rt;
/// `func.func @quotients(i32, i32, i32) -> (i32, i32)`
pub fn quotients(
    __ctx: &__rt::RequestContext,
    a: i32,
    b: i32,
    c: i32,
) -> (::core::result::Result<i32, __rt::Error>, i32) {
    let __scope = __rt::trace_function(__ctx, "quotients");
    self::__fn_quotients(__ctx, a, b, c)
}
fn __fn_quotients(
    __ctx: &__rt::RequestContext,
    a: i32,
    b: i32,
    c: i32,
) -> (::core::result::Result<i32, __rt::Error>, i32) {
    let (q_3, r_4) = match __rt::report(
        {
            static SITE: __rt::Site = __rt::Site::new(
                "tfrt.div.i32",
                __rt::Location::at("fallible.mlir", 3u32, 12u32),
            );
            __rt::context(__ctx, &SITE, 0)
        },
        __rt::tfrt_kernels::arithmetic::div_i32(a, b),
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
    let (s_5, t_6) = match __rt::report(
        {
            static SITE: __rt::Site = __rt::Site::new(
                "tfrt.div.i32",
                __rt::Location::at("fallible.mlir", 4u32, 12u32),
            );
            __rt::context(__ctx, &SITE, 0)
        },
        __rt::tfrt_kernels::arithmetic::div_i32(a, c),
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
    let sum_7 = 'op2: {
        let s_5 = match s_5 {
            ::core::result::Result::Ok(__value) => __value,
            ::core::result::Result::Err(__error) => {
                break 'op2 ::core::result::Result::Err(__error);
            }
        };
        let q_3 = match q_3 {
            ::core::result::Result::Ok(__value) => __value,
            ::core::result::Result::Err(__error) => {
                break 'op2 ::core::result::Result::Err(__error);
            }
        };
        {
            let __r0 = __rt::tfrt_kernels::arithmetic::add_i32(q_3, s_5);
            ::core::result::Result::<_, __rt::Error>::Ok(__r0)
        }
    };
    let twice_8 = __rt::tfrt_kernels::arithmetic::add_i32(a, a);
    (sum_7, twice_8)
}
