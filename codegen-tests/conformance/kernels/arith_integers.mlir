// rule: arith, integers: addition, subtraction and multiplication wrap; halves of products.
// rule: arith, integers: quotients are rounded as the op says; MIN / -1 is MIN, and leaves 0.
// rule: arith, integers: a division by zero is the error 'Divide by zero'.
// rule: arith, integers: a shift by the width or more gives 0, or the sign.
// rule: arith, integers: 'i1' is 0 or -1 where it is signed, 0 or 1 where it is not.
// run:
// out| --- Running 'wrap':
// out| 'wrap' returned -2147483648,2147483647,1,-2,1,1,1,-2
// out| --- Running 'round':
// out| 'round' returned -3,-4,-3,3,-1,2147483644,2147483645,1
// out| --- Running 'least':
// out| 'least' returned -2147483648,0,-2147483648,-2147483648
// out| --- Running 'zero':
// out| 'zero' returned <<error: Divide by zero>>,<<error: Divide by zero>>,<<error: Divide by zero>>
// out| --- Running 'shift':
// out| 'shift' returned 0,-1,0,-2147483648,-1,1
// out| --- Running 'bit':
// out| 'bit' returned 1,0,0,1,1,0

func.func @wrap() -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %most = tfrt.constant.i32 2147483647
  %least = tfrt.constant.i32 -2147483648
  %one = tfrt.constant.i32 1
  %all = tfrt.constant.i32 -1
  %sum = arith.addi.i32 %most, %one
  %difference = arith.subi.i32 %least, %one
  %product = arith.muli.i32 %most, %most
  %wrapped, %carry = arith.addui_extended.i32 %all, %all
  %carried = arith.select.i32 %carry, %one, %least
  %low, %high = arith.mulsi_extended.i32 %all, %all
  %ulow, %uhigh = arith.mului_extended.i32 %all, %all
  %more = arith.addi.i32 %high, %one
  tfrt.return %sum, %difference, %product, %wrapped, %carried, %low, %more, %uhigh
      : i32, i32, i32, i32, i32, i32, i32, i32
}

func.func @round() -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  %a = tfrt.constant.i32 -7
  %b = tfrt.constant.i32 2
  %toward_zero = arith.divsi.i32 %a, %b
  %down = arith.floordivsi.i32 %a, %b
  %up = arith.ceildivsi.i32 %a, %b
  %seven = tfrt.constant.i32 7
  %positive = arith.floordivsi.i32 %seven, %b
  %rest = arith.remsi.i32 %a, %b
  %unsigned = arith.divui.i32 %a, %b
  %unsigned_up = arith.ceildivui.i32 %a, %b
  %unsigned_rest = arith.remui.i32 %a, %b
  tfrt.return %toward_zero, %down, %up, %positive, %rest, %unsigned, %unsigned_up, %unsigned_rest
      : i32, i32, i32, i32, i32, i32, i32, i32
}

func.func @least() -> (i32, i32, i32, i32) {
  %least = tfrt.constant.i32 -2147483648
  %all = tfrt.constant.i32 -1
  %quotient = arith.divsi.i32 %least, %all
  %rest = arith.remsi.i32 %least, %all
  %down = arith.floordivsi.i32 %least, %all
  %up = arith.ceildivsi.i32 %least, %all
  tfrt.return %quotient, %rest, %down, %up : i32, i32, i32, i32
}

func.func @zero() -> (i32, i64, i1) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i32 0
  %c = tfrt.constant.i64 0
  %d = tfrt.constant.i1 false
  %x = arith.remsi.i32 %a, %b // expected-error {{runtime error: Divide by zero}}
  %y = arith.ceildivui.i64 %c, %c // expected-error {{runtime error: Divide by zero}}
  %z = arith.floordivsi.i1 %d, %d // expected-error {{runtime error: Divide by zero}}
  tfrt.return %x, %y, %z : i32, i64, i1
}

func.func @shift() -> (i32, i32, i32, i32, i32, i32) {
  %a = tfrt.constant.i32 -1
  %width = tfrt.constant.i32 32
  %last = tfrt.constant.i32 31
  %left = arith.shli.i32 %a, %width
  %sign = arith.shrsi.i32 %a, %width
  %right = arith.shrui.i32 %a, %a
  %top = arith.shli.i32 %a, %last
  %signs = arith.shrsi.i32 %top, %last
  %one = arith.shrui.i32 %top, %last
  tfrt.return %left, %sign, %right, %top, %signs, %one : i32, i32, i32, i32, i32, i32
}

func.func @bit() -> (i1, i1, i1, i1, i1, i1) {
  %true = tfrt.constant.i1 true
  %false = tfrt.constant.i1 false
  %signed = arith.cmpi.slt.i1 %true, %false
  %unsigned = arith.cmpi.ult.i1 %true, %false
  %greater = arith.maxsi.i1 %true, %false
  %difference = arith.subi.i1 %false, %true
  %product, %high = arith.mulsi_extended.i1 %true, %true
  tfrt.return %signed, %unsigned, %greater, %difference, %product, %high
      : i1, i1, i1, i1, i1, i1
}
