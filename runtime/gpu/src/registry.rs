//! The devices of a host: what it waits for before it ends.

use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;
use tfrt_cuda::{Activity, Context, CudaError};
use tfrt_host::context::HostHandle;
use tfrt_host::device::Device;
use tfrt_host::error::Error;

/// A CUDA device in the registry of a host: `GPU:0`.
#[derive(Debug)]
struct GpuDevice {
    name: String,
    contexts: Mutex<Contexts>,
}

#[derive(Debug, Default)]
struct Contexts {
    /// Those of which something is left.
    active: Vec<Activity>,
    /// How much the others were given.
    past: u64,
}

/// How long the end of a host waits for a device. A kernel may never end.
const END: Duration = Duration::from_secs(5);

/// The device of a context, for whose work the host waits from now on.
pub(crate) fn device(host: &HostHandle, context: &Context) -> Result<Arc<dyn Device>, Error> {
    let name = format!("GPU:{}", context.device().ordinal());
    loop {
        if let Some(found) = host.devices().get(&name) {
            if let Some(device) = found.downcast_ref::<GpuDevice>() {
                device.add(context.activity());
            }
            return Ok(found);
        }
        let device = GpuDevice { name: name.clone(), contexts: Mutex::default() };
        match host.devices().add(Arc::new(device)) {
            // Another thread was first.
            Err(_) if host.devices().get(&name).is_some() => {}
            added => added?,
        }
    }
}

impl GpuDevice {
    fn add(&self, activity: Activity) {
        let mut contexts = self.contexts.lock();
        let Contexts { active, past } = &mut *contexts;
        if active.iter().any(|it| it.is(&activity)) {
            return;
        }
        active.retain(|it| {
            let is_over = it.is_over();
            if is_over {
                *past += it.quiesce();
            }
            !is_over
        });
        active.push(activity);
    }
}

impl Device for GpuDevice {
    fn name(&self) -> &str {
        &self.name
    }

    fn quiesce(&self) -> u64 {
        let (active, past) = {
            let contexts = self.contexts.lock();
            (contexts.active.clone(), contexts.past)
        };
        past + active.iter().map(Activity::quiesce).sum::<u64>()
    }

    fn close(&self) {
        let active = std::mem::take(&mut self.contexts.lock().active);
        for activity in active {
            if !activity.quiesce_for(END) {
                let message = format!("device {} was closed while it worked", self.name);
                activity.abandon(CudaError::lost(message));
            }
        }
    }
}
