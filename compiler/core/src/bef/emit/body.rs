//! Emits one block of the graph as the body of a BEF function.

use super::{FunctionRef, OpRecord};
use crate::bef::location;
use crate::graph::{BlockId, Body, OpId, Type, ValueId, is_return};
use crate::streams::{StreamOptions, analyze};
use std::collections::HashMap;
use tfrt_bef::{
    Body as BefBody, KernelLists, Kernels, LocationsBuilder, Register, Users, WriteError,
    default_users,
};
use tfrt_host::error::Location;
use tfrt_op::OpDef;

/// The inputs of a body.
pub(super) struct BodyInput<'a> {
    pub(super) body: &'a Body,
    pub(super) block: BlockId,
    pub(super) location: &'a Location,
    pub(super) options: StreamOptions,
    pub(super) ops: &'a [Option<&'static OpDef>],
    pub(super) records: &'a HashMap<OpId, OpRecord>,
    pub(super) named: &'a HashMap<&'a str, u32>,
    pub(super) register_types: bool,
}

/// A body with its signature.
pub(super) struct MadeBody {
    pub(super) body: BefBody,
    pub(super) arguments: Vec<u32>,
    pub(super) results: Vec<u32>,
    /// The ids of kernels that start on their first operand.
    pub(super) nonstrict: Vec<u32>,
}

/// Makes a body. `type_index` gives a type's place in the type table.
pub(super) fn build_body(
    input: &BodyInput<'_>,
    locations: &mut LocationsBuilder,
    type_index: &mut dyn FnMut(&Type) -> u32,
) -> Result<MadeBody, WriteError> {
    let BodyInput { body, records, .. } = *input;
    let block = body.block(input.block);
    let streams = analyze(body, input.block, input.options, |op| {
        input.ops.get(op.index()).copied().flatten()
    });
    let location = locations.push(&location::encode(input.location))?;

    let mut registers = Registers::default();
    for &argument in &block.arguments {
        registers.add(argument);
    }
    for &op in &block.ops {
        for &result in &body.op(op).results {
            registers.add(result);
        }
    }

    let kernel_ops: Vec<(usize, OpId)> = block
        .ops
        .iter()
        .copied()
        .enumerate()
        .filter(|&(_, id)| records.contains_key(&id))
        .collect();
    let operands: Vec<Vec<u32>> =
        kernel_ops.iter().map(|&(_, id)| registers.of(&body.op(id).operands)).collect();
    let mut users = default_users(registers.values.len(), operands.iter().map(Vec::as_slice));

    let mut kernels = Kernels::new();
    let mut without_operands = Vec::new();
    let mut nonstrict = Vec::new();
    for ((id, &(position, op_id)), arguments) in (1u32..).zip(&kernel_ops).zip(&operands) {
        let (op, record) = (body.op(op_id), &records[&op_id]);
        if arguments.is_empty() {
            without_operands.push(id);
        }
        if record.nonstrict {
            nonstrict.push(id);
        }
        let results = registers.of(&op.results);
        let functions: Vec<u32> = record
            .functions
            .iter()
            .map(|function| match function {
                FunctionRef::Named(name) => input.named[name.as_str()],
                FunctionRef::Region(index) => *index,
            })
            .collect();
        let lists = KernelLists {
            arguments,
            attributes: &record.attributes,
            attribute_names: &record.attribute_names,
            functions: &functions,
            results: &results,
        };
        let location = locations.push(&location::encode(&op.location))?;
        let used_by = results.iter().map(|&register| &*users[register as usize]);
        kernels.push(record.kernel, location, streams.of(position), lists, used_by);
    }

    // Arguments are the first registers.
    users.truncate(block.arguments.len());
    let entry_users: Users = std::iter::once(without_operands).chain(users).collect();
    let returned = match block.ops.last().map(|&last| body.op(last)) {
        Some(last) if is_return(&last.name) => last.operands.as_slice(),
        _ => &[],
    };
    let mut indices = |values: &[ValueId]| -> Vec<u32> {
        values.iter().map(|&value| type_index(&body.value(value).ty)).collect()
    };
    let (arguments, results) = (indices(&block.arguments), indices(returned));
    let types = indices(&registers.values);
    Ok(MadeBody {
        body: BefBody {
            location,
            registers: types
                .into_iter()
                .map(|ty| Register { ty: input.register_types.then_some(ty) })
                .collect(),
            kernels,
            entry_users,
            root_stream: streams.root(),
            result_registers: registers.of(returned),
        },
        arguments,
        results,
        nonstrict,
    })
}

/// The registers of a body: its values in order.
#[derive(Default)]
struct Registers {
    values: Vec<ValueId>,
    index: HashMap<ValueId, u32>,
}

impl Registers {
    fn add(&mut self, value: ValueId) {
        let register =
            u32::try_from(self.values.len()).expect("bodies have fewer than 2^32 values");
        self.values.push(value);
        self.index.insert(value, register);
    }

    /// The registers of values of the block, as all operands of a verified block are.
    fn of(&self, values: &[ValueId]) -> Vec<u32> {
        values.iter().map(|value| self.index[value]).collect()
    }
}
