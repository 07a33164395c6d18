use ::tfrt::__private as __rt;
/// `func.func @fizzbuzz(i32) -> (i32, i32, i32)`
pub fn fizzbuzz(
    __ctx: &__rt::RequestContext,
    n: i32,
) -> (
    ::core::result::Result<i32, __rt::Error>,
    ::core::result::Result<i32, __rt::Error>,
    ::core::result::Result<i32, __rt::Error>,
) {
    let __scope = __rt::trace_function(__ctx, "fizzbuzz");
    self::__fn_fizzbuzz(__ctx, n)
}
fn __fn_fizzbuzz(
    __ctx: &__rt::RequestContext,
    n: i32,
) -> (
    ::core::result::Result<i32, __rt::Error>,
    ::core::result::Result<i32, __rt::Error>,
    ::core::result::Result<i32, __rt::Error>,
) {
    if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
        return (
            ::core::result::Result::Err(__error.clone()),
            ::core::result::Result::Err(__error.clone()),
            ::core::result::Result::Err(__error.clone()),
        );
    }
    let i_1 = 1i32;
    let fizz_2 = 0i32;
    let (last_3, fizzes_4, buzzes_5, boths_6) = 'op4: {
        let mut __left = n;
        let mut __loop0 = i_1;
        let mut __loop1 = fizz_2;
        let mut __loop2 = fizz_2;
        let mut __loop3 = fizz_2;
        while __left > 0 {
            if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
                break 'op4 (
                    ::core::result::Result::Err(__error.clone()),
                    ::core::result::Result::Err(__error.clone()),
                    ::core::result::Result::Err(__error.clone()),
                    ::core::result::Result::Err(__error.clone()),
                );
            }
            __left -= 1;
            (__loop0, __loop1, __loop2, __loop3) = {
                let (i, fizz, buzz, both) = (__loop0, __loop1, __loop2, __loop3);
                let zero_4 = 0i32;
                let one_5 = 1i32;
                let three_6 = 3i32;
                let five_7 = 5i32;
                let (q3_8, r3_9) = __rt::proved(
                    __rt::tfrt_kernels::arithmetic::div_i32(i, three_6),
                );
                let (q5_10, r5_11) = __rt::proved(
                    __rt::tfrt_kernels::arithmetic::div_i32(i, five_7),
                );
                let by3_12 = __rt::tfrt_kernels::comparison::equal_i32(r3_9, zero_4);
                let by5_13 = __rt::tfrt_kernels::comparison::equal_i32(r5_11, zero_4);
                let by15_14 = __rt::tfrt_kernels::arithmetic::and_i1(by3_12, by5_13);
                let (f_15, b_16, fb_17) = if by15_14 {
                    {
                        let (by3, by5, one, fizz, buzz, both) = (
                            by3_12,
                            by5_13,
                            one_5,
                            fizz,
                            buzz,
                            both,
                        );
                        let more_6 = __rt::tfrt_kernels::arithmetic::add_i32(both, one);
                        (fizz, buzz, more_6)
                    }
                } else {
                    {
                        let (by3, by5, one, fizz, buzz, both) = (
                            by3_12,
                            by5_13,
                            one_5,
                            fizz,
                            buzz,
                            both,
                        );
                        let f1_6 = if by3 {
                            {
                                let (one, fizz) = (one, fizz);
                                let more_2 = __rt::tfrt_kernels::arithmetic::add_i32(
                                    fizz,
                                    one,
                                );
                                more_2
                            }
                        } else {
                            {
                                let (one, fizz) = (one, fizz);
                                fizz
                            }
                        };
                        let b1_7 = if by5 {
                            {
                                let (one, buzz) = (one, buzz);
                                let more_2 = __rt::tfrt_kernels::arithmetic::add_i32(
                                    buzz,
                                    one,
                                );
                                more_2
                            }
                        } else {
                            {
                                let (one, buzz) = (one, buzz);
                                buzz
                            }
                        };
                        (f1_6, b1_7, both)
                    }
                };
                let next_18 = __rt::tfrt_kernels::arithmetic::add_i32(i, one_5);
                (next_18, f_15, b_16, fb_17)
            };
        }
        (
            ::core::result::Result::<_, __rt::Error>::Ok(__loop0),
            ::core::result::Result::<_, __rt::Error>::Ok(__loop1),
            ::core::result::Result::<_, __rt::Error>::Ok(__loop2),
            ::core::result::Result::<_, __rt::Error>::Ok(__loop3),
        )
    };
    (fizzes_4, buzzes_5, boths_6)
}
