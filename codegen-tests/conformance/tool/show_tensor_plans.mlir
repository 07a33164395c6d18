// rule: plan, tensor: ops on constants are folded, equal ops that cannot fail are merged and unused ones dropped,
//   what may fail stays; a plan says which operands a kernel may write over, and checks for cancellation at the
//   entry, not between pure ops.
// tool: show --as plan --function=folded FILE
// out*| fn folded() -> (ready tensor<2xf32>)  // of @folded, inlined {
// out*| segment 0:
// out*| %c.0: ready tensor<2xf32> = math.absf.tensor.f32() is known
// out*| deliver %c.0 as #0
// out!| arith.
// out!| [checks cancel]
// tool: show --as plan --function=folded_in_part FILE
// out*| fn folded_in_part(%x.0: ready tensor<2xf32>) -> (fallible tensor<2xf32>)  // of @folded_in_part, context, checks cancel on entry {
// out*| segment 0:
// out*| %b.1: ready tensor<2xf32> = arith.negf.tensor.f32() is known
// out*| %c.2: fallible tensor<2xf32> = arith.addf.tensor.f32(move %x.0, move %b.1) [may write over %x.0] [may write over %b.1]
// out*| deliver %c.2 as #0
// out!| [checks cancel]
// tool: show --as plan --function=merged FILE
// out*| fn merged(%x.0: ready tensor<4xf32>, %y.1: ready tensor<4xf32>) -> (fallible tensor<4xf32>)  // of @merged, context, checks cancel on entry {
// out*| segment 0:
// out*| %a.2: fallible tensor<4xf32> = arith.addf.tensor.f32(move %x.0, move %y.1) [may write over %x.0] [may write over %y.1]
// out*| %c.3: fallible tensor<4xf32> = arith.mulf.tensor.f32(%a.2?, move %a.2?)
// out*| deliver %c.3 as #0
// out!| %b
// out!| [checks cancel]
// tool: show --as plan --function=dropped FILE
// out*| fn dropped(%x.0: ready tensor<4xf32>) -> (fallible tensor<4xf32>)  // of @dropped, context, checks cancel on entry {
// out*| segment 0:
// out*| %c.1: fallible tensor<4xf32> = math.absf.tensor.f32(move %x.0) [may write over %x.0]
// out*| deliver %c.1 as #0
// out!| math.sin
// out!| [checks cancel]
// tool: show --as plan --function=kept FILE
// out*| fn kept(%x.0: ready tensor<?xf32>, %y.1: ready tensor<?xf32>) -> (ready tensor<?xf32>)  // of @kept, context, else kept_later {
// out*| segment 0:
// out*| %a.2: fallible tensor<?xf32> = arith.addf.tensor.f32(%x.0, move %y.1) [may write over %y.1]
// out*| deliver %x.0 as #0
// out*| fn kept_later(%x.0: later tensor<?xf32>, %y.1: later tensor<?xf32>) -> (later tensor<?xf32>)  // of @kept, context, frame {
// out*| frame: %x.0 %y.1
// out*| segment 0:
// out*| deliver %x.0 as #0
// out*| segment 1 waits %x.0 %y.1 (join of 2):
// out*| %a.2: later tensor<?xf32> = arith.addf.tensor.f32(%x.0?, move %y.1?) [may write over %y.1] [checks cancel]
// tool: show --as plan --function=donated FILE
// out*| fn donated(%x.0: ready tensor<4xf32>, %y.1: ready tensor<4xf32>) -> (fallible tensor<4xf32>)  // of @donated, context, checks cancel on entry {
// out*| segment 0:
// out*| %a.2: fallible tensor<4xf32> = arith.addf.tensor.f32(move %x.0, %y.1) [may write over %x.0]
// out*| %b.3: fallible tensor<4xf32> = math.exp.tensor.f32(move %a.2?) [may write over %a.2]
// out*| %c.4: fallible tensor<4xf32> = arith.mulf.tensor.f32(move %b.3?, move %y.1) [may write over %b.3] [may write over %y.1]
// out*| deliver %c.4 as #0
// out!| [checks cancel]
// tool: show --as plan --function=shared FILE
// out*| fn shared(%x.0: ready tensor<4xf32>) -> (fallible tensor<4xf32>, fallible tensor<4xf32>)  // of @shared, context, checks cancel on entry {
// out*| segment 0:
// out*| %a.1: fallible tensor<4xf32> = math.exp.tensor.f32(move %x.0) [may write over %x.0]
// out*| %b.2: fallible tensor<4xf32> = arith.negf.tensor.f32(%a.1?)
// out*| deliver %a.1 as #0, %b.2 as #1
// out!| [checks cancel]
// tool: show --as plan --function=chosen FILE
// out*| fn chosen(%x.0: ready tensor<4xi32>, %y.1: ready tensor<4xi32>) -> (fallible tensor<4xi32>)  // of @chosen, context, checks cancel on entry {
// out*| segment 0:
// out*| %less.2: fallible tensor<4xi1> = arith.cmpi.slt.tensor.i32(%x.0, %y.1)
// out*| %r.3: fallible tensor<4xi32> = arith.select.tensor.i32(move %less.2?, move %x.0, move %y.1) [may write over %less.2] [may write over %x.0] [may write over %y.1]
// out*| deliver %r.3 as #0
// out!| [checks cancel]
// tool: show --as plan --function=divided FILE
// out*| fn divided(%x.0: ready tensor<4xi32>, %y.1: ready tensor<4xi32>) -> (fallible tensor<4xi32>)  // of @divided, context, checks cancel on entry {
// out*| segment 0:
// out*| the next 2 in parallel:
// out*| %q.2: fallible tensor<4xi32> = arith.divsi.tensor.i32(%x.0, %y.1)
// out*| %r.3: fallible tensor<4xi32> = arith.divsi.tensor.i32(move %x.0, move %y.1) [may write over %x.0] [may write over %y.1]
// out*| %s.4: fallible tensor<4xi32> = arith.addi.tensor.i32(move %q.2?, move %r.3?) [may write over %q.2] [may write over %r.3]
// out*| deliver %s.4 as #0
// out!| [checks cancel]
// tool: show --as plan --function=written FILE
// out*| fn written(%x.0: ready tensor<4xf32>, %ch.1: ready !tfrt.chain) -> (fallible tensor<4xf32>, fallible !tfrt.chain)  // of @written, context, checks cancel on entry, else written_later {
// out*| segment 0:
// out*| %m.2: fallible !tfrt_tensor.tensor = tensor.thaw(move %x.0)
// out*| %ch1.3: fallible !tfrt.chain = tfrt_dht.fill_tensor_with_constant.f32(%m.2?, move %ch.1)
// out*| %f.4: fallible tensor<4xf32>, %ch2.5: fallible !tfrt.chain = tensor.freeze.f32(move %m.2?, move %ch1.3?)
// out*| deliver %f.4 as #0, %ch2.5 as #1
// out*| fn written_later(%x.0: later tensor<4xf32>, %ch.1: later !tfrt.chain) -> (later tensor<4xf32>, later !tfrt.chain)  // of @written, context, checks cancel on entry, frame {
// out*| frame: %x.0 %ch.1 %m.2
// out*| segment 0:
// out*| segment 1 waits %x.0:
// out*| %m.2: later !tfrt_tensor.tensor = tensor.thaw(move %x.0?) [checks cancel]
// out*| segment 2 waits %ch.1 after segments 1 (join of 2):
// out*| %ch1.3: later !tfrt.chain = tfrt_dht.fill_tensor_with_constant.f32(%m.2?, move %ch.1?) [checks cancel]
// out*| %f.4: later tensor<4xf32>, %ch2.5: later !tfrt.chain = tensor.freeze.f32(move %m.2?, move %ch1.3?)
// out*| deliver %f.4 as #0, %ch2.5 as #1

func.func @folded() -> tensor<2xf32> {
  %a = "arith.constant.tensor"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %b = arith.addf.tensor.f32 %a, %a : tensor<2xf32>
  %c = math.absf.tensor.f32 %b : tensor<2xf32>
  tfrt.return %c : tensor<2xf32>
}

func.func @folded_in_part(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = "arith.constant.tensor"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %b = arith.negf.tensor.f32 %a : tensor<2xf32>
  %c = arith.addf.tensor.f32 %x, %b : tensor<2xf32>
  tfrt.return %c : tensor<2xf32>
}

func.func @merged(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = arith.addf.tensor.f32 %x, %y : tensor<4xf32>
  %b = arith.addf.tensor.f32 %x, %y : tensor<4xf32>
  %c = arith.mulf.tensor.f32 %a, %b : tensor<4xf32>
  tfrt.return %c : tensor<4xf32>
}

func.func @dropped(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = math.sin.tensor.f32 %x : tensor<4xf32>
  %b = math.cos.tensor.f32 %a : tensor<4xf32>
  %c = math.absf.tensor.f32 %x : tensor<4xf32>
  tfrt.return %c : tensor<4xf32>
}

func.func @kept(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = arith.addf.tensor.f32 %x, %y : tensor<?xf32>
  tfrt.return %x : tensor<?xf32>
}

func.func @donated(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = arith.addf.tensor.f32 %x, %y : tensor<4xf32>
  %b = math.exp.tensor.f32 %a : tensor<4xf32>
  %c = arith.mulf.tensor.f32 %b, %y : tensor<4xf32>
  tfrt.return %c : tensor<4xf32>
}

func.func @shared(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = math.exp.tensor.f32 %x : tensor<4xf32>
  %b = arith.negf.tensor.f32 %a : tensor<4xf32>
  tfrt.return %a, %b : tensor<4xf32>, tensor<4xf32>
}

func.func @chosen(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %less = arith.cmpi.slt.tensor.i32 %x, %y : tensor<4xi1>
  %r = arith.select.tensor.i32 %less, %x, %y : tensor<4xi32>
  tfrt.return %r : tensor<4xi32>
}

func.func @divided(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %q = arith.divsi.tensor.i32 %x, %y : tensor<4xi32>
  %r = arith.divsi.tensor.i32 %x, %y : tensor<4xi32>
  %s = arith.addi.tensor.i32 %q, %r : tensor<4xi32>
  tfrt.return %s : tensor<4xi32>
}

func.func @written(%x: tensor<4xf32>, %ch: !tfrt.chain) -> (tensor<4xf32>, !tfrt.chain) {
  %m = "tensor.thaw"(%x) : (tensor<4xf32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %m, %ch 1.0 : f32
  %f, %ch2 = "tensor.freeze.f32"(%m, %ch1) {shape = [4]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<4xf32>, !tfrt.chain)
  tfrt.return %f, %ch2 : tensor<4xf32>, !tfrt.chain
}
