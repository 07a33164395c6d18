// rule: kernels §3, tensors §3: shapes, partial shapes, shapes of fixed rank, and what prints
//   them.
// rule: tensors §3, fixed rank: a shape with zero elements prints as '[]'; another rank is an
//   error.
// rule: tensors §3, ts.get_dimension: a dimension that is not there is an error.
// run:
// out| --- Running 'shapes':
// out| shape = [1, 57]
// out| shape = []
// out| 'shapes' returned 1,0,57,171,1
// out| --- Running 'packed_forms':
// out| 'packed_forms' returned 0,0,1
// out| --- Running 'partial_shapes':
// out| partial_tensor_shape = [-1, 57, -1]
// out| partial_tensor_shape = Unknown rank
// out| shape = [4, 5]
// out| partial_tensor_shape = [4, 5]
// out| 'partial_shapes' returned !tfrt.chain value
// out| --- Running 'unknown':
// out| 'unknown' returned <<error: Unknown dimensions at following indices = [0, 2]>>,<<error: Unknown rank>>
// out| --- Running 'fixed_rank':
// out| fixed_rank_shape = [7]
// out| fixed_rank_shape = []
// out| fixed_rank_shape = [1, 2, 3]
// out| 'fixed_rank' returned !tfrt.chain value
// out| --- Running 'wrong':
// out| 'wrong' returned <<error: shape [1, 2] has not rank 1>>,<<error: shape [1, 2] has no dimension 2>>,<<error: no tensor can have the shape [9223372036854775807, 2]>>

func.func @shapes() -> (i1, i1, i64, i64, i64) {
  %ch0 = tfrt.new.chain
  %a = ts.build_shape [1 : i64, 57 : i64]
  %b = ts.build_shape [1, 57, 3]
  %scalar = ts.build_shape []
  %ch1 = ts.print_shape %a, %ch0
  %ch2 = ts.print_shape %scalar, %ch1
  %same = ts.equal_shape %a, %a
  %other = ts.equal_shape %a, %b
  %one = tfrt.constant.i32 1
  %dimension = ts.get_dimension %b, %one
  %elements = ts.get_num_elements %b
  %single = ts.get_num_elements %scalar
  tfrt.return %same, %other, %dimension, %elements, %single : i1, i1, i64, i64, i64
}
func.func @packed_forms() -> (i1, i1, i1) {
  %a = ts.build_shape [65535, 65535, 65535, 65535, 65535, 65535, 65535]
  %b = ts.build_shape [65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535]
  %c = ts.build_shape [4294967295, 4294967295, 4294967295, 65536]
  %d = ts.build_shape [4294967295, 4294967295, 4294967295, 65535]
  %e = ts.build_shape [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  %ab = ts.equal_shape %a, %b
  %cd = ts.equal_shape %c, %d
  %ee = ts.equal_shape %e, %e
  tfrt.return %ab, %cd, %ee : i1, i1, i1
}
func.func @partial_shapes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %p = ts.build_partial_shape [-1, 57, -1]
  %u = ts.build_unranked_partial_shape
  %ch1 = ts.print_partial_shape %p, %ch0
  %ch2 = ts.print_partial_shape %u, %ch1
  %whole = ts.build_partial_shape [4, 5]
  %s = ts.to_shape %whole
  %ch3 = ts.print_shape %s, %ch2
  %q = ts.to_partial_shape %s
  %ch4 = ts.print_partial_shape %q, %ch3
  tfrt.return %ch4 : !tfrt.chain
}
func.func @unknown() -> (!ts.shape, !ts.shape) {
  %p = ts.build_partial_shape [-1, 57, -1]
  %u = ts.build_unranked_partial_shape
  %a = ts.to_shape %p // expected-error {{Unknown dimensions at following indices = [0, 2]}}
  %b = ts.to_shape %u // expected-error {{Unknown rank}}
  tfrt.return %a, %b : !ts.shape, !ts.shape
}
func.func @fixed_rank() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %s1 = ts.build_shape [7]
  %s2 = ts.build_shape [7, 0]
  %s3 = ts.build_shape [1, 2, 3]
  %f1 = ts.as_fixed_rank_shape.1 %s1
  %f2 = ts.as_fixed_rank_shape.2 %s2
  %f3 = ts.as_fixed_rank_shape.3 %s3
  %ch1 = ts.print_fixed_rank_shape.1 %f1, %ch0
  %ch2 = ts.print_fixed_rank_shape.2 %f2, %ch1
  %ch3 = ts.print_fixed_rank_shape.3 %f3, %ch2
  tfrt.return %ch3 : !tfrt.chain
}
func.func @wrong() -> (!ts.fixed_rank_shape.1, i64, i64) {
  %s = ts.build_shape [1, 2]
  %huge = ts.build_shape [9223372036854775807, 2]
  %two = tfrt.constant.i32 2
  %f = ts.as_fixed_rank_shape.1 %s // expected-error {{shape [1, 2] has not rank 1}}
  %d = ts.get_dimension %s, %two // expected-error {{shape [1, 2] has no dimension 2}}
  %n = ts.get_num_elements %huge // expected-error {{no tensor can have the shape [9223372036854775807, 2]}}
  tfrt.return %f, %d, %n : !ts.fixed_rank_shape.1, i64, i64
}
