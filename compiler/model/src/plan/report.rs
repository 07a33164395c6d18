//! What a planned program says of its memory.

use super::entry::entry;
use super::{SAME, bytes};
use crate::fold::CONSTANT;
use crate::ops::ops;
use crate::rewrite::CAST;
use std::collections::HashMap;
use std::ops::Range;
use tfrt_compiler::graph::{Attribute, Body, Module, Op, ResourceRef, Type, is_return};
use tfrt_model_kernels::arena::{Place, Places};

/// The memory of a run of a planned program.
///
/// ```
/// # use tfrt_compiler::{source::Source, syntax};
/// let text = r#"
///     func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
///       %y = nn.relu %x : tensor<4xf32>
///       %z = nn.softmax %y {axis = 0 : i64} : tensor<4xf32>
///       tfrt.return %z : tensor<4xf32>
///     }"#;
/// let source = Source::new("m.mlir", text);
/// let (graph, _) = syntax::parse(&source, tfrt_model::ops(), Default::default());
/// let program = tfrt_model::compile(&graph, &Default::default());
/// let plan = tfrt_model::MemoryPlan::of(&program.map_err(|errors| errors[0].message.clone())?);
/// let plan = plan.ok_or("it is planned")?;
/// assert_eq!((plan.bytes, plan.values.len()), (80, 2));
/// // What the run returns is a tensor of its own.
/// assert_eq!(plan.tensors[0].bytes, Some(16));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MemoryPlan {
    /// The bytes of the one memory.
    pub bytes: usize,
    /// What has a place there, in the order in which it is written.
    pub values: Vec<PlacedValue>,
    /// The tensors that each run allocates besides.
    pub tensors: Vec<RunTensor>,
    /// The bytes of the program's constants.
    pub constants: u64,
}

/// What an op has in the memory of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlacedValue {
    /// Where.
    pub place: Place,
    /// The kernel that writes it.
    pub kernel: String,
    /// Whether it is the op's scratch place, and not its result.
    pub is_scratch: bool,
    /// The numbers of the op that writes it and of the last one that reads it, among those on the memory.
    pub lives: (usize, usize),
}

/// A tensor that a run allocates.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunTensor {
    /// The kernel that makes it.
    pub kernel: String,
    /// Its type.
    pub ty: Type,
    /// The bytes of its elements, if they are known before a run.
    pub bytes: Option<usize>,
}

impl MemoryPlan {
    /// That of a program. `None` if its memory is not planned, or its places are none.
    #[must_use]
    pub fn of(module: &Module) -> Option<Self> {
        let entry = entry(module)?;
        let body = module.function(&entry.function)?.body.as_ref()?;
        let [block] = body.region(Body::ROOT).blocks[..] else { return None };
        let mut plan = Self {
            bytes: entry.bytes,
            values: Vec::new(),
            tensors: Vec::new(),
            constants: constants(module),
        };
        // The value that is at a place.
        let mut now: HashMap<usize, usize> = HashMap::new();
        let all = body.block(block).ops.iter().map(|&id| body.op(id));
        let mut number = 0;
        for op in all {
            let Some(Attribute::String(text)) = op.attributes.get("places") else {
                plan.tensors.extend(tensors(body, op));
                continue;
            };
            let places: Places = Places::of_text(std::str::from_utf8(text).ok()?).ok()?;
            for range in places.reads().iter().filter_map(|place| place.bytes.as_ref()) {
                if let Some(&value) = now.get(&range.start) {
                    plan.values[value].lives.1 = number;
                }
            }
            let made = [(places.write(), false), (places.scratch(), true)];
            for (place, is_scratch) in made {
                let Some((place, Range { start, .. })) =
                    place.and_then(|place| Some((place, place.bytes.clone()?)))
                else {
                    continue;
                };
                now.insert(start, plan.values.len());
                let (place, kernel) = (place.clone(), op.name.to_string());
                let lives = (number, number);
                plan.values.push(PlacedValue { place, kernel, is_scratch, lives });
            }
            plan.tensors.extend(tensors(body, op));
            number += 1;
        }
        Some(plan)
    }

    /// What the values would take if each had memory of its own.
    #[must_use]
    pub fn bytes_of_values(&self) -> usize {
        let sizes = self.values.iter().filter_map(|value| value.place.bytes.as_ref());
        sizes.fold(0, |all, range| all.saturating_add(range.len()))
    }

    /// The bytes that a run has at most, of the one memory and of tensors: of those tensors whose sizes are known, if
    /// all are there at a time.
    #[must_use]
    pub fn most(&self) -> usize {
        let tensors = self.tensors.iter().filter_map(|tensor| tensor.bytes);
        tensors.fold(self.bytes, usize::saturating_add)
    }
}

/// The tensors that an op allocates.
fn tensors(body: &Body, op: &Op) -> Vec<RunTensor> {
    let shares = SAME.contains(&&*op.name) || op.name.starts_with(CAST);
    let is_there = *op.name == *CONSTANT || is_return(&op.name) || shares;
    if is_there || ops().kernel(&op.name).is_none() {
        return Vec::new();
    }
    let types = op.results.iter().map(|&result| &body.value(result).ty);
    let tensor =
        |ty: &Type| RunTensor { kernel: op.name.to_string(), ty: ty.clone(), bytes: bytes(ty) };
    types.filter(|ty| ty.as_str().starts_with("tensor<")).map(tensor).collect()
}

/// The bytes of a program's constants, each once.
fn constants(module: &Module) -> u64 {
    let mut known: HashMap<(usize, usize), u64> = HashMap::new();
    for body in module.functions().filter_map(|function| function.body.as_ref()) {
        for id in body.preorder() {
            for (_, attribute) in body.op(id).attributes.iter() {
                let (Attribute::Dense { data, .. }
                | Attribute::Resource(ResourceRef { data: Some(data), .. })) = attribute
                else {
                    continue;
                };
                known.insert((data.as_ptr().addr(), data.len()), data.len() as u64);
            }
        }
    }
    known.values().sum()
}
