// rule: `tfrt ops --onnx` lists the operators of ONNX that models may have: versions, types that are not
//   supported, limits.
// tool: ops --onnx Up
// out| ai.onnx Upsample 7 to 9
// tool: ops --onnx BitwiseX
// out| ai.onnx BitwiseXor 18 to 28
// tool: ops --onnx MaxU
// out| ai.onnx MaxUnpool 9 to 28; images of known size
// tool: ops --onnx Res
// out| ai.onnx Reshape 5 to 28
// out| ai.onnx Resize 10 to 28; not of bool
// tool: ops --onnx Flex --json
// out*| "domain": "ai.onnx.preview"
// tool: ops --onnx Nothing
// exit: 2
// err| no operator of ONNX that is supported has a name that begins with Nothing

func.func @unused() {
  tfrt.return
}
