// rule: MLIR's textual form: attributes of the builtin dialect print as they are read.
// engines: executor, a function without a body is a text only
// lift: none, BEF has no functions without a body
// tool: opt --allow-unregistered-dialect FILE
// out| #map = affine_map<(d0) -> (d0 + 1)>
// out| module {
// out|   func.func private @f() attributes {a = array<i32: 1, -2>, b = array<f32>, c = sparse<[[0, 1]], [2.000000e+00]> : tensor<2x2xf32>, d = #map, e = strided<[2, ?], offset: 3>, f = strided<[1]>, g = dense_resource<key> : tensor<2xi32>, h = distinct[3]<"x">, i = distinct[0]<>}
// out| }
// out|

func.func private @f() attributes {
  a = array<i32: 1, -2>, b = array<f32>, c = sparse<[[0, 1]], [2.0]> : tensor<2x2xf32>,
  d = affine_map<(i) -> (1 + i * 1)>, e = strided<[2, ?], offset: 3>, f = strided<[1], offset: 0>,
  g = dense_resource<key> : tensor<2xi32>, h = distinct[3]<"x">, i = distinct[0]<>
}
