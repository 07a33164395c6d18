// rule: executor §6: queues are `s` and `mstd[:N[,M]]`; their names are printed.
// rule: executor §8: a queue that cannot be made stops the driver.
// rule: cli, --work-queue: the same.
// tool: run --reference-output FILE
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Running 'nothing':
// tool: run --reference-output --work-queue=mstd:3 FILE
// out| Choosing memory leak check allocator.
// out| Choosing Multi-threaded C++ work queue (3 threads, 256 blocking threads) work queue.
// out| --- Running 'nothing':
// tool: run --reference-output --work-queue mstd:2,5 FILE
// out| Choosing memory leak check allocator.
// out| Choosing Multi-threaded C++ work queue (2 threads, 5 blocking threads) work queue.
// out| --- Running 'nothing':
// tool: run --reference-output --work-queue=s:1 FILE
// exit: 2
// err| tfrt: couldn't create work queue type s:1 (work queue type 's:1': a single-threaded queue takes no arguments)
// tool: run --work-queue=mstd:x FILE
// exit: 2
// err| tfrt: couldn't create work queue type mstd:x (work queue type 'mstd:x': 'x' is not a number of threads)
// tool: run --work-queue=none FILE
// exit: 2
// err| tfrt: couldn't create work queue type none (work queue type 'none': expected 's' or 'mstd[:N[,M]]')

func.func @nothing() {
  tfrt.return
}
