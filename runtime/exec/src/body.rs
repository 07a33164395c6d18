//! What the executor runs: functions decoded once, at load, into flat arrays that every call
//! reads and none writes.

use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tfrt_bef::LocationId;
use tfrt_host::kernel::{NativeDef, OpAttribute, Signature};

/// How a function is implemented.
pub use tfrt_bef::FunctionKind;

/// A part of one of a program's flat arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    pub(crate) fn new(start: u32, len: u32) -> Self {
        Self { start, len }
    }

    /// The first index it covers.
    pub(crate) fn start(self) -> u32 {
        self.start
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
    /// The registers of the results follow each other: the kernel may write them where they belong,
    /// unless somebody waits for the promise of one.
    pub(crate) const RESULTS_IN_REGISTERS: u32 = 1 << 31;
    /// Some result is promised.
    pub(crate) const PROMISED: u32 = 1 << 30;
    /// The op has one result more than the kernel gives: a ready chain.
    pub(crate) const EXTRA_CHAIN: u32 = 1 << 29;
    /// The kernel does not wait for all its operands; see [`Body::eager`].
    pub(crate) const EAGER: u32 = 1 << 28;
    /// The kernel takes its operands as a slice.
    pub(crate) const CONTIGUOUS_OPERANDS: u32 = 1 << 27;

    /// The definition's index in the program.
    #[inline]
    pub(crate) fn def(&self) -> usize {
        (self.def & (Self::CONTIGUOUS_OPERANDS - 1)) as usize
    }

    #[inline]
    pub(crate) fn is(&self, flag: u32) -> bool {
        self.def & flag != 0
    }
}

/// The kernels that do not wait for their operands (`bef.nonstrict`), in ascending order.
pub(crate) type Eager = Box<[EagerKernel]>;

/// A kernel that does not wait for its operands.
#[derive(Debug)]
pub(crate) struct EagerKernel {
    pub(crate) kernel: u32,
    /// How many operands there are up to the last that it waits for after all: few, where a list of
    /// operands may be long.
    pub(crate) awaited: u32,
    /// Which of the operands must be values when it runs. Placeholders and errors are fine for the
    /// others.
    pub(crate) needed: Box<[bool]>,
}

/// The one with the kernel of that index.
pub(crate) fn eager_kernel(eager: &[EagerKernel], kernel: u32) -> Option<&EagerKernel> {
    let found = eager.binary_search_by_key(&kernel, |eager| eager.kernel);
    found.ok().map(|at| &eager[at])
}

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
        let eager = self.eager.as_ref().and_then(|eager| eager_kernel(eager, kernel));
        eager.is_some_and(|eager| eager.needed[position])
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
    /// Attributes, in pieces of [`Lists::PIECE`] or of one longer list, so that they need not move
    /// while there are more and more.
    attributes: Vec<Vec<OpAttribute>>,
    attribute_lists: Vec<Span>,
    /// Functions, as their indices.
    pub(crate) functions: Vec<u32>,
    function_lists: Vec<Span>,
}

impl Default for Lists {
    fn default() -> Self {
        let empty = || vec![Span::default()];
        Self {
            attributes: vec![Vec::new()],
            attribute_lists: empty(),
            functions: Vec::new(),
            function_lists: empty(),
        }
    }
}

impl Lists {
    pub(crate) const EMPTY: u32 = 0;

    /// Attributes of a piece, unless one list has more.
    pub(crate) const PIECE: usize = 512;

    /// Whether attributes from a place on are all in one piece.
    pub(crate) fn in_one_piece(place: u32, count: usize) -> bool {
        place as usize % Self::PIECE + count <= Self::PIECE
    }

    /// The bytes that room for so many more attributes takes.
    pub(crate) fn room(&self, count: usize) -> usize {
        let last = self.attributes.last().map_or(Self::PIECE, Vec::len);
        let piece = if last + count > Self::PIECE { count.max(Self::PIECE) } else { 0 };
        // The list of pieces grows too.
        piece * (size_of::<OpAttribute>() + 1)
    }

    /// Makes room for so many attributes behind each other; tells the place of the first.
    pub(crate) fn make_room(&mut self, count: usize) -> u32 {
        if self.attributes.last().is_none_or(|last| last.len() + count > Self::PIECE) {
            self.attributes.push(Vec::with_capacity(count.max(Self::PIECE)));
        }
        let last = self.attributes.last().map_or(0, Vec::len);
        number((self.attributes.len() - 1) * Self::PIECE + last)
    }

    /// Adds an attribute where there is room.
    pub(crate) fn push(&mut self, attribute: OpAttribute) {
        if let Some(last) = self.attributes.last_mut() {
            last.push(attribute);
        }
    }

    /// The bytes that one more list takes at most while the table of lists grows.
    pub(crate) const LIST: usize = 18 * size_of::<Span>() / 8;

    /// Makes a list of attributes.
    pub(crate) fn add_attributes(&mut self, span: Span) -> u32 {
        push(&mut self.attribute_lists, span)
    }

    /// Makes a list of functions.
    pub(crate) fn add_functions(&mut self, span: Span) -> u32 {
        push(&mut self.function_lists, span)
    }

    /// The attributes of a list.
    #[inline]
    pub(crate) fn attributes(&self, list: u32) -> &[OpAttribute] {
        let range = self.attribute_lists[list as usize].range();
        let (piece, start) = (range.start / Self::PIECE, range.start % Self::PIECE);
        &self.attributes[piece][start..start + range.len()]
    }

    /// Where the functions of a list are in [`Lists::functions`].
    #[inline]
    pub(crate) fn functions(&self, list: u32) -> Range<usize> {
        self.function_lists[list as usize].range()
    }
}

/// Adds a list, unless it is the same as the last.
fn push(lists: &mut Vec<Span>, span: Span) -> u32 {
    if lists.last() != Some(&span) {
        if lists.len() == lists.capacity() {
            lists.reserve_exact(lists.len() / 4 + 64);
        }
        lists.push(span);
    }
    number(lists.len() - 1)
}

fn number(number: usize) -> u32 {
    u32::try_from(number).expect("a file's counts are within 32 bits")
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
