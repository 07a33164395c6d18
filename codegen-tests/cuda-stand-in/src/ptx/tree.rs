//! What a text says, name by name, before names are resolved. Uses tokens and types.

use super::text::Number;
use super::types::{Space, Type};

/// A text.
#[derive(Debug, Default)]
pub(super) struct Tree<'a> {
    pub(super) variables: Vec<Variable<'a>>,
    pub(super) functions: Vec<FunctionTree<'a>>,
}

/// A variable, a parameter or registers.
#[derive(Debug, Clone)]
pub(super) struct Variable<'a> {
    /// None: registers.
    pub(super) space: Option<Space>,
    pub(super) name: &'a str,
    pub(super) kind: Type,
    /// `%r<10>` is ten.
    pub(super) range: Option<u32>,
    pub(super) align: u32,
    /// In bytes.
    pub(super) size: u64,
    pub(super) external: bool,
    pub(super) initial: Vec<u8>,
    pub(super) relocations: Vec<(u64, &'a str, i64)>,
    pub(super) line: u32,
}

/// A function or an entry.
#[derive(Debug)]
pub(super) struct FunctionTree<'a> {
    pub(super) name: &'a str,
    pub(super) entry: bool,
    pub(super) params: Vec<Variable<'a>>,
    pub(super) returns: Vec<Variable<'a>>,
    /// None: a declaration.
    pub(super) body: Option<Vec<Statement<'a>>>,
    pub(super) max_threads: Option<u32>,
    pub(super) required: Option<[u32; 3]>,
    pub(super) line: u32,
}

/// A statement of a body.
#[derive(Debug)]
pub(super) struct Statement<'a> {
    pub(super) line: u32,
    pub(super) what: What<'a>,
}

#[derive(Debug)]
pub(super) enum What<'a> {
    Open,
    Close,
    Variable(Variable<'a>),
    Label(&'a str),
    /// Belongs to the label before it.
    Targets(Vec<&'a str>),
    /// Belongs to the label before it.
    Prototype,
    Code(Code<'a>),
}

#[derive(Debug)]
pub(super) struct Code<'a> {
    /// A predicate and whether it is negated.
    pub(super) guard: Option<(&'a str, bool)>,
    pub(super) opcode: &'a str,
    pub(super) modifiers: Vec<&'a str>,
    pub(super) operands: Vec<Operand<'a>>,
}

#[derive(Debug, Clone)]
pub(super) enum Operand<'a> {
    /// `name` or `name+offset`.
    Name(&'a str, i64),
    /// `%tid.x`.
    Part(&'a str, &'a str),
    Number(Number),
    /// `[name+offset]`, `[offset]`.
    Address(Option<&'a str>, i64),
    /// `{a, b}`, `(a, b)`.
    List(Vec<Operand<'a>>),
    /// `p|q`.
    Pair(&'a str, &'a str),
    /// `!p`.
    Not(&'a str),
}
