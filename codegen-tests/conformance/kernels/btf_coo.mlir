// rule: tensors §8: btf.read_coo_tensor.T.R reads the sparse tensor of that index.
// engines: executor, it reads files of the folder that the tool is started in
// run:
// out| --- Running 'f32':
// out| CooHostTensor dtype = f32, shape = [], indices = [], values = [2.500000e-01]
// out|
// out| CooHostTensor dtype = f32, shape = [2], indices = [1], values = [2.500000e-01]
// out|
// out| CooHostTensor dtype = f32, shape = [2, 1], indices = [1, 0], values = [2.500000e-01]
// out|
// out| CooHostTensor dtype = f32, shape = [2, 1, 2], indices = [1, 0, 1], values = [2.500000e-01]
// out|
// out| CooHostTensor dtype = f32, shape = [2, 1, 2, 1], indices = [1, 0, 1, 0], values = [2.500000e-01]
// out|
// out| 'f32' returned !tfrt.chain value
// out| --- Running 'i32':
// out| CooHostTensor dtype = i32, shape = [], indices = [], values = [-7]
// out|
// out| CooHostTensor dtype = i32, shape = [2], indices = [1], values = [-7]
// out|
// out| CooHostTensor dtype = i32, shape = [2, 1], indices = [1, 0], values = [-7]
// out|
// out| CooHostTensor dtype = i32, shape = [2, 1, 2], indices = [1, 0, 1], values = [-7]
// out|
// out| CooHostTensor dtype = i32, shape = [2, 1, 2, 1], indices = [1, 0, 1, 0], values = [-7]
// out|
// out| 'i32' returned !tfrt.chain value
// out| --- Running 'i8':
// out| CooHostTensor dtype = i8, shape = [], indices = [], values = [-8]
// out|
// out| CooHostTensor dtype = i8, shape = [2], indices = [1], values = [-8]
// out|
// out| CooHostTensor dtype = i8, shape = [2, 1], indices = [1, 0], values = [-8]
// out|
// out| CooHostTensor dtype = i8, shape = [2, 1, 2], indices = [1, 0, 1], values = [-8]
// out|
// out| CooHostTensor dtype = i8, shape = [2, 1, 2, 1], indices = [1, 0, 1, 0], values = [-8]
// out|
// out| 'i8' returned !tfrt.chain value
// out| --- Running 'several':
// out| CooHostTensor dtype = f32, shape = [2, 3], indices = [0, 2, 1, 0], values = [5.000000e-01, 1.500000e+00]
// out|
// out| 'several' returned !tfrt.chain value

func.func @f32() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 25
  %t0 = "btf.read_coo_tensor.f32.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %i1 = tfrt.constant.i32 26
  %t1 = "btf.read_coo_tensor.f32.1"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %i2 = tfrt.constant.i32 27
  %t2 = "btf.read_coo_tensor.f32.2"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %i3 = tfrt.constant.i32 28
  %t3 = "btf.read_coo_tensor.f32.3"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %i4 = tfrt.constant.i32 29
  %t4 = "btf.read_coo_tensor.f32.4"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @i32() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 30
  %t0 = "btf.read_coo_tensor.i32.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %i1 = tfrt.constant.i32 31
  %t1 = "btf.read_coo_tensor.i32.1"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %i2 = tfrt.constant.i32 32
  %t2 = "btf.read_coo_tensor.i32.2"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %i3 = tfrt.constant.i32 33
  %t3 = "btf.read_coo_tensor.i32.3"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %i4 = tfrt.constant.i32 34
  %t4 = "btf.read_coo_tensor.i32.4"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @i8() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 35
  %t0 = "btf.read_coo_tensor.i8.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %i1 = tfrt.constant.i32 36
  %t1 = "btf.read_coo_tensor.i8.1"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %i2 = tfrt.constant.i32 37
  %t2 = "btf.read_coo_tensor.i8.2"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %i3 = tfrt.constant.i32 38
  %t3 = "btf.read_coo_tensor.i8.3"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %i4 = tfrt.constant.i32 39
  %t4 = "btf.read_coo_tensor.i8.4"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @several() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/sparse.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 0
  %t0 = "btf.read_coo_tensor.f32.2"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
