use ::tfrt::__private as __rt;
/// `func.func @down(i32) -> (i32)`
pub fn down(
    __ctx: &__rt::RequestContext,
    n: i32,
) -> ::core::result::Result<i32, __rt::Error> {
    let __scope = __rt::trace_function(__ctx, "down");
    self::__fn_down(__ctx, 0, n)
}
fn __fn_down(
    __ctx: &__rt::RequestContext,
    __depth: u32,
    n: i32,
) -> ::core::result::Result<i32, __rt::Error> {
    if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
        return ::core::result::Result::Err(__error.clone());
    }
    let zero_1 = 0i32;
    let done_2 = __rt::tfrt_kernels::comparison::lessequal_i32(n, zero_1);
    let r_3 = if done_2 {
        {
            let (n,) = (n,);
            ::core::result::Result::<_, __rt::Error>::Ok(n)
        }
    } else {
        {
            let (n,) = (n,);
            let m1_1 = -1i32;
            let m_2 = __rt::tfrt_kernels::arithmetic::add_i32(n, m1_1);
            let x_3 = 'op6: {
                let __depth = match __rt::enter({
                    static SITE: __rt::Site = __rt::Site::new(
                        "tfrt.call",
                        __rt::Location::at("recursion.mlir", 10u32, 10u32),
                    );
                    __rt::context(__ctx, &SITE, __depth)
                }) {
                    ::core::result::Result::Ok(__value) => __value,
                    ::core::result::Result::Err(__error) => {
                        break 'op6 ::core::result::Result::Err(__error.clone());
                    }
                };
                __rt::deep(__depth, || self::__fn_down(__ctx, __depth, m_2))
            };
            let y_4 = 'op7: {
                let x_3 = match x_3 {
                    ::core::result::Result::Ok(__value) => __value,
                    ::core::result::Result::Err(__error) => {
                        break 'op7 ::core::result::Result::Err(__error);
                    }
                };
                {
                    let __r0 = __rt::tfrt_kernels::arithmetic::add_i32(x_3, n);
                    ::core::result::Result::<_, __rt::Error>::Ok(__r0)
                }
            };
            y_4
        }
    };
    r_3
}
