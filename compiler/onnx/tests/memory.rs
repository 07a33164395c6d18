//! Memory and time of decoding: at most 16 times the file and a mebibyte, whatever the file claims, and
//! each byte looked at a few times.
#![expect(clippy::print_stdout, reason = "the test prints what it measured")]

#[path = "../../../build-support/counting.rs"]
mod counting;
#[path = "format/support.rs"]
mod support;

use counting::{alone, taken};
use std::time::{Duration, Instant};
use support::{bytes, float, int, message, model, tag, varint};
use tfrt_onnx::{Limits, decode};

/// How long a file of a few megabytes may take in a build without optimisation on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Decodes a file and checks memory and time; returns whether it is accepted.
fn measured(what: &str, file: &[u8], limits: &Limits) -> bool {
    let start = Instant::now();
    let (taken, _, result) = taken(|| decode(file, limits));
    let (allowed, time) = (16 * file.len() + (1 << 20), start.elapsed());
    let outcome = result.as_ref().map_or_else(ToString::to_string, |_| "accepted".to_owned());
    println!("{what}: file {}, taken {taken}, {time:.1?}: {outcome}", file.len());
    assert!(taken <= allowed, "{what}: {taken} bytes for a file of {}", file.len());
    assert!(time < PATIENCE, "{what}: {time:?}");
    result.is_ok()
}

/// No limit but those that hold always.
fn limits() -> Limits {
    Limits { nodes: usize::MAX, values: usize::MAX, ..Limits::default() }
}

#[test]
fn a_decoded_model_is_a_small_multiple_of_its_file() {
    let _alone = alone();
    const MANY: usize = 200_000;
    let graph = |fields: Vec<u8>| model(&[fields]);
    let attribute = |fields: Vec<u8>| graph(message(1, &[message(5, &[fields])]));
    let tensor = |fields: Vec<u8>| graph(message(5, &[fields]));
    let node = message(1, &[bytes(1, "input"), bytes(2, "output"), bytes(4, "Relu")]);
    let attributes = [bytes(1, "a"), int(3, 1), int(20, 2)].concat();
    let shape =
        |dims: Vec<u8>| graph(message(11, &[message(2, &[message(1, &[message(2, &[dims])])])]));
    let named = bytes(3, "a name of forty characters, all in all..");
    for (what, file, accepted) in [
        ("nodes of nothing", graph(message(1, &[]).repeat(MANY)), false),
        ("nodes", graph(node.repeat(MANY)), true),
        ("nodes between groups", graph([node, tag(99, 3), tag(99, 4)].concat().repeat(MANY)), true),
        ("values of nothing", graph(message(11, &[]).repeat(MANY)), false),
        ("attributes", graph(message(1, &[message(5, &[attributes]).repeat(MANY)])), true),
        ("dimensions of nothing", shape(message(1, &[]).repeat(MANY)), false),
        ("dimensions", shape(message(1, &[int(1, 5)]).repeat(MANY)), true),
        ("tensors of nothing", graph(message(5, &[]).repeat(MANY)), false),
        ("integers of one byte", attribute([int(20, 7), bytes(8, vec![1; MANY])].concat()), true),
        ("integers with tags", attribute([int(20, 7), int(8, 1).repeat(MANY)].concat()), true),
        ("floats with tags", attribute([int(20, 6), float(7, 1.0).repeat(MANY)].concat()), true),
        ("texts of nothing", attribute([int(20, 8), bytes(9, "").repeat(MANY)].concat()), true),
        ("packed floats", tensor(bytes(4, vec![0; 4 * MANY])), true),
        ("floats of a tensor with tags", tensor(float(4, 1.0).repeat(MANY)), true),
        ("integers of a tensor with tags", tensor(int(5, 1).repeat(MANY)), true),
        ("graphs of a node without a name", model(&[message(1, &[])]).repeat(MANY), false),
        ("graphs of a node", model(&[message(1, &[named])]).repeat(MANY / 4), true),
        ("entries of nothing", graph(message(16, &[]).repeat(MANY)), true),
        ("functions of nothing", [model(&[]), message(25, &[]).repeat(MANY)].concat(), false),
        ("groups that do not end", [model(&[]), tag(99, 3).repeat(MANY)].concat(), false),
        ("a long list that is not there", [tag(7, 2), varint(1 << 60)].concat(), false),
    ] {
        assert_eq!(measured(what, &file, &limits()), accepted, "{what}");
    }
}

/// A message that is looked at on each level, and has much on each.
#[test]
fn time_grows_with_the_file() {
    let _alone = alone();
    let mut graph = Vec::new();
    for _ in 0..33 {
        let nodes = message(1, &[bytes(1, "a"), bytes(2, "b"), bytes(4, "Relu")]).repeat(2_000);
        graph = [nodes, message(1, &[message(5, &[bytes(6, graph)])])].concat();
    }
    assert!(measured("graphs in graphs", &model(&[graph]), &limits()));
}
