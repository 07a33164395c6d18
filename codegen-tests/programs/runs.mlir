// Two tensors of 40 MiB at once.
func.func @values(%x: f32) -> f32 {
  %zero = tfrt.constant.i64 0
  %a = "tensor.splat.f32"(%x) {shape = [10, 1048576]} : (f32) -> tensor<10x1048576xf32>
  %b = "arith.negf.tensor.f32"(%a) : (tensor<10x1048576xf32>) -> tensor<10x1048576xf32>
  %c = "arith.addf.tensor.f32"(%a, %b)
    : (tensor<10x1048576xf32>, tensor<10x1048576xf32>) -> tensor<10x1048576xf32>
  %d = "tensor.extract.f32"(%c, %zero, %zero) : (tensor<10x1048576xf32>, i64, i64) -> f32
  tfrt.return %d : f32
}

// The same in tensors that can be written.
func.func @written(%ch0: !tfrt.chain) -> !tfrt.chain {
  %a = tfrt_dht.create_uninitialized_tensor.f32.2 [10, 1048576]
  %b = tfrt_dht.create_uninitialized_tensor.f32.2 [10, 1048576]
  %ch1 = "eigen.softmax.f32"(%a, %b, %ch0) {log = false}
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

// A buffer of 80 MiB.
func.func @buffer() -> !ht.host_buffer {
  %size = tfrt.constant.i64 83886080
  %align = tfrt.constant.i64 64
  %buffer = tfrt_dht.allocate_buffer %size, %align
  tfrt.return %buffer : !ht.host_buffer
}

// Two of 1 MiB.
func.func @small(%x: f32) -> f32 {
  %zero = tfrt.constant.i64 0
  %a = "tensor.splat.f32"(%x) {shape = [262144]} : (f32) -> tensor<262144xf32>
  %b = "arith.negf.tensor.f32"(%a) : (tensor<262144xf32>) -> tensor<262144xf32>
  %c = "arith.subf.tensor.f32"(%a, %b)
    : (tensor<262144xf32>, tensor<262144xf32>) -> tensor<262144xf32>
  %d = "tensor.extract.f32"(%c, %zero) : (tensor<262144xf32>, i64) -> f32
  tfrt.return %d : f32
}

// A tensor of 10 MiB, which leaves the run.
func.func @made(%x: f32) -> tensor<10x262144xf32> {
  %a = "tensor.splat.f32"(%x) {shape = [10, 262144]} : (f32) -> tensor<10x262144xf32>
  tfrt.return %a : tensor<10x262144xf32>
}

func.func @printed(%x: i32, %ch0: !tfrt.chain) -> !tfrt.chain {
  %ch1 = tfrt.print.i32 %x, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

// A task, blocking work and a future that wakes itself, on threads that note themselves.
func.func @noted(%x: i32) -> i32 {
  %a = "runs.task"(%x) : (i32) -> i32
  %b = "runs.blocking"(%a) : (i32) -> i32
  %c = "runs.future"(%b) : (i32) -> i32
  tfrt.return %c : i32
}
