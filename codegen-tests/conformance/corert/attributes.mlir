// rule: details §4: attributes print sorted by name, arrays up to five elements, texts as arrays of characters; §0: of two
//   values of a name the first one stays.
// run:
// out| --- Running 'empty':
// out| OpAttrs is empty
// out| --- Running 'all':
// out| OpAttrs contains 11 entries:
// out|   'a_bool' type=BOOL value=1
// out|   'b_i32' type=I32 value=-45
// out|   'c_f32' type=F32 value=5.000000e-01
// out|   'd_dtype' type=DTYPE value=f32
// out|   'e_dense' type=DENSE value=dtype=I32, rank=2, elt_count=4
// out|   'f_aggregate' type=AGGREGATE value=elt_count=2 [{dtype=F32, rank=1, elt_count=2}, {unknown}]
// out|   'g_shape' type=SHAPE value=<2x-1x3>
// out|   'h_str' type=CHAR value=[c, p, u]
// out|   'i_i32s' type=I32 value=[1, 2, 3, 4, 5...]
// out|   'j_i64s' type=I64 value=[-1]
// out|   'k_f32s' type=F32 value=[1.000000e+00, 2.000000e+00]
// out|
// out| --- Running 'first_stays':
// out| OpAttrs contains 1 entries:
// out|   'k' type=I32 value=1
// out|
// out| OpAttrs contains 2 entries:
// out|   'k' type=I32 value=1
// out|   's' type=SHAPE value=<*>
// out|
func.func @empty() {
  %ch = tfrt.new.chain
  %a = "corert.create_op_attrs"() : () -> !corert.opattrs
  %c = "tfrt_test.corert.op_attrs_print"(%a, %ch) : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @all() {
  %c = tfrt.new.chain
  %a = "corert.create_op_attrs"() : () -> !corert.opattrs
  %c0 = "corert.op_attrs_set_array.f32"(%a, %c) {key = "k_f32s", value = [1.0 : f32, 2.0 : f32]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c1 = "corert.op_attrs_set_array.i64"(%a, %c0) {key = "j_i64s", value = [-1]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c2 = "corert.op_attrs_set_array.i32"(%a, %c1) {key = "i_i32s", value = [1 : i32, 2 : i32, 3 : i32, 4 : i32, 5 : i32, 6 : i32]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c3 = "corert.op_attrs_set.str"(%a, %c2) {key = "h_str", value = "cpu"} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c4 = "corert.op_attrs_set.shape"(%a, %c3) {key = "g_shape", value = #corert.shape<2x?x3>} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c5 = "corert.op_attrs_set.aggregate"(%a, %c4) {key = "f_aggregate", value = [dense<[1.0, 2.0]> : tensor<2xf32>, "x"]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c6 = "corert.op_attrs_set.dense"(%a, %c5) {key = "e_dense", value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c7 = "corert.op_attrs_set.dtype"(%a, %c6) {key = "d_dtype", value = f32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c8 = "corert.op_attrs_set.f32"(%a, %c7) {key = "c_f32", value = 0.5 : f32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c9 = "corert.op_attrs_set.i32"(%a, %c8) {key = "b_i32", value = -45 : i32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c10 = "corert.op_attrs_set.bool"(%a, %c9) {key = "a_bool", value = true} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c11 = "tfrt_test.corert.op_attrs_print"(%a, %c10) : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @first_stays() {
  %c = tfrt.new.chain
  %a = "corert.create_op_attrs"() : () -> !corert.opattrs
  %c0 = "corert.op_attrs_set.i32"(%a, %c) {key = "k", value = 1 : i32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c1 = "corert.op_attrs_set.str"(%a, %c0) {key = "k", value = "x"} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %f, %c2 = "tfrt_test.corert.op_attrs_freeze"(%a, %c1) : (!corert.opattrs, !tfrt.chain) -> (!corert.opattrsref, !tfrt.chain)
  // What is frozen stays.
  %c3 = "corert.op_attrs_set.shape"(%a, %c2) {key = "s", value = #corert.shape<*>} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c4 = "tfrt_test.corert.op_attrs_ref_print"(%f, %c3) : (!corert.opattrsref, !tfrt.chain) -> !tfrt.chain
  %c5 = "tfrt_test.corert.op_attrs_print"(%a, %c4) : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
