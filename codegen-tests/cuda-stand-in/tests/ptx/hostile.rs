//! Texts that are damaged or not known: an error that says what and where, never a panic.

use crate::support::Numbers;
use cuda_stand_in::ptx::{Launch, Memory, Module, ReadErrorKind, run};

const TEXTS: &[&str] = &[
    include_str!("brains.ptx"),
    include_str!("bytes.ptx"),
    include_str!("calls.ptx"),
    include_str!("collatz.ptx"),
    include_str!("compact.ptx"),
    include_str!("constants.ptx"),
    include_str!("convolution.ptx"),
    include_str!("depot.ptx"),
    include_str!("doubles.ptx"),
    include_str!("dynamic.ptx"),
    include_str!("halves.ptx"),
    include_str!("histogram.ptx"),
    include_str!("integers.ptx"),
    include_str!("last.ptx"),
    include_str!("lock.ptx"),
    include_str!("matmul.ptx"),
    include_str!("nvrtc/kernels.ptx"),
    include_str!("pipeline.ptx"),
    include_str!("reduce.ptx"),
    include_str!("saxpy.ptx"),
    include_str!("scan.ptx"),
    include_str!("softmax.ptx"),
    include_str!("transpose.ptx"),
    include_str!("turns.ptx"),
    include_str!("vectors.ptx"),
];

/// Memory that takes every address.
struct Anything;

impl Memory for Anything {
    fn load(&self, address: u64, bytes: &mut [u8]) -> Result<(), String> {
        bytes.iter_mut().zip(address.to_le_bytes()).for_each(|(to, from)| *to = from);
        Ok(())
    }

    fn store(&self, _: u64, _: &[u8]) -> Result<(), String> {
        Ok(())
    }

    fn atomic(
        &self,
        address: u64,
        size: usize,
        change: &mut dyn FnMut(u64) -> u64,
    ) -> Result<u64, String> {
        let old = if size == 8 { address } else { address & 0xFFFF };
        change(old);
        Ok(old)
    }
}

/// Reads a text and runs what it has; errors and faults are fine.
fn try_all(text: &[u8], seed: u64) -> bool {
    let Ok(module) = Module::read(text) else { return false };
    for function in module.functions().filter(|function| function.is_entry()) {
        let bytes = function.params().last().map_or(0, |param| param.offset + param.size);
        let params: Vec<u8> = (0..bytes).map(|at| (at % 5) as u8).collect();
        let launch = Launch {
            module: &module,
            function,
            grid: [1, 2, 1],
            block: [33, 1, 2],
            dynamic_shared: 64,
            params: &params,
            globals: &|name| Some(name.len() as u64 * 4096),
            seed,
            limit: 4000,
        };
        let _ = run(&launch, &Anything);
    }
    true
}

#[test]
fn truncated_at_every_line() {
    for text in TEXTS {
        let end = text.trim_end().len();
        for (at, _) in text.match_indices('\n').filter(|&(at, _)| at < end) {
            // Between two functions, a text may end.
            try_all(&text.as_bytes()[..at], 1);
            let inside = text[at..].contains('}')
                && !text[at..].contains(".entry")
                && text[..at].contains('{');
            if inside && text[..at].matches('{').count() > text[..at].matches('}').count() {
                let error = Module::read(&text.as_bytes()[..at]).expect_err("an open body");
                assert_eq!(error.kind, ReadErrorKind::Syntax, "{error}");
            }
        }
    }
}

#[test]
fn bytes_flipped() {
    let mut numbers = Numbers(71);
    let mut ran = 0;
    for round in 0..4000 {
        let mut text = TEXTS[round % TEXTS.len()].as_bytes().to_vec();
        for _ in 0..=numbers.next() % 3 {
            let mut at = numbers.next() as usize % text.len();
            let what = numbers.next() % 4;
            if what == 1 {
                // A digit for a digit leaves most texts readable.
                at = text[at..].iter().position(u8::is_ascii_digit).map_or(at, |digit| at + digit);
            }
            text[at] = match what {
                0 => numbers.next() as u8,
                1 => b"0123456789"[numbers.next() as usize % 10],
                2 => b"{}[]()<>;:,.%@!|+-"[numbers.next() as usize % 18],
                _ => text[at] ^ 1 << (numbers.next() % 8),
            };
        }
        ran += usize::from(try_all(&text, round as u64));
    }
    assert!(ran > 300, "{ran} damaged texts could still be read");
}

#[test]
fn tokens_removed_and_doubled() {
    let mut numbers = Numbers(73);
    for round in 0..2000 {
        let text = TEXTS[round % TEXTS.len()];
        let words: Vec<&str> = text.split_inclusive([' ', '\t', '\n', ',', ';']).collect();
        let (at, other) =
            (numbers.next() as usize % words.len(), numbers.next() as usize % words.len());
        let mut changed = words.clone();
        match round % 3 {
            0 => drop(changed.remove(at)),
            1 => changed.insert(at, words[other]),
            _ => changed[at] = words[other],
        }
        try_all(changed.concat().as_bytes(), round as u64);
    }
}

/// A text with one entry.
fn text(body: &str) -> String {
    let registers =
        ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %d<4>;";
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 a) {{ {registers}\n{body}\nret; }}\n"
    )
}

#[test]
fn what_is_not_known_is_refused_by_name() {
    for (body, name) in [
        ("frobnicate.u32 %r1, %r2;", "frobnicate.u32"),
        ("add.frob.u32 %r1, %r2, %r3;", ".frob"),
        (
            "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f0}, {%r0}, {%r1}, {%f1};",
            "mma.sync",
        ),
        ("cp.async.ca.shared.global [%r1], [%d1], 16;", "cp.async"),
        ("add.rz.f64 %d1, %d2, %d3;", ".rz"),
        ("tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [%d1, {%r1}];", ""),
        ("mov.u32 %r1, %clusterid.x;", "%clusterid.x"),
        ("wgmma.fence.sync.aligned;", "wgmma.fence"),
        ("shfl.down.b32 %r1, %r2, 1, 31;", "shfl.down"),
        ("cvt.rna.tf32.f32 %r1, %f1;", "cvt.rna"),
        ("ld.global.L2::cache_hint.u32 %r1, [%d1];", "L2::cache_hint"),
        ("min.xorsign.abs.f32 %f1, %f2, %f3;", "xorsign"),
        (".texref t;", ".texref"),
    ] {
        let error = Module::read(text(body).as_bytes()).expect_err(body);
        if !name.is_empty() {
            assert_eq!(error.kind, ReadErrorKind::Unsupported, "{body}: {error}");
        }
        assert!(error.message.contains(name), "{body}: {error}");
        assert_eq!(error.line, 5, "{body}: {error}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    for (body, message) in [
        ("add.u32 %r1, %r2;", "`add` has 3 operands, found 2"),
        ("add.u32 %r1, %r2, %d1;", "`%d1` is of type B64, which does not fit U32"),
        ("add.u32 %r1, %r2, %r9;", "`%r9` is neither declared"),
        ("add.u32 %r1, %r2, x;", "`x` is not declared"),
        ("add.u32 %f1, %r2, %r3;", "`%f1` is of type F32, which does not fit U32"),
        ("bra nowhere;", "the label `nowhere` is not in the function"),
        ("L: L: ret;", "the label `L` stands twice"),
        ("call f, (%r1);", "`f` is not declared"),
        ("ld.global.u32 %r1, [a];", "`a` is in Param, the instruction in Global"),
        ("st.param.u32 [a], %r1;", "a store to memory that is constant"),
        ("ld.global.v4.u64 {%d0, %d1, %d2, %d3}, [%d0];", "more than 128 bits"),
        (".reg .b32 %r<4>; .reg .b32 %r<4>;", "declared twice"),
        (".reg .b32 %q<4000000000>;", "more than 32768 registers"),
        (".local .b8 big[99999999];", "bytes of local memory"),
        (".shared .b8 big[99999999];", "larger than shared memory"),
        ("brx.idx %r1, t;", "`t` is no list of targets"),
        ("mov.u32 %r1, 99999999999999999999;", "is not a number of at most 64 bits"),
        ("add.u32 %r1, %r2, %r3", "expected `,`"),
    ] {
        let error = Module::read(text(body).as_bytes()).expect_err(body);
        assert!(error.message.contains(message), "{body}: {error}");
        assert!((5..=6).contains(&error.line), "{body}: {error}");
    }
}

#[test]
fn versions_and_targets() {
    let kind = |text: &str| Module::read(text.as_bytes()).expect_err(text).kind;
    let good = text("");
    assert_eq!(kind(&good.replace("8.0", "9.1")), ReadErrorKind::Version);
    assert_eq!(kind(&good.replace("8.0", "9.5")), ReadErrorKind::Version);
    assert_eq!(kind(&good.replace("8.0", "5.0")), ReadErrorKind::Version);
    // A newer text may have what is no token here.
    assert_eq!(
        kind(&good.replace("8.0", "9.5").replace("ret;", "new#thing;")),
        ReadErrorKind::Syntax
    );
    assert_eq!(kind(&good.replace("sm_80", "sm_999")), ReadErrorKind::Target);
    assert_eq!(kind(""), ReadErrorKind::Syntax);
    let module = Module::read((good + "\0rest is not read {").as_bytes()).unwrap();
    assert_eq!((module.version(), module.target()), ((8, 0), 80));
}

#[test]
fn deep_and_long_texts() {
    assert!(Module::read(text(&"{".repeat(100_000)).as_bytes()).is_err());
    assert!(Module::read(text(&"-".repeat(100_000)).as_bytes()).is_err());
    assert!(Module::read(text(&"mov.u32 %r1, (((((((".repeat(10_000)).as_bytes()).is_err());
    Module::read(text(&"add.u32 %r1, %r1, 1;\n".repeat(100_000)).as_bytes()).unwrap();
    let global =
        |text: &str| Module::read(format!(".version 8.0\n.target sm_80\n{text}").as_bytes());
    let error = global(".global .b8 big[4294967296][4294967296][4294967296];").unwrap_err();
    assert!(error.message.contains("too large"), "{error}");
    assert_eq!(global(".global .b8 big[1000000000];").unwrap().globals()[0].initial.len(), 0);
    assert!(global(&format!(".global .b32 x = {}1;", "{".repeat(100_000))).is_err());
}

#[test]
fn recursion_is_bounded() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.func f;\n.func f { .local .b8 x[64]; call f; ret; }\n\
                .entry k() { call f; ret; }\n";
    let module = Module::read(text.as_bytes()).unwrap();
    let launch = Launch {
        module: &module,
        function: module.function("k").unwrap(),
        grid: [1; 3],
        block: [64, 1, 1],
        dynamic_shared: 0,
        params: &[],
        globals: &|_| None,
        seed: 0,
        limit: u64::MAX,
    };
    let fault = run(&launch, &Anything).unwrap_err();
    assert_eq!(fault.kind, cuda_stand_in::ptx::FaultKind::Stack, "{fault}");
}
