// Kernels that cost a millisecond by their definition, and so may run in parallel.

func.func @ready(%x: i32) -> (i32, i32) {
  %one = tfrt.constant.i32 1
  %a = "par.square"(%x) : (i32) -> i32
  %y = tfrt.add.i32 %x, %one
  %b = "par.square"(%y) : (i32) -> i32
  tfrt.return %a, %b : i32, i32
}

// One of the first two fails, and with it one of the last three.
func.func @fails(%x: i32) -> (i32, i32, i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %y = tfrt.add.i32 %x, %one
  %a = "par.odd"(%x) : (i32) -> i32
  %b = "par.odd"(%y) : (i32) -> i32
  %c = "par.square"(%a) : (i32) -> i32
  %d = "par.square"(%b) : (i32) -> i32
  %e = "par.odd"(%one) : (i32) -> i32
  tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}

func.func @panics(%x: i32) -> (i32, i32) {
  %a = "par.square"(%x) : (i32) -> i32
  %b = "par.panic"(%x) : (i32) -> i32
  tfrt.return %a, %b : i32, i32
}

// Boxed operands that several take, some of them more than once.
func.func @boxes(%x: i32) -> (i32, i32, i32, !par.cell) {
  %one = tfrt.constant.i32 1
  %y = tfrt.add.i32 %x, %one
  %m = "par.cell"(%x) : (i32) -> !par.cell
  %n = "par.cell"(%y) : (i32) -> !par.cell
  %s = "par.sum"(%m, %n) : (!par.cell, !par.cell) -> i32
  %t = "par.sum"(%n, %n) : (!par.cell, !par.cell) -> i32
  %u = "par.sum"(%m, %n) : (!par.cell, !par.cell) -> i32
  tfrt.return %s, %t, %u, %m : i32, i32, i32, !par.cell
}

// The chain orders them.
func.func @chained(%x: i32, %in: !tfrt.chain) -> (i32, i32, !tfrt.chain) {
  %a, %ch0 = "par.count"(%x, %in) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %b, %ch1 = "par.count"(%x, %ch0) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %a, %b, %ch1 : i32, i32, !tfrt.chain
}

// Each waits for the other.
func.func @meets(%x: i32) -> (i32, i32) {
  %a = "par.meet"(%x) : (i32) -> i32
  %b = "par.meet"(%x) : (i32) -> i32
  tfrt.return %a, %b : i32, i32
}

// What they take depends on the box.
func.func @by_size(%x: i32) -> (i32, i32) {
  %size = "par.cell"(%x) : (i32) -> !par.cell
  %a = "par.by_size"(%size) : (!par.cell) -> i32
  %b = "par.by_size"(%size) : (!par.cell) -> i32
  tfrt.return %a, %b : i32, i32
}

// The group is in a segment that waits, and a region.
func.func @waits(%x: i32) -> i32 {
  %l = "par.later"(%x) : (i32) -> i32
  %a, %b = tfrt.call @ready(%l) : (i32) -> (i32, i32)
  %c = "par.square"(%a) : (i32) -> i32
  %d = "par.square"(%b) : (i32) -> i32
  %s = tfrt.add.i32 %c, %d
  %two = tfrt.constant.i32 2
  %r, %x1 = tfrt.repeat.i32 %two, %s, %l : i32, i32 {
    %e = "par.square"(%s) : (i32) -> i32
    %f = "par.square"(%l) : (i32) -> i32
    %g = tfrt.add.i32 %e, %f
    tfrt.return %g, %l : i32, i32
  }
  tfrt.return %r : i32
}

// More than generated Rust puts into one block.
func.func @wide(%x: i32) -> i32 {
  %a = "par.square"(%x) : (i32) -> i32
  %b = "par.square"(%x) : (i32) -> i32
  %c = "par.square"(%x) : (i32) -> i32
  %d = "par.square"(%x) : (i32) -> i32
  %e = "par.square"(%x) : (i32) -> i32
  %f = "par.square"(%x) : (i32) -> i32
  %g = "par.square"(%x) : (i32) -> i32
  %h = "par.square"(%x) : (i32) -> i32
  %i = "par.square"(%x) : (i32) -> i32
  %j = "par.square"(%x) : (i32) -> i32
  %k = "par.square"(%x) : (i32) -> i32
  %l = "par.square"(%x) : (i32) -> i32
  %m = "par.square"(%x) : (i32) -> i32
  %ab = tfrt.add.i32 %a, %b
  %cd = tfrt.add.i32 %c, %d
  %ef = tfrt.add.i32 %e, %f
  %gh = tfrt.add.i32 %g, %h
  %ij = tfrt.add.i32 %i, %j
  %kl = tfrt.add.i32 %k, %l
  %abcd = tfrt.add.i32 %ab, %cd
  %efgh = tfrt.add.i32 %ef, %gh
  %ijkl = tfrt.add.i32 %ij, %kl
  %ah = tfrt.add.i32 %abcd, %efgh
  %al = tfrt.add.i32 %ah, %ijkl
  %am = tfrt.add.i32 %al, %m
  tfrt.return %am : i32
}
