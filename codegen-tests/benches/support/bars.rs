//! What benchmarks print beside their figures: the processor, and the bars that ratios are held to.
//! A bar is no test: a missed one is marked, and the benchmark continues.

/// Prints what the figures were measured on.
pub(super) fn print_processor() {
    let described = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = described
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'))
        .map_or("unknown", |(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    println!("processor: {name}, {threads} threads");
}

/// The two columns of a ratio and its bar.
pub(super) fn columns(ratio: Option<f64>, bar: Option<f64>) -> String {
    let ratio_text = ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}x"));
    let bar_text = match (ratio, bar) {
        (Some(ratio), Some(bar)) if ratio > bar => format!("!{bar:.2}x"),
        (_, Some(bar)) => format!("{bar:.2}x"),
        (_, None) => String::new(),
    };
    format!("{ratio_text:>9} {bar_text:>7}")
}

/// The heads of these columns.
pub(super) fn heads(ratio: &str) -> String {
    format!("{ratio:>9} {:>7}", "bar")
}

/// What the mark means; the last line of a benchmark.
pub(super) fn print_legend() {
    println!("\n`!` before a bar: it is missed.");
}
