//! Single instructions on many operands.

use crate::support::{Arg, Buffers, Numbers, Shape, launch, read};

/// An instruction's text with `%d`, `%a`, `%b` and `%c`, and the types of these registers.
pub(crate) fn text(instruction: &str, types: [&str; 4]) -> String {
    let mut text = String::from(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry one(.param .u64 from, .param .u64 to) {\n\
         .reg .b32 %i; .reg .b64 %f, %t, %o;\n",
    );
    for (name, kind) in "dabc".chars().zip(types) {
        text += &format!(".reg .{kind} %{name};\n");
    }
    text += "mov.u32 %i, %tid.x;\nld.param.u64 %f, [from];\nmul.wide.u32 %o, %i, 24;\nadd.u64 %f, %f, %o;\n\
             ld.param.u64 %t, [to];\nmul.wide.u32 %o, %i, 8;\nadd.u64 %t, %t, %o;\n";
    for (at, (name, kind)) in "abc".chars().zip(&types[1..]).enumerate() {
        match *kind {
            "pred" => {
                text +=
                    &format!("ld.global.u8 %i, [%f+{}];\nsetp.ne.u32 %{name}, %i, 0;\n", 8 * at);
            }
            _ => text += &format!("ld.global.b{} %{name}, [%f+{}];\n", &kind[1..], 8 * at),
        }
    }
    text += instruction;
    text += match types[0] {
        "pred" => "\nselp.u32 %i, 1, 0, %d;\nst.global.u32 [%t], %i;\nret;\n}\n".to_owned(),
        kind => format!("\nst.global.b{} [%t], %d;\nret;\n}}\n", &kind[1..]),
    }
    .as_str();
    text
}

/// Results by operands.
pub(crate) fn apply(instruction: &str, types: [&str; 4], operands: &[[u64; 3]]) -> Vec<u64> {
    let module = read(&text(instruction, types));
    let memory = Buffers::default();
    let flat: Vec<u64> = operands.iter().flatten().copied().collect();
    let (from, to) = (memory.put(&flat), memory.put(&vec![0_u64; operands.len()]));
    let shape = Shape::line(1, operands.len() as u32, 0);
    let args = [Arg::Address(from), Arg::Address(to)];
    launch(&module, "one", &shape, &args, &memory)
        .unwrap_or_else(|fault| panic!("{instruction}: {fault}"));
    memory.get::<u64>(to)
}

/// Compares results with those of a function.
pub(crate) fn check(
    instruction: &str,
    types: [&str; 4],
    operands: &[[u64; 3]],
    expected: impl Fn(u64, u64, u64) -> u64,
) {
    for (&[a, b, c], found) in operands.iter().zip(apply(instruction, types, operands)) {
        let wanted = expected(a, b, c);
        assert_eq!(
            found, wanted,
            "{instruction} of {a:#x}, {b:#x}, {c:#x}: {found:#x}, expected {wanted:#x}"
        );
    }
}

/// Triples of edge values and others, of that many bits.
pub(crate) fn operands(edges: &[u64], bits: u32, seed: u64) -> Vec<[u64; 3]> {
    let mut numbers = Numbers(seed);
    let mask = u64::MAX >> (64 - bits);
    let mut one = || match numbers.next() % 4 {
        0 => numbers.next() & mask,
        1 => (numbers.next() & mask) >> (numbers.next() % u64::from(bits)),
        _ => edges[numbers.next() as usize % edges.len()] & mask,
    };
    (0..1024).map(|_| [one(), one(), one()]).collect()
}
