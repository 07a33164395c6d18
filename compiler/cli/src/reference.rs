//! Formats values as the original driver prints them.

use std::fmt::Write as _;
use tfrt_host::kernel::Value;

/// Results, comma-separated without blanks, as in `'f' returned …`.
pub(crate) fn results(values: &[Value], types: &[String], with_code: bool) -> String {
    let shown = values.iter().zip(types).map(|(value, ty)| result(value, ty, with_code));
    shown.collect::<Vec<_>>().join(",")
}

fn result(value: &Value, ty: &str, with_code: bool) -> String {
    if let Some(error) = value.error() {
        let code =
            if with_code { format!(", code: {}", error.code().absl_name()) } else { String::new() };
        return format!("<<error: {}{code}>>", error.message());
    }
    let scalar = match ty {
        "i1" => value.get::<bool>().map(|v| u8::from(*v).to_string()),
        "i32" => value.get::<i32>().map(|v| v.to_string()),
        "i64" => value.get::<i64>().map(|v| v.to_string()),
        "f32" => value.get::<f32>().map(|v| exponential(f64::from(*v))),
        "f64" => value.get::<f64>().map(|v| exponential(*v)),
        _ => None,
    };
    scalar.unwrap_or_else(|| format!("{ty} value"))
}

/// C's `%e`, with the original's words for infinities and not-a-number.
pub(crate) fn exponential(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "INF" } else { "-INF" }.to_owned();
    }
    let mut text = format!("{value:.6e}");
    if let Some(at) = text.find('e') {
        let exponent: i32 = text[at + 1..].parse().unwrap_or(0);
        text.truncate(at);
        let sign = if exponent < 0 { '-' } else { '+' };
        // Writing to a string cannot fail.
        let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_as_c_prints_them() {
        assert_eq!(exponential(0.0), "0.000000e+00");
        assert_eq!(exponential(-0.0), "-0.000000e+00");
        assert_eq!(exponential(2.5), "2.500000e+00");
        assert_eq!(exponential(-1.0e-7), "-1.000000e-07");
        assert_eq!(exponential(1.0e300), "1.000000e+300");
        assert_eq!(exponential(9.999_999_6), "1.000000e+01");
        assert_eq!(exponential(f64::MIN_POSITIVE), "2.225074e-308");
        assert_eq!(exponential(f64::INFINITY), "INF");
        assert_eq!(exponential(f64::NEG_INFINITY), "-INF");
        assert_eq!(exponential(-f64::NAN), "nan");
    }

    #[test]
    fn results_are_joined_without_blanks() {
        let values = [Value::new(true), Value::new(-3_i32), Value::new(tfrt_host::kernel::Chain)];
        let types = ["i1", "i32", "!tfrt.chain"].map(str::to_owned);
        assert_eq!(results(&values, &types, false), "1,-3,!tfrt.chain value");
    }
}
