// rule: engines §11: `dense_resource` names elements in the text or in a file beside the program. BEF keeps
//   the former, and of the latter the name, the file, the range and a hash.
// tool: translate FILE | translate --bef-to-mlir
// out| module {
// out|   func.func @f() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) {
// out|     %0 = "tfrt_test.const_dense_attr"() {value = dense_resource<"a part"> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
// out|     %1 = "tfrt_test.const_dense_attr"() {value = dense_resource<whole> : tensor<24xi8>} : () -> !tfrt_tensor.tensor
// out|     %2 = "tfrt_test.const_dense_attr"() {value = dense<[1, -1]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
// out|     tfrt.return %0, %1, %2 : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor
// out|   }
// out| }
// out|
// out| {-#
// out|   external_resources: {
// out|     tfrt: {
// out|       "a part": "resource_files.bin 8..24 sha256:26b28abaf918b792f3dd528109fb542d0dd0945755ba5e461d41e4c633c34499",
// out|       whole: "resource_whole.bin 0..24 sha256:1d64add2a6388367c9bc2d1f1b384b069a6ef382cdaaa89771dd103e28613a25"
// out|     }
// out|   }
// out| #-}
// tool: opt FILE
// out| module {
// out|   func.func @f() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) {
// out|     %0 = "tfrt_test.const_dense_attr"() {value = dense_resource<"a part"> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
// out|     %1 = "tfrt_test.const_dense_attr"() {value = dense_resource<whole> : tensor<24xi8>} : () -> !tfrt_tensor.tensor
// out|     %2 = "tfrt_test.const_dense_attr"() {value = dense_resource<inline> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
// out|     tfrt.return %0, %1, %2 : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor
// out|   }
// out| }
// out|
// out| {-#
// out|   dialect_resources: {
// out|     builtin: {
// out|       inline: "0x0100000001FF"
// out|     }
// out|   },
// out|   external_resources: {
// out|     tfrt: {
// out|       "a part": "resource_files.bin 8..24 sha256:26b28abaf918b792f3dd528109fb542d0dd0945755ba5e461d41e4c633c34499",
// out|       whole: "resource_whole.bin"
// out|     }
// out|   }
// out| #-}
// out|
// tool: run --reference-output FILE
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Running 'f':
// out| 'f' returned !tfrt_tensor.tensor value,!tfrt_tensor.tensor value,!tfrt_tensor.tensor value
// tool: run --reference-output --engine=jit FILE
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Running 'f':
// out| 'f' returned !tfrt_tensor.tensor value,!tfrt_tensor.tensor value,!tfrt_tensor.tensor value
// tool: diff FILE
// out| f: equal
// engines: executor, its elements are in a file

func.func @f() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) {
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<"a part"> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense_resource<whole> : tensor<24xi8>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense_resource<inline> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a, %b, %c : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor
}

{-#
  dialect_resources: { builtin: { inline: "0x0100000001FF" } },
  external_resources: {
    tfrt: {
      "a part": "resource_files.bin 8..24 sha256:26B28ABAF918B792F3DD528109FB542D0DD0945755BA5E461D41E4C633C34499",
      whole: "resource_whole.bin"
    }
  }
#-}
