// rule: kernels §1, tfrt.once: the first caller of a function executes it, all callers share the
//   results, and later operands are ignored; functions of other names are other ones.
// rule: kernels §1, tfrt.once, and executor §8: results are kept in the resource context, of which
//   every test function has its own.
// run:
// out| --- Not running 'init' because it has arguments.
// out| --- Not running 'other' because it has arguments.
// out| --- Running 'twice':
// out| int32 = 1
// out| 'twice' returned 2,2,5
// out| --- Running 'another_request':
// out| 'another_request' returned 10
// out| int32 = 5
// out| --- Not running 'fails' because it has arguments.
// out| --- Running 'error_is_shared':
// out| 'error_is_shared' returned <<error: something bad happened>>,<<error: something bad happened>>

func.func @init(%x: i32, %ch: !tfrt.chain) -> i32 {
  %ch1 = tfrt.print.i32 %x, %ch
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @other(%x: i32, %ch: !tfrt.chain) -> i32 {
  tfrt.return %x : i32
}

func.func @twice() -> (i32, i32, i32) {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %five = tfrt.constant.i32 5
  %a = tfrt.once @init(%one, %ch) : (i32, !tfrt.chain) -> (i32)
  %ch1 = tfrt.merge.chains %a : i32
  %b = tfrt.once @init(%five, %ch1) : (i32, !tfrt.chain) -> (i32)
  %c = tfrt.once @other(%five, %ch1) : (i32, !tfrt.chain) -> (i32)
  tfrt.return %a, %b, %c : i32, i32, i32
}

func.func @another_request() -> i32 {
  %ch = tfrt.new.chain
  %five = tfrt.constant.i32 5
  %a = tfrt.once @init(%five, %ch) : (i32, !tfrt.chain) -> (i32)
  tfrt.return %a : i32
}

func.func @fails(%a: i32) -> i32 {
  %x = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  tfrt.return %x : i32
}
func.func @error_is_shared() -> (i32, i32) {
  %n = tfrt.constant.i32 1
  %a = tfrt.once @fails(%n) : (i32) -> (i32)
  %b = tfrt.once @fails(%n) : (i32) -> (i32)
  tfrt.return %a, %b : i32, i32
}
