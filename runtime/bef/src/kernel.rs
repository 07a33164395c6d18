//! Kernel instances and lists of users, packed as the file packs them.

use crate::cursor::widen;

/// One kernel instance of a function.
///
/// Kernel ids, as in lists of users, count from 1: id 0 is the pseudo kernel that stands for the
/// function's entry, and the kernel at index `i` of a body has the id `i + 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The kernel's name, as an index into [`File::kernels`](crate::File::kernels).
    pub name: u32,
    /// Where the kernel stands in the source.
    pub location: crate::LocationId,
    /// The stream that the kernel runs in; only equality and order mean anything.
    pub stream: u32,
    /// The lists, then for each result the number of its users, then the users. One piece, so that
    /// a table of small kernels stays small.
    words: Box<[u32]>,
    arguments: u32,
    attributes: u32,
    attribute_names: u32,
    functions: u32,
    results: u32,
}

/// The lists of a kernel, to make a [`Kernel`] of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelLists<'a> {
    /// Registers.
    pub arguments: &'a [u32],
    /// Indices into [`File::attributes`](crate::File::attributes).
    pub attributes: &'a [u32],
    /// For each attribute its name, as an index into
    /// [`File::attribute_names`](crate::File::attribute_names); empty when names are absent.
    pub attribute_names: &'a [u32],
    /// Indices into [`File::functions`](crate::File::functions).
    pub functions: &'a [u32],
    /// Registers.
    pub results: &'a [u32],
}

impl Kernel {
    /// A kernel with the given lists, and the users of each of its results.
    ///
    /// # Panics
    /// A list has 2³² elements or more, or the results and their users are not as many.
    #[must_use]
    pub fn new(
        name: u32,
        location: crate::LocationId,
        stream: u32,
        lists: KernelLists<'_>,
        used_by: &Users,
    ) -> Kernel {
        assert_eq!(used_by.len(), lists.results.len(), "each result has a list of users");
        let count =
            |list: &[u32]| u32::try_from(list.len()).expect("a kernel's list is within 32 bits");
        Kernel {
            name,
            location,
            stream,
            arguments: count(lists.arguments),
            attributes: count(lists.attributes),
            attribute_names: count(lists.attribute_names),
            functions: count(lists.functions),
            results: count(lists.results),
            words: [
                lists.arguments,
                lists.attributes,
                lists.attribute_names,
                lists.functions,
                lists.results,
                &used_by.words,
            ]
            .concat()
            .into(),
        }
    }

    /// A kernel whose lists are in one piece: arguments, attributes, their names, functions and
    /// results, the lengths of which `counts` tells, the numbers of users, and the users.
    pub(crate) fn from_words(
        name: u32,
        location: crate::LocationId,
        stream: u32,
        words: Vec<u32>,
        counts: [usize; 5],
    ) -> Kernel {
        let [arguments, attributes, attribute_names, functions, results] =
            counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let words = words.into();
        Kernel {
            name,
            location,
            stream,
            words,
            arguments,
            attributes,
            attribute_names,
            functions,
            results,
        }
    }

    /// The lists of the kernel.
    #[must_use]
    pub fn lists(&self) -> KernelLists<'_> {
        self.split().0
    }

    /// The users of each result, in result order.
    #[must_use]
    pub fn used_by(&self) -> UserLists<'_> {
        self.split().1
    }

    /// Replaces the users of the results.
    pub fn set_used_by(&mut self, used_by: &Users) {
        *self = Kernel::new(self.name, self.location, self.stream, self.lists(), used_by);
    }

    fn split(&self) -> (KernelLists<'_>, UserLists<'_>) {
        let (arguments, rest) = split(&self.words, self.arguments);
        let (attributes, rest) = split(rest, self.attributes);
        let (attribute_names, rest) = split(rest, self.attribute_names);
        let (functions, rest) = split(rest, self.functions);
        let (results, rest) = split(rest, self.results);
        let (lengths, ids) = split(rest, self.results);
        let lists = KernelLists { arguments, attributes, attribute_names, functions, results };
        (lists, UserLists { lengths, ids })
    }

    /// Replaces each attribute.
    pub(crate) fn map_attributes(&mut self, map: impl Fn(u32) -> usize) {
        self.map(self.arguments, self.attributes, map);
    }

    /// Replaces the name of each attribute.
    pub(crate) fn map_attribute_names(&mut self, map: impl Fn(u32) -> usize) {
        self.map(self.arguments.saturating_add(self.attributes), self.attribute_names, map);
    }

    fn map(&mut self, skip: u32, take: u32, map: impl Fn(u32) -> usize) {
        for word in self.words.iter_mut().skip(widen(skip)).take(widen(take)) {
            *word = u32::try_from(map(*word)).unwrap_or(u32::MAX);
        }
    }

    /// The argument registers.
    #[must_use]
    pub fn arguments(&self) -> &[u32] {
        self.lists().arguments
    }

    /// The attributes, as indices into [`File::attributes`](crate::File::attributes).
    #[must_use]
    pub fn attributes(&self) -> &[u32] {
        self.lists().attributes
    }

    /// The names of the attributes, as indices into
    /// [`File::attribute_names`](crate::File::attribute_names); empty when names are absent.
    #[must_use]
    pub fn attribute_names(&self) -> &[u32] {
        self.lists().attribute_names
    }

    /// The functions that the kernel refers to, its regions included.
    #[must_use]
    pub fn functions(&self) -> &[u32] {
        self.lists().functions
    }

    /// The result registers.
    #[must_use]
    pub fn results(&self) -> &[u32] {
        self.lists().results
    }
}

fn split(words: &[u32], count: u32) -> (&[u32], &[u32]) {
    words.split_at_checked(widen(count)).unwrap_or((words, &[]))
}

/// For each of some values, the ids of the kernels that use it, once per use.
///
/// The order within a list is what the executor observes: the original lists the latest use first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Users {
    /// The lengths of the lists, then the lists.
    words: Box<[u32]>,
    lists: u32,
}

impl Users {
    /// Packs lists of kernel ids.
    ///
    /// # Panics
    /// There are 2³² lists or more, or a list has that many elements.
    #[must_use]
    pub fn new<L: AsRef<[u32]>>(lists: &[L]) -> Users {
        let count = |length: usize| u32::try_from(length).expect("user lists are within 32 bits");
        let lengths = lists.iter().map(|list| count(list.as_ref().len()));
        let ids = lists.iter().flat_map(|list| list.as_ref().iter().copied());
        Users { words: lengths.chain(ids).collect(), lists: count(lists.len()) }
    }

    /// Users from the lengths of `lists` lists, followed by the lists.
    pub(crate) fn from_words(words: Vec<u32>, lists: usize) -> Users {
        Users { words: words.into(), lists: u32::try_from(lists).unwrap_or(u32::MAX) }
    }

    /// The number of ids in all lists.
    pub(crate) fn total(&self) -> usize {
        self.words.len().saturating_sub(self.len())
    }

    /// The number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        widen(self.lists)
    }

    /// Whether there is no list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists == 0
    }

    /// The lists, in order.
    #[must_use]
    pub fn iter(&self) -> UserLists<'_> {
        let (lengths, ids) = self.words.split_at_checked(self.len()).unwrap_or((&self.words, &[]));
        UserLists { lengths, ids }
    }
}

impl<L: AsRef<[u32]>> FromIterator<L> for Users {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> Users {
        Users::new(&lists.into_iter().collect::<Vec<_>>())
    }
}

impl<'a> IntoIterator for &'a Users {
    type Item = &'a [u32];
    type IntoIter = UserLists<'a>;

    fn into_iter(self) -> UserLists<'a> {
        self.iter()
    }
}

/// The lists of a [`Users`], in order.
#[derive(Clone, Debug)]
pub struct UserLists<'a> {
    lengths: &'a [u32],
    ids: &'a [u32],
}

impl<'a> Iterator for UserLists<'a> {
    type Item = &'a [u32];

    fn next(&mut self) -> Option<&'a [u32]> {
        let (length, lengths) = self.lengths.split_first()?;
        self.lengths = lengths;
        let (list, ids) = self.ids.split_at_checked(widen(*length)).unwrap_or((self.ids, &[]));
        self.ids = ids;
        Some(list)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.lengths.len(), Some(self.lengths.len()))
    }
}

impl ExactSizeIterator for UserLists<'_> {}

impl UserLists<'_> {
    /// The number of ids in all lists.
    pub(crate) fn total(&self) -> usize {
        self.ids.len()
    }
}

/// The users of each register in the order that parsing a text leaves them in: the latest first.
///
/// `arguments` yields the argument registers of each kernel in block order; registers out of range
/// are skipped. For the users of the entry trigger, which are kernels without arguments, the order
/// is the block order instead.
pub fn default_users<'a>(
    registers: usize,
    arguments: impl IntoIterator<Item = &'a [u32]>,
) -> Vec<Vec<u32>> {
    let mut users = vec![Vec::new(); registers];
    for (kernel, registers) in (1_u32..).zip(arguments) {
        for register in registers {
            if let Some(list) = users.get_mut(widen(*register)) {
                list.push(kernel);
            }
        }
    }
    for list in &mut users {
        list.reverse();
    }
    users
}
