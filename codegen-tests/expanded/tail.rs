use ::tfrt::__private as __rt;
/// `func.func @sum(i32, i64) -> (i64)`
pub fn sum(
    __ctx: &__rt::RequestContext,
    n_0: i32,
    acc_1: i64,
) -> ::core::result::Result<i64, __rt::Error> {
    self::__fn_sum(__ctx, 0, n_0, acc_1)
}
fn __fn_sum(
    __ctx: &__rt::RequestContext,
    __depth: u32,
    n_0: i32,
    acc_1: i64,
) -> ::core::result::Result<i64, __rt::Error> {
    let mut __next = (__depth, n_0, acc_1);
    'again: loop {
        let (__depth, n_0, acc_1) = __next;
        if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
            return ::core::result::Result::Err(__error.clone());
        }
        let zero_2 = 0i32;
        let done_3 = __rt::tfrt_kernels::comparison::lessequal_i32(n_0, zero_2);
        let r_4 = if done_3 {
            {
                let (n_0, acc_1) = (n_0, acc_1);
                ::core::result::Result::<_, __rt::Error>::Ok(acc_1)
            }
        } else {
            {
                let (n_0, acc_1) = (n_0, acc_1);
                let m1_2 = -1i32;
                let m_3 = __rt::tfrt_kernels::arithmetic::add_i32(n_0, m1_2);
                let more_4 = __rt::tfrt_kernels::arithmetic::add_i64(acc_1, acc_1);
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
