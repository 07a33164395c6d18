use ::tfrt::__private as __rt;
/// `func.func @times(i32, i32, i32) -> (i32, i32)`
pub fn times(
    __ctx: &__rt::RequestContext,
    count: i32,
    x: i32,
    y: i32,
) -> (__rt::Later<i32>, __rt::Later<i32>) {
    let __scope = __rt::trace_call(__ctx, "times");
    let (__r0, __r1) = self::__fn_times(__ctx, count, x, y);
    (__rt::returned(__ctx, __r0), __rt::returned(__ctx, __r1))
}
/// `func.func @below(i32) -> (i32, i1)`
pub fn below(
    __ctx: &__rt::RequestContext,
    x: i32,
) -> (__rt::Later<i32>, __rt::Later<bool>) {
    let __scope = __rt::trace_call(__ctx, "below");
    let (__r0, __r1) = self::__fn_below(__ctx, x);
    (__rt::returned(__ctx, __r0), __rt::returned(__ctx, __r1))
}
/// `func.func @to_ten(i1, i32) -> (i32)`
pub fn to_ten(__ctx: &__rt::RequestContext, go: bool, x: i32) -> __rt::Later<i32> {
    let __scope = __rt::trace_call(__ctx, "to_ten");
    let __r0 = self::__fn_to_ten(__ctx, go, x);
    __rt::returned(__ctx, __r0)
}
fn __fn_times(
    __ctx: &__rt::RequestContext,
    count: i32,
    x: i32,
    y: i32,
) -> (__rt::MaybeDone<i32>, __rt::MaybeDone<i32>) {
    if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
        return (
            __rt::MaybeDone::Done(::core::result::Result::Err(__error.clone())),
            __rt::MaybeDone::Done(::core::result::Result::Err(__error.clone())),
        );
    }
    let (a_3, b_4) = 'op0: {
        let mut __results = __rt::run_loop(
                __ctx,
                __rt::LoopControl::count(count),
                __rt::loop_values([__rt::Value::new(x), __rt::Value::new(y)]),
                move |mut __values: __rt::LoopValues| {
                    let y = __rt::argument::<i32>(__values.pop().as_ref());
                    let x = __rt::argument::<i32>(__values.pop().as_ref());
                    ::core::result::Result::Ok(
                        __Frame_times_region1_fallible::begin(x, y),
                    )
                },
                |__frame: &mut __Frame_times_region1_fallible| {
                    let (__r0, __r1) = __frame.finish();
                    ::core::result::Result::Ok(
                        __rt::loop_values([
                            __rt::later_value(__r0),
                            __rt::later_value(__r1),
                        ]),
                    )
                },
            )
            .into_iter();
        (
            __rt::from_value::<i32>(__results.next()),
            __rt::from_value::<i32>(__results.next()),
        )
    };
    (a_3, b_4)
}
fn __fn_below(
    __ctx: &__rt::RequestContext,
    x: i32,
) -> (__rt::MaybeDone<i32>, __rt::MaybeDone<bool>) {
    if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
        return (
            __rt::MaybeDone::Done(::core::result::Result::Err(__error.clone())),
            __rt::MaybeDone::Done(::core::result::Result::Err(__error.clone())),
        );
    }
    __rt::start(__Frame_below::begin(x), __ctx, __Frame_below::finish)
}
struct __Frame_below {
    x: ::core::option::Option<i32>,
    late_4: __rt::Awaited<i32>,
    __result0: __rt::LaterSlot<i32>,
    __result1: __rt::LaterSlot<bool>,
}
impl __rt::Frame for __Frame_below {
    #[inline]
    fn segments(&self) -> &[__rt::SegmentDef] {
        const SEGMENTS: &[__rt::SegmentDef] = &[
            __rt::SegmentDef::fixed(0u32, 0u32, &[], true),
            __rt::SegmentDef::fixed(1u32, 0u32, &[], true),
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
            (1u32, 0u32) => self.late_4.pending(),
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
impl __Frame_below {
    #[inline]
    fn begin(x: i32) -> Self {
        Self {
            x: ::core::option::Option::Some(x),
            late_4: __rt::Awaited::EMPTY,
            __result0: __rt::LaterSlot::EMPTY,
            __result1: __rt::LaterSlot::EMPTY,
        }
    }
    #[inline]
    fn finish(&mut self) -> (__rt::MaybeDone<i32>, __rt::MaybeDone<bool>) {
        (self.__result0.take(), self.__result1.take())
    }
    #[inline]
    fn segment_0(&mut self, __ctx: &__rt::RequestContext) {
        let x = __rt::slot_take(&mut self.x);
        let one_1 = 1i32;
        let ten_2 = 10i32;
        let next_3 = __rt::tfrt_kernels::arithmetic::add_i32(x, one_1);
        let late_4 = __rt::call_later(
            {
                static SITE: __rt::Site = __rt::Site::new(
                    "tfrt_test.async_copy.i32",
                    __rt::Location::at("trips.mlir", 16u32, 11u32),
                );
                __rt::context(__ctx, &SITE, 0)
            },
            &mut |__context| tfrt_test_kernels::asynchronous::async_copy_i32(
                __context,
                next_3,
            ),
        );
        self.__result0.deliver(late_4.clone());
        self.late_4.put(late_4);
    }
    #[inline]
    fn segment_1(&mut self, __ctx: &__rt::RequestContext) {
        let ten_2 = 10i32;
        let late_4 = self.late_4.read_last();
        let again_5 = 'op4: {
            let late_4 = match &late_4 {
                ::core::result::Result::Ok(__value) => *__value,
                ::core::result::Result::Err(__error) => {
                    break 'op4 ::core::result::Result::Err(__error.clone());
                }
            };
            if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
                break 'op4 ::core::result::Result::Err(__error.clone());
            }
            {
                let __r0 = __rt::tfrt_kernels::comparison::lessequal_i32(late_4, ten_2);
                ::core::result::Result::<_, __rt::Error>::Ok(__r0)
            }
        };
        self.__result1.deliver(__rt::MaybeDone::Done(again_5));
    }
}
fn __fn_to_ten(__ctx: &__rt::RequestContext, go: bool, x: i32) -> __rt::MaybeDone<i32> {
    if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
        return __rt::MaybeDone::Done(::core::result::Result::Err(__error.clone()));
    }
    let a_2 = 'op0: {
        let mut __results = __rt::run_loop_of_calls(
                __ctx,
                __rt::LoopControl::condition(go),
                __rt::loop_values([__rt::Value::new(x)]),
                move |__ctx: &__rt::RequestContext, mut __values: __rt::LoopValues| {
                    let x = __rt::argument::<i32>(__values.pop().as_ref());
                    let (__r0, __r1) = self::__fn_below_fallible(__ctx, x);
                    ::core::result::Result::Ok(
                        __rt::loop_values([
                            __rt::later_value(__r0),
                            __rt::later_value(__r1),
                        ]),
                    )
                },
            )
            .into_iter();
        __rt::from_value::<i32>(__results.next())
    };
    a_2
}
struct __Frame_times_region1_fallible {
    x: ::core::option::Option<::core::result::Result<i32, __rt::Error>>,
    y: ::core::option::Option<::core::result::Result<i32, __rt::Error>>,
    late_2: __rt::Awaited<i32>,
    __result0: __rt::LaterSlot<i32>,
    __result1: __rt::LaterSlot<i32>,
}
impl __rt::Frame for __Frame_times_region1_fallible {
    #[inline]
    fn segments(&self) -> &[__rt::SegmentDef] {
        const SEGMENTS: &[__rt::SegmentDef] = &[
            __rt::SegmentDef::fixed(0u32, 0u32, &[], true),
            __rt::SegmentDef::fixed(1u32, 0u32, &[], true),
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
            (1u32, 0u32) => self.late_2.pending(),
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
impl __Frame_times_region1_fallible {
    #[inline]
    fn begin(
        x: ::core::result::Result<i32, __rt::Error>,
        y: ::core::result::Result<i32, __rt::Error>,
    ) -> Self {
        Self {
            x: ::core::option::Option::Some(x),
            y: ::core::option::Option::Some(y),
            late_2: __rt::Awaited::EMPTY,
            __result0: __rt::LaterSlot::EMPTY,
            __result1: __rt::LaterSlot::EMPTY,
        }
    }
    #[inline]
    fn finish(&mut self) -> (__rt::MaybeDone<i32>, __rt::MaybeDone<i32>) {
        (self.__result0.take(), self.__result1.take())
    }
    #[inline]
    fn segment_0(&mut self, __ctx: &__rt::RequestContext) {
        let x = __rt::slot_take(&mut self.x);
        let y = __rt::slot(&self.y);
        let late_2 = 'op1: {
            let x = match x {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op1 __rt::MaybeDone::Done(
                        ::core::result::Result::Err(__error),
                    );
                }
            };
            __rt::call_later(
                {
                    static SITE: __rt::Site = __rt::Site::new(
                        "tfrt_test.async_copy.i32",
                        __rt::Location::at("trips.mlir", 4u32, 13u32),
                    );
                    __rt::context(__ctx, &SITE, 0)
                },
                &mut |__context| tfrt_test_kernels::asynchronous::async_copy_i32(
                    __context,
                    x,
                ),
            )
        };
        self.late_2.put(late_2);
    }
    #[inline]
    fn segment_1(&mut self, __ctx: &__rt::RequestContext) {
        let y = __rt::slot_take(&mut self.y);
        let late_2 = self.late_2.read_last();
        let next_3 = 'op2: {
            let y = match &y {
                ::core::result::Result::Ok(__value) => *__value,
                ::core::result::Result::Err(__error) => {
                    break 'op2 ::core::result::Result::Err(__error.clone());
                }
            };
            let late_2 = match &late_2 {
                ::core::result::Result::Ok(__value) => *__value,
                ::core::result::Result::Err(__error) => {
                    break 'op2 ::core::result::Result::Err(__error.clone());
                }
            };
            if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
                break 'op2 ::core::result::Result::Err(__error.clone());
            }
            {
                let __r0 = __rt::tfrt_kernels::arithmetic::add_i32(late_2, y);
                ::core::result::Result::<_, __rt::Error>::Ok(__r0)
            }
        };
        let same_4 = 'op3: {
            let y = match y {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op3 ::core::result::Result::Err(__error);
                }
            };
            let late_2 = match late_2 {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op3 ::core::result::Result::Err(__error);
                }
            };
            if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
                break 'op3 ::core::result::Result::Err(__error.clone());
            }
            {
                let __r0 = __rt::tfrt_kernels::arithmetic::minus_i32(late_2, y);
                ::core::result::Result::<_, __rt::Error>::Ok(__r0)
            }
        };
        self.__result0.deliver(__rt::MaybeDone::Done(next_3));
        self.__result1.deliver(__rt::MaybeDone::Done(same_4));
    }
}
fn __fn_below_fallible(
    __ctx: &__rt::RequestContext,
    x: ::core::result::Result<i32, __rt::Error>,
) -> (__rt::MaybeDone<i32>, __rt::MaybeDone<bool>) {
    if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
        return (
            __rt::MaybeDone::Done(::core::result::Result::Err(__error.clone())),
            __rt::MaybeDone::Done(::core::result::Result::Err(__error.clone())),
        );
    }
    __rt::start(__Frame_below_fallible::begin(x), __ctx, __Frame_below_fallible::finish)
}
struct __Frame_below_fallible {
    x: ::core::option::Option<::core::result::Result<i32, __rt::Error>>,
    late_4: __rt::Awaited<i32>,
    __result0: __rt::LaterSlot<i32>,
    __result1: __rt::LaterSlot<bool>,
}
impl __rt::Frame for __Frame_below_fallible {
    #[inline]
    fn segments(&self) -> &[__rt::SegmentDef] {
        const SEGMENTS: &[__rt::SegmentDef] = &[
            __rt::SegmentDef::fixed(0u32, 0u32, &[], true),
            __rt::SegmentDef::fixed(1u32, 0u32, &[], true),
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
            (1u32, 0u32) => self.late_4.pending(),
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
impl __Frame_below_fallible {
    #[inline]
    fn begin(x: ::core::result::Result<i32, __rt::Error>) -> Self {
        Self {
            x: ::core::option::Option::Some(x),
            late_4: __rt::Awaited::EMPTY,
            __result0: __rt::LaterSlot::EMPTY,
            __result1: __rt::LaterSlot::EMPTY,
        }
    }
    #[inline]
    fn finish(&mut self) -> (__rt::MaybeDone<i32>, __rt::MaybeDone<bool>) {
        (self.__result0.take(), self.__result1.take())
    }
    #[inline]
    fn segment_0(&mut self, __ctx: &__rt::RequestContext) {
        let x = __rt::slot_take(&mut self.x);
        let one_1 = 1i32;
        let ten_2 = 10i32;
        let next_3 = 'op2: {
            let x = match x {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op2 ::core::result::Result::Err(__error);
                }
            };
            {
                let __r0 = __rt::tfrt_kernels::arithmetic::add_i32(x, one_1);
                ::core::result::Result::<_, __rt::Error>::Ok(__r0)
            }
        };
        let late_4 = 'op3: {
            let next_3 = match next_3 {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op3 __rt::MaybeDone::Done(
                        ::core::result::Result::Err(__error),
                    );
                }
            };
            __rt::call_later(
                {
                    static SITE: __rt::Site = __rt::Site::new(
                        "tfrt_test.async_copy.i32",
                        __rt::Location::at("trips.mlir", 16u32, 11u32),
                    );
                    __rt::context(__ctx, &SITE, 0)
                },
                &mut |__context| tfrt_test_kernels::asynchronous::async_copy_i32(
                    __context,
                    next_3,
                ),
            )
        };
        self.__result0.deliver(late_4.clone());
        self.late_4.put(late_4);
    }
    #[inline]
    fn segment_1(&mut self, __ctx: &__rt::RequestContext) {
        let ten_2 = 10i32;
        let late_4 = self.late_4.read_last();
        let again_5 = 'op4: {
            let late_4 = match &late_4 {
                ::core::result::Result::Ok(__value) => *__value,
                ::core::result::Result::Err(__error) => {
                    break 'op4 ::core::result::Result::Err(__error.clone());
                }
            };
            if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
                break 'op4 ::core::result::Result::Err(__error.clone());
            }
            {
                let __r0 = __rt::tfrt_kernels::comparison::lessequal_i32(late_4, ten_2);
                ::core::result::Result::<_, __rt::Error>::Ok(__r0)
            }
        };
        self.__result1.deliver(__rt::MaybeDone::Done(again_5));
    }
}
