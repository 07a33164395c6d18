// rule: gpu-details §4: what --async-to-tfrt leaves of the dialect is an error.
// tool: opt --async-to-tfrt --verify-diagnostics FILE

func.func @token(%d: !async.token) -> !async.token {
  tfrt.return %d : !async.token // expected-error {{failed to legalize operation 'tfrt.return' that was explicitly marked illegal}}
}
func.func @no_yield(%x: i32) {
  %t = async.execute { // expected-error {{failed to legalize operation 'async.execute' that was explicitly marked illegal}}
    %y = tfrt.add.i32 %x, %x
  }
  tfrt.return
}
