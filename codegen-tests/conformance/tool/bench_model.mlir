// rule: models, bench: times of a run and of the way to the first result, allocations, engine, mode and processor; N
//   threads compute, and a work queue of one's own is refused.
// tool: run FILE --outputs=TMP/image.npz
// tool: bench ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --json
// out*| "ms_min":
// out*| "ms_median":
// out*| "runs":
// out*| "allocations_per_run":
// out*| "load_to_first_result_ms":
// out*| "engine": "jit"
// out*| "math": "default"
// out*| "cpu": {
// out*| "threads": 1
// tool: bench ../../../examples/networks/digits.onnx --input=image=../../../examples/networks/seven.npy --bind=batch=1 --threads=2 --instructions=scalar --math=exact --form=values --engine=executor --json
// out*| "math": "exact"
// out*| "engine": "executor"
// out*| "instructions":
// out*| "threads": 2
// tool: bench ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --profile
// out*|  x arena.linear.f32
// tool: bench ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --profile --json
// out*| "kernel": "arena.softmax.f32"
// tool: bench ../../../examples/networks/digits.onnx
// exit: 2
// err| tfrt: input 'image' is missing: image: f32 [batch, 784]
// tool: bench ../../../examples/networks/digits.onnx --inputs=TMP/image.npz --work-queue=mstd:2
// exit: 2
// err| tfrt: --work-queue is of programs: a model has one function, takes --input and computes in --threads

func.func @main() -> tensor<1x784xf32> attributes {model.outputs = ["image"]} {
  %image = arith.constant.tensor dense<0.5> : tensor<1x784xf32>
  tfrt.return %image : tensor<1x784xf32>
}
