//! Kernel instances and lists of users, packed as in the file.

use crate::LocationId;
use crate::cursor::{capacity, widen};

/// One kernel instance of a function, from [`Kernels`].
///
/// Kernel ids in lists of users count from 1: id 0 is the pseudo kernel for the function's entry,
/// and the kernel at index `i` of a body has the id `i + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel<'a> {
    /// The kernel's name, as an index into [`File::kernels`](crate::File::kernels).
    pub name: u32,
    /// The kernel's source location.
    pub location: LocationId,
    /// The stream that the kernel runs in; only equality and order are meaningful.
    pub stream: u32,
    counts: Counts,
    /// The record without its head.
    words: &'a [u32],
    attribute_names: &'a [u32],
}

/// The lists of a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelLists<'a> {
    /// Registers.
    pub arguments: &'a [u32],
    /// Indices into [`File::attributes`](crate::File::attributes).
    pub attributes: &'a [u32],
    /// The name of each attribute, as an index into
    /// [`File::attribute_names`](crate::File::attribute_names); empty if the file has no names.
    pub attribute_names: &'a [u32],
    /// Indices into [`File::functions`](crate::File::functions).
    pub functions: &'a [u32],
    /// Registers.
    pub results: &'a [u32],
}

/// The lengths of a record's lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) arguments: u32,
    pub(crate) attributes: u32,
    pub(crate) functions: u32,
    pub(crate) results: u32,
}

impl<'a> Kernel<'a> {
    /// The lists of the kernel.
    #[inline]
    #[must_use]
    pub fn lists(self) -> KernelLists<'a> {
        let (arguments, rest) = split(self.after_lengths(), self.counts.arguments);
        let (attributes, rest) = split(rest, self.counts.attributes);
        let (functions, rest) = split(rest, self.counts.functions);
        let (results, _) = split(rest, self.counts.results);
        let attribute_names = self.attribute_names;
        KernelLists { arguments, attributes, attribute_names, functions, results }
    }

    /// The users of each result, in result order.
    #[inline]
    #[must_use]
    pub fn used_by(self) -> UserLists<'a> {
        let Counts { arguments, attributes, functions, results } = self.counts;
        let (lengths, rest) = split(self.words, results);
        let lists = widen(arguments)
            .saturating_add(widen(attributes))
            .saturating_add(widen(functions))
            .saturating_add(widen(results));
        UserLists { lengths, ids: rest.get(lists..).unwrap_or_default() }
    }

    /// The argument registers.
    #[inline]
    #[must_use]
    pub fn arguments(self) -> &'a [u32] {
        split(self.after_lengths(), self.counts.arguments).0
    }

    /// The attributes, as indices into [`File::attributes`](crate::File::attributes).
    #[inline]
    #[must_use]
    pub fn attributes(self) -> &'a [u32] {
        self.lists().attributes
    }

    /// The names of the attributes, as indices into
    /// [`File::attribute_names`](crate::File::attribute_names); empty if the file has no names.
    #[inline]
    #[must_use]
    pub fn attribute_names(self) -> &'a [u32] {
        self.attribute_names
    }

    /// The functions that the kernel refers to, including its regions.
    #[inline]
    #[must_use]
    pub fn functions(self) -> &'a [u32] {
        self.lists().functions
    }

    /// The result registers.
    #[inline]
    #[must_use]
    pub fn results(self) -> &'a [u32] {
        self.lists().results
    }

    /// The words of the record after the numbers of users.
    fn after_lengths(self) -> &'a [u32] {
        split(self.words, self.counts.results).1
    }
}

fn split(words: &[u32], count: u32) -> (&[u32], &[u32]) {
    words.split_at_checked(widen(count)).unwrap_or((words, &[]))
}

/// The kernels of a body, in block order. Their records are one list of words, laid out as in the
/// file, so that reading and storing them needs no allocation per kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernels {
    /// `None` for a body without kernels, of which a file may have very many.
    tables: Option<Box<Tables>>,
}

/// The tables of a body with kernels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tables {
    /// The records, with indices of attributes in place of their offsets.
    pub(crate) words: Vec<u32>,
    pub(crate) entries: Vec<Entry>,
    /// The names of the attributes of all kernels, or none.
    pub(crate) attribute_names: Vec<u32>,
}

/// The parts of a kernel that are stored outside its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The start of the record.
    pub(crate) record: u32,
    /// The start of the kernel's attribute names.
    pub(crate) names: u32,
    pub(crate) stream: u32,
}

/// The words of a record before its lists: a name, a location and four counts.
pub(crate) const HEAD: usize = 6;

impl Kernels {
    /// No kernels.
    #[must_use]
    pub fn new() -> Kernels {
        Kernels::default()
    }

    /// Adds a kernel with the given lists, and the users of each of its results.
    ///
    /// # Panics
    /// The numbers of results and of user lists differ, or all records together take 2³² words.
    pub fn push<'u, U>(
        &mut self,
        name: u32,
        location: LocationId,
        stream: u32,
        lists: KernelLists<'_>,
        used_by: U,
    ) where
        U: IntoIterator<Item = &'u [u32], IntoIter: Clone>,
    {
        let users = used_by.into_iter();
        assert_eq!(users.clone().count(), lists.results.len(), "each result has a list of users");
        let tables = self.tables.get_or_insert_default();
        let names = fit(tables.attribute_names.len());
        tables.entries.push(Entry { record: fit(tables.words.len()), names, stream });
        tables.words.extend([name, location.raw()]);
        let KernelLists { arguments, attributes, attribute_names, functions, results } = lists;
        let lists = [arguments, attributes, functions, results];
        tables.words.extend(lists.map(|list| fit(list.len())));
        tables.words.extend(users.clone().map(|list| fit(list.len())));
        lists.into_iter().for_each(|list| tables.words.extend(list));
        users.for_each(|list| tables.words.extend(list));
        tables.attribute_names.extend(attribute_names);
        fit(tables.words.len());
    }

    /// The kernels of these tables.
    pub(crate) fn from_tables(tables: Tables) -> Kernels {
        Kernels { tables: (!tables.entries.is_empty()).then(|| Box::new(tables)) }
    }

    /// The names of all attributes.
    pub(crate) fn attribute_names_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.tables.iter_mut().flat_map(|tables| &mut tables.attribute_names)
    }

    /// Moves the kernel at an index to another stream.
    ///
    /// # Panics
    /// There is no such kernel.
    pub fn set_stream(&mut self, index: usize, stream: u32) {
        let tables = self.tables.as_mut();
        let entry = tables.and_then(|tables| tables.entries.get_mut(index));
        entry.expect("there is such a kernel").stream = stream;
    }

    /// The number of kernels.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.as_ref().map_or(0, |tables| tables.entries.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_none()
    }

    /// The kernel at an index.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Kernel<'_>> {
        self.tables.as_ref()?.get(index)
    }

    /// The kernels in order.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> KernelIter<'_> {
        KernelIter { tables: self.tables.as_deref(), next: 0 }
    }

    /// The size in memory, without this structure.
    pub(crate) fn size(&self) -> usize {
        self.tables.as_ref().map_or(0, |tables| {
            size_of::<Tables>()
                .saturating_add(capacity(&tables.words))
                .saturating_add(capacity(&tables.entries))
                .saturating_add(capacity(&tables.attribute_names))
        })
    }

    /// Maps each attribute index.
    pub(crate) fn map_attributes(&mut self, map: impl Fn(u32) -> usize) {
        let Some(tables) = &mut self.tables else { return };
        for entry in &tables.entries {
            let Some(record) = tables.words.get_mut(widen(entry.record)..) else { continue };
            let Some((head, words)) = record.split_first_chunk_mut::<HEAD>() else { continue };
            let [_, _, arguments, attributes, _, results] = *head;
            let skip = widen(results).saturating_add(widen(arguments));
            for word in words.iter_mut().skip(skip).take(widen(attributes)) {
                *word = u32::try_from(map(*word)).unwrap_or(u32::MAX);
            }
        }
    }
}

impl Tables {
    /// The kernel at an index.
    #[inline]
    fn get(&self, index: usize) -> Option<Kernel<'_>> {
        let entry = *self.entries.get(index)?;
        let next = self.entries.get(index.saturating_add(1));
        let end = next.map_or(self.words.len(), |next| widen(next.record));
        let record = self.words.get(widen(entry.record)..end)?;
        let (&[name, location, arguments, attributes, functions, results], words) =
            record.split_first_chunk::<HEAD>()?;
        let names = next.map_or(self.attribute_names.len(), |next| widen(next.names));
        Some(Kernel {
            name,
            location: LocationId(location),
            stream: entry.stream,
            counts: Counts { arguments, attributes, functions, results },
            words,
            attribute_names: self.attribute_names.get(widen(entry.names)..names)?,
        })
    }
}

fn fit(length: usize) -> u32 {
    u32::try_from(length).expect("the kernels of a body are within 32 bits")
}

impl<'a> IntoIterator for &'a Kernels {
    type Item = Kernel<'a>;
    type IntoIter = KernelIter<'a>;

    fn into_iter(self) -> KernelIter<'a> {
        self.iter()
    }
}

/// The kernels of a [`Kernels`], in order.
#[derive(Clone, Debug)]
pub struct KernelIter<'a> {
    tables: Option<&'a Tables>,
    next: usize,
}

impl<'a> Iterator for KernelIter<'a> {
    type Item = Kernel<'a>;

    #[inline]
    fn next(&mut self) -> Option<Kernel<'a>> {
        let kernel = self.tables?.get(self.next)?;
        self.next = self.next.saturating_add(1);
        Some(kernel)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.tables.map_or(0, |tables| tables.entries.len());
        let left = count.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for KernelIter<'_> {}

/// For each value of a list, the ids of the kernels that use it, once per use.
///
/// The order within a list is observable in the executor: the original lists the latest use first.
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

    /// The size in memory, without this structure.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.words)
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

    /// Whether there are none.
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

/// The users of each register in the order that parsing a text produces: the latest first.
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
