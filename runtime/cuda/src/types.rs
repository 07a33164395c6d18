//! Objects of devices as values of programs.

use crate::{Allocator, Buffer, Context, Device, DeviceFunction, Event, Graph, Module, Stream};
use tfrt_host::kernel::KernelType;

macro_rules! types {
    ($($ty:ident $name:literal;)*) => {$(
        impl KernelType for $ty {
            const NAME: &'static str = concat!("!tfrt_gpu.", $name);
            const PATH: Option<&'static str> = Some(concat!("tfrt::gpu::", stringify!($ty)));
        }
    )*};
}

types! {
    Allocator "allocator";
    Buffer "buffer";
    Context "context";
    Device "device";
    Event "event";
    DeviceFunction "function";
    Graph "graph";
    Module "module";
    Stream "stream";
}
