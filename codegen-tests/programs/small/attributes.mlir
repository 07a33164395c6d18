// Every kind of attribute, of a kernel that takes attributes of any names.
module @m attributes {tfrt.compiled} {
}
func.func @f() -> (i32, i32, i32, i32) {
  %c = "tfrt_test.sync_sum_attributes"() {a = true, b = 7 : i8, c = -5 : i16, d = 1 : i64, e = 1.5 : f16, f = -2.0 : f64} : () -> i32
  %d = "tfrt_test.sync_sum_attributes"() {a = "text", b = f32, c = [i1, f64], d = [1 : i32, 2 : i32], e = [0.5], f = []} : () -> i32
  %e = "tfrt_test.sync_sum_attributes"() {a = [1 : i8, [2.0 : f32, "deep", @f], "end", #corert.shape<2x?>], b = #corert.shape<*>, c = @m::@g} : () -> i32
  %g = "tfrt_test.sync_sum_attributes"() {a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, b = dense<true> : tensor<3xi1>} : () -> i32
  tfrt.return %c, %d, %e, %g : i32, i32, i32, i32
}
