//! Names of values, numbered as in MLIR.

use crate::graph::{Body, RegionId, ValueDef, ValueId};

/// The next numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    value: u32,
    argument: u32,
}

/// What a value is called.
#[derive(Clone, Debug)]
enum Name {
    /// `%3`, shared by all results of an op.
    Number(u32),
    /// `%arg3`.
    Argument(u32),
    /// The name of the operand that it stands for.
    Like(String),
}

/// The names of the values of a body.
#[derive(Debug)]
pub(super) struct Names(Vec<Name>);

impl Names {
    /// No value has been named.
    pub(super) fn new(body: &Body) -> Self {
        Self(vec![Name::Number(0); body.value_count()])
    }

    /// Names the values of a region. Either every name in a module is `unique`, or a region
    /// continues the numbers of the enclosing region.
    pub(super) fn region(
        &mut self,
        body: &Body,
        region: RegionId,
        counters: &mut Counters,
        unique: bool,
    ) {
        let blocks = &body.region(region).blocks;
        for (position, &block) in blocks.iter().enumerate() {
            for &argument in &body.block(block).arguments {
                self.0[argument.index()] = if position == 0 {
                    Name::Argument(next(&mut counters.argument))
                } else {
                    Name::Number(next(&mut counters.value))
                };
            }
            for &op in &body.block(block).ops {
                let results = &body.op(op).results;
                if !results.is_empty() {
                    let number = next(&mut counters.value);
                    for result in results {
                        self.0[result.index()] = Name::Number(number);
                    }
                }
            }
        }
        // MLIR takes the last region first.
        let ops = blocks.iter().rev().flat_map(|&block| body.block(block).ops.iter().rev());
        for &inner in ops.flat_map(|&op| body.op(op).regions.iter().rev()) {
            if unique {
                self.region(body, inner, counters, unique);
            } else {
                self.region(body, inner, &mut counters.clone(), unique);
            }
        }
    }

    /// Lets a block argument have the name of a value outside.
    pub(super) fn shadow(&mut self, body: &Body, argument: ValueId, outside: ValueId) {
        let shown = self.show(body, outside);
        self.0[argument.index()] = Name::Like(shown);
    }

    /// The name that an op's results share.
    pub(super) fn group(&self, value: ValueId) -> String {
        match &self.0[value.index()] {
            Name::Number(number) => format!("%{number}"),
            Name::Argument(number) => format!("%arg{number}"),
            Name::Like(name) => name.clone(),
        }
    }

    /// The name of a value where it is used.
    pub(super) fn show(&self, body: &Body, value: ValueId) -> String {
        let name = self.group(value);
        match body.value(value).def {
            ValueDef::Result { op, index } if body.op(op).results.len() > 1 => {
                format!("{name}#{index}")
            }
            _ => name,
        }
    }
}

/// Takes the next number.
fn next(counter: &mut u32) -> u32 {
    let number = *counter;
    *counter += 1;
    number
}
