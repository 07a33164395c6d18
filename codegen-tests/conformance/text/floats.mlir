// rule: MLIR's text: a decimal number is read as the nearest f64, which then becomes the nearest number
//   of its type; what is too large is infinite.
// tool: translate FILE | translate
// out| module {
// out|   func.func @f() -> (f32, f32, f64) {
// out|     %0 = tfrt.constant.f32 1.000000e+00
// out|     %1 = tfrt.constant.f32 0xFF800000
// out|     %2 = tfrt.constant.f64 0x7FF0000000000000
// out|     tfrt.return %0, %1, %2 : f32, f32, f64
// out|   }
// out|   func.func @g() {
// out|     "demo.op"() {a = 0x7C00 : f16, b = 6.550400e+04 : f16, c = 0xFF80 : bf16, d = dense<[1.000000e+00, 0x7F800000]> : tensor<2xf32>} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// tool: translate FILE | translate --mlir-print-op-generic | translate | translate
// out| module {
// out|   func.func @f() -> (f32, f32, f64) {
// out|     %0 = tfrt.constant.f32 1.000000e+00
// out|     %1 = tfrt.constant.f32 0xFF800000
// out|     %2 = tfrt.constant.f64 0x7FF0000000000000
// out|     tfrt.return %0, %1, %2 : f32, f32, f64
// out|   }
// out|   func.func @g() {
// out|     "demo.op"() {a = 0x7C00 : f16, b = 6.550400e+04 : f16, c = 0xFF80 : bf16, d = dense<[1.000000e+00, 0x7F800000]> : tensor<2xf32>} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// engines: executor, its ops have no kernel

func.func @f() -> (f32, f32, f64) {
  // Above the middle between two numbers of the type, but not as the nearest f64.
  %a = tfrt.constant.f32 1.000000059604644775390625000000001
  %b = tfrt.constant.f32 -3.5e38
  %c = tfrt.constant.f64 1.0e400
  tfrt.return %a, %b, %c : f32, f32, f64
}

func.func @g() {
  "demo.op"() {a = 65520.0 : f16, b = 65519.0 : f16, c = -1.0e300 : bf16, d = dense<[1.000000059604644775390625000000001, 1.0e39]> : tensor<2xf32>} : () -> ()
  tfrt.return
}
