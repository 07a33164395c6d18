// rule: gpu-details §4: --async-to-tfrt makes tasks of asynchronous regions: operands are those of
//   the region, then what it captures; waits for values are the values, waits for tokens nothing.
// tool: opt --async-to-tfrt FILE
// out| module {
// out|   func.func @tasks(%arg0: i32, %arg1: i32) -> (i32, i32) {
// out|     tfrt_test.do.async  : () -> ()  {
// out|       tfrt.return
// out|     }
// out|     %0 = tfrt_test.do.async %arg0, %arg1 : (i32, i32) -> (i32)  {
// out|       %1 = tfrt.constant.i32 1
// out|       %2 = tfrt_test.do.async %arg0, %arg1, %1 : (i32, i32, i32) -> (i32)  {
// out|         %3 = tfrt.add.i32 %arg0, %arg1
// out|         %4 = tfrt.add.i32 %3, %1
// out|         tfrt.return %4 : i32
// out|       }
// out|       tfrt.return %2 : i32
// out|     }
// out|     tfrt.return %0, %0 : i32, i32
// out|   }
// out| }
// out|

func.func @tasks(%v: !async.value<i32>, %k: i32) -> (i32, !async.value<i32>) {
  %t = async.execute {
    async.yield
  }
  %t1, %r = async.execute [%t] (%v as %x: !async.value<i32>) -> !async.value<i32> {
    %one = tfrt.constant.i32 1
    %t2, %s = async.execute -> !async.value<i32> {
      %y = tfrt.add.i32 %x, %k
      %z = tfrt.add.i32 %y, %one
      async.yield %z : i32
    }
    %z = async.await %s : !async.value<i32>
    async.yield %z : i32
  }
  async.await %t1 : !async.token
  %w = async.await %r : !async.value<i32>
  tfrt.return %w, %r : i32, !async.value<i32>
}
