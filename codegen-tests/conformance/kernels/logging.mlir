// rule: kernels §2, tfrt_test.logging: a line for each level on standard error, plainly and under a
//   condition; the chain may be left out.
// engines: executor, it writes to standard error at each run
// run:
// out| --- Running 'log':
// out| 'log' returned !tfrt.chain value
// err| from TFRT_LOG(INFO): some text
// err| from TFRT_LOG(WARNING): some text
// err| from TFRT_LOG(ERROR): some text
// err| from TFRT_LOG_IF(INFO, true): some text
// err| from TFRT_LOG_IF(WARNING, true): some text
// err| from TFRT_LOG_IF(ERROR, true): some text

func.func @log() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %s = tfrt_test.get_string { value = "some text" }
  %ch1 = "tfrt_test.logging"(%s, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
