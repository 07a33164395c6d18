//! The flat arrays of a body: registers, who uses them, and what each kernel waits for.

use crate::body::{Body, Kernel, Output, Span, User};
use std::collections::HashMap;
use tfrt_bef::{File, UserLists};
use tfrt_host::kernel::KernelDef;

/// A body's arrays while they grow. Arguments come first, then kernels in block order.
pub(super) struct Tables<'a> {
    body: &'a tfrt_bef::Body,
    /// For each kernel that starts on its first operand: the operands that it reads all the same.
    eager: HashMap<u32, Box<[bool]>>,
    uses: Box<[u32]>,
    waits: Box<[u32]>,
    promised: Vec<u32>,
    /// For each register its place in `promised`.
    promises: Vec<u32>,
    arguments: Vec<u32>,
    outputs: Vec<Output>,
    users: Vec<User>,
    entry: Span,
}

impl<'a> Tables<'a> {
    pub(super) fn new(
        file: &File,
        defs: &[&KernelDef],
        function: u32,
        body: &'a tfrt_bef::Body,
    ) -> Self {
        let first = file.nonstrict.partition_point(|&(owner, _)| owner < function);
        let own = file.nonstrict[first..].iter().take_while(|&&(owner, _)| owner == function);
        let eager: HashMap<_, _> = own
            .filter_map(|&(_, id)| {
                let kernel = body.kernels.get(id.checked_sub(1)? as usize)?;
                let operands = kernel.arguments().len();
                let needed = defs[kernel.name as usize].reads(operands);
                (operands > 0).then_some((id - 1, needed))
            })
            .collect();

        let mut uses = vec![0; body.registers.len()];
        let operands = body.kernels.iter().flat_map(tfrt_bef::Kernel::arguments);
        for &register in operands.chain(&body.result_registers) {
            uses[register as usize] += 1;
        }
        let mut tables = Self {
            body,
            eager,
            uses: uses.into(),
            waits: Box::default(),
            promised: Vec::new(),
            promises: vec![Output::UNPROMISED; body.registers.len()],
            arguments: Vec::new(),
            outputs: Vec::new(),
            users: Vec::new(),
            entry: Span::default(),
        };
        tables.waits =
            (0..).zip(&body.kernels).map(|(k, kernel)| tables.waits(k, kernel)).collect();
        for &register in &body.result_registers {
            tables.promise(register);
        }
        for (index, kernel) in (0..).zip(&body.kernels) {
            if tables.eager.contains_key(&index) {
                for &register in kernel.arguments() {
                    tables.promise(register);
                }
            }
        }
        tables
    }

    /// How many operands a kernel waits for; one without any waits for the call.
    fn waits(&self, index: u32, kernel: &tfrt_bef::Kernel) -> u32 {
        let waits = match self.eager.get(&index) {
            Some(needed) => needed.iter().filter(|&&needed| needed).count(),
            None => kernel.arguments().len(),
        };
        u32::try_from(waits.max(1)).expect("a file's counts are within 32 bits")
    }

    fn promise(&mut self, register: u32) {
        let promise = &mut self.promises[register as usize];
        if *promise == Output::UNPROMISED {
            *promise = length(&self.promised);
            self.promised.push(register);
        }
    }

    /// The trigger of kernels without operands, and the function's arguments.
    pub(super) fn add_entry(&mut self, arguments: usize) {
        let mut lists = self.body.entry_users.iter();
        let trigger = lists.next().unwrap_or_default();
        let first = length(&self.users);
        self.users.extend(trigger.iter().map(|&id| User::counted(id.saturating_sub(1))));
        self.entry = Span::new(first, length(&self.users) - first);
        let registers = (0..).take(arguments);
        self.add_outputs(registers, lists);
    }

    /// A kernel's operands and results.
    pub(super) fn add_kernel(&mut self, kernel: &tfrt_bef::Kernel) -> (Span, Span) {
        let first = length(&self.arguments);
        self.arguments.extend(kernel.arguments());
        let arguments = Span::new(first, length(&self.arguments) - first);
        let first = length(&self.outputs);
        self.add_outputs(kernel.results().iter().copied(), kernel.used_by.iter());
        (arguments, Span::new(first, length(&self.outputs) - first))
    }

    /// See [`Kernel::in_place`].
    pub(super) fn is_in_place(&self, results: Span) -> bool {
        let outputs = &self.outputs[results.range()];
        let follow = |pair: &[Output]| pair[0].register.checked_add(1) == Some(pair[1].register);
        let free =
            |output: &Output| !output.users.is_empty() && output.promise == Output::UNPROMISED;
        !outputs.is_empty() && outputs.windows(2).all(follow) && outputs.iter().all(free)
    }

    /// The operands that a kernel reads, if it is one that starts on its first.
    pub(super) fn needed(&self, kernel: usize) -> Option<Box<[bool]>> {
        self.eager.get(&u32::try_from(kernel).ok()?).cloned()
    }

    fn add_outputs(&mut self, registers: impl Iterator<Item = u32>, users: UserLists<'_>) {
        for (register, ids) in registers.zip(users) {
            let first = length(&self.users);
            let mut counted = HashMap::new();
            for &id in ids {
                let user = self.user(id.saturating_sub(1), register, &mut counted);
                self.users.push(user);
            }
            self.outputs.push(Output {
                register,
                uses: self.uses[register as usize],
                users: Span::new(first, length(&self.users) - first),
                promise: self.promises[register as usize],
            });
        }
    }

    /// One use of a register by a kernel. `counted` has the uses of this register, by kernel,
    /// that kernels which do not wait for all operands wait for after all.
    fn user(&self, kernel: u32, register: u32, counted: &mut HashMap<u32, u32>) -> User {
        let Some(needed) = self.eager.get(&kernel) else { return User::counted(kernel) };
        if !needed.contains(&true) {
            return User::starting(kernel);
        }
        let arguments = self.body.kernels[kernel as usize].arguments();
        let left = counted.entry(kernel).or_insert_with(|| {
            let read = arguments.iter().zip(needed).filter(|&(&r, &read)| read && r == register);
            u32::try_from(read.count()).expect("a file's counts are within 32 bits")
        });
        match left.checked_sub(1) {
            Some(less) => {
                *left = less;
                User::counted(kernel)
            }
            None => User::ignored(kernel),
        }
    }

    pub(super) fn finish(self, kernels: Box<[Kernel]>) -> Body {
        let eager = !self.eager.is_empty();
        let flags = if eager { self.waits.len() } else { 0 };
        let counters = self.uses.iter().chain(&self.waits).copied();
        Body {
            registers: self.uses.len(),
            counters: counters.chain(std::iter::repeat_n(0, flags)).collect(),
            kernels,
            streams: self.body.kernels.iter().map(|kernel| kernel.stream).collect(),
            arguments: self.arguments.into(),
            outputs: self.outputs.into(),
            users: self.users.into(),
            entry: self.entry,
            returns: self.body.result_registers.as_slice().into(),
            promised: self.promised.into(),
            eager,
            root_stream: self.body.root_stream,
        }
    }
}

fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).expect("a file's counts are within 32 bits")
}
