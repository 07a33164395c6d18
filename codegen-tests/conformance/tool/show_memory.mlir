// rule: models, show --as memory, check --budget: where the values of a planned model lie, from which op on to which, and what a run
//   has at most; without a plan, which sizes are open.
// tool: show --as memory --bind=batch=1 ../../../examples/networks/digits.onnx
// out| memory of a run: 296 bytes; one allocation for each value: 336 bytes
// out|         from       bytes     op   last  value
// out|            0         256      0      1  f32[1,64] arena.linear.f32
// out|          256          40      1      2  f32[1,10] arena.linear.f32
// out|            0          40      2      3  f32[1,10] arena.softmax.f32
// out| allocated by each run besides:
// out|   tensor<1x10xf32> arena.load: 40 bytes
// tool: check --budget ../../../examples/networks/digits.onnx --bind=batch=1
// out| weights                           209192 bytes
// out| memory of a run                      296 bytes
// out| tensors of a run                      40 bytes
// out| most of a run                        336 bytes
// tool: check --budget ../../../examples/networks/digits.onnx --bind=batch=1 --json
// out*| "peak_of_a_run":
// tool: show --as memory ../../../examples/networks/digits.onnx
// exit: 2
// err| the memory of a run is not planned: `--bind` gives sizes that are open a number: batch
// tool: show --as memory --bind=batch=1 --form=values ../../../examples/networks/digits.onnx
// exit: 2
// err| the memory of a run is not planned: its values are tensors of any size, or nothing of it has a kernel of `arena`
// tool: show --as memory --bind=batch=1 --math=exact --form=planned ../../../examples/networks/digits.onnx
// out*| memory of a run: 296 bytes
// tool: check --budget ../../../examples/networks/digits.onnx --bind=batch=1 --math=fast --form=planned
// out*| most of a run                        336 bytes
// tool: import ../../../examples/networks/digits.onnx --bind=batch=1 --math=exact --form=planned -o TMP/digits.mlir
// tool: check --budget TMP/digits.mlir
// out| weights                           209192 bytes
// out| memory of a run                      296 bytes
// out| tensors of a run                      40 bytes
// out| most of a run                        336 bytes
// tool: check --budget TMP/digits.mlir --math=exact
// exit: 2
// err| `--bind`, `--math` and `--form` are of ONNX models only
// tool: show --as memory FILE
// exit: 2
// err| the memory of a run is not planned

func.func @f() {
  tfrt.return
}
