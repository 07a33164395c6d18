//! Control flow: branches and loops, whose graphs become regions and functions.

use super::super::call::{Call, Lowered, int};
use super::super::types::{Form, form};
use crate::model::Graph;
use tfrt_bef::Blob;
use tfrt_compiler::builder::{Closure, Reported, Value};
use tfrt_compiler::graph::{Type, TypeKind};

type Made = Result<Value, Reported>;

/// The most that two types have in common: sizes of tensors that differ are not known, and what may be missing
/// in one may be missing.
fn common(a: &Type, b: &Type) -> Type {
    match (a.kind(), b.kind()) {
        (TypeKind::Shaped { shape: x, element }, TypeKind::Shaped { shape: y, .. })
            if x.len() == y.len() =>
        {
            let sizes: Vec<i64> =
                x.iter().zip(y).map(|(x, y)| if x == y { *x } else { -1 }).collect();
            return Type::tensor(element, &sizes);
        }
        _ => {}
    }
    match (form(a), form(b)) {
        (_, Form::Optional(_)) => b.clone(),
        (Form::Tensor(element), _) => Type::unranked_tensor(&element),
        _ => a.clone(),
    }
}

/// The type without what it says of sizes.
fn without_sizes(ty: &Type) -> Type {
    match form(ty) {
        Form::Tensor(element) => Type::unranked_tensor(&element),
        _ => ty.clone(),
    }
}

impl Call<'_, '_, '_, '_> {
    /// The value as one of another type, which it is or must turn out to be.
    fn as_type(&mut self, x: Value, ty: &Type) -> Made {
        let from = self.type_of(x);
        if from == *ty {
            return Ok(x);
        }
        match (form(&from), form(ty)) {
            (Form::Tensor(element), Form::Tensor(_)) => self
                .op(&format!("tensor.cast.{}", element.as_str()))
                .operands([x])
                .types([ty.clone()])
                .result(),
            (Form::Tensor(_) | Form::Sequence(_), Form::Optional(_)) => {
                let wrapped = self.wrapped(x)?;
                self.as_type(wrapped, ty)
            }
            (Form::Optional(inner), Form::Tensor(_) | Form::Sequence(_)) => {
                let value = self.unwrapped(x, &inner)?;
                self.as_type(value, ty)
            }
            _ => Err(self.report(format!("a value has the type '{from}', expected '{ty}'"))),
        }
    }

    /// The one truth value of a tensor.
    fn truth(&mut self, x: Value) -> Made {
        let none = self.list(&[])?;
        let scalar = self.reshaped(x, none)?;
        self.simple("tensor.extract.i1", [scalar])
    }

    /// A constant of rank 0.
    pub(super) fn scalar(&mut self, element: &str, bytes: Vec<u8>) -> Made {
        self.dense(Type::new(element), Vec::new(), Blob::from(bytes))
    }

    /// A list or a number as a tensor of rank 0.
    fn of_rank_0(&mut self, x: Value) -> Made {
        let none = self.list(&[])?;
        self.reshaped(x, none)
    }
}

/// The types of the outputs of graphs that are chosen between: what both say. None of what one does not say.
fn declared(call: &Call<'_, '_, '_, '_>, graphs: &[&Graph<'_>], at: usize) -> Option<Type> {
    let mut all = graphs.iter().map(|graph| graph.output.get(at).and_then(|it| call.declared(it)));
    let first = all.next().flatten()?;
    all.try_fold(first, |all, other| other.map(|other| common(&all, &other)))
}

/// `If`.
pub(crate) fn branch(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let condition = call.operand(0)?;
    let graphs = [call.graph("then_branch")?, call.graph("else_branch")?];
    let condition = call.truth(condition)?;
    let mut closures = Vec::new();
    for graph in graphs {
        call.begin_region();
        let made = in_branch(call, graph, &graphs);
        match made.and_then(|results| call.end(&results)) {
            Ok(closure) => closures.push(closure),
            Err(reported) => {
                call.abandon();
                return Err(reported);
            }
        }
    }
    if let [first, second] = &closures[..]
        && first.results() != second.results()
    {
        let shown = |closure: &Closure| {
            let types: Vec<&str> = closure.results().iter().map(Type::as_str).collect();
            types.join(", ")
        };
        let (first, second) = (shown(first), shown(second));
        return Err(call.report(format!("one branch of an If gives '{first}', one '{second}'")));
    }
    call.op("tfrt.if").operands([condition]).callees(closures).results()
}

fn in_branch<'f>(
    call: &mut Call<'_, '_, '_, 'f>,
    graph: &'f Graph<'f>,
    all: &[&Graph<'f>],
) -> Lowered {
    let results = call.subgraph(graph, &[])?;
    let mut made = Vec::new();
    for (at, result) in results.into_iter().enumerate() {
        let natural = call.type_of(result);
        let ty = declared(call, all, at).unwrap_or_else(|| without_sizes(&natural));
        made.push(call.as_type(result, &ty)?);
    }
    Ok(made)
}

/// What a loop's body gets and gives besides the values of its own.
pub(super) struct Loop {
    /// How often it runs at most, if that is limited.
    pub(super) limit: Option<Value>,
    /// Whether it runs at all, a tensor.
    pub(super) start: Value,
    /// The values of the first iteration.
    pub(super) values: Vec<Value>,
    /// The types that values have in each iteration.
    pub(super) types: Vec<Type>,
    /// The element types of what is collected.
    pub(super) collected: usize,
}

/// What a body makes of its iteration.
pub(super) struct Iteration {
    /// Whether there is another one, a tensor.
    pub(super) more: Option<Value>,
    pub(super) values: Vec<Value>,
    /// What is appended to what was collected.
    pub(super) collected: Vec<Value>,
}

impl Loop {
    /// Builds the loop; the values behind the last iteration, then what was collected.
    pub(super) fn build<'f>(
        self,
        call: &mut Call<'_, '_, '_, 'f>,
        elements: &[Type],
        body: impl FnOnce(&mut Call<'_, '_, '_, 'f>, Value, &[Value]) -> Result<Iteration, Reported>,
    ) -> Lowered {
        let Self { limit, start, values, types, collected } = self;
        let zero = call.scalar("i64", vec![0; 8])?;
        let mut first = vec![zero];
        for (&value, ty) in values.iter().zip(&types) {
            first.push(call.as_type(value, ty)?);
        }
        for element in elements {
            let empty = call.dense(element.clone(), vec![0], Blob::from(Vec::new()))?;
            first.push(call.as_type(empty, &Type::unranked_tensor(element))?);
        }
        let start = match limit {
            Some(limit) => {
                let some = call.with("nn.greater", limit, 0.0)?;
                call.simple("nn.and", [start, some])?
            }
            None => start,
        };
        let start = call.truth(start)?;
        call.begin_function("body");
        let made = Self::in_body(call, limit, (&types, elements), body);
        let closure = match made.and_then(|(next, more)| call.end_loop(&next, more)) {
            Ok(closure) => closure,
            Err(reported) => {
                call.abandon();
                return Err(reported);
            }
        };
        let results = call
            .op("tfrt.while")
            .operands([start].into_iter().chain(first))
            .attribute("parallel_iterations", int(1))
            .callees([closure])
            .results()?;
        debug_assert!(
            results.len() > types.len().saturating_add(collected),
            "it carries its values"
        );
        Ok(results[1..].to_vec())
    }

    fn in_body<'f>(
        call: &mut Call<'_, '_, '_, 'f>,
        limit: Option<Value>,
        (types, elements): (&[Type], &[Type]),
        body: impl FnOnce(&mut Call<'_, '_, '_, 'f>, Value, &[Value]) -> Result<Iteration, Reported>,
    ) -> Result<(Vec<Value>, Value), Reported> {
        let number = call.argument(Type::tensor(&Type::new("i64"), &[]));
        let values: Vec<Value> = types.iter().map(|ty| call.argument(ty.clone())).collect();
        let before: Vec<Value> =
            elements.iter().map(|element| call.argument(Type::unranked_tensor(element))).collect();
        let made = body(call, number, &values)?;
        let next = call.with("nn.add", number, 1.0)?;
        let mut results = vec![next];
        for (value, ty) in made.values.into_iter().zip(types) {
            results.push(call.as_type(value, ty)?);
        }
        for ((value, before), element) in made.collected.into_iter().zip(before).zip(elements) {
            let all = call.simple("nn.append", [before, value])?;
            results.push(call.as_type(all, &Type::unranked_tensor(element))?);
        }
        let mut more = match made.more {
            Some(more) => call.of_rank_0(more)?,
            None => call.scalar("i1", vec![1])?,
        };
        if let Some(limit) = limit {
            let inside = call.simple("nn.less", [next, limit])?;
            more = call.simple("nn.and", [more, inside])?;
        }
        let more = call.truth(more)?;
        Ok((results, more))
    }
}

/// `Loop`.
pub(crate) fn repeat(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let body = call.graph("body")?;
    let limit = match call.optional(0)? {
        Some(limit) => Some(call.of_rank_0(limit)?),
        None => None,
    };
    let start = match call.optional(1)? {
        Some(start) => call.of_rank_0(start)?,
        None => call.scalar("i1", vec![1])?,
    };
    let count = call.operand_count().saturating_sub(2);
    // Beside the values, a body takes a number and a condition, and gives one.
    let (taken, given) = (count.saturating_add(2), count.saturating_add(1));
    let values = (2..taken).map(|at| call.operand(at)).collect::<Result<Vec<_>, _>>()?;
    let collected = body.output.len().checked_sub(given);
    let (true, Some(collected)) = (body.input.len() == taken, collected) else {
        return Err(call.report("the body of a Loop has other inputs and outputs than the Loop"));
    };
    let mut types = Vec::new();
    let declared = body.input.iter().skip(2).zip(body.output.iter().skip(1));
    for (&value, (input, output)) in values.iter().zip(declared) {
        let natural = call.type_of(value);
        // What the body says of its argument and of its result; else the rank may change.
        let (input, output) = (call.declared(input), call.declared(output));
        types.push(match (input, output) {
            (Some(input), Some(output)) => common(&common(&input, &output), &natural),
            (Some(input), None) => common(&input, &natural),
            _ => without_sizes(&natural),
        });
    }
    let number = Type::tensor(&Type::new("i64"), &[]);
    let truth = Type::tensor(&Type::new("i1"), &[]);
    let arguments: Vec<Type> = [number, truth].into_iter().chain(types.iter().cloned()).collect();
    let elements = collected_elements(call, body, given, &arguments)?;
    let all = Loop { limit, start, values, types, collected };
    let mut results = all.build(call, &elements, |call, number, values| {
        let yes = call.scalar("i1", vec![1])?;
        let arguments: Vec<Value> =
            [number, yes].into_iter().chain(values.iter().copied()).collect();
        let mut results = call.subgraph(body, &arguments)?;
        let collected = results.split_off(given);
        let more = results.remove(0);
        Ok(Iteration { more: Some(more), values: results, collected })
    })?;
    // A value that may be missing before the loop, and that every iteration makes, is there behind it.
    for (result, output) in results.iter_mut().zip(body.output.iter().skip(1)).take(count) {
        let made = call.declared(output).map(|ty| form(&ty));
        if let (Form::Optional(inner), Some(Form::Tensor(_) | Form::Sequence(_))) =
            (form(&call.type_of(*result)), made)
        {
            *result = call.unwrapped(*result, &inner)?;
        }
    }
    Ok(results)
}

/// The element types of a body's outputs from `first` on, which are tensors: those that it says or, where it does
/// not, those that it turns out to have, with arguments of these types.
pub(super) fn collected_elements<'f>(
    call: &mut Call<'_, '_, '_, 'f>,
    body: &'f Graph<'f>,
    first: usize,
    arguments: &[Type],
) -> Result<Vec<Type>, Reported> {
    let declared = body.output[first..].iter().map(|output| call.declared(output));
    let types = match declared.collect::<Option<Vec<Type>>>() {
        Some(types) => types,
        None => {
            call.begin_region();
            let arguments: Vec<Value> =
                arguments.iter().map(|ty| call.argument(ty.clone())).collect();
            let made = call.subgraph(body, &arguments);
            let types =
                made.map(|results| results[first..].iter().map(|&it| call.type_of(it)).collect());
            call.abandon();
            types?
        }
    };
    let element = |ty: &Type| match form(ty) {
        Form::Tensor(element) => Ok(element),
        _ => Err(call.report(format!("'{ty}' is no tensor, and cannot be collected"))),
    };
    types.iter().map(element).collect()
}

/// `Scan`. Version 8 scans each example of a batch, along the axes behind the batch's.
pub(crate) fn scan(call: &mut Call<'_, '_, '_, '_>) -> Lowered {
    let body = call.graph("body")?;
    // Version 8 has the lengths of the sequences in first place.
    let batched = call.opset() < 9;
    let first = usize::from(batched);
    if batched && call.optional(0)?.is_some() {
        return Err(call.report("a Scan with lengths of sequences is not supported"));
    }
    let inputs = call.int("num_scan_inputs")?.and_then(|count| usize::try_from(count).ok());
    let states = inputs.and_then(|inputs| {
        let others = call.operand_count().checked_sub(first)?;
        others.checked_sub(inputs)
    });
    let (Some(inputs), Some(states)) = (inputs.filter(|&inputs| inputs > 0), states) else {
        return Err(call.report("the attribute 'num_scan_inputs' is missing or wrong"));
    };
    let collected = body.output.len().checked_sub(states);
    let (true, Some(collected)) = (body.input.len().checked_sub(states) == Some(inputs), collected)
    else {
        return Err(call.report("the body of a Scan has other inputs and outputs than the Scan"));
    };
    let list = |call: &mut Call<'_, '_, '_, '_>, name: &str, count: usize| {
        call.ints(name).map(|list| list.unwrap_or_else(|| vec![0; count]))
    };
    let input_directions = if batched { "directions" } else { "scan_input_directions" };
    let scan = Scan {
        body,
        states,
        input_axes: list(call, "scan_input_axes", inputs)?,
        input_directions: list(call, input_directions, inputs)?,
        output_axes: list(call, "scan_output_axes", collected)?,
        output_directions: list(call, "scan_output_directions", collected)?,
    };
    let enough = scan.input_axes.len() == inputs
        && scan.input_directions.len() == inputs
        && scan.output_axes.len() == collected
        && scan.output_directions.len() == collected;
    if !enough {
        return Err(call.report("a Scan needs an axis and a direction for each that it scans"));
    }
    let operands = (first..call.operand_count()).map(|at| call.operand(at));
    let operands = operands.collect::<Result<Vec<_>, _>>()?;
    if batched { scan.build_for_each(call, &operands) } else { scan.build(call, &operands) }
}

/// A `Scan`, by what its attributes say.
struct Scan<'f> {
    body: &'f Graph<'f>,
    /// How many of the operands are states; the others are scanned.
    states: usize,
    input_axes: Vec<i64>,
    input_directions: Vec<i64>,
    output_axes: Vec<i64>,
    output_directions: Vec<i64>,
}

impl<'f> Scan<'f> {
    /// Builds the scan of each example of a batch; the results of all, one behind the other.
    fn build_for_each(&self, call: &mut Call<'_, '_, '_, 'f>, operands: &[Value]) -> Lowered {
        let batch = call.size(operands[self.states], 0)?;
        let limit = call.of_rank_0(batch)?;
        let start = call.scalar("i1", vec![1])?;
        let mut arguments = Vec::new();
        for (at, &operand) in operands.iter().enumerate() {
            // An example, or a part of one.
            let less = if at < self.states { 1 } else { 2 };
            let ty = call.type_of(operand);
            let element = call.element(operand)?;
            arguments.push(match ty.kind() {
                TypeKind::Shaped { shape, .. } => {
                    Type::tensor(&element, shape.get(less..).unwrap_or_default())
                }
                _ => Type::unranked_tensor(&element),
            });
        }
        let elements = collected_elements(call, self.body, 0, &arguments)?;
        let collected = elements.len();
        let all =
            Loop { limit: Some(limit), start, values: Vec::new(), types: Vec::new(), collected };
        all.build(call, &elements, |call, number, _| {
            let example = |&operand: &Value| {
                let example = call.op("nn.gather").operands([operand, number]);
                example.attribute("axis", int(0)).result()
            };
            let examples = operands.iter().map(example).collect::<Result<Vec<_>, _>>()?;
            let results = self.build(call, &examples)?;
            Ok(Iteration { more: None, values: Vec::new(), collected: results })
        })
    }

    /// Builds the scan; the last states, then what was collected.
    fn build(&self, call: &mut Call<'_, '_, '_, 'f>, operands: &[Value]) -> Lowered {
        let Self { body, states, input_axes, input_directions, output_axes, output_directions } =
            self;
        let (body, states) = (*body, *states);
        let (values, scanned) = (operands[..states].to_vec(), operands[states..].to_vec());
        let collected = output_axes.len();
        let size = call.size(scanned[0], input_axes[0])?;
        let limit = call.of_rank_0(size)?;
        let mut types = Vec::new();
        for (at, &value) in values.iter().enumerate() {
            let natural = call.type_of(value);
            let output = call.declared(&body.output[at]);
            types.push(
                output.map_or_else(|| without_sizes(&natural), |output| common(&output, &natural)),
            );
        }
        let mut arguments = types.clone();
        for &input in &scanned {
            let element = call.element(input)?;
            let slice = call.shape(input).map(|shape| vec![-1; shape.len().saturating_sub(1)]);
            arguments.push(slice.map_or_else(
                || Type::unranked_tensor(&element),
                |sizes| Type::tensor(&element, &sizes),
            ));
        }
        let elements = collected_elements(call, body, states, &arguments)?;
        let start = call.scalar("i1", vec![1])?;
        let all = Loop { limit: Some(limit), start, values, types, collected };
        let mut results = all.build(call, &elements, |call, number, values| {
            let mut arguments = values.to_vec();
            for ((&input, &axis), &direction) in
                scanned.iter().zip(input_axes).zip(input_directions)
            {
                let at = if direction == 0 {
                    number
                } else {
                    let last = call.with("nn.sub", limit, 1.0)?;
                    call.simple("nn.sub", [last, number])?
                };
                let slice = call.op("nn.gather").operands([input, at]).attribute("axis", int(axis));
                arguments.push(slice.result()?);
            }
            let mut results = call.subgraph(body, &arguments)?;
            let collected = results.split_off(states);
            Ok(Iteration { more: None, values: results, collected })
        })?;
        for (at, (&axis, &direction)) in output_axes.iter().zip(output_directions).enumerate() {
            let place = states.saturating_add(at);
            // The rank is that of an element, as the body says, and one more.
            let rank = call.declared(&body.output[place]).and_then(|ty| match ty.kind() {
                TypeKind::Shaped { shape, .. } => Some(shape.len().saturating_add(1)),
                _ => None,
            });
            let Some(rank) = rank else { continue };
            let ranked = Type::tensor(&elements[at], &vec![-1; rank]);
            let mut result = call.as_type(results[place], &ranked)?;
            if direction != 0 {
                result = call.part(result, (-1, i64::MIN, -1), 0)?;
            }
            let to = call.checked_axis(axis, rank as i64)?;
            if to != 0 {
                let mut order: Vec<i64> = (1..rank as i64).collect();
                order.insert(usize::try_from(to).unwrap_or(0).min(order.len()), 0);
                result = call.transposed(result, &order)?;
            }
            results[place] = result;
        }
        Ok(results)
    }
}
