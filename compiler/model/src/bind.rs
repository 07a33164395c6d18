//! The pass `bind`: gives sizes that the model leaves open numbers, and infers all types with them. What is
//! computed stays; the model then takes inputs of these sizes only.
//!
//! A size is named by its symbol, or as INPUT.AXIS by an input and the number of a dimension. If this has a
//! symbol, all that have it get the number.

use crate::options::Binding;
use crate::rewrite::{Rules, named_functions, rewrite};
use crate::symbols::{Input, MAIN, inputs};
use std::collections::HashMap;
use tfrt_compiler::graph::{Function, Module, Type, TypeKind};
use tfrt_compiler::source::{Diagnostic, Span};
use tfrt_host::kernel::DType;

/// The model with these numbers.
pub(crate) fn bind(module: &Module, bindings: &[Binding]) -> Result<Module, Vec<Diagnostic>> {
    if bindings.is_empty() {
        return Ok(module.clone());
    }
    let Some(main) = module.function(MAIN).filter(|_| !named_functions(module).contains(MAIN))
    else {
        let message = format!("there is no function '{MAIN}' whose sizes can be bound");
        return Err(vec![Diagnostic::error(Span::default(), message)]);
    };
    let error = |message: String| Diagnostic::error(main.span, message);
    let mut bound = Bound { inputs: inputs(main), by: HashMap::new() };
    let mut errors: Vec<Diagnostic> =
        bindings.iter().filter_map(|binding| bound.bind(binding).err()).map(error).collect();
    errors.extend(bound.too_large(main).map(error));
    if !errors.is_empty() {
        return Err(errors);
    }
    rewrite(module, &mut Bind { inputs: bound.inputs })
}

/// The model whose inputs have these shapes. What they contradict stays as it is.
pub(crate) fn with_shapes(module: &Module, shapes: &[&[i64]]) -> Result<Module, Vec<Diagnostic>> {
    let Some(main) = module.function(MAIN) else { return Ok(module.clone()) };
    let mut inputs = inputs(main);
    for input in &mut inputs {
        let sizes = shapes.get(input.position).copied().unwrap_or_default();
        for (known, &size) in input.sizes.iter_mut().zip(sizes).filter(|(known, _)| **known < 0) {
            *known = size;
        }
    }
    rewrite(module, &mut Bind { inputs })
}

/// The inputs with the numbers that they have so far.
struct Bound<'a> {
    inputs: Vec<Input>,
    /// The binding that gave a dimension its number, by input and axis.
    by: HashMap<(usize, usize), &'a Binding>,
}

impl<'a> Bound<'a> {
    fn bind(&mut self, binding: &'a Binding) -> Result<(), String> {
        let Binding { name, size } = binding;
        let places = self.places(name)?;
        if *size < 0 {
            return Err(format!("'{name}' cannot be {size}, which is negative"));
        }
        for place in places {
            let input = &mut self.inputs[place.0];
            let known = &mut input.sizes[place.1];
            if *known >= 0 && known != size {
                let whose = match self.by.get(&place) {
                    Some(other) => format!("it is bound to {known} by '{}'", other.name),
                    None => format!("dimension {} of input '{}' is {known}", place.1, input.name),
                };
                return Err(format!("'{name}' cannot be {size}: {whose}"));
            }
            *known = *size;
            self.by.entry(place).or_insert(binding);
        }
        Ok(())
    }

    /// The dimensions that a binding names.
    fn places(&self, name: &str) -> Result<Vec<(usize, usize)>, String> {
        let places = self.with_symbol(name);
        if !places.is_empty() {
            return Ok(places);
        }
        let (input, axis) = name.rsplit_once('.').unwrap_or((name, ""));
        let Ok(axis) = axis.parse::<usize>() else { return Err(self.unknown(name)) };
        let found = self.inputs.iter().position(|it| it.name == input);
        let Some(at) = found else { return Err(self.unknown(name)) };
        let rank = self.inputs[at].sizes.len();
        match self.inputs[at].names.get(axis) {
            Some(symbol) if symbol.is_empty() => Ok(vec![(at, axis)]),
            Some(symbol) => Ok(self.with_symbol(symbol)),
            None => Err(format!("'{name}': input '{input}' has {rank} dimensions")),
        }
    }

    fn with_symbol(&self, symbol: &str) -> Vec<(usize, usize)> {
        if symbol.is_empty() {
            return Vec::new();
        }
        let of_input = |(at, input): (usize, &Input)| {
            let same = |(axis, name): (usize, &String)| (name == symbol).then_some((at, axis));
            input.names.iter().enumerate().filter_map(same).collect::<Vec<_>>()
        };
        self.inputs.iter().enumerate().flat_map(of_input).collect()
    }

    fn unknown(&self, name: &str) -> String {
        let mut known: Vec<&str> = Vec::new();
        for symbol in self.inputs.iter().flat_map(|input| &input.names) {
            if !symbol.is_empty() && !known.contains(&symbol.as_str()) {
                known.push(symbol);
            }
        }
        let known = match known[..] {
            [] => "the model has no symbols".to_owned(),
            _ => format!("its symbols are {}", known.join(", ")),
        };
        format!("'{name}' is neither a symbol of the model nor INPUT.AXIS; {known}")
    }

    /// What is wrong with inputs that no memory can have.
    fn too_large(&self, main: &Function) -> impl Iterator<Item = String> {
        self.inputs.iter().enumerate().filter_map(|(at, input)| {
            let TypeKind::Shaped { element, .. } = main.arguments.get(input.position)?.kind()
            else {
                return None;
            };
            let element = DType::from_mlir(element.as_str())?.size()?;
            let known = input.sizes.iter().filter(|&&size| size >= 0);
            let bytes = known.clone().try_fold(element, |all, &size| {
                all.checked_mul(usize::try_from(size).ok()?)
                    .filter(|&all| isize::try_from(all).is_ok())
            });
            // With a size of 0 it is empty, however large the others are.
            if bytes.is_some() || known.clone().any(|&size| size == 0) {
                return None;
            }
            let by = (0..input.sizes.len()).filter_map(|axis| self.by.get(&(at, axis)));
            let names: Vec<String> =
                by.map(|binding| format!("'{}' is {}", binding.name, binding.size)).collect();
            Some(format!("input '{}' is too large where {}", input.name, names.join(" and ")))
        })
    }
}

/// Gives the arguments their types.
struct Bind {
    inputs: Vec<Input>,
}

impl Rules for Bind {
    fn argument(&mut self, function: &Function, position: usize, ty: &Type) -> Type {
        let input = self.inputs.iter().find(|input| input.position == position);
        match (input.filter(|_| function.name == MAIN), ty.kind()) {
            (Some(input), TypeKind::Shaped { element, .. }) => Type::tensor(element, &input.sizes),
            _ => ty.clone(),
        }
    }
}
