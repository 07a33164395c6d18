//! A module that has been read: its functions, decoded, and its variables.

use super::decode::{self, Context, MAX_SHARED, Param, SharedVariable, Signature};
use super::error::{ReadError, ReadErrorKind};
use super::instruction::{Body, NONE};
use super::scope::Entity;
use super::tree::{FunctionTree, Variable};
use super::types::Space;
use super::{syntax, text, windows};
use std::collections::BTreeSet;

/// The versions of PTX that are read.
const VERSIONS: std::ops::RangeInclusive<(u32, u32)> = (6, 0)..=(9, 0);

/// The cards that texts are written for.
const TARGETS: &[u32] = &[50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90];

/// A text, read and checked. *Thread-safe*: it never changes.
#[derive(Debug)]
pub struct Module {
    version: (u32, u32),
    target: u32,
    pub(super) functions: Vec<Function>,
    globals: Vec<Global>,
    pub(super) shared: Vec<SharedVariable>,
}

/// A variable in global or constant memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Global {
    /// As in the text.
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// A power of two.
    pub align: u32,
    /// What it starts with; what follows is zero.
    pub initial: Vec<u8>,
    /// Addresses of eight bytes within the initial value.
    pub relocations: Vec<Relocation>,
    /// Whether it is in constant memory.
    pub constant: bool,
    /// Declared here, defined in another module.
    pub external: bool,
}

/// An address within an initial value: that of a global and an addend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relocation {
    /// Where it stands.
    pub offset: u64,
    /// Whose address it is.
    pub name: String,
    /// What is added to it.
    pub addend: i64,
}

/// A function of a module.
#[derive(Debug)]
pub struct Function {
    name: String,
    entry: bool,
    params: Vec<Param>,
    max_threads: Option<u32>,
    pub(super) required: Option<[u32; 3]>,
    pub(super) body: Option<Body>,
    /// Functions that it reaches by calls, itself among them.
    pub(super) reaches: Vec<u32>,
    /// Offsets of the shared variables that it reaches.
    pub(super) shared: Vec<(u32, u32)>,
    shared_bytes: u32,
    /// Alignment of what the launch adds.
    pub(super) dynamic_align: u32,
}

impl Function {
    /// As in the text.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it can be launched.
    pub fn is_entry(&self) -> bool {
        self.entry
    }

    /// The parameters of an entry.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Shared memory of a block, without what the launch adds.
    pub fn shared_bytes(&self) -> u32 {
        self.shared_bytes
    }

    /// Local memory of a thread, without that of functions it calls.
    pub fn local_bytes(&self) -> u32 {
        self.body.as_ref().map_or(0, |body| body.local)
    }

    /// Registers that the text declares, at most as many as a thread of a card has.
    pub fn registers(&self) -> u32 {
        self.body.as_ref().map_or(0, |body| body.registers.min(255))
    }

    /// The most threads of a block.
    pub fn max_threads(&self) -> u32 {
        self.max_threads.map_or(1024, |threads| threads.min(1024))
    }
}

impl Module {
    /// Reads a text, which may end with a NUL.
    ///
    /// # Errors
    /// What is wrong with it, and where. Nothing of it has run.
    pub fn read(text: &[u8]) -> Result<Self, ReadError> {
        let tokens = text::tokens(text)?;
        let head = syntax::head(&tokens)?;
        if !VERSIONS.contains(&head.version) {
            let ((low, minor), (high, most)) = (*VERSIONS.start(), *VERSIONS.end());
            let (found, part) = head.version;
            let message =
                format!("expected PTX {low}.{minor} to {high}.{most}, found {found}.{part}");
            return Err(ReadError { kind: ReadErrorKind::Version, line: head.line, message });
        }
        if !TARGETS.contains(&head.target) {
            let message = format!("the target sm_{} is not known", head.target);
            return Err(ReadError { kind: ReadErrorKind::Target, line: head.line, message });
        }
        let tree = syntax::parse(&tokens)?;
        let mut context = Context::default();
        let mut module = Self {
            version: head.version,
            target: head.target,
            functions: Vec::new(),
            globals: Vec::new(),
            shared: Vec::new(),
        };
        for variable in &tree.variables {
            module.variable(&mut context, variable)?;
        }
        for function in &tree.functions {
            module.declare(&mut context, function)?;
        }
        module.addresses_of_functions(&mut context)?;
        for function in tree.functions.iter().filter(|function| function.body.is_some()) {
            let Some(&Entity::Function(index)) = context.names.get(function.name) else { continue };
            let body = decode::function(&mut context, function)?;
            module.functions[index as usize].body = Some(body);
        }
        module.shared = context.shared;
        let addressed: Vec<u32> = context.addressed.into_iter().collect();
        for index in 0..module.functions.len() {
            module.reach(index, &addressed)?;
        }
        Ok(module)
    }

    fn variable<'a>(
        &mut self,
        context: &mut Context<'a>,
        variable: &Variable<'a>,
    ) -> Result<(), ReadError> {
        let entity = match variable.space {
            Some(Space::Shared) => Entity::Shared(decode::shared(context, variable)?),
            Some(Space::Global | Space::Constant) => {
                let relocations = variable.relocations.iter().map(|&(offset, name, addend)| {
                    Relocation { offset, name: name.to_owned(), addend }
                });
                let global = Global {
                    name: variable.name.to_owned(),
                    size: variable.size,
                    align: variable.align,
                    initial: variable.initial.clone(),
                    relocations: relocations.collect(),
                    constant: variable.space == Some(Space::Constant),
                    external: variable.external,
                };
                // A declaration may come before the definition.
                if let Some(&Entity::Global(index)) = context.names.get(variable.name) {
                    let old = &mut self.globals[index as usize];
                    if !old.external && !global.external {
                        let message = format!("`{}` is defined twice", variable.name);
                        return Err(ReadError::syntax(variable.line, message));
                    }
                    if old.external {
                        *old = global;
                    }
                    return Ok(());
                }
                self.globals.push(global);
                Entity::Global(u32::try_from(self.globals.len() - 1).unwrap_or(u32::MAX))
            }
            _ => {
                return Err(ReadError::unsupported(
                    variable.line,
                    "a `.local` variable outside of a function",
                ));
            }
        };
        match context.names.insert(variable.name, entity) {
            None => Ok(()),
            Some(_) => Err(ReadError::syntax(
                variable.line,
                format!("`{}` is declared twice", variable.name),
            )),
        }
    }

    /// Functions have addresses of the interpreter's own, so that those in initial values are known here.
    fn addresses_of_functions(&mut self, context: &mut Context<'_>) -> Result<(), ReadError> {
        for global in &mut self.globals {
            for relocation in std::mem::take(&mut global.relocations) {
                match context.names.get(relocation.name.as_str()) {
                    Some(Entity::Global(_)) => global.relocations.push(relocation),
                    Some(&Entity::Function(index)) => {
                        context.addressed.insert(index);
                        let address = windows::FUNCTIONS + u64::from(index);
                        let address = address.wrapping_add(relocation.addend.cast_unsigned());
                        let start = usize::try_from(relocation.offset).unwrap_or(usize::MAX);
                        // Eight bytes were kept for it.
                        if let Some(bytes) = global.initial.get_mut(start..start.saturating_add(8))
                        {
                            bytes.copy_from_slice(&address.to_le_bytes());
                        }
                    }
                    _ => {
                        let name = &relocation.name;
                        let message = format!(
                            "`{name}` in an initial value is neither a global nor a function"
                        );
                        return Err(ReadError::unsupported(0, message));
                    }
                }
            }
        }
        Ok(())
    }

    fn declare<'a>(
        &mut self,
        context: &mut Context<'a>,
        tree: &FunctionTree<'a>,
    ) -> Result<(), ReadError> {
        let sizes = |variables: &[Variable<'_>]| {
            variables
                .iter()
                .map(|variable| match variable.space {
                    None => variable.kind.size(),
                    Some(_) => u32::try_from(variable.size).unwrap_or(u32::MAX),
                })
                .collect()
        };
        let signature = Signature {
            parameters: sizes(&tree.params),
            results: sizes(&tree.returns),
            entry: tree.entry,
            defined: tree.body.is_some(),
        };
        let params = if tree.entry { decode::layout(&tree.params)? } else { Vec::new() };
        if let Some(entity) = context.names.get(tree.name) {
            let Entity::Function(index) = *entity else {
                return Err(ReadError::syntax(
                    tree.line,
                    format!("`{}` is declared twice", tree.name),
                ));
            };
            let known = &mut context.signatures[index as usize];
            let twice = known.defined && signature.defined;
            known.defined |= signature.defined;
            let same =
                known.parameters == signature.parameters && known.results == signature.results;
            if twice || !same || known.entry != signature.entry {
                return Err(ReadError::syntax(
                    tree.line,
                    format!("`{}` is declared in two ways", tree.name),
                ));
            }
            if tree.body.is_some() {
                self.functions[index as usize].max_threads = tree.max_threads;
                self.functions[index as usize].required = tree.required;
            }
            return Ok(());
        }
        context.names.insert(
            tree.name,
            Entity::Function(u32::try_from(self.functions.len()).unwrap_or(u32::MAX)),
        );
        context.signatures.push(signature);
        self.functions.push(Function {
            name: tree.name.to_owned(),
            entry: tree.entry,
            params,
            max_threads: tree.max_threads,
            required: tree.required,
            body: None,
            reaches: Vec::new(),
            shared: Vec::new(),
            shared_bytes: 0,
            dynamic_align: 1,
        });
        Ok(())
    }

    /// What an entry reaches, and where its shared variables are.
    fn reach(&mut self, index: usize, addressed: &[u32]) -> Result<(), ReadError> {
        if !self.functions[index].entry {
            return Ok(());
        }
        let start = u32::try_from(index).unwrap_or(u32::MAX);
        let (mut found, mut pending) = (BTreeSet::from([start]), vec![start]);
        let mut variables = BTreeSet::new();
        while let Some(at) = pending.pop() {
            let Some(body) = &self.functions[at as usize].body else { continue };
            variables.extend(body.shared.iter().copied());
            for call in &body.calls {
                let callees = if call.function == NONE {
                    addressed
                } else {
                    std::slice::from_ref(&call.function)
                };
                pending.extend(callees.iter().filter(|&&callee| found.insert(callee)));
            }
        }
        let (mut end, mut align, mut layout) = (0_u32, 1, Vec::new());
        for &at in &variables {
            let variable = self.shared[at as usize];
            if variable.dynamic {
                align = variable.align.max(align);
                continue;
            }
            let offset = end.next_multiple_of(variable.align);
            layout.push((at, offset));
            // Neither is above the limit.
            end = offset + variable.size;
            if u64::from(end) > MAX_SHARED {
                let message = format!(
                    "`{}` has more than {MAX_SHARED} bytes of shared memory",
                    self.functions[index].name
                );
                return Err(ReadError::syntax(0, message));
            }
        }
        let dynamic = end.next_multiple_of(align);
        layout.extend(
            variables
                .iter()
                .filter(|&&at| self.shared[at as usize].dynamic)
                .map(|&at| (at, dynamic)),
        );
        let function = &mut self.functions[index];
        function.reaches = found.into_iter().collect();
        function.shared = layout;
        function.shared_bytes = end;
        function.dynamic_align = align;
        Ok(())
    }

    /// Of the text.
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// The card that the text is for, 80 for sm_80.
    pub fn target(&self) -> u32 {
        self.target
    }

    /// The entry or function of that name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// All functions in the order of the text.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter()
    }

    /// Variables in global and constant memory, in the order of the text.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }
}
