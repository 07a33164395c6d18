//! Decoded functions: flat arrays built once at load; calls only read them.

use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tfrt_bef::LocationId;
use tfrt_host::kernel::{Native, OpAttribute, Signature};

/// How a function is implemented.
pub use tfrt_bef::FunctionKind;

/// A range of one of a program's flat arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

impl Span {
    pub(crate) fn new(start: u32, len: u32) -> Self {
        Self { start, len }
    }

    /// The first index.
    pub(crate) fn start(self) -> u32 {
        self.start
    }

    /// The indices.
    #[inline]
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A user of a value: a kernel's index, and whether the kernel waits for the use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct User(u32);

impl User {
    /// Decodes a user from [`Body::words`].
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

    /// A use of a non-strict kernel whose availability starts it, if it has not started.
    pub(crate) fn starting(kernel: u32) -> Self {
        Self(kernel & Self::INDEX | Self::STARTS)
    }

    /// A use that the kernel does not wait for.
    pub(crate) fn ignored(kernel: u32) -> Self {
        Self(kernel & Self::INDEX | Self::IGNORED)
    }

    /// The same use, by a kernel in another stream than the value's producer.
    pub(crate) fn elsewhere(self) -> Self {
        Self(self.0 | Self::ELSEWHERE)
    }

    /// The kernel.
    #[inline]
    pub(crate) fn kernel(self) -> u32 {
        self.0 & Self::INDEX
    }

    /// Whether the kernel waits for the use and is in the stream of the value's producer.
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

/// The destination of a value: an argument of the function or a result of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Output {
    /// The register.
    pub(crate) register: u32,
    /// The start of its users in [`Body::words`], one entry per use by a kernel. Those of the next
    /// output follow.
    pub(crate) users: u32,
}

/// A kernel of a body. Of each list it has only the start: it ends where the next kernel's starts.
#[derive(Debug)]
pub(crate) struct Kernel {
    /// Operands, as registers in [`Body::words`].
    pub(crate) arguments: u32,
    /// Results, in [`Body::outputs`].
    pub(crate) results: u32,
    /// The users of all results, in [`Body::words`].
    pub(crate) users: u32,
    /// The register of the first result, if there is one.
    pub(crate) register: u32,
    /// A list number in [`Lists`].
    pub(crate) attributes: u32,
    /// A list number in [`Lists`].
    pub(crate) functions: u32,
    /// Index into the file's locations.
    pub(crate) location: LocationId,
    /// The definition's index in the program, and flags.
    pub(crate) def: u32,
}

impl Kernel {
    /// The registers of the results are contiguous: the kernel may write results there directly,
    /// unless one of them has a promise.
    pub(crate) const RESULTS_IN_REGISTERS: u32 = 1 << 31;
    /// Some result is promised.
    pub(crate) const PROMISED: u32 = 1 << 30;
    /// The op has one more result than the kernel gives: a ready chain.
    pub(crate) const EXTRA_CHAIN: u32 = 1 << 29;
    /// The kernel is non-strict; see [`Body::eager`].
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

/// The non-strict kernels (`bef.nonstrict`), in ascending order.
pub(crate) type Eager = Box<[EagerKernel]>;

/// A non-strict kernel.
#[derive(Debug)]
pub(crate) struct EagerKernel {
    pub(crate) kernel: u32,
    /// The length of the operand prefix that ends with the last awaited operand. Usually short even
    /// if the list of operands is long.
    pub(crate) awaited: u32,
    /// Which operands must be values when it runs. The others may be pending or errors.
    pub(crate) needed: Box<[bool]>,
}

/// The entry of the kernel with that index.
pub(crate) fn eager_kernel(eager: &[EagerKernel], kernel: u32) -> Option<&EagerKernel> {
    let found = eager.binary_search_by_key(&kernel, |eager| eager.kernel);
    found.ok().map(|at| &eager[at])
}

/// A function's body. Files may contain very many tiny ones, so its numbers share one allocation.
#[derive(Debug, Default)]
pub(crate) struct Body {
    /// If not empty, followed by a sentinel that ends the last kernel's lists.
    pub(crate) kernels: Box<[Kernel]>,
    /// The function's arguments, then the results of kernels, then a sentinel as for kernels.
    pub(crate) outputs: Box<[Output]>,
    /// The stream of each kernel, the operands of kernels, the kernels without operands, the users
    /// of each output, and then the tables that the accessors read, which start at the offsets
    /// below.
    pub(crate) words: Box<[u32]>,
    /// The non-strict kernels, if there are any.
    pub(crate) eager: Option<Box<Eager>>,
    /// The number of registers.
    pub(crate) registers: u32,
    /// The highest stream plus one, if it is small enough that a table by stream is cheap.
    pub(crate) stream_count: Option<u32>,
    pub(crate) root_stream: u32,
    /// The start of the kernels without operands in `words`.
    pub(crate) entry: u32,
    /// The start of the returned registers in `words`.
    pub(crate) returns: u32,
    /// The start of the promised registers in `words`.
    pub(crate) promised: u32,
    /// The start of the counters in `words`.
    pub(crate) counters: u32,
}

impl Body {
    /// The stream of each kernel. Stored apart from the kernels because it is read when a kernel
    /// becomes ready, long before the kernel runs.
    #[inline]
    pub(crate) fn stream(&self, kernel: u32) -> u32 {
        self.words[kernel as usize]
    }

    /// The registers that the function returns.
    #[inline]
    pub(crate) fn returns(&self) -> &[u32] {
        &self.words[self.returns as usize..self.promised as usize]
    }

    /// Registers that may be read before they are set, each once and in ascending order: the
    /// returned ones, and operands that non-strict kernels do not wait for.
    #[inline]
    pub(crate) fn promised(&self) -> &[u32] {
        &self.words[self.promised as usize..self.counters as usize]
    }

    /// The initial counters of a call: for each register its uses, for each kernel its awaited
    /// operands (at least one) and, if some kernel is non-strict, a zero flag for each.
    #[inline]
    pub(crate) fn counters(&self) -> &[u32] {
        &self.words[self.counters as usize..]
    }

    /// Whether some kernel is non-strict.
    #[inline]
    pub(crate) fn has_eager(&self) -> bool {
        self.eager.is_some()
    }

    /// Whether a non-strict kernel needs a value for the operand at that position.
    pub(crate) fn needs(&self, kernel: u32, position: usize) -> bool {
        let eager = self.eager.as_ref().and_then(|eager| eager_kernel(eager, kernel));
        eager.is_some_and(|eager| eager.needed[position])
    }

    /// For each register its uses.
    pub(crate) fn uses(&self) -> &[u32] {
        &self.counters()[..self.registers as usize]
    }

    /// The number of kernels.
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

    /// The index of the register in [`Body::promised`], if it is promised.
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

/// The lists that kernels of all bodies refer to by number. List [`Lists::EMPTY`] is empty.
#[derive(Debug)]
pub(crate) struct Lists {
    /// Attributes, in chunks of [`Lists::CHUNK`] or of one longer list, so that growing never moves
    /// them.
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

    /// Attributes of a chunk, unless a single list has more.
    pub(crate) const CHUNK: usize = 512;

    /// Whether attributes from an index on are all in one chunk.
    pub(crate) fn in_one_chunk(index: u32, count: usize) -> bool {
        index as usize % Self::CHUNK + count <= Self::CHUNK
    }

    /// The bytes needed to add that many attributes.
    pub(crate) fn growth(&self, count: usize) -> usize {
        let last = self.attributes.last().map_or(Self::CHUNK, Vec::len);
        let chunk = if last + count > Self::CHUNK { count.max(Self::CHUNK) } else { 0 };
        // The list of chunks grows too.
        chunk * (size_of::<OpAttribute>() + 1)
    }

    /// Reserves space for contiguous attributes; returns the index of the first.
    pub(crate) fn reserve(&mut self, count: usize) -> u32 {
        if self.attributes.last().is_none_or(|last| last.len() + count > Self::CHUNK) {
            self.attributes.push(Vec::with_capacity(count.max(Self::CHUNK)));
        }
        let last = self.attributes.last().map_or(0, Vec::len);
        number((self.attributes.len() - 1) * Self::CHUNK + last)
    }

    /// Adds an attribute in reserved space.
    pub(crate) fn push(&mut self, attribute: OpAttribute) {
        if let Some(last) = self.attributes.last_mut() {
            last.push(attribute);
        }
    }

    /// The maximum number of bytes per list while the table of lists grows.
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
        let (chunk, start) = (range.start / Self::CHUNK, range.start % Self::CHUNK);
        &self.attributes[chunk][start..start + range.len()]
    }

    /// The range of a list in [`Lists::functions`].
    #[inline]
    pub(crate) fn functions(&self, list: u32) -> Range<usize> {
        self.function_lists[list as usize].range()
    }
}

/// Adds a list, unless it equals the last one.
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
    /// The function of the file, without its body.
    function: tfrt_bef::Function,
    /// The type names of the file.
    types: Arc<Vec<Box<str>>>,
    /// Made on first request: most functions are never asked for their signature, and as text it is
    /// much larger than in the file.
    signature: OnceLock<Box<Signature>>,
    /// The numbers of arguments and results.
    pub(crate) arity: [u32; 2],
    /// The implementation of a native function, which has no body. Few functions are native.
    pub(crate) native: Option<Box<Native>>,
    pub(crate) body: Body,
}

impl FunctionInfo {
    pub(crate) fn new(
        function: tfrt_bef::Function,
        types: Arc<Vec<Box<str>>>,
        native: Option<Box<Native>>,
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
