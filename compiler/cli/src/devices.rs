//! `tfrt devices`: the devices that programs can use.

use crate::failure::Failure;
use crate::output;
use serde_json::{Value, json};
use std::fmt::Write;
use tfrt_cuda::{CudaError, Device, Driver};

/// What `devices` takes: nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

/// A device of the driver.
struct About {
    name: String,
    memory: usize,
    compute_capability: String,
}

/// Runs the command. That there is no driver is no failure: the processors are there.
pub(crate) fn run(_: &Arguments, json: bool) -> Result<(), Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let driver = Driver::open();
    let devices = driver.as_ref().map_err(CudaError::clone).and_then(devices);
    if json {
        let cuda = match (&driver, &devices) {
            (Ok(driver), Ok(devices)) => {
                let devices: Vec<Value> = devices.iter().enumerate().map(About::json).collect();
                json!({ "version": driver.version().to_string(), "devices": devices })
            }
            (_, Err(error)) | (Err(error), _) => json!({ "error": error.to_string() }),
        };
        output::json(&json!({ "cpu": { "name": "CPU:0", "threads": threads }, "cuda": cuda }));
        return Ok(());
    }
    let mut text = format!("CPU:0  {threads} threads\n");
    match (&driver, &devices) {
        (Ok(driver), Ok(devices)) => {
            for (number, About { name, memory, compute_capability }) in devices.iter().enumerate() {
                let memory = memory >> 20;
                let _ = writeln!(
                    text,
                    "GPU:{number}  {name}, {memory} MiB, compute capability {compute_capability}"
                );
            }
            let _ = writeln!(text, "CUDA driver {}", driver.version());
        }
        (_, Err(error)) | (Err(error), _) => {
            let _ = writeln!(text, "{error}");
        }
    }
    output::print(&text);
    Ok(())
}

fn devices(driver: &Driver) -> Result<Vec<About>, CudaError> {
    let about = |number| {
        let device = Device::of(driver, number)?;
        let (major, minor) = device.compute_capability()?;
        let compute_capability = format!("{major}.{minor}");
        Ok(About { name: device.name()?, memory: device.memory()?, compute_capability })
    };
    (0..driver.device_count()?).map(about).collect()
}

impl About {
    fn json((number, about): (usize, &Self)) -> Value {
        let Self { name, memory, compute_capability } = about;
        json!({
            "name": format!("GPU:{number}"),
            "model": name,
            "memory": memory,
            "compute_capability": compute_capability,
        })
    }
}
