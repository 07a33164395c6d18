// rule: bef §6: an array of one fixed-width kind is an array; empty, mixed, nested and string arrays
//   have their own encodings.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = [], b = [true, false], c = [1 : i8, -1 : i8], d = [1 : i16], e = [1 : i32, 2 : i32], f = [1, 2]} : () -> ()
// out|     "demo.op"() {a = [1 : ui8], b = [1 : ui16], c = [1 : ui32], d = [1 : ui64], e = [1.000000e+00 : f16], f = [1.000000e+00 : bf16], g = [1.000000e+00 : f32], h = [1.000000e+00]} : () -> ()
// out|     "demo.op"() {a = [i1, f32, i64], b = ["a", "bc"], c = [1 : i32, 2.000000e+00 : f32], d = [[1 : i32], ["x", []]]} : () -> ()
// out|     "demo.op"() {a = [#corert.shape<2>, #corert.shape<*>], b = [dense<1> : tensor<2xi32>], c = [i32, "x", true]} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// tool: translate FILE | translate
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = [], b = [true, false], c = [1 : i8, -1 : i8], d = [1 : i16], e = [1 : i32, 2 : i32], f = [1, 2]} : () -> ()
// out|     "demo.op"() {a = [1 : ui8], b = [1 : ui16], c = [1 : ui32], d = [1 : ui64], e = [1.000000e+00 : f16], f = [1.000000e+00 : bf16], g = [1.000000e+00 : f32], h = [1.000000e+00]} : () -> ()
// out|     "demo.op"() {a = [i1, f32, i64], b = ["a", "bc"], c = [1 : i32, 2.000000e+00 : f32], d = [[1 : i32], ["x", []]]} : () -> ()
// out|     "demo.op"() {a = [#corert.shape<2>, #corert.shape<*>], b = [dense<1> : tensor<2xi32>], c = [i32, "x", true]} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// engines: executor, its ops have no kernel

func.func @f() {
  "demo.op"() {a = [], b = [true, false], c = [1 : i8, -1 : i8], d = [1 : i16], e = [1 : i32, 2 : i32], f = [1, 2]} : () -> ()
  "demo.op"() {a = [1 : ui8], b = [1 : ui16], c = [1 : ui32], d = [1 : ui64], e = [1.0 : f16], f = [1.0 : bf16], g = [1.0 : f32], h = [1.0]} : () -> ()
  "demo.op"() {a = [i1, f32, i64], b = ["a", "bc"], c = [1 : i32, 2.0 : f32], d = [[1 : i32], ["x", []]]} : () -> ()
  "demo.op"() {a = [#corert.shape<2>, #corert.shape<*>], b = [dense<1> : tensor<2xi32>], c = [i32, "x", true]} : () -> ()
  tfrt.return
}
