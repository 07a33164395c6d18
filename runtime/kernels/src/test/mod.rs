//! The test dialect: kernels that arrive late, fail, count and show what happens.

pub mod asynchronous;
pub mod atomic;
pub mod failure;
pub mod forward;

use tfrt_host::kernel::KernelDef;

pub(crate) const KERNELS: &[KernelDef] = &[
    asynchronous::ASYNC_ADD_I32,
    asynchronous::ASYNC_CONSTANT_I1,
    asynchronous::ASYNC_CONSTANT_I32,
    asynchronous::ASYNC_COPY_2_I32,
    asynchronous::ASYNC_COPY_I32,
    asynchronous::ASYNC_COPY_WITH_DELAY_I32,
    atomic::ATOMIC_ADD_I32,
    atomic::ATOMIC_CREATE_I32,
    atomic::ATOMIC_GET_I32,
    atomic::ATOMIC_INC_I32,
    failure::CANCEL,
    asynchronous::COPY_WITH_DELAY_I32,
    forward::COUNT3_I32,
    forward::COUNT3_I64,
    asynchronous::DO_ASYNC,
    failure::ERROR_CHAIN,
    failure::FAIL,
    forward::IDENTITY,
    forward::MULTI_ARG_RESULT,
    failure::PARTIAL_FAIL,
    forward::PRINT_HELLO,
    failure::REPORT_ERROR_ASYNC,
    forward::SUM,
    forward::TEST_COST,
];
