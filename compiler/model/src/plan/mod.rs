//! The pass `plan`: gives the values of `@main` places in one memory, which a run takes and gives back, and makes
//! of kernels that work there (`arena`) what are kernels on tensors (`nn`, `math`). Every result keeps its bits.
//!
//! A value has a place if its sizes are known and an op on the memory computes it. The others stay tensors, and ops
//! without a kernel of `arena` stay as they are: they get a copy of what they read. So the function is planned as
//! far as sizes are known, and one of which nothing would be gained stays as it is.
//!
//! The ops on the memory are a function of their own, which takes the run's memory; `@main` begins a run and calls it
//! (`entry`). A caller that has memory for a run calls that function instead.
//!
//! The images between convolutions and pools are in blocks, with the zeros around them that these read as padding; and
//! what is added to the result of a convolution, or of a product by a constant matrix, and an activation, these do
//! themselves (`blocks`). Elementwise ops whose results only others of them read are one op (`groups`).

mod blocks;
mod entry;
mod filters;
mod groups;
mod memory;
mod report;

pub use entry::{Entry, entry};
use filters::How;
pub(crate) use filters::Packed;
pub use report::{MemoryPlan, PlacedValue, RunTensor};

use crate::attributes::list;
use crate::clean::unused;
use crate::fold::{CONSTANT, tensor};
use crate::ops::ops;
use crate::rewrite::{CAST, Old, Rules, is_silent, named_functions, rewrite};
use crate::symbols::MAIN;
use crate::weights::LARGE;
use blocks::Layout;
use groups::{ELEMENTWISE, Group};
use memory::{Lifetime, places};
use std::collections::{HashMap, HashSet};
use tfrt_compiler::builder::{FunctionBuilder, Reported, Value};
use tfrt_compiler::graph::{
    Attribute, Attributes, Body, Module, Op, OpId, ResourceRef, Type, ValueId, is_return,
};
use tfrt_compiler::source::Diagnostic;
use tfrt_host::kernel::DType;
use tfrt_model_kernels::arena::{ALIGNMENT, Place, Then};

/// Ops whose result has the elements of their first operand, as they are.
const SAME: [&str; 4] = ["nn.flatten", "nn.reshape", "nn.squeeze", "nn.unsqueeze"];

const CONVOLUTION: &str = "nn.conv.f32";
const MATMUL: &str = "nn.matmul.f32";
const ADD: &str = "nn.add.f32";

/// What a product by a constant matrix becomes.
const LINEAR: &str = "arena.linear.f32";

/// The program with a planned memory. Filters and matrices are packed unless they are already.
pub(crate) fn plan(module: &Module, packed: &Packed) -> Result<Module, Vec<Diagnostic>> {
    let main = module.function(MAIN).filter(|_| !named_functions(module).contains(MAIN));
    let plan = main.and_then(|main| main.body.as_ref()).and_then(Plan::of);
    let Some(plan) = plan else { return Ok(module.clone()) };
    let bytes = plan.bytes;
    let mut planned = Planned {
        plan,
        shared: packed,
        at: None,
        run: None,
        chain: None,
        packed: HashMap::new(),
        held: HashMap::new(),
        read: HashMap::new(),
    };
    let mut module = rewrite(module, &mut planned)?;
    if planned.run.is_none() {
        return Ok(module);
    }
    // Constants that are attributes now.
    unused::drop(&mut module);
    entry::enter(module, bytes)
}

/// What becomes of an op.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It stays.
    Kept,
    /// It computes in the memory, by the kernel of this name.
    Computes(&'static str),
    /// Its result is its first operand, which is in the memory.
    Same,
}

/// How the elements of a value lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Order {
    Rows,
    Blocks,
}

/// Where everything is.
struct Plan {
    /// By the op's place in the function.
    roles: Vec<Role>,
    layout: Layout,
    /// Where values in the memory begin that are in row-major order, and where those in blocks do.
    starts: HashMap<(ValueId, Order), usize>,
    /// What ops have besides, by their places in the function.
    scratch: HashMap<usize, Place>,
    /// The values that ops outside the memory read.
    read: HashSet<ValueId>,
    bytes: usize,
}

impl Plan {
    /// That of a function, if some ops of it gain by one.
    fn of(body: &Body) -> Option<Self> {
        let [block] = body.region(Body::ROOT).blocks[..] else { return None };
        let ids: HashSet<OpId> = body.block(block).ops.iter().copied().collect();
        let all: Vec<&Op> = body.block(block).ops.iter().map(|&id| body.op(id)).collect();
        let constants: HashSet<ValueId> = all
            .iter()
            .filter(|op| *op.name == *CONSTANT)
            .flat_map(|op| &op.results)
            .copied()
            .collect();
        let mut roles: Vec<Role> = all.iter().map(|op| role(body, op, &constants)).collect();
        // An op neither reads nor writes for others in the memory: then it gains nothing. That it stays may be true
        // of others then.
        loop {
            let values = in_memory(&all, &roles);
            let mut wanted = HashSet::<ValueId>::new();
            let mut changed = false;
            for (op, role) in all.iter().zip(&mut roles).rev() {
                let result = op.results.first();
                let is_wanted = result.is_some_and(|result| wanted.contains(result));
                let reads = op.operands.iter().any(|operand| values.contains_key(operand));
                match *role {
                    Role::Computes(_) if is_wanted || reads => wanted.extend(&op.operands),
                    Role::Same if reads && is_wanted => wanted.extend(op.operands.first()),
                    Role::Computes(_) => (*role, changed) = (Role::Kept, true),
                    Role::Same if !reads => (*role, changed) = (Role::Kept, true),
                    Role::Same | Role::Kept => {}
                }
            }
            if !changed {
                break;
            }
        }
        let values = in_memory(&all, &roles);
        if values.is_empty() {
            return None;
        }
        let layout = Layout::of(body, &all, &roles);
        let mut lifetimes: Vec<Lifetime> = Vec::new();
        let mut indices: HashMap<(ValueId, Order), usize> = HashMap::new();
        let mut besides: Vec<(usize, usize, [i64; 1])> = Vec::new();
        let nested = body.preorder().into_iter().filter(|id| !ids.contains(id));
        let mut read: HashSet<ValueId> =
            nested.flat_map(|id| body.op(id).operands.iter().copied()).collect();
        for (at, (op, role)) in all.iter().zip(&roles).enumerate() {
            if layout.done.contains(&at) {
                continue;
            }
            if *role == Role::Kept {
                read.extend(op.operands.iter().filter(|operand| values.contains_key(operand)));
                continue;
            }
            for (operand, order) in layout.operands(&all, at) {
                if let Some(&root) = values.get(&operand) {
                    lifetimes[indices[&(root, order)]].last = at;
                }
            }
            if let (Role::Computes(_), &[result]) = (role, &op.results[..]) {
                let ty = &body.value(result).ty;
                let halo = layout.halos.get(&result).copied();
                let mut add = |order, size| {
                    indices.insert((result, order), lifetimes.len());
                    lifetimes.push(Lifetime { size, first: at, last: at });
                };
                if halo.is_some() {
                    add(Order::Blocks, place(ty, halo, Some(0)).ok()?.bytes?.len());
                }
                if halo.is_none() || layout.rows.contains(&result) {
                    add(Order::Rows, bytes(ty)?);
                }
                if let Some(shape) = layout.scratch(&all, at) {
                    let size = Place::new(DType::F32, &shape, None, Some(0)).ok()?.bytes?.len();
                    besides.push((at, lifetimes.len(), shape));
                    lifetimes.push(Lifetime { size, first: at, last: at });
                }
            }
        }
        let (found, bytes) = places(&lifetimes, ALIGNMENT);
        isize::try_from(bytes).ok()?;
        let mut starts = HashMap::new();
        for (&value, &root) in &values {
            for order in [Order::Rows, Order::Blocks] {
                let is_there = order == Order::Rows || value == root;
                if let Some(&index) = indices.get(&(root, order)).filter(|_| is_there) {
                    starts.insert((value, order), found[index]);
                }
            }
        }
        let scratch = |(at, index, shape): (usize, usize, [i64; 1])| {
            Some((at, Place::new(DType::F32, &shape, None, Some(found[index])).ok()?))
        };
        let scratch = besides.into_iter().map(scratch).collect::<Option<_>>()?;
        Some(Self { roles, layout, starts, scratch, read, bytes })
    }
}

/// The values in the memory, each with the one that an op computes there.
fn in_memory(all: &[&Op], roles: &[Role]) -> HashMap<ValueId, ValueId> {
    let mut values = HashMap::new();
    for (op, role) in all.iter().zip(roles) {
        let (&[result], operand) = (&op.results[..], op.operands.first()) else { continue };
        let root = match role {
            Role::Computes(_) => Some(result),
            Role::Same => operand.and_then(|operand| values.get(operand).copied()),
            Role::Kept => None,
        };
        values.extend(root.map(|root| (result, root)));
    }
    values
}

/// What an op can do, by itself.
fn role(body: &Body, op: &Op, constants: &HashSet<ValueId>) -> Role {
    let types: Vec<&Type> =
        op.operands.iter().chain(&op.results).map(|&value| &body.value(value).ty).collect();
    let &[_] = &op.results[..] else { return Role::Kept };
    if is_return(&op.name)
        || !is_silent(op, types.iter().copied())
        || !types.iter().all(|ty| bytes(ty).is_some_and(|bytes| bytes > 0))
    {
        return Role::Kept;
    }
    if SAME.contains(&&*op.name) || op.name.starts_with(CAST) {
        let is_known = op.operands.iter().skip(1).all(|operand| constants.contains(operand));
        let same = types.first().is_some_and(|from| types.last().is_some_and(|to| same(from, to)));
        return if is_known && same { Role::Same } else { Role::Kept };
    }
    let Some(kernel) = planned(&op.name) else { return Role::Kept };
    let by_constant = op.operands.get(1).is_some_and(|factor| constants.contains(factor));
    let rank = |at: usize| types.get(at).and_then(|ty| tensor(ty)).map_or(0, |it| it.1.len());
    match &*op.name {
        CONVOLUTION if !by_constant => Role::Kept,
        MATMUL if by_constant && rank(0) > 1 && rank(1) == 2 => Role::Computes(LINEAR),
        _ => Role::Computes(kernel),
    }
}

/// Whether tensors of these types have equally many elements of one type.
fn same(from: &Type, to: &Type) -> bool {
    let dtype = |ty| tensor(ty).map(|(dtype, _)| dtype);
    dtype(from) == dtype(to) && bytes(from) == bytes(to)
}

/// The kernel of `arena` that does what a kernel does: of `nn.relu.f32`, `arena.relu.f32`; of `math.exp.tensor.f32`,
/// `arena.exp.f32`.
fn planned(kernel: &str) -> Option<&'static str> {
    let name = match kernel.strip_prefix("nn.") {
        Some(rest) => format!("arena.{rest}"),
        None => {
            let (function, element) = kernel.strip_prefix("math.")?.split_once(".tensor.")?;
            format!("arena.{function}.{element}")
        }
    };
    ops().kernel(&name).map(|kernel| kernel.name)
}

/// The size of a tensor's elements, if it is known.
fn bytes(ty: &Type) -> Option<usize> {
    let (dtype, shape) = tensor(ty)?;
    let start = dtype.size()?;
    shape.iter().try_fold(start, |all, &size| all.checked_mul(usize::try_from(size).ok()?))
}

/// Builds the planned function.
struct Planned<'a> {
    plan: Plan,
    shared: &'a Packed,
    /// The place in `@main` of the next op; none in other functions.
    at: Option<usize>,
    run: Option<Value>,
    chain: Option<Value>,
    /// Filters and matrices that are packed, by what they were and how they are read: several ops may share them.
    packed: HashMap<(Value, Option<How>), Attribute>,
    /// What the heads of chains read, by their place in the function.
    held: HashMap<usize, Reads>,
    /// What elementwise ops read that are done by later ones.
    read: HashMap<ValueId, (Value, Type)>,
}

/// What a kernel reads.
struct Reads {
    kernel: &'static str,
    /// Where.
    places: Vec<Place>,
    /// Those that have no place in the memory and are no constants.
    tensors: Vec<Value>,
    /// How many constants there are, which are among the attributes.
    weights: usize,
    attributes: Attributes,
}

impl Reads {
    /// Adds a constant; where it is.
    fn constant(&mut self, value: Attribute, place: Place) -> Place {
        let number = self.weights;
        self.weights += 1;
        self.attributes.insert(weights(number), value);
        place.of_weights(number)
    }

    /// Adds what the op reads there, unless it has memory of the run.
    fn add(&mut self, function: &FunctionBuilder<'_, '_>, value: Value, place: Place) {
        let constant = function.constant_of(value, "value").filter(|_| place.bytes.is_none());
        let place = match constant.filter(|_| takes(self.kernel, &weights(self.weights))) {
            Some(constant) => {
                let constant = named(function, value, constant.clone());
                self.constant(constant, place)
            }
            None => {
                self.tensors.extend(place.bytes.is_none().then_some(value));
                place
            }
        };
        self.places.push(place);
    }
}

/// The name of an attribute that an op reads.
fn weights(number: usize) -> String {
    format!("weights_{number}")
}

/// Whether a kernel takes an attribute of that name.
fn takes(kernel: &str, name: &str) -> bool {
    ops().kernel(kernel).is_some_and(|kernel| kernel.op.params.iter().any(|it| it.name == name))
}

/// A large constant as a resource of its name, if it has one.
fn named(function: &FunctionBuilder<'_, '_>, value: Value, constant: Attribute) -> Attribute {
    match (constant, function.name_of(value)) {
        (Attribute::Dense { ty, data, splat: false, .. }, Some(name)) if data.len() >= LARGE => {
            let name = name.replace('-', "_").into();
            Attribute::Resource(ResourceRef { name, ty, data: Some(data) })
        }
        (constant, _) => constant,
    }
}

impl Rules for Planned<'_> {
    fn function(&mut self, name: &str) {
        self.at = (name == MAIN).then_some(0);
    }

    fn op(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Option<Vec<Value>>, Reported> {
        let Some(at) = self.at.as_mut().filter(|_| old.region == Body::ROOT) else {
            return Ok(None);
        };
        let (op, place) = (old.op, *at);
        *at += 1;
        let kernel = match self.plan.roles[place] {
            Role::Kept => return Ok(None),
            Role::Same => None,
            Role::Computes(kernel) => Some(kernel),
        };
        if let Some(kernel) = kernel {
            if *op.name == *CONVOLUTION || kernel == LINEAR {
                let reads = self.reads(function, kernel, place, old, operands)?;
                self.held.insert(place, reads);
            }
            if let Some(&(head, other, order)) = self.plan.layout.added.get(&place) {
                let value = op.operands[other];
                let added = self.place(function, value, &old.operands[other], order)?;
                if let Some(reads) = self.held.get_mut(&head) {
                    reads.add(function, operands[other], added);
                }
            }
            if groups::operation(&self.plan.roles[place]).is_some() {
                let types = operands.iter().zip(old.operands);
                let values = types.map(|(&value, ty)| (value, ty.clone()));
                self.read.extend(op.operands.iter().copied().zip(values));
            }
            if self.plan.layout.done.contains(&place) {
                // The last op of its chain, which comes behind it, does it too.
                return Ok(Some(operands[..1].to_vec()));
            }
            self.compute(function, kernel, place, old, operands)?;
        }
        let result = op.results[0];
        if !self.plan.read.contains(&result) {
            // Nobody uses it as a tensor.
            return Ok(Some(operands[..1].to_vec()));
        }
        let order = self.plan.layout.written(result);
        let place = self.place(function, result, &old.types[0], order)?;
        let (run, chain) = self.begun(function);
        let load = function.op("arena.load").operands([run, chain]);
        let load = load.attribute("places", text(&place.to_string()));
        let results = load.types([old.types[0].clone(), Type::new(entry::CHAIN)]).results()?;
        self.chain = results.get(1).copied();
        Ok(Some(results))
    }
}

impl Planned<'_> {
    /// The run's memory, and the chain after the last op on it. Both are arguments behind those of `@main`.
    fn begun(&mut self, function: &mut FunctionBuilder<'_, '_>) -> (Value, Value) {
        let mut argument = |ty, name: &str| function.argument(Type::new(ty), Some(name.into()));
        let run = *self.run.get_or_insert_with(|| argument(entry::RUN, "run"));
        (run, *self.chain.get_or_insert_with(|| argument(entry::CHAIN, "chain")))
    }

    /// Where a value is; one that has no place is a tensor.
    fn place(
        &self,
        function: &mut FunctionBuilder<'_, '_>,
        value: ValueId,
        ty: &Type,
        order: Order,
    ) -> Result<Place, Reported> {
        let halo = self.plan.layout.halos.get(&value).copied();
        let halo = halo.filter(|_| order == Order::Blocks);
        let start = self.plan.starts.get(&(value, order)).copied();
        place(ty, halo, start).map_err(|problem| function.report(problem))
    }

    /// What an op reads by itself.
    fn reads(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        kernel: &'static str,
        at: usize,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<Reads, Reported> {
        let attributes = old.op.attributes.clone();
        let (places, tensors) = (Vec::new(), Vec::new());
        let mut reads = Reads { kernel, places, tensors, weights: 0, attributes };
        for (number, &operand) in operands.iter().enumerate() {
            if number == 1 && (*old.op.name == *CONVOLUTION || kernel == LINEAR) {
                let packed = self.packed(function, old, operand, &mut reads.attributes)?;
                let ty = packed.ty().cloned().unwrap_or_else(|| old.operands[number].clone());
                let place = place(&ty, None, None);
                let place = place.map_err(|problem| function.report(problem))?;
                let place = reads.constant(packed, place);
                reads.places.push(place);
                continue;
            }
            let value = old.op.operands[number];
            let order = self.plan.layout.order(old.op, at, number);
            let place = self.place(function, value, &old.operands[number], order)?;
            reads.add(function, operand, place);
        }
        Ok(reads)
    }

    /// What a group of elementwise ops reads.
    fn group(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        group: &Group,
    ) -> Result<Reads, Reported> {
        let (places, tensors) = (Vec::new(), Vec::new());
        let mut attributes = Attributes::default();
        attributes.insert("of", text(&group.formula.to_string()));
        let mut reads = Reads { kernel: ELEMENTWISE, places, tensors, weights: 0, attributes };
        for value in &group.operands {
            let Some((operand, ty)) = self.read.get(value) else {
                return Err(function.report("an elementwise op reads nothing that is known"));
            };
            let place = self.place(function, *value, ty, Order::Rows)?;
            reads.add(function, *operand, place);
        }
        Ok(reads)
    }

    /// Adds an op on the memory, with those that it does too.
    fn compute(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        kernel: &'static str,
        at: usize,
        old: &Old<'_>,
        operands: &[Value],
    ) -> Result<(), Reported> {
        let (result, ty) = (old.op.results[0], &old.types[0]);
        let chain = self.plan.layout.chains.get(&at).cloned();
        let held = self.held.remove(&chain.as_ref().map_or(at, |chain| chain.head));
        let mut reads = match held {
            Some(held) => held,
            None => match self.plan.layout.groups.get(&at).cloned() {
                Some(group) => self.group(function, &group)?,
                None => self.reads(function, kernel, at, old, operands)?,
            },
        };
        if takes(reads.kernel, "then") {
            let then = chain.and_then(|chain| chain.then).unwrap_or(Then::NONE);
            reads.attributes.insert("then", text(&then.to_string()));
        }
        let order = self.plan.layout.written(result);
        let write = self.place(function, result, ty, order)?;
        let scratch = self.plan.scratch.get(&at).cloned();
        self.add(function, reads, &write, scratch.as_ref())?;
        if order == Order::Blocks && self.plan.layout.rows.contains(&result) {
            let rows = self.place(function, result, ty, Order::Rows)?;
            let reads = Reads {
                kernel: "arena.rows.f32",
                places: vec![write],
                tensors: Vec::new(),
                weights: 0,
                attributes: Attributes::default(),
            };
            self.add(function, reads, &rows, None)?;
        }
        Ok(())
    }

    /// Adds an op that reads and writes there, and may need a place besides.
    fn add(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        reads: Reads,
        write: &Place,
        scratch: Option<&Place>,
    ) -> Result<(), Reported> {
        let (run, chain) = self.begun(function);
        let Reads { kernel, places, tensors, mut attributes, .. } = reads;
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        let scratch = scratch.map(|scratch| format!(" with {scratch}")).unwrap_or_default();
        let places = format!("{} -> {write}{scratch}", places.join(", "));
        attributes.insert("places", text(&places));
        let operands = [run, chain].into_iter().chain(tensors);
        let added = function.op(kernel).operands(operands).attributes(&attributes);
        self.chain = Some(added.result()?);
        Ok(())
    }

    /// The filters of a convolution as `arena.conv` takes them, and their sizes as an attribute; or the matrix of a
    /// product as `arena.linear` takes it.
    fn packed(
        &mut self,
        function: &mut FunctionBuilder<'_, '_>,
        old: &Old<'_>,
        filters: Value,
        attributes: &mut Attributes,
    ) -> Result<Attribute, Reported> {
        if *old.op.name == *CONVOLUTION {
            let kernel = tensor(&old.operands[1]).and_then(|(_, shape)| shape.get(2..));
            attributes.insert("kernel_shape", list(kernel.unwrap_or_default()));
        }
        let how = How::of(old);
        if let Some(how) = how {
            attributes.remove("winograd");
            attributes.insert("algorithm", text(&how.algorithm().to_string()));
        }
        let key = (filters, how);
        if let Some(packed) = self.packed.get(&key) {
            return Ok(packed.clone());
        }
        let made = self.shared.packed(function, old, filters)?;
        let made = named(function, filters, made);
        self.packed.insert(key, made.clone());
        Ok(made)
    }
}

/// The place of a tensor of that type, which may be in blocks with a halo, if it is in the memory from that byte on.
fn place(ty: &Type, halo: Option<usize>, start: Option<usize>) -> Result<Place, String> {
    let (dtype, shape) = tensor(ty).ok_or_else(|| format!("a {ty} has no place in memory"))?;
    Place::new(dtype, shape, halo, start)
}

fn text(text: &str) -> Attribute {
    Attribute::String(text.as_bytes().into())
}
