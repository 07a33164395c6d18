use ::tfrt::__private as __rt;
/// `func.func @sum(i32, i64) -> (i64)`
pub fn sum(
    __ctx: &__rt::RequestContext,
    n: i32,
    acc: i64,
) -> ::core::result::Result<i64, __rt::Error> {
    let __scope = __rt::trace_function(__ctx, "sum");
    self::__fn_sum(__ctx, 0, n, acc)
}
fn __fn_sum(
    __ctx: &__rt::RequestContext,
    __depth: u32,
    n: i32,
    acc: i64,
) -> ::core::result::Result<i64, __rt::Error> {
    let mut __next = (__depth, n, acc);
    'again: loop {
        let (__depth, n, acc) = __next;
        if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
            return ::core::result::Result::Err(__error.clone());
        }
        let zero_2 = 0i32;
        let done_3 = __rt::tfrt_kernels::comparison::lessequal_i32(n, zero_2);
        let r_4 = if done_3 {
            {
                let (n, acc) = (n, acc);
                ::core::result::Result::<_, __rt::Error>::Ok(acc)
            }
        } else {
            {
                let (n, acc) = (n, acc);
                let m1_2 = -1i32;
                let m_3 = __rt::tfrt_kernels::arithmetic::add_i32(n, m1_2);
                let more_4 = __rt::tfrt_kernels::arithmetic::add_i64(acc, acc);
                let x_5 = 'op7: {
                    let __depth = match __rt::enter({
                        static SITE: __rt::Site = __rt::Site::new(
                            "tfrt.call",
                            __rt::Location::at("tail.mlir", 11u32, 10u32),
                        );
                        __rt::context(__ctx, &SITE, __depth)
                    }) {
                        ::core::result::Result::Ok(__value) => __value,
                        ::core::result::Result::Err(__error) => {
                            break 'op7 ::core::result::Result::Err(__error.clone());
                        }
                    };
                    __next = (__depth, m_3, more_4);
                    continue 'again;
                };
                x_5
            }
        };
        break 'again r_4;
    }
}
