//! The graph: an unverified host program in memory, as parsed or lifted.
//!
//! A [`Module`] holds functions and nested modules. Each function owns one [`Body`]: an arena of
//! ops, values, blocks and regions under newtyped indices, so that nothing recurses through
//! pointers and every reference is checked by construction of the arena. Values are in SSA form;
//! regions of known kernels are isolated from above: their blocks take what they use as arguments.
//! Regions of unknown ops may have several blocks and use values of enclosing regions; such
//! programs can be represented and printed but not executed.

mod attribute;
mod body;
mod copy;
mod damage;
mod names;
mod place;
pub(crate) mod shape;
mod top;

pub(crate) use attribute::repeated_element;
pub use attribute::{Attribute, Attributes, ResourceRef};
pub use body::{Block, BlockId, Body, Op, OpId, Region, RegionId, ValueDef, ValueId, ValueInfo};
pub use copy::Copier;
pub(crate) use damage::Damage;
pub use names::SIGNATURE_ATTRIBUTE;
pub use names::{COST_ATTRIBUTE, is_compiled, is_native, is_return, is_sync};
pub(crate) use names::{NONSTRICT_ATTRIBUTE, RETURNS, is_stored, signature};
pub use place::Place;
pub use tfrt_op::{Signedness, Type, TypeKind};
pub(crate) use tfrt_op::{integer, is_float};
pub use top::{TopOp, operand_groups};
pub(crate) use top::{array_of, numbers};

use crate::source::Span;
use std::collections::HashMap;
use tfrt_host::error::Location;

/// A module: the top of a program, or one nested in it.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The symbol, if it has one.
    pub name: Option<String>,
    /// Attributes (`tfrt.cost_threshold`, `tfrt.compiled`, …).
    pub attributes: Attributes,
    /// Functions and nested modules, in order.
    pub items: Vec<Item>,
    /// Its location.
    pub location: Location,
    /// Where it stands in the text that was parsed.
    pub span: Span,
    /// What `dense_resource` attributes name, at the top of a program.
    pub resources: Vec<Resource>,
    /// Where each dialect's type first stands in the text that was parsed, at the top of a program.
    pub types: HashMap<Type, Span>,
}

/// A constant that stands apart from the attribute that names it, in a file's metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its name.
    pub key: String,
    /// Its content.
    pub content: Content,
}

/// The content of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// In the text.
    Inline {
        /// Four bytes of alignment and the elements, in hexadecimal digits.
        digits: String,
    },
    /// In a file beside the program.
    File(Place),
}

/// What a module contains.
#[derive(Clone, Debug)]
pub enum Item {
    /// A function.
    Function(Function),
    /// A nested module.
    Module(Module),
    /// An op of a dialect that has ops beside functions. Only passes read it.
    Op(TopOp),
}

/// Which modules may refer to a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Visibility {
    /// Anyone, as the text does not say otherwise.
    #[default]
    Public,
    /// Anyone, as the text says.
    DeclaredPublic,
    /// Only this program: not exported, removable if unused.
    Private,
    /// Only the enclosing module's siblings.
    Nested,
}

/// A function: `func.func`.
#[derive(Clone, Debug)]
pub struct Function {
    /// The symbol, without `@`.
    pub name: String,
    /// Visibility.
    pub visibility: Visibility,
    /// Argument types.
    pub arguments: Vec<Type>,
    /// Result types.
    pub results: Vec<Type>,
    /// The attributes of each argument; empty if none has any.
    pub argument_attributes: Vec<Attributes>,
    /// The attributes of each result; empty if none has any.
    pub result_attributes: Vec<Attributes>,
    /// Attributes, without the symbol's name, type and visibility.
    pub attributes: Attributes,
    /// The body; `None` for a declaration (`tfrt.native` functions).
    pub body: Option<Body>,
    /// Its location.
    pub location: Location,
    /// Where its name stands in the text.
    pub span: Span,
}

impl Visibility {
    /// Whether anyone may.
    #[must_use]
    pub fn is_public(self) -> bool {
        matches!(self, Self::Public | Self::DeclaredPublic)
    }

    /// The word that a text says it with.
    pub(crate) fn word(self) -> Option<&'static str> {
        match self {
            Self::Public => None,
            Self::DeclaredPublic => Some("public"),
            Self::Private => Some("private"),
            Self::Nested => Some("nested"),
        }
    }

    /// What a text says with that word.
    pub(crate) fn of_word(word: &[u8]) -> Option<Self> {
        let all = [Self::DeclaredPublic, Self::Private, Self::Nested];
        all.into_iter().find(|it| it.word().map(str::as_bytes) == Some(word))
    }
}

impl Module {
    /// The functions directly inside this module, in order.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(function),
            Item::Module(_) | Item::Op(_) => None,
        })
    }

    /// Gives functions and ops the spans that `span` finds for their locations: those of the text that
    /// the parsed one was made from. What has none there stands at the start.
    pub fn relocate(&mut self, span: &dyn Fn(&Location) -> Option<Span>) {
        let find = |location: &Location| span(location).unwrap_or_default();
        self.span = find(&self.location);
        self.attributes.forget_spans();
        self.types.clear();
        for item in &mut self.items {
            match item {
                Item::Module(module) => module.relocate(span),
                Item::Op(op) => op.body.relocate(span),
                Item::Function(function) => {
                    function.span = find(&function.location);
                    function.attributes.forget_spans();
                    let lists =
                        [&mut function.argument_attributes, &mut function.result_attributes];
                    lists.into_iter().flatten().for_each(Attributes::forget_spans);
                    if let Some(body) = &mut function.body {
                        body.relocate(span);
                    }
                }
            }
        }
    }

    /// The function of that name directly inside this module.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions().find(|function| function.name == name)
    }
}
