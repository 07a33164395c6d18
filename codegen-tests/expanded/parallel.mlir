// Expensive kernels that do not depend on each other.

func.func @both(%x: i32, %y: i32) -> i32 {
  %a = "golden.costly"(%x) : (i32) -> i32
  %b = "golden.costly"(%y) : (i32) -> i32
  %c = tfrt.add.i32 %a, %b
  tfrt.return %c : i32
}

// Two that may fail, of which one takes what may be an error.
func.func @fallible(%x: i32) -> (i32, i32) {
  %e = "golden.fallible"(%x) : (i32) -> i32
  %a = "golden.fallible"(%e) : (i32) -> i32
  %b = "golden.fallible"(%e) : (i32) -> i32
  tfrt.return %a, %b : i32, i32
}
