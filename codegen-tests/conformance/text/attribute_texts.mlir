// rule: bef §6: strings of any bytes, types, shapes and symbol references are attributes of kernels.
// rule: MLIR's text: escapes are `\n`, `\t`, `\\`, `\"` and two hexadecimal digits; what is not
//   printable is printed as the digits.
// rule: bef §6: a string with a type is a string; the type is not in the file.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = "", b = "tab\09new\0Aquote\22back\\hexA\C3\A4", c = "\C3\A4", d = "\22" : !demo.str, e = ["" : i1, "x" : !tfrt.string]} : () -> ()
// out|     "demo.op"() {a = i1, b = i8, c = i16, d = i32, e = i64, f = bf16, g = f16, h = f32, i = f64} : () -> ()
// out|     "demo.op"() {a = complex<f32>, b = complex<f64>, c = !corert.string, d = !corert.resource, e = !corert.variant} : () -> ()
// out|     "demo.op"() {a = !corert.quint8, b = !corert.quint16, c = !corert.qint8, d = !corert.qint16, e = !corert.qint32} : () -> ()
// out|     "demo.op"() {a = #corert.shape<2x3>, b = #corert.shape<?x1>, c = #corert.shape<*>, d = #corert.shape<>} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// tool: translate FILE | translate
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = "", b = "tab\09new\0Aquote\22back\\hexA\C3\A4", c = "\C3\A4", d = "\22", e = ["", "x"]} : () -> ()
// out|     "demo.op"() {a = i1, b = i8, c = i16, d = i32, e = i64, f = bf16, g = f16, h = f32, i = f64} : () -> ()
// out|     "demo.op"() {a = complex<f32>, b = complex<f64>, c = !corert.string, d = !corert.resource, e = !corert.variant} : () -> ()
// out|     "demo.op"() {a = !corert.quint8, b = !corert.quint16, c = !corert.qint8, d = !corert.qint16, e = !corert.qint32} : () -> ()
// out|     "demo.op"() {a = #corert.shape<2x3>, b = #corert.shape<?x1>, c = #corert.shape<*>, d = #corert.shape<>} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// engines: executor, its ops have no kernel

func.func @f() {
  "demo.op"() {a = "", b = "tab\tnew\nquote\"back\\hex\41\C3\A4", c = "ä", d = "\"" : !demo.str, e = ["" : i1, "x" : !tfrt.string]} : () -> ()
  "demo.op"() {a = i1, b = i8, c = i16, d = i32, e = i64, f = bf16, g = f16, h = f32, i = f64} : () -> ()
  "demo.op"() {a = complex<f32>, b = complex<f64>, c = !corert.string, d = !corert.resource, e = !corert.variant} : () -> ()
  "demo.op"() {a = !corert.quint8, b = !corert.quint16, c = !corert.qint8, d = !corert.qint16, e = !corert.qint32} : () -> ()
  "demo.op"() {a = #corert.shape<2x3>, b = #corert.shape<?x1>, c = #corert.shape<*>, d = #corert.shape<>} : () -> ()
  tfrt.return
}
