//! What the executor runs: functions decoded once, at load, into flat arrays that every call
//! reads and none writes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tfrt_bef::{Attribute, LocationId};
use tfrt_host::kernel::{DirectEntry, NativeDef, Signature};

/// How a function is implemented.
pub use tfrt_bef::FunctionKind;

/// A part of one of a program's flat arrays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    pub(crate) fn new(start: u32, len: u32) -> Self {
        Self { start, len }
    }

    /// The indices it covers.
    #[inline]
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A user of a value: a kernel's index, and what the use means to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct User(u32);

impl User {
    /// A user as [`Body::words`] have it.
    #[inline]
    pub(crate) fn from_word(word: u32) -> Self {
        Self(word)
    }

    pub(crate) fn to_word(self) -> u32 {
        self.0
    }

    const STARTS: u32 = 1 << 31;
    const IGNORED: u32 = 1 << 30;
    const ELSEWHERE: u32 = 1 << 29;
    const INDEX: u32 = Self::ELSEWHERE - 1;

    /// A use that the kernel waits for.
    pub(crate) fn counted(kernel: u32) -> Self {
        Self(kernel & Self::INDEX)
    }

    /// A use whose availability starts the kernel, if nothing has.
    pub(crate) fn starting(kernel: u32) -> Self {
        Self(kernel & Self::INDEX | Self::STARTS)
    }

    /// A use that the kernel does not wait for.
    pub(crate) fn ignored(kernel: u32) -> Self {
        Self(kernel & Self::INDEX | Self::IGNORED)
    }

    /// The same use, by a kernel of another stream than that of the value's producer.
    pub(crate) fn elsewhere(self) -> Self {
        Self(self.0 | Self::ELSEWHERE)
    }

    /// The kernel.
    #[inline]
    pub(crate) fn kernel(self) -> u32 {
        self.0 & Self::INDEX
    }

    /// The kernel waits for the use and is of the stream of the value's producer.
    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        self.0 & !Self::INDEX == 0
    }

    #[inline]
    pub(crate) fn is_counted(self) -> bool {
        self.0 & (Self::STARTS | Self::IGNORED) == 0
    }

    #[inline]
    pub(crate) fn is_starting(self) -> bool {
        self.0 & Self::STARTS != 0
    }
}

/// Where a value goes when its producer has it: an argument of the function or a result of a
/// kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    /// The register.
    pub(crate) register: u32,
    /// The first of its users in [`Body::words`], one for each use by a kernel; those of the next
    /// output follow them.
    pub(crate) users: u32,
}

/// One kernel of a body. Of each list it has only the start: the list of the next kernel follows.
#[derive(Debug)]
pub(crate) struct Kernel {
    /// The kernel's direct entry, if the op is as that entry wants it: one result, and as many
    /// operands as the kernel takes.
    pub(crate) direct: Option<DirectEntry>,
    /// Operands: registers, in [`Body::words`].
    pub(crate) arguments: u32,
    /// In [`Body::outputs`].
    pub(crate) results: u32,
    /// The users of all results, in [`Body::words`].
    pub(crate) users: u32,
    /// That of the first result, if there is one.
    pub(crate) register: u32,
    /// In the program's attribute lists.
    pub(crate) attributes: u32,
    /// In the program's lists of functions.
    pub(crate) functions: u32,
    /// In the file's locations.
    pub(crate) location: LocationId,
    /// The definition's index in the program, and flags.
    pub(crate) def: u32,
}

impl Kernel {
    /// There are results, their registers follow each other, all are used by kernels and none is
    /// promised: the kernel may write them where they belong.
    pub(crate) const IN_PLACE: u32 = 1 << 31;
    /// The first result is promised.
    pub(crate) const PROMISED: u32 = 1 << 30;
    /// The op has one result more than the kernel gives: a ready chain.
    pub(crate) const EXTRA_CHAIN: u32 = 1 << 29;
    /// The kernel does not wait for all its operands; see [`Body::eager`].
    pub(crate) const EAGER: u32 = 1 << 28;

    /// The definition's index in the program.
    #[inline]
    pub(crate) fn def(&self) -> usize {
        (self.def & (Self::EAGER - 1)) as usize
    }

    #[inline]
    pub(crate) fn is(&self, flag: u32) -> bool {
        self.def & flag != 0
    }
}

/// For each kernel that does not wait for its operands (`bef.nonstrict`) which of them must be
/// values when it runs. Placeholders and errors are fine for the others.
pub(crate) type Eager = BTreeMap<u32, Box<[bool]>>;

/// A function's body. Files may have very many tiny ones, so its numbers share one allocation.
#[derive(Debug, Default)]
pub(crate) struct Body {
    /// If there are any, one more than there are, for the ends of the last one's lists.
    pub(crate) kernels: Box<[Kernel]>,
    /// The function's arguments, then the results of kernels, and one more as for kernels.
    pub(crate) outputs: Box<[Output]>,
    /// The stream of each kernel, the operands of kernels, the kernels without operands and the
    /// users of each output, and then what the accessors tell, at the starts below.
    pub(crate) words: Box<[u32]>,
    /// If there are kernels that do not wait.
    pub(crate) eager: Option<Box<Eager>>,
    /// How many registers there are.
    pub(crate) registers: u32,
    /// One more than the highest stream, if that is so little that a table by stream costs no more
    /// than going through the kernels.
    pub(crate) stream_count: Option<u32>,
    pub(crate) root_stream: u32,
    /// Where in `words` the kernels without operands start.
    pub(crate) entry: u32,
    /// Where in `words` the registers that the function returns start.
    pub(crate) returns: u32,
    /// Where in `words` the promised registers start.
    pub(crate) promised: u32,
    /// Where in `words` the counters start.
    pub(crate) counters: u32,
}

impl Body {
    /// The stream of each kernel. Apart from the kernels because it is asked when a kernel
    /// becomes ready, which is long before it runs.
    #[inline]
    pub(crate) fn stream(&self, kernel: u32) -> u32 {
        self.words[kernel as usize]
    }

    /// The registers that the function returns.
    #[inline]
    pub(crate) fn returns(&self) -> &[u32] {
        &self.words[self.returns as usize..self.promised as usize]
    }

    /// Registers that somebody may ask for before they are set, each once and in ascending order:
    /// those returned, and the operands of kernels that do not wait for them.
    #[inline]
    pub(crate) fn promised(&self) -> &[u32] {
        &self.words[self.promised as usize..self.counters as usize]
    }

    /// What the counters of an activation start with: for each register its uses, for each kernel
    /// the operands it waits for (at least one) and, if some kernel is eager, zero for each.
    #[inline]
    pub(crate) fn counters(&self) -> &[u32] {
        &self.words[self.counters as usize..]
    }

    /// Whether some kernel does not wait for its operands.
    #[inline]
    pub(crate) fn has_eager(&self) -> bool {
        self.eager.is_some()
    }

    /// Whether that kernel, which does not wait, needs a value for the operand at that position.
    pub(crate) fn needs(&self, kernel: u32, position: usize) -> bool {
        self.eager.as_ref().is_some_and(|eager| eager[&kernel][position])
    }

    /// For each register its uses.
    pub(crate) fn uses(&self) -> &[u32] {
        &self.counters()[..self.registers as usize]
    }

    /// How many kernels there are.
    pub(crate) fn kernel_count(&self) -> usize {
        self.kernels.len().saturating_sub(1)
    }

    /// The kernels without operands, in [`Body::words`].
    #[inline]
    pub(crate) fn entry(&self) -> Range<usize> {
        let start = self.entry as usize;
        start..self.outputs.first().map_or(start, |output| output.users as usize)
    }

    /// The users of an output, in [`Body::words`].
    #[inline]
    pub(crate) fn users(&self, output: usize) -> Range<usize> {
        self.outputs[output].users as usize..self.outputs[output + 1].users as usize
    }

    /// Where the register is in [`Body::promised`], if it is promised.
    #[inline]
    pub(crate) fn promise(&self, register: u32) -> Option<usize> {
        self.promised().binary_search(&register).ok()
    }

    /// A kernel's operands, as registers.
    pub(crate) fn operands(&self, kernel: usize) -> &[u32] {
        let [start, end] = [kernel, kernel + 1].map(|at| self.kernels[at].arguments as usize);
        &self.words[start..end]
    }

    /// A kernel's results, in [`Body::outputs`].
    pub(crate) fn results(&self, kernel: usize) -> Range<usize> {
        self.kernels[kernel].results as usize..self.kernels[kernel + 1].results as usize
    }
}

/// What kernels of all bodies refer to by a number. The list of number [`Lists::EMPTY`] is empty.
#[derive(Debug)]
pub(crate) struct Lists {
    /// Attributes, in the order that each kernel wants.
    pub(crate) attributes: Vec<Attribute>,
    attribute_lists: Vec<Span>,
    /// Functions, as their indices.
    pub(crate) functions: Vec<u32>,
    function_lists: Vec<Span>,
}

impl Default for Lists {
    fn default() -> Self {
        let empty = || vec![Span::default()];
        Self {
            attributes: Vec::new(),
            attribute_lists: empty(),
            functions: Vec::new(),
            function_lists: empty(),
        }
    }
}

impl Lists {
    pub(crate) const EMPTY: u32 = 0;

    /// Makes room for so many attributes in so many lists.
    pub(crate) fn reserve(&mut self, attributes: usize, lists: usize) {
        self.attributes.reserve_exact(attributes);
        self.attribute_lists.reserve_exact(lists);
    }

    /// Makes a list of the attributes from `first` on.
    pub(crate) fn end_attributes(&mut self, first: usize) -> u32 {
        push(&mut self.attribute_lists, first, self.attributes.len())
    }

    /// Makes a list of functions.
    pub(crate) fn add_functions(&mut self, functions: &[u32]) -> u32 {
        if functions.is_empty() {
            return Self::EMPTY;
        }
        let first = self.functions.len();
        self.functions.extend(functions);
        push(&mut self.function_lists, first, self.functions.len())
    }

    /// The attributes of a list.
    #[inline]
    pub(crate) fn attributes(&self, list: u32) -> &[Attribute] {
        &self.attributes[self.attribute_lists[list as usize].range()]
    }

    /// Where the functions of a list are in [`Lists::functions`].
    #[inline]
    pub(crate) fn functions(&self, list: u32) -> Range<usize> {
        self.function_lists[list as usize].range()
    }
}

fn push(lists: &mut Vec<Span>, first: usize, end: usize) -> u32 {
    let number = |number: usize| u32::try_from(number).expect("a file's counts are within 32 bits");
    let list = number(lists.len());
    lists.push(Span::new(number(first), number(end - first)));
    list
}

/// A function of a program.
#[derive(Debug)]
pub struct FunctionInfo {
    /// As the file has it, but for its body.
    function: tfrt_bef::Function,
    /// The texts of the file's types.
    types: Arc<Vec<Box<str>>>,
    /// In text, once somebody has asked: most functions are called by kernels that do not, and
    /// texts take many times what the file says them with.
    signature: OnceLock<Box<Signature>>,
    /// How many arguments and results there are.
    pub(crate) arity: [u32; 2],
    /// What a native function is, which has no body.
    pub(crate) native: Option<&'static NativeDef>,
    pub(crate) body: Body,
}

impl FunctionInfo {
    pub(crate) fn new(
        function: tfrt_bef::Function,
        types: Arc<Vec<Box<str>>>,
        native: Option<&'static NativeDef>,
        body: Body,
    ) -> Self {
        let count =
            |types: &[u32]| u32::try_from(types.len()).expect("a file's counts are within 32 bits");
        let arity = [count(function.arguments()), count(function.results())];
        Self { function, types, signature: OnceLock::new(), arity, native, body }
    }

    /// How it is implemented.
    #[must_use]
    pub fn kind(&self) -> FunctionKind {
        self.function.kind
    }

    pub(crate) fn name(&self) -> &str {
        &self.function.name
    }

    /// Name and types. A region has no name.
    #[must_use]
    pub fn signature(&self) -> &Signature {
        self.signature.get_or_init(|| {
            let text = |&ty: &u32| self.types.get(ty as usize).map_or("", |text| text).to_owned();
            Box::new(Signature {
                name: self.name().to_owned(),
                arguments: self.function.arguments().iter().map(text).collect(),
                results: self.function.results().iter().map(text).collect(),
            })
        })
    }
}
