// rule: models, diff: the results of the nodes are compared, by name and in order, with those in a file, which may
//   have the inputs too; the first that differs beyond the tolerances is named, with the index and both numbers.
// rule: models, diff: what was computed from the same inputs, in whatever way, is equal to the last bit.
// rule: models, diff: there must be a file, with a value of the model.
// tool: run FILE --outputs=TMP/theirs.npz
// tool: diff ../../../examples/networks/digits.onnx --against=TMP/theirs.npz
// exit: 1
// err| 'scores' is the first value that differs, after 0 that are equal: 10 of 10 elements differ, the first at [0, 0]:
// tool: diff ../../../examples/networks/digits.onnx --against=TMP/theirs.npz --atol=100
// out| 2 values are equal within the tolerances
// tool: diff ../../../examples/networks/digits.onnx --against=TMP/theirs.npz --rtol=1000 --json
// out*| "equal": false
// out*| "value": "scores"
// exit: 1
// tool: run run_model.mlir --outputs=TMP/image.npz
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --hash=all --outputs=TMP/all.npz --engine=jit
// out*| chances:
// tool: diff ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --against=TMP/all.npz --rtol=0 --atol=0 --bind=batch=1 --threads=2 --instructions=scalar --math=exact --form=values
// out| 4 values are equal within the tolerances
// tool: diff ../../../examples/networks/digits.onnx --input=image=../../../examples/networks/seven.npy --against=TMP/all.npz
// exit: 1
// err| 'hidden' is the first value that differs, after 0 that are equal:
// tool: diff ../../../examples/networks/digits.onnx --inputs=TMP/image.npz
// exit: 2
// err| tfrt: a model is compared with what another runtime computed: --against FILE.npz
// tool: diff ../../../examples/networks/digits.onnx --against=TMP/image.npz
// exit: 2
// err| has no value of the model by its name

func.func @main() -> (tensor<1x784xf32>, tensor<1x10xf32>, tensor<1x10xf32>) attributes {model.outputs = ["image", "scores", "chances"]} {
  %image = arith.constant.tensor dense<1.0> : tensor<1x784xf32>
  %scores = arith.constant.tensor dense<0.0> : tensor<1x10xf32>
  %chances = arith.constant.tensor dense<0.1> : tensor<1x10xf32>
  tfrt.return %image, %scores, %chances : tensor<1x784xf32>, tensor<1x10xf32>, tensor<1x10xf32>
}
