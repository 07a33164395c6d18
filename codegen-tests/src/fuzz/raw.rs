//! A file taken apart down to its numbers, without asking what they mean, so that each can be made
//! to lie while the others stay consistent. Takes apart only what our writer wrote; shares no code
//! with the reader.

/// A number, which may be spelled as none should be.
#[derive(Clone, Debug)]
pub(super) struct Number {
    value: u64,
    spelling: Option<Box<[u8]>>,
}

impl Number {
    pub(super) fn new(value: u64) -> Self {
        Self { value, spelling: None }
    }

    /// The value that is meant.
    pub(super) fn value(&self) -> u64 {
        self.value
    }

    /// Changes the value.
    pub(super) fn set(&mut self, value: u64) {
        *self = Self::new(value);
    }

    /// Writes the number as these bytes.
    pub(super) fn spell(&mut self, bytes: Vec<u8>) {
        self.spelling = Some(bytes.into());
    }

    pub(super) fn push(&self, out: &mut Vec<u8>) {
        match &self.spelling {
            Some(bytes) => out.extend(bytes),
            None => push_number(out, self.value),
        }
    }
}

fn push_number(out: &mut Vec<u8>, value: u64) {
    let groups = (u64::BITS - value.leading_zeros()).div_ceil(7).max(1);
    for group in (0..groups).rev() {
        let more = if group == 0 { 0 } else { 0x80 };
        out.push((value >> (7 * group) & 0x7F) as u8 | more);
    }
}

/// Numbers with their count.
#[derive(Clone, Debug)]
pub(super) struct Counted<T> {
    pub(super) count: Number,
    pub(super) items: Vec<T>,
}

/// A function's entry in the index.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: u8,
    pub(super) name: Number,
    pub(super) arguments: Counted<Number>,
    pub(super) results: Counted<Number>,
    pub(super) body: Option<Body>,
}

/// A function's body.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) location: Number,
    pub(super) registers: Counted<Number>,
    pub(super) kernel_count: Number,
    pub(super) results: Vec<Number>,
    /// What fills the gap before the records.
    pub(super) padding: u8,
    /// The entry's record and those of the kernels.
    pub(super) records: Vec<Record>,
}

/// A kernel's record with its entry in the table of records.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) operands: Number,
    pub(super) stream: Number,
    pub(super) code: u32,
    pub(super) location: u32,
    pub(super) arguments: Vec<u32>,
    pub(super) attributes: Vec<u32>,
    pub(super) functions: Vec<u32>,
    pub(super) results: Vec<u32>,
    pub(super) users: Vec<Vec<u32>>,
    /// Added to the counts of arguments, attributes, functions, results, and users of the first
    /// result.
    pub(super) excess: [u32; 5],
}

/// A section that is not taken apart further here.
#[derive(Clone, Debug)]
pub(super) struct Section {
    pub(super) id: u8,
    pub(super) alignment: u8,
    pub(super) data: Vec<u8>,
    /// Added to the length.
    pub(super) excess: u64,
    /// What fills the gap before the data.
    pub(super) padding: u8,
    /// The alignment that the header states in place of the right one.
    pub(super) stated: Option<u8>,
}

/// A whole file.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// All sections; the data of those that are taken apart is made anew.
    pub(super) sections: Vec<Section>,
    pub(super) kernels: Counted<Number>,
    pub(super) types: Counted<Number>,
    pub(super) functions: Counted<Entry>,
    /// Offsets and types.
    pub(super) attribute_types: Option<Counted<[Number; 2]>>,
    pub(super) attribute_names: Option<Counted<Counted<Number>>>,
    pub(super) register_types: Option<Counted<Counted<Number>>>,
}

pub(super) const STRINGS: u8 = 0;
pub(super) const ATTRIBUTES: u8 = 1;
pub(super) const KERNELS: u8 = 2;
pub(super) const TYPES: u8 = 3;
pub(super) const FUNCTION_INDEX: u8 = 4;
pub(super) const FUNCTIONS: u8 = 5;
pub(super) const LOCATION_STRINGS: u8 = 6;
pub(super) const LOCATIONS: u8 = 7;
pub(super) const ATTRIBUTE_TYPES: u8 = 8;
pub(super) const ATTRIBUTE_NAMES: u8 = 9;
pub(super) const REGISTER_TYPES: u8 = 10;

const PADDING: u8 = 0xCC;

/// Reads forward through bytes that are known to be good.
struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        self.at += 1;
        self.all[self.at - 1]
    }

    fn number(&mut self) -> Number {
        let mut value = 0;
        loop {
            let byte = self.byte();
            value = value << 7 | u64::from(byte & 0x7F);
            if byte < 0x80 {
                return Number::new(value);
            }
        }
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    fn words(&mut self, count: u32) -> Vec<u32> {
        (0..count).map(|_| self.word()).collect()
    }

    fn counted<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Counted<T> {
        let count = self.number();
        let items = (0..count.value()).map(|_| item(self)).collect();
        Counted { count, items }
    }
}

impl File {
    /// Takes a file apart.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let sections = split(bytes);
        let data = |id: u8| sections.iter().find(|section| section.id == id);
        let of = |id: u8| Bytes { all: data(id).map_or(&[], |section| &section.data), at: 0 };
        let optional = |id: u8| data(id).map(|_| of(id));
        let kernels = of(KERNELS).counted(Bytes::number);
        let types = of(TYPES).counted(Bytes::number);
        let mut bodies = of(FUNCTIONS);
        let functions = of(FUNCTION_INDEX).counted(|index| {
            let kind = index.byte();
            index.number();
            let name = index.number();
            let [arguments, results] = [0; 2].map(|_| index.counted(Bytes::number));
            let body = (kind != 1).then(|| body(&mut bodies, results.items.len()));
            Entry { kind, name, arguments, results, body }
        });
        let attribute_types = optional(ATTRIBUTE_TYPES)
            .map(|mut bytes| bytes.counted(|bytes| [bytes.number(), bytes.number()]));
        let with_bodies = || functions.items.iter().filter_map(|entry| entry.body.as_ref());
        let attribute_names = optional(ATTRIBUTE_NAMES).map(|mut bytes| {
            let count = bytes.number();
            let names = |body: &Body| {
                let count = bytes.number();
                let names = body.records.iter().map(|record| record.attributes.len()).sum();
                Counted { count, items: (0..names).map(|_| bytes.number()).collect() }
            };
            Counted { count, items: with_bodies().map(names).collect() }
        });
        let register_types = optional(REGISTER_TYPES).map(|mut bytes| {
            let count = bytes.number();
            let types = |_| bytes.counted(Bytes::number);
            Counted { count, items: with_bodies().map(types).collect() }
        });
        Self {
            kernels,
            types,
            functions,
            attribute_types,
            attribute_names,
            register_types,
            sections,
        }
    }

    /// The section of that kind.
    pub(super) fn section(&mut self, id: u8) -> Option<&mut Section> {
        self.sections.iter_mut().find(|section| section.id == id)
    }

    /// The bodies of the functions that have one.
    pub(super) fn bodies(&mut self) -> impl Iterator<Item = &mut Body> {
        self.functions.items.iter_mut().filter_map(|entry| entry.body.as_mut())
    }

    /// Puts the file together.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bodies = Vec::new();
        let mut index = Vec::new();
        self.functions.count.push(&mut index);
        for entry in &self.functions.items {
            index.push(entry.kind);
            push_number(&mut index, bodies.len() as u64);
            entry.name.push(&mut index);
            push_all(&mut index, &entry.arguments);
            push_all(&mut index, &entry.results);
            if let Some(body) = &entry.body {
                body.push(&mut bodies);
            }
        }
        let nested = |tables: &Counted<Counted<Number>>| {
            let mut out = Vec::new();
            tables.count.push(&mut out);
            tables.items.iter().for_each(|table| push_all(&mut out, table));
            out
        };
        let mut out = vec![0x0B, 0xEF, 0];
        for section in &self.sections {
            let mut data = Vec::new();
            match section.id {
                KERNELS => push_all(&mut data, &self.kernels),
                TYPES => push_all(&mut data, &self.types),
                FUNCTION_INDEX => data.clone_from(&index),
                FUNCTIONS => data.clone_from(&bodies),
                ATTRIBUTE_TYPES => {
                    if let Some(table) = &self.attribute_types {
                        table.count.push(&mut data);
                        table.items.iter().flatten().for_each(|number| number.push(&mut data));
                    }
                }
                ATTRIBUTE_NAMES => data = self.attribute_names.as_ref().map_or(data, nested),
                REGISTER_TYPES => data = self.register_types.as_ref().map_or(data, nested),
                _ => data.clone_from(&section.data),
            }
            section.push(&mut out, &data);
        }
        out
    }
}

fn push_all(out: &mut Vec<u8>, numbers: &Counted<Number>) {
    numbers.count.push(out);
    numbers.items.iter().for_each(|number| number.push(out));
}

impl Section {
    fn push(&self, out: &mut Vec<u8>, data: &[u8]) {
        out.push(self.id);
        let header = (data.len() as u64 + self.excess) * 2;
        let alignment = usize::from(self.alignment);
        let mut plain = Vec::new();
        push_number(&mut plain, header);
        if (out.len() + plain.len()).is_multiple_of(alignment) && self.stated.is_none() {
            out.extend(plain);
        } else {
            push_number(out, header | 1);
            out.push(self.stated.unwrap_or(self.alignment));
            out.resize(out.len().next_multiple_of(alignment), self.padding);
        }
        out.extend(data);
    }
}

/// Takes a file apart into its sections.
fn split(bytes: &[u8]) -> Vec<Section> {
    let mut bytes = Bytes { all: bytes, at: 3 };
    let mut sections = Vec::new();
    while bytes.at < bytes.all.len() {
        let id = bytes.byte();
        let header = bytes.number().value();
        let mut alignment = if id == FUNCTIONS { 4 } else { 1 };
        if header & 1 == 1 {
            alignment = bytes.byte();
            bytes.at = bytes.at.next_multiple_of(usize::from(alignment));
        }
        let end = bytes.at + (header >> 1) as usize;
        let data = bytes.all[bytes.at..end].to_vec();
        bytes.at = end;
        let padding = PADDING;
        sections.push(Section { id, alignment, data, excess: 0, padding, stated: None });
    }
    sections
}

fn body(bytes: &mut Bytes<'_>, results: usize) -> Body {
    let location = bytes.number();
    let registers = bytes.counted(Bytes::number);
    let kernel_count = bytes.number();
    let table: Vec<[Number; 3]> =
        (0..kernel_count.value()).map(|_| [0; 3].map(|_| bytes.number())).collect();
    let results = (0..results).map(|_| bytes.number()).collect();
    bytes.at = bytes.at.next_multiple_of(4);
    let record = |[_, operands, stream]: [Number; 3]| {
        let [code, location] = [0; 2].map(|_| bytes.word());
        let [arguments, attributes, functions, results] = [0; 4].map(|_| bytes.word());
        let counts = bytes.words(results);
        let [arguments, attributes, functions, results] =
            [arguments, attributes, functions, results].map(|count| bytes.words(count));
        let users = counts.into_iter().map(|count| bytes.words(count)).collect();
        let excess = [0; 5];
        Record {
            operands,
            stream,
            code,
            location,
            arguments,
            attributes,
            functions,
            results,
            users,
            excess,
        }
    };
    let records = table.into_iter().map(record).collect();
    Body { location, registers, kernel_count, results, padding: PADDING, records }
}

impl Body {
    fn push(&self, out: &mut Vec<u8>) {
        self.location.push(out);
        push_all(out, &self.registers);
        self.kernel_count.push(out);
        let mut records = Vec::new();
        for record in &self.records {
            push_number(out, records.len() as u64);
            record.operands.push(out);
            record.stream.push(out);
            record.push(&mut records);
        }
        self.results.iter().for_each(|register| register.push(out));
        out.resize(out.len().next_multiple_of(4), self.padding);
        out.append(&mut records);
    }
}

impl Record {
    fn push(&self, out: &mut Vec<u8>) {
        let lists = [&self.arguments, &self.attributes, &self.functions, &self.results];
        let counts = lists.iter().zip(self.excess);
        let counts = counts.map(|(list, excess)| (list.len() as u32).wrapping_add(excess));
        let first = std::iter::once(self.excess[4]).chain(std::iter::repeat(0));
        let users = self.users.iter().zip(first);
        let users = users.map(|(list, excess)| (list.len() as u32).wrapping_add(excess));
        let head = [self.code, self.location].into_iter().chain(counts).chain(users);
        let lists = lists.into_iter().chain(&self.users).flatten().copied();
        head.chain(lists).for_each(|word| out.extend(word.to_le_bytes()));
    }
}
