// rule: tensors §8: btf.read_dense_tensor.T.R reads the tensor of that index; one without elements
//   may stand at the end of the file.
// engines: executor, it reads files of the folder that the tool is started in
// run:
// out| --- Running 'f32':
// out| DenseHostTensor dtype = f32, shape = [], values = [5.000000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.000000e-01, -1.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 1], values = [5.000000e-01, -1.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 1, 2], values = [5.000000e-01, -1.500000e+00, 2.500000e+00, 3.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 1, 2, 1], values = [5.000000e-01, -1.500000e+00, 2.500000e+00, 3.500000e+00]
// out| 'f32' returned !tfrt.chain value
// out| --- Running 'i32':
// out| DenseHostTensor dtype = i32, shape = [], values = [1]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, -2]
// out| DenseHostTensor dtype = i32, shape = [2, 1], values = [1, -2]
// out| DenseHostTensor dtype = i32, shape = [2, 1, 2], values = [1, -2, 3, 1073741824]
// out| DenseHostTensor dtype = i32, shape = [2, 1, 2, 1], values = [1, -2, 3, 1073741824]
// out| 'i32' returned !tfrt.chain value
// out| --- Running 'i64':
// out| DenseHostTensor dtype = i64, shape = [], values = [1]
// out| DenseHostTensor dtype = i64, shape = [2], values = [1, -2]
// out| DenseHostTensor dtype = i64, shape = [2, 1], values = [1, -2]
// out| DenseHostTensor dtype = i64, shape = [2, 1, 2], values = [1, -2, 3, 1099511627776]
// out| DenseHostTensor dtype = i64, shape = [2, 1, 2, 1], values = [1, -2, 3, 1099511627776]
// out| 'i64' returned !tfrt.chain value
// out| --- Running 'i8':
// out| DenseHostTensor dtype = i8, shape = [], values = [1]
// out| DenseHostTensor dtype = i8, shape = [2], values = [1, -2]
// out| DenseHostTensor dtype = i8, shape = [2, 1], values = [1, -2]
// out| DenseHostTensor dtype = i8, shape = [2, 1, 2], values = [1, -2, 3, 127]
// out| DenseHostTensor dtype = i8, shape = [2, 1, 2, 1], values = [1, -2, 3, 127]
// out| 'i8' returned !tfrt.chain value
// out| --- Running 'ui8':
// out| DenseHostTensor dtype = u8, shape = [], values = [1]
// out| DenseHostTensor dtype = u8, shape = [2], values = [1, 254]
// out| DenseHostTensor dtype = u8, shape = [2, 1], values = [1, 254]
// out| DenseHostTensor dtype = u8, shape = [2, 1, 2], values = [1, 254, 3, 255]
// out| DenseHostTensor dtype = u8, shape = [2, 1, 2, 1], values = [1, 254, 3, 255]
// out| 'ui8' returned !tfrt.chain value
// out| --- Running 'nothing':
// out| DenseHostTensor dtype = f32, shape = [0], values = []
// out| 'nothing' returned !tfrt.chain value

func.func @f32() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 0
  %t0 = "btf.read_dense_tensor.f32.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %i1 = tfrt.constant.i32 1
  %t1 = "btf.read_dense_tensor.f32.1"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %i2 = tfrt.constant.i32 2
  %t2 = "btf.read_dense_tensor.f32.2"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %i3 = tfrt.constant.i32 3
  %t3 = "btf.read_dense_tensor.f32.3"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %i4 = tfrt.constant.i32 4
  %t4 = "btf.read_dense_tensor.f32.4"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @i32() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 5
  %t0 = "btf.read_dense_tensor.i32.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %i1 = tfrt.constant.i32 6
  %t1 = "btf.read_dense_tensor.i32.1"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %i2 = tfrt.constant.i32 7
  %t2 = "btf.read_dense_tensor.i32.2"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %i3 = tfrt.constant.i32 8
  %t3 = "btf.read_dense_tensor.i32.3"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %i4 = tfrt.constant.i32 9
  %t4 = "btf.read_dense_tensor.i32.4"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @i64() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 10
  %t0 = "btf.read_dense_tensor.i64.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %i1 = tfrt.constant.i32 11
  %t1 = "btf.read_dense_tensor.i64.1"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %i2 = tfrt.constant.i32 12
  %t2 = "btf.read_dense_tensor.i64.2"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %i3 = tfrt.constant.i32 13
  %t3 = "btf.read_dense_tensor.i64.3"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %i4 = tfrt.constant.i32 14
  %t4 = "btf.read_dense_tensor.i64.4"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @i8() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 15
  %t0 = "btf.read_dense_tensor.i8.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %i1 = tfrt.constant.i32 16
  %t1 = "btf.read_dense_tensor.i8.1"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %i2 = tfrt.constant.i32 17
  %t2 = "btf.read_dense_tensor.i8.2"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %i3 = tfrt.constant.i32 18
  %t3 = "btf.read_dense_tensor.i8.3"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %i4 = tfrt.constant.i32 19
  %t4 = "btf.read_dense_tensor.i8.4"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @ui8() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 20
  %t0 = "btf.read_dense_tensor.ui8.0"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %i1 = tfrt.constant.i32 21
  %t1 = "btf.read_dense_tensor.ui8.1"(%path, %i1) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %i2 = tfrt.constant.i32 22
  %t2 = "btf.read_dense_tensor.ui8.2"(%path, %i2) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %i3 = tfrt.constant.i32 23
  %t3 = "btf.read_dense_tensor.ui8.3"(%path, %i3) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %i4 = tfrt.constant.i32 24
  %t4 = "btf.read_dense_tensor.ui8.4"(%path, %i4) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @nothing() -> !tfrt.chain {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/tensors.btf" }
  %ch0 = tfrt.new.chain
  %i0 = tfrt.constant.i32 40
  %t0 = "btf.read_dense_tensor.f32.1"(%path, %i0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
