//! The decoded file: its tables, functions and bodies.

use crate::cursor::capacity;
use crate::layout::FunctionKind;
use crate::{Attributes, Kernel, Kernels, LocationId, Locations, Outside, Users};

/// A file: its tables in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// Attribute values.
    pub attributes: Attributes,
    /// Kernel names, each once.
    pub kernels: Vec<Box<str>>,
    /// Type texts, each once.
    pub types: Vec<Box<str>>,
    /// Names of attributes of kernels. A file from [`read`](crate::read) has each once, sorted. The
    /// order does not affect the bytes.
    pub attribute_names: Vec<Box<str>>,
    /// Functions, including regions and natives.
    pub functions: Vec<Function>,
    /// Locations of functions and kernels.
    pub locations: Locations,
    /// Which optional sections are present.
    pub optional_sections: OptionalSections,
    /// Unreferenced strings.
    pub extra_strings: ExtraStrings,
    /// Kernels that start on their first available operand: ascending pairs of function index and
    /// kernel id, without repetition.
    pub nonstrict: Vec<(u32, u32)>,
}

/// Which of the optional sections a file has. The original writes all or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OptionalSections {
    /// The types of attributes.
    pub attribute_types: bool,
    /// The names of attributes.
    pub attribute_names: bool,
    /// The types of registers.
    pub register_types: bool,
}

impl OptionalSections {
    /// All of them.
    pub const ALL: OptionalSections =
        OptionalSections { attribute_types: true, attribute_names: true, register_types: true };
    /// None of them.
    pub const NONE: OptionalSections =
        OptionalSections { attribute_types: false, attribute_names: false, register_types: false };
}

/// A function, or a region of a kernel as a function without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// How the function is implemented.
    pub kind: FunctionKind,
    /// The name; empty for a region.
    pub name: Box<str>,
    /// The body; a native function has none.
    pub body: Option<Box<Body>>,
    /// The types of the arguments, then of the results: in one allocation, so that a table of tiny
    /// functions stays small.
    signature: Box<[u32]>,
    arguments: u32,
}

impl Function {
    /// A function with the given types of arguments and results, as indices into [`File::types`].
    ///
    /// # Panics
    /// There are 2³² arguments or more.
    #[must_use]
    pub fn new(
        kind: FunctionKind,
        name: &str,
        arguments: &[u32],
        results: &[u32],
        body: Option<Body>,
    ) -> Function {
        let signature = [arguments, results].concat();
        Function::from_signature(kind, name, signature, arguments.len(), body)
    }

    /// A function with the types of `arguments` arguments, followed by those of the results.
    pub(crate) fn from_signature(
        kind: FunctionKind,
        name: &str,
        signature: Vec<u32>,
        arguments: usize,
        body: Option<Body>,
    ) -> Function {
        Function {
            kind,
            name: name.into(),
            body: body.map(Box::new),
            signature: signature.into(),
            arguments: u32::try_from(arguments).expect("arguments are within 32 bits"),
        }
    }

    /// The function's size in memory, without this structure.
    #[must_use]
    pub fn size(&self) -> usize {
        let body = self.body.as_deref().map_or(0, Body::size);
        body.saturating_add(self.name.len()).saturating_add(size_of_val(&*self.signature))
    }

    /// The types of the arguments, as indices into [`File::types`].
    #[must_use]
    pub fn arguments(&self) -> &[u32] {
        self.split().0
    }

    /// The types of the results, as indices into [`File::types`].
    #[must_use]
    pub fn results(&self) -> &[u32] {
        self.split().1
    }

    fn split(&self) -> (&[u32], &[u32]) {
        let arguments = usize::try_from(self.arguments).unwrap_or(usize::MAX);
        self.signature.split_at_checked(arguments).unwrap_or((&self.signature, &[]))
    }
}

/// The body of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The location of the function, or of the kernel that owns the region.
    pub location: LocationId,
    /// The registers: arguments first, then results of kernels in block order.
    pub registers: Vec<Register>,
    /// The kernels in block order, without the pseudo kernel for the entry.
    pub kernels: Kernels,
    /// The users of the entry trigger (all kernels without arguments, in block order), then those
    /// of each argument.
    pub entry_users: Users,
    /// The stream of the entry.
    pub root_stream: u32,
    /// The registers that the function returns.
    pub result_registers: Vec<u32>,
}

impl Body {
    /// The body's size in memory, including this structure.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of::<Body>()
            .saturating_add(capacity(&self.registers))
            .saturating_add(self.kernels.size())
            .saturating_add(self.entry_users.size())
            .saturating_add(capacity(&self.result_registers))
    }
}

/// A register of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its type, as an index into [`File::types`]; `None` in a file without register types.
    pub ty: Option<u32>,
}

/// Strings in a file that nothing refers to. The original keeps the name of an attribute that is an
/// array of symbols in the file, but no reference to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtraStrings {
    /// The strings, each followed by a NUL. One allocation bounds the memory for a file full of
    /// tiny strings.
    text: String,
}

impl ExtraStrings {
    /// No strings.
    #[must_use]
    pub fn new() -> ExtraStrings {
        ExtraStrings::default()
    }

    /// Adds a string, truncated at the first NUL, since the format cannot represent the rest.
    pub fn push(&mut self, string: &str) {
        self.text.push_str(string.split('\0').next().unwrap_or_default());
        self.text.push('\0');
    }

    /// The strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split_terminator('\0')
    }
}

impl File {
    /// The size in memory, without this structure.
    #[must_use]
    pub fn size(&self) -> usize {
        let names = |names: &Vec<Box<str>>| {
            let texts = names.iter().map(|name| name.len());
            texts.fold(capacity(names), usize::saturating_add)
        };
        let functions = self.functions.iter().map(Function::size);
        functions
            .fold(capacity(&self.functions), usize::saturating_add)
            .saturating_add(names(&self.kernels))
            .saturating_add(names(&self.types))
            .saturating_add(names(&self.attribute_names))
            .saturating_add(self.attributes.bytes.len())
            .saturating_add(capacity(&self.attributes.entries))
            .saturating_add(capacity(&self.attributes.outside))
            .saturating_add(self.attributes.outside.iter().map(Outside::owned).sum())
            .saturating_add(self.locations.strings.capacity())
            .saturating_add(capacity(&self.locations.bytes))
            .saturating_add(self.extra_strings.text.capacity())
            .saturating_add(capacity(&self.nonstrict))
    }

    /// Finds a kernel by the index of its function and its id, which counts from 1.
    #[must_use]
    pub fn kernel(&self, function: u32, id: u32) -> Option<Kernel<'_>> {
        let function = self.functions.get(usize::try_from(function).ok()?)?;
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        function.body.as_ref()?.kernels.get(index)
    }

    /// Whether a kernel starts on its first available operand.
    #[must_use]
    pub fn is_nonstrict(&self, function: u32, id: u32) -> bool {
        self.nonstrict.binary_search(&(function, id)).is_ok()
    }
}
