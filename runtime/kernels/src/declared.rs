//! Ops of the core dialects that can be written but not executed: the synchronous kernels that the
//! original has dropped. They are parsed, verified and printed; a program that contains one cannot
//! be loaded.

use crate::number::F16;
use tfrt_host::kernel::{
    Assembly, FromAttribute, KernelDef, KernelType, OpTraits, Outcome, ParamDef, ParamKind,
    ResultDef,
};

const OPERANDS: OpTraits = OpTraits::new().assembly(Assembly::OPERANDS);

const CONSTANT: OpTraits = OpTraits::new().assembly(Assembly::CONSTANT);

/// Declared ops, by name.
pub const OPS: &[KernelDef] = &[
    constant("tfrt.constant_s.f16", &[value::<F16>()], &[result::<F16>()]),
    constant("tfrt.constant_s.f32", &[value::<f32>()], &[result::<f32>()]),
    constant("tfrt.constant_s.f64", &[value::<f64>()], &[result::<f64>()]),
    constant("tfrt.constant_s.i64", &[value::<i64>()], &[result::<i64>()]),
    product("tfrt.mul_s.i32", &[operand::<i32>("a"), operand::<i32>("b")], &[result::<i32>()]),
    product("tfrt.mul_s.i64", &[operand::<i64>("a"), operand::<i64>("b")], &[result::<i64>()]),
];

const fn constant(
    name: &'static str,
    params: &'static [ParamDef],
    results: &'static [ResultDef],
) -> KernelDef {
    let doc = "The attribute `value`, for synchronous functions.";
    KernelDef::declared(name, doc, CONSTANT, params, results)
}

const fn product(
    name: &'static str,
    params: &'static [ParamDef],
    results: &'static [ResultDef],
) -> KernelDef {
    let doc = "The product of two integers, for synchronous functions.";
    KernelDef::declared(name, doc, OPERANDS, params, results)
}

const fn operand<T: KernelType>(name: &'static str) -> ParamDef {
    ParamDef::new(name, ParamKind::Value, T::NAME)
}

const fn value<T: FromAttribute>() -> ParamDef {
    ParamDef::attribute::<T>("value", 0)
}

const fn result<T: KernelType>() -> ResultDef {
    ResultDef::new(T::NAME, Outcome::Fallible)
}
