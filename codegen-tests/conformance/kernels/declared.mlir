// rule: kernels §1, tfrt.constant_s.*, tfrt.mul_s.*: declared ops without a kernel; running them is
//   an unknown kernel.
// rule: kernels §2, tfrt_test.sync_benchmark, tfrt_test.get_string_sync: the same.
// rule: executor §7: all kernels are resolved at load, the first use of an unknown one is told.
// engines: executor, it cannot be loaded
// tool: run --reference-output FILE
// exit: 2
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// err| declared.mlir:19:10: error: runtime error: unknown kernel name 'tfrt.constant_s.f16'

func.func @fine() {
  tfrt.return
}
func.func @sum(%a: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @ops(%a: i32) -> (f16, f32, f64, i64, i64, i32, !tfrt.string) {
  %f16 = tfrt.constant_s.f16 1.5
  %f32 = tfrt.constant_s.f32 0x7F800000
  %f64 = tfrt.constant_s.f64 -1.0
  %i64 = tfrt.constant_s.i64 1
  %p = tfrt.mul_s.i64 %i64, %i64
  %q = tfrt.mul_s.i32 %a, %a
  %s = tfrt_test.get_string_sync { value = "x" }
  tfrt_test.sync_benchmark @sum(%a : i32) max_count = 100, duration_secs = 1
  tfrt.return %f16, %f32, %f64, %i64, %p, %q, %s : f16, f32, f64, i64, i64, i32, !tfrt.string
}
