//! Contexts and devices.

use crate::driver::code::{Code, Result};
use crate::driver::{CURRENT, State};

#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) device: usize,
    /// If it is the device's primary one: how often it is retained.
    pub(crate) primary: Option<((), usize)>,
    /// The code of every call, once work has failed so.
    pub(crate) poisoned: Option<Code>,
    /// The number of its default stream, once that was used.
    pub(crate) default_stream: Option<u32>,
}

impl State {
    pub(crate) fn device(&self, ordinal: i32) -> Result<usize> {
        let device = usize::try_from(ordinal).map_err(|_| Code::INVALID_DEVICE)?;
        if device < self.settings.devices { Ok(device) } else { Err(Code::INVALID_DEVICE) }
    }

    fn make_context(&mut self, device: usize, primary: Option<((), usize)>) -> u64 {
        let handle = self.objects.make();
        let context = Context { device, primary, poisoned: None, default_stream: None };
        self.objects.contexts.insert(handle, context);
        handle
    }

    pub(crate) fn create_context(&mut self, device: usize) -> u64 {
        let handle = self.make_context(device, None);
        CURRENT.set(handle);
        handle
    }

    pub(crate) fn primary(&self, device: usize) -> Option<u64> {
        let mut contexts = self.objects.contexts.iter();
        let found = contexts.find(|(_, it)| it.device == device && it.primary.is_some());
        found.map(|(&handle, _)| handle)
    }

    pub(crate) fn retain_primary(&mut self, device: usize) -> Result<u64> {
        let handle = match self.primary(device) {
            Some(handle) => handle,
            None => self.make_context(device, Some(((), 0))),
        };
        let context = self.objects.context_mut(handle)?;
        if let Some((_, count)) = &mut context.primary {
            *count += 1;
        }
        match context.poisoned {
            Some(code) => Err(code),
            None => Ok(handle),
        }
    }

    pub(crate) fn release_primary(&mut self, device: usize) -> Result<()> {
        let handle = self.primary(device).ok_or(Code::INVALID_CONTEXT)?;
        let context = self.objects.context_mut(handle)?;
        let Some((_, count)) = &mut context.primary else { return Err(Code::INVALID_CONTEXT) };
        *count = count.checked_sub(1).ok_or(Code::INVALID_CONTEXT)?;
        if *count == 0 {
            self.destroy_context(handle)?;
        }
        Ok(())
    }

    /// Destroys a context and what is in it, which is reported: programs destroy it themselves.
    pub(crate) fn destroy_context(&mut self, handle: u64) -> Result<()> {
        let context = self.objects.contexts.remove(&handle).ok_or(Code::INVALID_CONTEXT)?;
        let objects = &mut self.objects;
        let mut left = Vec::new();
        for stream in objects.streams.values_mut().filter(|it| it.context == handle) {
            if !stream.destroyed && Some(stream.number) != context.default_stream {
                left.push(format!("stream {}", stream.number));
            }
            stream.destroyed = true;
        }
        left.extend(
            objects
                .events
                .extract_if(.., |_, it| it.context == handle)
                .map(|_| "an event".to_owned()),
        );
        left.extend(
            objects
                .modules
                .extract_if(.., |_, it| it.context == handle)
                .map(|_| "a module".to_owned()),
        );
        left.extend(
            objects
                .pools
                .extract_if(.., |_, (context, _)| *context == handle)
                .map(|_| "a pool".to_owned()),
        );
        let memory: Vec<_> =
            self.space.iter().filter(|it| it.context == handle).map(|it| it.base).collect();
        for base in memory {
            if let Some(allocation) = self.space.remove(base)
                && !self.is_global(base)
            {
                left.push(format!("{} bytes", allocation.size));
            }
        }
        if context.poisoned.is_none() {
            self.reports.extend(left.into_iter().map(|it| format!("a context ends with {it}")));
        }
        if CURRENT.get() == handle {
            CURRENT.set(0);
        }
        Ok(())
    }

    /// The context of the thread, if calls of it succeed.
    pub(crate) fn current(&self) -> Result<u64> {
        let handle = CURRENT.get();
        self.usable(handle)?;
        Ok(handle)
    }

    /// Whether calls of the context succeed.
    pub(crate) fn usable(&self, context: u64) -> Result<()> {
        match self.objects.context(context)?.poisoned {
            Some(code) => Err(code),
            None => Ok(()),
        }
    }

    /// Bytes of a device that are in use.
    pub(crate) fn used(&self, device: usize) -> u64 {
        let on_device = |context| self.objects.context(context).is_ok_and(|it| it.device == device);
        let memory = self.space.iter().filter(|it| it.is_device() && on_device(it.context));
        memory.map(|it| it.size as u64).sum()
    }
}
