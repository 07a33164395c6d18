// rule: the catalogue, kernels whose op decides how many operands or results there are: of one type,
//   optional, and results that are there when the kernel returns.
// run:
// out| --- Running 'sums':
// out| 'sums' returned 0,7,12,2
// out| --- Running 'scales':
// out| 'scales' returned 10,15
// out| --- Running 'counts':
// out| 'counts' returned 4,5,6
// out| --- Running 'joins':
// out| string = b-a-b
// out| 'joins' returned !tfrt.chain value
// out| --- Running 'another_number':
// out| 'another_number' returned <<error: kernel gave 3 results, the op has 2>>
// out| --- Running 'too_many':
// out| 'too_many' returned <<error: cannot count 1001 integers>>

func.func @sums() -> (i32, i32, i32, i32) {
  %a = tfrt.constant.i32 5
  %b = tfrt.constant.i32 7
  %c = "tfrt_test.async_copy.i32"(%a) : (i32) -> i32
  %none = "tfrt_test.sum.i32"() : () -> i32
  %one = "tfrt_test.sum.i32"(%b) : (i32) -> i32
  %all = "tfrt_test.sum.i32"(%c, %none, %one) : (i32, i32, i32) -> i32
  %count = "tfrt_test.count.i32"(%all, %a) : (i32, i32) -> i32
  tfrt.return %none, %one, %all, %count : i32, i32, i32, i32
}

func.func @scales() -> (i32, i32) {
  %a = tfrt.constant.i32 5
  %b = tfrt.constant.i32 3
  %twice = "tfrt_test.scale.i32"(%a) : (i32) -> i32
  %times = "tfrt_test.scale.i32"(%a, %b) : (i32, i32) -> i32
  tfrt.return %twice, %times : i32, i32
}

func.func @counts() -> (i32, i32, i32) {
  %a = tfrt.constant.i32 4
  %b:3 = "tfrt_test.count_from.i32"(%a) {count = 3 : i32} : (i32) -> (i32, i32, i32)
  tfrt.return %b#0, %b#1, %b#2 : i32, i32, i32
}

func.func @joins() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %text = "tfrt_test.get_string"() {value = "a b"} : () -> !tfrt.string
  %dash = "tfrt_test.get_string"() {value = "-"} : () -> !tfrt.string
  %w:2 = "tfrt_test.words"(%text) : (!tfrt.string) -> (!tfrt.string, !tfrt.string)
  %all = "tfrt_test.join"(%dash, %w#1, %w#0, %w#1) : (!tfrt.string, !tfrt.string, !tfrt.string, !tfrt.string) -> !tfrt.string
  %done = "tfrt_test.print_string"(%all, %ch) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %done : !tfrt.chain
}

func.func @another_number() -> i32 {
  %a = tfrt.constant.i32 4
  // expected-error @+1 {{runtime error: kernel gave 3 results, the op has 2}}
  %b:2 = "tfrt_test.count_from.i32"(%a) {count = 3 : i32} : (i32) -> (i32, i32)
  tfrt.return %b#0 : i32
}

func.func @too_many() -> i32 {
  %a = tfrt.constant.i32 4
  // expected-error @+1 {{runtime error: cannot count 1001 integers}}
  %b = "tfrt_test.count_from.i32"(%a) {count = 1001 : i32} : (i32) -> i32
  tfrt.return %b : i32
}
