//! The flat arrays of a body: registers, who uses them, and what each kernel waits for.

use crate::body::{Body, Eager, Kernel, Output, User};
use std::collections::BTreeMap;
use tfrt_bef::File;
use tfrt_host::kernel::KernelDef;

/// A body's arrays while they grow. Arguments come first, then kernels in block order.
pub(super) struct Tables<'a> {
    body: &'a tfrt_bef::Body,
    eager: Eager,
    /// For each of these, how many operands there are up to the last that it waits for: few, where
    /// a list of operands may be long.
    awaited: BTreeMap<u32, usize>,
    promised: Vec<u32>,
    kernels: Vec<Kernel>,
    outputs: Vec<Output>,
    /// See [`Body::words`]: streams and operands, and the users so far. There is room for the rest.
    words: Vec<u32>,
    /// Where the operands of the next kernel are in `words`.
    arguments: u32,
    /// See [`Body::entry`].
    entry: u32,
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
        let eager: Eager = own
            .filter_map(|&(_, id)| {
                let kernel = body.kernels.get(id.checked_sub(1)? as usize)?;
                let operands = kernel.arguments().len();
                let needed = defs[kernel.name as usize].reads(operands);
                (operands > 0).then_some((id - 1, needed))
            })
            .collect();
        let last = |needed: &[bool]| needed.iter().rposition(|&needed| needed);
        let awaited = eager.iter().map(|(&id, needed)| (id, last(needed).map_or(0, |at| at + 1)));
        let awaited = awaited.collect();
        let mut promised = body.result_registers.clone();
        for &index in eager.keys() {
            promised.extend(body.kernels.get(index as usize).map_or(&[][..], |it| it.arguments()));
        }
        promised.sort_unstable();
        promised.dedup();

        let registers = body.registers.len();
        let kernels = body.kernels.len();
        let operands: usize = body.kernels.iter().map(|kernel| kernel.arguments().len()).sum();
        let trigger = body.entry_users.iter().next().map_or(0, <[u32]>::len);
        let counters = registers + if eager.is_empty() { kernels } else { 2 * kernels };
        let ends = body.result_registers.len() + promised.len() + counters;
        let mut words = Vec::with_capacity(kernels + operands + trigger + operands + ends);
        words.resize(kernels, 0);
        for (index, kernel) in body.kernels.iter().enumerate() {
            words[index] = kernel.stream;
            words.extend(kernel.arguments());
        }
        Self {
            body,
            eager,
            awaited,
            promised,
            kernels: Vec::with_capacity(if kernels == 0 { 0 } else { kernels + 1 }),
            outputs: Vec::with_capacity(if registers + trigger == 0 { 0 } else { registers + 1 }),
            arguments: u32::try_from(kernels).expect("a file's counts are within 32 bits"),
            entry: length(&words),
            words,
        }
    }

    /// The trigger of kernels without operands, and the function's arguments.
    pub(super) fn add_entry(&mut self, arguments: usize) {
        let body = self.body;
        let mut lists = body.entry_users.iter();
        for &id in lists.next().unwrap_or_default() {
            let kernel = id.saturating_sub(1);
            self.add_user(User::counted(kernel), body.root_stream);
        }
        for (register, ids) in (0..).take(arguments).zip(lists) {
            self.add_output(register, ids, body.root_stream);
        }
    }

    /// A kernel with its operands and results, and what flags follow from these.
    pub(super) fn add_kernel(
        &mut self,
        def: &KernelDef,
        kernel: tfrt_bef::Kernel<'_>,
        [attributes, functions]: [u32; 2],
    ) {
        let lists = kernel.lists();
        let (arguments, results) = (self.arguments, length(&self.outputs));
        let users = length(&self.words);
        self.arguments += length(lists.arguments);
        let mut in_place = !lists.results.is_empty();
        let mut promised = false;
        let first = lists.results.first().copied().unwrap_or(0);
        for ((at, &register), ids) in (0..).zip(lists.results).zip(kernel.used_by()) {
            let is_promised = self.promised.binary_search(&register).is_ok();
            in_place &= !is_promised && !ids.is_empty() && first.checked_add(at) == Some(register);
            promised |= is_promised && at == 0;
            self.add_output(register, ids, kernel.stream);
        }
        let index = length(&self.kernels);
        let eager = self.eager.contains_key(&index);
        let one = lists.results.len() == 1 && !def.variadic_results && def.results.len() == 1;
        let direct = def.direct.filter(|_| one && !eager);
        let extra_chain = !def.variadic_results && lists.results.len() == def.results.len() + 1;
        let flags = [
            (in_place, Kernel::IN_PLACE),
            (promised, Kernel::PROMISED),
            (extra_chain, Kernel::EXTRA_CHAIN),
            (eager, Kernel::EAGER),
        ];
        let flags = flags.into_iter().filter(|(is, _)| *is).fold(0, |all, (_, flag)| all | flag);
        self.kernels.push(Kernel {
            direct,
            arguments,
            results,
            users,
            register: first,
            attributes,
            functions,
            location: kernel.location,
            def: kernel.name | flags,
        });
    }

    fn add_output(&mut self, register: u32, ids: &[u32], stream: u32) {
        self.outputs.push(Output { register, users: length(&self.words) });
        if self.eager.is_empty() {
            for &id in ids {
                self.add_user(User::counted(id.saturating_sub(1)), stream);
            }
            return;
        }
        let mut counted = BTreeMap::new();
        for &id in ids {
            let user = self.user(id.saturating_sub(1), register, &mut counted);
            self.add_user(user, stream);
        }
    }

    /// A use of a value that is produced in that stream.
    fn add_user(&mut self, user: User, stream: u32) {
        let other = self.words[user.kernel() as usize] != stream;
        self.words.push(if other { user.elsewhere() } else { user }.to_word());
    }

    /// One use of a register by a kernel. `counted` has the uses of this register, by kernel,
    /// that kernels which do not wait for all operands wait for after all.
    fn user(&self, kernel: u32, register: u32, counted: &mut BTreeMap<u32, u32>) -> User {
        let Some(needed) = self.eager.get(&kernel) else { return User::counted(kernel) };
        let awaited = self.awaited.get(&kernel).copied().unwrap_or(0);
        if awaited == 0 {
            return User::starting(kernel);
        }
        let kernel_instance = self.body.kernels.get(kernel as usize);
        let arguments = kernel_instance.map_or(&[][..], |it| &it.arguments()[..awaited]);
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

    pub(super) fn finish(mut self) -> Body {
        let users = length(&self.words);
        if !self.kernels.is_empty() {
            self.kernels.push(Kernel {
                direct: None,
                arguments: self.arguments,
                results: length(&self.outputs),
                users,
                register: 0,
                attributes: 0,
                functions: 0,
                location: self.body.location,
                def: 0,
            });
        }
        if users > self.entry || !self.outputs.is_empty() {
            self.outputs.push(Output { register: 0, users });
        }
        let kernels = self.body.kernels.len();
        let few = |count: &u32| *count as usize <= 2 * kernels;
        let streams = self.words[..kernels].iter().copied();
        let stream_count = streams.max().unwrap_or(0).checked_add(1).filter(few);
        let returns = length(&self.words);
        self.words.extend(&self.body.result_registers);
        let promised = length(&self.words);
        self.words.extend(&self.promised);
        let counters = length(&self.words);
        self.count();
        Body {
            kernels: self.kernels.into(),
            outputs: self.outputs.into(),
            words: self.words.into(),
            eager: (!self.eager.is_empty()).then(|| Box::new(self.eager)),
            registers: length(&self.body.registers),
            stream_count,
            root_stream: self.body.root_stream,
            entry: self.entry,
            returns,
            promised,
            counters,
        }
    }

    /// Adds the [counters](Body::counters).
    fn count(&mut self) {
        let (registers, kernels) = (self.body.registers.len(), self.body.kernels.len());
        let start = self.words.len();
        let flags = if self.eager.is_empty() { 0 } else { kernels };
        self.words.resize(start + registers + kernels + flags, 0);
        let (words, counters) = self.words.split_at_mut(start);
        let (uses, counters) = counters.split_at_mut(registers);
        let operands = &words[kernels..self.entry as usize];
        for &register in operands.iter().chain(&self.body.result_registers) {
            uses[register as usize] += 1;
        }
        for (counter, kernels) in counters.iter_mut().zip(self.kernels.array_windows()) {
            let [kernel, next] = kernels;
            // One without operands waits for the call.
            *counter = (next.arguments - kernel.arguments).max(1);
        }
        for (&index, needed) in &self.eager {
            let needed = needed.iter().filter(|&&needed| needed).count();
            let needed = u32::try_from(needed).expect("a file's counts are within 32 bits");
            counters[index as usize] = needed.max(1);
        }
    }
}

fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).expect("a file's counts are within 32 bits")
}
