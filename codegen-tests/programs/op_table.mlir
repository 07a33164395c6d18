// A call of each op of the tables, with the operands that the test has prepared: with and without a refusal, with
// and without a chain.
func.func @pure() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %r = corert.executeop(%h) "test.pure"(%x, %y) {refuse = false} : 1
  tfrt.return %c, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @pure_after() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %d, %r = corert.executeop.seq(%h, %c) "test.pure"(%x, %y) {refuse = false} : 1
  tfrt.return %d, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @pure_refused() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %r = corert.executeop(%h) "test.pure"(%x, %y) {refuse = true} : 1
  tfrt.return %c, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @pure_refused_after() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %d, %r = corert.executeop.seq(%h, %c) "test.pure"(%x, %y) {refuse = true} : 1
  tfrt.return %d, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @pure_without() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %r = corert.executeop(%h) "test.pure_without"(%x, %y) {refuse = false} : 1
  tfrt.return %c, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @pure_without_after() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %d, %r = corert.executeop.seq(%h, %c) "test.pure_without"(%x, %y) {refuse = false} : 1
  tfrt.return %d, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @pure_without_refused() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %r = corert.executeop(%h) "test.pure_without"(%x, %y) {refuse = true} : 1
  tfrt.return %c, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @pure_without_refused_after() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %d, %r = corert.executeop.seq(%h, %c) "test.pure_without"(%x, %y) {refuse = true} : 1
  tfrt.return %d, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @effects() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %r = corert.executeop(%h) "test.effects"(%x, %y) {refuse = false} : 1
  tfrt.return %c, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @effects_after() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %d, %r = corert.executeop.seq(%h, %c) "test.effects"(%x, %y) {refuse = false} : 1
  tfrt.return %d, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @effects_refused() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %r = corert.executeop(%h) "test.effects"(%x, %y) {refuse = true} : 1
  tfrt.return %c, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @effects_refused_after() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %d, %r = corert.executeop.seq(%h, %c) "test.effects"(%x, %y) {refuse = true} : 1
  tfrt.return %d, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @effects_without() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %r = corert.executeop(%h) "test.effects_without"(%x, %y) {refuse = false} : 1
  tfrt.return %c, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @effects_without_after() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %d, %r = corert.executeop.seq(%h, %c) "test.effects_without"(%x, %y) {refuse = false} : 1
  tfrt.return %d, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @effects_without_refused() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %r = corert.executeop(%h) "test.effects_without"(%x, %y) {refuse = true} : 1
  tfrt.return %c, %r : !tfrt.chain, !corert.tensorhandle
}
func.func @effects_without_refused_after() -> (!tfrt.chain, !corert.tensorhandle) {
  %h, %x, %y, %c = "table.bring"() : () -> (!corert.ophandler, !corert.tensorhandle, !corert.tensorhandle, !tfrt.chain)
  %d, %r = corert.executeop.seq(%h, %c) "test.effects_without"(%x, %y) {refuse = true} : 1
  tfrt.return %d, %r : !tfrt.chain, !corert.tensorhandle
}
