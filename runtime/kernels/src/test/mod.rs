//! The test dialect: kernels that complete late, fail, count and print.

pub mod asynchronous;
pub mod atomic;
pub mod benchmark;
pub mod context;
pub mod failure;
pub mod forward;
pub mod host;
pub mod native;
pub mod place;
pub mod synchronous;
pub mod traced;
pub mod value;
pub mod variadic;

use tfrt_host::kernel::KernelDef;

pub(crate) const KERNELS: &[KernelDef] = &[
    traced::ALLOCATE_RESOURCE,
    forward::AS_CHAIN,
    asynchronous::ASYNC_ADD_I32,
    asynchronous::ASYNC_CONSTANT_I1,
    asynchronous::ASYNC_CONSTANT_I32,
    asynchronous::ASYNC_COPY_2_I32,
    asynchronous::ASYNC_COPY_I32,
    asynchronous::ASYNC_COPY_WITH_DELAY_I32,
    asynchronous::ASYNC_COPY_WITH_DELAY_I64,
    asynchronous::ASYNC_ZERO_CHAIN,
    asynchronous::ASYNC_ZERO_F32,
    asynchronous::ASYNC_ZERO_F64,
    asynchronous::ASYNC_ZERO_I1,
    asynchronous::ASYNC_ZERO_I16,
    asynchronous::ASYNC_ZERO_I32,
    asynchronous::ASYNC_ZERO_I64,
    asynchronous::ASYNC_ZERO_I8,
    asynchronous::ASYNC_ZERO_UI16,
    asynchronous::ASYNC_ZERO_UI32,
    asynchronous::ASYNC_ZERO_UI64,
    asynchronous::ASYNC_ZERO_UI8,
    value::ASYNC_VALUE_GET,
    variadic::COUNT_FROM_I32,
    variadic::COUNT_I32,
    variadic::JOIN,
    variadic::SCALE_I32,
    variadic::SUM_I32,
    variadic::WORDS,
    value::ASYNC_VALUE_REF,
    atomic::ATOMIC_ADD_I32,
    atomic::ATOMIC_CREATE_I32,
    atomic::ATOMIC_GET_I32,
    atomic::ATOMIC_INC_I32,
    benchmark::BENCHMARK,
    asynchronous::BLOCKING_USLEEP,
    failure::CANCEL,
    asynchronous::COPY_WITH_DELAY_I32,
    asynchronous::COPY_WITH_DELAY_I64,
    forward::COUNT3_I32,
    forward::COUNT3_I64,
    traced::DEALLOCATE_RESOURCE,
    asynchronous::DO_ASYNC,
    failure::ERROR_CHAIN,
    failure::FAIL,
    forward::FLAT,
    context::GET_REQUEST_CONTEXT_DATA_I32,
    place::GET_THREAD_ID,
    forward::GET_UNIQUENESS,
    forward::IDENTITY,
    synchronous::INVOKE_SYNC_FUNCTION_I32_I32_I32,
    synchronous::INVOKE_SYNC_FUNCTION_I32_I32_I32_I32,
    host::LOGGING,
    forward::MAKE_INDIRECT,
    host::MEMORY_LEAK_ONE_INT32,
    forward::MULTI_ARG_RESULT,
    failure::PARTIAL_FAIL,
    forward::PRINT_BOOL,
    place::PRINT_DEBUG_INFO,
    forward::PRINT_HELLO,
    host::QUIESCE,
    host::READ_STRING_FROM_FILE,
    failure::REPORT_ERROR_ASYNC,
    failure::REPORT_ERROR_CONCRETE_ASYNC,
    failure::REPORT_ERROR_INDIRECT_ASYNC,
    traced::SHARE_TO_TWO,
    forward::SUM,
    context::SUM_ARRAY_ATTR_I32,
    context::SUM_ARRAY_ATTR_I64,
    synchronous::SYNC_FUNCTION_RUNNER_I32_I32_I32,
    synchronous::SYNC_FUNCTION_RUNNER_I32_I32_I32_I32,
    synchronous::SYNC_SUM_ATTRIBUTES,
    forward::TEST_COST,
    place::UNIQUE_LOC,
    place::USE_SAMPLE_SHARED_CONTEXT,
    asynchronous::USLEEP,
    traced::ADD,
    traced::CONSTANT,
    traced::PRINT,
];
