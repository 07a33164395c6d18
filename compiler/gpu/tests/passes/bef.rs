//! Files: every declared op that a file can hold is read back from one.

use super::{catalogue, shown};
use tfrt_compiler::bef::{EmitOptions, emit, lift};
use tfrt_compiler::source::{Source, render};

/// Ops without regions that see what is around them and without attributes that files have no form for.
const TEXT: &str = r#"
func.func @ops(%t: !gpu.async.token, %a: memref<4xf32>, %x: f32, %n: index, %v: !async.value<f32>, %c: !tfrt.chain, %ctx: !tfrt_gpu.context, %b: !tfrt_gpu.buffer) {
  %t1 = gpu.memcpy async [%t] %a, %a : memref<4xf32>, memref<4xf32>
  %t2 = gpu.memset async [%t1] %a, %x : memref<4xf32>, f32
  %t3 = gpu.wait async [%t1, %t2]
  %t4 = gpu.dealloc async [%t3] %a : memref<4xf32>
  gpu.wait [%t4]
  %f = memref.load %a[%n] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %view = memref.view %a[%n][] : memref<4xf32> to memref<f32>
  %w = async.await %v : !async.value<f32>
  %c1, %a1 = builtin.unrealized_conversion_cast %c, %a : !tfrt.chain, memref<4xf32> to !tfrt.chain, !tfrt_gpu.buffer
  %i = arith.constant 7 : i32
  %al = tfrt_gpu.alias %b, %c : !tfrt_gpu.buffer
  %h = tfrt_gpu.blas.create %ctx
  %h1 = tfrt_gpu.dnn.create %ctx
  %h2 = tfrt_gpu.solver.create %ctx
  %size = tfrt.constant.i64 4
  %host = tfrt_gpu.mem.allocate_host %ctx, %size, %c
  %l = "tfrt_gpu.mem.load"(%host, %c) : (!tfrt_gpu.buffer, !tfrt.chain) -> i32
  %p = "tfrt_gpu.get_entry_point"() {buffer_sizes = [1, 2], function_name = "f", platform = 1 : i32, version = 410724080 : i64} : () -> !tfrt_gpu.entry_point
  tfrt.return
}
func.func @region(%t: !gpu.async.token) {
  %t1 = tfrt_gpu.streamify async [%t] {
  ^bb0(%c: !tfrt.chain, %s: !tfrt_gpu.stream):
    tfrt.return %c : !tfrt.chain
  }
  tfrt.return
}
"#;

#[test]
fn files_hold_the_ops() {
    let catalogue = catalogue();
    let source = Source::new("t.mlir", TEXT);
    let program = tfrt_compiler::translatable(&source, &catalogue, None)
        .unwrap_or_else(|errors| panic!("{}", render(&errors, &source)));
    let written = shown(program.module(), &catalogue, true);
    let bytes = emit(&program, &EmitOptions::default()).unwrap();
    let file = tfrt_bef::read(&bytes, &tfrt_bef::Limits::default()).unwrap();
    let module = lift(&file, &catalogue).unwrap();
    let lifted = shown(&module, &catalogue, true);
    // Files have no names of attributes, and no difference between kinds of them.
    let ops = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains("\"("));
        lines.map(|line| line.split(['<', '{']).next().unwrap().trim().to_owned()).collect()
    };
    assert_eq!(ops(&lifted), ops(&written));
}

/// What stands beside functions is for passes only.
#[test]
fn files_hold_no_ops_beside_functions() {
    let catalogue = catalogue();
    let source = Source::new("t.mlir", "gpu.module @m {\n}\nfunc.func @f() {\n  tfrt.return\n}");
    let errors = tfrt_compiler::translatable(&source, &catalogue, None).unwrap_err();
    let messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(messages, ["'gpu.module' op cannot be executed: only passes read it"]);
}
