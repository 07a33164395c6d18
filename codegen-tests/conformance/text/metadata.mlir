// rule: MLIR's text: file metadata hold the resources that `dense_resource` names; those that are named
//   print behind the module, in the order of their use. What other tools left there is let go.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = dense_resource<b> : tensor<2xi8>, b = dense_resource<"a c"> : tensor<1xi8>, c = dense_resource<not_there> : tensor<1xi8>} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// out| {-#
// out|   dialect_resources: {
// out|     builtin: {
// out|       b: "0x01000000FF02",
// out|       "a c": "0x0400000001"
// out|     }
// out|   }
// out| #-}
// out|
// lift: none, BEF cannot encode them
// engines: executor, its ops have no kernel

{-#
  dialect_resources: {
    builtin: { "a c": "0x0400000001", unused: "0x08000000", b: "0x01000000ff02" }
  },
  external_resources: { tool: { on: true, "a b": false, text: "x" } }
#-}

func.func @f() {
  "demo.op"() {a = dense_resource<b> : tensor<2xi8>, b = dense_resource<"a c"> : tensor<1xi8>, c = dense_resource<not_there> : tensor<1xi8>} : () -> ()
  tfrt.return
}

{-# #-}
