// Every kind of attribute.
module @m attributes {tfrt.compiled} {
}
func.func @f() -> !tfrt.chain {
  %c = "tfrt.new.chain"() {a = true, b = 7 : i8, c = -5 : i16, d = 1 : i64, e = 1.5 : f16, f = -2.0 : f64} : () -> !tfrt.chain
  %d = "tfrt.new.chain"() {a = "text", b = f32, c = [i1, f64], d = [1 : i32, 2 : i32], e = [0.5], f = []} : () -> !tfrt.chain
  %e = "tfrt.new.chain"() {a = [1 : i8, [2.0 : f32, "deep", @f], "end", #corert.shape<2x?>], b = #corert.shape<*>, c = @m::@g} : () -> !tfrt.chain
  %g = "tfrt.new.chain"() {a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, b = dense<true> : tensor<3xi1>} : () -> !tfrt.chain
  %h = tfrt.merge.chains %c, %d, %e, %g : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %h : !tfrt.chain
}
