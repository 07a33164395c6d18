// rule: nn.resize and nn.gather_nd take no time and no memory for sizes that leave no elements.
// run:
// out| --- Running 'resize':
// out| Tensor dtype = f32, shape = [1099511627776, 0], values = []
// out| Tensor dtype = f32, shape = [1, 0], values = []
// out| 'resize' returned !tfrt.chain value
// out| --- Running 'gather_nd':
// out| Tensor dtype = f32, shape = [1099511627776, 0], values = []
// out| 'gather_nd' returned !tfrt.chain value

func.func @resize() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %none = arith.constant.tensor dense<> : tensor<0xf32>
  %x = arith.constant.tensor dense<> : tensor<1x0xf32>
  %large = arith.constant.tensor dense<[1099511627776, 0]> : tensor<2xi64>
  %y = nn.resize.f32 %x, %none, %none, %large {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "floor"} : tensor<1099511627776x0xf32>
  %ch1 = tensor.print %y, %ch0
  %small = arith.constant.tensor dense<[1, 0]> : tensor<2xi64>
  %z = nn.resize.f32 %y, %none, %none, %small {antialias = true, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "floor"} : tensor<1x0xf32>
  %ch2 = tensor.print %z, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @gather_nd() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<> : tensor<0xf32>
  %places = arith.constant.tensor dense<> : tensor<1099511627776x0xi64>
  %y = nn.gather_nd %x, %places {batch_dims = 0 : i64} : tensor<1099511627776x0xf32>
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
