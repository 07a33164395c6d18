//! Ops of tensors that the original declares without a kernel: they are parsed, verified and printed,
//! and a program that contains one cannot be loaded.

use tfrt_host::kernel::{
    Assembly, Chain, FromAttribute, KernelType, OpDef, OpTraits, Outcome, ParamDef, ParamKind,
    ResultDef,
};
use tfrt_tensor::{HostBuffer, MutableTensor, TensorShape};
use tfrt_tensor_kernels::Numbers;

const OPERANDS: &Assembly = Assembly::OPERANDS;

const SHAPE: &Assembly = &Assembly::new("$shape attr-dict");

/// Declared ops, by name.
pub(crate) const OPS: &[OpDef] = &[
    op("coo.print_tensor", OPERANDS, &[TENSOR, CHAIN], &[ResultDef::new(Chain::NAME, OUTCOME)]),
    create("tfrt_dht.create_uninitialized_tensor.ui16.0"),
    create("tfrt_dht.create_uninitialized_tensor.ui16.1"),
    create("tfrt_dht.create_uninitialized_tensor.ui16.2"),
    create("tfrt_dht.create_uninitialized_tensor.ui16.3"),
    create("tfrt_dht.create_uninitialized_tensor.ui16.4"),
    op(
        "tfrt_dht.fill_tensor_with_constant.ui16",
        &Assembly::new("operands typed-attr($value) attr-dict"),
        &[TENSOR, CHAIN, attribute::<u16>("value")],
        &[ResultDef::new(Chain::NAME, OUTCOME)],
    ),
    op(
        "tfrt_dht.make_tensor.ui16",
        OPERANDS,
        &[operand::<HostBuffer>("buffer"), operand::<TensorShape>("shape"), CHAIN],
        &[ResultDef::new(MutableTensor::NAME, OUTCOME), ResultDef::new(Chain::NAME, OUTCOME)],
    ),
    op(
        "tfrt_dht.set_tensor_with_constant_values.ui16",
        &Assembly::new("operands $values attr-dict"),
        &[TENSOR, CHAIN, attribute::<Numbers<u16>>("values")],
        &[ResultDef::new(Chain::NAME, OUTCOME)],
    ),
    op(
        "tfrt_dht.tensor_equal.ui16",
        OPERANDS,
        &[TENSOR, TENSOR, CHAIN],
        &[ResultDef::new(bool::NAME, OUTCOME), ResultDef::new(Chain::NAME, OUTCOME)],
    ),
];

const OUTCOME: Outcome = Outcome::Fallible;

const TENSOR: ParamDef = operand::<MutableTensor>("tensor");

const CHAIN: ParamDef = operand::<Chain>("chain");

const fn op(
    name: &'static str,
    assembly: &'static Assembly,
    params: &'static [ParamDef],
    results: &'static [ResultDef],
) -> OpDef {
    OpDef::new(name)
        .with_doc("An op of the original that has no kernel.")
        .with_params(params)
        .with_results(results)
        .with_returns_result(true)
        .with_traits(OpTraits::new().assembly(assembly))
}

const fn create(name: &'static str) -> OpDef {
    const PARAMS: &[ParamDef] = &[attribute::<Vec<i64>>("shape")];
    op(name, SHAPE, PARAMS, &const { [ResultDef::new(MutableTensor::NAME, OUTCOME)] })
}

const fn operand<T: KernelType>(name: &'static str) -> ParamDef {
    ParamDef::new(name, ParamKind::Value, T::NAME)
}

const fn attribute<T: FromAttribute>(name: &'static str) -> ParamDef {
    ParamDef::attribute::<T>(name, 0)
}
