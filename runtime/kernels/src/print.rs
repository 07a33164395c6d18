//! Printing of scalars, one line each. Only chains order the lines.

use crate::number::{Complex, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Chain};

/// Prints `complex128 = X+Yi` with six decimals each.
#[kernel("tfrt.print.complex128", effects(prints))]
pub fn print_complex128(ctx: ExecCtx<'_>, value: Complex<f64>, _chain: Chain) -> Chain {
    line(ctx, "complex128", &complex(value.re, value.im))
}

/// Prints `complex64 = X+Yi` with six decimals each.
#[kernel("tfrt.print.complex64", effects(prints))]
pub fn print_complex64(ctx: ExecCtx<'_>, value: Complex<f32>, _chain: Chain) -> Chain {
    line(ctx, "complex64", &complex(value.re.into(), value.im.into()))
}

/// Prints `f16 = X`, where X is the sixteen bits as an unsigned number.
#[kernel("tfrt.print.f16", effects(prints))]
pub fn print_f16(ctx: ExecCtx<'_>, value: f16, _chain: Chain) -> Chain {
    line(ctx, "f16", &value.to_bits().to_string())
}

/// Prints `f32 = X` with six decimals.
#[kernel("tfrt.print.f32", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_f32(ctx: ExecCtx<'_>, value: f32, _chain: Chain) -> Chain {
    line(ctx, "f32", &fixed(f64::from(value)))
}

/// Prints `f64 = X` with six decimals.
#[kernel("tfrt.print.f64", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_f64(ctx: ExecCtx<'_>, value: f64, _chain: Chain) -> Chain {
    line(ctx, "f64", &fixed(value))
}

/// Prints `int1 = 0` or `int1 = 1`.
#[kernel("tfrt.print.i1", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_i1(ctx: ExecCtx<'_>, value: bool, _chain: Chain) -> Chain {
    line(ctx, "int1", if value { "1" } else { "0" })
}

/// Prints `int32 = X`.
#[kernel("tfrt.print.i32", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_i32(ctx: ExecCtx<'_>, value: i32, _chain: Chain) -> Chain {
    line(ctx, "int32", &value.to_string())
}

/// Prints `int64 = X`.
#[kernel("tfrt.print.i64", effects(prints), assembly = Assembly::OPERANDS)]
pub fn print_i64(ctx: ExecCtx<'_>, value: i64, _chain: Chain) -> Chain {
    line(ctx, "int64", &value.to_string())
}

/// Prints a line `LABEL = VALUE`.
pub(crate) fn line(ctx: ExecCtx<'_>, label: &str, value: &str) -> Chain {
    ctx.request.print(&format!("{label} = {value}\n"));
    Chain
}

/// Both parts, joined by a plus whatever the sign of the second.
fn complex(real: f64, imaginary: f64) -> String {
    format!("{}+{}i", fixed(real), fixed(imaginary))
}

/// As C's `%f`: six decimals, the exact value rounded half to even; NaN with its sign.
fn fixed(value: f64) -> String {
    match (value.is_nan(), value.is_sign_negative()) {
        (true, false) => "nan".to_owned(),
        (true, true) => "-nan".to_owned(),
        (false, _) => format!("{value:.6}"),
    }
}

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
        // Exact ties round to the even digit.
        assert_eq!(fixed(0.007_812_5), "0.007812");
        assert_eq!(fixed(0.023_437_5), "0.023438");
    }
}
