use ::tfrt::__private as __rt;
/// `func.func @join(i32, i32) -> (i32)`
pub fn join(__ctx: &__rt::RequestContext, x: i32, n: i32) -> __rt::Later<i32> {
    let __scope = __rt::trace_call(__ctx, "join");
    let __r0 = self::__fn_join(__ctx, x, n);
    __rt::returned(__ctx, __r0)
}
fn __fn_join(__ctx: &__rt::RequestContext, x: i32, n: i32) -> __rt::MaybeDone<i32> {
    if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
        return __rt::MaybeDone::Done(::core::result::Result::Err(__error.clone()));
    }
    __rt::start(__Frame_join::begin(x, n), __ctx, __Frame_join::finish)
}
struct __Frame_join {
    x: ::core::option::Option<i32>,
    n: ::core::option::Option<i32>,
    a_2: __rt::Awaited<i32>,
    b_3: __rt::Awaited<i32>,
    __result0: __rt::LaterSlot<i32>,
}
impl __rt::Frame for __Frame_join {
    #[inline]
    fn segments(&self) -> &[__rt::SegmentDef] {
        const SEGMENTS: &[__rt::SegmentDef] = &[
            __rt::SegmentDef::fixed(0u32, 0u32, &[], true),
            __rt::SegmentDef::fixed(2u32, 0u32, &[], true),
        ];
        SEGMENTS
    }
    #[inline]
    fn pending(
        &self,
        segment: u32,
        index: u32,
    ) -> ::core::option::Option<&__rt::AnyRef> {
        match (segment, index) {
            (1u32, 0u32) => self.a_2.pending(),
            (1u32, 1u32) => self.b_3.pending(),
            _ => ::core::option::Option::None,
        }
    }
    #[inline]
    fn run(&mut self, segment: u32, __ctx: &__rt::RequestContext) {
        match segment {
            0u32 => self.segment_0(__ctx),
            1u32 => self.segment_1(__ctx),
            _ => {}
        }
    }
}
impl __Frame_join {
    #[inline]
    fn begin(x: i32, n: i32) -> Self {
        Self {
            x: ::core::option::Option::Some(x),
            n: ::core::option::Option::Some(n),
            a_2: __rt::Awaited::EMPTY,
            b_3: __rt::Awaited::EMPTY,
            __result0: __rt::LaterSlot::EMPTY,
        }
    }
    #[inline]
    fn finish(&mut self) -> __rt::MaybeDone<i32> {
        self.__result0.take()
    }
    #[inline]
    fn segment_0(&mut self, __ctx: &__rt::RequestContext) {
        let x = __rt::slot_take(&mut self.x);
        let n = __rt::slot(&self.n);
        let a_2 = __rt::call_later(
            {
                static SITE: __rt::Site = __rt::Site::new(
                    "tfrt_test.async_copy.i32",
                    __rt::Location::at("join.mlir", 3u32, 8u32),
                );
                __rt::context(__ctx, &SITE, 0)
            },
            &mut |__context| tfrt_test_kernels::asynchronous::async_copy_i32(
                __context,
                x,
            ),
        );
        let b_3 = __rt::call_later(
            {
                static SITE: __rt::Site = __rt::Site::new(
                    "tfrt_test.async_copy.i32",
                    __rt::Location::at("join.mlir", 4u32, 8u32),
                );
                __rt::context(__ctx, &SITE, 0)
            },
            &mut |__context| tfrt_test_kernels::asynchronous::async_copy_i32(
                __context,
                n,
            ),
        );
        self.a_2.put(a_2);
        self.b_3.put(b_3);
    }
    #[inline]
    fn segment_1(&mut self, __ctx: &__rt::RequestContext) {
        let n = __rt::slot_take(&mut self.n);
        let a_2 = self.a_2.read_last();
        let b_3 = self.b_3.read_last();
        let sum_4 = 'op2: {
            let b_3 = match b_3 {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op2 ::core::result::Result::Err(__error);
                }
            };
            let a_2 = match a_2 {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op2 ::core::result::Result::Err(__error);
                }
            };
            if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
                break 'op2 ::core::result::Result::Err(__error.clone());
            }
            {
                let __r0 = __rt::tfrt_kernels::arithmetic::add_i32(a_2, b_3);
                ::core::result::Result::<_, __rt::Error>::Ok(__r0)
            }
        };
        let r_5 = 'op3: {
            let sum_4 = match sum_4 {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op3 __rt::MaybeDone::Done(
                        ::core::result::Result::Err(__error),
                    );
                }
            };
            let mut __results = __rt::run_loop_of_calls(
                    __ctx,
                    __rt::LoopControl::count(n),
                    __rt::loop_values([__rt::Value::new(sum_4)]),
                    move |__ctx: &__rt::RequestContext, mut __values: __rt::LoopValues| {
                        let sum = __rt::argument::<i32>(__values.pop().as_ref());
                        let __r0 = self::__fn_join_region1_fallible(__ctx, sum);
                        ::core::result::Result::Ok(
                            __rt::loop_values([__rt::later_value(__r0)]),
                        )
                    },
                )
                .into_iter();
            __rt::from_value::<i32>(__results.next())
        };
        self.__result0.deliver(r_5);
    }
}
fn __fn_join_region1_fallible(
    __ctx: &__rt::RequestContext,
    sum: ::core::result::Result<i32, __rt::Error>,
) -> __rt::MaybeDone<i32> {
    let late_1 = 'op4: {
        let sum = match sum {
            ::core::result::Result::Ok(__value) => __value,
            ::core::result::Result::Err(__error) => {
                break 'op4 __rt::MaybeDone::Done(::core::result::Result::Err(__error));
            }
        };
        __rt::call_later(
            {
                static SITE: __rt::Site = __rt::Site::new(
                    "tfrt_test.async_add.i32",
                    __rt::Location::at("join.mlir", 7u32, 13u32),
                );
                __rt::context(__ctx, &SITE, 0)
            },
            &mut |__context| tfrt_test_kernels::asynchronous::async_add_i32(
                __context,
                sum,
                sum,
            ),
        )
    };
    late_1
}
