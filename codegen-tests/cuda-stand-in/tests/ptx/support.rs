//! Global memory for tests of the interpreter, with bounds, and launches on it.

use cuda_stand_in::ptx::{self, Fault, Launch, Memory, Module, Statistics};
use parking_lot::Mutex;
use std::collections::BTreeMap;

/// Buffers at made-up addresses, 4,096 bytes apart.
#[derive(Default)]
pub(crate) struct Buffers {
    buffers: Mutex<BTreeMap<u64, Vec<u8>>>,
}

impl Buffers {
    pub(crate) fn add(&self, bytes: &[u8]) -> u64 {
        let mut buffers = self.buffers.lock();
        let end = buffers
            .last_key_value()
            .map_or(0x7000_0000_0000, |(start, bytes)| start + bytes.len() as u64);
        let start = end.next_multiple_of(4096) + 4096;
        buffers.insert(start, bytes.to_vec());
        start
    }

    pub(crate) fn put<T: Plain>(&self, values: &[T]) -> u64 {
        self.add(&values.iter().flat_map(|value| value.bytes()).collect::<Vec<_>>())
    }

    pub(crate) fn get<T: Plain>(&self, address: u64) -> Vec<T> {
        let buffers = self.buffers.lock();
        buffers[&address].chunks_exact(size_of::<T>()).map(T::from_bytes).collect()
    }

    /// Puts a module's globals into memory, with what they start with.
    pub(crate) fn globals(&self, module: &Module) -> BTreeMap<String, u64> {
        let mut addresses = BTreeMap::new();
        for global in module.globals() {
            let mut bytes = global.initial.clone();
            bytes.resize(global.size as usize, 0);
            addresses.insert(global.name.clone(), self.add(&bytes));
        }
        for global in module.globals() {
            for relocation in &global.relocations {
                let address =
                    addresses[&relocation.name].wrapping_add(relocation.addend.cast_unsigned());
                let at = addresses[&global.name] + relocation.offset;
                self.store(at, &address.to_le_bytes())
                    .expect("the relocation is within the global");
            }
        }
        addresses
    }

    fn with<R>(
        &self,
        address: u64,
        size: usize,
        f: impl FnOnce(&mut [u8]) -> R,
    ) -> Result<R, String> {
        let mut buffers = self.buffers.lock();
        let found = buffers.range_mut(..=address).next_back();
        match found.map(|(start, bytes)| ((address - start) as usize, bytes)) {
            Some((at, bytes)) if at + size <= bytes.len() => Ok(f(&mut bytes[at..at + size])),
            _ => Err(format!("{size} bytes at {address:#x} are in no buffer")),
        }
    }
}

impl Memory for Buffers {
    fn load(&self, address: u64, bytes: &mut [u8]) -> Result<(), String> {
        self.with(address, bytes.len(), |found| bytes.copy_from_slice(found))
    }

    fn store(&self, address: u64, bytes: &[u8]) -> Result<(), String> {
        self.with(address, bytes.len(), |found| found.copy_from_slice(bytes))
    }

    fn atomic(
        &self,
        address: u64,
        size: usize,
        change: &mut dyn FnMut(u64) -> u64,
    ) -> Result<u64, String> {
        self.with(address, size, |found| {
            let mut value = [0; 8];
            value[..size].copy_from_slice(found);
            let old = u64::from_le_bytes(value);
            found.copy_from_slice(&change(old).to_le_bytes()[..size]);
            old
        })
    }
}

pub(crate) trait Plain: Copy {
    fn bytes(self) -> Vec<u8>;
    fn from_bytes(bytes: &[u8]) -> Self;
}

macro_rules! plain {
    ($($kind:ident)*) => {$(
        impl Plain for $kind {
            fn bytes(self) -> Vec<u8> { self.to_le_bytes().to_vec() }
            fn from_bytes(bytes: &[u8]) -> Self { $kind::from_le_bytes(bytes.try_into().unwrap()) }
        }
    )*};
}
plain!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);

/// An argument of a launch.
#[derive(Clone, Copy)]
pub(crate) enum Arg {
    Address(u64),
    Int(i32),
    Float(f32),
    Words([u32; 7]),
}

pub(crate) struct Shape {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic: u32,
    pub(crate) seed: u64,
}

impl Shape {
    pub(crate) fn line(grid: u32, block: u32, seed: u64) -> Self {
        Self { grid: [grid, 1, 1], block: [block, 1, 1], dynamic: 0, seed }
    }
}

pub(crate) const LIMIT: u64 = 50_000_000;

/// Launches the entry of that name.
pub(crate) fn launch(
    module: &Module,
    name: &str,
    shape: &Shape,
    args: &[Arg],
    memory: &dyn Memory,
) -> Result<Statistics, Fault> {
    launch_with(module, name, shape, args, memory, &|_| None)
}

pub(crate) fn launch_with(
    module: &Module,
    name: &str,
    shape: &Shape,
    args: &[Arg],
    memory: &dyn Memory,
    globals: &dyn Fn(&str) -> Option<u64>,
) -> Result<Statistics, Fault> {
    let function = module.function(name).expect("the entry is in the module");
    let mut params = Vec::new();
    assert_eq!(function.params().len(), args.len(), "arguments of {name}");
    for (param, arg) in function.params().iter().zip(args) {
        params.resize(param.offset as usize, 0);
        match *arg {
            Arg::Address(value) => params.extend(value.to_le_bytes()),
            Arg::Int(value) => params.extend(value.to_le_bytes()),
            Arg::Float(value) => params.extend(value.to_le_bytes()),
            Arg::Words(values) => {
                params.extend(values.iter().flat_map(|value| value.to_le_bytes()));
            }
        }
        assert_eq!(
            params.len(),
            (param.offset + param.size) as usize,
            "size of an argument of {name}"
        );
    }
    ptx::run(
        &Launch {
            module,
            function,
            grid: shape.grid,
            block: shape.block,
            dynamic_shared: shape.dynamic,
            params: &params,
            globals,
            seed: shape.seed,
            limit: LIMIT,
        },
        memory,
    )
}

/// Numbers that follow from a seed.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Between -1 and 1.
    pub(crate) fn float(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    pub(crate) fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.float()).collect()
    }
}

pub(crate) fn read(text: &str) -> Module {
    Module::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}
