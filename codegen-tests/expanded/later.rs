use ::tfrt::__private as __rt;
/// `func.func @wait(i32) -> (i32, i32)`
pub fn wait(__ctx: &__rt::RequestContext, x: i32) -> (__rt::Later<i32>, i32) {
    let __scope = __rt::trace_call(__ctx, "wait");
    let (__r0, __r1) = self::__fn_wait(__ctx, x);
    (__rt::returned(__ctx, __r0), __r1)
}
fn __fn_wait(__ctx: &__rt::RequestContext, x: i32) -> (__rt::MaybeDone<i32>, i32) {
    __rt::start(__Frame_wait::begin(x), __ctx, __Frame_wait::finish)
}
struct __Frame_wait {
    x: ::core::option::Option<i32>,
    late_1: __rt::Awaited<i32>,
    __result0: __rt::LaterSlot<i32>,
    __result1: ::core::option::Option<i32>,
}
impl __rt::Frame for __Frame_wait {
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
            (1u32, 0u32) => self.late_1.pending(),
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
impl __Frame_wait {
    #[inline]
    fn begin(x: i32) -> Self {
        Self {
            x: ::core::option::Option::Some(x),
            late_1: __rt::Awaited::EMPTY,
            __result0: __rt::LaterSlot::EMPTY,
            __result1: ::core::option::Option::None,
        }
    }
    #[inline]
    fn finish(&mut self) -> (__rt::MaybeDone<i32>, i32) {
        (self.__result0.take(), __rt::slot_take(&mut self.__result1))
    }
    #[inline]
    fn segment_0(&mut self, __ctx: &__rt::RequestContext) {
        let x = __rt::slot(&self.x);
        let late_1 = __rt::call_later(
            {
                static SITE: __rt::Site = __rt::Site::new(
                    "tfrt_test.async_copy.i32",
                    __rt::Location::at("later.mlir", 3u32, 11u32),
                );
                __rt::context(__ctx, &SITE, 0)
            },
            &mut |__context| tfrt_test_kernels::asynchronous::async_copy_i32(
                __context,
                x,
            ),
        );
        let now_2 = __rt::tfrt_kernels::arithmetic::mul_i32(x, x);
        self.__result1 = ::core::option::Option::Some(now_2);
        self.late_1.put(late_1);
    }
    #[inline]
    fn segment_1(&mut self, __ctx: &__rt::RequestContext) {
        let x = __rt::slot_take(&mut self.x);
        let late_1 = self.late_1.read_last();
        let next_3 = 'op1: {
            let late_1 = match late_1 {
                ::core::result::Result::Ok(__value) => __value,
                ::core::result::Result::Err(__error) => {
                    break 'op1 ::core::result::Result::Err(__error);
                }
            };
            if let ::core::option::Option::Some(__error) = __ctx.cancelled() {
                break 'op1 ::core::result::Result::Err(__error.clone());
            }
            {
                let __r0 = __rt::tfrt_kernels::arithmetic::add_i32(late_1, x);
                ::core::result::Result::<_, __rt::Error>::Ok(__r0)
            }
        };
        self.__result0.deliver(__rt::MaybeDone::Done(next_3));
    }
}
