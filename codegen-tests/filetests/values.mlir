// Values of every kind that the core dialects have: made, printed, shared and dropped.
func.func @numbers() -> (ui32, ui64, f16, bf16, complex<f32>, complex<f64>) {
  %a = tfrt.constant.ui32 4294967295
  %b = tfrt.constant.ui64 18446744073709551615
  %c = tfrt.constant.f16 1.5
  %d = tfrt.constant.bf16 -2.0
  %e = tfrt.constant.complex64 1.0, -2.5
  %f = tfrt.constant.complex128 0.0, 1.0e10
  %c0 = tfrt.new.chain
  %c1 = "tfrt.print.f16"(%c, %c0) : (f16, !tfrt.chain) -> !tfrt.chain
  %c2 = "tfrt.print.complex64"(%e, %c1) : (complex<f32>, !tfrt.chain) -> !tfrt.chain
  %c3 = "tfrt.print.complex128"(%f, %c2) : (complex<f64>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %b, %c, %d, %e, %f : ui32, ui64, f16, bf16, complex<f32>, complex<f64>
}
func.func @traced() -> !vt.value {
  %ch0 = tfrt.new.chain
  %a = "vt.constant"() { value = 10 : i32 } : () -> !vt.value
  %b = "vt.constant"() { value = 20 : i32 } : () -> !vt.value
  %c = "vt.add"(%a, %b) : (!vt.value, !vt.value) -> !vt.value
  %d, %e = "tfrt_test.share_to_two"(%c) : (!vt.value) -> (!vt.value, !vt.value)
  %f = "vt.add"(%d, %e) : (!vt.value, !vt.value) -> !vt.value
  %g = "tfrt_test.make_indirect"(%f) : (!vt.value) -> !vt.value
  %ch1 = "vt.print"(%g, %ch0) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  %h = "tfrt.alias.value"(%ch1, %g) : (!tfrt.chain, !vt.value) -> !vt.value
  tfrt.return %h : !vt.value
}
func.func @resources() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %r, %ch1 = "tfrt_test.allocate_resource"(%ch0) : (!tfrt.chain) -> (!tfrt.test.resource, !tfrt.chain)
  %s, %ch2 = "tfrt_test.allocate_resource"(%ch1) : (!tfrt.chain) -> (!tfrt.test.resource, !tfrt.chain)
  %ch3 = "tfrt_test.deallocate_resource"(%r, %ch2) : (!tfrt.test.resource, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch3 : !tfrt.chain
}
func.func @attributes() -> (i32, i32, f32, !tfrt.chain) {
  %s, %a, %b, %f = "tfrt_test.flat"() { value = [["string", [4 : i32, 5 : i32]], [1.5 : f32]] } : () -> (!tfrt.string, i32, i32, f32)
  %format = tfrt_test.get_string { value = "<%05d|%%>" }
  %text = "tfrt_test.format_string"(%format, %b) : (!tfrt.string, i32) -> !tfrt.string
  %ch0 = tfrt.new.chain
  %ch1 = "tfrt_test.print_string"(%text, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ty = "tfrt_test.get_static_tensor_type"() { tensor_type = "DenseHost" } : () -> !tfrt.tensor_type
  %ch2 = "tfrt_test.print_tensor_type"(%ty, %ch1) : (!tfrt.tensor_type, !tfrt.chain) -> !tfrt.chain
  %t = tfrt.constant.i1 true
  %ch3 = "tfrt_test.print_bool"(%ch2, %t) : (!tfrt.chain, i1) -> !tfrt.chain
  %p = "tfrt_tutorial.create_coordinate"(%a, %b) : (i32, i32) -> !tfrt_tutorial.coordinate
  %ch4 = "tfrt_tutorial.print_coordinate"(%p, %ch3) : (!tfrt_tutorial.coordinate, !tfrt.chain) -> !tfrt.chain
  %n, %ch5 = "tfrt_test.use_sample_shared_context"(%ch4) : (!tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  %ch6 = "tfrt_test.print_string"(%n, %ch5) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch7 = "tfrt_test.print_debug_info"(%ch6) : (!tfrt.chain) -> !tfrt.chain loc("named"("other.py":3:7))
  tfrt.return %a, %b, %f, %ch7 : i32, i32, f32, !tfrt.chain
}
func.func @late_errors() -> (i32, i32, i32, i64) {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %long = tfrt.constant.i64 9
  %a = "tfrt_test.report_error_concrete_async"(%zero) : (i32) -> i32
  %b = "tfrt_test.report_error_indirect_async"(%zero) : (i32) -> i32
  %c = "tfrt_test.report_error_indirect_async"(%one) : (i32) -> i32
  %d = "tfrt_test.async_copy.with_delay.i64"(%long) : (i64) -> i64
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i64
}
func.func @blocking() -> !tfrt.chain {
  %us = tfrt.constant.i32 1
  "tfrt_test.usleep"(%us) : (i32) -> ()
  %ch = "tfrt_test.blocking.usleep"(%us) : (i32) -> !tfrt.chain
  tfrt.return %ch : !tfrt.chain
}
func.func @benchmark() -> !tfrt.chain {
  %x = tfrt.constant.i32 1
  %bad = tfrt_test.benchmark "fails"(%x : i32) duration_secs = 1, max_count = 2 {
    %y = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
    %z = "tfrt_test.fail"() : () -> i32
    %w = tfrt.add.i32 %y, %z
    tfrt.return %w : i32
  }
  tfrt.return %bad : !tfrt.chain
}
func.func @devices() -> (!tfrt.device, !tfrt.device) {
  %ch = tfrt.new.chain
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  %e = tfrt.get_device %ch {device_name = "CPU:9"}
  tfrt.return %d, %e : !tfrt.device, !tfrt.device
}
