//! Ops of the test dialect that can be written but not executed.

use tfrt_host::kernel::{
    Assembly, Callee, Gives, KernelDef, KernelType, OpTraits, Outcome, ParamDef, ParamKind,
    ResultDef,
};
use tfrt_kernels::string::HostString;

const SYNC_BENCHMARK: OpTraits = {
    const FORMAT: Assembly = Assembly::new(
        "$target_fn `(` typed($arguments) `)` \
         attr-list($duration_secs, $max_count, $num_warmup_runs = 1) attr-dict",
    );
    const TARGET: Callee =
        Callee::symbol("target_fn").role("target function").gives(Gives::Anything);
    OpTraits::new().assembly(&FORMAT).callees(&[TARGET])
};

pub(crate) const OPS: &[KernelDef] = &[
    KernelDef::declared(
        "tfrt_test.get_string_sync",
        "The attribute `value`, for synchronous functions.",
        OpTraits::new().assembly(Assembly::OPERANDS),
        &[ParamDef::attribute::<String>("value", 0)],
        &[ResultDef::new(HostString::NAME, Outcome::Fallible)],
    ),
    KernelDef::declared(
        "tfrt_test.sync_benchmark",
        "Measures the synchronous function `target_fn`.",
        SYNC_BENCHMARK,
        &[
            ParamDef::attribute::<i32>("duration_secs", 0),
            ParamDef::attribute::<i32>("max_count", 1),
            ParamDef::attribute::<i32>("num_warmup_runs", 2),
            ParamDef::new("target_fn", ParamKind::Function { index: 0 }, ""),
            ParamDef::new("arguments", ParamKind::Variadic, ""),
        ],
        &[],
    ),
];
