// rule: bef §6: dense elements of every integer, float and complex type, of any rank; splats are
//   expanded in the file and printed once; more than 100 elements print as digits.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = dense<[true, false]> : tensor<2xi1>, b = dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>, c = dense<7> : tensor<3xi16>} : () -> ()
// out|     "demo.op"() {a = dense<[1, 2]> : tensor<2xi32>, b = dense<[[[1]], [[2]]]> : tensor<2x1x1xi64>, c = dense<5> : tensor<i32>} : () -> ()
// out|     "demo.op"() {a = dense<255> : tensor<1xui8>, b = dense<[1, 2]> : tensor<2xui16>, c = dense<1> : tensor<2xui32>, d = dense<18446744073709551615> : tensor<1xui64>} : () -> ()
// out|     "demo.op"() {a = dense<[1.500000e+00, -5.000000e-01]> : tensor<2xf16>, b = dense<1.000000e+00> : tensor<4xbf16>, c = dense<[1.000000e+00, 0x7FC00000]> : tensor<2xf32>, d = dense<2.500000e+00> : tensor<1x1xf64>} : () -> ()
// out|     "demo.op"() {a = dense<(1.000000e+00,-2.000000e+00)> : tensor<1xcomplex<f32>>, b = dense<(0.000000e+00,1.000000e+00)> : tensor<2xcomplex<f64>>, c = dense<> : tensor<0x2xi32>} : () -> ()
// out|     "demo.op"() {a = dense<[1, 2]> : tensor<2xi32>} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// tool: translate FILE | translate
// out| module {
// out|   func.func @f() {
// out|     "demo.op"() {a = dense<[true, false]> : tensor<2xi1>, b = dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>, c = dense<7> : tensor<3xi16>} : () -> ()
// out|     "demo.op"() {a = dense<[1, 2]> : tensor<2xi32>, b = dense<[[[1]], [[2]]]> : tensor<2x1x1xi64>, c = dense<5> : tensor<i32>} : () -> ()
// out|     "demo.op"() {a = dense<255> : tensor<1xui8>, b = dense<[1, 2]> : tensor<2xui16>, c = dense<1> : tensor<2xui32>, d = dense<18446744073709551615> : tensor<1xui64>} : () -> ()
// out|     "demo.op"() {a = dense<[1.500000e+00, -5.000000e-01]> : tensor<2xf16>, b = dense<1.000000e+00> : tensor<4xbf16>, c = dense<[1.000000e+00, 0x7FC00000]> : tensor<2xf32>, d = dense<2.500000e+00> : tensor<1x1xf64>} : () -> ()
// out|     "demo.op"() {a = dense<(1.000000e+00,-2.000000e+00)> : tensor<1xcomplex<f32>>, b = dense<(0.000000e+00,1.000000e+00)> : tensor<2xcomplex<f64>>, c = dense<> : tensor<0x2xi32>} : () -> ()
// out|     "demo.op"() {a = dense<[1, 2]> : tensor<2xi32>} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// engines: executor, its ops have no kernel

func.func @f() {
  "demo.op"() {a = dense<[true, false]> : tensor<2xi1>, b = dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>, c = dense<7> : tensor<3xi16>} : () -> ()
  "demo.op"() {a = dense<[1, 2]> : tensor<2xi32>, b = dense<[[[1]], [[2]]]> : tensor<2x1x1xi64>, c = dense<5> : tensor<i32>} : () -> ()
  "demo.op"() {a = dense<[255]> : tensor<1xui8>, b = dense<[1, 2]> : tensor<2xui16>, c = dense<1> : tensor<2xui32>, d = dense<[18446744073709551615]> : tensor<1xui64>} : () -> ()
  "demo.op"() {a = dense<[1.5, -0.5]> : tensor<2xf16>, b = dense<1.0> : tensor<4xbf16>, c = dense<[1.0, 0x7FC00000]> : tensor<2xf32>, d = dense<2.5> : tensor<1x1xf64>} : () -> ()
  "demo.op"() {a = dense<[(1.0, -2.0)]> : tensor<1xcomplex<f32>>, b = dense<(0.0, 1.0)> : tensor<2xcomplex<f64>>, c = dense<> : tensor<0x2xi32>} : () -> ()
  "demo.op"() {a = dense<"0x0100000002000000"> : tensor<2xi32>} : () -> ()
  tfrt.return
}
