//! Printing of scalars, a line each. Chains alone order the lines.

use tfrt_host::context::ExecCtx;
use tfrt_host::kernel;
use tfrt_host::kernel::{Chain, KernelDef};

/// Prints `f32 = X` with six decimals.
#[kernel("tfrt.print.f32", form = Operands)]
pub fn print_f32(ctx: ExecCtx<'_>, value: f32, _chain: Chain) -> Chain {
    line(ctx, "f32", &fixed(f64::from(value)))
}

/// Prints `f64 = X` with six decimals.
#[kernel("tfrt.print.f64", form = Operands)]
pub fn print_f64(ctx: ExecCtx<'_>, value: f64, _chain: Chain) -> Chain {
    line(ctx, "f64", &fixed(value))
}

/// Prints `int1 = 0` or `int1 = 1`.
#[kernel("tfrt.print.i1", form = Operands)]
pub fn print_i1(ctx: ExecCtx<'_>, value: bool, _chain: Chain) -> Chain {
    line(ctx, "int1", if value { "1" } else { "0" })
}

/// Prints `int32 = X`.
#[kernel("tfrt.print.i32", form = Operands)]
pub fn print_i32(ctx: ExecCtx<'_>, value: i32, _chain: Chain) -> Chain {
    line(ctx, "int32", &value.to_string())
}

/// Prints `int64 = X`.
#[kernel("tfrt.print.i64", form = Operands)]
pub fn print_i64(ctx: ExecCtx<'_>, value: i64, _chain: Chain) -> Chain {
    line(ctx, "int64", &value.to_string())
}

fn line(ctx: ExecCtx<'_>, label: &str, value: &str) -> Chain {
    ctx.request.print(&format!("{label} = {value}\n"));
    Chain
}

/// As C's `%f`: six decimals, exact value rounded half to even; not-a-number with its sign.
fn fixed(value: f64) -> String {
    match (value.is_nan(), value.is_sign_negative()) {
        (true, false) => "nan".to_owned(),
        (true, true) => "-nan".to_owned(),
        (false, _) => format!("{value:.6}"),
    }
}

pub(crate) const KERNELS: &[KernelDef] = &[PRINT_F32, PRINT_F64, PRINT_I1, PRINT_I32, PRINT_I64];

#[cfg(test)]
mod tests {
    use super::fixed;

    #[test]
    fn fixed_is_what_printf_writes() {
        assert_eq!(fixed(1.5), "1.500000");
        assert_eq!(fixed(-0.0), "-0.000000");
        assert_eq!(fixed(f64::INFINITY), "inf");
        assert_eq!(fixed(f64::NEG_INFINITY), "-inf");
        assert_eq!(fixed(f64::NAN.copysign(1.0)), "nan");
        assert_eq!(fixed(f64::NAN.copysign(-1.0)), "-nan");
        assert_eq!(fixed(1e-310), "0.000000");
        assert_eq!(fixed(1e22), "10000000000000000000000.000000");
        assert_eq!(fixed(f64::from(0.1f32)), "0.100000");
        // Ties, exact in binary, go to the even digit.
        assert_eq!(fixed(0.007_812_5), "0.007812");
        assert_eq!(fixed(0.023_437_5), "0.023438");
    }
}
