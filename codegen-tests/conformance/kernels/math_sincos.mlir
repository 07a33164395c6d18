// rule: math.sincos: the sine and the cosine, as math.sin and math.cos have them; on tensors, of each element.
// run:
// out| --- Running 'scalars':
// out| 'scalars' returned f16 value,f16 value,bf16 value,bf16 value,9.974950e-01,7.073720e-02,9.974950e-01,7.073720e-02
// out| --- Running 'infinity':
// out| 'infinity' returned nan,nan
// out| --- Running 'tensors':
// out| Tensor dtype = f32, shape = [4], values = [0.000000e+00, 4.794255e-01, -9.974950e-01, -7.911634e-01]
// out| Tensor dtype = f32, shape = [4], values = [1.000000e+00, 8.775826e-01, 7.073720e-02, -6.116048e-01]
// out| Tensor dtype = f64, shape = [4], values = [0.000000e+00, 4.794255e-01, -9.974950e-01, -7.911634e-01]
// out| Tensor dtype = f64, shape = [4], values = [1.000000e+00, 8.775826e-01, 7.073720e-02, -6.116048e-01]
// out| 'tensors' returned !tfrt.chain value
func.func @scalars() -> (f16, f16, bf16, bf16, f32, f32, f64, f64) {
  %a = tfrt.constant.f32 1.5
  %h = arith.truncf.f32.f16 %a
  %b = arith.truncf.f32.bf16 %a
  %d = arith.extf.f32.f64 %a
  %hs, %hc = math.sincos.f16 %h
  %bs, %bc = math.sincos.bf16 %b
  %as, %ac = math.sincos.f32 %a
  %ds, %dc = math.sincos.f64 %d
  tfrt.return %hs, %hc, %bs, %bc, %as, %ac, %ds, %dc : f16, f16, bf16, bf16, f32, f32, f64, f64
}

func.func @infinity() -> (f32, f32) {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %a = arith.divf.f32 %one, %zero
  %s, %c = math.sincos.f32 %a
  tfrt.return %s, %c : f32, f32
}

func.func @tensors() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant.tensor"() {value = dense<[0.0, 0.5, -1.5, 1.0e+30]> : tensor<4xf32>} : () -> tensor<4xf32>
  %s, %c = math.sincos.tensor.f32 %a : tensor<4xf32>, tensor<4xf32>
  %ch1 = "tensor.print"(%s, %ch0) : (tensor<4xf32>, !tfrt.chain) -> !tfrt.chain
  %ch2 = "tensor.print"(%c, %ch1) : (tensor<4xf32>, !tfrt.chain) -> !tfrt.chain
  %wide = arith.extf.tensor.f32.f64 %a : tensor<4xf64>
  %ws, %wc = math.sincos.tensor.f64 %wide : tensor<4xf64>, tensor<4xf64>
  %ch3 = "tensor.print"(%ws, %ch2) : (tensor<4xf64>, !tfrt.chain) -> !tfrt.chain
  %ch4 = "tensor.print"(%wc, %ch3) : (tensor<4xf64>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
