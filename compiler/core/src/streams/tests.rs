//! How long the analysis takes. What it says is compared with the specification's model in
//! `codegen-tests/tests/streams.rs`.

use super::StreamOptions;
use super::analysis::{Input, run};

/// A block whose last op is its return: for each op, where its operands come from.
fn block(operands: &[Vec<usize>]) -> Input {
    let mut input = Input::with_capacity(operands.len());
    for (index, defs) in operands.iter().enumerate() {
        input.add_op(None, index + 1 == operands.len());
        for &def in defs {
            input.add_operand(Some(def), false);
        }
    }
    input
}

#[test]
fn a_hundred_thousand_ops_take_no_time() {
    let by_path = StreamOptions { cost_threshold: -1, merge_inter_dependent_streams: false };
    let by_threshold = StreamOptions { cost_threshold: 10, ..by_path };
    let start = std::time::Instant::now();
    let uses = |index: usize| {
        if index == 0 { Vec::new() } else { vec![index - 1, index / 2] }
    };
    let chain = block(&(0..100_000).map(uses).collect::<Vec<_>>());
    assert_eq!(run(&chain, by_path).root(), 0);
    run(&chain, by_threshold);
    // Constants that one op uses: as many streams as ops.
    let mut ops = vec![Vec::new(); 100_000];
    ops.push((0..100_000).collect());
    run(&block(&ops), by_threshold);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
