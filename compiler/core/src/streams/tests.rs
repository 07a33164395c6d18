//! The analysis against the specification's own model, and against remarks of the original.

use super::analysis::{Input, run};
use super::{StreamOptions, Streams};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A linear congruential generator: the cases must be the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// One op list, for both sides.
struct Case {
    /// Cost (0: default), whether the cost is fixed at 1, whether the result is a chain, operands
    /// (-1: a block argument).
    ops: Vec<(u64, bool, bool, Vec<i64>)>,
    options: StreamOptions,
}

impl Case {
    fn random(random: &mut Random) -> Self {
        let count = 1 + random.below(30);
        let costs = random.below(3);
        let mut ops = Vec::new();
        for index in 0..count {
            let operands = (0..random.below(4))
                .map(|_| i64::try_from(random.below(index + 1)).unwrap() - 1)
                .collect();
            let cost = if costs == 0 { 0 } else { random.below(20) };
            ops.push((cost, random.below(8) == 0, random.below(3) == 0, operands));
        }
        let used = 1 + random.below(3);
        let returned =
            (0..used).map(|_| i64::try_from(random.below(count + 1)).unwrap() - 1).collect();
        ops.push((0, true, false, returned));
        let cost_threshold = match random.below(3) {
            0 => -1,
            _ => i64::try_from(1 + random.below(25)).unwrap(),
        };
        let merge_inter_dependent_streams = random.below(2) == 0;
        Self { ops, options: StreamOptions { cost_threshold, merge_inter_dependent_streams } }
    }

    fn analyze(&self) -> Streams {
        let mut input = Input::with_capacity(self.ops.len());
        for (index, (cost, cheap, _, operands)) in self.ops.iter().enumerate() {
            let cost = if *cheap { Some(1) } else { i64::try_from(*cost).ok().filter(|&c| c > 0) };
            input.add_op(cost, index + 1 == self.ops.len());
            for &operand in operands {
                let def = usize::try_from(operand).ok();
                input.add_operand(def, def.is_some_and(|def| self.ops[def].2));
            }
        }
        run(&input, self.options)
    }

    /// The case as a Python literal.
    fn python(&self) -> String {
        let last = self.ops.len() - 1;
        let mut ops = String::new();
        let mut chains = String::new();
        for (index, (cost, cheap, chain, operands)) in self.ops.iter().enumerate() {
            let name = if index == last { "tfrt.return" } else { "op" };
            let kind = if *cheap { "cheap" } else { "op" };
            let args: Vec<String> = operands.iter().map(|o| format!("'v{o}'")).collect();
            write!(
                ops,
                "{{'name': '{name}', 'args': [{}], 'res': ['v{index}'], 'cost': {cost}, 'kind': '{kind}'}},",
                args.join(",")
            )
            .unwrap();
            if *chain {
                write!(chains, "'v{index}',").unwrap();
            }
        }
        let inter = if self.options.merge_inter_dependent_streams { "True" } else { "False" };
        format!("([{ops}], {}, {inter}, [{chains}])", self.options.cost_threshold)
    }
}

/// The remarks of a case by the model, in the words of `tfrt-print-stream`.
const SCRIPT: &str = "
import ast, sys, stream_model
for line in sys.stdin:
    ops, threshold, inter, chains = ast.literal_eval(line)
    root, sid, S, parent, kids = stream_model.analyze(ops, threshold, inter, chains)
    for i in [None] + list(range(len(ops))):
        k = root if i is None else sid[i]
        text = f'stream id: {k}, stream cost: {S[k].cost}, parent stream: {parent[k]}'
        if kids.get(i): text += f', child streams: {kids[i]}'
        print(text)
";

fn shared() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/spec/stream_model.py");
    path.exists().then(|| path.parent().unwrap().to_path_buf())
}

#[test]
fn agrees_with_the_model_on_random_blocks() {
    let Some(folder) = shared() else {
        println!("skipped: stream_model.py is not here");
        return;
    };
    let mut random = Random(1);
    let cases: Vec<Case> = (0..400).map(|_| Case::random(&mut random)).collect();
    let spawned = Command::new("python3")
        .args(["-B", "-c", SCRIPT])
        .env("PYTHONPATH", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = spawned else {
        println!("skipped: python3 is not here");
        return;
    };
    let text: String = cases.iter().map(|case| case.python() + "\n").collect();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let mut expected = text.lines();
    for (number, case) in cases.iter().enumerate() {
        let streams = case.analyze();
        for position in std::iter::once(None).chain((0..case.ops.len()).map(Some)) {
            assert_eq!(
                streams.remark(position),
                expected.next().unwrap(),
                "case {number}, op {position:?}: {}",
                case.python()
            );
        }
    }
    assert_eq!(expected.next(), None);
}

#[test]
fn a_hundred_thousand_ops_take_no_time() {
    let ops: Vec<_> = (0..100_000u32)
        .map(|index| (0, false, false, vec![i64::from(index) - 1, i64::from(index / 2) - 1]))
        .collect();
    let mut case = Case {
        ops,
        options: StreamOptions { cost_threshold: -1, merge_inter_dependent_streams: false },
    };
    let start = std::time::Instant::now();
    assert_eq!(case.analyze().root(), 0);
    case.options.cost_threshold = 10;
    case.analyze();
    // Constants that one op uses: as many streams as ops.
    let mut ops: Vec<_> = (0..100_000).map(|_| (0, false, false, Vec::new())).collect();
    ops.push((0, true, false, (0..100_000).collect()));
    let case = Case { ops, ..case };
    case.analyze();
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
