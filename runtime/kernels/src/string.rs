//! Strings of the host: the type `!tfrt.string` and its kernels.

use tfrt_host::context::ExecCtx;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain, KernelDef, KernelType};

/// Text, as a value of a host program: `!tfrt.string`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct HostString(pub String);

impl KernelType for HostString {
    const NAME: &'static str = "!tfrt.string";
}

/// The first string followed by the second.
#[kernel("tfrt_test.append_string", pure)]
pub fn append_string(a: &HostString, b: &HostString) -> HostString {
    HostString([a.0.as_str(), b.0.as_str()].concat())
}

/// The attribute `value`.
#[kernel("tfrt_test.get_string", pure, form = Operands)]
pub fn get_string(value: Attr<String>) -> HostString {
    HostString(value.0)
}

/// Prints `string = X`.
#[kernel("tfrt_test.print_string")]
pub fn print_string(ctx: ExecCtx<'_>, text: &HostString) -> Chain {
    ctx.request.print(&format!("string = {}\n", text.0));
    Chain
}

/// Whether the strings are equal.
#[kernel("tfrt_test.string_equal", pure)]
pub fn string_equal(a: &HostString, b: &HostString) -> bool {
    a == b
}

pub(crate) const KERNELS: &[KernelDef] = &[APPEND_STRING, GET_STRING, PRINT_STRING, STRING_EQUAL];
