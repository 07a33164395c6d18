// rule: models, run: text is a model too; inputs and outputs are given by the names in its attributes; a hash is of
//   type, shape and elements, and the same on every engine.
// rule: models, run: inputs come from files, outputs go to one, or are printed; the answer of an ONNX model is the
//   same to the last bit on each engine, for any number of threads and any instructions.
// rule: models, import: what is written as text gives the model's answer, to the last bit; BEF keeps no names, and its
//   function is run by position.
// rule: models, run --expect: a difference names the output, the index and both numbers, unless it is within the
//   tolerances.
// rule: models, run --hash=all: the result of each node, by its name in the model.
// rule: models, run: what is missing, is not there or does not fit, and what is not supported yet, is named.
// tool: run FILE --hash
// out| image: afd14f0ff90b651989461d5126d5b931
// tool: run FILE --hash --engine=jit --threads=2
// out| image: afd14f0ff90b651989461d5126d5b931
// tool: run FILE --outputs=TMP/image.npz
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --outputs=TMP/chances.npz
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz
// out*| chances: Tensor dtype = f32, shape = [1, 10], values = [
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --bind batch=1 --expect=TMP/chances.npz --rtol=0 --atol=0 --engine=jit --threads=2 --instructions=scalar --math=exact --form=values
// tool: import ../../../examples/networks/digits.onnx --output=TMP/digits.mlir
// tool: run TMP/digits.mlir --inputs=TMP/image.npz --expect=TMP/chances.npz --rtol=0 --atol=0
// tool: import ../../../examples/networks/digits.onnx --output=TMP/digits.bef
// tool: run TMP/digits.bef --functions=main --arg=@../../../examples/networks/seven.npy
// out*| shape = [1, 10], values = [
// tool: run TMP/digits.bef --inputs=TMP/image.npz
// exit: 2
// err| /digits.bef: error: it is a BEF file, which has no names of inputs and outputs and is loaded by `Program`: a model is ONNX, or text that `tfrt import` writes
// tool: run ../../../examples/networks/digits.onnx --input=image=../../../examples/networks/seven.npy --expect=TMP/chances.npz
// exit: 1
// err| tfrt: output 'chances': 10 of 10 elements differ, the first at [0, 0]:
// tool: run ../../../examples/networks/digits.onnx --input=image=../../../examples/networks/seven.npy --expect=TMP/chances.npz --atol=1
// tool: run FILE --expect=TMP/chances.npz
// exit: 1
// err| tfrt: output 'image': it is not in the file
// err| tfrt: the model has no output 'chances'
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --hash=all --outputs=TMP/all.npz
// out*| hidden:
// out*| units:
// out*| scores:
// out*| chances:
// tool: run ../../../examples/networks/digits.onnx
// exit: 2
// err| tfrt: input 'image' is missing: image: f32 [batch, 784]
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/chances.npz
// exit: 2
// err| tfrt: input 'image' is missing: image: f32 [batch, 784]
// err| tfrt: there is no input 'chances', only 'image'
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --input=image=../../../examples/networks/seven.npy
// exit: 2
// err| tfrt: input 'image' is given twice
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --bind=batch=2
// exit: 2
// err| tfrt: input 'image' is f32 [1, 784], expected image: f32 [2, 784]
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --bind=rows=1
// exit: 2
// err| 'rows' is neither a symbol of the model nor INPUT.AXIS
// tool: run FILE --bind=batch=1
// exit: 2
// err| of ONNX models only
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --bind batch=1 --expect=TMP/chances.npz --rtol=0 --atol=0 --math=fast
// tool: run ../../../examples/networks/digits.onnx --math=exacter
// exit: 2
// err| 'exacter' is none of exact, default, fast
// tool: run ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --bind batch=1 --expect=TMP/chances.npz --rtol=0 --atol=0 --form=planned
// tool: run ../../../examples/networks/digits.onnx --form=tables
// exit: 2
// err| 'tables' is none of values, planned

func.func @main() -> tensor<1x784xf32> attributes {model.outputs = ["image"]} {
  %image = arith.constant.tensor dense<0.5> : tensor<1x784xf32>
  tfrt.return %image : tensor<1x784xf32>
}
