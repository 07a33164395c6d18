// rule: tensors §8: the errors of the kernels of binary tensor files, each also a diagnostic.
// engines: executor, it reads files of the folder that the tool is started in
// run:
// out| --- Running 'none':
// out| 'none' returned <<error: failed to open file no/such/file for reading>>
// out| --- Running 'folder':
// out| 'folder' returned <<error: failed to open file .. for reading>>
// out| --- Running 'no_number':
// out| 'no_number' returned <<error: failed to read tensor num_tensors from path ../../fuzz/corpus/btf_bytes/no_number.btf>>
// out| --- Running 'no_tensor':
// out| 'no_tensor' returned <<error: invalid tensor index 4 to read tensor from path ../../fuzz/corpus/btf_bytes/dense.btf which contains 4 tensors>>
// out| --- Running 'negative':
// out| 'negative' returned <<error: invalid tensor index -1 to read tensor from path ../../fuzz/corpus/btf_bytes/dense.btf which contains 4 tensors>>
// out| --- Running 'no_offset':
// out| 'no_offset' returned <<error: failed to read tensor offset from ../../fuzz/corpus/btf_bytes/no_offset.btf for tensor index 0>>
// out| --- Running 'no_header':
// out| 'no_header' returned <<error: failed to read tensor header from stream at offset 1099511627776>>
// out| --- Running 'other_type':
// out| 'other_type' returned <<error: unexpected tensor dtype i64. Expected dtype is f32>>
// out| --- Running 'no_type':
// out| 'no_type' returned <<error: unexpected tensor dtype BadDtype(77). Expected dtype is f32>>
// out| --- Running 'other_rank':
// out| 'other_rank' returned <<error: unexpected tensor rank 2. Expected rank is 1>>
// out| --- Running 'sparse':
// out| 'sparse' returned <<error: unexpected tensor layout COOrdinate list sparse tensor>>
// out| --- Running 'dense':
// out| 'dense' returned <<error: unexpected tensor layout Row-Major Dense tensor>>
// out| --- Running 'no_layout':
// out| 'no_layout' returned <<error: unexpected tensor layout Unknown>>
// out| --- Running 'no_sizes':
// out| 'no_sizes' returned <<error: failed to read tensor dims at offset 368>>
// out| --- Running 'large':
// out| 'large' returned <<error: cannot allocate result tensor>>
// out| --- Running 'cut':
// out| 'cut' returned <<error: failed to read tensor data from stream at offset 160>>
// out| --- Running 'unlike':
// out| 'unlike' returned <<error: the tensor is not corectly formatted, the indices and values tensors do not match in size [2, 2] vs. [1]>>
// out| --- Running 'outside':
// out| 'outside' returned <<error: the indices tensor has an element at position 1, 1 that bigger than the respective dimension. Element: 2, limit: 2>>

func.func @none() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "no/such/file" }
  %index = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: failed to open file no/such/file for reading}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @folder() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = ".." }
  %index = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: failed to open file .. for reading}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @no_number() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/no_number.btf" }
  %index = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: failed to read tensor num_tensors from path ../../fuzz/corpus/btf_bytes/no_number.btf}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @no_tensor() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/dense.btf" }
  %index = tfrt.constant.i32 4
  // expected-error @+1 {{runtime error: invalid tensor index 4 to read tensor from path ../../fuzz/corpus/btf_bytes/dense.btf which contains 4 tensors}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @negative() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/dense.btf" }
  %index = tfrt.constant.i32 -1
  // expected-error @+1 {{runtime error: invalid tensor index -1 to read tensor from path ../../fuzz/corpus/btf_bytes/dense.btf which contains 4 tensors}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @no_offset() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/no_offset.btf" }
  %index = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: failed to read tensor offset from ../../fuzz/corpus/btf_bytes/no_offset.btf for tensor index 0}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @no_header() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/broken.btf" }
  %index = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: failed to read tensor header from stream at offset 1099511627776}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @other_type() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/dense.btf" }
  %index = tfrt.constant.i32 1
  // expected-error @+1 {{runtime error: unexpected tensor dtype i64. Expected dtype is f32}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @no_type() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/broken.btf" }
  %index = tfrt.constant.i32 1
  // expected-error @+1 {{runtime error: unexpected tensor dtype BadDtype(77). Expected dtype is f32}}
  %t = "btf.read_dense_tensor.f32.1"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @other_rank() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/dense.btf" }
  %index = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: unexpected tensor rank 2. Expected rank is 1}}
  %t = "btf.read_dense_tensor.f32.1"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @sparse() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/sparse.btf" }
  %index = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: unexpected tensor layout COOrdinate list sparse tensor}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @dense() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/dense.btf" }
  %index = tfrt.constant.i32 0
  // expected-error @+1 {{runtime error: unexpected tensor layout Row-Major Dense tensor}}
  %t = "btf.read_coo_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @no_layout() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/broken.btf" }
  %index = tfrt.constant.i32 2
  // expected-error @+1 {{runtime error: unexpected tensor layout Unknown}}
  %t = "btf.read_dense_tensor.f32.1"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @no_sizes() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/broken.btf" }
  %index = tfrt.constant.i32 7
  // expected-error @+1 {{runtime error: failed to read tensor dims at offset 368}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @large() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/broken.btf" }
  %index = tfrt.constant.i32 3
  // expected-error @+1 {{runtime error: cannot allocate result tensor}}
  %t = "btf.read_dense_tensor.f32.1"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @cut() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/broken.btf" }
  %index = tfrt.constant.i32 4
  // expected-error @+1 {{runtime error: failed to read tensor data from stream at offset 160}}
  %t = "btf.read_dense_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @unlike() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/broken.btf" }
  %index = tfrt.constant.i32 5
  // expected-error @+1 {{runtime error: the tensor is not corectly formatted, the indices and values tensors do not match in size [2, 2] vs. [1]}}
  %t = "btf.read_coo_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}

func.func @outside() -> !tfrt_tensor.tensor {
  %path = tfrt_test.get_string { value = "../../fuzz/corpus/btf_bytes/broken.btf" }
  %index = tfrt.constant.i32 6
  // expected-error @+1 {{runtime error: the indices tensor has an element at position 1, 1 that bigger than the respective dimension. Element: 2, limit: 2}}
  %t = "btf.read_coo_tensor.f32.2"(%path, %index) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  tfrt.return %t : !tfrt_tensor.tensor
}
