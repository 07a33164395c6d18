module attributes {tfrt.cost_threshold = 1000 : i64} {

func.func @ten(%x: i32) -> i32 {
  %v0 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v1 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v2 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v3 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v4 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v5 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v6 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v7 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v8 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %v9 = "bench.millisecond"(%x) {_tfrt_cost = 1000 : i64} : (i32) -> i32
  %s1 = tfrt.add.i32 %v0, %v1
  %s2 = tfrt.add.i32 %s1, %v2
  %s3 = tfrt.add.i32 %s2, %v3
  %s4 = tfrt.add.i32 %s3, %v4
  %s5 = tfrt.add.i32 %s4, %v5
  %s6 = tfrt.add.i32 %s5, %v6
  %s7 = tfrt.add.i32 %s6, %v7
  %s8 = tfrt.add.i32 %s7, %v8
  %s9 = tfrt.add.i32 %s8, %v9
  tfrt.return %s9 : i32
}

}
