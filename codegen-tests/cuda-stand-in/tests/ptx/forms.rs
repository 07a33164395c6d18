//! Forms of text that compilers and people write: each is read, and where it computes, it computes right.

use crate::support::{Arg, Buffers, Shape, launch, read};
use cuda_stand_in::ptx::{Module, ReadErrorKind};

fn entry(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.extern .shared .align 16 .b8 space[];\n\
         .global .align 8 .b64 cell;\n.const .align 4 .f32 table[2] = {{1.0, 0f40000000}};\n\
         .visible .entry k(.param .u64 .ptr .global .align 4 to, .param .align 4 .b8 more[12]) {{\n\
         .reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %d<8>; .reg .f64 %g<4>;\n\
         .local .align 8 .b8 depot[16];\n{body}\nret;\n}}\n"
    )
}

/// Bodies that are read.
const FORMS: &[&str] = &[
    "ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%f0, %f1, %f2, %f3}, [%d0+16];",
    "ld.global.ca.u8 %h0, [%d0]; ld.global.cg.s8 %r0, [%d0+1]; ld.global.cs.s16 %d1, [%d0+2]; st.global.wt.u8 [%d0], %r1;",
    "ld.relaxed.gpu.global.u32 %r0, [%d0]; ld.acquire.sys.global.u32 %r0, [%d0]; st.release.cta.shared.u32 [%r1], %r0;",
    "ld.volatile.shared.v2.u32 {%r0, _}, [%r1+8]; st.volatile.global.f64 [%d0+-8], %g0;",
    "ld.shared::cta.u32 %r0, [space+4]; st.shared.u32 [space], 7; ld.const.f32 %f0, [table+4];",
    "ld.param.u32 %r0, [more+8]; mov.b64 %d0, more; ld.param.u32 %r1, [%d0+4]; cvta.param.u64 %d1, %d0; ld.u32 %r2, [%d1];",
    "mov.u64 %d0, depot; cvta.local.u64 %d1, %d0; st.local.u64 [%d0+8], %d1; ld.u64 %d2, [%d1+8]; isspacep.local %p0, %d1;",
    "cvta.global.u64 %d0, cell; cvta.const.u64 %d1, table; mov.u64 %d2, cell; ld.global.u64 %d3, [cell];",
    "prefetch.global.L2 [%d0]; prefetch.L1 [%d0];",
    "membar.cta; membar.gl; membar.sys; fence.sc.gpu; fence.acq_rel.cta;",
    "bar.sync 0; bar.sync 1, 64; bar.arrive 2, 64; barrier.sync 3; barrier.sync.aligned 3, 32; barrier.cta.sync.aligned 0;",
    "bar.red.popc.u32 %r0, 0, %p0; bar.red.and.pred %p1, 0, 64, !%p0; barrier.cta.red.or.aligned.pred %p1, 1, %p0;",
    "shfl.sync.up.b32 %r0|%p0, %r1, 1, 0, -1; shfl.sync.down.b32 %r0|%p0, %r1, %r2, %r3, 0xffffffff;",
    "vote.sync.ballot.b32 %r0, %p0, 0xffffffff; vote.sync.uni.pred %p1, !%p0, %r1; activemask.b32 %r0;",
    "atom.global.cas.b16 %h0, [%d0], %h1, %h2; atom.shared.exch.b64 %d1, [space], %d2; red.global.add.f64 [%d0], %g0;",
    "atom.relaxed.gpu.global.add.noftz.f16 %h0, [%d0], %h1; red.gpu.global.add.noftz.f16x2 [%d0], %r0;",
    "red.release.sys.global.or.b32 [%d0], 3; atom.min.s64 %d1, [%d0], %d2; atom.global.inc.u32 _, [%d0], 4;",
    "add.cc.u32 %r0, %r1, %r2; addc.cc.u32 %r0, %r1, %r2; addc.u32 %r0, %r1, %r2; madc.hi.cc.u32 %r0, %r1, %r2, %r3;",
    "mov.b32 {%h0, %h1}, %r0; mov.b64 %d0, {%r0, %r1}; mov.b64 {%h0, %h1, %h2, %h3}, %d0; mov.b32 %f0, %r0;",
    "mov.f32 %f0, 0f3F800000; mov.f64 %g0, 0d3FF0000000000000; mov.f32 %f1, 1.5e-3; mov.u32 %r0, 0b101; mov.u32 %r1, 0777U;",
    "setp.lt.and.f32 %p0|%p1, %f0, %f1, !%p2; setp.hs.u32 %p0, %r0, %r1; setp.nan.f64 %p0, %g0, %g1; set.gt.s32.f32 %r0, %f0, %f1;",
    "cvt.rn.ftz.f16.f32 %h0, %f0; cvt.rzi.ftz.s32.f32 %r0, %f0; cvt.u64.u32 %d0, %r0; cvt.s8.s32 %h0, %r0; cvt.rn.bf16x2.f32 %r0, %f0, %f1;",
    "min.f16 %h0, %h1, %h2; fma.rn.ftz.sat.f16x2 %r0, %r1, %r2, %r3; fma.rn.relu.bf16 %h0, %h1, %h2, %h3; neg.bf16x2 %r0, %r1;",
    "ex2.approx.f16x2 %r0, %r1; tanh.approx.bf16 %h0, %h1; sin.approx.ftz.f32 %f0, %f1; rcp.approx.ftz.f64 %g0, %g1; sqrt.approx.f32 %f0, %f1;",
    "lop3.b32 %r0, %r1, %r2, %r3, 0x6a; prmt.b32 %r0, %r1, %r2, 0x5410; prmt.b32.f4e %r0, %r1, %r2, %r3; szext.clamp.s32 %r0, %r1, %r2;",
    "bmsk.wrap.b32 %r0, %r1, %r2; fns.b32 %r0, %r1, 0, 1; dp4a.u32.u32 %r0, %r1, %r2, %r3; dp2a.lo.s32.u32 %r0, %r1, %r2, %r3;",
    "nanosleep.u32 100; mov.u32 %r0, %clock; mov.u64 %d0, %clock64; mov.u64 %d1, %globaltimer; mov.u32 %r1, %smid; mov.u64 %d2, %gridid;",
    "{ .reg .b32 %r<2>; mov.u32 %r1, 5; { .reg .f32 %r0; mov.f32 %r0, 0f00000000; } bra DONE; DONE: }",
    ".pragma \"nounroll\"; .loc 1 2 3 bra.uni $L1; $L1: @%p0 bra $L1;",
    "ts: .branchtargets A, B; brx.idx.uni %r0, ts; A: B:",
    "trap; exit;",
];

#[test]
fn forms_are_read() {
    for form in FORMS {
        // A `.loc` takes the rest of its line.
        let text = entry(&form.replace(" bra.uni", "\nbra.uni"));
        Module::read(text.as_bytes()).unwrap_or_else(|error| panic!("{form}: {error}"));
    }
}

/// Values that are known before a thread runs, and what conversions of addresses make of them.
#[test]
fn addresses_and_literals() {
    let checks = [
        ("mov.u32 %r0, 0b101;", 5),
        ("mov.u32 %r0, 0777U;", 511),
        ("mov.u32 %r0, -1;", u32::MAX),
        ("mov.f32 %f0, 1.5; mov.b32 %r0, %f0;", 0x3FC0_0000),
        ("mov.f64 %g0, 0.1; cvt.rn.f32.f64 %f0, %g0; mov.b32 %r0, %f0;", 0x3DCC_CCCD),
        ("mov.f32 %f0, -0f3F800000; mov.b32 %r0, %f0;", 0xBF80_0000),
        ("ld.const.f32 %f0, [table+4]; mov.b32 %r0, %f0;", 0x4000_0000),
        ("ld.param.u32 %r0, [more+8];", 33),
        ("mov.b64 %d1, more; ld.param.u32 %r0, [%d1+4];", 22),
        ("mov.b64 %d1, more; cvta.param.u64 %d2, %d1; ld.u32 %r0, [%d2];", 11),
        (
            "mov.u64 %d1, depot; cvta.local.u64 %d2, %d1; st.local.u32 [depot+4], 9; ld.u32 %r0, [%d2+4];",
            9,
        ),
        ("ld.local.u32 %r0, [depot];", 0xCDCD_CDCD),
        ("ld.shared.u32 %r0, [space+12];", 0xCDCD_CDCD),
        (
            "mov.u64 %d1, space; cvta.shared.u64 %d2, %d1; cvta.to.shared.u64 %d3, %d2; sub.u64 %d1, %d3, %d1; cvt.u32.u64 %r0, %d1;",
            0,
        ),
        (
            "mov.u64 %d1, depot; cvta.local.u64 %d2, %d1; isspacep.shared %p0, %d2; isspacep.local %p1, %d2; selp.u32 %r0, 1, 0, %p0; @%p1 add.u32 %r0, %r0, 2;",
            2,
        ),
        ("st.global.u64 [cell], 77; ld.global.u32 %r0, [cell];", 77),
        ("mov.u32 %r0, %dynamic_smem_size;", 64),
        ("{ .reg .b32 %r<2>; mov.u32 %r0, 5; } mov.u32 %r0, 6;", 6),
        (
            "mov.u32 %r0, 1; bra A; B: add.u32 %r0, %r0, 10; bra C; A: add.u32 %r0, %r0, 100; bra B; C:",
            111,
        ),
        (
            "mov.u32 %r0, 2; ts: .branchtargets A, B, C; brx.idx %r0, ts; A: B: mov.u32 %r0, 4; C: add.u32 %r0, %r0, 1;",
            3,
        ),
    ];
    for (body, expected) in checks {
        let module =
            read(&entry(&format!("ld.param.u64 %d0, [to];\n{body}\nst.global.u32 [%d0], %r0;")));
        let memory = Buffers::default();
        let addresses = memory.globals(&module);
        let to = memory.put(&[0_u32]);
        let function = module.function("k").unwrap();
        let mut params = to.to_le_bytes().to_vec();
        params.extend([11_u32, 22, 33].iter().flat_map(|word| word.to_le_bytes()));
        let launch = cuda_stand_in::ptx::Launch {
            module: &module,
            function,
            grid: [1; 3],
            block: [1; 3],
            dynamic_shared: 64,
            params: &params,
            globals: &|name| addresses.get(name).copied(),
            seed: 1,
            limit: 1000,
        };
        cuda_stand_in::ptx::run(&launch, &memory).unwrap_or_else(|fault| panic!("{body}: {fault}"));
        assert_eq!(memory.get::<u32>(to), [expected], "{body}");
    }
}

/// Registers as parameters of functions, which hand-written text has.
#[test]
fn functions_with_registers() {
    let module = read(
        ".version 7.0\n.target sm_70\n.address_size 64\n\
         .func (.reg .u32 %sum) plus(.reg .u32 %a, .reg .u32 %b) { add.u32 %sum, %a, %b; ret; }\n\
         .func twice(.param .b64 p) { .reg .b64 %q; .reg .b32 %v; ld.param.u64 %q, [p]; ld.global.u32 %v, [%q]; \
         add.u32 %v, %v, %v; st.global.u32 [%q], %v; }\n\
         .entry k(.param .u64 to) { .reg .b32 %r<4>; .reg .b64 %d; .param .b64 box; ld.param.u64 %d, [to];\n\
         call (%r0), plus, (40, 1); call.uni (%r1), plus, (%r0, %r0); st.global.u32 [%d], %r1;\n\
         st.param.b64 [box], %d; call twice, (box); }\n",
    );
    let memory = Buffers::default();
    let to = memory.put(&[0_u32]);
    launch(&module, "k", &Shape::line(1, 1, 0), &[Arg::Address(to)], &memory).expect("no fault");
    assert_eq!(memory.get::<u32>(to), [164]);
    let bad = ".version 7.0\n.target sm_70\n.func f(.reg .u32 %a) { ret; }\n.entry k() { call f, (1, 2); }\n";
    let error = Module::read(bad.as_bytes()).unwrap_err();
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ReadErrorKind::Syntax, "`f` has 1 arguments, found 2")
    );
}

#[test]
fn what_a_function_needs_is_known() {
    let module = read(
        ".version 8.0\n.target sm_80\n.shared .align 4 .b8 all[20]; .shared .b8 unused[1000];\n\
         .func f() { .shared .align 8 .b8 mine[9]; .reg .b64 %d; mov.u64 %d, mine; }\n\
         .entry k(.param .u8 a, .param .align 8 .b8 b[12], .param .u16 c) .maxntid 32, 4, 1 .minnctapersm 2\n\
         { .reg .b64 %d<3>; mov.u64 %d0, all; call f; }\n.entry other() .reqntid 64 { }\n",
    );
    let k = module.function("k").unwrap();
    let layout: Vec<_> =
        k.params().iter().map(|param| (param.offset, param.size, param.align)).collect();
    assert_eq!(layout, [(0, 1, 1), (8, 12, 8), (20, 2, 2)]);
    assert_eq!((k.shared_bytes(), k.max_threads(), k.registers()), (33, 128, 3));
    let other = module.function("other").unwrap();
    assert_eq!((other.shared_bytes(), other.max_threads()), (0, 64));
    assert!(module.function("f").is_some_and(|f| !f.is_entry()) && module.function("g").is_none());
    let memory = Buffers::default();
    for (block, fits) in [(64, true), (32, false), (65, false)] {
        let result = launch(&module, "other", &Shape::line(1, block, 0), &[], &memory);
        assert_eq!(result.is_ok(), fits, "{block}");
    }
}

/// The same seed gives the same run, another one another order.
#[test]
fn seeds_repeat() {
    let module = read(include_str!("lock.ptx"));
    let run = |seed| {
        let memory = Buffers::default();
        let (out, order) = (memory.put(&[0_u32; 3]), memory.put(&[0_u32; 193]));
        launch(
            &module,
            "lock",
            &Shape::line(3, 64, seed),
            &[Arg::Address(out), Arg::Address(order)],
            &memory,
        )
        .expect("no fault")
    };
    let all: Vec<_> = (0..8).map(run).collect();
    assert_eq!(all, (0..8).map(run).collect::<Vec<_>>());
    assert!(all.iter().any(|statistics| *statistics != all[0]), "the threads spin differently");
}
