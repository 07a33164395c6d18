// rule: MLIR's rules of blocks, which 'tfrt opt' holds programs to that are no BEF.
// tool: opt --split-input-file --verify-diagnostics --allow-unregistered-dialect FILE

func.func @f() {
  // expected-error@+1 {{op with successors must terminate its parent block}}
  "my.branch"()[^bb1] : () -> ()
  "my.op"() : () -> ()
^bb1:
  tfrt.return
}

// -----

func.func @f() {
  "my.branch"()[^bb1] : () -> ()
^bb1:
  // expected-error@+1 {{'tfrt.return' op requires 0 successors but found 1}}
  "tfrt.return"()[^bb1] : () -> ()
}

// -----

func.func @f() {
^bb0:
  // expected-error@+1 {{entry block of region may not have predecessors}}
  "my.branch"()[^bb0] : () -> ()
}
