// rule: kernels §2, tfrt_tutorial.{create_coordinate,print_coordinate}: a line '(x, y)'.
// run:
// out| --- Running 'point':
// out| (2, -4)
// out| 'point' returned !tfrt.chain value

func.func @point() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = tfrt.constant.i32 2
  %y = tfrt.constant.i32 -4
  %p = "tfrt_tutorial.create_coordinate"(%x, %y) : (i32, i32) -> !my.coordinate
  %ch1 = "tfrt_tutorial.print_coordinate"(%p, %ch0) : (!my.coordinate, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
