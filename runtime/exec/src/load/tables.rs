//! Builds the flat arrays of a body: registers, their users, and the operands that each kernel
//! waits for.

use super::budget::Budget;
use crate::body::{Body, Eager, EagerKernel, Kernel, Output, User, eager_kernel};
use std::collections::BTreeMap;
use tfrt_bef::File;
use tfrt_host::kernel::KernelDef;

/// The maximum memory per use by a non-strict kernel while the users of a register are classified.
const EAGER_SCRATCH: usize = 32;

/// A body's arrays while they grow. Arguments come first, then kernels in block order.
pub(super) struct Tables<'a> {
    body: &'a tfrt_bef::Body,
    eager: Eager,
    promised: Vec<u32>,
    kernels: Vec<Kernel>,
    outputs: Vec<Output>,
    /// See [`Body::words`]: streams and operands, then users. Capacity is reserved for the rest.
    words: Vec<u32>,
    /// The start of the next kernel's operands in `words`.
    arguments: u32,
    /// See [`Body::entry`].
    entry: u32,
    /// Bytes that are needed only during the construction.
    scratch: usize,
}

impl<'a> Tables<'a> {
    pub(super) fn new(
        file: &File,
        defs: &[&KernelDef],
        function: u32,
        body: &'a tfrt_bef::Body,
        budget: &mut Budget,
    ) -> Result<Self, String> {
        let first = file.nonstrict.partition_point(|&(owner, _)| owner < function);
        let own = file.nonstrict[first..].iter().take_while(|&&(owner, _)| owner == function);
        let kernel = |id: u32| body.kernels.get(id.checked_sub(1)? as usize);
        let own = own.filter_map(|&(_, id)| Some((id - 1, kernel(id)?)));
        let own = own.filter(|(_, kernel)| !kernel.arguments().is_empty());
        let (mut eager_kernels, mut eager_operands) = (0, 0);
        for (_, kernel) in own.clone() {
            eager_kernels += 1;
            eager_operands += kernel.arguments().len();
        }
        let registers = body.registers.len();
        let kernels = body.kernels.len();
        let operands: usize = body.kernels.iter().map(|kernel| kernel.arguments().len()).sum();
        let trigger = body.entry_users.iter().next().map_or(0, <[u32]>::len);
        let returns = body.result_registers.len();
        let flags = if eager_kernels == 0 { 0 } else { kernels };
        let counters = registers + kernels + flags;
        let words = kernels + 2 * operands + trigger + returns + counters;
        let kernel_slots = if kernels == 0 { 0 } else { kernels + 1 };
        let output_slots = if registers + trigger == 0 { 0 } else { registers + 1 };
        // The promised registers exist twice until the body is finished.
        let promised = returns + eager_operands;
        let scratch = promised * size_of::<u32>() + eager_kernels * EAGER_SCRATCH;
        budget.spend(
            (words + promised) * size_of::<u32>()
                + kernel_slots * size_of::<Kernel>()
                + output_slots * size_of::<Output>()
                + eager_kernels * size_of::<EagerKernel>()
                + eager_operands
                + scratch,
        )?;

        let mut eager = Vec::with_capacity(eager_kernels);
        eager.extend(own.map(|(kernel, instance)| {
            let needed = defs[instance.name as usize].reads(instance.arguments().len());
            let awaited = needed.iter().rposition(|&needed| needed).map_or(0, |last| last + 1);
            let awaited = u32::try_from(awaited).expect("a file's counts are within 32 bits");
            EagerKernel { kernel, awaited, needed }
        }));
        let eager: Eager = eager.into();
        let mut all_promised = Vec::with_capacity(promised);
        all_promised.extend(&body.result_registers);
        for eager in &eager {
            let kernel = body.kernels.get(eager.kernel as usize);
            all_promised.extend(kernel.map_or(&[][..], |kernel| kernel.arguments()));
        }
        all_promised.sort_unstable();
        all_promised.dedup();

        let mut words = Vec::with_capacity(words + all_promised.len());
        words.resize(kernels, 0);
        for (index, kernel) in body.kernels.iter().enumerate() {
            words[index] = kernel.stream;
            words.extend(kernel.arguments());
        }
        Ok(Self {
            body,
            eager,
            promised: all_promised,
            kernels: Vec::with_capacity(kernel_slots),
            outputs: Vec::with_capacity(output_slots),
            arguments: u32::try_from(kernels).expect("a file's counts are within 32 bits"),
            entry: length(&words),
            words,
            scratch,
        })
    }

    /// Adds the trigger of kernels without operands and the function's arguments.
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

    /// Adds a kernel with its operands and results, and sets the flags that follow from these.
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
        let mut in_registers = !lists.results.is_empty();
        let mut promised = false;
        let first = lists.results.first().copied().unwrap_or(0);
        for ((at, &register), ids) in (0..).zip(lists.results).zip(kernel.used_by()) {
            let is_promised = self.promised.binary_search(&register).is_ok();
            in_registers &= first.checked_add(at) == Some(register);
            promised |= is_promised;
            self.add_output(register, ids, kernel.stream);
        }
        let index = length(&self.kernels);
        let eager = eager_kernel(&self.eager, index).is_some();
        let extra_chain = !def.variadic_results && lists.results.len() == def.results.len() + 1;
        let flags = [
            (in_registers, Kernel::RESULTS_IN_REGISTERS),
            (promised, Kernel::PROMISED),
            (extra_chain, Kernel::EXTRA_CHAIN),
            (eager, Kernel::EAGER),
            (def.variadic_operands(), Kernel::CONTIGUOUS_OPERANDS),
        ];
        let flags = flags.into_iter().filter(|(is, _)| *is).fold(0, |all, (_, flag)| all | flag);
        self.kernels.push(Kernel {
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

    /// Adds a use of a value that is produced in that stream.
    fn add_user(&mut self, user: User, stream: u32) {
        let other = self.words[user.kernel() as usize] != stream;
        self.words.push(if other { user.elsewhere() } else { user }.to_word());
    }

    /// One use of a register by a kernel. `counted` maps non-strict kernels to the number of uses
    /// of this register that they wait for.
    fn user(&self, kernel: u32, register: u32, counted: &mut BTreeMap<u32, u32>) -> User {
        let Some(eager) = eager_kernel(&self.eager, kernel) else {
            return User::counted(kernel);
        };
        let (awaited, needed) = (eager.awaited as usize, &eager.needed);
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

    pub(super) fn finish(mut self, budget: &mut Budget) -> Body {
        budget.give_back(self.scratch);
        let users = length(&self.words);
        if !self.kernels.is_empty() {
            self.kernels.push(Kernel {
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
            // A kernel without operands waits for the entry trigger.
            *counter = (next.arguments - kernel.arguments).max(1);
        }
        for eager in &self.eager {
            let needed = eager.needed.iter().filter(|&&needed| needed).count();
            let needed = u32::try_from(needed).expect("a file's counts are within 32 bits");
            counters[eager.kernel as usize] = needed.max(1);
        }
    }
}

fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).expect("a file's counts are within 32 bits")
}
