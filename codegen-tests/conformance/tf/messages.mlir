// rule: details §6: the messages of metadata functions, and of ops, that are reported at the executeop.
// run:
// out| --- Running 'metadata':
// out| --- Running 'computed':
func.func @metadata() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 2 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [3], value = [1 : i32, 2 : i32, 3 : i32]}
  %v3 = corert.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.0 : f32]}
  %v4 = corert.create_dense_tensor.i32 {shape = [1, 2], value = [1 : i32, 2 : i32]}
  %v5 = corert.create_dense_tensor.f32 {shape = [1, 2], value = [1.0 : f32, 2.0 : f32]}
  %v6 = corert.create_dense_tensor.f32 {shape = [1, 2, 2, 1], value = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]}
  %v7 = corert.create_dense_tensor.f32 {shape = [1, 1, 2, 1], value = [1.0 : f32, 2.0 : f32]}
  // expected-error @+1 {{incompatible dtypes for binary operation}}
  %v8 = corert.executeop(%h) "tf.AddV2"(%v1, %v3) : 1
  // expected-error @+1 {{Dimensions must be equal, but are 2 and 3}}
  %v9 = corert.executeop(%h) "tf.Less"(%v1, %v2) : 1
  // expected-error @+1 {{incompatible dtypes for MatMul: In[0]: i32, In[1]: f32}}
  %v10 = corert.executeop(%h) "tf.MatMul"(%v4, %v5) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{argument 0 of matmul op is not a rank-2 tensor. Actual rank is 1}}
  %v11 = corert.executeop(%h) "tf.MatMul"(%v1, %v4) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{argument 1 of matmul op is not a rank-2 tensor. Actual rank is 1}}
  %v12 = corert.executeop(%h) "tf.MatMul"(%v4, %v1) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{matmul arguments have incompatible shapes: In[0]: [1, 2], In[1]: [1, 2]. transpose_a: 0, transpose_b: 0}}
  %v13 = corert.executeop(%h) "tf.MatMul"(%v4, %v4) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{'transpose_a' attribute is not specified for MatMul op}}
  %v14 = corert.executeop(%h) "tf.MatMul"(%v4, %v4) {transpose_b = false} : 1
  // expected-error @+1 {{'transpose_b' attribute is not specified for MatMul op}}
  %v15 = corert.executeop(%h) "tf.MatMul"(%v4, %v4) {transpose_a = false} : 1
  // expected-error @+1 {{incompatible dtypes for tf.BiasAdd}}
  %v16 = corert.executeop(%h) "tf.BiasAdd"(%v4, %v3) : 1
  // expected-error @+1 {{invalid data format. Currently only support NHWC}}
  %v17 = corert.executeop(%h) "tf.BiasAdd"(%v4, %v1) {data_format = "NCHW"} : 1
  // expected-error @+1 {{bias must be 1-D}}
  %v18 = corert.executeop(%h) "tf.BiasAdd"(%v4, %v4) : 1
  // expected-error @+1 {{bias must has the size of the last dimension of value}}
  %v19 = corert.executeop(%h) "tf.BiasAdd"(%v4, %v2) : 1
  // expected-error @+1 {{tf.Const needs a `value` dense attribute}}
  %v20 = corert.executeop(%h) "tf.Const"() : 1
  // expected-error @+1 {{dtype attribute mismatch with expected tensor dtype}}
  %v21 = corert.executeop(%h) "tf.Const"() {dtype = f32, value = dense<1> : tensor<1xi32>} : 1
  // expected-error @+1 {{Unsupported `out_type` value: f32}}
  %v22 = corert.executeop(%h) "tf.Shape"(%v1) {out_type = f32} : 1
  // expected-error @+1 {{Could not guess channel order.}}
  %v23 = corert.executeop(%h) "tf.Pad"(%v7, %v4) : 1
  // expected-error @+1 {{Input and filter must have same rank.}}
  %v24 = corert.executeop(%h) "tf.Conv2D"(%v6, %v5) {padding = "VALID", strides = [1, 1, 1, 1]} : 1
  // expected-error @+1 {{Unknown padding type most}}
  %v25 = corert.executeop(%h) "tf.Conv2D"(%v6, %v6) {padding = "most", strides = [1, 1, 1, 1]} : 1
  // expected-error @+1 {{Missing 'explicit_paddings' attribute}}
  %v26 = corert.executeop(%h) "tf.Conv2D"(%v6, %v6) {padding = "EXPLICIT", strides = [1, 1, 1, 1]} : 1
  // expected-error @+1 {{Wrong 'explicit_paddings' attribute length}}
  %v27 = corert.executeop(%h) "tf.Conv2D"(%v6, %v6) {explicit_paddings = [1], padding = "EXPLICIT", strides = [1, 1, 1, 1]} : 1
  // expected-error @+1 {{Expected ksize 'NC' elements to be 1}}
  %v28 = corert.executeop(%h) "tf.MaxPool"(%v6) {ksize = [2, 1, 1, 1], padding = "VALID", strides = [1, 1, 1, 1]} : 1
  // expected-error @+1 {{BatchNorm training not currently supported}}
  %v29:6 = corert.executeop(%h) "tf.FusedBatchNormV3"(%v6, %v3, %v3, %v3, %v3) {epsilon = 0.0 : f32, is_training = true} : 6
  // expected-error @+1 {{Mean, variance, bias, and scale are expected to have the same shape}}
  %v30:6 = corert.executeop(%h) "tf.FusedBatchNormV3"(%v6, %v3, %v5, %v3, %v3) {epsilon = 0.0 : f32} : 6
  tfrt.return
}
func.func @computed() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 2 : i32]}
  %v2 = corert.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.0 : f32]}
  %v3 = corert.create_dense_tensor.i32 {shape = [1, 2], value = [1 : i32, 2 : i32]}
  %v4 = corert.create_dense_tensor.i32 {shape = [1], value = [0 : i32]}
  %v5 = corert.create_dense_tensor.i32 {shape = [1], value = [7 : i32]}
  %v6 = corert.create_dense_tensor.f32 {shape = [1, 2, 2, 1], value = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]}
  %v7 = corert.create_dense_tensor.i32 {shape = [2], value = [0 : i32, 0 : i32]}
  %v8 = corert.create_dense_tensor.f16 {shape = [2], value = [1.0 : f16, 2.0 : f16]}
  // expected-error @+1 {{unsupported dtype}}
  %v9 = corert.executeop(%h) "tf.Log"(%v1) : 1
  // expected-error @+1 {{unsupported dtype}}
  %v10 = corert.executeop(%h) "tf.Softmax"(%v1) : 1
  // expected-error @+1 {{Divide by zero}}
  %v11 = corert.executeop(%h) "tf.RealDiv"(%v1, %v7) : 1
  // expected-error @+1 {{tf.Mean reduction index must be in [-input_rank, input_rank) range}}
  %v12 = corert.executeop(%h) "tf.Mean"(%v1, %v5) : 1
  // expected-error @+1 {{tf.Mean reduction indices must be unique}}
  %v13 = corert.executeop(%h) "tf.Mean"(%v3, %v7) : 1
  // expected-error @+1 {{Axis must be a scalar tensor}}
  %v14 = corert.executeop(%h) "tf.ExpandDims"(%v1, %v3) : 1
  // expected-error @+1 {{Axis must be a scalar tensor}}
  %v15 = corert.executeop(%h) "tf.ExpandDims"(%v1, %v2) : 1
  // expected-error @+1 {{Failed to expand axis 7 for tensor of rank 1}}
  %v16 = corert.executeop(%h) "tf.ExpandDims"(%v1, %v5) : 1
  // expected-error @+1 {{Tile multiples must be a vector}}
  %v17 = corert.executeop(%h) "tf.Tile"(%v1, %v3) : 1
  // expected-error @+1 {{Unsupported multiples data type}}
  %v18 = corert.executeop(%h) "tf.Tile"(%v1, %v2) : 1
  // expected-error @+1 {{Tile multiples must have the same size as input rank}}
  %v19 = corert.executeop(%h) "tf.Tile"(%v1, %v1) : 1
  // expected-error @+1 {{Input dtypes do not match}}
  %v20 = corert.executeop(%h) "tf.ConcatV2"(%v1, %v2, %v4) : 1
  // expected-error @+1 {{Input ranks do not match}}
  %v21 = corert.executeop(%h) "tf.ConcatV2"(%v1, %v3, %v4) : 1
  // expected-error @+1 {{Unsupported axis data type}}
  %v22 = corert.executeop(%h) "tf.ConcatV2"(%v1, %v1, %v2) : 1
  // expected-error @+1 {{padding shape shoulsd be (4, 2)}}
  %v23 = corert.executeop(%h) "tf.Pad"(%v6, %v1) : 1
  tfrt.return
}
