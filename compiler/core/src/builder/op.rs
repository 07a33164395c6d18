//! An op in progress.

use super::{Closure, FunctionBuilder, Reported, Value, shown};
use crate::graph::{Attribute, Attributes, Type};
use crate::infer::Operands;
use crate::verify::operand_problems;
use crate::{infer, suggest};
use std::sync::Arc;
use tfrt_op::{CalleeSource, Gives, OpDef};

/// An op in progress, of [`FunctionBuilder::op`]. One of [`results`](Self::results),
/// [`result`](Self::result) and [`constant`](Self::constant) adds it to the innermost region.
///
/// What a definition does not say can be given: an op that the catalogue does not have needs the types
/// of its results, and is left to the verifier.
#[derive(Debug)]
#[must_use = "the op is added by `results`, `result` or `constant`"]
pub struct OpBuilder<'f, 'm, 'a> {
    function: &'f mut FunctionBuilder<'m, 'a>,
    name: Arc<str>,
    operands: Vec<Value>,
    attributes: Attributes,
    properties: Vec<String>,
    callees: Vec<Closure>,
    types: Option<Vec<Type>>,
    expected: Option<Vec<Type>>,
}

impl<'f, 'm, 'a> OpBuilder<'f, 'm, 'a> {
    pub(super) fn new(function: &'f mut FunctionBuilder<'m, 'a>, name: Arc<str>) -> Self {
        Self {
            function,
            name,
            operands: Vec::new(),
            attributes: Attributes::new(),
            properties: Vec::new(),
            callees: Vec::new(),
            types: None,
            expected: None,
        }
    }

    /// Adds operands.
    pub fn operands(mut self, operands: impl IntoIterator<Item = Value>) -> Self {
        self.operands.extend(operands);
        self
    }

    /// Sets an attribute.
    pub fn attribute(mut self, name: &str, value: Attribute) -> Self {
        self.attributes.insert(name, value);
        self
    }

    /// Sets attributes.
    pub fn attributes(mut self, attributes: &Attributes) -> Self {
        for (name, value) in attributes.iter() {
            self.attributes.insert(name, value.clone());
        }
        self
    }

    /// Sets the names of those attributes that text writes as properties, if no definition decides it.
    pub fn properties(mut self, names: &[String]) -> Self {
        self.properties.extend_from_slice(names);
        self
    }

    /// Sets the regions and functions that the op runs, in the order of its definition
    /// ([`OpTraits::callees`](tfrt_op::OpTraits::callees)), which says the attributes that name functions.
    /// What they capture becomes the last operands of the op and the last arguments of each.
    pub fn callees(mut self, callees: impl IntoIterator<Item = Closure>) -> Self {
        self.callees.extend(callees);
        self
    }

    /// Sets the types of its results. They need be set only where the definition leaves them open; they
    /// may say less than the definition would infer, and no more.
    pub fn types(mut self, types: impl IntoIterator<Item = Type>) -> Self {
        self.types = Some(types.into_iter().collect());
        self
    }

    /// Sets types that its results are expected to have, or less exact ones. They decide where the definition
    /// does not: of an op that stands for several, which it is.
    pub fn expected(mut self, types: impl IntoIterator<Item = Type>) -> Self {
        self.expected = Some(types.into_iter().collect());
        self
    }

    /// Which of the definitions that the op stands for takes its operands and attributes, by the number that
    /// [`Infer::any_of`](tfrt_op::Infer::any_of) gives it. Nothing is added.
    ///
    /// # Errors
    /// None does; the problem is reported at the function's [origin](FunctionBuilder::set_origin).
    pub fn member(mut self) -> Result<usize, Reported> {
        let operands = self.known_operands();
        let Some(def) = self.definition() else { return Ok(0) };
        let member = infer::member(def, &self.attributes, &operands, self.expected.as_deref());
        member.map_err(|message| {
            let name = shown(&self.name);
            self.function.report(format!("'{name}' op {message}"))
        })
    }

    /// The types that its results will have, as they follow from its operands and attributes. Nothing is added
    /// or reported.
    ///
    /// # Errors
    /// Why the op must fail, or that nothing says the type of a result.
    pub fn inferred(mut self) -> Result<Vec<Type>, String> {
        let operands = self.known_operands();
        let Some(def) = self.definition() else { return Err("is not known".to_owned()) };
        infer::open_results(def, &self.attributes, &operands, self.expected.as_deref())
    }

    /// The types of its operands, and their elements where they are constants.
    fn known_operands(&mut self) -> Operands {
        let types = self.operands.iter().map(|&it| self.function.type_of(it).clone()).collect();
        let values = self.operands.iter().map(|&it| self.function.list_of(it)).collect();
        Operands { types, values }
    }

    /// Adds the op; its results. Of a loop, those of captures are left out.
    ///
    /// # Errors
    /// The op cannot be as it is: its operands are not visible here, its types cannot be known or contradict
    /// its definition, its callees do not fit. The problem is reported at the function's
    /// [origin](FunctionBuilder::set_origin).
    pub fn results(self) -> Result<Vec<Value>, Reported> {
        self.add().map(|(_, results)| results)
    }

    fn add(mut self) -> Result<(&'f mut FunctionBuilder<'m, 'a>, Vec<Value>), Reported> {
        let captured = self.function.share_captures(&mut self.callees)?;
        self.operands.extend(&captured);
        let operands = self.function.here_all(&self.operands)?;
        let carries = self.callees.iter().any(Closure::carries);
        let returned = self.callees.first().map(|closure| closure.results().to_vec());
        let regions = self.bind_callees()?;
        let known = self.known_operands();
        self.check_operands(&known)?;
        let types = self.result_types(&known, returned)?;
        let Self { function, name, attributes, properties, .. } = self;
        let origin = function.origin().clone();
        let op = function.push(name, operands, attributes, origin);
        function.set_properties(op, properties);
        for region in &regions {
            function.own_region(op, region)?;
        }
        let mut results: Vec<Value> =
            types.into_iter().map(|ty| function.add_result(op, ty)).collect();
        if carries {
            results.truncate(results.len().saturating_sub(captured.len()));
        }
        Ok((function, results))
    }

    /// Adds the op; its one result.
    ///
    /// # Errors
    /// As [`results`](Self::results); also an op that has not one result.
    pub fn result(self) -> Result<Value, Reported> {
        let name = Arc::clone(&self.name);
        let (function, results) = self.add()?;
        match results[..] {
            [result] => Ok(result),
            _ => Err(function.report(not_one(&name))),
        }
    }

    /// A constant that is this op, which must have no operands: each region that uses it makes it for itself,
    /// and where none does, there is none.
    ///
    /// # Errors
    /// As [`results`](Self::results).
    pub fn constant(mut self) -> Result<Value, Reported> {
        if !self.operands.is_empty() || !self.callees.is_empty() {
            let message = format!("'{}' has operands and is no constant", shown(&self.name));
            return Err(self.function.report(message));
        }
        let types = self.result_types(&Operands::default(), None)?;
        let Self { function, name, attributes, .. } = self;
        match <[Type; 1]>::try_from(types) {
            Ok([ty]) => Ok(function.made_constant(name, attributes, ty)),
            Err(_) => Err(function.report(not_one(&name))),
        }
    }

    fn definition(&mut self) -> Option<&'static OpDef> {
        self.function.module().catalogue().op(&self.name)
    }

    /// Sets the attributes that name functions; returns the regions.
    fn bind_callees(&mut self) -> Result<Vec<Closure>, Reported> {
        let mut closures = std::mem::take(&mut self.callees).into_iter().peekable();
        let mut regions = Vec::new();
        let declared = self.definition().map_or(&[][..], |def| def.traits.callees);
        for callee in declared {
            match callee.source {
                CalleeSource::Region => regions.extend(closures.next()),
                CalleeSource::Symbol(name) if self.attributes.get(name).is_none() => {
                    let symbol = closures.next().and_then(|it| self.function.symbol_of(&it));
                    let symbol = symbol.ok_or_else(|| self.misses_callee())?;
                    self.attributes.insert(name, symbol);
                }
                CalleeSource::Symbols(name) if self.attributes.get(name).is_none() => {
                    let symbols = closures.by_ref().map(|it| self.function.symbol_of(&it));
                    let symbols: Option<Vec<Attribute>> = symbols.collect();
                    let symbols = symbols.ok_or_else(|| self.misses_callee())?;
                    self.attributes.insert(name, Attribute::Array(symbols));
                }
                CalleeSource::Symbol(_) | CalleeSource::Symbols(_) => {}
            }
        }
        // An op that the catalogue does not have may own any regions.
        regions.extend(closures);
        Ok(regions)
    }

    /// What the op's definition says of its operands.
    fn check_operands(&mut self, operands: &Operands) -> Result<(), Reported> {
        let Some(def) = self.definition() else { return Ok(()) };
        let types: Vec<&Type> = operands.types.iter().collect();
        match operand_problems(def, &types).into_iter().next() {
            None => Ok(()),
            Some(message) => {
                let name = shown(&self.name);
                Err(self.function.report(format!("'{name}' op {message}")))
            }
        }
    }

    fn misses_callee(&mut self) -> Reported {
        let message = format!("'{}' runs functions, and was given a region", shown(&self.name));
        self.function.report(message)
    }

    /// The types of its results. `returned` are the types that its first callee returns.
    fn result_types(
        &mut self,
        operands: &Operands,
        returned: Option<Vec<Type>>,
    ) -> Result<Vec<Type>, Reported> {
        let given = self.types.take();
        let Some(def) = self.definition() else {
            return given.ok_or_else(|| {
                let hint = suggest::hint(self.function.module().catalogue(), &self.name, 0);
                let message = format!("unknown op '{}'{hint}", shown(&self.name));
                self.function.report(message)
            });
        };
        let types = match given {
            Some(types) => {
                if self.attributes.get(infer::SHAPE).is_none()
                    && let Some((name, shape)) =
                        types.first().and_then(|ty| infer::implied_shape(def, ty))
                {
                    self.attributes.insert(name, shape);
                }
                infer::results(def, &self.attributes, operands, &types).map(|_| types)
            }
            None => match (def.traits.callees, returned) {
                ([callee, ..], Some(returned)) if callee.gives == Gives::Results => Ok(returned),
                _ => {
                    let expected = self.expected.as_deref();
                    infer::open_results(def, &self.attributes, operands, expected)
                }
            },
        };
        types.map_err(|message| {
            let name = shown(&self.name);
            self.function.report(format!("'{name}' op {message}"))
        })
    }
}

fn not_one(op: &str) -> String {
    format!("'{}' has not one result", shown(op))
}
