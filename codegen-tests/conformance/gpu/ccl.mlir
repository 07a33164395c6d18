// rule: kernels.md 9, gpu-details.md 2: collectives are noted, and given to streams as one group, on two devices
// run:
// out| --- Not running 'device' because it has arguments.
// out| --- Not running 'upload' because it has arguments.
// out| --- Not running 'print' because it has arguments.
// out| --- Running 'reductions':
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.100000e+01, 2.200000e+01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.100000e+01, 2.200000e+01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+01, 2.000000e+01]
// out| DenseHostTensor dtype = f32, shape = [1], values = [1.000000e+01]
// out| DenseHostTensor dtype = f32, shape = [1], values = [4.000000e+01]
// out| 'reductions' returned !tfrt.chain value
// out| --- Running 'exchanges':
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 10]
// out| DenseHostTensor dtype = i32, shape = [2], values = [2, 20]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i32, shape = [4], values = [1, 2, 10, 20]
// out| DenseHostTensor dtype = i32, shape = [4], values = [1, 2, 10, 20]
// out| 'exchanges' returned !tfrt.chain value
// out| --- Running 'unequal':
// out| 'unequal' returned <<error: Input size must equal output size.>>
// out| --- Running 'scattered':
// out| 'scattered' returned <<error: Input size must be output size times ranks.>>
// out| --- Running 'gathered':
// out| 'gathered' returned <<error: Output size must be input size times ranks.>>
// out| --- Running 'nobody':
// out| 'nobody' returned <<error: there is no peer 1 of 1>>
// out| --- Running 'odd':
// out| 'odd' returned <<error: Total element count must be exact multiple of comm count.>>
// out| --- Running 'beyond':
// out| 'beyond' returned <<error: rank 1 of 1 peers>>

func.func @device(%ordinal: i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator) {
  %device = tfrt_gpu.device.get CUDA, %ordinal
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  tfrt.return %context, %stream, %allocator : !tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator
}

func.func @upload(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %allocator: !tfrt_gpu.allocator, %t: !tfrt_tensor.tensor, %size: i64) -> (!tfrt_gpu.buffer, !tfrt.chain) {
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch1
  %ch2 = tfrt_gpu.mem.copy %buffer, %bytes, %stream, %ch1 : !tfrt_gpu.buffer, !ht.host_buffer
  tfrt.return %buffer, %ch2 : !tfrt_gpu.buffer, !tfrt.chain
}

func.func @print(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %t: !tfrt_tensor.tensor, %buffer: !tfrt_gpu.buffer) -> !tfrt.chain {
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  %ch2 = tfrt_gpu.mem.copy %bytes, %buffer, %stream, %ch1 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch3 = tfrt_gpu.stream.synchronize %stream, %ch2
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @reductions() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal0 = tfrt.constant.i32 0
  %context0, %stream0, %allocator0 = tfrt.call @device(%ordinal0) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %ordinal1 = tfrt.constant.i32 1
  %context1, %stream1, %allocator1 = tfrt.call @device(%ordinal1) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %id = tfrt_gpu.ccl.unique_id CUDA
  %two = tfrt.constant.i32 2
  %peer0 = tfrt_gpu.ccl.create %context0, %ordinal0, %two, %id
  %peer1 = tfrt_gpu.ccl.create %context1, %ordinal1, %two, %id
  %t0 = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t0, %ch0 [1.0 : f32, 2.0 : f32]
  %in0_size = tfrt.constant.i64 8
  %in0, %ch2 = tfrt.call @upload(%ch1, %stream0, %allocator0, %t0, %in0_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %t1 = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.f32 %t1, %ch2 [10.0 : f32, 20.0 : f32]
  %in1_size = tfrt.constant.i64 8
  %in1, %ch4 = tfrt.call @upload(%ch3, %stream1, %allocator1, %t1, %in1_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %out0t = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %ch5 = tfrt_dht.set_tensor_with_constant_values.f32 %out0t, %ch4 [0.0 : f32, 0.0 : f32]
  %out0_size = tfrt.constant.i64 8
  %out0, %ch6 = tfrt.call @upload(%ch5, %stream0, %allocator0, %out0t, %out0_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %out1_size = tfrt.constant.i64 8
  %out1, %ch7 = tfrt.call @upload(%ch6, %stream1, %allocator1, %out0t, %out1_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %ch8 = tfrt_gpu.ccl.all_reduce %peer0, %in0, %out0, ncclFloat32, ncclSum, %ch7
  %ch9 = tfrt_gpu.ccl.all_reduce %peer1, %in1, %out1, ncclFloat32, ncclSum, %ch8
  %ch10 = tfrt_gpu.ccl.execute %stream0, %peer0, %ch9
  %ch11 = tfrt_gpu.ccl.execute %stream1, %peer1, %ch9
  %ch12 = tfrt.merge.chains %ch10, %ch11 : !tfrt.chain, !tfrt.chain
  %ch13 = tfrt.call @print(%ch12, %stream0, %t0, %out0) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch14 = tfrt.call @print(%ch13, %stream1, %t1, %out1) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch15 = tfrt_gpu.ccl.all_reduce %peer0, %in0, %out0, ncclFloat, ncclMax, %ch14
  %ch16 = tfrt_gpu.ccl.all_reduce %peer1, %in1, %out1, ncclFloat, ncclMax, %ch15
  %ch17 = tfrt_gpu.ccl.execute %stream0, %peer0, %ch16
  %ch18 = tfrt_gpu.ccl.execute %stream1, %peer1, %ch16
  %ch19 = tfrt.merge.chains %ch17, %ch18 : !tfrt.chain, !tfrt.chain
  %ch20 = tfrt.call @print(%ch19, %stream0, %t0, %out0) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %zero = tfrt.constant.ui64 0
  %four = tfrt.constant.ui64 4
  %part0 = tfrt_gpu.mem.view %out0, %zero, %four
  %part1 = tfrt_gpu.mem.view %out1, %zero, %four
  %ch21 = tfrt_gpu.ccl.reduce_scatter %peer0, %in0, %part0, ncclFloat32, ncclProd, %ch20
  %ch22 = tfrt_gpu.ccl.reduce_scatter %peer1, %in1, %part1, ncclFloat32, ncclProd, %ch21
  %ch23 = tfrt_gpu.ccl.execute %stream0, %peer0, %ch22
  %ch24 = tfrt_gpu.ccl.execute %stream1, %peer1, %ch22
  %ch25 = tfrt.merge.chains %ch23, %ch24 : !tfrt.chain, !tfrt.chain
  %one = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %ch26 = tfrt_dht.set_tensor_with_constant_values.f32 %one, %ch25 [0.0 : f32]
  %ch27 = tfrt.call @print(%ch26, %stream0, %one, %part0) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch28 = tfrt.call @print(%ch27, %stream1, %one, %part1) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch28 : !tfrt.chain
}

func.func @exchanges() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal0 = tfrt.constant.i32 0
  %context0, %stream0, %allocator0 = tfrt.call @device(%ordinal0) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %ordinal1 = tfrt.constant.i32 1
  %context1, %stream1, %allocator1 = tfrt.call @device(%ordinal1) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %id = tfrt_gpu.ccl.unique_id CUDA
  %two = tfrt.constant.i32 2
  %peer0 = tfrt_gpu.ccl.create %context0, %ordinal0, %two, %id
  %peer1 = tfrt_gpu.ccl.create %context1, %ordinal1, %two, %id
  %t0 = tfrt_dht.create_uninitialized_tensor.i32.1 [2 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %t0, %ch0 [1 : i32, 2 : i32]
  %in0_size = tfrt.constant.i64 8
  %in0, %ch2 = tfrt.call @upload(%ch1, %stream0, %allocator0, %t0, %in0_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %t1 = tfrt_dht.create_uninitialized_tensor.i32.1 [2 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.i32 %t1, %ch2 [10 : i32, 20 : i32]
  %in1_size = tfrt.constant.i64 8
  %in1, %ch4 = tfrt.call @upload(%ch3, %stream1, %allocator1, %t1, %in1_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %out0_size = tfrt.constant.i64 8
  %out0, %ch5 = tfrt.call @upload(%ch4, %stream0, %allocator0, %t0, %out0_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %out1_size = tfrt.constant.i64 8
  %out1, %ch6 = tfrt.call @upload(%ch5, %stream1, %allocator1, %t1, %out1_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %ch7 = tfrt_gpu.ccl.all_to_all %peer0, %in0, %out0, ncclInt32, %ch6
  %ch8 = tfrt_gpu.ccl.all_to_all %peer1, %in1, %out1, ncclInt32, %ch7
  %ch9 = tfrt_gpu.ccl.execute %stream0, %peer0, %ch8
  %ch10 = tfrt_gpu.ccl.execute %stream1, %peer1, %ch8
  %ch11 = tfrt.merge.chains %ch9, %ch10 : !tfrt.chain, !tfrt.chain
  %ch12 = tfrt.call @print(%ch11, %stream0, %t0, %out0) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch13 = tfrt.call @print(%ch12, %stream1, %t1, %out1) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch14 = tfrt_gpu.ccl.send %peer0, %in0, %ordinal1, ncclInt32, %ch13
  %ch15 = tfrt_gpu.ccl.recv %peer1, %out1, %ordinal0, ncclInt32, %ch14
  %ch16 = tfrt_gpu.ccl.execute %stream0, %peer0, %ch15
  %ch17 = tfrt_gpu.ccl.execute %stream1, %peer1, %ch15
  %ch18 = tfrt.merge.chains %ch16, %ch17 : !tfrt.chain, !tfrt.chain
  %ch19 = tfrt.call @print(%ch18, %stream1, %t1, %out1) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %t4 = tfrt_dht.create_uninitialized_tensor.i32.1 [4 : i64]
  %ch20 = tfrt_dht.set_tensor_with_constant_values.i32 %t4, %ch19 [0 : i32, 0 : i32, 0 : i32, 0 : i32]
  %all0_size = tfrt.constant.i64 16
  %all0, %ch21 = tfrt.call @upload(%ch20, %stream0, %allocator0, %t4, %all0_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %all1_size = tfrt.constant.i64 16
  %all1, %ch22 = tfrt.call @upload(%ch21, %stream1, %allocator1, %t4, %all1_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %ch23 = tfrt_gpu.ccl.all_gather %peer0, %in0, %all0, ncclInt, %ch22
  %ch24 = tfrt_gpu.ccl.all_gather %peer1, %in1, %all1, ncclInt, %ch23
  %ch25 = tfrt_gpu.ccl.execute %stream0, %peer0, %ch24
  %ch26 = tfrt_gpu.ccl.execute %stream1, %peer1, %ch24
  %ch27 = tfrt.merge.chains %ch25, %ch26 : !tfrt.chain, !tfrt.chain
  %ch28 = tfrt.call @print(%ch27, %stream0, %t4, %all0) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch29 = tfrt.call @print(%ch28, %stream1, %t4, %all1) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch29 : !tfrt.chain
}

func.func @unequal() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %id = tfrt_gpu.ccl.unique_id CUDA
  %one = tfrt.constant.i32 1
  %peer = tfrt_gpu.ccl.create %context, %ordinal, %one, %id
  %size = tfrt.constant.i64 8
  %x = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %zero = tfrt.constant.ui64 0
  %four = tfrt.constant.ui64 4
  %half = tfrt_gpu.mem.view %x, %zero, %four
  %ch1 = tfrt_gpu.ccl.all_reduce %peer, %x, %half, ncclFloat32, ncclMin, %ch0
  %ch2 = tfrt_gpu.ccl.execute %stream, %peer, %ch1 // expected-error {{Input size must equal output size.}}
  tfrt.return %ch2 : !tfrt.chain
}

func.func @scattered() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %id = tfrt_gpu.ccl.unique_id CUDA
  %one = tfrt.constant.i32 1
  %peer = tfrt_gpu.ccl.create %context, %ordinal, %one, %id
  %size = tfrt.constant.i64 8
  %x = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %zero = tfrt.constant.ui64 0
  %four = tfrt.constant.ui64 4
  %half = tfrt_gpu.mem.view %x, %zero, %four
  %ch1 = tfrt_gpu.ccl.reduce_scatter %peer, %x, %half, ncclFloat32, ncclSum, %ch0
  %ch2 = tfrt_gpu.ccl.execute %stream, %peer, %ch1 // expected-error {{Input size must be output size times ranks.}}
  tfrt.return %ch2 : !tfrt.chain
}

func.func @gathered() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %id = tfrt_gpu.ccl.unique_id CUDA
  %one = tfrt.constant.i32 1
  %peer = tfrt_gpu.ccl.create %context, %ordinal, %one, %id
  %size = tfrt.constant.i64 8
  %x = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %zero = tfrt.constant.ui64 0
  %four = tfrt.constant.ui64 4
  %half = tfrt_gpu.mem.view %x, %zero, %four
  %ch1 = tfrt_gpu.ccl.all_gather %peer, %half, %x, ncclFloat32, %ch0
  %ch2 = tfrt_gpu.ccl.execute %stream, %peer, %ch1 // expected-error {{Output size must be input size times ranks.}}
  tfrt.return %ch2 : !tfrt.chain
}

func.func @nobody() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %id = tfrt_gpu.ccl.unique_id CUDA
  %one = tfrt.constant.i32 1
  %peer = tfrt_gpu.ccl.create %context, %ordinal, %one, %id
  %size = tfrt.constant.i64 8
  %x = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %zero = tfrt.constant.ui64 0
  %four = tfrt.constant.ui64 4
  %half = tfrt_gpu.mem.view %x, %zero, %four
  %ch1 = tfrt_gpu.ccl.send %peer, %x, %one, ncclFloat32, %ch0
  %ch2 = tfrt_gpu.ccl.execute %stream, %peer, %ch1 // expected-error {{there is no peer 1 of 1}}
  tfrt.return %ch2 : !tfrt.chain
}

func.func @odd() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal0 = tfrt.constant.i32 0
  %context0, %stream0, %allocator0 = tfrt.call @device(%ordinal0) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %ordinal1 = tfrt.constant.i32 1
  %context1, %stream1, %allocator1 = tfrt.call @device(%ordinal1) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %id = tfrt_gpu.ccl.unique_id CUDA
  %two = tfrt.constant.i32 2
  %peer0 = tfrt_gpu.ccl.create %context0, %ordinal0, %two, %id
  %peer1 = tfrt_gpu.ccl.create %context1, %ordinal1, %two, %id
  %size = tfrt.constant.i64 12
  %x = tfrt_gpu.mem.allocate %allocator0, %stream0, %size, %ch0
  %ch1 = tfrt_gpu.ccl.all_to_all %peer0, %x, %x, ncclFloat32, %ch0
  %ch2 = tfrt_gpu.ccl.execute %stream0, %peer0, %ch1 // expected-error {{Total element count must be exact multiple of comm count.}}
  tfrt.return %ch2 : !tfrt.chain
}

func.func @beyond() -> !tfrt_gpu.ccl.handle {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %id = tfrt_gpu.ccl.unique_id CUDA
  %one = tfrt.constant.i32 1
  %peer = tfrt_gpu.ccl.create %context, %one, %one, %id // expected-error {{rank 1 of 1 peers}}
  tfrt.return %peer : !tfrt_gpu.ccl.handle
}
