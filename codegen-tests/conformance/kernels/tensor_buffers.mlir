// rule: kernels §4, tensors §4: allocate_buffer, get_buffer_slice, make_tensor, print_buffer;
//   tensors share their buffer.
// rule: tensors §0: get_buffer_slice takes offset and size; its message ends with a dot.
// rule: a slice that is not aligned for the elements is an error.
// run:
// out| --- Running 'slices':
// out| DenseHostTensor dtype = i32, shape = [4], values = [0, 7, 7, 0]
// out| 'slices' returned !tfrt.chain value
// out| --- Running 'refused':
// out| 'refused' returned <<error: Cannot allocate host buffer>>,<<error: Cannot allocate host buffer>>,<<error: Cannot allocate host buffer.>>,<<error: dht.make_tensor failed: buffer_size (8) is not equal to the number of elements in shape ([3]) times element size (4)>>
// out| --- Running 'not_aligned':
// out| DenseHostTensor dtype = i32, shape = [1], values = [0]
// out| 'not_aligned' returned <<error: the buffer is not aligned for elements of type i32>>

func.func @slices() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %size = tfrt.constant.i64 16
  %align = tfrt.constant.i64 16
  %four = tfrt.constant.i64 4
  %eight = tfrt.constant.i64 8
  %buffer = tfrt_dht.allocate_buffer %size, %align
  %whole = ts.build_shape [4]
  %part = ts.build_shape [2]
  %t, %ch1 = tfrt_dht.make_tensor.i32 %buffer, %whole, %ch0
  %slice = tfrt_dht.get_buffer_slice %buffer, %four, %eight
  %u, %ch2 = tfrt_dht.make_tensor.i32 %slice, %part, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.i32 %u, %ch2 7 : i32
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  tfrt.return %ch4 : !tfrt.chain
}
func.func @refused() -> (!ht.host_buffer, !ht.host_buffer, !ht.host_buffer, !tfrt_tensor.tensor) {
  %ch0 = tfrt.new.chain
  %minus = tfrt.constant.i64 -1
  %three = tfrt.constant.i64 3
  %four = tfrt.constant.i64 4
  %eight = tfrt.constant.i64 8
  %a = tfrt_dht.allocate_buffer %minus, %eight // expected-error {{Cannot allocate host buffer}}
  %b = tfrt_dht.allocate_buffer %eight, %three // expected-error {{Cannot allocate host buffer}}
  %buffer = tfrt_dht.allocate_buffer %eight, %eight
  // expected-error @+1 {{Cannot allocate host buffer.}}
  %c = tfrt_dht.get_buffer_slice %buffer, %four, %eight
  %shape = ts.build_shape [3]
  // expected-error @+1 {{dht.make_tensor failed: buffer_size (8) is not equal to the number of elements in shape ([3]) times element size (4)}}
  %t, %ch1 = tfrt_dht.make_tensor.i32 %buffer, %shape, %ch0
  tfrt.return %a, %b, %c, %t : !ht.host_buffer, !ht.host_buffer, !ht.host_buffer, !tfrt_tensor.tensor
}
func.func @not_aligned() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %one = tfrt.constant.i64 1
  %four = tfrt.constant.i64 4
  %eight = tfrt.constant.i64 8
  %buffer = tfrt_dht.allocate_buffer %eight, %eight
  %slice = tfrt_dht.get_buffer_slice %buffer, %one, %four
  %shape = ts.build_shape [1]
  %t, %ch1 = tfrt_dht.make_tensor.i32 %slice, %shape, %ch0
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  // expected-error @+1 {{the buffer is not aligned for elements of type i32}}
  %ch3 = tfrt_dht.fill_tensor_with_constant.i32 %t, %ch2 7 : i32
  tfrt.return %ch3 : !tfrt.chain
}
