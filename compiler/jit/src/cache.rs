//! Machine code as bytes to be kept: whose it is, then each function with its relocations.
//!
//! Numbers are little-endian. An image is, in this order:
//!
//! | what | bytes |
//! |---|---|
//! | magic | 8 |
//! | [`Key`] | 4 for its length, then that |
//! | checksum of all that follows | 16 |
//! | number of functions | 4 |
//! | each: length of its code, alignment, frame, number of relocations | 4 × 4 |
//! | its relocations: place, patch, kind of target, target, addend | 4 + 1 + 1 + 4 + 8 each |
//! | its code | as its length says |

use crate::CompileError;
use crate::object::{Object, Patch, Referred, Relocation, Symbol};
use crate::shim::Shim;
use crate::target::Target;
use cranelift_codegen::ir::Function;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

const MAGIC: &[u8; 8] = b"TFRTJIT1";

/// Whose code it is: the versions of this crate and of the code generator, the processor, and a
/// hash of its settings, of what code may call, and of everything that the code generator is
/// given. Code is a function of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key(Vec<u8>);

/// A key that is being made.
pub(crate) struct Fingerprint {
    key: String,
    hash: Hash128,
}

/// Two hashes of 64 bits that differ in how they begin.
struct Hash128([DefaultHasher; 2]);

impl Hash128 {
    fn new() -> Self {
        let mut hashers = [DefaultHasher::new(), DefaultHasher::new()];
        hashers[1].write_u8(1);
        Self(hashers)
    }

    fn bytes(&self) -> [u8; 16] {
        let [first, second] = self.0.each_ref().map(Hasher::finish);
        (u128::from(first) << 64 | u128::from(second)).to_le_bytes()
    }
}

impl Hasher for Hash128 {
    fn finish(&self) -> u64 {
        self.0[0].finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.iter_mut().for_each(|hasher| hasher.write(bytes));
    }
}

impl Fingerprint {
    pub(crate) fn new(target: &Target) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let generator = cranelift_codegen::VERSION;
        let triple = target.usual.triple();
        let key = format!("tfrt-jit {version} cranelift {generator} {triple} ");
        let mut hash = Hash128::new();
        for isa in [&target.usual, &target.linear] {
            isa.flags().to_string().hash(&mut hash);
            isa.isa_flags().iter().for_each(|value| value.to_string().hash(&mut hash));
        }
        for shim in Shim::ALL {
            shim.def().symbol.hash(&mut hash);
        }
        Self { key, hash }
    }

    /// A function, in order.
    pub(crate) fn add(&mut self, function: &Function) {
        function.stencil.hash(&mut self.hash);
        for name in function.params.user_named_funcs().values() {
            (name.namespace, name.index).hash(&mut self.hash);
        }
    }

    pub(crate) fn finish(mut self) -> Key {
        for byte in self.hash.bytes() {
            // Writing to a string cannot fail.
            let _ = write!(self.key, "{byte:02x}");
        }
        Key(self.key.into_bytes())
    }
}

/// Functions as an image.
pub(crate) fn write(objects: &[Object], key: &Key) -> Vec<u8> {
    let number = |count: usize| {
        u32::try_from(count).expect("limits keep code below 2^32 bytes").to_le_bytes()
    };
    let mut body = Vec::new();
    body.extend(number(objects.len()));
    for object in objects {
        body.extend(number(object.code.len()));
        body.extend(object.alignment.to_le_bytes());
        body.extend(object.frame.to_le_bytes());
        body.extend(number(object.relocations.len()));
        for relocation in &object.relocations {
            let (kind, target) = match relocation.target {
                Referred::Symbol(Symbol::Function(number)) => (0, number),
                Referred::Symbol(Symbol::Shim(shim)) => (1, shim as u32),
                Referred::Here(offset) => (2, offset),
                Referred::Symbol(Symbol::Kernel(number)) => (3, number),
            };
            body.extend(relocation.at.to_le_bytes());
            body.extend([relocation.patch as u8, kind]);
            body.extend(target.to_le_bytes());
            body.extend(relocation.addend.to_le_bytes());
        }
        body.extend_from_slice(&object.code);
    }
    let mut image = MAGIC.to_vec();
    image.extend(number(key.0.len()));
    image.extend_from_slice(&key.0);
    image.extend(checksum(&body));
    image.append(&mut body);
    image
}

fn checksum(body: &[u8]) -> [u8; 16] {
    let mut hash = Hash128::new();
    hash.write(body);
    hash.bytes()
}

/// The functions of an image, of which there must be `count`, for the given key.
pub(crate) fn read(image: &[u8], key: &Key, count: usize) -> Result<Vec<Object>, CompileError> {
    let damaged = || CompileError::new("the image of machine code is damaged");
    let mut bytes = Bytes(image);
    if bytes.array() != Some(*MAGIC) {
        return Err(CompileError::new("this is no image of machine code"));
    }
    let length = bytes.number().ok_or_else(damaged)?;
    let found = bytes.take(length).ok_or_else(damaged)?;
    if found != key.0 {
        return Err(CompileError::new(format!(
            "the image of machine code is for '{}', not for '{}'",
            String::from_utf8_lossy(found),
            String::from_utf8_lossy(&key.0),
        )));
    }
    let sum = bytes.array().ok_or_else(damaged)?;
    if sum != checksum(bytes.0) {
        return Err(damaged());
    }
    objects(&mut bytes, count).ok_or_else(damaged)
}

fn objects(bytes: &mut Bytes<'_>, count: usize) -> Option<Vec<Object>> {
    if bytes.number()? != count {
        return None;
    }
    let mut objects = Vec::with_capacity(count);
    for _ in 0..count {
        let length = bytes.number()?;
        let alignment = bytes.u32().filter(|alignment| alignment.is_power_of_two())?;
        let frame = bytes.u32()?;
        let relocations = (0..bytes.number()?)
            .map(|_| bytes.relocation(count, length))
            .collect::<Option<Vec<_>>>()?;
        let code = bytes.take(length)?.to_vec();
        objects.push(Object { code, alignment, frame, relocations });
    }
    bytes.0.is_empty().then_some(objects)
}

/// What is still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(self.u32()?).ok()
    }

    /// A relocation in a function of so many bytes, one of so many functions.
    fn relocation(&mut self, functions: usize, length: usize) -> Option<Relocation> {
        let at = self.u32()?;
        let (patch, bytes) = match self.array()? {
            [0] => (Patch::Absolute, 8),
            [1] => (Patch::Relative, 4),
            [2] => (Patch::Branch, 4),
            _ => return None,
        };
        let end = (at as usize).checked_add(bytes)?;
        let [kind] = self.array()?;
        let target = self.u32()?;
        let target = match kind {
            0 if (target as usize) < functions => Referred::Symbol(Symbol::Function(target)),
            1 => Referred::Symbol(Symbol::Shim(*Shim::ALL.get(target as usize)?)),
            2 if target as usize <= length => Referred::Here(target),
            // How many there are is known where they are linked.
            3 => Referred::Symbol(Symbol::Kernel(target)),
            _ => return None,
        };
        let addend = i64::from_le_bytes(self.array()?);
        (end <= length).then_some(Relocation { at, patch, target, addend })
    }
}
