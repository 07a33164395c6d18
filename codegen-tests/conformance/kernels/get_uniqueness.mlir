// rule: kernels §2, tfrt_test.get_uniqueness: for each operand whether nobody else refers to it at
//   the time of the call.
// rule: executor §1: a value is unique if its reference count is 1, through indirections that of every
//   link: scalars are values like others.
// rule: executor §10.1: results of functions are indirect; references are counted through them.
// engines: executor, who else holds a value is the engine's own matter
// run:
// out| --- Running 'last_use':
// out| constructed vt.value(1)
// out| move constructed vt.value(1)
// out| destroyed vt.value(1)
// out| 'last_use' returned 1
// out| --- Running 'twice':
// out| constructed vt.value(2)
// out| move constructed vt.value(2)
// out| destroyed vt.value(2)
// out| 'twice' returned 0,0
// out| --- Running 'two_users':
// out| constructed vt.value(3)
// out| move constructed vt.value(3)
// out| destroyed vt.value(3)
// out| 'two_users' returned 0,1
// out| --- Running 'returned':
// out| constructed vt.value(4)
// out| move constructed vt.value(4)
// out| 'returned' returned !vt.value value,0
// out| destroyed vt.value(4)
// out| --- Running 'made_by_a_call':
// out| constructed vt.value(5)
// out| move constructed vt.value(5)
// out| destroyed vt.value(5)
// out| 'made_by_a_call' returned 1
// out| --- Running 'make':
// out| constructed vt.value(5)
// out| move constructed vt.value(5)
// out| 'make' returned !vt.value value
// out| destroyed vt.value(5)
// out| --- Running 'through_an_indirect_value':
// out| constructed vt.value(6)
// out| move constructed vt.value(6)
// out| destroyed vt.value(6)
// out| 'through_an_indirect_value' returned 1
// out| --- Running 'scalar_last_use':
// out| 'scalar_last_use' returned 1
// out| --- Running 'scalar_twice':
// out| 'scalar_twice' returned 0,0
// out| --- Running 'scalar_two_users':
// out| 'scalar_two_users' returned 0,1
// out| --- Running 'scalar_and_another_user':
// out| 'scalar_and_another_user' returned 0,14
// out| --- Running 'scalar_returned':
// out| 'scalar_returned' returned 7,0
// out| --- Not running 'of_an_argument' because it has arguments.
// out| --- Running 'scalar_argument':
// out| 'scalar_argument' returned 0
// out| --- Running 'scalar_of_a_call':
// out| 'scalar_of_a_call' returned 1
// out| --- Running 'scalar_through_an_indirect_value':
// out| 'scalar_through_an_indirect_value' returned 0,7
// out| --- Running 'in_order':
// out| 'in_order' returned 0,1
// out| --- Running 'scalar_that_is_forwarded':
// out| 'scalar_that_is_forwarded' returned 0,7
// out| --- Running 'chain':
// out| 'chain' returned 0,1
// out| --- Not running '' because it has arguments.
// out| --- Running 'bounds':
// out| 'bounds' returned !tfrt.chain value
// out| int1 = 0
// out| int1 = 0

func.func @last_use() -> (i1) {
  %a = "vt.constant"() { value = 1 : i32 } : () -> !vt.value
  %u = "tfrt_test.get_uniqueness"(%a) : (!vt.value) -> i1
  tfrt.return %u : i1
}

func.func @twice() -> (i1, i1) {
  %a = "vt.constant"() { value = 2 : i32 } : () -> !vt.value
  %u:2 = "tfrt_test.get_uniqueness"(%a, %a) : (!vt.value, !vt.value) -> (i1, i1)
  tfrt.return %u#0, %u#1 : i1, i1
}

// The first user holds what the second will need; the second is the last.
func.func @two_users() -> (i1, i1) {
  %a = "vt.constant"() { value = 3 : i32 } : () -> !vt.value
  %u = "tfrt_test.get_uniqueness"(%a) : (!vt.value) -> i1
  %v = "tfrt_test.get_uniqueness"(%a) : (!vt.value) -> i1
  tfrt.return %u, %v : i1, i1
}

func.func @returned() -> (!vt.value, i1) {
  %a = "vt.constant"() { value = 4 : i32 } : () -> !vt.value
  %u = "tfrt_test.get_uniqueness"(%a) : (!vt.value) -> i1
  tfrt.return %a, %u : !vt.value, i1
}

func.func @made_by_a_call() -> i1 {
  %a = tfrt.call @make() : () -> !vt.value
  %u = "tfrt_test.get_uniqueness"(%a) : (!vt.value) -> i1
  tfrt.return %u : i1
}
func.func @make() -> !vt.value {
  %a = "vt.constant"() { value = 5 : i32 } : () -> !vt.value
  tfrt.return %a : !vt.value
}

func.func @through_an_indirect_value() -> i1 {
  %a = "vt.constant"() { value = 6 : i32 } : () -> !vt.value
  %b = "tfrt_test.make_indirect"(%a) : (!vt.value) -> !vt.value
  %u = "tfrt_test.get_uniqueness"(%b) : (!vt.value) -> i1
  tfrt.return %u : i1
}

func.func @scalar_last_use() -> i1 {
  %a = tfrt.constant.i32 7
  %u = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  tfrt.return %u : i1
}

func.func @scalar_twice() -> (i1, i1) {
  %a = tfrt.constant.i32 7
  %u:2 = "tfrt_test.get_uniqueness"(%a, %a) : (i32, i32) -> (i1, i1)
  tfrt.return %u#0, %u#1 : i1, i1
}

func.func @scalar_two_users() -> (i1, i1) {
  %a = tfrt.constant.i32 7
  %u = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  %v = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  tfrt.return %u, %v : i1, i1
}

func.func @scalar_and_another_user() -> (i1, i32) {
  %a = tfrt.constant.i32 7
  %u = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  %b = tfrt.add.i32 %a, %a
  tfrt.return %u, %b : i1, i32
}

func.func @scalar_returned() -> (i32, i1) {
  %a = tfrt.constant.i32 7
  %u = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  tfrt.return %a, %u : i32, i1
}

// The caller's frame holds the argument until the call has returned.
func.func @of_an_argument(%a: i32) -> i1 {
  %u = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  tfrt.return %u : i1
}
func.func @scalar_argument() -> i1 {
  %a = tfrt.constant.i32 7
  %u = tfrt.call @of_an_argument(%a) : (i32) -> i1
  tfrt.return %u : i1
}

func.func @scalar_of_a_call() -> i1 {
  %a, %t = tfrt.call @scalar_returned() : () -> (i32, i1)
  %u = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  tfrt.return %u : i1
}

func.func @scalar_through_an_indirect_value() -> (i1, i32) {
  %a = tfrt.constant.i32 7
  %b = "tfrt_test.make_indirect"(%a) : (i32) -> i32
  %u = "tfrt_test.get_uniqueness"(%b) : (i32) -> i1
  tfrt.return %u, %a : i1, i32
}

func.func @in_order() -> (i1, i1) attributes {tfrt.sync} {
  %a = tfrt.constant.i32 7
  %u = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  %v = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  tfrt.return %u, %v : i1, i1
}

func.func @scalar_that_is_forwarded() -> (i1, i32) {
  %ch = tfrt.new.chain
  %a = tfrt.constant.i32 7
  %b = "tfrt_test.identity"(%ch, %a) : (!tfrt.chain, i32) -> i32
  %u = "tfrt_test.get_uniqueness"(%b) : (i32) -> i1
  tfrt.return %u, %a : i1, i32
}

func.func @chain() -> (i1, i1) {
  %a = tfrt.new.chain
  %u = "tfrt_test.get_uniqueness"(%a) : (!tfrt.chain) -> i1
  %v = "tfrt_test.get_uniqueness"(%a) : (!tfrt.chain) -> i1
  tfrt.return %u, %v : i1, i1
}

// A loop's bounds are values like others, too.
func.func @bounds() -> !tfrt.chain {
  %s = tfrt.constant.i32 0
  %e = tfrt.constant.i32 1
  %done = tfrt.parallel_for.i32 %s to %e fixed %e {
    %ch = tfrt.new.chain
    %u:2 = "tfrt_test.get_uniqueness"(%s, %s) : (i32, i32) -> (i1, i1)
    %ch1 = tfrt.print.i1 %u#0, %ch
    %ch2 = tfrt.print.i1 %u#1, %ch1
    tfrt.return
  }
  tfrt.return %done : !tfrt.chain
}
