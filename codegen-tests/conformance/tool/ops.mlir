// rule: cli, ops: every op, type and kernel with signature, attributes, outcome and a sentence;
//   man and completions.
// tool: ops tfrt.div.i32
// out| %r0, %r1 = tfrt.div.i32 %a, %b
// out|
// out| Quotient, truncated toward zero, and remainder. The minimum integer divided by -1 gives itself
// out| and 0.
// out|
// out| Errors
// out| `Divide by zero`.
// out|
// out| signature   (i32, i32) -> (i32, i32)
// out| list        core, which every program has
// out| results     fallible
// out| pure        no side effect, the same results for the same operands
// tool: ops tfrt.while
// out*| %r:N = tfrt.while %condition @body_fn (%values...) parallel_iterations (parallel_iterations)
// out*| attributes  parallel_iterations: i64
// out*| functions   body_fn
// tool: ops tfrt.minus.i32
// out*| %r = "tfrt.minus.i32"(%a, %b) : (i32, i32) -> i32
// tool: ops !tfrt.s
// out| type !tfrt.string : tfrt::HostString in Rust
// tool: ops --json tfrt.constant.i32
// out*| "name": "tfrt.constant.i32"
// out*| "outcome": "ready"
// out*| "kernel": true
// tool: ops arith.addf.f32
// out*| list        tfrt::MLIR
// tool: ops math.exp
// out*| math.exp.f32 : (f32) -> f32 [tfrt::MLIR]
// tool: ops --markdown
// out*| | [`arith`](ops/arith.md) | `tfrt::MLIR` |
// tool: ops --markdown tfrt.constant.i32
// out*| ## `tfrt.constant.i32`
// tool: ops --pages TMP/ops
// tool: ops nothing
// exit: 2
// err| tfrt: no op, type or native function has a name that begins with nothing
// tool: man bench
// out*| .TH tfrt-bench 1
// tool: man --markdown
// out*| ## `bench`
// tool: man none
// exit: 2
// err| tfrt: there is no command none
// tool: completions zsh
// out*| #compdef tfrt

func.func @f() {
  tfrt.return
}
