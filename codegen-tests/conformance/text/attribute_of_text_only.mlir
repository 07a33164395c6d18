// rule: MLIR's text: attributes that BEF has no room for are read and printed: unit, dictionaries,
//   index and wide integers, arrays of the builtin dialect, sparse, resource and string elements, maps,
//   sets, strides, distinct attributes, locations and opaque attributes.
// rule: MLIR's text: maps and sets print under names of their own before the module.
// tool: opt --allow-unregistered-dialect FILE
// out| #map = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 mod 2)>
// out| #set = affine_set<(d0) : (d0 - 1 >= 0, d0 - 3 == 0)>
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a, b = {a = {c}, z = 1 : i64}, c = 3 : index, d = 170141183460469231731687303715884105727 : i128, e = 5 : i7} : () -> ()
// out|     "demo.op"() {a = array<i32: 1, -2>, b = array<i1: true>, c = array<f64>, d = array<f32: 1.000000e+00, 1.000000e-01>} : () -> ()
// out|     "demo.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, b = dense_resource<blob> : tensor<2xf32>} : () -> ()
// out|     "demo.op"() {a = #map, b = #set, c = strided<[2, ?], offset: 1>} : () -> ()
// out|     "demo.op"() {a = distinct[0]<42 : i32>, b = loc("x.py":1:2), c = #demo<attr<{[(">")]}>>, d = #demo<"old">, e = dense<["a", "b"]> : tensor<2x!demo.str>} : () -> ()
// out|     "demo.op"() {a = @root::@"quoted name"::@leaf, b = tensor<2x?xf32, #demo.enc>, c = memref<4xi8, strided<[1]>, 2>, d = vector<[4]xf32>} : () -> ()
// out|     "demo.op"() {a = tuple<i32, tuple<>>, b = (i32) -> (i1, none), c = () -> ((f32) -> f32), d = tensor<*xi32>, e = !demo<"old style">} : () -> ()
// out|     "demo.op"() {_ok = 2 : i64, a.b$c = 3 : i64, "quoted name" = 1 : i64} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// lift: none, BEF cannot encode them
// engines: executor, its ops have no kernel

func.func @f() {
  "demo.op"() {a, b = {z = 1, a = {c}}, c = 3 : index, d = 170141183460469231731687303715884105727 : i128, e = 5 : i7} : () -> ()
  "demo.op"() {a = array<i32: 1, -2>, b = array<i1: true>, c = array<f64>, d = array<f32: 1.0, 0.1>} : () -> ()
  "demo.op"() {a = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>, b = dense_resource<blob> : tensor<2xf32>} : () -> ()
  "demo.op"() {a = affine_map<(d0, d1)[s0] -> (d0 + s0, d1 mod 2)>, b = affine_set<(d0) : (d0 - 1 >= 0, d0 == 3)>, c = strided<[2, ?], offset: 1>} : () -> ()
  "demo.op"() {a = distinct[0]<42 : i32>, b = loc("x.py":1:2), c = #demo<attr<{[(">")]}>>, d = #demo<"old">, e = dense<["a", "b"]> : tensor<2x!demo.str>} : () -> ()
  "demo.op"() {a = @root::@"quoted name"::@leaf, b = tensor<2x?xf32, #demo.enc>, c = memref<4xi8, strided<[1]>, 2>, d = vector<[4]xf32>} : () -> ()
  "demo.op"() {a = tuple<i32, tuple<>>, b = (i32) -> (i1, none), c = () -> ((f32) -> f32), d = tensor<*xi32>, e = !demo<"old style">} : () -> ()
  "demo.op"() {"quoted name" = 1, _ok = 2, a.b$c = 3} : () -> ()
  tfrt.return
}
