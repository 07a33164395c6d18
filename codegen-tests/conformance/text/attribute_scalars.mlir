// rule: bef §6: integers of 1, 8, 16, 32 and 64 bits, signless, signed and unsigned, and floats of
//   bf16, f16, f32 and f64 are attributes of kernels; text, BEF and text again say the same.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = true, b = false, c = -128 : i8, d = 255 : ui8, e = -32768 : i16, f = 65535 : ui16} : () -> ()
// out|     "demo.op"() {a = 2147483647 : i32, b = 4294967295 : ui32, c = -9223372036854775808 : i64, d = 18446744073709551615 : ui64} : () -> ()
// out|     "demo.op"() {a = -1 : i8, b = 2147483647 : i32, c = -1 : i8, d = -1 : si32, e = 12 : i64} : () -> ()
// out|     "demo.op"() {a = 1.500000e+00 : f16, b = -2.250000e+00 : bf16, c = 3.250000e+00 : f32, d = 1.000000e-300 : f64, e = 5.000000e-01 : f64} : () -> ()
// out|     "demo.op"() {a = 0x7E00 : f16, b = 0x7F80 : bf16, c = 0xFF800000 : f32, d = 0x7FF8000000000000 : f64} : () -> ()
// out|     "demo.op"() {a = 1.00000012 : f32, b = 1.000000e-01 : f64, c = 1234567.5 : f32, d = 1.000000e+10 : f32, e = -0.000000e+00 : f64} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// tool: translate FILE | translate
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = true, b = false, c = -128 : i8, d = 255 : ui8, e = -32768 : i16, f = 65535 : ui16} : () -> ()
// out|     "demo.op"() {a = 2147483647 : i32, b = 4294967295 : ui32, c = -9223372036854775808 : i64, d = 18446744073709551615 : ui64} : () -> ()
// out|     "demo.op"() {a = -1 : i8, b = 2147483647 : i32, c = -1 : i8, d = -1 : i32, e = 12 : i64} : () -> ()
// out|     "demo.op"() {a = 1.500000e+00 : f16, b = -2.250000e+00 : bf16, c = 3.250000e+00 : f32, d = 1.000000e-300 : f64, e = 5.000000e-01 : f64} : () -> ()
// out|     "demo.op"() {a = 0x7E00 : f16, b = 0x7F80 : bf16, c = 0xFF800000 : f32, d = 0x7FF8000000000000 : f64} : () -> ()
// out|     "demo.op"() {a = 1.00000012 : f32, b = 1.000000e-01 : f64, c = 1234567.5 : f32, d = 1.000000e+10 : f32, e = -0.000000e+00 : f64} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// engines: executor, its ops have no kernel

func.func @f() {
  "demo.op"() {a = true, b = false, c = -128 : i8, d = 255 : ui8, e = -32768 : i16, f = 65535 : ui16} : () -> ()
  "demo.op"() {a = 2147483647 : i32, b = 4294967295 : ui32, c = -9223372036854775808 : i64, d = 18446744073709551615 : ui64} : () -> ()
  "demo.op"() {a = 0xFF : i8, b = 0x7FFFFFFF : i32, c = 255 : i8, d = -1 : si32, e = 12} : () -> ()
  "demo.op"() {a = 1.5 : f16, b = -2.25 : bf16, c = 3.25 : f32, d = 1.0e-300 : f64, e = 0.5} : () -> ()
  "demo.op"() {a = 0x7E00 : f16, b = 0x7F80 : bf16, c = 0xFF800000 : f32, d = 0x7FF8000000000000 : f64} : () -> ()
  "demo.op"() {a = 1.0000001 : f32, b = 0.1, c = 1234567.5 : f32, d = 1.0e10 : f32, e = -0.0 : f64} : () -> ()
  tfrt.return
}
