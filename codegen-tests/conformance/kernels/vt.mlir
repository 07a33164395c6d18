// rule: kernels §2, vt.*: a value prints 'constructed' and 'move constructed' when a kernel makes it,
//   'destroyed' when the last reference is dropped; vt.add adds; vt.print prints 'print vt_value(N)'.
// engines: executor, when a value dies is the engine's own matter
// run:
// out| --- Running 'life':
// out| constructed vt.value(10)
// out| move constructed vt.value(10)
// out| print vt_value(10)
// out| destroyed vt.value(10)
// out| --- Running 'sum':
// out| constructed vt.value(2147483647)
// out| move constructed vt.value(2147483647)
// out| constructed vt.value(1)
// out| move constructed vt.value(1)
// out| constructed vt.value(-2147483648)
// out| move constructed vt.value(-2147483648)
// out| destroyed vt.value(2147483647)
// out| destroyed vt.value(1)
// out| print vt_value(-2147483648)
// out| destroyed vt.value(-2147483648)
// out| 'sum' returned !tfrt.chain value
// out| --- Running 'unused':
// out| constructed vt.value(3)
// out| move constructed vt.value(3)
// out| destroyed vt.value(3)
// out| --- Running 'returned':
// out| constructed vt.value(4)
// out| move constructed vt.value(4)
// out| 'returned' returned !vt.value value
// out| destroyed vt.value(4)

func.func @life() {
  %ch0 = tfrt.new.chain
  %a = "vt.constant"() { value = 10 : i32 } : () -> !vt.value
  %ch1 = "vt.print"(%a, %ch0) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}

func.func @sum() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "vt.constant"() { value = 2147483647 : i32 } : () -> !vt.value
  %b = "vt.constant"() { value = 1 : i32 } : () -> !vt.value
  %c = "vt.add"(%a, %b) : (!vt.value, !vt.value) -> !vt.value
  %ch1 = "vt.print"(%c, %ch0) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

func.func @unused() {
  %a = "vt.constant"() { value = 3 : i32 } : () -> !vt.value
  tfrt.return
}

func.func @returned() -> !vt.value {
  %a = "vt.constant"() { value = 4 : i32 } : () -> !vt.value
  tfrt.return %a : !vt.value
}
