//! The name of an instruction and its modifiers, each of which must be used by the decoder, else it is refused by name.

use super::error::ReadError;
use super::instruction::{Binary, Quaternary, Ternary, Unary};
use super::types::Type;

/// A name with its modifiers.
#[derive(Debug)]
pub(super) struct Opcode<'t> {
    pub(super) name: &'t str,
    modifiers: &'t [&'t str],
    used: u64,
    pub(super) line: u32,
}

impl<'t> Opcode<'t> {
    pub(super) fn new(
        name: &'t str,
        modifiers: &'t [&'t str],
        line: u32,
    ) -> Result<Self, ReadError> {
        let opcode = Self { name, modifiers, used: 0, line };
        // One bit each.
        if modifiers.len() > 60 { Err(opcode.refuse()) } else { Ok(opcode) }
    }

    fn find<T>(&mut self, accept: impl Fn(&'t str) -> Option<T>) -> Option<T> {
        for (index, modifier) in self.modifiers.iter().enumerate() {
            let bit = 1_u64 << index;
            if self.used & bit == 0
                && let Some(found) = accept(modifier)
            {
                self.used |= bit;
                return Some(found);
            }
        }
        None
    }

    /// Uses a modifier.
    pub(super) fn take(&mut self, name: &str) -> bool {
        self.find(|modifier| (modifier == name).then_some(())).is_some()
    }

    /// Uses one of some modifiers.
    pub(super) fn one_of(&mut self, names: &[&'static str]) -> Option<&'static str> {
        self.find(|modifier| names.iter().copied().find(|&name| name == modifier))
    }

    /// Uses one of some modifiers, which must be there.
    pub(super) fn need(&mut self, names: &[&'static str]) -> Result<&'static str, ReadError> {
        self.one_of(names).ok_or_else(|| self.refuse())
    }

    /// Uses all modifiers that pass.
    pub(super) fn ignore(&mut self, accept: impl Fn(&str) -> bool) {
        while self.find(|modifier| accept(modifier).then_some(())).is_some() {}
    }

    /// Uses a modifier that a function knows.
    pub(super) fn map<T>(&mut self, accept: impl Fn(&'t str) -> Option<T>) -> Option<T> {
        self.find(accept)
    }

    /// Uses the next type, which must be there.
    pub(super) fn kind(&mut self) -> Result<Type, ReadError> {
        self.find(Type::named).ok_or_else(|| self.refuse())
    }

    /// The next type, which is not used.
    pub(super) fn peek_kind(&self) -> Option<Type> {
        self.modifiers.iter().find_map(|modifier| Type::named(modifier))
    }

    /// All modifiers must have been used.
    pub(super) fn finish(&self) -> Result<(), ReadError> {
        match self.modifiers.iter().enumerate().find(|&(index, _)| self.used & (1 << index) == 0) {
            None => Ok(()),
            Some((_, modifier)) => Err(ReadError::unsupported(
                self.line,
                format!("the modifier `.{modifier}` of `{}` is not known", self.text()),
            )),
        }
    }

    fn text(&self) -> String {
        let mut text = self.name.to_owned();
        for modifier in self.modifiers {
            text.push('.');
            text.push_str(modifier);
        }
        text
    }

    /// The instruction is not known.
    pub(super) fn refuse(&self) -> ReadError {
        ReadError::unsupported(self.line, format!("the instruction `{}` is not known", self.text()))
    }
}

/// An instruction whose results are a function of its operands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pure {
    pub(super) result: Type,
    /// As many as the function has.
    pub(super) sources: [Type; 4],
    pub(super) function: Function,
}

/// By the number of operands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Function {
    One(Unary),
    Two(Binary),
    Three(Ternary),
    Four(Quaternary),
}

impl Function {
    pub(super) fn operands(self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(_) => 2,
            Self::Three(_) => 3,
            Self::Four(_) => 4,
        }
    }
}

impl Pure {
    /// All operands and the result have one type.
    pub(super) fn same(kind: Type, function: Function) -> Self {
        Self { result: kind, sources: [kind; 4], function }
    }

    pub(super) fn new(result: Type, sources: [Type; 4], function: Function) -> Self {
        Self { result, sources, function }
    }
}
